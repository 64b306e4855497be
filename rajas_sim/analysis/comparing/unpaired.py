"""Differences between samples that have nothing to do with each other, such as games with different numbers of players."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import adjusted, estimates, mean_interval, share_interval, unpaired_interval

SHARE_METHOD, MEAN_METHOD = "from the exact binomial interval of each (MOVER)", "from the t interval of each (MOVER)"


def differences_from_first(
    name: str, moments: Mapping[int, pl.DataFrame], level: float, *, is_share: bool
) -> dict[int, Estimate]:
    """Estimate by how much a mean is larger than that of the first sample, for each of the others; all hold together.

    Parameters
    ----------
    name
        What the mean is of.
    moments
        By the key of each sample, a row with the columns mean, variance and n, as of `rajas_sim.analysis.reading.blocks`.
    is_share
        Whether all values lie between 0 and 1.
    """
    comparisons = max(len(moments) - 1, 1)
    interval = share_interval if is_share else mean_interval
    values = {key: tuple(row[column].to_numpy() for column in ("mean", "variance", "n")) for key, row in moments.items()}
    ends = {key: interval(*numbers, level=level, comparisons=comparisons) for key, numbers in values.items()}
    first, *others = values
    method = adjusted(SHARE_METHOD if is_share else MEAN_METHOD, comparisons)
    differences = {}
    for key in others:
        (before, _, n_before), (after, _, n_after) = values[first], values[key]
        difference_ends = unpaired_interval(before, ends[first], after, ends[key])
        n = min(int(n_before[0]), int(n_after[0]))
        (differences[key],) = estimates([f"change.{name}"], after - before, difference_ends, n, level, method)
    return differences
