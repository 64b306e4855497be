"""Differences between independent samples, such as games with different numbers of players."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import adjusted, estimates, mean_interval, share_interval, unpaired_interval

SHARE_METHOD, MEAN_METHOD = "from the exact binomial interval of each (MOVER)", "from the t interval of each (MOVER)"


def differences_from_first(
    name: str, moments: Mapping[int, pl.DataFrame], level: float, *, is_share: bool
) -> dict[int, Estimate]:
    """Estimate by how much each other sample's mean exceeds that of the first; all intervals hold together.

    Parameters
    ----------
    name
        Name of the mean, for the estimates.
    moments
        By sample, such as the number of players: one row with the columns mean, variance and n over blocks.
    is_share
        Whether all values lie between 0 and 1.
    """
    comparisons = max(len(moments) - 1, 1)
    interval, method = (share_interval, SHARE_METHOD) if is_share else (mean_interval, MEAN_METHOD)
    means = {}
    for sample, row in moments.items():
        mean, variance, n = (row[column].to_numpy() for column in ("mean", "variance", "n"))
        ends = interval(mean, variance, n, level=level, comparisons=comparisons)
        (means[sample],) = estimates([name], mean, ends, n, level, method)
    first, *others = means
    return {sample: difference_of(name, means[first], means[sample], adjusted(method, comparisons)) for sample in others}


def difference_of(name: str, before: Estimate, after: Estimate, method: str) -> Estimate:
    """Estimate by how much the second of two independent numbers is larger, from the interval of each."""
    low, high = unpaired_interval(before.value, (before.low, before.high), after.value, (after.low, after.high))
    n = min(before.n, after.n)
    return Estimate(f"change.{name}", after.value - before.value, float(low), float(high), before.level, n, method)
