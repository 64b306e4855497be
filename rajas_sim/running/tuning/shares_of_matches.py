"""Matches of one strategy against others: its win share in each, for values that were tuned."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.statistics.intervals import share_estimates
from rajas_sim.running.tuning.match import Share


def judge(matches: Sequence[NDArray[np.float64]], level: float) -> list[Share]:
    """Estimate the expected win share in each of several matches from its block means, shape (blocks,), blocks being independent.

    Exact binomial intervals with the design effect, Bonferroni over the matches
    (`rajas_sim.analysis.statistics.intervals.share_interval`). Not for the blocks in which the values were found: these are best
    there partly by luck.
    """
    rows = [{"mean": wins.mean(), "variance": wins.var(ddof=1), "n": len(wins)} for wins in matches]
    estimates = share_estimates([f"win_share.match_{i}" for i, _ in enumerate(matches, 1)], pl.DataFrame(rows), level=level)
    return [Share(e.value, e.low, e.high, e.level, e.n, e.method) for e in estimates]
