"""What a learned strategy looks at: a few numbers of the position, and the kinds of options whose worth they may correct."""

from __future__ import annotations

from rajas_sim.charmers.appraisal.outlook import Outlook
from rajas_sim.charmers.rulebook.terms import (
    COLOURS,
    EXTEND,
    GOOD_INSTEAD,
    NOBODY,
    PEOPLE,
    STOP,
    TASK,
    WITH_KARMA,
    N,
)
from rajas_sim.charmers.sheet.karma import karma_left
from rajas_sim.charmers.sheet.market import income, stock
from rajas_sim.charmers.sheet.tracks import overlap_of
from rajas_sim.core.engine.chance import count_bits
from rajas_sim.core.engine.kernel import Array, Record, kernel

#: The numbers, each roughly between -2 and 2, in the order of `write_features`.
FEATURES = (
    "one",
    "rest of the game",
    "rest of the game, squared",
    "overlap",
    "money",
    "karma left",
    "river space",
    "goods in stock",
    "price of the next good",
    "best sale of three of a kind",
    "boxes of the upper area",
    "boxes of the lower area",
    "upgrades",
    "province spaces with a road",
    "bonuses to use",
    "overlap of the best rival",
    "round",
)
#: Kinds of options: dice by colour, as they lie and with karma; people; sales; half-roads; goods in place of an action.
KINDS = (
    *COLOURS,
    *(f"{colour}_with_karma" for colour in COLOURS),
    *PEOPLE,
    "sell_nothing_more",
    "extend_a_road",
    "good_instead_of_sale",
    "good_instead_of_sailing",
)
_PERSON = 2 * len(COLOURS)
_SELL_NOTHING = _PERSON + len(PEOPLE)


@kernel
def kind_of(task: Record, option: int) -> int:
    """Return the kind of an option, an index of `KINDS`; -1 if its worth is not corrected."""
    if task.kind == TASK.take_die:
        if option >= WITH_KARMA:
            return N.colours + (option - WITH_KARMA) // N.dice_per_colour
        return option // N.dice_per_colour
    if task.kind == TASK.palace_action and option != NOBODY:
        return _PERSON + option
    if task.kind == TASK.sell and option == STOP:
        return _SELL_NOTHING
    if task.kind == TASK.half_roads and option >= EXTEND:
        return _SELL_NOTHING + 1
    if task.kind == TASK.trader and option >= GOOD_INSTEAD:
        return _SELL_NOTHING + 2
    return _SELL_NOTHING + 3 if task.kind == TASK.portuguese and option >= GOOD_INSTEAD else -1


@kernel
def write_features(view: Outlook, x: Array) -> None:
    """Write the numbers a position is looked at by, as the seat to move sees it, into `x` (len(FEATURES),)."""
    state, rules, seat = view.state, view.rules, view.seat
    goods, price, sale = 0, 0, 0
    for good in range(N.goods):
        goods += stock(seat, good)
        if seat.goods[good] < rules.n_columns:
            price += int(rules.prices[seat.goods[good]])
        sale = max(sale, income(seat, rules, good, 3))
    upper, lower, upgrades, roads = 0, 0, 0, 0
    for person in range(N.people):
        if person < N.people_per_area:
            upper += seat.palace[person]
        else:
            lower += seat.palace[person]
    for building in range(N.buildings):
        upgrades += seat.levels[building]
    for cell in range(N.cells):
        if seat.roads[cell] != 0:
            roads += 1
    rival = -1000.0
    for i in range(rules.players):
        if i != state.seat_to_move:
            rival = max(rival, float(overlap_of(state.seats[i], rules)))
    x[0] = 1.0
    x[1] = view.rest
    x[2] = view.rest * view.rest
    x[3] = overlap_of(seat, rules) / (20.0 * rules.money_per_fame) + 1.0
    x[4] = seat.money / 30.0
    x[5] = karma_left(seat) / 2.0
    x[6] = seat.river / 9.0
    x[7] = goods / 3.0
    x[8] = price / 6.0
    x[9] = sale / 5.0
    x[10] = upper / 4.0
    x[11] = lower / 4.0
    x[12] = upgrades / 4.0
    x[13] = roads / 8.0
    x[14] = count_bits(int(seat.pending)) / 2.0
    x[15] = rival / (20.0 * rules.money_per_fame) + 1.0
    x[16] = state.round_number / (8.0 if rules.players == 2 else 16.0)
