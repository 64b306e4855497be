"""The inputs of a value: numbers of each seat, of the tiles on display and of the board, at the beginning of a turn."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import Floats, kernel
from rajas_sim.core.judging.position_inputs import PositionInputs, write_bits, write_one_of
from rajas_sim.ganges.board.market import assorted_income, n_tiles_with_markets, one_kind_income
from rajas_sim.ganges.board.province import road_ends_at
from rajas_sim.ganges.board.tracks import overlap_of
from rajas_sim.ganges.rulebook.layout import MAX_BONUSES, MAX_YIELDS, RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import (
    BUILDINGS,
    COLOURS,
    FREE_CELL,
    GOODS,
    N_OF,
    SPACES,
    TASK,
    WORKER_SOURCE,
    WORKER_SOURCES,
)

#: Number of classes for karma, fame (2 wide), money (4 wide), overlap (2 wide, from -30 on) and river spaces.
N_KARMA, N_FAME, N_MONEY, N_OVERLAPS, N_RIVER = 4, 26, 21, 20, 31
FAME_WIDTH, MONEY_WIDTH, OVERLAP_WIDTH, LEAST_OVERLAP = 2, 4, 2, -30
_STACKS = tuple(f"{colour} stack {number}" for colour in COLOURS for number in range(1, N_OF.stacks // N_OF.colours + 1))

SEAT_INPUTS = (
    "fame",
    "money",
    "overlap",
    "near the meeting",
    "river space",
    "workers",
    "workers at home",
    *(f"{source} worker waits" for source in WORKER_SOURCES),
    *(f"way to the {source} worker" for source in WORKER_SOURCES),
    "money to the next bonus",
    "fame to the next bonus",
    *(f"level of {building}s" for building in BUILDINGS),
    *(f"karma {karma}" for karma in range(N_KARMA)),
    *(f"fame class {i}" for i in range(N_FAME)),
    *(f"money class {i}" for i in range(N_MONEY)),
    *(f"overlap class {i}" for i in range(N_OVERLAPS)),
    *(f"on river space {i}" for i in range(N_RIVER)),
    "dice",
    *(f"{colour} dice that show {value}" for colour in COLOURS for value in range(1, N_OF.faces + 1)),
    *(f"sum of {colour} dice" for colour in COLOURS),
    *(f"can pay for the tile of {stack}" for stack in _STACKS),
    *(f"{building}s" for building in BUILDINGS),
    *(f"money for {good}" for good in GOODS),
    *(f"income of {good}" for good in GOODS),
    "income of different goods",
    "tiles with markets",
    *(f"tile on cell {cell}" for cell in range(N_OF.cells)),
    *(f"road to cell {cell}" for cell in range(N_OF.cells)),
    *(f"yield {i} connected" for i in range(MAX_YIELDS)),
    *(f"tile on slot {i}" for i in range(MAX_YIELDS)),
    "Navaratnas board",
    "to move",
    "turns until it moves",
    "start player",
    "starts the next round",
    "markers have met",
)
SHARED_INPUTS = (
    "round",
    "workers placed in the round",
    "end was triggered",
    "next start player is known",
    "Navaratnas version",
    "Ganga module",
    *(f"{what} of {stack}" for stack in _STACKS for what in ("tile", "price", "market money", "buildings")),
    *(f"{space} is taken" for space in SPACES),
    *(f"{colour} dice in the supply" for colour in COLOURS),
)


@kernel
def _write_tracks(seat: SeatRecord, rules: RulesRecord, x: Floats) -> int:
    """Write the first `SEAT_INPUTS` into `x`, up to the river space the boat is on; return how many were written."""
    overlap = overlap_of(seat, rules)
    x[0] = seat.fame / 20.0
    x[1] = seat.money / 30.0
    x[2] = overlap / 20.0 + 1.5
    x[3] = min(1.0, max(0.0, overlap / 5.0 + 1.0))
    x[4] = seat.river / 15.0
    x[5] = seat.workers / 3.0
    x[6] = (seat.workers - seat.placed) / 3.0
    for source in range(N_OF.worker_sources):
        x[7 + source] = float(seat.inactive[source])
    fame, money, river = WORKER_SOURCE.fame, WORKER_SOURCE.money, WORKER_SOURCE.river
    x[10] = seat.inactive[fame] * max(0.0, rules.worker_at[fame] - seat.fame) / 10.0
    x[11] = seat.inactive[money] * max(0.0, rules.worker_at[money] - seat.money) / 15.0
    x[12] = seat.inactive[river] * max(0.0, rules.worker_at[river] - seat.river) / 10.0
    x[13], x[14] = 0.0, 0.0
    if seat.next_money_bonus < len(rules.money_bonuses):
        x[13] = max(0.0, float(rules.money_bonuses[seat.next_money_bonus].space) - seat.money) / 12.0
    for i in range(MAX_BONUSES - 1, -1, -1):
        if rules.fame_bonuses[i].space > seat.fame:
            x[14] = (rules.fame_bonuses[i].space - seat.fame) / 10.0
    for building in range(N_OF.buildings):
        x[15 + building] = seat.levels[building] / 2.0
    n = write_one_of(x, 15 + N_OF.buildings, N_KARMA, int(seat.karma))
    n = write_one_of(x, n, N_FAME, seat.fame // FAME_WIDTH)
    n = write_one_of(x, n, N_MONEY, seat.money // MONEY_WIDTH)
    n = write_one_of(x, n, N_OVERLAPS, (overlap - LEAST_OVERLAP) // OVERLAP_WIDTH)
    return write_one_of(x, n, N_RIVER, int(seat.river))


@kernel
def _write_dice(state: StateRecord, rules: RulesRecord, seat: SeatRecord, x: Floats) -> int:
    """Write the inputs of a seat's dice, and of which open tiles they pay for without karma; return how many were written."""
    first_sum = 1 + N_OF.colours * N_OF.faces
    first_tile = first_sum + N_OF.colours
    stacks_of_colour = N_OF.stacks // N_OF.colours
    n_dice = 0
    for colour in range(N_OF.colours):
        total = 0
        for face in range(N_OF.faces):
            n = int(seat.dice[colour, face])
            x[1 + colour * N_OF.faces + face] = float(n)
            n_dice += n
            total += n * (face + 1)
        x[first_sum + colour] = total / 8.0
        for stack in range(colour * stacks_of_colour, (colour + 1) * stacks_of_colour):
            tile = state.open_tiles[stack]
            x[first_tile + stack] = 1.0 if tile >= 0 and total >= rules.tiles[tile].cost else 0.0
    x[0] = n_dice / 5.0
    return first_tile + N_OF.stacks


@kernel
def _write_province(seat: SeatRecord, rules: RulesRecord, x: Floats) -> int:
    """Write the inputs of a seat's buildings, markets, tiles, roads and yields into `x`; return how many were written."""
    first_money = N_OF.buildings
    first_income = first_money + N_OF.goods
    first_tile = first_income + N_OF.goods + 2
    for i in range(first_income):
        x[i] = 0.0
    for good in range(N_OF.goods):
        x[first_income + good] = one_kind_income(seat, rules, good, 3) / 6.0
    x[first_tile - 2] = assorted_income(seat, rules, N_OF.goods) / 5.0
    x[first_tile - 1] = n_tiles_with_markets(seat, rules) / 3.0
    for cell in range(N_OF.cells):
        tile = seat.tiles[cell]
        x[first_tile + cell], x[first_tile + N_OF.cells + cell] = 0.0, 0.0
        if tile >= 0:
            face = rules.tiles[tile]
            x[first_tile + cell] = 1.0
            for building in range(N_OF.buildings):
                x[building] += face.n_buildings[building]
            for good in range(N_OF.goods):
                x[first_money + good] += (face.market_values[good, 0] + face.market_values[good, 1]) / 4.0
        elif rules.cells[cell] == FREE_CELL and road_ends_at(seat, rules, cell) != 0:
            x[first_tile + N_OF.cells + cell] = 1.0
    n = write_bits(x, first_tile + 2 * N_OF.cells, MAX_YIELDS, int(seat.yields_connected))
    for slot in range(MAX_YIELDS):
        x[n + slot] = 1.0 if seat.slots[slot] > 0 else 0.0
    return n + MAX_YIELDS


@kernel
def write_seat(state: StateRecord, rules: RulesRecord, i: int, x: Floats) -> int:
    """Write the `SEAT_INPUTS` of seat i into `x`; return how many there are."""
    seat = state.seats[i]
    n = _write_tracks(seat, rules, x)
    n += _write_dice(state, rules, seat, x[n:])
    n += _write_province(seat, rules, x[n:])
    x[n] = float(seat.board)
    x[n + 1] = 1.0 if state.seat_to_move == i else 0.0
    x[n + 2] = ((i - state.seat_to_move) % rules.players) / float(rules.players)
    x[n + 3] = 1.0 if state.start_player == i else 0.0
    x[n + 4] = 1.0 if state.next_start_player == i else 0.0
    x[n + 5] = 1.0 if seat.passed > 0 else 0.0
    return n + 6


@kernel
def write_shared(state: StateRecord, rules: RulesRecord, x: Floats) -> int:
    """Write the `SHARED_INPUTS` into `x`; return how many there are."""
    x[0] = state.round_number / 8.0
    x[1] = state.placed_in_round / 12.0
    x[2] = 1.0 if state.first_met_in_round > 0 else 0.0
    x[3] = 1.0 if state.next_start_player >= 0 else 0.0
    x[4] = float(rules.chooses_yield_tiles)
    x[5] = 1.0 if rules.n_river_tiles > 0 else 0.0
    n = 6
    for stack in range(N_OF.stacks):
        tile = state.open_tiles[stack]
        for i in range(4):
            x[n + i] = 0.0
        if tile >= 0:
            face = rules.tiles[tile]
            x[n], x[n + 1], x[n + 2] = 1.0, face.cost / 8.0, face.market_money / 5.0
            for building in range(N_OF.buildings):
                x[n + 3] += face.n_buildings[building] / 2.0
        n += 4
    for space in range(N_OF.spaces):
        x[n + space] = 1.0 if state.spaces[space] > 0 else 0.0
    n += N_OF.spaces
    for colour in range(N_OF.colours):
        x[n + colour] = state.supply[colour] / 12.0
    return n + N_OF.colours


INPUTS = PositionInputs(TASK.place, SEAT_INPUTS, SHARED_INPUTS, write_seat, write_shared)
