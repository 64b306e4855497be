"""From the rows of a batch to the columns of the tables of a run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rajas_sim.charmers.output.rows import BOXES, ROUNDS, SEAT_ROW, TURNS, Rows
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.core.playing.columns import Columns, event_columns, family_columns, game_columns, seat_columns, seat_rows

#: The fields that are one number; families follow as one column a cause, and `turn` is of use only while a turn is played.
_SEAT_FIELDS = tuple(name for name in SEAT_ROW.names or () if SEAT_ROW[name].shape == () and SEAT_ROW[name].names is None)


def _games(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return game_columns(rows.games)


def _seats(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    seats = seat_rows(rows.seats, seatings.shape[1])
    return {
        **seat_columns(rows.games, rows.seats, seatings, _SEAT_FIELDS),
        **family_columns(seats, "fame_from", terms.CAUSES),
        **family_columns(seats, "money_from", terms.CAUSES),
    }


def _rounds(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(rows.rounds, rows.counts[ROUNDS])


def _turns(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(rows.turns, rows.counts[TURNS])


def _boxes(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(rows.boxes, rows.counts[BOXES])


COLUMNS = {"games": _games, "seats": _seats, "rounds": _rounds, "turns": _turns, "boxes": _boxes}
