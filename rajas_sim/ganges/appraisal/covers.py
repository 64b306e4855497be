"""The worth of covering a tile with the Master Builder."""

from __future__ import annotations

from rajas_sim.core.board import N_SIDES, rotated
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.ganges.appraisal.position_view import LOWEST_WORTH, MEAN_FACE, PositionView
from rajas_sim.ganges.appraisal.tiles import future_market_worth, payment_price, tile_worth, yields_worth
from rajas_sim.ganges.board.province import stays_connected
from rajas_sim.ganges.board.quarry import tile_on_offer
from rajas_sim.ganges.rulebook.terms import BACKS, BUILDER_YIELDS_PAY_WHEN_NEW, N_OF


@kernel
def _new_yields_worth(view: PositionView, cell: int, tile: int) -> float:
    """Return the worth of yields that a covering tile connects for the first time, if the reading says that they are paid."""
    best_worth = 0.0
    if view.rules.readings.builder_yields == BUILDER_YIELDS_PAY_WHEN_NEW:
        for turns in range(N_SIDES):
            roads = rotated(int(view.rules.tiles[tile].roads), turns)
            worth = yields_worth(view, cell, roads)
            if worth > best_worth and stays_connected(view.seat, cell, roads):
                best_worth = worth
    return best_worth


@kernel
def cover_worth(view: PositionView, option: int) -> float:
    """Return the worth of covering a tile: the new tile's scoring and yields, less the old markets and the price in dice."""
    cell, stack = option // N_OF.stacks, option % N_OF.stacks
    new_tile = int(view.state.open_tiles[stack])
    old_tile = int(view.seat.tiles[cell])
    old_face, new_face = view.rules.tiles[old_tile], view.rules.tiles[new_tile]
    worth = (
        tile_worth(view, new_tile)
        - future_market_worth(view, old_tile)
        - payment_price(view, new_face.colour, int(new_face.cost - old_face.cost))
    )
    return worth + _new_yields_worth(view, cell, new_tile)


@kernel
def best_cover_worth(view: PositionView) -> float:
    """Return roughly what the Master Builder can bring: the best over all tiles that may be covered and paid for."""
    best_worth = LOWEST_WORTH
    for colour in range(N_OF.colours):
        payable = view.held.payable[colour]
        if payable == 0:
            continue
        for stack in range(colour * len(BACKS), (colour + 1) * len(BACKS)):
            new_tile = tile_on_offer(view.state, view.rules, stack)
            if new_tile < 0:
                continue
            worth = tile_worth(view, int(new_tile))
            cost = int(view.rules.tiles[new_tile].cost)
            for cell in range(N_OF.cells):
                old_tile = view.seat.tiles[cell]
                if old_tile < 0 or view.seat.covered[cell]:
                    continue
                old_face = view.rules.tiles[old_tile]
                difference = cost - int(old_face.cost)
                if 0 < difference <= payable:
                    price = difference / MEAN_FACE * view.held.die * view.game_left
                    gain = worth + _new_yields_worth(view, cell, int(new_tile))
                    best_worth = max(best_worth, gain - price - future_market_worth(view, int(old_tile)))
    return best_worth
