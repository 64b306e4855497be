"""What players see of a position as numbers (core.positions.views)."""

from __future__ import annotations

from pathlib import Path

from rajas_sim.charmers.rulebook import layout, terms
from rajas_sim.core.board import N_SIDES
from rajas_sim.core.engine import course
from rajas_sim.core.positions.views import Observed

OBSERVED = Observed(
    left_out=("seed", "n_decisions", "seats.position"),
    seat_numbers={"start_player": 0, "seat_to_move": 0, "where": terms.DEPOT},
    bit_sets={
        "seats.released": terms.N.places,
        "seats.pending": terms.N.places,
        "seats.river_marks": terms.MAX_RIVER + 1,
        "seats.roads": N_SIDES,
    },
    explained_in=(Path(layout.__file__), Path(course.__file__)),
)
