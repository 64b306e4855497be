"""From the books of a batch to the columns of the tables of a run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rajas_sim.charmers.output.rows import BOXES, ROUNDS, SEAT_ROW, TURNS, Books
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.core.playing.columns import Columns, event_columns, family_columns, game_columns, seat_columns, seat_rows

#: The fields that are one number; families follow as one column a cause, and `turn` is of use only while a turn is played.
_SEAT_FIELDS = tuple(name for name in SEAT_ROW.names or () if SEAT_ROW[name].shape == () and SEAT_ROW[name].names is None)


def _games(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return game_columns(books.games)


def _seats(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    rows = seat_rows(books.seats, seatings.shape[1])
    return {
        **seat_columns(books.games, books.seats, seatings, _SEAT_FIELDS),
        **family_columns(rows, "fame_from", terms.CAUSES),
        **family_columns(rows, "money_from", terms.CAUSES),
    }


def _rounds(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(books.rounds, books.counts[ROUNDS])


def _turns(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(books.turns, books.counts[TURNS])


def _boxes(books: Books, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    return event_columns(books.boxes, books.counts[BOXES])


COLUMNS = {"games": _games, "seats": _seats, "rounds": _rounds, "turns": _turns, "boxes": _boxes}
