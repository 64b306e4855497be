"""What a yield tile on a slot promises (Navaratnas version)."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import kernel
from rajas_sim.ganges.appraisal.earnings import earnings_worth
from rajas_sim.ganges.appraisal.outlook import NEVER, Eye
from rajas_sim.ganges.appraisal.weights import FAME, MONEY
from rajas_sim.ganges.board.yield_tiles import is_free_slot, leads_to_yield
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.terms import CONNECTED_SLOT_PAYS_AT_ONCE


@kernel
def _growth(kind: int) -> float:
    """Return by how much the field that a brown yield tile counts roughly grows over a whole game."""
    if kind == terms.EARN.fame_per_market_tile or kind == terms.EARN.money_per_building:
        return 6.0
    if kind == terms.EARN.fame_per_river_spaces:
        return 5.0
    if kind == terms.EARN.fame_per_bend or kind == terms.EARN.money_per_upgrade:
        return 3.0
    return 1.5


@kernel
def slot_worth(eye: Eye, tile: int, i: int) -> float:
    """Return what a yield tile on the i-th yield will pay more than the print below it, as far as that can be foreseen."""
    if eye.seat.yields_connected & (1 << i):
        pays_now = eye.rules.readings.connected_slot == CONNECTED_SLOT_PAYS_AT_ONCE and leads_to_yield(eye.seat, eye.rules, i)
        return _tile_promise(eye, tile) if pays_now else 0.0
    return _tile_promise(eye, tile) - earnings_worth(eye, eye.rules.boards[eye.seat.board].yields[i].earnings)


_COUNTED_IN_FAME = (
    terms.EARN.fame_per_market_tile,
    terms.EARN.fame_per_river_spaces,
    terms.EARN.fame_per_bend,
    terms.EARN.fame_per_worker,
)


@kernel
def _tile_promise(eye: Eye, tile: int) -> float:
    face = eye.rules.yield_tiles[tile]
    promise = earnings_worth(eye, face.earnings)
    for i in range(len(face.earnings)):
        kind, amount = int(face.earnings[i].kind), int(face.earnings[i].amount)
        if kind in (terms.EARN.money_per_building, terms.EARN.money_per_yield_tile, terms.EARN.money_per_upgrade):
            promise += amount * _growth(kind) * eye.w[MONEY] * eye.rest / 2.0
        elif kind in _COUNTED_IN_FAME:
            promise += amount * _growth(kind) * eye.w[FAME] * eye.rest / 2.0
    return promise


@kernel
def yield_tile_worth(eye: Eye, tile: int) -> float:
    """Return what taking an open yield tile is worth on the best free slot; taking none is worth nothing."""
    if tile == terms.NO_YIELD_TILE:
        return 0.0
    best = NEVER
    for i in range(eye.rules.boards[eye.seat.board].n_yields):
        if is_free_slot(eye.seat, eye.rules, i, eye.rules.yield_tiles[tile].colour):
            best = max(best, slot_worth(eye, tile, i))
    return best
