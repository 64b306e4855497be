"""A position as the seat to move sees it, and how much of the game lies ahead."""

from __future__ import annotations

from typing import NamedTuple

from rajas_sim.core.engine.kernel import Record, kernel
from rajas_sim.ganges.board.tracks import overlap_of

#: Value that stands for "never".
NEVER = -1e9
MEAN_FACE = 3.5


class Eye(NamedTuple):
    """A position as seen by the seat to move, with the weights by which it judges."""

    state: Record
    rules: Record
    seat: Record
    w: Record
    rest: float  # of the game, from 1 to 0


@kernel
def rest_of_game(state: Record, rules: Record) -> float:
    """Return how much of the race still lies ahead: 1 at the beginning, 0 when the leading markers meet."""
    nearest = -10_000
    for i in range(rules.players):
        nearest = max(nearest, overlap_of(state.seats[i], rules))
    return min(1.0, max(0.0, -nearest / 35.0))
