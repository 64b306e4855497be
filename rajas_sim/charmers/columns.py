"""From the books of a batch to the columns of the tables of a run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rajas_sim.charmers import words
from rajas_sim.charmers.books import BOXES, ROUNDS, TURNS, Books
from rajas_sim.charmers.rules import Rules
from rajas_sim.core.match import Columns, event_columns

_SEAT_FIELDS = (
    "rank",
    "passed",
    "fame",
    "money",
    "overlap",
    "karma",
    "karma_collected",
    "karma_used",
    "river",
    "n_river",
    "n_roads",
    "n_buildings",
    "n_markets",
    "n_upgrades",
    "n_palace",
    "n_goods",
    "n_sold",
    "n_bonuses",
    "n_lost",
    "n_no_action",
)


def _games(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    rows = books.games
    names = [name for name in rows.dtype.names or () if name not in ("leader", "padding")]
    return {"index": np.arange(len(rows), dtype=np.uint32), **{name: rows[name].copy() for name in names}}


def _seats(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    n, k = seatings.shape
    rows = books.seats[:, :k].reshape(-1)
    is_first = rows["rank"] == 1
    winners = np.repeat(books.games["winners"], k)
    columns = {
        "index": np.repeat(np.arange(n, dtype=np.uint32), k),
        "position": np.tile(np.arange(1, k + 1, dtype=np.uint8), n),
        "strategy": seatings.reshape(-1).astype(np.uint8),
        "win_share": np.where(is_first, 1.0 / np.maximum(winners, 1), 0.0),
        **{name: rows[name].copy() for name in _SEAT_FIELDS},
    }
    for family in ("fame_from", "money_from"):
        for cause, word in enumerate(words.CAUSES):
            columns[f"{family}_{word}"] = rows[family][:, cause].copy()
    return columns


def _rounds(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(books.rounds, books.counts[ROUNDS])


def _turns(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(books.turns, books.counts[TURNS])


def _boxes(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(books.boxes, books.counts[BOXES])


COLUMNS = {"games": _games, "seats": _seats, "rounds": _rounds, "turns": _turns, "boxes": _boxes}
