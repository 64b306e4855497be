"""The inputs of a learned strategy: a few features of the position, and the kinds of options whose worth it may correct."""

from __future__ import annotations

from rajas_sim.charmers.appraisal.position_view import PositionView
from rajas_sim.charmers.rulebook.terms import (
    BUILDINGS,
    CELL,
    COLOUR,
    COLOURS,
    FIRST_EXTENSION,
    GOOD_INSTEAD,
    GOODS,
    N_NEW_ROADS,
    N_OF,
    NO_HALF_ROADS,
    NO_ROAD,
    NO_SUITABLE_DIE,
    NOBODY,
    PEOPLE,
    ROAD_FACES,
    TASK,
    WITH_KARMA,
)
from rajas_sim.charmers.sheet.karma import karma_left
from rajas_sim.charmers.sheet.market import income, stock
from rajas_sim.charmers.sheet.river import next_space_with
from rajas_sim.charmers.sheet.tracks import seat_overlap_in_money
from rajas_sim.core.board import N_SIDES
from rajas_sim.core.engine.chance import count_bits
from rajas_sim.core.engine.kernel import Floats, kernel
from rajas_sim.core.engine.record_types import TaskRecord
from rajas_sim.core.judging.correction_network import NO_KIND

#: The features, between -2 and 3 in most positions, in the order of `write_features`.
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
# Kinds of blue dice, by how far they sail: 1, 2, 3, farther.
_LONGEST_SAIL = 4
#: Kinds of options: dice as they lie and with karma; people; sales; roads by what the space shows; buildings; and others.
KINDS = (
    "purple_alike",
    "purple_different",
    *(f"green_{face}" for face in ROAD_FACES),
    *(f"blue_{steps}" for steps in range(1, _LONGEST_SAIL + 1)),
    *(f"orange_{person}" for person in PEOPLE),
    *(f"{colour}_with_karma" for colour in COLOURS),
    *PEOPLE,
    *(f"sell_{good}" for good in GOODS),
    "sell_nothing_more",
    *(f"road_on_{building}" for building in BUILDINGS),
    "road_on_market",
    "extend_a_road",
    *(f"upgrade_{building}" for building in BUILDINGS),
    "good_instead_of_sale",
    "good_instead_of_sailing",
)
(
    _FIRST_GREEN_KIND,
    _FIRST_BLUE_KIND,
    _FIRST_ORANGE_KIND,
    _FIRST_KARMA_KIND,
    _FIRST_PERSON_KIND,
    _FIRST_SALE_KIND,
    _FIRST_ROAD_KIND,
    _EXTENSION_KIND,
    _FIRST_UPGRADE_KIND,
    _FIRST_GOOD_INSTEAD_KIND,
) = (
    KINDS.index(name)
    for name in (
        f"green_{ROAD_FACES[0]}",
        "blue_1",
        f"orange_{PEOPLE[0]}",
        f"{COLOURS[0]}_with_karma",
        PEOPLE[0],
        f"sell_{GOODS[0]}",
        f"road_on_{BUILDINGS[0]}",
        "extend_a_road",
        f"upgrade_{BUILDINGS[0]}",
        "good_instead_of_sale",
    )
)


@kernel
def _kind_of_die(view: PositionView, die: int) -> int:
    """Return the kind of an option that takes a die as it lies; purple dice have the first two kinds."""
    colour, face = die // N_OF.dice_per_colour, int(view.state.faces[die])
    if colour == COLOUR.purple:
        return 0 if face // N_OF.goods == face % N_OF.goods else 1
    if colour == COLOUR.green:
        return _FIRST_GREEN_KIND + face
    if colour == COLOUR.orange:
        return _FIRST_ORANGE_KIND + face
    space = next_space_with(view.seat, view.rules, face)
    return _FIRST_BLUE_KIND + min(space - view.seat.river, _LONGEST_SAIL) - 1 if space > 0 else NO_KIND


@kernel
def _kind_of_road(view: PositionView, cell: int) -> int:
    """Return the kind of an option that draws a road in a new space."""
    cell_kind = int(view.rules.cells[cell])
    if cell_kind < N_OF.buildings:
        return _FIRST_ROAD_KIND + cell_kind
    return _FIRST_ROAD_KIND + N_OF.buildings if cell_kind == CELL.market_same or cell_kind == CELL.market_different else NO_KIND


@kernel
def kind_of_option(view: PositionView, task: TaskRecord, option: int) -> int:
    """Return the kind of an option, an index of `KINDS`; -1 if it belongs to no kind."""
    decision = task.kind
    if decision == TASK.take_die and option != NO_SUITABLE_DIE:
        if option >= WITH_KARMA:
            return _FIRST_KARMA_KIND + (option - WITH_KARMA) // N_OF.dice_per_colour
        return _kind_of_die(view, option)
    if decision == TASK.palace_action and option != NOBODY:
        return _FIRST_PERSON_KIND + option
    if decision == TASK.sell:
        return _FIRST_SALE_KIND + option
    if decision == TASK.build_road and option != NO_ROAD:
        return _kind_of_road(view, option // N_SIDES)
    if decision == TASK.half_roads and option != NO_HALF_ROADS:
        return _EXTENSION_KIND if option >= FIRST_EXTENSION else _kind_of_road(view, option % N_NEW_ROADS // N_SIDES)
    if decision == TASK.upgrade:
        return _FIRST_UPGRADE_KIND + option
    if decision == TASK.trader and option >= GOOD_INSTEAD:
        return _FIRST_GOOD_INSTEAD_KIND
    return _FIRST_GOOD_INSTEAD_KIND + 1 if decision == TASK.portuguese and option >= GOOD_INSTEAD else NO_KIND


@kernel
def write_features(view: PositionView, x: Floats) -> None:
    """Write the features of a position, from the view of the seat to move, into `x` (len(FEATURES),)."""
    state, rules, seat = view.state, view.rules, view.seat
    n_goods, next_prices, best_sale = 0, 0, 0
    for good in range(N_OF.goods):
        n_goods += stock(seat, good)
        if seat.goods[good] < rules.n_columns:
            next_prices += int(rules.prices[seat.goods[good]])
        best_sale = max(best_sale, income(seat, rules, good, 3))
    n_upper_boxes, n_lower_boxes, n_upgrades, n_spaces_with_road = 0, 0, 0, 0
    for person in range(N_OF.people):
        if person < N_OF.people_per_area:
            n_upper_boxes += seat.palace[person]
        else:
            n_lower_boxes += seat.palace[person]
    for building in range(N_OF.buildings):
        n_upgrades += seat.levels[building]
    for cell in range(N_OF.cells):
        if seat.roads[cell] != 0:
            n_spaces_with_road += 1
    best_rival_overlap = -1000.0
    for i in range(rules.players):
        if i != state.seat_to_move:
            best_rival_overlap = max(best_rival_overlap, float(seat_overlap_in_money(state.seats[i], rules)))
    x[0] = 1.0
    x[1] = view.game_left
    x[2] = view.game_left * view.game_left
    x[3] = seat_overlap_in_money(seat, rules) / (20.0 * rules.money_per_fame) + 1.0
    x[4] = seat.money / 30.0
    x[5] = karma_left(seat) / 2.0
    x[6] = seat.river / 9.0
    x[7] = n_goods / 6.0
    x[8] = next_prices / 6.0
    x[9] = best_sale / 5.0
    x[10] = n_upper_boxes / 4.0
    x[11] = n_lower_boxes / 4.0
    x[12] = n_upgrades / 4.0
    x[13] = n_spaces_with_road / 8.0
    x[14] = count_bits(int(seat.pending)) / 2.0
    x[15] = best_rival_overlap / (20.0 * rules.money_per_fame) + 1.0
    x[16] = state.round_number / (8.0 if rules.players == 2 else 16.0)
