"""What options are judged by: the position, the weights, and how much of the game is left."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rajas_sim.charmers.rulebook.terms import GOODS_FACES, N
from rajas_sim.charmers.sheet.tracks import overlap_of
from rajas_sim.core.engine.kernel import Record, kernel
from rajas_sim.core.engine.records import record_type

#: Value that stands for "never".
NEVER = -1e9


class Outlook(NamedTuple):
    """A position as seen by the seat to move, with the weights by which it judges."""

    state: Record
    rules: Record
    seat: Record
    w: Record  # the weights (parameters.WEIGHTS_RECORD)
    rest: float  # of the game, from 1 to 0
    known: Record  # what was judged before (KNOWN)


#: What dice are worth, by colour and face, where that was judged; no colour has faces of a higher code than purple.
_DICE = (N.colours, max(GOODS_FACES.values()) + 1)
KNOWN = record_type([("is_judged", np.int8, _DICE), ("worth", np.float64, _DICE)])


@kernel
def rest_of_game(state: Record, rules: Record) -> float:
    """Return how much of the race still lies ahead: 1 at the beginning, 0 when the leading tracks intersect."""
    nearest = -10_000
    for i in range(rules.players):
        nearest = max(nearest, overlap_of(state.seats[i], rules))
    return min(1.0, max(0.0, -nearest / (rules.meeting_line * rules.money_per_fame)))
