"""What covering a tile with the Master Builder is worth."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import kernel
from rajas_sim.ganges.appraisal.outlook import MEAN_FACE, NEVER, Eye
from rajas_sim.ganges.appraisal.tiles import market_future, payment_price, pips_of, tile_worth
from rajas_sim.ganges.appraisal.weights import DIE
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.terms import N_STACKS


@kernel
def cover_worth(eye: Eye, option: int) -> float:
    """Return what covering a tile is worth: the new one's scoring, less the old markets, less the dice."""
    cell, stack = option // N_STACKS, option % N_STACKS
    tile = int(eye.state.open_tiles[stack])
    covered = int(eye.seat.tiles[cell])
    old, new = eye.rules.tiles[covered], eye.rules.tiles[tile]
    return tile_worth(eye, tile) - market_future(eye, covered) - payment_price(eye, new.colour, int(new.cost - old.cost))


@kernel
def best_cover(eye: Eye) -> float:
    """Return roughly what the Master Builder can bring, over all tiles that may be covered and paid for."""
    best = NEVER
    for colour in range(terms.N_COLOURS):
        pips = pips_of(eye, colour)
        if pips == 0:
            continue
        for stack in range(colour * len(terms.BACKS), (colour + 1) * len(terms.BACKS)):
            tile = eye.state.open_tiles[stack]
            if tile < 0:
                continue
            worth = tile_worth(eye, int(tile))
            cost = int(eye.rules.tiles[tile].cost)
            for cell in range(terms.N_CELLS):
                below = eye.seat.tiles[cell]
                if below < 0 or eye.seat.covered[cell]:
                    continue
                old = eye.rules.tiles[below]
                difference = cost - int(old.cost)
                if 0 < difference <= pips:
                    price = difference / MEAN_FACE * eye.w[DIE] * eye.rest
                    best = max(best, worth - price - market_future(eye, int(below)))
    return best
