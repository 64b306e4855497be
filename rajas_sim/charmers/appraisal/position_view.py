"""What options are judged by: the position, the weights, and how much of the game is left."""

from __future__ import annotations

from typing import Annotated, NamedTuple, Protocol

from rajas_sim.charmers.appraisal.parameters import WeightsRecord
from rajas_sim.charmers.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import GOODS_FACES, N_OF
from rajas_sim.charmers.sheet.tracks import seat_overlap_in_money
from rajas_sim.core.board import ALL_ROADS, N_SIDES
from rajas_sim.core.engine.kernel import Array1, Array2, Record, kernel
from rajas_sim.core.engine.records import Float64, Int8, layout_of

#: The worth of what is never chosen: below every other worth.
LOWEST_WORTH = -1e9


class PositionView(NamedTuple):
    """A position from the view of the seat to move, with the weights by which it judges."""

    state: StateRecord
    rules: RulesRecord
    seat: SeatRecord
    weights: WeightsRecord
    game_left: float  # share of the game that is left, from 1 to 0, to the power of the weight `late`
    cache: WorthCacheRecord  # worths that were computed before (WORTH_CACHE)


#: Purple dice have the most face codes.
_N_FACE_CODES = max(GOODS_FACES.values()) + 1


class WorthCacheRecord(Record, Protocol):
    """Worths that were computed before, so that each is computed once per decision; `is_...` says whether one was."""

    is_die: Annotated[Array2[Int8], N_OF.colours, _N_FACE_CODES]
    die: Annotated[Array2[Float64], N_OF.colours, _N_FACE_CODES]  # its action
    is_road: Annotated[Array1[Int8], ALL_ROADS + 1]
    road: Annotated[Array1[Float64], ALL_ROADS + 1]  # the best way to draw it in a new space
    are_arms: Int8
    arms: Annotated[Array1[Float64], N_OF.cells * N_SIDES + 1]  # best half-road of this code (space * 4 + side) or above
    is_action: Annotated[Array1[Int8], N_OF.people]
    action: Annotated[Array1[Float64], N_OF.people]  # of a person, without the box


WORTH_CACHE = layout_of(WorthCacheRecord)


@kernel
def rest_of_game(state: StateRecord, rules: RulesRecord) -> float:
    """Return how much of the race still lies ahead: 1 at the beginning, 0 when the leading tracks intersect."""
    largest_overlap = -10_000
    for i in range(rules.players):
        largest_overlap = max(largest_overlap, seat_overlap_in_money(state.seats[i], rules))
    return min(1.0, max(0.0, -largest_overlap / (rules.meeting_line * rules.money_per_fame)))
