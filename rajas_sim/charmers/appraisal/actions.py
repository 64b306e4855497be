"""The worths of roads, people and dice: the best that can be done with them now."""

from __future__ import annotations

from rajas_sim.charmers.appraisal import earnings
from rajas_sim.charmers.appraisal.position_view import PositionView
from rajas_sim.charmers.rulebook.terms import CELL, COLOUR, COLUMNS, EARN, N_OF, PERSON, ROAD_FACE, ROWS, SALE
from rajas_sim.charmers.sheet.palace import can_use_person
from rajas_sim.charmers.sheet.province import BEND, STRAIGHT, edge_bonus_number, fame_of_building, open_sides
from rajas_sim.charmers.sheet.river import is_marked, next_space_with, space_back
from rajas_sim.core.board import ALL_ROADS, N_SIDES, neighbour, rotated
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import EarningRecord

# --- roads


@kernel
def _printed_cell_worth(view: PositionView, cell: int) -> float:
    """Return roughly what a road in a new space would bring from what is printed there, a building or a market.

    A market is valued at one money for each good that it sells. Kinds of cells begin with the kinds of buildings.
    """
    cell_kind = int(view.rules.cells[cell])
    if cell_kind < N_OF.buildings:
        return view.weights.fame * fame_of_building(view.seat, view.rules, cell_kind)
    if cell_kind == CELL.market_same or cell_kind == CELL.market_different:
        return view.weights.money * view.rules.market_goods
    return 0.0


@kernel
def _road_ends_worth(view: PositionView, cell: int, roads: int) -> float:
    """Return the worth of what the ends of roads on a space lead to: edge bonuses, and spaces for later roads."""
    worth = 0.0
    for side in range(N_SIDES):
        if not roads & (1 << side):
            continue
        neighbour_cell = neighbour(cell, side, COLUMNS, ROWS)
        if neighbour_cell < 0:
            worth += earnings.plain_bonus_worth(view, edge_bonus_number(cell, side))
        elif view.seat.roads[neighbour_cell] == 0:
            share = 1.0 if open_sides(view.seat, view.rules, neighbour_cell) == 0 else 0.3  # another road leads there already
            worth += share * (view.weights.road + view.weights.ahead * _printed_cell_worth(view, neighbour_cell)) * view.game_left
    return worth


@kernel
def road_worth(view: PositionView, cell: int, roads: int) -> float:
    """Return the worth of drawing a road in a new space."""
    cell_kind = int(view.rules.cells[cell])
    worth = _road_ends_worth(view, cell, roads)
    if cell_kind < N_OF.buildings:
        return worth + earnings.fame_worth(view, fame_of_building(view.seat, view.rules, cell_kind))
    if cell_kind == CELL.market_same:
        return worth + earnings.sale_worth(view, int(view.rules.market_goods), 0, SALE.same)
    if cell_kind == CELL.market_different:
        return worth + earnings.sale_worth(view, int(view.rules.market_goods), 0, SALE.different)
    return worth


@kernel
def best_road_worth(view: PositionView, roads: int) -> float:
    """Return the worth of the best way to draw a road in a new space; 0 if there is none."""
    cache = view.cache
    if not cache.is_road[roads]:
        cache.road[roads] = _uncached_road_worth(view, roads)
        cache.is_road[roads] = 1
    return cache.road[roads]


@kernel
def _uncached_road_worth(view: PositionView, roads: int) -> float:
    """Return the worth of the best space and rotation for a new road (a set of sides); 0 if none fits or brings more."""
    best = 0.0
    for cell in range(N_OF.cells):
        sides = open_sides(view.seat, view.rules, cell)
        if sides == 0:
            continue
        for turns in range(N_SIDES):
            turned_roads = rotated(roads, turns)
            if turned_roads & sides:
                best = max(best, road_worth(view, cell, turned_roads))
    return best


@kernel
def arm_worth(view: PositionView, cell: int, side: int) -> float:
    """Return the worth of one more half-road at a side of a space that has a road."""
    return _road_ends_worth(view, cell, 1 << side)


@kernel
def best_arm_worth(view: PositionView, first_code: int) -> float:
    """Return the worth of the best arm whose code (space * 4 + side) is at least `first_code`; 0 if there is none."""
    if not view.cache.are_arms:
        _fill_arm_worths(view)
        view.cache.are_arms = 1
    return view.cache.arms[first_code]


@kernel
def _fill_arm_worths(view: PositionView) -> None:
    """Write into the cache, for each code (space * 4 + side), the worth of the best arm of this code or above."""
    best_worth = 0.0
    for code in range(N_OF.cells * N_SIDES - 1, -1, -1):
        cell, side = code // N_SIDES, code % N_SIDES
        roads_of_cell = view.seat.roads[cell]
        if 0 < roads_of_cell < ALL_ROADS and cell != view.rules.residence and not roads_of_cell & (1 << side):
            best_worth = max(best_worth, arm_worth(view, cell, side))
        view.cache.arms[code] = best_worth


@kernel
def half_roads_worth(view: PositionView, amount: int) -> float:
    """Return the worth of half-roads: the best arm, or with two or more the better of two arms and a road in a new space."""
    if amount < 2:
        return best_arm_worth(view, 0)
    return max(view.weights.arms * best_arm_worth(view, 0), max(best_road_worth(view, STRAIGHT), best_road_worth(view, BEND)))


# --- people


@kernel
def _maharani_worth(view: PositionView) -> float:
    """Return the worth of the best river space that the Maharani leads to; 0 if there is none."""
    best = 0.0
    first = int(view.seat.river) + 1
    for space in range(first, min(first + int(view.rules.maharani_steps), int(view.rules.n_river) + 1)):
        best = max(best, earnings.river_worth(view, space))
    return best


@kernel
def _portuguese_worth(view: PositionView) -> float:
    """Return the worth of the best unmarked space that the Portuguese leads back to, or of a good instead."""
    best = earnings.goods_worth(view, 1)
    for steps in range(1, view.rules.portuguese_steps + 1):
        space = space_back(view.seat, steps)
        if space > 0:
            best = max(best, earnings.river_worth(view, space))
    return best


@kernel
def action_worth(view: PositionView, person: int) -> float:
    """Return the worth of a person's action, without that of crossing out a box; the Great Mogul has no action himself."""
    cache = view.cache
    if not cache.is_action[person]:
        cache.action[person] = _uncached_action_worth(view, person) + view.weights.person_beyond_action[person] * view.game_left
        cache.is_action[person] = 1
    return cache.action[person]


@kernel
def _uncached_action_worth(view: PositionView, person: int) -> float:
    """Return the worth of what a person's action does, at its best.

    The Great Mogul takes another person's action, so he has none himself and raises an error.
    """
    if person == PERSON.maharani:
        return _maharani_worth(view)
    if person == PERSON.trader:
        sale = earnings.sale_worth(view, int(view.rules.trader_goods), 0, SALE.any)  # from the lowest good on: of every kind
        return max(sale, earnings.goods_worth(view, 1))
    if person == PERSON.raja_man_singh:
        return earnings.money_worth(view, int(view.rules.raja_money)) + view.rules.raja_upgrades * earnings.best_upgrade_worth(
            view
        )
    if person == PERSON.master_builder:
        return half_roads_worth(view, int(view.rules.master_builder_half_roads))
    if person == PERSON.portuguese:
        return _portuguese_worth(view)
    raise AssertionError("this person has no action")


@kernel
def _best_other_person_worth(view: PositionView) -> float:
    """Return the worth of the best usable palace action but the Great Mogul's, with its box; 0 if there is none."""
    best = 0.0
    for person in range(PERSON.maharani, N_OF.people):
        if can_use_person(view.seat, view.rules, person):
            best = max(best, action_worth(view, person) + earnings.palace_box_worth(view, person))
    return best


@kernel
def person_worth(view: PositionView, person: int) -> float:
    """Return the worth of a palace action with that of its box; 0 if it cannot be used."""
    if not can_use_person(view.seat, view.rules, person):
        return 0.0
    worth = earnings.palace_box_worth(view, person)
    if person == PERSON.great_mogul:
        return worth + _best_other_person_worth(view) + view.weights.person_beyond_action[person] * view.game_left
    return worth + action_worth(view, person)


# --- earnings and dice


@kernel
def earning_worth(view: PositionView, earning: EarningRecord) -> float:
    """Return the present worth of an earning, with the best choice it offers."""
    kind = earning.kind
    if kind == EARN.half_road:
        return half_roads_worth(view, int(earning.amount))
    if kind == EARN.road:
        return best_road_worth(view, int(earning.detail))
    if kind == EARN.sail:
        return earnings.river_worth(view, int(view.seat.river) + 1) if view.seat.river < view.rules.n_river else 0.0
    if kind == EARN.sail_back:
        space = space_back(view.seat, 1)
        return earnings.river_worth(view, space) if space > 0 else 0.0
    if kind == EARN.sail_back_anywhere:
        return _best_space_back_worth(view)
    if kind == EARN.person:
        return person_worth(view, int(earning.detail))
    if kind == EARN.palace_action:
        return max(person_worth(view, PERSON.great_mogul), _best_other_person_worth(view))
    return earnings.earning_worth_with_releases(view, earning)


@kernel
def _best_space_back_worth(view: PositionView) -> float:
    """Return the worth of the best unmarked river space behind the position; 0 if there is none."""
    best = 0.0
    for space in range(1, int(view.seat.river)):
        if not is_marked(view.seat, space):
            best = max(best, earnings.river_worth(view, space))
    return best


@kernel
def die_worth(view: PositionView, colour: int, face: int) -> float:
    """Return the worth of a die's action; equal dice are judged only once."""
    cache = view.cache
    if not cache.is_die[colour, face]:
        cache.die[colour, face] = _uncached_die_worth(view, colour, face)
        cache.is_die[colour, face] = 1
    return cache.die[colour, face]


@kernel
def _uncached_die_worth(view: PositionView, colour: int, face: int) -> float:
    """Return the worth of a die's action at its best, times the factor of its colour, plus the colour's worth beyond it."""
    worth = 0.0
    if colour == COLOUR.purple:
        worth = earnings.purple_face_worth(view, face)
    elif colour == COLOUR.green:
        if face == ROAD_FACE.half_roads:
            worth = half_roads_worth(view, 2)
        else:
            worth = best_road_worth(view, STRAIGHT if face == ROAD_FACE.straight else BEND)
    elif colour == COLOUR.blue:
        space = next_space_with(view.seat, view.rules, face)
        worth = earnings.river_worth(view, space) if space > 0 else 0.0
    else:
        worth = person_worth(view, face)
    return worth * view.weights.die_factor[colour] + view.weights.die_beyond_action[colour] * view.game_left


@kernel
def better_of_two_dice_worth(view: PositionView, die: int, other_die: int) -> float:
    """Return the expected worth of the better of two dice that are rolled, given by their numbers."""
    total = 0.0
    for i in range(N_OF.faces):
        worth = die_worth(view, die // N_OF.dice_per_colour, int(view.rules.faces[die, i]))
        for j in range(N_OF.faces):
            total += max(worth, die_worth(view, other_die // N_OF.dice_per_colour, int(view.rules.faces[other_die, j])))
    return total / (N_OF.faces * N_OF.faces)
