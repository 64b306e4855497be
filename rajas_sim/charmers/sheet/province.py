"""The province: roads, and the buildings, markets and edge bonuses they reach."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import (
    CAUSE,
    CELL,
    COLUMNS,
    EVENT,
    FIRST_BONUS_PLACE,
    FIRST_EXTENSION,
    N_NEW_ROADS,
    N_OF,
    NEW_ROAD_ONLY,
    NO_HALF_ROADS,
    NO_ROAD,
    ROWS,
    SALE,
    TASK,
)
from rajas_sim.charmers.sheet.release import release_bonus
from rajas_sim.charmers.sheet.river import may_be_declined
from rajas_sim.charmers.sheet.tracks import gain_fame
from rajas_sim.core.board import ALL_ROADS, N_SIDES, SHAPES, facing_roads, has_bit, is_new_rotation, neighbour, rotated
from rajas_sim.core.engine.course import count_down, mover, note, pop, push, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord

STRAIGHT, BEND = SHAPES["straight"], SHAPES["bend"]
#: The two roads that two half-roads can make.
FROM_HALF_ROADS = (STRAIGHT, BEND)


@kernel
def edge_bonus_number(cell: int, side: int) -> int:
    """Return the number of the edge bonus at a side of a cell; -1 if there is another cell.

    Edge bonuses are numbered along the top, the right, the bottom and the left.
    """
    row, column = cell // COLUMNS, cell % COLUMNS
    if neighbour(cell, side, COLUMNS, ROWS) >= 0:
        return -1
    if side == 0:
        return FIRST_BONUS_PLACE.edge + column
    if side == 1:
        return FIRST_BONUS_PLACE.edge + COLUMNS + row
    if side == 2:
        return FIRST_BONUS_PLACE.edge + COLUMNS + ROWS + column
    return FIRST_BONUS_PLACE.edge + 2 * COLUMNS + ROWS + row


@kernel
def open_sides(seat: SeatRecord, rules: RulesRecord, cell: int) -> int:
    """Return the sides of a space at which neighbouring roads end; 0 for a space that has a road itself.

    The result is also 0 for a space that the seat is restricted from. All roads are connected to the residence, since each was
    drawn that way.
    """
    if seat.roads[cell] != 0 or has_bit(rules.restricted[seat.position].province, cell):
        return 0
    return facing_roads(seat.roads, cell, COLUMNS, ROWS)


@kernel
def has_space_for_road(seat: SeatRecord, rules: RulesRecord) -> bool:
    """Return whether a new road can be drawn anywhere; some rotation of every road fits where one road fits."""
    for cell in range(N_OF.cells):
        if open_sides(seat, rules, cell):
            return True
    return False


@kernel
def _append_road_options(seat: SeatRecord, rules: RulesRecord, roads: int, options: Options, n: int, first_code: int) -> int:  # noqa: PLR0913 - what the kernel computes with
    """Append every way to draw a road in a new space, connected to the residence; return the new number of options."""
    for cell in range(N_OF.cells):
        sides = open_sides(seat, rules, cell)
        if sides == 0:
            continue
        for turns in range(N_SIDES):
            if rotated(roads, turns) & sides and is_new_rotation(roads, turns):
                options[n] = first_code + cell * N_SIDES + turns
                n += 1
    return n


@kernel
def road_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the spaces and rotations for the road of the task on top: space * 4 + quarter turns.

    A road that the river brings may be declined if bonuses may.
    """
    task = top(state)
    n = _append_road_options(mover(state), rules, int(task.detail), options, 0, 0)
    if n > 0 and may_be_declined(rules, task):
        options[n] = NO_ROAD
        n += 1
    return n


@kernel
def _can_extend(seat: SeatRecord, rules: RulesRecord, cell: int) -> bool:
    return 0 < seat.roads[cell] < ALL_ROADS and cell != rules.residence


@kernel
def has_extensible_road(seat: SeatRecord, rules: RulesRecord) -> bool:
    """Return whether a half-road can be added to a road that is drawn already."""
    for cell in range(N_OF.cells):
        if _can_extend(seat, rules, cell):
            return True
    return False


@kernel
def half_road_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the uses of half-roads: a straight or bend in a new cell, or one more half-road at a road that is drawn already.

    Half-roads of one bonus are drawn one after the other with rising codes, from ``task.limit`` on, so that each set of them is
    offered once. The last codes are kept back, one for each half-road that is still to follow. Half-roads that the river brings
    may be declined if bonuses may.
    """
    task = top(state)
    seat = mover(state)
    n = 0
    if task.amount > 1:
        for i in range(len(FROM_HALF_ROADS)):
            n = _append_road_options(seat, rules, FROM_HALF_ROADS[i], options, n, i * N_NEW_ROADS)
    if task.detail == NEW_ROAD_ONLY:
        return n
    n_before = n
    for cell in range(N_OF.cells):
        if not _can_extend(seat, rules, cell):
            continue
        for side in range(N_SIDES):
            code = FIRST_EXTENSION + cell * N_SIDES + side
            if not seat.roads[cell] & (1 << side) and code >= task.limit:
                options[n] = code
                n += 1
    n_listed, n_to_follow = n - n_before, max(int(task.amount) - 1, 0)
    n = n_before + max(n_listed - n_to_follow, min(n_listed, 1))
    if n > 0 and may_be_declined(rules, task):
        options[n] = NO_HALF_ROADS
        n += 1
    return n


@kernel
def _connect_edges(state: StateRecord, rules: RulesRecord, log: LogRecord, cell: int, roads: int) -> None:
    """Circle the edge bonuses that new roads lead to."""
    log.cause = CAUSE.edge
    for side in range(N_SIDES):
        if roads & (1 << side):
            bonus_place = edge_bonus_number(cell, side)
            if bonus_place >= 0:
                release_bonus(state, rules, log, bonus_place)


@kernel
def fame_of_building(seat: SeatRecord, rules: RulesRecord, building: int) -> int:
    """Return the fame for erecting a building of a type, according to the upgrade table."""
    return int(rules.building_values[seat.levels[building]])


@kernel
def draw_road(state: StateRecord, rules: RulesRecord, log: LogRecord, cell: int, roads: int) -> None:
    """Draw a road in a new space: edge bonuses are circled, then the building scores or the market opens."""
    seat = mover(state)
    seat.roads[cell] = roads
    note(log, EVENT.road, cell, roads, roads)
    _connect_edges(state, rules, log, cell, roads)
    cell_kind = int(rules.cells[cell])
    if cell_kind < N_OF.buildings:
        log.cause = CAUSE.building
        gain_fame(state, rules, log, fame_of_building(seat, rules, cell_kind))
    elif cell_kind == CELL.market_same:
        push(state, TASK.sell, CAUSE.market, rules.market_goods, SALE.same)
    elif cell_kind == CELL.market_different:
        push(state, TASK.sell, CAUSE.market, rules.market_goods, SALE.different)


@kernel
def build_road(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int) -> None:
    """Draw the road of the task on top, unless it is declined."""
    roads = rotated(int(top(state).detail), option % N_SIDES)
    pop(state)
    if option == NO_ROAD:
        return
    draw_road(state, rules, log, option // N_SIDES, roads)


@kernel
def use_half_roads(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int) -> None:
    """Draw two half-roads as one road, add one to a road, or draw none; a road that is extended does not score again."""
    if option == NO_HALF_ROADS:
        pop(state)
        return
    if option < FIRST_EXTENSION:
        task = top(state)
        cause, n_left, detail = int(task.cause), int(task.amount) - 2, int(task.detail)
        pop(state)
        if n_left > 0:
            push(state, TASK.half_roads, cause, n_left, detail)
        code = option % N_NEW_ROADS
        draw_road(state, rules, log, code // N_SIDES, rotated(FROM_HALF_ROADS[option // N_NEW_ROADS], code % N_SIDES))
        return
    cell, side = (option - FIRST_EXTENSION) // N_SIDES, (option - FIRST_EXTENSION) % N_SIDES
    top(state).limit = option + 1
    count_down(state)
    seat = mover(state)
    seat.roads[cell] |= 1 << side
    note(log, EVENT.road, cell, 1 << side, seat.roads[cell])
    _connect_edges(state, rules, log, cell, 1 << side)


@kernel
def n_roads(seat: SeatRecord, rules: RulesRecord) -> int:
    """Return how many province spaces other than the residence have a road."""
    n = 0
    for cell in range(N_OF.cells):
        if seat.roads[cell] and cell != rules.residence:
            n += 1
    return n


@kernel
def n_roads_on_kinds_between(seat: SeatRecord, rules: RulesRecord, first_kind: int, last_kind: int) -> int:
    """Return how many spaces with a road show one of these kinds (a range of CELLS)."""
    n = 0
    for cell in range(N_OF.cells):
        if seat.roads[cell] and first_kind <= rules.cells[cell] <= last_kind:
            n += 1
    return n
