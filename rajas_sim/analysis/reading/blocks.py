"""From rows of games to block values to their mean and variance.

Each function returns a small table with the grouping columns and ``mean``, ``variance`` (of one block: ``variance / n`` is that
of the mean) and ``n`` (blocks), which `rajas_sim.analysis.statistics.intervals` turns into estimates. Sums are taken over whole
numbers, or in the order of the blocks. Polars adds up floats in the order in which its threads finish, so the last digit would
change from run to run.

Where `n_orders` cyclic orders take turns from block to block, means of block values are means over the orders, and their variance
is taken within the orders (`moments_over_orders`). Ratios and totals are taken over all blocks as they come: their variance holds
that between the orders as well, and is a little too large.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.reading.moments import FEWEST_PER_ORDER, BlockMoments
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_estimates, share_estimates
from rajas_sim.analysis.statistics.paired import PairedMoments

DIGITS = 12
"""Block values are rounded to this many digits, so that the order in which a few shares of 1/3 are added does not matter."""

SHARE_PARTS = 60
"""Win shares are whole multiples of 1/60 with up to six players, so that their sums can be taken over whole numbers."""

STEPS = 2520
"""Standings are added up as whole numbers of this part of a step. They go in whole steps or in parts of one, halves to tenths as
on the money track; 2520 is a multiple of all."""

FEWEST_FOR_EFFECTS = 100
"""With fewer blocks the ratio of two variances is too uncertain to say what shared luck saves or costs."""


def moments_over_orders(values: Floats, blocks: NDArray[np.int64], n_orders: int) -> tuple[Floats, Floats]:
    """Return mean and variance of block values, where cyclic orders take turns: block b has order b modulo `n_orders`.

    Orders are balanced, not drawn: each is a stratum of equal weight (Cochran 1977, Sampling Techniques, chapter 5), and how much
    they differ adds nothing to the variance of the mean.

    Parameters
    ----------
    values
        One row per block, one column per value.
    blocks
        The number of the block of each row, ascending.
    n_orders
        How many orders take turns; 1 for none.

    Returns
    -------
    mean, variance
        One number per column; the variance is that of the mean times the number of blocks. Not-a-number for a single block.
    """
    strata = _strata(values, blocks, n_orders)
    mean = np.mean([stratum.mean(axis=0) for stratum in strata], axis=0)
    if len(values) == 1:
        return mean, np.full(values.shape[1], np.nan)
    return mean, _variance_within_strata(strata, values, lambda rows: rows.var(axis=0, ddof=1))


def covariance_over_orders(values: Floats, n_orders: int) -> tuple[Floats, Floats]:
    """Return means and covariance matrix of block values, as in `moments_over_orders`; rows are blocks from 0 on."""
    n, n_columns = values.shape
    mean, _ = moments_over_orders(values, np.arange(n), n_orders)
    if n == 1:
        return mean, np.full((n_columns, n_columns), np.nan)
    strata = _strata(values, np.arange(n), n_orders)
    return mean, _variance_within_strata(strata, values, lambda rows: np.cov(rows, rowvar=False).reshape(n_columns, n_columns))


def _strata(values: Floats, blocks: NDArray[np.int64], n_orders: int) -> list[Floats]:
    """Return the rows of each cyclic order; if some order has no block, all rows together."""
    strata = [values[blocks % n_orders == order] for order in range(n_orders)]
    return strata if min(map(len, strata)) else [values]


def _variance_within_strata(strata: Sequence[Floats], values: Floats, variance_of: Callable[[Floats], Floats]) -> Floats:
    """Return n times the variance of the stratified mean of n rows; if a stratum has too few rows, the variance of all rows.

    `variance_of` computes the variance, or the covariance matrix, of the columns of some rows.
    """
    if len(strata) == 1 or min(map(len, strata)) < FEWEST_PER_ORDER:
        return variance_of(values)
    variance: Floats = (
        len(values) / len(strata) ** 2 * np.sum([variance_of(stratum) / len(stratum) for stratum in strata], axis=0)
    )
    return variance


Slices = Sequence[pl.LazyFrame]
"""Rows in slices of whole blocks, in the order of the blocks (`rajas_sim.analysis.reading.run.Run.slices`)."""


def collect_slices(slices: Slices) -> pl.DataFrame:
    """Collect the rows of all slices, one slice after another; each should hold few rows a block."""
    return pl.concat([rows.collect() for rows in slices])


def column_moments(slices: Slices, columns: Sequence[str], n_orders: int = 1) -> pl.DataFrame:
    """Return mean, variance and n, over blocks, of the block means of several columns, one row per column."""
    means = [pl.col(c).cast(pl.Float64).mean().round(DIGITS) for c in columns]
    moments = BlockMoments(n_orders)
    for rows in slices:
        values = rows.group_by("block").agg(means).sort("block").collect()
        moments.add(values.select(columns).to_numpy(), values["block"].to_numpy())
    return moments.table().select("mean", "variance", "n")


def matrix_moments(block_values: Floats, n_orders: int = 1) -> pl.DataFrame:
    """Return mean, variance, spread and n of each column of block values, as in `moments_over_orders`; blocks count from 0.

    The spread is the mean squared deviation over all blocks, including what differs between orders.
    """
    n, n_columns = block_values.shape
    mean, variance = moments_over_orders(block_values, np.arange(n), n_orders)
    return pl.DataFrame({"mean": mean, "variance": variance, "spread": block_values.var(axis=0), "n": np.full(n_columns, n)})


def paired_moments(differences: Floats, n_orders: int = 1, blocks: NDArray[np.int64] | None = None) -> PairedMoments:
    """Return moments of paired block differences; mean and variance as in `moments_over_orders`, blocks from 0 on if left out."""
    block_numbers = np.arange(len(differences)) if blocks is None else blocks
    return PairedMoments.of(differences, *moments_over_orders(differences, block_numbers, n_orders))


def block_means(slices: Slices, by: Sequence[str], value: pl.Expr, n_orders: int = 1) -> pl.DataFrame:
    """Return mean, variance, spread and n, over blocks, of each block's mean of `value` in each group, as in `matrix_moments`.

    Each group is estimated from the blocks that have rows of it; a block without such rows does not count as zero.
    """
    mean = value.cast(pl.Float64).mean().round(DIGITS).alias("value")
    moments_by_group: dict[tuple[object, ...], BlockMoments] = {}
    for rows in slices:
        per_block = rows.group_by(*by, "block").agg(mean).sort(*by, "block").collect()
        for group, group_rows in per_block.partition_by(by, as_dict=True).items():
            moments_by_group.setdefault(group, BlockMoments(n_orders)).add(
                group_rows.select("value").to_numpy(), group_rows["block"].to_numpy()
            )
    group_columns = pl.DataFrame(list(moments_by_group), schema={name: per_block.schema[name] for name in by}, orient="row")
    moments_columns = pl.concat([moments.table() for moments in moments_by_group.values()])
    return pl.concat([group_columns, moments_columns], how="horizontal").sort(*by)


def block_totals(slices: Slices, by: Sequence[str], *, n_blocks: int, divisor: int) -> pl.DataFrame:
    """Return mean and variance, over all blocks, of a block's number of rows in each group, divided by `divisor`.

    A block without a row in a group counts as zero there. With the number of games in a block as divisor the
    value is "rows per game".
    """
    counts = [rows.group_by(*by, "block").agg(pl.len().cast(pl.Int64).alias("count")) for rows in slices]
    return count_moments(counts, by, n_blocks=n_blocks, divisor=divisor)


def count_moments(counts: Slices, by: Sequence[str], *, n_blocks: int, divisor: float) -> pl.DataFrame:
    """Return mean and variance, over all blocks, of ``count / divisor``; a block without a row counts as zero.

    `counts` has one row per block and group.
    """
    count = pl.col("count")
    sums = collect_slices([rows.group_by(*by).agg(count.sum(), (count * count).sum().alias("squares")) for rows in counts])
    # Whole numbers are added up, but not squared: the square of billions does not fit into them.
    squared_deviations = pl.col("squares").sum().cast(pl.Float64) - count.sum().cast(pl.Float64) ** 2 / n_blocks
    return (
        sums.group_by(*by)
        .agg(
            (count.sum() / (n_blocks * divisor)).alias("mean"),
            (squared_deviations / (max(n_blocks - 1, 1) * divisor**2)).alias("variance"),
            pl.lit(n_blocks).alias("n"),
        )
        .sort(*by)
    )


def known_totals(
    slices: Slices, column: str, known_words: Sequence[str], *, n_blocks: int, divisor: int
) -> tuple[pl.DataFrame, set[str]]:
    """Return `block_totals` for each known word of a column, zero if it never occurs, and the words that occur."""
    totals_of_seen = block_totals(slices, [column], n_blocks=n_blocks, divisor=divisor).with_columns(
        pl.col(column).cast(pl.String)
    )
    rows = pl.DataFrame({column: known_words}, schema={column: pl.String}).join(
        totals_of_seen, on=column, how="left", maintain_order="left"
    )
    filled = rows.with_columns(pl.col("mean", "variance").fill_null(0.0), pl.col("n").fill_null(n_blocks))
    return filled, set(totals_of_seen[column])


def block_ratios(slices: Slices, by: Sequence[str], values: Sequence[str], weight: str) -> pl.DataFrame:
    """Return the ratio of two block totals, ``sum of value / sum of weight``, for several values at once.

    For means over a number of rows that differs from block to block (the games that reached round 9), where a mean of block means
    would be biased. The variance is that of the linearised ratio (Cochran 1977, Sampling Techniques, chapter 6), scaled so that
    ``variance / n`` is the variance of the estimate. Needs some dozens of blocks.

    Parameters
    ----------
    slices
        One row per block and group, with the totals of each value and of the weight (whole numbers).
    by
        Grouping columns.
    values
        Columns with the totals to divide.
    weight
        Column with the total to divide by.

    Returns
    -------
    DataFrame
        `by`, ``n`` (blocks with any weight), ``weight`` (its sum), and ``<value>.mean``, ``<value>.variance`` per value.
    """
    return ratios_of([ratio_sums(rows, by, values, weight).collect() for rows in slices], by, values)


def ratio_sums(rows: pl.LazyFrame, by: Sequence[str], values: Sequence[str], weight: str) -> pl.LazyFrame:
    """Add up over the blocks of one slice, by group, what `ratios_of` needs; parameters as in `block_ratios`."""
    weights = pl.col(weight).cast(pl.Float64)
    sums = [
        weights.gt(0).sum().cast(pl.Int64).alias("n"),
        weights.sum().alias("weight"),
        (weights * weights).sum().alias("weight.squares"),
    ]
    for name in values:
        totals = pl.col(name).cast(pl.Float64)
        sums += [
            totals.sum().alias(name),
            (totals * totals).sum().alias(f"{name}.squares"),
            (totals * weights).sum().alias(f"{name}.products"),
        ]
    return rows.group_by(*by).agg(sums)


def ratios_of(sums: Sequence[pl.DataFrame], by: Sequence[str], values: Sequence[str]) -> pl.DataFrame:
    """Combine the `ratio_sums` of all slices; returns what `block_ratios` does."""
    n, weight = pl.col("n"), pl.col("weight")
    columns = []
    for name in values:
        ratio = pl.col(name) / weight
        # The sum of (value - ratio * weight) squared, taken apart so that only whole numbers are added up.
        squared_residuals = (
            pl.col(f"{name}.squares") - 2.0 * ratio * pl.col(f"{name}.products") + ratio**2 * pl.col("weight.squares")
        )
        variance = squared_residuals.clip(0.0) / (weight / n) ** 2 / (n - 1).clip(1)
        columns += [ratio.alias(f"{name}.mean"), variance.alias(f"{name}.variance")]
    totals = pl.concat(sums).group_by(*by).agg(pl.all().sum()).sort(*by)
    return totals.select(*by, "n", "weight", *columns)


def win_parts() -> pl.Expr:
    """Return win shares as whole numbers; `SHARE_PARTS` of them make one win."""
    return (pl.col("win_share") * SHARE_PARTS).round().cast(pl.Int64).alias("parts")


def win_ratios(slices: Slices, by: Sequence[str]) -> pl.DataFrame:
    """Return the mean win share of the seats of each group, from `block_ratios`, with the columns mean, variance and n.

    `slices` have one row per seat, with the column ``parts`` of `win_parts`.
    """
    totals = [pl.col("parts").sum(), (pl.len() * SHARE_PARTS).cast(pl.Int64).alias("whole")]
    ratios = block_ratios([rows.group_by(*by, "block").agg(totals) for rows in slices], by, ["parts"], "whole")
    return pl.concat([ratios.select(by), ratio_moments(ratios, "parts")], how="horizontal")


def games_reaching(games: pl.LazyFrame) -> pl.LazyFrame:
    """Count the games that reached a round (column ``games``), for each block and round."""
    rounds_of_games = games.select("block", pl.int_ranges(1, pl.col("rounds").cast(pl.Int64) + 1).alias("round")).explode("round")
    return rounds_of_games.group_by("block", pl.col("round").cast(pl.UInt16)).agg(pl.len().alias("games"))


def n_games_reaching(games: Slices) -> dict[int, int]:
    """Return how many games of all blocks reached each round, by round."""
    lengths = value_counts(games, "rounds")
    rounds, counts = lengths["rounds"].to_numpy(), lengths["count"].to_numpy()
    return {r: int(counts[rounds >= r].sum()) for r in range(1, rounds.max(initial=0) + 1)}


def value_counts(slices: Slices, column: str, by: Sequence[str] = ()) -> pl.DataFrame:
    """Count the rows with each value of a column, within each group, in increasing order of groups and values."""
    counts = collect_slices([rows.group_by(*by, column).agg(pl.len().cast(pl.Int64).alias("count")) for rows in slices])
    return counts.group_by(*by, column).agg(pl.col("count").sum()).sort(*by, column)


def exact_sum(column: str) -> pl.Expr:
    """Sum a column such as fame or overlap exactly, so that the order of the rows does not matter."""
    return ((pl.col(column).cast(pl.Float64) * STEPS).round().cast(pl.Int64).sum() / STEPS).alias(column)


@dataclass(frozen=True, slots=True)
class RatioSums:
    """Sums from which ratios of block totals are computed, for several columns at once: one number per column each.

    Attributes
    ----------
    n
        Number of blocks.
    values, squares, products
        Sums of the values, of their squares, and of value times weight.
    weights, weight_squares
        Sums of the weights and of their squares.
    """

    n: int
    values: Floats
    squares: Floats
    products: Floats
    weights: float
    weight_squares: float

    @classmethod
    def of(cls, values: Floats, weights: Floats) -> RatioSums:
        """Add up one row of values a block, and one weight a block."""
        squares, products = (values * values).sum(axis=0), (values * weights[:, None]).sum(axis=0)
        return cls(len(weights), values.sum(axis=0), squares, products, float(weights.sum()), float((weights * weights).sum()))

    def __add__(self, other: RatioSums) -> RatioSums:
        return RatioSums(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def moments(self) -> pl.DataFrame:
        """Return mean, variance and n of each column's ratio to the weights (0 if all are 0), one row per column.

        ``variance / n`` is the variance of the ratio; it is not-a-number for a single block.
        """
        total_weight = self.weights or 1.0
        ratios = self.values / total_weight
        squared_residuals = self.squares - 2.0 * ratios * self.products + ratios**2 * self.weight_squares
        scaled_residuals = squared_residuals.clip(0.0) / (total_weight / self.n) ** 2
        variance = scaled_residuals / (self.n - 1) if self.n > 1 else np.full(len(ratios), np.nan)
        return pl.DataFrame({"mean": ratios, "variance": variance, "n": np.full(len(ratios), self.n)})


class BlockRatios:
    """Sums of values and of their weights by name; a name's ratio is the weighted mean of all rows added under it.

    Rows of a block may depend on each other; blocks do not. The variance is that of the linearised ratio, over the blocks that
    have any weight under the name (`block_ratios`). Values are added up in the order of the rows, so that the same run gives the
    same digits.
    """

    def __init__(self) -> None:
        self._sums: dict[str, RatioSums] = {}
        self._added_variances: dict[str, float] = {}

    def set_added_variance(self, name: str, variance: float) -> None:
        """Set a variance to add to that of a mean: what blocks do not show, such as the error of the model behind its values."""
        self._added_variances[name] = variance

    def add(self, name: str, block: NDArray[np.integer] | int, values: Floats, weights: Floats | None = None) -> None:
        """Add rows: the block of each (ascending) or one block for all, their values, and their weights (1 if left out)."""
        row_weights = np.ones(len(values)) if weights is None else weights
        _, block_index = np.unique(np.broadcast_to(block, len(values)), return_inverse=True)
        total_values, total_weights = (
            np.bincount(block_index, numbers).astype(np.float64) for numbers in (values * row_weights, row_weights)
        )
        has_weight = total_weights > 0
        if has_weight.any():
            added = RatioSums.of(total_values[has_weight, None], total_weights[has_weight])
            self._sums[name] = self._sums[name] + added if name in self._sums else added

    def __contains__(self, name: str) -> bool:
        return name in self._sums

    def suffixes_of(self, prefix: str) -> list[str]:
        """Return what follows a prefix in the names that begin with it, in the order in which they were first added."""
        return [name.removeprefix(prefix) for name in self._sums if name.startswith(prefix)]

    def weight(self, name: str) -> float:
        """Return the sum of the weights under a name; 0 if nothing was added."""
        return self._sums[name].weights if name in self._sums else 0.0

    def moments(self, names: Sequence[str]) -> pl.DataFrame:
        """Return mean, variance (of one block: ``variance / n`` is that of the mean) and n of each name, one row per name."""
        added_variance = pl.Series([self._added_variances.get(name, 0.0) for name in names], dtype=pl.Float64)
        moments = pl.concat([self._sums[name].moments() for name in names])
        return moments.with_columns(pl.col("variance") + pl.col("n") * added_variance)

    def mean(self, name: str, level: float, *, least: float = -math.inf) -> Estimate:
        """Estimate the ratio of one name with the interval of `mean_estimates`."""
        return mean_estimates([name], self.moments([name]), level=level, least=least)[0]

    def share(self, name: str, level: float) -> Estimate:
        """Estimate the ratio of one name, a share, with the interval of `share_estimates`."""
        return share_estimates([name], self.moments([name]), level=level)[0]

    @property
    def names(self) -> list[str]:
        """All names, in the order in which they were first added."""
        return [*self._sums]


def ratio_moments(moments: pl.DataFrame, name: str) -> pl.DataFrame:
    """Pick one value of a `block_ratios` table as plain mean, variance and n."""
    return moments.select(pl.col(f"{name}.mean").alias("mean"), pl.col(f"{name}.variance").alias("variance"), pl.col("n"))
