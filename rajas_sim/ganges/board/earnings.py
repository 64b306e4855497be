"""Earnings: what a river space, special yield, yield tile or track bonus pays, whichever of them it comes from."""

from __future__ import annotations

from rajas_sim.core.board.upgrades import has_upgrade_left, n_upgrades
from rajas_sim.core.engine.events import note
from rajas_sim.core.engine.kernel import Record, kernel
from rajas_sim.core.engine.tasks import count_down, pop, push
from rajas_sim.ganges.board.dice import push_taking
from rajas_sim.ganges.board.karma import gain_karma
from rajas_sim.ganges.board.market import assorted_income, n_markets, n_tiles_with_markets
from rajas_sim.ganges.board.master_builder import NO_DIE
from rajas_sim.ganges.board.palace import can_do_chamber, use_chamber
from rajas_sim.ganges.board.province import n_bends, n_buildings
from rajas_sim.ganges.board.river import has_arrived
from rajas_sim.ganges.board.tracks import gain_fame, gain_money
from rajas_sim.ganges.board.yield_tiles import has_yield_tile_to_take, n_connected_yield_tiles
from rajas_sim.ganges.rulebook.terms import (
    BY_FAME_TRACK,
    CHOOSE_GOOD,
    EARN_ASSORTED,
    EARN_BOAT,
    EARN_CHAMBER,
    EARN_DICE,
    EARN_DICE_PER_KARMA,
    EARN_FAME,
    EARN_FAME_PER_BEND,
    EARN_FAME_PER_KARMA,
    EARN_FAME_PER_MARKET_TILE,
    EARN_FAME_PER_RIVER_SPACES,
    EARN_FAME_PER_UPGRADE,
    EARN_FAME_PER_WORKER,
    EARN_KARMA,
    EARN_MONEY,
    EARN_MONEY_PER_BUILDING,
    EARN_MONEY_PER_MARKET,
    EARN_MONEY_PER_UPGRADE,
    EARN_MONEY_PER_YIELD_TILE,
    EARN_ONE_KIND,
    EARN_PALACE_ACTION,
    EARN_SAIL,
    EARN_UPGRADE,
    MOVE_BOAT,
    PALACE_ACTION,
    SAIL,
    TAKE_YIELD_TILE,
    UPGRADE,
    UPGRADED,
)


@kernel
def progress(seat: Record, rules: Record, kind: int) -> int:
    """Return how far the seat has come in the field that a brown yield tile counts."""
    if kind == EARN_FAME_PER_MARKET_TILE:
        return n_tiles_with_markets(seat, rules)
    if kind == EARN_FAME_PER_RIVER_SPACES:
        return int(seat.river) // int(rules.river_spaces_per_fame)
    if kind == EARN_MONEY_PER_BUILDING:
        return n_buildings(seat, rules)
    if kind == EARN_MONEY_PER_YIELD_TILE:
        return n_connected_yield_tiles(seat, rules)
    if kind == EARN_FAME_PER_BEND:
        return n_bends(seat)
    if kind == EARN_FAME_PER_WORKER:
        return int(seat.workers)
    return 0


@kernel
def receive(state: Record, rules: Record, log: Record) -> None:
    """Carry out the earning on top of the stack."""
    task = state.tasks[state.n_tasks - 1]
    kind, amount, colour, cause = int(task.detail), int(task.amount), int(task.limit), int(task.cause)
    pop(state)
    if amount <= 0:
        return
    seat = state.seats[state.seat_to_move]
    if kind == EARN_MONEY:
        gain_money(state, rules, log, amount)
    elif kind == EARN_FAME:
        gain_fame(state, rules, log, amount)
    elif kind == EARN_KARMA:
        gain_karma(state, rules, log, amount)
    elif kind == EARN_UPGRADE:
        push(state, UPGRADE, cause, amount, 0)
    elif kind == EARN_DICE:
        push_taking(state, cause, amount, colour)
    elif kind == EARN_BOAT:
        push(state, MOVE_BOAT, cause, amount, 0)
    elif kind == EARN_PALACE_ACTION:
        push(state, PALACE_ACTION, cause, amount, 0)
    elif kind == EARN_DICE_PER_KARMA:
        push_taking(state, cause, amount * int(seat.karma), colour)
    elif kind == EARN_MONEY_PER_MARKET:
        gain_money(state, rules, log, amount * n_markets(seat, rules))
    elif kind == EARN_ASSORTED:
        gain_money(state, rules, log, assorted_income(seat, rules, amount))
    elif kind == EARN_ONE_KIND:
        push(state, CHOOSE_GOOD, cause, amount, 0)
    elif kind == EARN_FAME_PER_UPGRADE:
        gain_fame(state, rules, log, amount * n_upgrades(seat))
    elif kind == EARN_MONEY_PER_UPGRADE:
        gain_money(state, rules, log, amount * n_upgrades(seat))
    elif kind == EARN_FAME_PER_KARMA:
        gain_fame(state, rules, log, amount * int(seat.karma))
    elif kind == EARN_CHAMBER:
        if can_do_chamber(state, rules, colour, NO_DIE):
            use_chamber(state, rules, log, colour)
    elif kind == EARN_SAIL:
        push(state, SAIL, cause, amount, 0)
    elif kind in (EARN_MONEY_PER_BUILDING, EARN_MONEY_PER_YIELD_TILE):
        gain_money(state, rules, log, amount * progress(seat, rules, kind))
    else:
        gain_fame(state, rules, log, amount * progress(seat, rules, kind))


@kernel
def upgrade(state: Record, rules: Record, log: Record, building: int) -> None:
    """Upgrade a building type; one from the fame track counts from the next turn on (rulebook: Bonuses, space 5)."""
    cause = state.tasks[state.n_tasks - 1].cause
    count_down(state)
    seat = state.seats[state.seat_to_move]
    seat.levels[building] += 1
    if cause == BY_FAME_TRACK and rules.readings.fame_upgrade == 0:
        seat.levels_from_next_turn[building] += 1
    note(log, UPGRADED, building, 1, seat.levels[building])


@kernel
def is_void(state: Record, rules: Record) -> bool:
    """Return whether the earning on top of the stack has nothing to choose from and lapses."""
    kind = state.tasks[state.n_tasks - 1].kind
    seat = state.seats[state.seat_to_move]
    if kind == UPGRADE:
        return not has_upgrade_left(seat)
    if kind == MOVE_BOAT:
        return has_arrived(state, rules)
    if kind == SAIL:
        return has_arrived(state, rules)
    if kind == CHOOSE_GOOD:
        return n_markets(seat, rules) == 0
    if kind == TAKE_YIELD_TILE:
        return not has_yield_tile_to_take(state, rules)
    return False
