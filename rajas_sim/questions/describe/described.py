"""Means, shares and percentiles of the numbers in the tables of a run, by the values of other columns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from rajas_sim.analysis.formatting import listed
from rajas_sim.analysis.reading.blocks import BlockRatios
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import mean_estimates, share_estimates
from rajas_sim.analysis.statistics.quantiles import percentiles
from rajas_sim.core.errors import InputError
from rajas_sim.questions.describe.rows import can_be_never, column_types, joined_rows
from rajas_sim.questions.describe.wanted import Condition, Wanted

PERCENTS = (10, 50, 90)
MOST_GROUPS = 100
"""A table with more rows is one that nobody reads."""

Values = tuple[Any, ...]
"""Values of the columns that rows are grouped by."""


@dataclass(frozen=True, slots=True)
class GroupOfRows:
    """Results for the rows with the same values.

    Attributes
    ----------
    mean
        Mean of the number in these rows, or its share.
    percentiles
        Percentiles `PERCENTS`; empty for a share.
    """

    values: Values
    n_rows: int
    mean: Estimate
    percentiles: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Described(Result):
    """One number, described for each group of rows.

    Attributes
    ----------
    column, condition
        The column. For a condition, also the condition; for a word, the condition that the column holds this word.
    is_share
        Whether means are shares: for conditions, and for numbers other than counts that all lie between 0 and 1.
    n_rows_without
        How many rows do not have the number: a seat that never got a worker has no round in which it got one.
    """

    column: str
    condition: Condition | None
    is_share: bool
    groups: tuple[GroupOfRows, ...]
    n_rows_without: int = 0

    @property
    def extreme_groups(self) -> tuple[GroupOfRows, GroupOfRows] | None:
        """The two groups that surely differ most, the lower one first; None if no two groups differ.

        Groups by several columns are compared only if they differ in the last column alone, so that nothing else tells them
        apart. Intervals of all groups hold together, so two intervals that do not meet show a difference.
        """
        comparable: dict[Values, list[GroupOfRows]] = {}
        for group in self.groups:
            if group.mean.has_interval:
                comparable.setdefault(group.values[:-1], []).append(group)
        pairs = [
            (min(groups, key=lambda group: group.mean.high), max(groups, key=lambda group: group.mean.low))
            for groups in comparable.values()
        ]
        apart = [(low, high) for low, high in pairs if low.mean.high < high.mean.low]
        return max(apart, key=lambda pair: pair[1].mean.low - pair[0].mean.high, default=None)


def describe(run: Run, wanted: Wanted, players: int | None = None) -> tuple[Described, ...]:
    """Describe each number for each number of players, or for one number of players.

    Means and shares are ratios of block totals with linearised variance; their intervals hold together over the groups of one
    number. Each percentile has an interval by itself.

    Raises
    ------
    InputError
        If no game had this number of players, no row is left, or there are too many groups.
    """
    if players is not None and players not in run.players:
        raise InputError(f"--players {players}: this run has games of {listed(list(map(str, run.players)))} players")
    all_players = run.players if players is None else (players,)
    described = tuple(entry for k in all_players if run.has_table(wanted.table, k) for entry in _descriptions(run, wanted, k))
    if not described:
        raise InputError(f"no row of the table {wanted.table} has {listed(list(map(str, wanted.conditions)))}")
    return described


def _descriptions(run: Run, wanted: Wanted, players: int) -> Iterator[Described]:
    """Yield the descriptions with one number of players; nothing if no row is left. Too many groups are an `InputError`."""
    types = column_types(run, wanted.table)
    columns = list(dict.fromkeys(("block", *wanted.columns)))
    frame = joined_rows(run, wanted.table, players, columns, wanted.arm)
    for condition in wanted.conditions:
        frame = frame.filter(condition.expression(types[condition.column]))
    groups: dict[Values, pl.DataFrame] = (
        frame.partition_by(wanted.by, as_dict=True, maintain_order=True) if wanted.by else {(): frame}
    )
    if len(groups) > MOST_GROUPS:
        by = " ".join(f"--by {column}" for column in wanted.by)
        raise InputError(f"{by}: {len(groups):,} rows for {players} players; at most {MOST_GROUPS} are shown. --where picks some")
    if len(frame) == 0:
        return
    for column_or_condition in wanted.numbers:
        for number in _numbers(run, players, column_or_condition, frame):
            if (entry := _described_number(run, players, number, groups)) is not None:
                yield entry


def _numbers(run: Run, players: int, column_or_condition: str | Condition, frame: pl.DataFrame) -> list[_Number]:
    """Return the numbers to describe: one for a condition or a column of numbers, one for each word of a column of words."""
    if isinstance(column_or_condition, Condition):
        return [_Number.of_condition(column_or_condition, frame)]
    column = column_or_condition
    dtype = frame.schema[column]
    if dtype.is_numeric() or dtype == pl.Boolean:
        expression = pl.col(column).replace(0, None) if can_be_never(column) else pl.col(column)
        return [_Number(column, None, expression, is_count=dtype.is_integer())]
    return [_Number.of_condition(Condition(column, "=", word), frame) for word in _words(run, players, frame[column])]


def _words(run: Run, players: int, values: pl.Series) -> list[str]:
    """Return the words of a column: the most frequent first, and at the end those that could occur but do not."""
    by_frequency = list(values.cast(pl.String).drop_nulls().value_counts(sort=True)[values.name])
    all_words = values.dtype.categories if isinstance(values.dtype, pl.Enum) else ()
    possible_words = run.manifest.in_play.get(players, {}).get(values.name) or all_words
    return list(dict.fromkeys([*by_frequency, *possible_words]))


class _Number(NamedTuple):
    """What is described: a column, or whether a condition on it holds.

    Attributes
    ----------
    expression
        The value of a row; null where something never happened.
    is_count
        Whether values are whole numbers, whose mean is no share even if all lie between 0 and 1.
    """

    column: str
    condition: Condition | None
    expression: pl.Expr
    is_count: bool

    @classmethod
    def of_condition(cls, condition: Condition, frame: pl.DataFrame) -> _Number:
        return cls(condition.column, condition, condition.expression(frame.schema[condition.column]), is_count=False)


def _described_number(run: Run, players: int, number: _Number, groups: Mapping[Values, pl.DataFrame]) -> Described | None:
    """Describe one number in each group of rows, given by its values; None if no row has the number."""
    value = number.expression.cast(pl.Float64).alias("value")
    rows_by_group = {values: rows.select("block", value).drop_nulls() for values, rows in groups.items()}
    rows_by_group = {values: rows for values, rows in rows_by_group.items() if len(rows)}
    if not rows_by_group:
        return None
    all_numbers = np.concatenate([rows["value"].to_numpy() for rows in rows_by_group.values()])
    least, most = all_numbers.min(), all_numbers.max()
    is_share = least >= 0.0 and most <= 1.0 and not number.is_count
    sums = BlockRatios()
    names = [".".join(map(str, [number.condition or number.column, *values])) for values in rows_by_group]
    for name, rows in zip(names, rows_by_group.values(), strict=True):
        sums.add(name, rows["block"].to_numpy(), rows["value"].to_numpy())
    moments = sums.moments(names)
    means = (
        share_estimates(names, moments, level=run.level)
        if is_share
        else mean_estimates(names, moments, level=run.level, simultaneous=True, least=0.0 if least >= 0.0 else -math.inf)
    )
    described_groups = [
        GroupOfRows(values, len(rows), mean, () if is_share or least == most else _percentiles(rows, mean.name, run.level))
        for (values, rows), mean in zip(rows_by_group.items(), means, strict=True)
    ]
    n_rows_without = sum(map(len, groups.values())) - sum(map(len, rows_by_group.values()))
    sorted_groups = tuple(sorted(described_groups, key=_sort_key))
    return Described(*run.result_size(players), number.column, number.condition, is_share, sorted_groups, n_rows_without)


def _percentiles(rows: pl.DataFrame, name: str, level: float) -> tuple[Estimate, ...]:
    return percentiles([rows.lazy().with_columns(pl.lit(1).alias("weight"))], PERCENTS, name, level=level)


def _sort_key(group: GroupOfRows) -> tuple[Any, ...]:
    """Return a sort key that puts numbers in order, and words by mean, the highest first."""
    return tuple(value if isinstance(value, int | float) else -group.mean.value for value in group.values)
