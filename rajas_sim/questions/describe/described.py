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
from rajas_sim.questions.describe.rows import column_types, is_never, joined_rows
from rajas_sim.questions.describe.wanted import Wanted

PERCENTS = (10, 50, 90)
MOST_GROUPS = 100
"""More rows are a table that nobody reads."""

Values = tuple[Any, ...]
"""Of the columns that rows are grouped by."""


@dataclass(frozen=True, slots=True)
class GroupOfRows:
    """What the rows with the same values hold.

    Attributes
    ----------
    mean
        Their mean, or their share.
    percentiles
        Of `PERCENTS`; none of a share.
    """

    values: Values
    n_rows: int
    mean: Estimate
    percentiles: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Described(Result):
    """One number, for each group of rows.

    Attributes
    ----------
    column, word
        The column; of words, each is described by itself, else `word` is empty.
    is_share
        Whether means are shares: of words, and of numbers that all lie between 0 and 1, unless a count never varies.
    """

    column: str
    word: str
    is_share: bool
    groups: tuple[GroupOfRows, ...]

    @property
    def ends(self) -> tuple[GroupOfRows, GroupOfRows] | None:
        """The group that is surely low and the one that is surely high, as far as it is known; None where no two differ.

        Intervals of all groups hold together, so that two that do not meet show a difference.
        """
        known = [group for group in self.groups if group.mean.has_interval]
        if not known:
            return None
        low, high = min(known, key=lambda group: group.mean.high), max(known, key=lambda group: group.mean.low)
        return (low, high) if low.mean.high < high.mean.low else None


def describe(run: Run, wanted: Wanted, players: int | None = None) -> tuple[Described, ...]:
    """Describe each number for each number of players, or for one.

    Means and shares are ratios of block totals with linearised variance; their intervals hold together over the groups of one
    number. Each percentile has an interval by itself.

    Raises
    ------
    InputError
        If no game had so many players, no row is left, or there are too many groups.
    """
    if players is not None and players not in run.players:
        raise InputError(f"--players {players}: this run has games of {listed(list(map(str, run.players)))} players")
    all_players = run.players if players is None else (players,)
    described = tuple(entry for k in all_players if run.has_table(wanted.table, k) for entry in _describe(run, wanted, k))
    if not described:
        raise InputError(f"no row of the table {wanted.table} is like {listed(list(map(str, wanted.conditions)))}")
    return described


def _describe(run: Run, wanted: Wanted, players: int) -> Iterator[Described]:
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
    for column in wanted.numbers:
        if types[column].is_numeric() or types[column] == pl.Boolean:
            numbers = [_Number(column, "", pl.col(column), is_count=types[column].is_integer())]
        else:
            words = _words(run, players, frame[column])
            numbers = [_Number(column, word, pl.col(column).cast(pl.String) == word, is_count=False) for word in words]
        for number in numbers:
            if (entry := _described(run, players, number, groups)) is not None:
                yield entry


def _words(run: Run, players: int, rows: pl.Series) -> list[str]:
    """Return the words of a column: the most frequent first, and in the end those that there might be, but are not."""
    by_count = list(rows.cast(pl.String).drop_nulls().value_counts(sort=True)[rows.name])
    all_words = rows.dtype.categories if isinstance(rows.dtype, pl.Enum) else ()
    possible = run.manifest.in_play.get(players, {}).get(rows.name) or all_words
    return list(dict.fromkeys([*by_count, *possible]))


class _Number(NamedTuple):
    """What is described: a column, or whether it holds a word."""

    column: str
    word: str
    value: pl.Expr
    is_count: bool


def _described(run: Run, players: int, number: _Number, groups: Mapping[Values, pl.DataFrame]) -> Described | None:
    """Describe one number; None if no row has it. What never happened has no number."""
    value = number.value.cast(pl.Float64).alias("value")
    if is_never(number.column, 0):
        value = value.replace(0.0, None)
    frames = {values: rows.select("block", value).drop_nulls() for values, rows in groups.items()}
    frames = {values: frame for values, frame in frames.items() if len(frame)}
    if not frames:
        return None
    values_seen = np.concatenate([frame["value"].to_numpy() for frame in frames.values()])
    least, most = values_seen.min(), values_seen.max()
    # A count that never varies, such as that of winners where nobody shares the first place, is no share of anything.
    is_share = least >= 0.0 and most <= 1.0 and (least < most or not number.is_count)
    sums = BlockRatios()
    names = {values: ".".join(map(str, [*filter(None, number[:2]), *values])) for values in frames}
    for values, frame in frames.items():
        sums.add(names[values], frame["block"].to_numpy(), frame["value"].to_numpy())
    moments = sums.moments(list(names.values()))
    means = (
        share_estimates(list(names.values()), moments, level=run.level)
        if is_share
        else mean_estimates(
            list(names.values()), moments, level=run.level, simultaneous=True, least=0.0 if least >= 0.0 else -math.inf
        )
    )
    described_groups = [
        GroupOfRows(values, len(frame), mean, () if is_share or least == most else _percentiles(frame, mean.name, run.level))
        for (values, frame), mean in zip(frames.items(), means, strict=True)
    ]
    return Described(*run.extent(players), number.column, number.word, is_share, tuple(sorted(described_groups, key=_order)))


def _percentiles(frame: pl.DataFrame, name: str, level: float) -> tuple[Estimate, ...]:
    return percentiles([frame.lazy().with_columns(pl.lit(1).alias("weight"))], PERCENTS, name, level=level)


def _order(group: GroupOfRows) -> tuple[Any, ...]:
    """Put numbers in order, and words by what is highest."""
    return tuple(value if isinstance(value, int | float) else -group.mean.value for value in group.values)
