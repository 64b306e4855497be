"""From the books of a batch to the columns of the tables of a run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.match import Columns, event_columns
from rajas_sim.ganges import words
from rajas_sim.ganges.books import ROUNDS, SPACES, TILES, Books
from rajas_sim.ganges.rules import Rules

_SEAT_FIELDS = (
    "board",
    "rank",
    "fame",
    "money",
    "overlap",
    "karma",
    "workers",
    "river",
    "n_tiles",
    "n_upgrades",
    "n_yield_tiles",
    "passed",
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
        "money_paid": rows["money_paid"].copy(),
    }
    for source, word in enumerate(words.WORKER_SOURCES):
        columns[f"{word}_worker_round"] = rows["worker_round"][:, source].copy()
    for family in ("fame_from", "money_from", "dice_from"):
        for cause, word in enumerate(words.CAUSES):
            columns[f"{family}_{word}"] = rows[family][:, cause].copy()
    return columns


def _rounds(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(books.rounds, books.counts[ROUNDS])


def _spaces(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(books.spaces, books.counts[SPACES])


def _tiles(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    columns = event_columns(books.tiles, books.counts[TILES])
    columns["covering"] = columns["covering"].astype(np.bool_)
    return columns


COLUMNS = {"games": _games, "seats": _seats, "rounds": _rounds, "spaces": _spaces, "tiles": _tiles}
