"""Bonuses: circled when they are released, used in any order after the action of the die, then crossed out.

Every printed place that holds a bonus has a number (BONUS_PLACES). The bonuses that a seat has circled and not yet crossed out
are one bit set (rulebook: Bonuses).
"""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import (
    CAUSE,
    COMBINE_HALF_ROADS,
    DECLINE_BONUSES,
    EARN,
    EVENT,
    MAY_BE_DECLINED,
    N_OF,
    NEW_ROAD_ONLY,
    TASK,
)
from rajas_sim.charmers.sheet.goods_die import has_usable_goods_die
from rajas_sim.charmers.sheet.karma import can_collect_karma
from rajas_sim.charmers.sheet.market import has_good_to_sell, has_good_to_take
from rajas_sim.charmers.sheet.palace import can_use_person, has_usable_person
from rajas_sim.charmers.sheet.province import has_extensible_road, has_space_for_road
from rajas_sim.charmers.sheet.release import cause_of_bonus
from rajas_sim.charmers.sheet.river import has_space_back, is_at_river_end
from rajas_sim.charmers.sheet.upgrades import restricted_buildings
from rajas_sim.core.board import has_upgrade_left
from rajas_sim.core.engine.course import mover, note, pop, push, push_earning
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import EarningRecord, LogRecord


@kernel
def is_earning_usable(state: StateRecord, rules: RulesRecord, earning: EarningRecord) -> bool:  # noqa: C901 - one case a kind of earning
    """Return whether the seat to move can do anything at all with an earning."""
    seat = mover(state)
    kind = earning.kind
    if kind in (EARN.money, EARN.fame):
        return True
    if kind == EARN.karma:
        return can_collect_karma(seat, rules)
    if kind == EARN.upgrade:
        return has_upgrade_left(seat, restricted_buildings(seat, rules))
    if kind == EARN.goods_die:
        return has_usable_goods_die(state, rules)
    if kind == EARN.goods:
        return has_good_to_take(seat, rules)
    if kind == EARN.sell:
        return has_good_to_sell(seat)
    if kind == EARN.half_road:
        return has_extensible_road(seat, rules) or (earning.amount > 1 and has_space_for_road(seat, rules))
    if kind == EARN.road:
        return has_space_for_road(seat, rules)
    if kind == EARN.sail:
        return not is_at_river_end(seat, rules)
    if kind in (EARN.sail_back, EARN.sail_back_anywhere):
        return has_space_back(seat)
    if kind == EARN.person:
        return can_use_person(seat, rules, earning.detail)
    if kind == EARN.palace_action:
        return has_usable_person(seat, rules)
    raise AssertionError("whether this earning is of use is not known")


@kernel
def _are_alike_earnings(earning: EarningRecord, other_earning: EarningRecord) -> bool:
    return (
        earning.kind == other_earning.kind and earning.amount == other_earning.amount and earning.detail == other_earning.detail
    )


@kernel
def _is_half_road(earning: EarningRecord) -> bool:
    return earning.kind == EARN.half_road and earning.amount == 1


@kernel
def bonus_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the circled bonuses that can be used now; of several identical ones only the first.

    Two half-roads may be drawn as one road in a new space (rulebook: Bonuses, special case).
    """
    pending = int(mover(state).pending)
    n = 0
    n_half_roads = 0
    for bonus_place in range(N_OF.bonus_places):
        if not (pending >> bonus_place) & 1:
            continue
        earning = rules.places[bonus_place]
        if _is_half_road(earning):
            n_half_roads += 1
        is_listed = False
        for i in range(n):
            if _are_alike_earnings(rules.places[options[i]], earning):
                is_listed = True
        if not is_listed and is_earning_usable(state, rules, earning):
            options[n] = bonus_place
            n += 1
    if n_half_roads > 1 and has_space_for_road(mover(state), rules):
        options[n] = COMBINE_HALF_ROADS
        n += 1
    if n > 0 and rules.readings.bonuses == MAY_BE_DECLINED:
        options[n] = DECLINE_BONUSES
        n += 1
    return n


@kernel
def _cross_out_bonus(state: StateRecord, log: LogRecord, bonus_place: int, event_code: int) -> None:
    """Cross out a circled bonus; the event says whether it is used or lost."""
    seat = mover(state)
    seat.pending &= ~(1 << bonus_place)
    log.cause = cause_of_bonus(bonus_place)
    note(log, event_code, bonus_place, -1, 0)


@kernel
def lose_bonuses(state: StateRecord, log: LogRecord) -> None:
    """Let the bonuses that are still circled go to waste."""
    pending = int(mover(state).pending)
    for bonus_place in range(N_OF.bonus_places):
        if (pending >> bonus_place) & 1:
            _cross_out_bonus(state, log, bonus_place, EVENT.bonus_lost)


@kernel
def push_bonus_decision(state: StateRecord, rules: RulesRecord, log: LogRecord, options: Options) -> bool:
    """Ask which bonus is used next; if none can be used, let those left go to waste and return False."""
    if mover(state).pending == 0:
        return False
    if bonus_options(state, rules, options) > 0:
        push(state, TASK.use_bonus, CAUSE.die, 1, 0)
        return True
    lose_bonuses(state, log)
    return False


@kernel
def use_bonus(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int) -> None:
    """Cross out a bonus and put what it gives on the stack; or combine two half-roads, or decline all bonuses."""
    pop(state)
    if option == DECLINE_BONUSES:
        lose_bonuses(state, log)
        return
    if option != COMBINE_HALF_ROADS:
        _cross_out_bonus(state, log, option, EVENT.bonus_used)
        push_earning(state, TASK.earn, rules.places[option], cause_of_bonus(option))
        return
    n_to_cross_out = 2
    pending = int(mover(state).pending)
    for bonus_place in range(N_OF.bonus_places):
        if n_to_cross_out > 0 and (pending >> bonus_place) & 1 and _is_half_road(rules.places[bonus_place]):
            _cross_out_bonus(state, log, bonus_place, EVENT.bonus_used)
            n_to_cross_out -= 1
    push(state, TASK.half_roads, log.cause, 2, NEW_ROAD_ONLY)
