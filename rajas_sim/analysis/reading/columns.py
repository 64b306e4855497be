"""Which columns of a table are amounts to describe, and what people call them.

Games declare other columns; what a result covers follows from those that are there. Titles stand here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from rajas_sim.analysis.formatting import in_sentence

STANDINGS = ("fame", "money", "overlap")
"""What decides a game, in the order in which it is shown; a run describes those of them that its tables have."""

TITLES = {
    "lead_changes": "lead changes",
    "margin": "margin of the winner (overlap)",
    "n_bonuses": "bonuses used",
    "n_buildings": "buildings",
    "n_goods": "goods circled",
    "n_lost": "bonuses that went to waste",
    "n_markets": "markets opened",
    "n_no_action": "turns without an action",
    "n_palace": "palace boxes crossed out",
    "n_river": "river spaces marked",
    "n_roads": "province spaces with a road",
    "n_sold": "goods sold",
    "n_tiles": "tiles",
    "n_upgrades": "upgrades",
    "n_yield_tiles": "yield tiles",
    "river": "river space reached",
}
"""Columns that are not called what they are named."""

_KEYS = ("game", "players", "line_up", "arm", "block", "rotation", "seed", "position")
_OUTCOMES = ("winners", "trigger_position", "trigger_round", "win_share", "rank", "passed", "money_paid")
_NOT_AMOUNTS = frozenset((*_KEYS, *_OUTCOMES))
"""Columns that say which row it is, or that have results of their own."""


def title(column: str) -> str:
    """Say what a column holds, in words that may stand in the middle of a sentence.

    >>> title("n_river"), title("rounds"), title("n_elephants"), title("karma_used")
    ('river spaces marked', 'rounds', 'elephants', 'karma used')
    """
    return TITLES.get(column) or in_sentence(column.removeprefix("n_"))


def amounts(frame: pl.LazyFrame) -> tuple[str, ...]:
    """List the columns that hold an amount of something, in the order of the table.

    Left out are columns that say which row it is, words, when extra workers came, and gains by cause: they have results of
    their own.
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


def words_of(frame: pl.LazyFrame, column: str) -> list[str]:
    """List the words a column may hold: all the game knows where the table says so, else those that occur."""
    dtype = frame.collect_schema()[column]
    if isinstance(dtype, pl.Enum):
        return dtype.categories.to_list()
    return sorted(frame.select(pl.col(column).cast(pl.String).unique()).collect()[column].to_list())
