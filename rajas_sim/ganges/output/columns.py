"""From the rows of a batch to the columns of the tables of a run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.playing.columns import (
    Columns,
    events_table,
    family_columns,
    games_table,
    number_fields,
    seat_columns,
    seat_rows,
)
from rajas_sim.ganges.output.rows import ROUNDS, SEAT_ROW, SPACES, TILES, Rows
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import Rules


def _seats(rows: Rows, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    columns = seat_columns(rows.games, rows.seats, seatings, number_fields(SEAT_ROW))
    seats = seat_rows(rows.seats, rules.players)
    for source, word in enumerate(terms.WORKER_SOURCES):
        columns[f"{word}_worker_round"] = seats["worker_round"][:, source].copy()
    for family in ("fame_from", "money_from", "dice_from"):
        columns |= family_columns(seats, family, terms.CAUSES)
    return columns


COLUMNS = {
    "games": games_table,
    "seats": _seats,
    "rounds": events_table("rounds", ROUNDS),
    "spaces": events_table("spaces", SPACES),
    "tiles": events_table("tiles", TILES),
}
