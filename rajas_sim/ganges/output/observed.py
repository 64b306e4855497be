"""What players see of a position as numbers (core.positions.views)."""

from __future__ import annotations

from pathlib import Path

from rajas_sim.core.board import N_SIDES
from rajas_sim.core.engine import course
from rajas_sim.core.positions.views import Observed
from rajas_sim.ganges.rulebook import layout

OBSERVED = Observed(
    left_out=("seed", "n_decisions", "yield_tiles_drawn", "seats.rolls"),
    seat_numbers={"start_player": 0, "next_start_player": 0, "seat_to_move": 0, "spaces": 1},
    bit_sets={
        "yield_tiles_left": layout.MAX_YIELD_TILES,
        "hidden_tiles": layout.MAX_STACK_SIZE,
        "seats.roads": N_SIDES,
        "seats.yields_connected": layout.MAX_YIELDS,
    },
    explained_in=(Path(layout.__file__), Path(course.__file__)),
)
