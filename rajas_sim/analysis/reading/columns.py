"""Which columns a table has, which of them are amounts to describe, and which words a column may hold.

Each game has columns of its own; what a result covers follows from those that are there.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

STANDINGS = ("fame", "money", "overlap")
"""What decides a game, in the order in which it is shown; a run describes those of them that its tables have."""

_KEYS = ("game", "players", "line_up", "arm", "block", "order", "rotation", "seed", "position")
_OUTCOMES = ("winners", "trigger_position", "trigger_round", "win_share", "rank", "passed", "money_paid")
_NOT_AMOUNTS = frozenset((*_KEYS, *_OUTCOMES))
"""Columns that say which row it is, or that have results of their own."""


def amounts(frame: pl.LazyFrame) -> tuple[str, ...]:
    """List the columns that hold an amount of something, in the order of the table.

    Left out are columns that say which row it is, columns of words, and those that have results of their own, such as the
    rounds in which extra workers came and gains by cause.
    """
    return tuple(
        name
        for name, dtype in frame.collect_schema().items()
        if dtype.is_numeric() and name not in _NOT_AMOUNTS and "_from_" not in name and not name.endswith("_worker_round")
    )


def declared(frame: pl.LazyFrame, wanted: Sequence[str]) -> tuple[str, ...]:
    """Keep those of the wanted columns that a table has."""
    names = frame.collect_schema().names()
    return tuple(name for name in wanted if name in names)


def categories(frame: pl.LazyFrame, column: str) -> list[str]:
    """List the words a column may hold: all that the game knows if the table says so, else those that occur."""
    dtype = frame.collect_schema()[column]
    if isinstance(dtype, pl.Enum):
        return dtype.categories.to_list()
    return sorted(frame.select(pl.col(column).cast(pl.String).unique()).collect()[column].to_list())
