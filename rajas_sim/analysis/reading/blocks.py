"""From rows of games to block values to their mean and variance.

Each function returns a small table with the grouping columns and ``mean``, ``variance`` (of one block: ``variance / n`` is that
of the mean) and ``n`` (blocks), which `rajas_sim.analysis.statistics.intervals` turns into estimates. Sums are taken over whole
numbers, or in the order of the blocks: polars adds up floats in whichever order its threads finish, and a last digit that changes
from run to run changes a report.

Where cyclic orders take turns from block to block, means of block values are means over the orders, and their variance is taken
within the orders (`moments_over_orders`). Ratios and totals are taken over all blocks as they come: their variance holds that
between the orders as well, and is a little too large.
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


FEWEST_FOR_EFFECTS = 100
"""With fewer blocks the ratio of two variances is too loose to say what shared luck saves or costs."""

FEWEST_PER_ORDER = 5
"""With fewer blocks of some cyclic order its variance is too loose; that between orders is then left in, which is cautious."""


def moments_over_orders(values: Floats, blocks: NDArray[np.int64], orders: int) -> tuple[Floats, Floats, Floats]:
    """Mean, variance and forecast of block values, where cyclic orders take turns: block b has order b modulo `orders`.

    Orders are balanced, not drawn: each is a stratum of equal weight (Cochran 1977, Sampling Techniques, chapter 5), and how much
    they differ adds nothing to the variance of the mean.

    Parameters
    ----------
    values
        One row a block, one column a value.
    blocks
        The number of the block of each row, ascending.
    orders
        How many orders take turns; 1 for none.

    Returns
    -------
    mean, variance
        One number a column; the variance is that of the mean times the number of blocks. Not-a-number for a single block.
    forecast
        Mean squared error of forecasting each value by the mean of those before it in the same order, as if one half had come
        first. Intervals that hold at every look need it (`rajas_sim.analysis.statistics.sequences`); only for values from 0 to 1.
    """
    n, columns = values.shape
    whole = values.var(axis=0, ddof=1) if n > 1 else np.full(columns, np.nan)
    strata = [values[blocks % orders == order] for order in range(orders)]
    fewest = min(map(len, strata))
    mean = np.mean([stratum.mean(axis=0) for stratum in strata], axis=0) if fewest else values.mean(axis=0)
    forecast = np.sum([_squared_surprises(stratum) for stratum in strata], axis=0) / n
    if orders == 1 or fewest < FEWEST_PER_ORDER:
        return mean, whole, forecast
    within = [stratum.var(axis=0, ddof=1) / len(stratum) for stratum in strata]
    return mean, n / orders**2 * np.sum(within, axis=0), forecast


def covariance_over_orders(values: Floats, orders: int) -> tuple[Floats, Floats]:
    """Mean and covariance matrix of block values, as `moments_over_orders`: one row a block from 0 on, one column a value."""
    n, columns = values.shape
    strata = [values[order::orders] for order in range(orders)]
    mean, *_ = moments_over_orders(values, np.arange(n), orders)
    if n == 1:
        return mean, np.full((columns, columns), np.nan)
    if orders == 1 or min(map(len, strata)) < FEWEST_PER_ORDER:
        return mean, np.cov(values, rowvar=False).reshape(columns, columns)
    within = [np.cov(stratum, rowvar=False).reshape(columns, columns) / len(stratum) for stratum in strata]
    return mean, n / orders**2 * np.sum(within, axis=0)


def _squared_surprises(values: Floats) -> Floats:
    """Sum the squared errors of forecasting each row by the mean of one half and the rows before it."""
    before = np.cumsum(values, axis=0) - values
    errors = values - (before + 0.5) / np.arange(1, len(values) + 1)[:, None]
    total: Floats = (errors**2).sum(axis=0)
    return total


def block_matrix(frame: pl.LazyFrame, columns: Sequence[str]) -> Floats:
    """Block means of several columns: one row a block, in the order of the blocks, one column each."""
    per_block = frame.group_by("block").agg(pl.col(c).cast(pl.Float64).mean().round(DIGITS) for c in columns)
    return per_block.sort("block").select(columns).collect().to_numpy()


def matrix_moments(blocks: Floats, orders: int = 1) -> pl.DataFrame:
    """Mean, variance, forecast and n of each column of a `block_matrix`, one row a column, as `moments_over_orders`."""
    n, columns = blocks.shape
    mean, variance, forecast = moments_over_orders(blocks, np.arange(n), orders)
    return pl.DataFrame({"mean": mean, "variance": variance, "forecast": forecast, "n": np.full(columns, n)})


def block_means(frame: pl.LazyFrame, by: Sequence[str], value: pl.Expr, orders: int = 1) -> pl.DataFrame:
    """Mean, variance and forecast, over blocks, of the block's mean of `value` in each group, as `moments_over_orders`.

    Every group is expected in every block (positions, strategies); a group a block lacks is left out there, not zero.
    """
    mean = value.cast(pl.Float64).mean().round(DIGITS).alias("value")
    per_block = frame.group_by(*by, "block").agg(mean).sort(*by, "block").collect()
    groups = per_block.group_by(*by, maintain_order=True).agg(pl.len().cast(pl.Int64).alias("n"))
    ends = np.cumsum(groups["n"].to_numpy())[:-1]
    values, blocks = (np.split(per_block[column].to_numpy(), ends)[: len(groups)] for column in ("value", "block"))
    moments = [moments_over_orders(of_group[:, None], b, orders) for of_group, b in zip(values, blocks, strict=True)]
    columns = zip(("mean", "variance", "forecast"), np.reshape(moments, (-1, 3)).T, strict=True)
    return groups.select(*by, *(pl.Series(name, values) for name, values in columns), "n")


def block_totals(frame: pl.LazyFrame, by: Sequence[str], *, n_blocks: int, divisor: int) -> pl.DataFrame:
    """Mean and variance, over all blocks, of a block's number of rows in each group, divided by `divisor`.

    A block without a row in a group counts as zero there. With the number of games in a block as divisor the
    value is "rows per game".
    """
    counts = frame.group_by(*by, "block").agg(pl.len().cast(pl.Int64).alias("count"))
    return count_moments(counts, by, n_blocks=n_blocks, divisor=divisor)


def count_moments(counts: pl.LazyFrame, by: Sequence[str], *, n_blocks: int, divisor: int) -> pl.DataFrame:
    """Mean and variance, over all blocks, of ``count / divisor``; a block without a row counts as zero."""
    count = pl.col("count")
    # Whole numbers are added up, but not squared: the square of billions does not fit into them.
    squares = (count * count).sum().cast(pl.Float64) - count.sum().cast(pl.Float64) ** 2 / n_blocks
    return (
        counts.group_by(*by)
        .agg(
            (count.sum() / (n_blocks * divisor)).alias("mean"),
            (squares / (max(n_blocks - 1, 1) * divisor**2)).alias("variance"),
            pl.lit(n_blocks).alias("n"),
        )
        .sort(*by)
        .collect()
    )


def known_totals(
    frame: pl.LazyFrame, column: str, known: Sequence[str], *, n_blocks: int, divisor: int
) -> tuple[pl.DataFrame, set[str]]:
    """Return `block_totals` for each known word of a column, zero where it never occurs, and the words that occur."""
    seen = block_totals(frame.with_columns(pl.col(column).cast(pl.String)), [column], n_blocks=n_blocks, divisor=divisor)
    rows = pl.DataFrame({column: known}, schema={column: pl.String}).join(seen, on=column, how="left", maintain_order="left")
    filled = rows.with_columns(pl.col("mean", "variance").fill_null(0.0), pl.col("n").fill_null(n_blocks))
    return filled, set(seen[column])


def block_ratios(frame: pl.LazyFrame, by: Sequence[str], values: Sequence[str], weight: str) -> pl.DataFrame:
    """Ratio of two block totals, ``sum of value / sum of weight``, for several values at once.

    For means over a number of rows that differs from block to block (the games that reached round 9), where a mean of block means
    would be biased. The variance is that of the linearised ratio (Cochran 1977, Sampling Techniques, chapter 6), scaled so that
    ``variance / n`` is the variance of the estimate. Needs some dozens of blocks.

    Parameters
    ----------
    frame
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
    w = pl.col(weight).cast(pl.Float64)
    n = w.gt(0).sum().cast(pl.Int64)
    columns = [n.alias("n"), w.sum().alias("weight")]
    for name in values:
        v = pl.col(name).cast(pl.Float64)
        ratio = v.sum() / w.sum()
        # The sum of (v - ratio w) squared, taken apart so that only whole numbers are added up.
        squares = (v * v).sum() - 2.0 * ratio * (v * w).sum() + ratio**2 * (w * w).sum()
        variance = squares.clip(0.0) / (w.sum() / n) ** 2 / (n - 1).clip(1)
        columns += [ratio.alias(f"{name}.mean"), variance.alias(f"{name}.variance")]
    return frame.group_by(*by).agg(*columns).sort(*by).collect()


def win_parts() -> pl.Expr:
    """Win shares as whole numbers, of which `SHARE_PARTS` are one win."""
    return (pl.col("win_share") * SHARE_PARTS).round().cast(pl.Int64).alias("parts")


def win_ratios(seats: pl.LazyFrame, by: Sequence[str]) -> pl.DataFrame:
    """Part of a win that the seats of each group got, as `block_ratios` with the columns mean, variance and n.

    `seats` has one row a seat, with the column ``parts`` of `win_parts`.
    """
    totals = seats.group_by(*by, "block").agg(pl.col("parts").sum(), (pl.len() * SHARE_PARTS).cast(pl.Int64).alias("whole"))
    ratios = block_ratios(totals, by, ["parts"], "whole")
    return pl.concat([ratios.select(by), one_value(ratios, "parts")], how="horizontal")


def games_reaching(games: pl.LazyFrame) -> pl.LazyFrame:
    """Count, for each block and round, the games that reached the round."""
    each = games.select("block", pl.int_ranges(1, pl.col("rounds").cast(pl.Int64) + 1).alias("round")).explode("round")
    return each.group_by("block", pl.col("round").cast(pl.UInt16)).agg(pl.len().alias("games"))


def n_games_reaching(games: pl.LazyFrame) -> dict[int, int]:
    """Count the games of all blocks that reached each round."""
    rounds = games_reaching(games).group_by("round").agg(pl.col("games").sum()).sort("round")
    return dict(rounds.collect().iter_rows())


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
