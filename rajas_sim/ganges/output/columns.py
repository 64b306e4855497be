"""From the rows of a batch to the columns of the tables of a run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.playing.columns import Columns, event_columns, family_columns, game_columns, seat_columns, seat_rows
from rajas_sim.ganges.output.rows import ROUNDS, SPACES, TILES, Rows
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import Rules

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
    "money_paid",
)


def _games(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return game_columns(rows.games)


def _seats(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    columns = seat_columns(rows.games, rows.seats, seatings, _SEAT_FIELDS)
    seats = seat_rows(rows.seats, rules.players)
    for source, word in enumerate(terms.WORKER_SOURCES):
        columns[f"{word}_worker_round"] = seats["worker_round"][:, source].copy()
    for family in ("fame_from", "money_from", "dice_from"):
        columns |= family_columns(seats, family, terms.CAUSES)
    return columns


def _rounds(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(rows.rounds, rows.counts[ROUNDS])


def _spaces(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(rows.spaces, rows.counts[SPACES])


def _tiles(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    columns = event_columns(rows.tiles, rows.counts[TILES])
    columns["covering"] = columns["covering"].astype(np.bool_)
    return columns


COLUMNS = {"games": _games, "seats": _seats, "rounds": _rounds, "spaces": _spaces, "tiles": _tiles}
