"""What roads, people and dice are worth: the best that can be done with them now."""

from __future__ import annotations

from rajas_sim.charmers.appraisal import earnings
from rajas_sim.charmers.appraisal.outlook import Outlook
from rajas_sim.charmers.rulebook.terms import CELL, COLOUR, COLUMNS, EARN, PERSON, ROAD_FACE, ROWS, SALE, N
from rajas_sim.charmers.sheet.palace import can_use
from rajas_sim.charmers.sheet.province import BEND, STRAIGHT, edge_of, fame_of_building, open_sides
from rajas_sim.charmers.sheet.river import is_marked, space_back, space_with
from rajas_sim.core.board import ALL_ROADS, N_SIDES, neighbour, rotated
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import EarningRecord

# --- roads


@kernel
def _shown_worth(view: Outlook, cell: int) -> float:
    """Return roughly what a road on a space that has none would bring: what is printed there, a building or a market."""
    shows = int(view.rules.cells[cell])
    if shows < N.buildings:
        return view.w.fame * fame_of_building(view.seat, view.rules, shows)
    if shows == CELL.market_same or shows == CELL.market_different:
        return view.w.money * view.rules.market_goods
    return 0.0


@kernel
def _ends_worth(view: Outlook, cell: int, roads: int) -> float:
    """Return what the ends of roads on a space lead to: edge bonuses, and spaces for roads to come."""
    worth = 0.0
    for side in range(N_SIDES):
        if not roads & (1 << side):
            continue
        other = neighbour(cell, side, COLUMNS, ROWS)
        if other < 0:
            worth += earnings.plain_bonus(view, edge_of(cell, side))
        elif view.seat.roads[other] == 0:
            share = 1.0 if open_sides(view.seat, view.rules, other) == 0 else 0.3
            worth += share * (view.w.road + view.w.ahead * _shown_worth(view, other)) * view.rest
    return worth


@kernel
def road_worth(view: Outlook, cell: int, roads: int) -> float:
    """Return what drawing a road in a new space is worth."""
    shows = int(view.rules.cells[cell])
    worth = _ends_worth(view, cell, roads)
    if shows < N.buildings:
        return worth + earnings.fame_worth(view, fame_of_building(view.seat, view.rules, shows))
    if shows == CELL.market_same:
        return worth + earnings.sale_worth(view, int(view.rules.market_goods), 0, SALE.same)
    if shows == CELL.market_different:
        return worth + earnings.sale_worth(view, int(view.rules.market_goods), 0, SALE.different)
    return worth


@kernel
def best_road(view: Outlook, roads: int) -> float:
    """Return what the best way to draw a road in a new space is worth; 0 if there is none."""
    known = view.known
    if not known.is_road[roads]:
        known.road[roads] = _judge_road(view, roads)
        known.is_road[roads] = 1
    return known.road[roads]


@kernel
def _judge_road(view: Outlook, roads: int) -> float:
    best = 0.0
    for cell in range(N.cells):
        sides = open_sides(view.seat, view.rules, cell)
        if sides == 0:
            continue
        for turns in range(N_SIDES):
            turned = rotated(roads, turns)
            if turned & sides:
                best = max(best, road_worth(view, cell, turned))
    return best


@kernel
def arm_worth(view: Outlook, cell: int, side: int) -> float:
    """Return what one more arm of a road is worth."""
    return _ends_worth(view, cell, 1 << side)


@kernel
def best_arm(view: Outlook, first_code: int) -> float:
    """Return what the best arm from a code on (space * 4 + side) is worth."""
    if not view.known.are_arms:
        _judge_arms(view)
        view.known.are_arms = 1
    return view.known.arms[first_code]


@kernel
def _judge_arms(view: Outlook) -> None:
    best = 0.0
    for code in range(N.cells * N_SIDES - 1, -1, -1):
        cell, side = code // N_SIDES, code % N_SIDES
        has = view.seat.roads[cell]
        if 0 < has < ALL_ROADS and cell != view.rules.residence and not has & (1 << side):
            best = max(best, arm_worth(view, cell, side))
        view.known.arms[code] = best


@kernel
def half_roads_worth(view: Outlook, amount: int) -> float:
    """Return what half-roads are worth: one arm, or with two the better of two arms and a road in a new space."""
    if amount < 2:
        return best_arm(view, 0)
    return max(view.w.arms * best_arm(view, 0), max(best_road(view, STRAIGHT), best_road(view, BEND)))


# --- people


@kernel
def _maharani_worth(view: Outlook) -> float:
    best = 0.0
    first = int(view.seat.river) + 1
    for space in range(first, min(first + int(view.rules.maharani_steps), int(view.rules.n_river) + 1)):
        best = max(best, earnings.river_worth(view, space))
    return best


@kernel
def _portuguese_worth(view: Outlook) -> float:
    best = earnings.goods_worth(view, 1)
    for steps in range(1, view.rules.portuguese_steps + 1):
        space = space_back(view.seat, steps)
        if space > 0:
            best = max(best, earnings.river_worth(view, space))
    return best


@kernel
def action_worth(view: Outlook, person: int) -> float:
    """Return what the action of a person is worth, the Great Mogul's left out, without the box."""
    known = view.known
    if not known.is_action[person]:
        known.action[person] = _judge_action(view, person) + view.w.people[person] * view.rest
        known.is_action[person] = 1
    return known.action[person]


@kernel
def _judge_action(view: Outlook, person: int) -> float:
    if person == PERSON.maharani:
        return _maharani_worth(view)
    if person == PERSON.trader:
        return max(earnings.sale_worth(view, int(view.rules.trader_goods), 0, SALE.any), earnings.goods_worth(view, 1))
    if person == PERSON.raja_man_singh:
        return earnings.money_worth(view, int(view.rules.raja_money)) + view.rules.raja_upgrades * earnings.best_upgrade(view)
    if person == PERSON.master_builder:
        return half_roads_worth(view, int(view.rules.master_builder_half_roads))
    if person == PERSON.portuguese:
        return _portuguese_worth(view)
    raise AssertionError("no worth of the action of this person is known")


@kernel
def _best_other(view: Outlook) -> float:
    best = 0.0
    for person in range(PERSON.maharani, N.people):
        if can_use(view.seat, view.rules, person):
            best = max(best, action_worth(view, person) + earnings.box_worth(view, person))
    return best


@kernel
def person_worth(view: Outlook, person: int) -> float:
    """Return what a palace action is worth with its box."""
    if not can_use(view.seat, view.rules, person):
        return 0.0
    worth = earnings.box_worth(view, person)
    if person == PERSON.great_mogul:
        return worth + _best_other(view) + view.w.people[person] * view.rest
    return worth + action_worth(view, person)


# --- earnings and dice


@kernel
def earning_worth(view: Outlook, earning: EarningRecord) -> float:
    """Return what an earning is worth now, with the best choice it offers."""
    kind = earning.kind
    if kind == EARN.half_road:
        return half_roads_worth(view, int(earning.amount))
    if kind == EARN.road:
        return best_road(view, int(earning.detail))
    if kind == EARN.sail:
        return earnings.river_worth(view, int(view.seat.river) + 1) if view.seat.river < view.rules.n_river else 0.0
    if kind == EARN.sail_back:
        space = space_back(view.seat, 1)
        return earnings.river_worth(view, space) if space > 0 else 0.0
    if kind == EARN.sail_back_anywhere:
        return _best_space_back(view)
    if kind == EARN.person:
        return person_worth(view, int(earning.detail))
    if kind == EARN.palace_action:
        return max(person_worth(view, PERSON.great_mogul), _best_other(view))
    return earnings.simple_worth(view, earning)


@kernel
def _best_space_back(view: Outlook) -> float:
    best = 0.0
    for space in range(1, int(view.seat.river)):
        if not is_marked(view.seat, space):
            best = max(best, earnings.river_worth(view, space))
    return best


@kernel
def die_worth(view: Outlook, colour: int, face: int) -> float:
    """Return what the action of a die is worth; equal dice are judged once."""
    known = view.known
    if not known.is_die[colour, face]:
        known.die[colour, face] = _judge_die(view, colour, face)
        known.is_die[colour, face] = 1
    return known.die[colour, face]


@kernel
def _judge_die(view: Outlook, colour: int, face: int) -> float:
    worth = 0.0
    if colour == COLOUR.purple:
        worth = earnings.face_worth(view, face)
    elif colour == COLOUR.green:
        if face == ROAD_FACE.half_roads:
            worth = half_roads_worth(view, 2)
        else:
            worth = best_road(view, STRAIGHT if face == ROAD_FACE.straight else BEND)
    elif colour == COLOUR.blue:
        space = space_with(view.seat, view.rules, face)
        worth = earnings.river_worth(view, space) if space > 0 else 0.0
    else:
        worth = person_worth(view, face)
    return worth * view.w.colours[colour] + view.w.dice[colour] * view.rest


@kernel
def better_of_two(view: Outlook, one: int, other: int) -> float:
    """Return the expected worth of the better of two dice (by their numbers) that are rolled."""
    total = 0.0
    for i in range(N.faces):
        worth = die_worth(view, one // N.dice_per_colour, int(view.rules.faces[one, i]))
        for j in range(N.faces):
            total += max(worth, die_worth(view, other // N.dice_per_colour, int(view.rules.faces[other, j])))
    return total / (N.faces * N.faces)
