"""Earnings: what river spaces, special yields, yield tiles and track bonuses pay."""

from __future__ import annotations

from rajas_sim.core.board import has_upgrade_left, n_upgrades
from rajas_sim.core.engine.course import count_down, mover, note, pop, push, top
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.board.karma import gain_karma
from rajas_sim.ganges.board.market import assorted_income, n_markets, n_tiles_with_markets
from rajas_sim.ganges.board.master_builder import NO_DIE
from rajas_sim.ganges.board.order import are_all_alike
from rajas_sim.ganges.board.palace import can_do_chamber, has_palace_action, use_chamber
from rajas_sim.ganges.board.province import n_bends, n_buildings
from rajas_sim.ganges.board.river import has_arrived
from rajas_sim.ganges.board.taking_dice import push_taking
from rajas_sim.ganges.board.tracks import gain_fame, gain_money
from rajas_sim.ganges.board.yield_tiles import has_yield_tile_to_take, n_connected_yield_tiles
from rajas_sim.ganges.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import CAUSE, EARN, EVENT, FAME_UPGRADE_NEXT_TURN, TASK

#: Earnings that pay for each thing of a kind that a seat has, in money or in fame.
MONEY_FOR_PROGRESS = (EARN.money_per_building, EARN.money_per_yield_tile, EARN.money_per_market, EARN.money_per_upgrade)
FAME_FOR_PROGRESS = (
    *(EARN.fame_per_market_tile, EARN.fame_per_river_spaces, EARN.fame_per_bend, EARN.fame_per_worker),
    *(EARN.fame_per_upgrade, EARN.fame_per_karma),
)


@kernel
def n_counted(seat: SeatRecord, rules: RulesRecord, kind: int) -> int:
    """Return how many things a seat has of the kind that an earning pays for, such as buildings, bends or levels of karma."""
    if kind == EARN.fame_per_market_tile:
        return n_tiles_with_markets(seat, rules)
    if kind == EARN.fame_per_river_spaces:
        return int(seat.river) // int(rules.river_spaces_per_fame)
    if kind == EARN.money_per_building:
        return n_buildings(seat, rules)
    if kind == EARN.money_per_yield_tile:
        return n_connected_yield_tiles(seat, rules)
    if kind == EARN.fame_per_bend:
        return n_bends(seat)
    if kind == EARN.fame_per_worker:
        return int(seat.workers)
    if kind == EARN.money_per_market:
        return n_markets(seat, rules)
    if kind == EARN.money_per_upgrade or kind == EARN.fame_per_upgrade:
        return n_upgrades(seat)
    if kind == EARN.fame_per_karma:
        return int(seat.karma)
    raise AssertionError("this earning pays for no kind of thing")


@kernel
def receive(state: StateRecord, rules: RulesRecord, log: LogRecord) -> None:  # noqa: C901 - one case a kind of earning
    """Carry out the earning on top of the stack."""
    task = top(state)
    kind, amount, colour_or_chamber, cause = int(task.detail), int(task.amount), int(task.limit), int(task.cause)
    pop(state)
    if amount <= 0:
        return
    seat = mover(state)
    if kind == EARN.money:
        gain_money(state, rules, log, amount)
    elif kind == EARN.fame:
        gain_fame(state, rules, log, amount)
    elif kind == EARN.karma:
        gain_karma(state, rules, log, amount)
    elif kind == EARN.upgrade:
        push(state, TASK.upgrade, cause, amount, 0)
    elif kind == EARN.dice:
        push_taking(state, cause, amount, colour_or_chamber)
    elif kind == EARN.boat:
        push(state, TASK.move_boat, cause, amount, 0)
    elif kind == EARN.palace_action:
        push(state, TASK.palace_action, cause, amount, 0)
    elif kind == EARN.dice_per_karma:
        push_taking(state, cause, amount * int(seat.karma), colour_or_chamber)
    elif kind == EARN.assorted:
        gain_money(state, rules, log, assorted_income(seat, rules, amount))
    elif kind == EARN.one_kind:
        push(state, TASK.choose_good, cause, amount, 0)
    elif kind == EARN.chamber:
        if can_do_chamber(state, rules, colour_or_chamber, NO_DIE):
            use_chamber(state, rules, log, colour_or_chamber, False)
    elif kind == EARN.sail:
        push(state, TASK.sail, cause, amount, 0)
    elif kind in MONEY_FOR_PROGRESS:
        gain_money(state, rules, log, amount * n_counted(seat, rules, kind))
    elif kind in FAME_FOR_PROGRESS:
        gain_fame(state, rules, log, amount * n_counted(seat, rules, kind))
    else:
        raise AssertionError("this earning cannot be received")


@kernel
def upgrade(state: StateRecord, rules: RulesRecord, log: LogRecord, building: int) -> None:
    """Upgrade a building type; one from the fame track counts from the next turn on (rulebook: Bonuses, space 5)."""
    cause = top(state).cause
    count_down(state)
    seat = mover(state)
    seat.levels[building] += 1
    if cause == CAUSE.fame_track and rules.readings.fame_upgrade == FAME_UPGRADE_NEXT_TURN:
        seat.levels_from_next_turn[building] += 1
    note(log, EVENT.upgrade, building, 1, seat.levels[building])


@kernel
def is_void(state: StateRecord, rules: RulesRecord) -> bool:
    """Return whether the decision on top of the stack offers nothing to choose, so that it is skipped."""
    kind = top(state).kind
    seat = mover(state)
    if kind == TASK.upgrade:
        return not has_upgrade_left(seat, rules.restricted[state.seat_to_move].upgrade)
    if kind == TASK.move_boat or kind == TASK.sail:
        return has_arrived(state, rules)
    if kind == TASK.palace_action:
        return not has_palace_action(state, rules)
    if kind == TASK.choose_good:
        return n_markets(seat, rules) == 0
    if kind == TASK.take_yield_tile:
        return not has_yield_tile_to_take(state, rules)
    if kind == TASK.choose_order:
        return are_all_alike(state)
    return False
