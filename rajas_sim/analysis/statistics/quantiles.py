"""Percentiles of a number that has many values in every block, with intervals over blocks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import reduce
from operator import add

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, share_interval

METHOD = "inverted exact binomial intervals with design effect over blocks"


def deciles(value_counts: pl.DataFrame, column: str) -> tuple[float, float, float]:
    """Return the 10 %, 50 % and 90 % quantiles (nearest ranks) of a column.

    `value_counts` holds its values in increasing order, and in ``count`` how often each occurs.
    """
    counts = value_counts["count"].to_numpy()
    ranks = np.floor((counts.sum() - 1) * np.array([0.1, 0.5, 0.9]) + 0.5)
    indices = np.searchsorted(counts.cumsum(), ranks, side="right")
    low, middle, high = value_counts[column].cast(pl.Float64).to_numpy()[indices].tolist()
    return low, middle, high


def percentiles(slices: Sequence[pl.LazyFrame], percents: Sequence[int], name: str, *, level: float) -> tuple[Estimate, ...]:
    """Estimate percentiles, with intervals free of assumptions about the shape of the distribution.

    The percentile is the smallest value with at least that share of the weight at or below it. A value lies in the interval if
    `share_interval`, whose unit is the block, allows this share for the weight at or below the value (the inverted test of
    Woodruff 1952 and of Francisco and Fuller 1991). Blocks may differ in weight: the share is a ratio of totals, and its variance
    is that of the linearised ratio. For discrete values the coverage is at least that of the shares. An end is infinite if there
    are too few blocks to bound it. Each interval holds by itself.

    Parameters
    ----------
    slices
        Slices of whole blocks with the columns ``block``, ``value`` and ``weight`` (whole numbers, at least one of them not 0).
    percents
        Whole numbers between 1 and 99.
    name
        First part of the names of the estimates; ``.p10`` and the like follow.
    level
        Confidence level of each interval.

    References
    ----------
    Woodruff (1952), JASA 47; Francisco and Fuller (1991), Annals of Statistics 19.
    """
    values, sums = _distribution(slices)
    total, n_blocks = sums.total, sums.n_blocks
    low, high = share_interval(sums.below / total, sums.variances, n_blocks, level=level)
    high_end_of_none = float(share_interval(0.0, 0.0, n_blocks, level=level)[1])
    # The least lower end from each value on: where this reaches a share, the lower end never falls below it again.
    lowest_from_here = np.minimum.accumulate(low[::-1])[::-1]
    estimates = []
    for percent in percents:
        share = percent / 100.0
        value = float(values[np.argmax(100 * sums.below >= percent * total)])
        low_end = -math.inf if high_end_of_none >= share else float(values[np.argmax(high >= share)])
        high_end = float(values[np.argmax(lowest_from_here >= share)]) if lowest_from_here[-1] >= share else math.inf
        estimates.append(Estimate(f"{name}.p{percent}", value, low_end, high_end, level, n_blocks, METHOD))
    return tuple(estimates)


@dataclass(frozen=True, slots=True)
class _SumsBelow:
    """Sums over blocks of the weight at or below each of some values, and of the whole weight.

    Attributes
    ----------
    below, squares, products
        For each value, sums over blocks: of the weight at or below it, of the square of this, and of its product with the block's
        weight.
    n_blocks, total, total_squares
        Number of blocks, and the sums of their weights and of the squares of their weights.
    """

    below: NDArray[np.int64]
    squares: NDArray[np.int64]
    products: NDArray[np.int64]
    n_blocks: int
    total: int
    total_squares: int

    @property
    def variances(self) -> Floats:
        """The variance over blocks (divisor n - 1) of the share at or below each value; 0 for a single block."""
        if self.n_blocks == 1:
            return np.zeros(len(self.below))
        share = self.below / self.total
        spread = self.squares - 2.0 * share * self.products + share**2 * self.total_squares
        return np.maximum(spread, 0.0) / (self.total / self.n_blocks) ** 2 / (self.n_blocks - 1)

    def before(self, indices: NDArray[np.intp]) -> _SumsBelow:
        """Return the sums at the values before these indices; 0 before the first value."""
        below, squares, products = (np.append(0, sums)[indices] for sums in (self.below, self.squares, self.products))
        return replace(self, below=below, squares=squares, products=products)

    def __add__(self, other: _SumsBelow) -> _SumsBelow:
        return _SumsBelow(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


def _distribution(slices: Sequence[pl.LazyFrame]) -> tuple[Floats, _SumsBelow]:
    """List all values in increasing order, and add up what lies at or below each in all slices."""
    parts = list(map(_at_or_below, slices))
    all_values = np.unique(np.concatenate([part_values for part_values, _ in parts]))
    # Below its first value a slice has nothing; between two of its values it has as much as at the lower one.
    sums = [part.before(np.searchsorted(part_values, all_values, side="right")) for part_values, part in parts]
    return all_values, reduce(add, sums)


def _at_or_below(rows: pl.LazyFrame) -> tuple[Floats, _SumsBelow]:
    """Return the values of a slice in increasing order, and the sums at each."""
    weights_at = rows.group_by("value", "block").agg(pl.col("weight").cast(pl.Int64).sum()).sort("value", "block").collect()
    blocks = np.unique(weights_at["block"].to_numpy(), return_inverse=True)[1]
    weights = weights_at["weight"].to_numpy()
    values, starts = np.unique(weights_at["value"].cast(pl.Float64).to_numpy(), return_index=True)
    stops = [*starts[1:].tolist(), len(weights)]
    block_totals = np.bincount(blocks, weights).astype(np.int64)
    block_weights_below = np.zeros_like(block_totals)
    squares = np.zeros(len(values), dtype=np.int64)
    for i, (start, stop) in enumerate(zip(starts.tolist(), stops, strict=True)):
        block_weights_below[blocks[start:stop]] += weights[start:stop]
        squares[i] = block_weights_below @ block_weights_below
    summands = (weights, weights * block_totals[blocks])
    below, products = (np.add.reduceat(numbers, starts).cumsum() if len(starts) else numbers for numbers in summands)
    return values, _SumsBelow(
        below, squares, products, int(np.count_nonzero(block_totals)), int(block_totals.sum()), int(block_totals @ block_totals)
    )
