"""A position from the view of the seat to move, and how much of the game lies ahead."""

from __future__ import annotations

from typing import Annotated, NamedTuple, Protocol

from rajas_sim.core.board import overlap_in_fame_spaces, overlap_in_money
from rajas_sim.core.engine.kernel import Array1, Array2, Record, kernel
from rajas_sim.core.engine.records import Float64, Int64, layout_of
from rajas_sim.ganges.appraisal.parameters import WeightsRecord
from rajas_sim.ganges.board.market import packed_market_counts
from rajas_sim.ganges.board.province import fame_of_building
from rajas_sim.ganges.board.quarry import most_payable
from rajas_sim.ganges.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import N_OF

#: The worth of an option that is never taken as long as there is another one.
LOWEST_WORTH = -1e9
MEAN_FACE = 3.5
#: By how many fame spaces the leading markers are apart while the whole game lies ahead.
RACE_LENGTH = 35.0


class PositionView(NamedTuple):
    """A position from the view of the seat to move, with the weights by which it judges."""

    state: StateRecord
    rules: RulesRecord
    seat: SeatRecord
    weights: WeightsRecord
    game_left: float  # share of the game that is left, from 1 to 0, to the power of the weight `late`
    held: HeldRecord  # what the seat holds, counted (HELD)


class HeldRecord(Record, Protocol):
    """What a seat holds, counted once for all options of a decision."""

    n_dice: Int64
    dice: Annotated[Array1[Int64], N_OF.colours]
    values: Int64  # bit set: the values - 1 of all dice
    payable: Annotated[Array1[Int64], N_OF.colours]  # the highest total the dice of a colour can pay
    markets: Annotated[Array1[Int64], N_OF.goods]  # `packed_markets_of` each good
    building_fame: Annotated[
        Array1[Int64], N_OF.buildings
    ]  # fame for a new building of each type, with the upgrades that count this turn
    die: Float64  # the worth of a die of average value
    gain: Annotated[Array1[Float64], N_OF.colours]  # the worth of the tiles that another die of a colour brings nearer
    price: Annotated[Array2[Float64], N_OF.colours, N_OF.faces]  # of giving up each die; a high number if there is none


HELD = layout_of(HeldRecord)


@kernel
def count_held(held: HeldRecord, seat: SeatRecord, rules: RulesRecord) -> None:
    """Count what a seat holds; `held` must be zeroed."""
    for colour in range(N_OF.colours):
        for face in range(N_OF.faces):
            n = int(seat.dice[colour, face])
            if n > 0:
                held.dice[colour] += n
                held.values |= 1 << face
        held.n_dice += held.dice[colour]
        if held.dice[colour] > 0:
            held.payable[colour] = most_payable(seat, colour)
    for cell in range(N_OF.cells):
        if seat.tiles[cell] >= 0:
            tile = rules.tiles[seat.tiles[cell]]
            if tile.market_money > 0:
                for good in range(N_OF.goods):
                    held.markets[good] += packed_market_counts(tile.market_values[good])
    for building in range(N_OF.buildings):
        held.building_fame[building] = fame_of_building(seat, rules, building)


@kernel
def rest_of_game(state: StateRecord, rules: RulesRecord) -> float:
    """Return how much of the race still lies ahead: 1 at the beginning, 0 when the leading markers meet."""
    largest_overlap = -10_000
    for i in range(rules.players):
        seat = state.seats[i]
        largest_overlap = max(largest_overlap, overlap_in_money(seat.fame, seat.money, rules.money_per_fame, rules.meeting_line))
    return min(1.0, max(0.0, -overlap_in_fame_spaces(largest_overlap, rules.money_per_fame) / RACE_LENGTH))
