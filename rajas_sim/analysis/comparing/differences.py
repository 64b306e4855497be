"""Differences of the means of two sides: their intervals, and p-values adjusted if there are many."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.comparing.metrics import Metrics
from rajas_sim.analysis.reading.blocks import matrix_moments, paired_moments
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import (
    Floats,
    adjusted,
    estimates,
    mean_interval,
    share_interval,
    smallest_tails,
    unpaired_interval,
)
from rajas_sim.analysis.statistics.paired import (
    PairedMoments,
    paired_mean_interval,
    paired_share_interval,
    prior_variance_of_differences,
)

#: Ends of the intervals of all metrics.
Ends = tuple[Floats, Floats]


@dataclass(frozen=True)
class Differences(ABC):
    """Differences of the means of metrics between two sides.

    Attributes
    ----------
    blocks
        Block values of each side: one row per block, one column per metric.
    before, after
        Tables of each side's moments over blocks, one row per metric with its mean, variance and n.
    mean, n
        The differences, and the number of blocks that each rests on.
    """

    metrics: Metrics
    blocks: tuple[Floats, Floats]
    before: pl.DataFrame
    after: pl.DataFrame
    mean: Floats
    n: NDArray[np.int64]
    #: How the intervals of shares and of other means are computed, in words.
    methods: ClassVar[tuple[str, str]]

    @abstractmethod
    def _ends(self, level: float | Floats, comparisons: int) -> tuple[Ends, Ends]:
        """Return the ends of the intervals of all metrics as if they were shares, and as if they were other means."""

    def estimates(self, prefix: str, level: float, comparisons: int) -> tuple[Estimate, ...]:
        """Estimate every difference, named ``<prefix>.<metric>``; `comparisons` intervals hold together (Bonferroni)."""
        names = [f"{prefix}.{m.name}" for m in self.metrics.all]
        as_shares, as_means = (
            estimates(names, self.mean, ends, self.n, level, adjusted(method, comparisons))
            for method, ends in zip(self.methods, self._ends(level, comparisons), strict=True)
        )
        return tuple(as_shares[i] if m.is_share else as_means[i] for i, m in enumerate(self.metrics.all))

    def p_values(self) -> Floats:
        """Return for each metric by itself the smallest tail at which its interval excludes 0."""
        is_share = np.array([m.is_share for m in self.metrics.all])

        def ends(tails: Floats) -> Ends:
            (share_low, share_high), (mean_low, mean_high) = self._ends(1.0 - tails, comparisons=1)
            return np.where(is_share, share_low, mean_low), np.where(is_share, share_high, mean_high)

        return smallest_tails(ends, len(is_share))


@dataclass(frozen=True)
class PairedDifferences(Differences):
    """Differences from blocks that are paired: exact binomial for shares (`paired_share_interval`), else t.

    Attributes
    ----------
    moments
        Moments of the block differences, one number per metric.
    prior_variance
        Prior variance of the block differences where games diverge, for metrics that are not shares.
    """

    moments: PairedMoments
    prior_variance: Floats
    methods = ("exact binomial with design effect over paired block differences", "t over paired block differences")

    @classmethod
    def of(cls, metrics: Metrics, before: Floats, after: Floats, n_orders: int) -> PairedDifferences:
        """Return the differences of two sides' blocks: one row per block, in the same order, and one column per metric.

        `n_orders` cyclic orders take turns from block to block.
        """
        differences = after - before
        moments_before, moments_after = (matrix_moments(values, n_orders) for values in (before, after))
        moments = paired_moments(differences, n_orders)
        unpaired_variance = (moments_before["variance"] + moments_after["variance"]).to_numpy()
        prior_variance = prior_variance_of_differences(differences, unpaired_variance)
        moments_of_sides = moments_before, moments_after
        return cls(metrics, (before, after), *moments_of_sides, moments.mean, moments.n, moments, prior_variance)

    def _ends(self, level: float | Floats, comparisons: int) -> tuple[Ends, Ends]:
        return (
            paired_share_interval(self.moments, level=level, comparisons=comparisons),
            paired_mean_interval(self.moments, self.prior_variance, level=level, comparisons=comparisons),
        )


@dataclass(frozen=True)
class UnpairedDifferences(Differences):
    """Differences of two sides with separate luck, from the interval of each (`unpaired_interval`)."""

    methods = ("from the exact binomial interval of each run (MOVER)", "from the t interval of each run (MOVER)")

    @classmethod
    def of(cls, metrics: Metrics, before: Floats, after: Floats, n_orders: tuple[int, int]) -> UnpairedDifferences:
        """Return the differences of two sides' blocks: one row per block, one column per metric.

        `n_orders` says of each side how many cyclic orders take turns from block to block.
        """
        moments_before, moments_after = (matrix_moments(*side) for side in zip((before, after), n_orders, strict=True))
        mean = (moments_after["mean"] - moments_before["mean"]).to_numpy()
        n = np.minimum(moments_before["n"].to_numpy(), moments_after["n"].to_numpy())
        return cls(metrics, (before, after), moments_before, moments_after, mean, n)

    def _ends(self, level: float | Floats, comparisons: int) -> tuple[Ends, Ends]:
        moments_before, moments_after = (
            [moments[column].to_numpy() for column in ("mean", "variance", "n")] for moments in (self.before, self.after)
        )

        def ends(interval: Callable[..., Ends]) -> Ends:
            ends_before, ends_after = (
                interval(*moments, level=level, comparisons=comparisons) for moments in (moments_before, moments_after)
            )
            return unpaired_interval(moments_before[0], ends_before, moments_after[0], ends_after)

        return ends(share_interval), ends(mean_interval)


def holm(p_values: Sequence[float] | Floats) -> Floats:
    """Adjust p-values for their number: if no effect exists, some p-value is at most 0.05 in at most 5 % of runs.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6.
    """
    values = np.asarray(p_values, dtype=float)
    smallest_first = np.argsort(values)
    adjusted_values = np.empty_like(values)
    adjusted_values[smallest_first] = np.maximum.accumulate(values[smallest_first] * np.arange(len(values), 0, -1))
    return adjusted_values.clip(max=1.0)
