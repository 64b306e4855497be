"""The two verbs of the game: list the options of the decision a state waits for, and play one of them."""

from __future__ import annotations

from rajas_sim.charmers.course.turns import end_turn
from rajas_sim.charmers.rulebook.record_types import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import N_DECISIONS, TASK
from rajas_sim.charmers.sheet.bonuses import bonus_options, push_bonuses, use_bonus
from rajas_sim.charmers.sheet.dice import choose_karma_roll, karma_roll_options, take_die, take_die_options
from rajas_sim.charmers.sheet.earnings import receive
from rajas_sim.charmers.sheet.goods_die import goods_die_options, use_goods_die
from rajas_sim.charmers.sheet.market import choose_good, good_options, sale_options, sell
from rajas_sim.charmers.sheet.palace import (
    choose_person,
    maharani_options,
    person_options,
    portuguese_options,
    sail_with_maharani,
    sail_with_portuguese,
    trade,
    trader_options,
)
from rajas_sim.charmers.sheet.province import build_road, half_road_options, road_options, use_half_roads
from rajas_sim.charmers.sheet.river import mark, sail_back_options
from rajas_sim.charmers.sheet.upgrades import restricted_buildings, upgrade
from rajas_sim.core.board import upgrade_options
from rajas_sim.core.engine.course import NOT_OVER, mover, pop, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def list_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:  # noqa: C901 - one case a decision
    """Write the options of the present decision into `options` (MAX_OPTIONS,) and return how many: 0 when the game is over."""
    if state.end_reason != NOT_OVER:
        return 0
    kind = top(state).kind
    if kind == TASK.take_die:
        return take_die_options(state, rules, options)
    if kind == TASK.karma_roll:
        return karma_roll_options(state, rules, options)
    if kind == TASK.build_road:
        return road_options(state, rules, options)
    if kind == TASK.half_roads:
        return half_road_options(state, rules, options)
    if kind == TASK.sell:
        return sale_options(state, rules, options)
    if kind == TASK.take_good:
        return good_options(state, rules, options)
    if kind == TASK.palace_action:
        return person_options(state, rules, options)
    if kind == TASK.maharani:
        return maharani_options(state, rules, options)
    if kind == TASK.trader:
        return trader_options(state, rules, options)
    if kind == TASK.portuguese:
        return portuguese_options(state, rules, options)
    if kind == TASK.upgrade:
        return upgrade_options(mover(state), restricted_buildings(mover(state), rules), options)
    if kind == TASK.goods_die:
        return goods_die_options(state, rules, options)
    if kind == TASK.sail_back:
        return sail_back_options(state, options)
    if kind == TASK.use_bonus:
        return bonus_options(state, rules, options)
    raise AssertionError("nothing lists the options of this decision")


@kernel
def settle(state: StateRecord, rules: RulesRecord, log: LogRecord, options: Options) -> None:
    """Carry out everything that needs no decision, until a decision or the end of the game is reached.

    A decision without options is taken off the stack. With nothing left to resolve, the bonuses circled on this turn are used;
    after them the turn is over.
    """
    while state.end_reason == NOT_OVER:
        log.seat = state.seat_to_move
        if state.n_tasks == 0:
            if not push_bonuses(state, rules, log, options):
                end_turn(state, rules, log)
            return
        task = top(state)
        log.cause = task.cause
        if task.kind == TASK.earn:
            receive(state, rules, log)
        elif task.kind >= N_DECISIONS:
            raise AssertionError("nothing carries out this task, and it is no decision")
        elif list_options(state, rules, options) == 0:
            pop(state)
        else:
            return


@kernel
def play_option(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int, options: Options) -> None:  # noqa: C901 - one case a decision
    """Play one of the options `list_options` gave (not checked here), in place, and go on to the next decision.

    `options` (MAX_OPTIONS,) is scratch memory.
    """
    task = top(state)
    kind = task.kind
    option = int(option)
    log.cause = task.cause
    log.seat = state.seat_to_move
    state.n_decisions += 1
    if kind == TASK.take_die:
        take_die(state, rules, log, option)
    elif kind == TASK.karma_roll:
        choose_karma_roll(state, rules, log, option)
    elif kind == TASK.build_road:
        build_road(state, rules, log, option)
    elif kind == TASK.half_roads:
        use_half_roads(state, rules, log, option)
    elif kind == TASK.sell:
        sell(state, rules, log, option)
    elif kind == TASK.take_good:
        choose_good(state, rules, log, option)
    elif kind == TASK.palace_action:
        choose_person(state, rules, log, option)
    elif kind == TASK.maharani:
        sail_with_maharani(state, rules, log, option)
    elif kind == TASK.trader:
        trade(state, rules, log, option)
    elif kind == TASK.portuguese:
        sail_with_portuguese(state, rules, log, option)
    elif kind == TASK.upgrade:
        upgrade(state, rules, log, option)
    elif kind == TASK.goods_die:
        use_goods_die(state, rules, log, option)
    elif kind == TASK.sail_back:
        pop(state)
        mark(state, rules, log, option)
    elif kind == TASK.use_bonus:
        use_bonus(state, rules, log, option)
    else:
        raise AssertionError("nothing plays an option of this decision")
    settle(state, rules, log, options)
