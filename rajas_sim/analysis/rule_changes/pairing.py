"""Differences of two sides that are paired block by block: their intervals, and what is found when there are many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.reading.blocks import matrix_moments
from rajas_sim.analysis.rule_changes.metrics import Metrics
from rajas_sim.analysis.statistics.estimate import SAME_SHARE, Estimate
from rajas_sim.analysis.statistics.intervals import (
    Floats,
    adjusted,
    estimates,
    paired_mean_interval,
    paired_share_interval,
    smallest_tails,
)


@dataclass(frozen=True)
class PairedDifferences:
    """Differences of the means of metrics between two sides, from paired blocks.

    Attributes
    ----------
    moments
        Mean, variance and n of the block differences, one row a metric.
    before, after
        The same of the block values of either side.
    """

    metrics: Metrics
    moments: pl.DataFrame
    before: pl.DataFrame
    after: pl.DataFrame

    @classmethod
    def of(cls, metrics: Metrics, before: Floats, after: Floats, orders: int) -> PairedDifferences:
        """Take the blocks of two sides: one row a block, in the same order, and one column a metric."""
        return cls(metrics, *(matrix_moments(values, orders) for values in (after - before, before, after)))

    def estimates(self, prefix: str, level: float, comparisons: int) -> tuple[Estimate, ...]:
        """Estimate every difference; `comparisons` intervals hold together (Bonferroni).

        Shares: exact binomial (`paired_share_interval`); other means: t (`paired_mean_interval`).
        """
        names = [f"{prefix}.{m.name}" for m in self.metrics.all]
        mean, n = self.moments["mean"].to_numpy(), self.moments["n"].to_numpy()
        of_shares, of_means = (
            estimates(names, mean, ends, n, level, adjusted(f"{kind} over paired block differences", comparisons))
            for kind, ends in zip(("exact binomial with design effect", "t"), self._ends(level, comparisons), strict=True)
        )
        return tuple(of_shares[i] if m.is_share else of_means[i] for i, m in enumerate(self.metrics.all))

    def p_values(self) -> Floats:
        """Return for each metric by itself the smallest tail at which its interval leaves out 0."""
        is_share = np.array([m.is_share for m in self.metrics.all])

        def leaves_out(tails: Floats) -> NDArray[np.bool_]:
            of_shares, of_means = (np.maximum(low, -high) > SAME_SHARE for low, high in self._ends(1.0 - tails, comparisons=1))
            return np.where(is_share, of_shares, of_means)

        return smallest_tails(leaves_out, len(is_share))

    def _ends(self, level: float | Floats, comparisons: int) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
        """Return the ends of the intervals of all metrics as if they were shares, and as if they were other means."""
        mean, variance, n = (self.moments[c].to_numpy() for c in ("mean", "variance", "n"))
        unpaired = (self.before["variance"] + self.after["variance"]).to_numpy()
        return (
            paired_share_interval(mean, variance, n, level=level, comparisons=comparisons),
            paired_mean_interval(mean, variance, unpaired, n, level=level, comparisons=comparisons),
        )


def holm(p_values: Sequence[float] | Floats) -> Floats:
    """Adjust p-values for their number, so that any is at most a level in at most that share of runs where nothing is true.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6.
    """
    values = np.asarray(p_values, dtype=float)
    if not len(values):
        return values
    from statsmodels.stats.multitest import multipletests  # takes 60 MiB, and most runs have no changes

    corrected: Floats = multipletests(values, method="holm")[1]
    return corrected
