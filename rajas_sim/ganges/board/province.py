"""The province board: where a tile may lie, what it scores, which special yields it connects."""

from __future__ import annotations

from rajas_sim.core.board import ALL_ROADS, N_SIDES, facing_roads, is_bend, is_new_rotation, reached_cells, rotated
from rajas_sim.core.engine.course import mover, note, push_earnings, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.board.order import offer_order
from rajas_sim.ganges.board.tracks import gain_money_and_fame
from rajas_sim.ganges.board.yield_tiles import yield_of_tile
from rajas_sim.ganges.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import (
    BUILDER_YIELDS_PAY_WHEN_NEW,
    CAUSE,
    COLUMNS,
    EVENT,
    FREE_CELL,
    MASTER_BUILDER_SCORES,
    N_OF,
    RESIDENCE,
    ROWS,
    TASK,
)


@kernel
def road_ends_at(seat: SeatRecord, rules: RulesRecord, cell: int) -> int:
    """Return the sides of an empty cell at which a road from the residence ends; none if no tile may lie there."""
    if rules.cells[cell] != FREE_CELL or seat.tiles[cell] >= 0:
        return 0
    return facing_roads(seat.roads, cell, COLUMNS, ROWS)


@kernel
def has_room_for_a_tile(seat: SeatRecord, rules: RulesRecord) -> bool:
    """Return whether any tile can still be added: a road end is enough, since some rotation of every tile fits it."""
    for cell in range(N_OF.cells):
        if road_ends_at(seat, rules, cell):
            return True
    return False


@kernel
def stays_connected(seat: SeatRecord, cell: int, roads: int) -> bool:
    """Return whether every tile would stay connected to the residence if `cell` had these roads."""
    reached = reached_cells(seat.roads, RESIDENCE, COLUMNS, ROWS, cell, roads)
    for other_cell in range(N_OF.cells):
        if seat.tiles[other_cell] >= 0 and not reached & (1 << other_cell):
            return False
    return True


@kernel
def cell_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List cell * 4 + quarter turns for the tile in hand; when covering, `limit` of the task is the only cell."""
    task = top(state)
    seat = mover(state)
    roads = int(rules.tiles[task.detail].roads)
    is_covering = task.cause == CAUSE.master_builder
    first_cell, end_cell = (int(task.limit), int(task.limit) + 1) if is_covering else (0, N_OF.cells)
    n = 0
    for cell in range(first_cell, end_cell):
        road_ends = road_ends_at(seat, rules, cell)
        if not is_covering and road_ends == 0:
            continue
        for turns in range(N_SIDES):
            turned_roads = rotated(roads, turns)
            fits = stays_connected(seat, cell, turned_roads) if is_covering else turned_roads & road_ends != 0
            if fits and is_new_rotation(roads, turns):
                options[n] = cell * N_SIDES + turns
                n += 1
    return n


@kernel
def fame_of_building(seat: SeatRecord, rules: RulesRecord, building: int) -> int:
    """Return the fame a seat would get for a new building of a type, with the upgrades that count this turn."""
    return int(rules.building_values[int(seat.levels[building] - seat.levels_from_next_turn[building])])


@kernel
def fame_of_buildings(seat: SeatRecord, rules: RulesRecord, tile: int) -> int:
    """Return the fame a seat would get for the buildings of a tile."""
    face = rules.tiles[tile]
    fame = 0
    for building in range(N_OF.buildings):
        fame += face.n_buildings[building] * fame_of_building(seat, rules, building)
    return fame


@kernel
def n_buildings(seat: SeatRecord, rules: RulesRecord) -> int:
    """Return how many buildings stand in the province (covered tiles do not count)."""
    n = 0
    for cell in range(N_OF.cells):
        if seat.tiles[cell] >= 0:
            for building in range(N_OF.buildings):
                n += rules.tiles[seat.tiles[cell]].n_buildings[building]
    return n


@kernel
def n_bends(seat: SeatRecord) -> int:
    """Return how many tiles of the province are bends (covered tiles do not count)."""
    n = 0
    for cell in range(N_OF.cells):
        if seat.tiles[cell] >= 0 and is_bend(int(seat.roads[cell])):
            n += 1
    return n


@kernel
def _score_tile(state: StateRecord, rules: RulesRecord, log: LogRecord, tile: int) -> None:
    """Receive the money for the markets and the fame for the buildings of a tile (rulebook: Building action)."""
    fame = fame_of_buildings(mover(state), rules, tile)
    gain_money_and_fame(state, rules, log, int(rules.tiles[tile].market_money), fame)


@kernel
def _connect_yields(state: StateRecord, rules: RulesRecord, cell: int, are_paid: int) -> None:
    """Mark the special yields that the roads of `cell` reach for the first time; if they are paid, leave them to be received.

    A yield tile on the slot of a yield is received in place of the yield.
    """
    seat = mover(state)
    board = rules.boards[seat.board]
    n_tasks_before = int(state.n_tasks)
    for i in range(board.n_yields - 1, -1, -1):
        special_yield = board.yields[i]
        if special_yield.cell != cell or not seat.roads[cell] & (1 << special_yield.side) or seat.yields_connected & (1 << i):
            continue
        seat.yields_connected |= 1 << i
        if not are_paid:
            continue
        if seat.slots[i] > 0:
            push_earnings(state, TASK.earn, yield_of_tile(state, rules, seat.slots[i] - 1), CAUSE.yield_tile)
        else:
            push_earnings(state, TASK.earn, special_yield.earnings, CAUSE.special_yield)
    offer_order(state, rules, n_tasks_before)


@kernel
def place_tile(state: StateRecord, rules: RulesRecord, log: LogRecord, cell: int, tile: int, quarter_turns: int) -> None:  # noqa: PLR0913 - what the kernel computes with
    """Lay a tile; score it first, then the special yields it connects.

    A tile of the Master Builder covers the one below. It is scored, but it pays no special yields, not even those that were never
    connected before, unless the readings say otherwise (rulebook: Master builder; summary: Palace actions).
    """
    seat = mover(state)
    is_covering = seat.tiles[cell] >= 0
    seat.tiles[cell] = tile
    seat.roads[cell] = rotated(rules.tiles[tile].roads, quarter_turns) & ALL_ROADS
    note(log, EVENT.covering_tile if is_covering else EVENT.tile, tile, quarter_turns, cell)
    if is_covering:
        seat.covered[cell] = 1
    _connect_yields(state, rules, cell, not is_covering or rules.readings.builder_yields == BUILDER_YIELDS_PAY_WHEN_NEW)
    if not is_covering or rules.readings.master_builder == MASTER_BUILDER_SCORES:
        _score_tile(state, rules, log, tile)
