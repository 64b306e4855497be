"""The two verbs of the game: list the options of the decision a state waits for, and play one of them."""

from __future__ import annotations

from rajas_sim.core.board import N_SIDES, upgrade_options
from rajas_sim.core.engine.course import NOT_OVER, count_down, mover, pop, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.board import market, master_builder, order, palace, province, quarry, river, taking_dice, yield_tiles
from rajas_sim.ganges.board.earnings import is_void, receive, upgrade
from rajas_sim.ganges.board.harbour import sail, sail_options
from rajas_sim.ganges.course.placement import pay_die, pay_die_options, place_options, place_worker
from rajas_sim.ganges.course.turns import end_turn
from rajas_sim.ganges.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import CAUSE, N_DECISIONS, TASK


@kernel
def list_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:  # noqa: C901 - one case a decision
    """Write the options of the current decision into `options` (MAX_OPTIONS,); return how many, 0 when the game is over."""
    if state.end_reason != NOT_OVER:
        return 0
    decision = top(state).kind
    seat = mover(state)
    if decision == TASK.place:
        return place_options(state, rules, options)
    if decision == TASK.pay_die:
        return pay_die_options(state, rules, options)
    if decision == TASK.choose_tile:
        return quarry.tile_options(state, rules, options)
    if decision == TASK.pay_for_tile:
        return quarry.pay_options(state, options)
    if decision == TASK.choose_cell:
        return province.cell_options(state, rules, options)
    if decision == TASK.cover_tile:
        return master_builder.cover_options(state, rules, options)
    if decision == TASK.upgrade:
        return upgrade_options(seat, rules.restricted[state.seat_to_move].upgrade, options)
    if decision == TASK.take_die:
        return taking_dice.take_die_options(state, rules, options)
    if decision == TASK.give_back_die or decision == TASK.reroll:
        return taking_dice.held_dice_options(state, options)
    if decision == TASK.sail:
        return sail_options(state, rules, options)
    if decision == TASK.move_boat:
        return river.move_boat_options(options)
    if decision == TASK.palace_action:
        return palace.palace_action_options(state, rules, options)
    if decision == TASK.choose_good:
        return market.good_options(state, rules, options)
    if decision == TASK.take_yield_tile:
        return yield_tiles.yield_tile_options(state, rules, options)
    if decision == TASK.place_yield_tile:
        return yield_tiles.slot_options(state, rules, options)
    if decision == TASK.choose_order:
        return order.order_options(state, options)
    raise AssertionError("nothing lists the options of this decision")


@kernel
def settle(state: StateRecord, rules: RulesRecord, log: LogRecord, options: Options) -> None:  # noqa: C901 - one case a task
    """Carry out everything that needs no decision, until a decision or the end of the game is reached."""
    while state.end_reason == NOT_OVER:
        if state.n_tasks == 0:
            end_turn(state, rules, options)
            return
        task = top(state)
        kind = task.kind
        log.cause = task.cause
        log.seat = state.seat_to_move
        if kind == TASK.earn:
            receive(state, rules, log)
        elif kind == TASK.roll:
            pop(state)
            taking_dice.roll_pending(state, rules, log)
        elif kind == TASK.draw_yield_tile:
            pop(state)
            yield_tiles.draw_yield_tile(state, rules, log)
        elif kind == TASK.open_next_tile:
            stack = int(task.detail)
            pop(state)
            quarry.open_next_tile(state, rules, log, stack)
        elif kind == TASK.take_die:
            n_tasks_before = int(state.n_tasks)
            taking_dice.prepare_taking(state, rules)
            if state.n_tasks == n_tasks_before:
                return
        elif kind >= N_DECISIONS:
            raise AssertionError("nothing carries out this task, and it is no decision")
        elif is_void(state, rules):
            pop(state)
        else:
            return


@kernel
def play_option(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int, options: Options) -> None:  # noqa: C901 - one case a decision
    """Play one of the options that `list_options` gave (unchecked), in place, and go on to the next decision.

    `options` (MAX_OPTIONS,) is scratch memory.
    """
    task = top(state)
    decision = task.kind
    option = int(option)
    log.cause = task.cause
    log.seat = state.seat_to_move
    state.n_decisions += 1
    if decision == TASK.place:
        place_worker(state, rules, log, option)
    elif decision == TASK.pay_die:
        pay_die(state, rules, log, option)
    elif decision == TASK.choose_tile:
        quarry.choose_tile(state, rules, option)
    elif decision == TASK.pay_for_tile:
        quarry.pay_towards(state, log, option)
    elif decision == TASK.choose_cell:
        tile = int(task.detail)
        pop(state)
        province.place_tile(state, rules, log, option // N_SIDES, tile, option % N_SIDES)
    elif decision == TASK.cover_tile:
        master_builder.cover_tile(state, rules, option)
    elif decision == TASK.upgrade:
        upgrade(state, rules, log, option)
    elif decision == TASK.take_die:
        taking_dice.take_die(state, rules, option)
    elif decision == TASK.give_back_die:
        log.cause = CAUSE.hand_limit
        taking_dice.give_back(state, rules, log, option)
    elif decision == TASK.reroll:
        taking_dice.choose_reroll(state, log, option)
    elif decision == TASK.sail:
        sail(state, rules, log, option)
    elif decision == TASK.move_boat:
        river.move_boat(state, rules, log, option)
    elif decision == TASK.palace_action:
        count_down(state)
        palace.use_chamber(state, rules, log, option, False)
    elif decision == TASK.choose_good:
        market.choose_good(state, rules, log, option)
    elif decision == TASK.take_yield_tile:
        yield_tiles.take_yield_tile(state, option)
    elif decision == TASK.place_yield_tile:
        yield_tiles.place_yield_tile(state, rules, log, option)
    elif decision == TASK.choose_order:
        order.choose_order(state, option)
    else:
        raise AssertionError("nothing plays an option of this decision")
    settle(state, rules, log, options)
