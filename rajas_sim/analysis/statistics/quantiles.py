"""Percentiles of a number of which every block holds many values, with intervals over blocks."""

from __future__ import annotations

import math
from collections.abc import Sequence

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


def percentiles(  # noqa: PLR0913 - what the estimator takes
    slices: Sequence[pl.LazyFrame], percents: Sequence[int], name: str, *, n_blocks: int, per_block: int, level: float
) -> tuple[Estimate, ...]:
    """Estimate percentiles, with intervals free of assumptions about the shape of the distribution.

    The percentile is the smallest value that at least so many per cent of the weight do not exceed. Its interval holds the values
    at which the share at or below may be so many per cent: those between which `share_interval`, whose unit is the block, lets it
    pass (the inverted test of Woodruff 1952 and of Francisco and Fuller 1991). For values in steps the coverage is at least that
    of the shares. An end is infinite where the blocks are too few to bound it. Each interval by itself.

    Parameters
    ----------
    slices
        Slices of whole blocks with the columns ``block``, ``value`` and ``weight`` (whole numbers).
    percents
        Whole numbers between 1 and 99.
    name
        First part of the names of the estimates, which go on with ``.p10`` and the like.
    n_blocks
        Number of blocks.
    per_block
        Sum of the weights of a block, the same in all of them.
    level
        Confidence level of each interval.

    References
    ----------
    Woodruff (1952), JASA 47; Francisco and Fuller (1991), Annals of Statistics 19.
    """
    values, weights_below, variances = _distribution(slices, n_blocks, per_block)
    total = n_blocks * per_block
    low, high = share_interval(weights_below / total, variances, n_blocks, level=level)
    high_end_of_none = float(share_interval(0.0, 0.0, n_blocks, level=level)[1])
    # The lower end of the share from each value on, so that it stays at or above so many per cent.
    lowest_from_here = np.minimum.accumulate(low[::-1])[::-1]
    estimates = []
    for percent in percents:
        share = percent / 100.0
        value = float(values[np.argmax(100 * weights_below >= percent * total)])
        low_end = -math.inf if high_end_of_none >= share else float(values[np.argmax(high >= share)])
        high_end = float(values[np.argmax(lowest_from_here >= share)]) if lowest_from_here[-1] >= share else math.inf
        estimates.append(Estimate(f"{name}.p{percent}", value, low_end, high_end, level, n_blocks, METHOD))
    return tuple(estimates)


def _distribution(slices: Sequence[pl.LazyFrame], n_blocks: int, per_block: int) -> tuple[Floats, NDArray[np.int64], Floats]:
    """List the values that occur in increasing order, and what lies at or below each.

    That is the weight of all blocks, and the variance over blocks of a block's share.
    """
    parts = [_at_or_below(rows) for rows in slices]
    values = np.unique(np.concatenate([part_values for part_values, _, _ in parts]))
    weights_below, squares = np.zeros((2, len(values)), dtype=np.int64)
    for part_values, part_weights, part_squares in parts:
        # Below its first value a slice has nothing, and between two of its values as much as at the lower one.
        n_at_or_below = np.searchsorted(part_values, values, side="right")
        weights_below += np.append(0, part_weights)[n_at_or_below]
        squares += np.append(0, part_squares)[n_at_or_below]
    spread = (squares - weights_below.astype(np.float64) ** 2 / n_blocks) / max(n_blocks - 1, 1)
    return values, weights_below, np.maximum(spread, 0.0) / per_block**2 if n_blocks > 1 else np.zeros(len(values))


def _at_or_below(rows: pl.LazyFrame) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Return the values of a slice and, for each, the weight at or below it: its sum over blocks, and the sum of its squares."""
    sums = rows.group_by("value", "block").agg(pl.col("weight").cast(pl.Int64).sum()).sort("value", "block").collect()
    blocks = np.unique(sums["block"].to_numpy(), return_inverse=True)[1]
    weights = sums["weight"].to_numpy()
    values, starts = np.unique(sums["value"].cast(pl.Float64).to_numpy(), return_index=True)
    ends = [*starts[1:].tolist(), len(weights)]
    weight_of_block = np.zeros(blocks.max(initial=-1) + 1, dtype=np.int64)
    weights_below, squares = np.zeros((2, len(values)), dtype=np.int64)
    for i, (start, end) in enumerate(zip(starts.tolist(), ends, strict=True)):
        weight_of_block[blocks[start:end]] += weights[start:end]
        weights_below[i], squares[i] = weight_of_block.sum(), weight_of_block @ weight_of_block
    return values, weights_below, squares
