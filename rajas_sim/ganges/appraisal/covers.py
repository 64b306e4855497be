"""What covering a tile with the Master Builder is worth."""

from __future__ import annotations

from rajas_sim.core.board import N_SIDES, rotated
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.ganges.appraisal.outlook import MEAN_FACE, NEVER, Outlook
from rajas_sim.ganges.appraisal.tiles import market_future, payment_price, tile_worth, yields_worth
from rajas_sim.ganges.board.province import stays_connected
from rajas_sim.ganges.board.quarry import tile_on_offer
from rajas_sim.ganges.rulebook.terms import BACKS, BUILDER_YIELDS_PAY_WHEN_NEW, N


@kernel
def _new_yields_worth(view: Outlook, cell: int, tile: int) -> float:
    """Return what the yields pay that a covering tile connects for the first time, where the reading has them paid."""
    best = 0.0
    if view.rules.readings.builder_yields == BUILDER_YIELDS_PAY_WHEN_NEW:
        for turns in range(N_SIDES):
            roads = rotated(int(view.rules.tiles[tile].roads), turns)
            worth = yields_worth(view, cell, roads)
            if worth > best and stays_connected(view.seat, cell, roads):
                best = worth
    return best


@kernel
def cover_worth(view: Outlook, option: int) -> float:
    """Return what covering a tile is worth: the new one's scoring and yields, less the old markets, less the dice."""
    cell, stack = option // N.stacks, option % N.stacks
    tile = int(view.state.open_tiles[stack])
    covered = int(view.seat.tiles[cell])
    old, new = view.rules.tiles[covered], view.rules.tiles[tile]
    worth = tile_worth(view, tile) - market_future(view, covered) - payment_price(view, new.colour, int(new.cost - old.cost))
    return worth + _new_yields_worth(view, cell, tile)


@kernel
def best_cover(view: Outlook) -> float:
    """Return roughly what the Master Builder can bring, over all tiles that may be covered and paid for."""
    best = NEVER
    for colour in range(N.colours):
        pips = view.held.payable[colour]
        if pips == 0:
            continue
        for stack in range(colour * len(BACKS), (colour + 1) * len(BACKS)):
            tile = tile_on_offer(view.state, view.rules, stack)
            if tile < 0:
                continue
            worth = tile_worth(view, int(tile))
            cost = int(view.rules.tiles[tile].cost)
            for cell in range(N.cells):
                below = view.seat.tiles[cell]
                if below < 0 or view.seat.covered[cell]:
                    continue
                old = view.rules.tiles[below]
                difference = cost - int(old.cost)
                if 0 < difference <= pips:
                    price = difference / MEAN_FACE * view.held.die * view.rest
                    gain = worth + _new_yields_worth(view, cell, int(tile))
                    best = max(best, gain - price - market_future(view, int(below)))
    return best
