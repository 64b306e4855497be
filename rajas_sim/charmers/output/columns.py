"""From the rows of a batch to the columns of the tables of a run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rajas_sim.charmers.output.rows import BOXES, ROUNDS, SEAT_ROW, TURNS, Rows
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.core.playing.columns import (
    Columns,
    events_table,
    family_columns,
    games_table,
    number_fields,
    seat_columns,
    seat_rows,
)


def _seats(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    """Return the seats table; what is still noted of the turn that is played is left out."""
    seats = seat_rows(rows.seats, seatings.shape[1])
    return {
        **seat_columns(rows.games, rows.seats, seatings, number_fields(SEAT_ROW)),
        **family_columns(seats, "fame_from", terms.CAUSES),
        **family_columns(seats, "money_from", terms.CAUSES),
    }


COLUMNS = {
    "games": games_table,
    "seats": _seats,
    "rounds": events_table("rounds", ROUNDS),
    "turns": events_table("turns", TURNS),
    "boxes": events_table("boxes", BOXES),
}
