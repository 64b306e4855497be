"""A position as the seat to move sees it, and how much of the game lies ahead."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.kernel import Record, kernel
from rajas_sim.ganges.board.tracks import overlap_of

#: What an option is worth that is never taken as long as there is another one.
NEVER = -1e9
MEAN_FACE = 3.5
#: By how many fame spaces the leading markers are apart while the whole game lies ahead.
RACE_LENGTH = 35.0


class Outlook(NamedTuple):
    """A position as seen by the seat to move, with the weights by which it judges."""

    state: Record
    rules: Record
    seat: Record
    w: NDArray[np.float64]  # parameters.WEIGHT says which stands where
    rest: float  # of the game, from 1 to 0


@kernel
def rest_of_game(state: Record, rules: Record) -> float:
    """Return how much of the race still lies ahead: 1 at the beginning, 0 when the leading markers meet."""
    nearest = -10_000
    for i in range(rules.players):
        nearest = max(nearest, overlap_of(state.seats[i], rules))
    return min(1.0, max(0.0, -nearest / RACE_LENGTH))
