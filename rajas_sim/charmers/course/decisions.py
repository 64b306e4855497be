"""The two verbs of the game: list the options of the decision a state waits for, and play one of them."""

from __future__ import annotations

from rajas_sim.charmers.course.turns import end_turn
from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import N_DECISIONS, TASK
from rajas_sim.charmers.sheet import bonuses, dice, earnings, goods_die, market, palace, province, river, upgrades
from rajas_sim.core.board import upgrade_options
from rajas_sim.core.engine.course import NOT_OVER, mover, pop, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def list_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:  # noqa: C901 - one case a decision
    """Write the options of the current decision into `options` (MAX_OPTIONS,); return how many, 0 when the game is over."""
    if state.end_reason != NOT_OVER:
        return 0
    decision = top(state).kind
    if decision == TASK.take_die:
        return dice.take_die_options(state, rules, options)
    if decision == TASK.karma_roll:
        return dice.karma_roll_options(state, rules, options)
    if decision == TASK.build_road:
        return province.road_options(state, rules, options)
    if decision == TASK.half_roads:
        return province.half_road_options(state, rules, options)
    if decision == TASK.sell:
        return market.sale_options(state, rules, options)
    if decision == TASK.take_good:
        return market.good_options(state, rules, options)
    if decision == TASK.palace_action:
        return palace.person_options(state, rules, options)
    if decision == TASK.maharani:
        return palace.maharani_options(state, rules, options)
    if decision == TASK.trader:
        return palace.trader_options(state, rules, options)
    if decision == TASK.portuguese:
        return palace.portuguese_options(state, rules, options)
    if decision == TASK.upgrade:
        return upgrade_options(mover(state), upgrades.restricted_buildings(mover(state), rules), options)
    if decision == TASK.goods_die:
        return goods_die.goods_die_options(state, rules, options)
    if decision == TASK.sail_back:
        return river.sail_back_options(state, options)
    if decision == TASK.use_bonus:
        return bonuses.bonus_options(state, rules, options)
    raise AssertionError("nothing lists the options of this decision")


@kernel
def settle(state: StateRecord, rules: RulesRecord, log: LogRecord, options: Options) -> None:
    """Carry out everything that needs no decision, until a decision or the end of the game is reached.

    A decision without options is taken off the stack. When nothing is left to resolve, the bonuses circled in this turn are
    used; after them the turn is over.
    """
    while state.end_reason == NOT_OVER:
        log.seat = state.seat_to_move
        if state.n_tasks == 0:
            if not bonuses.push_bonus_decision(state, rules, log, options):
                end_turn(state, rules, log)
            return
        task = top(state)
        log.cause = task.cause
        if task.kind == TASK.earn:
            earnings.receive(state, rules, log)
        elif task.kind >= N_DECISIONS:
            raise AssertionError("nothing carries out this task, and it is no decision")
        elif list_options(state, rules, options) == 0:
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
    if decision == TASK.take_die:
        dice.take_die(state, rules, log, option)
    elif decision == TASK.karma_roll:
        dice.choose_karma_roll(state, rules, log, option)
    elif decision == TASK.build_road:
        province.build_road(state, rules, log, option)
    elif decision == TASK.half_roads:
        province.use_half_roads(state, rules, log, option)
    elif decision == TASK.sell:
        market.sell_or_stop(state, rules, log, option)
    elif decision == TASK.take_good:
        market.choose_good(state, rules, log, option)
    elif decision == TASK.palace_action:
        palace.choose_person(state, rules, log, option)
    elif decision == TASK.maharani:
        palace.sail_with_maharani(state, rules, log, option)
    elif decision == TASK.trader:
        palace.trade(state, rules, log, option)
    elif decision == TASK.portuguese:
        palace.sail_with_portuguese(state, rules, log, option)
    elif decision == TASK.upgrade:
        upgrades.upgrade(state, rules, log, option)
    elif decision == TASK.goods_die:
        goods_die.use_goods_die(state, rules, log, option)
    elif decision == TASK.sail_back:
        pop(state)
        river.mark_space(state, rules, log, option)
    elif decision == TASK.use_bonus:
        bonuses.use_bonus(state, rules, log, option)
    else:
        raise AssertionError("nothing plays an option of this decision")
    settle(state, rules, log, options)
