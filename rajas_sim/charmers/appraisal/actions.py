"""What roads, people and dice are worth: the best that can be done with them now."""

from __future__ import annotations

from rajas_sim.charmers.appraisal.earnings import (
    best_face_on_table,
    best_upgrade,
    box_worth,
    face_worth,
    fame_worth,
    goods_worth,
    karma_worth,
    money_worth,
    plain_bonus,
    plain_earning,
    river_worth,
    sale_worth,
)
from rajas_sim.charmers.appraisal.outlook import NEVER, Eye
from rajas_sim.charmers.appraisal.weights import FIRST_COLOUR, ROAD
from rajas_sim.charmers.rulebook.terms import (
    CELL,
    COLOUR,
    COLUMNS,
    DICE_PER_COLOUR,
    EARN,
    N_BUILDINGS,
    N_CELLS,
    N_FACES,
    N_PEOPLE,
    PERSON,
    ROAD_FACE,
    ROWS,
    SALE,
)
from rajas_sim.charmers.sheet.palace import can_use
from rajas_sim.charmers.sheet.province import BEND, STRAIGHT, edge_of, fame_of_building, open_sides
from rajas_sim.charmers.sheet.river import is_marked, space_back, space_with
from rajas_sim.core.board.roads import ALL_ROADS, N_SIDES, neighbour, rotated
from rajas_sim.core.engine.kernel import Record, kernel

# --- roads


@kernel
def _ends_worth(eye: Eye, cell: int, roads: int) -> float:
    """Return what the ends of roads on a space lead to: edge bonuses, and spaces for roads to come."""
    worth = 0.0
    for side in range(N_SIDES):
        if not roads & (1 << side):
            continue
        other = neighbour(cell, side, COLUMNS, ROWS)
        if other < 0:
            worth += plain_bonus(eye, edge_of(cell, side))
        elif eye.seat.roads[other] == 0:
            share = 1.0 if open_sides(eye.seat, other) == 0 else 0.3
            worth += share * eye.w[ROAD] * eye.rest
    return worth


@kernel
def road_worth(eye: Eye, cell: int, roads: int) -> float:
    """Return what drawing a road in a new space is worth."""
    shows = int(eye.rules.cells[cell])
    worth = _ends_worth(eye, cell, roads)
    if shows < N_BUILDINGS:
        return worth + fame_worth(eye, fame_of_building(eye.seat, eye.rules, shows))
    if shows == CELL.market_same:
        return worth + sale_worth(eye, int(eye.rules.market_goods), 0, SALE.same)
    if shows == CELL.market_different:
        return worth + sale_worth(eye, int(eye.rules.market_goods), 0, SALE.different)
    return worth


@kernel
def best_road(eye: Eye, roads: int) -> float:
    """Return what the best way to draw a road in a new space is worth; 0 if there is none."""
    best = 0.0
    for cell in range(N_CELLS):
        sides = open_sides(eye.seat, cell)
        if sides == 0:
            continue
        for turns in range(N_SIDES):
            turned = rotated(roads, turns)
            if turned & sides:
                best = max(best, road_worth(eye, cell, turned))
    return best


@kernel
def arm_worth(eye: Eye, cell: int, side: int) -> float:
    """Return what one more arm of a road is worth."""
    return _ends_worth(eye, cell, 1 << side)


@kernel
def best_arm(eye: Eye, first_code: int) -> float:
    """Return what the best arm from a code on (space * 4 + side) is worth."""
    best = 0.0
    for code in range(first_code, N_CELLS * N_SIDES):
        cell, side = code // N_SIDES, code % N_SIDES
        has = eye.seat.roads[cell]
        if 0 < has < ALL_ROADS and cell != eye.rules.residence and not has & (1 << side):
            best = max(best, arm_worth(eye, cell, side))
    return best


@kernel
def half_roads_worth(eye: Eye, amount: int) -> float:
    """Return what half-roads are worth: one arm, or with two the better of two arms and a road in a new space."""
    if amount < 2:
        return best_arm(eye, 0)
    return max(1.6 * best_arm(eye, 0), max(best_road(eye, STRAIGHT), best_road(eye, BEND)))


# --- people


@kernel
def _maharani_worth(eye: Eye) -> float:
    best = 0.0
    first = int(eye.seat.river) + 1
    for space in range(first, min(first + int(eye.rules.maharani_steps), int(eye.rules.n_river) + 1)):
        best = max(best, river_worth(eye, space))
    return best


@kernel
def _portuguese_worth(eye: Eye) -> float:
    best = goods_worth(eye, 1)
    for steps in range(1, eye.rules.portuguese_steps + 1):
        space = space_back(eye.seat, steps)
        if space > 0:
            best = max(best, river_worth(eye, space))
    return best


@kernel
def action_worth(eye: Eye, person: int) -> float:
    """Return what the action of a person is worth, the Great Mogul's left out, without the box."""
    if person == PERSON.maharani:
        return _maharani_worth(eye)
    if person == PERSON.trader:
        return max(sale_worth(eye, int(eye.rules.trader_goods), 0, SALE.any), goods_worth(eye, 1))
    if person == PERSON.raja_man_singh:
        return money_worth(eye, int(eye.rules.raja_money)) + eye.rules.raja_upgrades * best_upgrade(eye)
    if person == PERSON.master_builder:
        return half_roads_worth(eye, int(eye.rules.master_builder_half_roads))
    return _portuguese_worth(eye)


@kernel
def _best_other(eye: Eye) -> float:
    best = 0.0
    for person in range(PERSON.maharani, N_PEOPLE):
        if can_use(eye.seat, person):
            best = max(best, action_worth(eye, person) + box_worth(eye, person))
    return best


@kernel
def person_worth(eye: Eye, person: int) -> float:
    """Return what a palace action is worth with its box."""
    if not can_use(eye.seat, person):
        return 0.0
    worth = box_worth(eye, person)
    return worth + (_best_other(eye) if person == PERSON.great_mogul else action_worth(eye, person))


@kernel
def best_person(eye: Eye) -> float:
    """Return what the best palace action is worth."""
    return max(person_worth(eye, PERSON.great_mogul), _best_other(eye))


# --- earnings and dice


@kernel
def earning_worth(eye: Eye, earning: Record) -> float:
    """Return what an earning is worth now, with the best choice it offers."""
    kind, amount = earning.kind, int(earning.amount)
    if kind == EARN.money:
        return money_worth(eye, amount)
    if kind == EARN.fame:
        return fame_worth(eye, amount)
    if kind == EARN.karma:
        return karma_worth(eye, amount)
    if kind == EARN.upgrade:
        return amount * best_upgrade(eye)
    if kind == EARN.goods_die:
        return amount * best_face_on_table(eye)
    if kind == EARN.half_road:
        return half_roads_worth(eye, amount)
    if kind == EARN.road:
        return best_road(eye, int(earning.detail))
    if kind == EARN.sail:
        return river_worth(eye, int(eye.seat.river) + 1) if eye.seat.river < eye.rules.n_river else 0.0
    if kind == EARN.sail_back:
        space = space_back(eye.seat, 1)
        return river_worth(eye, space) if space > 0 else 0.0
    if kind == EARN.sail_back_anywhere:
        return _best_space_back(eye)
    if kind == EARN.person:
        return person_worth(eye, int(earning.detail))
    if kind == EARN.palace_action:
        return best_person(eye)
    return plain_earning(eye, earning)


@kernel
def _best_space_back(eye: Eye) -> float:
    best = 0.0
    for space in range(1, int(eye.seat.river)):
        if not is_marked(eye.seat, space):
            best = max(best, river_worth(eye, space))
    return best


@kernel
def die_worth(eye: Eye, colour: int, face: int) -> float:
    """Return what the action of a die is worth; equal dice are judged once."""
    if eye.known[colour, face] == NEVER:
        eye.known[colour, face] = _judge_die(eye, colour, face)
    return eye.known[colour, face]


@kernel
def _judge_die(eye: Eye, colour: int, face: int) -> float:
    worth = 0.0
    if colour == COLOUR.purple:
        worth = face_worth(eye, face)
    elif colour == COLOUR.green:
        if face == ROAD_FACE.half_roads:
            worth = half_roads_worth(eye, 2)
        else:
            worth = best_road(eye, STRAIGHT if face == ROAD_FACE.straight else BEND)
    elif colour == COLOUR.blue:
        space = space_with(eye.seat, eye.rules, face)
        worth = river_worth(eye, space) if space > 0 else 0.0
    else:
        worth = person_worth(eye, face)
    return worth * eye.w[FIRST_COLOUR + colour]


@kernel
def better_of_two(eye: Eye, one: int, other: int) -> float:
    """Return the expected worth of the better of two dice (by their numbers) that are rolled."""
    total = 0.0
    for i in range(N_FACES):
        worth = die_worth(eye, one // DICE_PER_COLOUR, int(eye.rules.faces[one, i]))
        for j in range(N_FACES):
            total += max(worth, die_worth(eye, other // DICE_PER_COLOUR, int(eye.rules.faces[other, j])))
    return total / (N_FACES * N_FACES)
