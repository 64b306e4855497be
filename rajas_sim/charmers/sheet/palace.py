"""The palace: six people, three boxes each; columns of three people pay a bonus."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.terms import (
    ANY_GOODS,
    BY_GREAT_MOGUL,
    CHOOSE_MAHARANI,
    CHOOSE_PORTUGUESE,
    CHOOSE_TRADER,
    FIRST_PALACE_COLUMN,
    GOOD_INSTEAD,
    GREAT_MOGUL,
    MAHARANI,
    MASTER_BUILDER,
    N_GOODS,
    N_PALACE_COLUMNS,
    N_PEOPLE,
    PALACE_ACTION,
    PALACE_BOX,
    PEOPLE_PER_AREA,
    PORTUGUESE,
    RAJA_MAN_SINGH,
    SELL,
    TRADER,
    UPGRADE,
)
from rajas_sim.charmers.sheet.market import can_take, sell_good, stock, take_good
from rajas_sim.charmers.sheet.province import push_half_roads
from rajas_sim.charmers.sheet.release import release
from rajas_sim.charmers.sheet.river import mark, space_back
from rajas_sim.charmers.sheet.tracks import gain_money
from rajas_sim.core.engine.events import note
from rajas_sim.core.engine.kernel import Options, Record, kernel
from rajas_sim.core.engine.tasks import pop, push


@kernel
def can_use(seat: Record, person: int) -> bool:
    """Return whether one of the three boxes of a person is left."""
    return seat.palace[person] < N_PALACE_COLUMNS


@kernel
def has_person(seat: Record) -> bool:
    """Return whether anybody has a box left."""
    for person in range(N_PEOPLE):
        if can_use(seat, person):
            return True
    return False


@kernel
def _cross_out(state: Record, rules: Record, log: Record, person: int) -> None:
    """Cross out the leftmost box of a person; the third of a column releases its bonus."""
    seat = state.seats[state.seat_to_move]
    column = int(seat.palace[person])
    seat.palace[person] += 1
    log.cause = BY_GREAT_MOGUL + person
    note(log, PALACE_BOX, person, 1, seat.palace[person])
    area = person // PEOPLE_PER_AREA
    for other in range(area * PEOPLE_PER_AREA, (area + 1) * PEOPLE_PER_AREA):
        if seat.palace[other] <= column:
            return
    release(state, rules, log, FIRST_PALACE_COLUMN + area * N_PALACE_COLUMNS + column)


@kernel
def use_person(state: Record, rules: Record, log: Record, person: int) -> None:
    """Cross out a box of a person and carry out the palace action; the box counts even if the action brings nothing."""
    _cross_out(state, rules, log, person)
    cause = BY_GREAT_MOGUL + person
    if person == GREAT_MOGUL:
        push(state, PALACE_ACTION, cause, 1, MAHARANI)
    elif person == MAHARANI:
        push(state, CHOOSE_MAHARANI, cause, rules.maharani_steps, 0)
    elif person == TRADER:
        push(state, CHOOSE_TRADER, cause, rules.trader_goods, 0)
    elif person == RAJA_MAN_SINGH:
        if rules.raja_upgrades > 0:
            push(state, UPGRADE, cause, rules.raja_upgrades, 0)
        gain_money(state, rules, log, rules.raja_money)
    elif person == MASTER_BUILDER:
        push_half_roads(state, cause, rules.master_builder_half_roads)
    elif person == PORTUGUESE:
        push(state, CHOOSE_PORTUGUESE, cause, rules.portuguese_steps, 0)


@kernel
def person_options(state: Record, options: Options) -> int:
    """List the people with a box left, from the detail of the task on: the Great Mogul does not choose himself."""
    seat = state.seats[state.seat_to_move]
    n = 0
    for person in range(state.tasks[state.n_tasks - 1].detail, N_PEOPLE):
        if can_use(seat, person):
            options[n] = person
            n += 1
    return n


@kernel
def choose_person(state: Record, rules: Record, log: Record, person: int) -> None:
    """Carry out the palace action that was chosen."""
    pop(state)
    use_person(state, rules, log, person)


@kernel
def maharani_options(state: Record, rules: Record, options: Options) -> int:
    """List how many spaces the Maharani may take one forward."""
    seat = state.seats[state.seat_to_move]
    n = 0
    for steps in range(1, state.tasks[state.n_tasks - 1].amount + 1):
        if seat.river + steps <= rules.n_river:
            options[n] = steps
            n += 1
    return n


@kernel
def sail_with_maharani(state: Record, rules: Record, log: Record, steps: int) -> None:
    """Advance on the river."""
    pop(state)
    mark(state, rules, log, int(state.seats[state.seat_to_move].river) + steps)


@kernel
def _goods_instead(seat: Record, rules: Record, options: Options, n: int) -> int:
    for good in range(N_GOODS):
        if can_take(seat, rules, good):
            options[n] = GOOD_INSTEAD + good
            n += 1
    return n


@kernel
def trader_options(state: Record, rules: Record, options: Options) -> int:
    """List the first good to sell to the Trader, and the goods to take in place of a sale."""
    seat = state.seats[state.seat_to_move]
    n = 0
    for good in range(N_GOODS):
        if stock(seat, good) > 0:
            options[n] = good
            n += 1
    return _goods_instead(seat, rules, options, n)


@kernel
def trade(state: Record, rules: Record, log: Record, option: int) -> None:
    """Sell the first good to the Trader and ask for the next, or take one good."""
    task = state.tasks[state.n_tasks - 1]
    cause, left = int(task.cause), int(task.amount) - 1
    pop(state)
    if option >= GOOD_INSTEAD:
        take_good(state, rules, log, option - GOOD_INSTEAD)
        return
    if left > 0:
        push(state, SELL, cause, left, ANY_GOODS)
        state.tasks[state.n_tasks - 1].limit = option + 1
    sell_good(state, rules, log, option)


@kernel
def portuguese_options(state: Record, rules: Record, options: Options) -> int:
    """List how many unmarked spaces the Portuguese may take one back, and the goods to take instead."""
    seat = state.seats[state.seat_to_move]
    n = 0
    for steps in range(1, state.tasks[state.n_tasks - 1].amount + 1):
        if space_back(seat, steps) > 0:
            options[n] = steps
            n += 1
    return _goods_instead(seat, rules, options, n)


@kernel
def sail_with_portuguese(state: Record, rules: Record, log: Record, option: int) -> None:
    """Mark a space behind the position, or take one good."""
    pop(state)
    if option >= GOOD_INSTEAD:
        take_good(state, rules, log, option - GOOD_INSTEAD)
        return
    mark(state, rules, log, space_back(state.seats[state.seat_to_move], option))
