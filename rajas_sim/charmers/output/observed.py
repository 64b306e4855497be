"""What players see of a position as numbers (core.positions.observed)."""

from __future__ import annotations

from pathlib import Path

from rajas_sim.charmers.rulebook import layout, terms
from rajas_sim.core.board.roads import N_SIDES
from rajas_sim.core.engine import tasks
from rajas_sim.core.positions.observed import Observed

OBSERVED = Observed(
    left_out=("seed", "n_decisions", "seats.position"),
    seat_numbers={"start_player": 0, "seat_to_move": 0, "where": terms.DEPOT},
    bit_sets={
        "seats.released": terms.N.places,
        "seats.pending": terms.N.places,
        "seats.river_marks": terms.MAX_RIVER + 1,
        "seats.roads": N_SIDES,
    },
    explained_in=(Path(layout.__file__), Path(tasks.__file__)),
)
