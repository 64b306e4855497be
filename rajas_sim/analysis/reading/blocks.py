"""From rows of games to block values to their mean and variance.

Each function returns a small table with the grouping columns and ``mean``, ``variance`` (divisor n - 1) and ``n`` (blocks), which
`rajas_sim.analysis.statistics.intervals` turns into estimates. Sums are taken over whole numbers, or in the order of the blocks:
polars adds up floats in whichever order its threads finish, and a last digit that changes from run to run changes a report.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.statistics.intervals import Floats

DIGITS = 12
"""Block values are rounded to so many digits, so that the order in which a few shares of 1/3 are added does not matter."""

SHARE_PARTS = 60
"""Win shares are whole multiples of 1/60 with up to six players, so that their sums can be taken over whole numbers."""

STEPS = 2520
"""Standings go in whole steps or in parts of one, halves to tenths as the money track goes (2520 is a multiple of all): so many
parts of a step are added up as whole numbers."""


Slices = Sequence[pl.LazyFrame]
"""Rows in slices of whole blocks, in the order of the blocks (`rajas_sim.analysis.reading.run.Run.slices`)."""


def gathered(slices: Slices) -> pl.DataFrame:
    """Collect the rows of all slices, one slice after another; each should hold few rows a block."""
    return pl.concat([part.collect() for part in slices])


def block_matrix(slices: Slices, columns: Sequence[str]) -> Floats:
    """Block means of several columns: one row a block, in the order of the blocks, one column each."""
    means = [pl.col(c).cast(pl.Float64).mean().round(DIGITS) for c in columns]
    return gathered([rows.group_by("block").agg(means).sort("block").select(columns) for rows in slices]).to_numpy()


def matrix_moments(blocks: Floats) -> pl.DataFrame:
    """Mean, variance and n of each column of a `block_matrix`, one row a column."""
    n, columns = blocks.shape
    variance = blocks.var(axis=0, ddof=1) if n > 1 else np.full(columns, np.nan)
    return pl.DataFrame({"mean": blocks.mean(axis=0), "variance": variance, "n": np.full(columns, n)})


def block_means(slices: Slices, by: Sequence[str], value: pl.Expr) -> pl.DataFrame:
    """Mean and variance, over blocks, of the block's mean of `value` within each group.

    Every group is expected in every block (positions, strategies); a group a block lacks is left out there, not zero.
    """
    mean = value.cast(pl.Float64).mean().round(DIGITS).alias("value")
    per_block = gathered([rows.group_by(*by, "block").agg(mean) for rows in slices]).sort(*by, "block")
    groups = per_block.group_by(*by, maintain_order=True).agg(pl.len().cast(pl.Int64).alias("n"))
    n = groups["n"].to_numpy()
    values = per_block["value"].to_numpy()
    means = _sums(values, n) / n
    squares = _sums((values - np.repeat(means, n)) ** 2, n)
    variances = np.where(n > 1, squares / np.maximum(n - 1, 1), np.nan)
    return groups.select(*by, pl.Series("mean", means), pl.Series("variance", variances), "n")


def block_totals(slices: Slices, by: Sequence[str], *, n_blocks: int, divisor: int) -> pl.DataFrame:
    """Mean and variance, over all blocks, of a block's number of rows in each group, divided by `divisor`.

    A block without a row in a group counts as zero there. With the number of games in a block as divisor the
    value is "rows per game".
    """
    counts = [rows.group_by(*by, "block").agg(pl.len().cast(pl.Int64).alias("count")) for rows in slices]
    return count_moments(counts, by, n_blocks=n_blocks, divisor=divisor)


def count_moments(counts: Slices, by: Sequence[str], *, n_blocks: int, divisor: int) -> pl.DataFrame:
    """Mean and variance, over all blocks, of ``count / divisor``; a block without a row counts as zero.

    `counts` has one row a block and group.
    """
    count = pl.col("count")
    sums = gathered([rows.group_by(*by).agg(count.sum(), (count * count).sum().alias("squares")) for rows in counts])
    # Whole numbers are added up, but not squared: the square of billions does not fit into them.
    squares = pl.col("squares").sum().cast(pl.Float64) - count.sum().cast(pl.Float64) ** 2 / n_blocks
    return (
        sums.group_by(*by)
        .agg(
            (count.sum() / (n_blocks * divisor)).alias("mean"),
            (squares / (max(n_blocks - 1, 1) * divisor**2)).alias("variance"),
            pl.lit(n_blocks).alias("n"),
        )
        .sort(*by)
    )


def known_totals(
    slices: Slices, column: str, known: Sequence[str], *, n_blocks: int, divisor: int
) -> tuple[pl.DataFrame, set[str]]:
    """Return `block_totals` for each known word of a column, zero where it never occurs, and the words that occur."""
    seen = block_totals(slices, [column], n_blocks=n_blocks, divisor=divisor).with_columns(pl.col(column).cast(pl.String))
    rows = pl.DataFrame({column: known}, schema={column: pl.String}).join(seen, on=column, how="left", maintain_order="left")
    filled = rows.with_columns(pl.col("mean", "variance").fill_null(0.0), pl.col("n").fill_null(n_blocks))
    return filled, set(seen[column])


def block_ratios(slices: Slices, by: Sequence[str], values: Sequence[str], weight: str) -> pl.DataFrame:
    """Ratio of two block totals, ``sum of value / sum of weight``, for several values at once.

    For means over a number of rows that differs from block to block (the games that reached round 9), where a mean of block means
    would be biased. The variance is that of the linearised ratio (Cochran 1977, Sampling Techniques, chapter 6), scaled so that
    ``variance / n`` is the variance of the estimate. Needs some dozens of blocks.

    Parameters
    ----------
    slices
        One row a block and group, with the totals of each value and of the weight (whole numbers).
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
    """Add up what `ratios_of` needs of the blocks of one slice; parameters as in `block_ratios`."""
    w = pl.col(weight).cast(pl.Float64)
    sums = [w.gt(0).sum().cast(pl.Int64).alias("n"), w.sum().alias("weight"), (w * w).sum().alias("weight.squares")]
    for name in values:
        v = pl.col(name).cast(pl.Float64)
        sums += [v.sum().alias(name), (v * v).sum().alias(f"{name}.squares"), (v * w).sum().alias(f"{name}.products")]
    return rows.group_by(*by).agg(sums)


def ratios_of(sums: Sequence[pl.DataFrame], by: Sequence[str], values: Sequence[str]) -> pl.DataFrame:
    """Put the `ratio_sums` of all slices together; returns what `block_ratios` does."""
    n, weight = pl.col("n"), pl.col("weight")
    columns = []
    for name in values:
        ratio = pl.col(name) / weight
        # The sum of (v - ratio w) squared, taken apart so that only whole numbers are added up.
        squares = pl.col(f"{name}.squares") - 2.0 * ratio * pl.col(f"{name}.products") + ratio**2 * pl.col("weight.squares")
        variance = squares.clip(0.0) / (weight / n) ** 2 / (n - 1).clip(1)
        columns += [ratio.alias(f"{name}.mean"), variance.alias(f"{name}.variance")]
    whole = pl.concat(sums).group_by(*by).agg(pl.all().sum()).sort(*by)
    return whole.select(*by, "n", "weight", *columns)


def win_parts() -> pl.Expr:
    """Win shares as whole numbers, of which `SHARE_PARTS` are one win."""
    return (pl.col("win_share") * SHARE_PARTS).round().cast(pl.Int64).alias("parts")


def win_ratios(slices: Slices, by: Sequence[str]) -> pl.DataFrame:
    """Part of a win that the seats of each group got, as `block_ratios` with the columns mean, variance and n.

    `slices` have one row a seat, with the column ``parts`` of `win_parts`.
    """
    totals = [pl.col("parts").sum(), (pl.len() * SHARE_PARTS).cast(pl.Int64).alias("whole")]
    ratios = block_ratios([rows.group_by(*by, "block").agg(totals) for rows in slices], by, ["parts"], "whole")
    return pl.concat([ratios.select(by), one_value(ratios, "parts")], how="horizontal")


def games_reaching(games: pl.LazyFrame) -> pl.LazyFrame:
    """Count, for each block and round, the games that reached the round."""
    each = games.select("block", pl.int_ranges(1, pl.col("rounds").cast(pl.Int64) + 1).alias("round")).explode("round")
    return each.group_by("block", pl.col("round").cast(pl.UInt16)).agg(pl.len().alias("games"))


def n_games_reaching(games: Slices) -> dict[int, int]:
    """Count the games of all blocks that reached each round."""
    lengths = value_counts(games, "rounds")
    rounds, counts = lengths["rounds"].to_numpy(), lengths["count"].to_numpy()
    return {r: int(counts[rounds >= r].sum()) for r in range(1, rounds.max(initial=0) + 1)}


def value_counts(slices: Slices, column: str, by: Sequence[str] = ()) -> pl.DataFrame:
    """Count the rows with each value of a column, within each group, in increasing order of groups and values."""
    counts = gathered([rows.group_by(*by, column).agg(pl.len().cast(pl.Int64).alias("count")) for rows in slices])
    return counts.group_by(*by, column).agg(pl.col("count").sum()).sort(*by, column)


def exact_sum(column: str) -> pl.Expr:
    """Sum standings, whole or in parts, exactly, so that the order of the sum does not matter."""
    return ((pl.col(column).cast(pl.Float64) * STEPS).round().cast(pl.Int64).sum() / STEPS).alias(column)


def matrix_ratios(values: Floats, weights: Floats) -> pl.DataFrame:
    """Ratio of block totals of each column to those of one weight, as in `block_ratios`, one row a column.

    `values` has one row a block, in the order of the blocks, and `weights` one number a block. Where all weights are 0, so are
    the ratios.
    """
    n, whole = len(weights), float(weights.sum())
    ratios = values.sum(axis=0) / (whole or 1.0)
    away = values - weights[:, None] * ratios
    squares = (away * away).sum(axis=0) / ((whole or 1.0) / n) ** 2
    variance = squares / (n - 1) if n > 1 else np.full(len(ratios), np.nan)
    return pl.DataFrame({"mean": ratios, "variance": variance, "n": np.full(len(ratios), n)})


def one_value(moments: pl.DataFrame, name: str) -> pl.DataFrame:
    """Pick one value of a `block_ratios` table as plain mean, variance and n."""
    return moments.select(pl.col(f"{name}.mean").alias("mean"), pl.col(f"{name}.variance").alias("variance"), pl.col("n"))


def _sums(values: Floats, sizes: NDArray[np.int64]) -> Floats:
    """Sum consecutive groups of the given sizes."""
    return np.add.reduceat(values, np.cumsum(sizes) - sizes)
