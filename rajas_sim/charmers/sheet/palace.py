"""The palace: six people with three boxes each; a complete column of an area's three people pays a bonus."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import (
    CAUSE,
    EVENT,
    FIRST_BONUS_PLACE,
    GOOD_INSTEAD,
    N_OF,
    NOBODY,
    PERSON,
    SALE,
    TASK,
)
from rajas_sim.charmers.sheet.market import can_take_good, sell_good, stock, take_good
from rajas_sim.charmers.sheet.release import release_bonus
from rajas_sim.charmers.sheet.river import mark_space, may_be_declined, space_back
from rajas_sim.charmers.sheet.tracks import gain_money
from rajas_sim.core.board import has_bit
from rajas_sim.core.engine.course import mover, note, pop, push, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def can_use_person(seat: SeatRecord, rules: RulesRecord, person: int) -> bool:
    """Return whether a person has a box left and the seat may cross it out."""
    column = int(seat.palace[person])
    if column >= N_OF.palace_columns:
        return False
    return not has_bit(rules.restricted[seat.position].palace, person * N_OF.palace_columns + column)


@kernel
def has_usable_person(seat: SeatRecord, rules: RulesRecord) -> bool:
    """Return whether any person has a box left that the seat may cross out."""
    for person in range(N_OF.people):
        if can_use_person(seat, rules, person):
            return True
    return False


@kernel
def _cross_out_box(state: StateRecord, rules: RulesRecord, log: LogRecord, person: int) -> None:
    """Cross out the leftmost box of a person; the last box of a column releases the column's bonus."""
    seat = mover(state)
    column = int(seat.palace[person])
    seat.palace[person] += 1
    log.cause = CAUSE.great_mogul + person
    note(log, EVENT.palace, person, 1, seat.palace[person])
    area = person // N_OF.people_per_area
    for person_of_area in range(area * N_OF.people_per_area, (area + 1) * N_OF.people_per_area):
        if seat.palace[person_of_area] <= column:
            return
    release_bonus(state, rules, log, FIRST_BONUS_PLACE.palace_column + area * N_OF.palace_columns + column)


@kernel
def use_person(state: StateRecord, rules: RulesRecord, log: LogRecord, person: int) -> None:
    """Cross out a box of a person and carry out the palace action; the box counts even if the action brings nothing."""
    _cross_out_box(state, rules, log, person)
    cause = CAUSE.great_mogul + person
    if person == PERSON.great_mogul:
        push(state, TASK.palace_action, cause, 1, PERSON.maharani)
    elif person == PERSON.maharani:
        push(state, TASK.maharani, cause, rules.maharani_steps, 0)
    elif person == PERSON.trader:
        push(state, TASK.trader, cause, rules.trader_goods, 0)
    elif person == PERSON.raja_man_singh:
        if rules.raja_upgrades > 0:
            push(state, TASK.upgrade, cause, rules.raja_upgrades, 0)
        gain_money(state, rules, log, rules.raja_money)
    elif person == PERSON.master_builder:
        push(state, TASK.half_roads, cause, rules.master_builder_half_roads, 0)
    elif person == PERSON.portuguese:
        push(state, TASK.portuguese, cause, rules.portuguese_steps, 0)
    else:
        raise AssertionError("this person has no action")


@kernel
def person_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the people with a box left, beginning with the detail of the task, since the Great Mogul does not choose himself.

    An action that the river brings need not be used if bonuses may be declined.
    """
    seat, task = mover(state), top(state)
    n = 0
    for person in range(task.detail, N_OF.people):
        if can_use_person(seat, rules, person):
            options[n] = person
            n += 1
    if n > 0 and may_be_declined(rules, task):
        options[n] = NOBODY
        n += 1
    return n


@kernel
def choose_person(state: StateRecord, rules: RulesRecord, log: LogRecord, person: int) -> None:
    """Carry out the palace action that was chosen, if any."""
    pop(state)
    if person == NOBODY:
        return
    use_person(state, rules, log, person)


@kernel
def maharani_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List how many spaces the seat may advance with the Maharani."""
    seat = mover(state)
    n = 0
    for steps in range(1, top(state).amount + 1):
        if seat.river + steps <= rules.n_river:
            options[n] = steps
            n += 1
    return n


@kernel
def sail_with_maharani(state: StateRecord, rules: RulesRecord, log: LogRecord, steps: int) -> None:
    """Advance on the river."""
    pop(state)
    mark_space(state, rules, log, int(mover(state).river) + steps)


@kernel
def _append_goods_instead(seat: SeatRecord, rules: RulesRecord, options: Options, n: int) -> int:
    """Append the goods to take instead of what a person offers; return the new number of options."""
    for good in range(N_OF.goods):
        if can_take_good(seat, rules, good):
            options[n] = GOOD_INSTEAD + good
            n += 1
    return n


@kernel
def trader_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the first good to sell to the Trader, and the goods to take instead of a sale."""
    seat = mover(state)
    n = 0
    for good in range(N_OF.goods):
        if stock(seat, good) > 0:
            options[n] = good
            n += 1
    return _append_goods_instead(seat, rules, options, n)


@kernel
def trade(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int) -> None:
    """Sell the first good to the Trader and ask for the next, or take one good."""
    task = top(state)
    cause, n_left = int(task.cause), int(task.amount) - 1
    pop(state)
    if option >= GOOD_INSTEAD:
        take_good(state, rules, log, option - GOOD_INSTEAD)
        return
    if n_left > 0:
        push(state, TASK.sell, cause, n_left, SALE.any)
        top(state).limit = option + 1
    sell_good(state, rules, log, option)


@kernel
def portuguese_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List how many unmarked spaces the seat may go back with the Portuguese, and the goods to take instead."""
    seat = mover(state)
    n = 0
    for steps in range(1, top(state).amount + 1):
        if space_back(seat, steps) > 0:
            options[n] = steps
            n += 1
    return _append_goods_instead(seat, rules, options, n)


@kernel
def sail_with_portuguese(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int) -> None:
    """Mark a space behind the position, or take one good."""
    pop(state)
    if option >= GOOD_INSTEAD:
        take_good(state, rules, log, option - GOOD_INSTEAD)
        return
    mark_space(state, rules, log, space_back(mover(state), option))
