"""The worth of a yield tile on a slot (Navaratnas version)."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import kernel
from rajas_sim.ganges.appraisal.earnings import earnings_worth
from rajas_sim.ganges.appraisal.position_view import LOWEST_WORTH, PositionView
from rajas_sim.ganges.board.earnings import FAME_FOR_PROGRESS, MONEY_FOR_PROGRESS
from rajas_sim.ganges.board.yield_tiles import is_free_slot, leads_to_yield
from rajas_sim.ganges.rulebook.terms import CONNECTED_SLOT_PAYS_AT_ONCE, EARN, NO_YIELD_TILE


@kernel
def _expected_growth(kind: int) -> float:
    """Return roughly by how much the number of things that an earning pays for grows over a whole game."""
    if kind == EARN.fame_per_market_tile or kind == EARN.money_per_building or kind == EARN.money_per_market:
        return 6.0
    if kind == EARN.fame_per_river_spaces:
        return 5.0
    if kind == EARN.fame_per_bend or kind == EARN.money_per_upgrade or kind == EARN.fame_per_upgrade:
        return 3.0
    if kind == EARN.fame_per_worker or kind == EARN.money_per_yield_tile or kind == EARN.fame_per_karma:
        return 1.5
    raise AssertionError("this earning counts no field that grows")


@kernel
def slot_worth(view: PositionView, tile: int, i: int) -> float:
    """Return how much more a yield tile on the i-th yield will pay than the print below it, as far as can be foreseen."""
    if view.seat.yields_connected & (1 << i):
        pays_now = view.rules.readings.connected_slot == CONNECTED_SLOT_PAYS_AT_ONCE and leads_to_yield(view.seat, view.rules, i)
        return _promised_worth(view, tile) if pays_now else 0.0
    return _promised_worth(view, tile) - earnings_worth(view, view.rules.boards[view.seat.board].yields[i].earnings)


@kernel
def _promised_worth(view: PositionView, tile: int) -> float:
    """Return the worth of a yield tile: of its earnings now, and of half the growth expected of what they count."""
    face = view.rules.yield_tiles[tile]
    worth = earnings_worth(view, face.earnings)
    for i in range(len(face.earnings)):
        kind, amount = int(face.earnings[i].kind), int(face.earnings[i].amount)
        if kind in MONEY_FOR_PROGRESS:
            worth += amount * _expected_growth(kind) * view.weights.money * view.game_left / 2.0
        elif kind in FAME_FOR_PROGRESS:
            worth += amount * _expected_growth(kind) * view.weights.fame * view.game_left / 2.0
    return worth


@kernel
def yield_tile_worth(view: PositionView, tile: int) -> float:
    """Return the worth of taking an open yield tile for the best free slot; taking none is worth 0."""
    if tile == NO_YIELD_TILE:
        return 0.0
    best_worth = LOWEST_WORTH
    for i in range(view.rules.boards[view.seat.board].n_yields):
        if is_free_slot(view.seat, view.rules, i, view.rules.yield_tiles[tile].colour):
            best_worth = max(best_worth, slot_worth(view, tile, i))
    return best_worth
