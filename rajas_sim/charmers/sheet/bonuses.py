"""Bonuses: circled when they are released, used after the action of the die in any order, crossed out.

Every printed place that holds a bonus has a number (terms.PLACES); the bonuses a seat has circled and not yet crossed out are one
set of bits (rulebook: Bonuses).
"""

from __future__ import annotations

from rajas_sim.charmers.rulebook.terms import (
    BONUS_LOST,
    BONUS_USED,
    BY_DIE,
    COMBINE,
    DECLINE,
    EARN,
    EARN_FAME,
    EARN_GOODS,
    EARN_GOODS_DIE,
    EARN_HALF_ROAD,
    EARN_KARMA,
    EARN_MONEY,
    EARN_PALACE_ACTION,
    EARN_PERSON,
    EARN_ROAD,
    EARN_SAIL,
    EARN_SAIL_BACK,
    EARN_SAIL_BACK_ANYWHERE,
    EARN_SALE,
    EARN_UPGRADE,
    HALF_ROADS,
    MAY_BE_DECLINED,
    N_PLACES,
    NEW_ROAD_ONLY,
    USE_BONUS,
)
from rajas_sim.charmers.sheet.goods_die import has_goods_die
from rajas_sim.charmers.sheet.market import has_good_to_sell, has_good_to_take
from rajas_sim.charmers.sheet.palace import can_use, has_person
from rajas_sim.charmers.sheet.province import has_extension, has_open_space
from rajas_sim.charmers.sheet.release import cause_of
from rajas_sim.charmers.sheet.river import has_arrived, has_space_back
from rajas_sim.core.board.upgrades import has_upgrade_left
from rajas_sim.core.engine.events import note
from rajas_sim.core.engine.kernel import Options, Record, kernel
from rajas_sim.core.engine.tasks import pop, push, push_earning


@kernel
def is_usable(state: Record, rules: Record, earning: Record) -> bool:
    """Return whether the seat to move can do anything at all with an earning."""
    seat = state.seats[state.seat_to_move]
    kind = earning.kind
    if kind in (EARN_MONEY, EARN_FAME):
        return True
    if kind == EARN_KARMA:
        return seat.karma_collected < rules.karma_limit
    if kind == EARN_UPGRADE:
        return has_upgrade_left(seat)
    if kind == EARN_GOODS_DIE:
        return has_goods_die(state, rules)
    if kind == EARN_GOODS:
        return has_good_to_take(seat, rules)
    if kind == EARN_SALE:
        return has_good_to_sell(seat)
    if kind == EARN_HALF_ROAD:
        return has_extension(seat, rules) or (earning.amount > 1 and has_open_space(seat))
    if kind == EARN_ROAD:
        return has_open_space(seat)
    if kind == EARN_SAIL:
        return not has_arrived(seat, rules)
    if kind in (EARN_SAIL_BACK, EARN_SAIL_BACK_ANYWHERE):
        return has_space_back(seat)
    if kind == EARN_PERSON:
        return can_use(seat, earning.detail)
    if kind == EARN_PALACE_ACTION:
        return has_person(seat)
    return False


@kernel
def _is_alike(a: Record, b: Record) -> bool:
    return a.kind == b.kind and a.amount == b.amount and a.detail == b.detail


@kernel
def _is_half_road(earning: Record) -> bool:
    return earning.kind == EARN_HALF_ROAD and earning.amount == 1


@kernel
def bonus_options(state: Record, rules: Record, options: Options) -> int:
    """List the circled bonuses that can be used now; of several that show the same, only the first.

    Two half-roads may be drawn as one road in a new space (rulebook: Bonuses, special case).
    """
    pending = int(state.seats[state.seat_to_move].pending)
    n = 0
    half_roads = 0
    for place in range(N_PLACES):
        if not (pending >> place) & 1:
            continue
        earning = rules.places[place]
        if _is_half_road(earning):
            half_roads += 1
        is_listed = False
        for i in range(n):
            if _is_alike(rules.places[options[i]], earning):
                is_listed = True
        if not is_listed and is_usable(state, rules, earning):
            options[n] = place
            n += 1
    if half_roads > 1 and has_open_space(state.seats[state.seat_to_move]):
        options[n] = COMBINE
        n += 1
    if n > 0 and rules.readings.bonuses == MAY_BE_DECLINED:
        options[n] = DECLINE
        n += 1
    return n


@kernel
def _cross_out(state: Record, log: Record, place: int, event: int) -> None:
    seat = state.seats[state.seat_to_move]
    seat.pending &= ~(1 << place)
    log.cause = cause_of(place)
    note(log, event, place, -1, 0)


@kernel
def lose_bonuses(state: Record, log: Record) -> None:
    """Let the bonuses that are still circled go to waste."""
    pending = int(state.seats[state.seat_to_move].pending)
    for place in range(N_PLACES):
        if (pending >> place) & 1:
            _cross_out(state, log, place, BONUS_LOST)


@kernel
def push_bonuses(state: Record, rules: Record, log: Record, options: Options) -> bool:
    """Ask which bonus is used next; return False where none can be, and let what is left go to waste."""
    if state.seats[state.seat_to_move].pending == 0:
        return False
    if bonus_options(state, rules, options) > 0:
        push(state, USE_BONUS, BY_DIE, 1, 0)
        return True
    lose_bonuses(state, log)
    return False


@kernel
def use_bonus(state: Record, rules: Record, log: Record, option: int) -> None:
    """Cross out a bonus and put what it gives on the stack."""
    pop(state)
    if option == DECLINE:
        lose_bonuses(state, log)
        return
    if option != COMBINE:
        _cross_out(state, log, option, BONUS_USED)
        push_earning(state, EARN, rules.places[option], cause_of(option))
        return
    left = 2
    pending = int(state.seats[state.seat_to_move].pending)
    for place in range(N_PLACES):
        if left > 0 and (pending >> place) & 1 and _is_half_road(rules.places[place]):
            _cross_out(state, log, place, BONUS_USED)
            left -= 1
    push(state, HALF_ROADS, log.cause, 2, NEW_ROAD_ONLY)
