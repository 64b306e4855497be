"""The market area: goods that are circled, and crossed out when they are sold."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import (
    EVENT,
    FIRST_BONUS_PLACE,
    MAX_MARKET_COLUMNS,
    MAX_TENTS,
    MAY_BE_DECLINED,
    N_OF,
    SALE,
    SELL_NO_MORE,
)
from rajas_sim.charmers.sheet.release import release_bonus
from rajas_sim.charmers.sheet.tracks import gain_money
from rajas_sim.core.board import has_bit
from rajas_sim.core.engine.course import count_down, mover, note, pop, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord, TaskRecord


@kernel
def stock(seat: SeatRecord, good: int) -> int:
    """Return how many circled goods of a kind are not yet sold."""
    return int(seat.goods[good]) - int(seat.sold[good])


@kernel
def has_good_to_sell(seat: SeatRecord) -> bool:
    """Return whether anything is in stock."""
    for good in range(N_OF.goods):
        if stock(seat, good) > 0:
            return True
    return False


@kernel
def can_take_good(seat: SeatRecord, rules: RulesRecord, good: int) -> bool:
    """Return whether a good of this kind is still to be circled and the seat may circle it."""
    column = int(seat.goods[good])
    return column < rules.n_columns and not has_bit(rules.restricted[seat.position].market, good * MAX_MARKET_COLUMNS + column)


@kernel
def has_good_to_take(seat: SeatRecord, rules: RulesRecord) -> bool:
    """Return whether any good is still to be circled."""
    for good in range(N_OF.goods):
        if can_take_good(seat, rules, good):
            return True
    return False


@kernel
def take_good(state: StateRecord, rules: RulesRecord, log: LogRecord, good: int) -> None:
    """Circle the leftmost uncircled good of a kind; do nothing if all are circled."""
    seat = mover(state)
    if can_take_good(seat, rules, good):
        seat.goods[good] += 1
        note(log, EVENT.good, good, 1, seat.goods[good])


@kernel
def take_goods_of_face(state: StateRecord, rules: RulesRecord, log: LogRecord, face: int) -> None:
    """Circle the two goods a purple die shows."""
    take_good(state, rules, log, face // N_OF.goods)
    take_good(state, rules, log, face % N_OF.goods)


@kernel
def can_take_good_of_face(seat: SeatRecord, rules: RulesRecord, face: int) -> bool:
    """Return whether at least one of the two goods of a purple die is still to be circled."""
    return can_take_good(seat, rules, face // N_OF.goods) or can_take_good(seat, rules, face % N_OF.goods)


@kernel
def good_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the kinds that may come next when several different goods are circled, in the order of the kinds.

    A kind is left out if too few kinds would follow it to circle as many different goods as possible.
    """
    task = top(state)
    seat = mover(state)
    n = 0
    for good in range(task.limit, N_OF.goods):
        if can_take_good(seat, rules, good):
            options[n] = good
            n += 1
    return max(n - max(int(task.amount) - 1, 0), min(n, 1))


@kernel
def choose_good(state: StateRecord, rules: RulesRecord, log: LogRecord, good: int) -> None:
    """Circle one of several different goods."""
    top(state).limit = good + 1
    count_down(state)
    take_good(state, rules, log, good)


# --- selling; the limit of the task is 0 before the first good, then 1 + the lowest kind that may follow


@kernel
def _may_sell(task: TaskRecord, good: int) -> bool:
    """Return whether the sale of the task may begin, or go on, with a good of this kind."""
    if task.limit == 0:
        return True
    lowest_good = task.limit - 1
    return good == lowest_good if task.detail == SALE.same else good >= lowest_good


@kernel
def sale_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the kinds of the next good to sell, in the order of the kinds; after the first good also the end of the sale.

    Only the selection of goods matters, not their order, so each selection is offered once. If a good can be sold, at least one
    must be sold, unless bonuses may be declined.
    """
    task = top(state)
    has_sold = task.limit > 0
    seat = mover(state)
    n = 0
    for good in range(N_OF.goods):
        if stock(seat, good) > 0 and _may_sell(task, good):
            options[n] = good
            n += 1
    if n > 0 and (has_sold or rules.readings.bonuses == MAY_BE_DECLINED):
        options[n] = SELL_NO_MORE
        n += 1
    return n


@kernel
def sell_good(state: StateRecord, rules: RulesRecord, log: LogRecord, good: int) -> None:
    """Cross out the leftmost circled good of a kind for the price of its column; an emptied tent releases its bonus."""
    seat = mover(state)
    price = int(rules.prices[seat.sold[good]])
    seat.sold[good] += 1
    note(log, EVENT.sold, good, 1, seat.sold[good])
    for tent in range(MAX_TENTS):
        if rules.tent_ends[tent] == seat.sold[good]:
            release_bonus(state, rules, log, FIRST_BONUS_PLACE.tent + good * MAX_TENTS + tent)
    gain_money(state, rules, log, price)


@kernel
def sell_or_stop(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int) -> None:
    """Sell one good, or end the sale."""
    if option == SELL_NO_MORE:
        pop(state)
        return
    task = top(state)
    task.limit = option + 2 if task.detail == SALE.different else option + 1
    count_down(state)
    sell_good(state, rules, log, option)


@kernel
def income(seat: SeatRecord, rules: RulesRecord, good: int, n: int) -> int:
    """Return the money for the next n goods of a kind, or for all in stock if there are fewer."""
    money = 0
    first_column = int(seat.sold[good])
    for column in range(first_column, first_column + min(n, stock(seat, good))):
        money += rules.prices[column]
    return money
