"""The rows of a table, each with the columns of its game and of its seat."""

from __future__ import annotations

import re
from collections.abc import Sequence

import polars as pl

from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.scoring.scores import DECIDING

ARM, FOLLOWS, PLACE, IS_LAST = "arm", "follows", "place", "is_last"
_KEYS_BY_TABLE = {"seats": ("game", "position"), "games": ("game",)}
"""Tables whose columns are added to the rows of other tables, with the keys to join them by."""
_TIME_COLUMN = re.compile(r"\w+_round|passed")
"""Columns that say when something happened: a round, or a place in the order of passing."""
_ALWAYS_READ = ("game", "position", "round", "strategy", DECIDING)
"""Columns that are needed to join rows, or to compute other columns."""


def can_be_never(column: str) -> bool:
    """Whether 0 in a column says that something never happened."""
    return _TIME_COLUMN.fullmatch(column) is not None


def is_never(column: str, value: object) -> bool:
    """Whether a value says that something never happened."""
    return value == 0 and can_be_never(column)


def tables_in_order(run: Run) -> tuple[str, ...]:
    """Return the tables of a run: games, seats and rounds first, so that those with the fewest rows a game are tried first."""
    usual_tables = [name for name in ("games", "seats", "rounds") if name in run.manifest.tables]
    return tuple(dict.fromkeys([*usual_tables, *run.manifest.tables]))


def column_types(run: Run, table: str) -> dict[str, pl.DataType]:
    """Return the types of the columns that rows of a table have, by name."""
    players = run.players[0]
    tables = _joined_tables(run, table, players)
    return dict(_joined(tables, [run.table(name, players).limit(0) for name in tables], players).schema)


def joined_rows(run: Run, table: str, players: int, columns: Sequence[str], arm: str | None) -> pl.DataFrame:
    """Read some columns of the rows of a table, including the columns of its seat and its game that the table lacks.

    Three more columns can be read: ``follows``, the strategy of the seat before, if rows have a seat; and for rows of rounds
    ``place`` by the score so far, which equal scores share, and ``is_last``, whether the game ended with that round.

    Parameters
    ----------
    arm
        The rule set; None for all.
    """
    tables = _joined_tables(run, table, players)
    slices = zip(*(run.slices(name, players, arm=arm, every_arm=arm is None) for name in tables), strict=True)
    read_columns = pl.selectors.by_name(*{*columns, *_ALWAYS_READ}, require_all=False)
    return pl.concat(
        [_joined(tables, [frame.select(read_columns) for frame in frames], players).select(columns) for frames in slices]
    )


def _joined_tables(run: Run, table: str, players: int) -> list[str]:
    """Return the name of a table, and then of those whose columns its rows get as well."""
    columns = run.table(table, players).collect_schema().names()
    others = [name for name, keys in _KEYS_BY_TABLE.items() if run.has_table(name, players) and {*keys} <= {*columns}]
    return list(dict.fromkeys([table, *others]))


def _joined(tables: Sequence[str], frames: Sequence[pl.LazyFrame], players: int) -> pl.DataFrame:
    """Join one slice of some tables: the rows of the first table, with the columns that it lacks from the others."""
    joined, *others = (
        _with_computed_columns(table, frame.collect(), players) for table, frame in zip(tables, frames, strict=True)
    )
    for table, other in zip(tables[1:], others, strict=True):
        keys = _KEYS_BY_TABLE[table]
        added_columns = [column for column in other.columns if column not in joined.columns]
        joined = joined.join(other.select(*keys, *added_columns), on=keys, how="left", maintain_order="left")
    return joined


def _with_computed_columns(table: str, rows: pl.DataFrame, players: int) -> pl.DataFrame:
    """Add what several rows determine: whom a seat follows, its place after a round, and whether that round is the last."""
    if table == "seats":
        next_position = (pl.col("position") % players + 1).cast(rows["position"].dtype)
        seats_before = rows.select("game", next_position, pl.col("strategy").alias(FOLLOWS))
        return rows.join(seats_before, on=_KEYS_BY_TABLE["seats"], how="left", maintain_order="left")
    if table == "rounds":
        rows = rows.with_columns((pl.col("round") == pl.col("round").max().over("game")).alias(IS_LAST))
        place = pl.col(DECIDING).rank("min", descending=True).over("game", "round").cast(pl.UInt8).alias(PLACE)
        return rows.with_columns(place) if DECIDING in rows else rows
    return rows
