"""The inputs of a value: numbers of each seat, of the dice and of the round, at the beginning of a turn."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import (
    BONUS_PLACES,
    BUILDINGS,
    COLOURS,
    GOODS,
    GOODS_FACES,
    MAX_KARMA,
    MAX_RIVER,
    MIDDLE,
    N_OF,
    PEOPLE,
    TASK,
)
from rajas_sim.charmers.sheet.karma import karma_left
from rajas_sim.charmers.sheet.market import income, stock
from rajas_sim.charmers.sheet.tracks import seat_overlap_in_money
from rajas_sim.core.engine.chance import count_bits
from rajas_sim.core.engine.kernel import Floats, kernel
from rajas_sim.core.judging.position_inputs import PositionInputs, write_bits, write_one_of

#: Number of classes for fame (2 wide), money (3 wide) and overlap (2 fame spaces wide, from -40 on).
N_FAME, N_MONEY, N_OVERLAPS = 20, 20, 24
FAME_WIDTH, MONEY_WIDTH, OVERLAP_WIDTH, LEAST_OVERLAP = 2, 3, 2, -40
#: The largest number of different faces of the dice of one colour.
N_FACES = max(GOODS_FACES.values()) + 1
_DICE = tuple(f"{colour} die {i + 1}" for colour in COLOURS for i in range(N_OF.dice_per_colour))

SEAT_INPUTS = (
    "fame",
    "money",
    "overlap",
    "near the intersection",
    "river space",
    "bonuses to use",
    *(f"{good} in stock" for good in GOODS),
    *(f"{good} circled" for good in GOODS),
    *(f"income of {good}" for good in GOODS),
    *(f"boxes of the {person}" for person in PEOPLE),
    *(f"level of {building}s" for building in BUILDINGS),
    *(f"karma left {karma}" for karma in range(MAX_KARMA + 1)),
    *(f"karma collected {karma}" for karma in range(MAX_KARMA + 1)),
    *(f"fame class {i}" for i in range(N_FAME)),
    *(f"money class {i}" for i in range(N_MONEY)),
    *(f"overlap class {i}" for i in range(N_OVERLAPS)),
    *(f"on river space {i}" for i in range(MAX_RIVER + 1)),
    *(f"river space {i + 1} is marked" for i in range(MAX_RIVER)),
    *(f"road on cell {cell}" for cell in range(N_OF.cells)),
    *(f"roads that meet on cell {cell}" for cell in range(N_OF.cells)),
    *(f"bonus {place} released" for place in BONUS_PLACES),
    "to move",
    "turns until it moves",
    "start player",
    "tracks have intersected",
)
SHARED_INPUTS = (
    "round",
    "turn in the round",
    "end was triggered",
    *(f"{die} in the middle shows {face}" for die in _DICE for face in range(N_FACES)),
)


@kernel
def _write_tracks(seat: SeatRecord, rules: RulesRecord, x: Floats) -> int:
    """Write the first `SEAT_INPUTS` into `x`, up to the river space the seat is on; return how many were written."""
    overlap = seat_overlap_in_money(seat, rules) / float(rules.money_per_fame)
    x[0] = seat.fame / 15.0
    x[1] = seat.money / 25.0
    x[2] = overlap / 20.0 + 1.5
    x[3] = min(1.0, max(0.0, overlap / 5.0 + 1.0))
    x[4] = seat.river / 9.0
    x[5] = count_bits(int(seat.pending)) / 2.0
    n = 6
    for good in range(N_OF.goods):
        x[n + good] = stock(seat, good) / 3.0
        x[n + N_OF.goods + good] = seat.goods[good] / 6.0
        x[n + 2 * N_OF.goods + good] = income(seat, rules, good, 3) / 5.0
    n += 3 * N_OF.goods
    for person in range(N_OF.people):
        x[n + person] = seat.palace[person] / 2.0
    n += N_OF.people
    for building in range(N_OF.buildings):
        x[n + building] = seat.levels[building] / 2.0
    n = write_one_of(x, n + N_OF.buildings, MAX_KARMA + 1, karma_left(seat))
    n = write_one_of(x, n, MAX_KARMA + 1, int(seat.karma_collected))
    n = write_one_of(x, n, N_FAME, seat.fame // FAME_WIDTH)
    n = write_one_of(x, n, N_MONEY, seat.money // MONEY_WIDTH)
    n = write_one_of(x, n, N_OVERLAPS, int((overlap - LEAST_OVERLAP) // OVERLAP_WIDTH))
    return write_one_of(x, n, MAX_RIVER + 1, int(seat.river))


@kernel
def write_seat(state: StateRecord, rules: RulesRecord, i: int, x: Floats) -> int:
    """Write the `SEAT_INPUTS` of seat i into `x`; return how many there are."""
    seat = state.seats[i]
    n = _write_tracks(seat, rules, x)
    n = write_bits(x, n, MAX_RIVER, int(seat.river_marks) >> 1)
    for cell in range(N_OF.cells):
        n_roads = count_bits(int(seat.roads[cell]))
        x[n + cell] = 1.0 if n_roads > 0 else 0.0
        x[n + N_OF.cells + cell] = n_roads / 2.0
    n = write_bits(x, n + 2 * N_OF.cells, N_OF.bonus_places, int(seat.released))
    x[n] = 1.0 if state.seat_to_move == i else 0.0
    x[n + 1] = ((i - state.seat_to_move) % rules.players) / float(rules.players)
    x[n + 2] = 1.0 if state.start_player == i else 0.0
    x[n + 3] = 1.0 if seat.passed > 0 else 0.0
    return n + 4


@kernel
def write_shared(state: StateRecord, rules: RulesRecord, x: Floats) -> int:
    """Write the `SHARED_INPUTS` into `x`; return how many there are."""
    x[0] = state.round_number / (8.0 if rules.players == 2 else 16.0)
    x[1] = state.turn_in_round / float(rules.players)
    x[2] = 1.0 if state.first_met_in_round > 0 else 0.0
    n = 3
    for die in range(N_OF.dice):
        for face in range(N_FACES):
            x[n + face] = 0.0
        if state.where[die] == MIDDLE:
            x[n + min(int(state.faces[die]), N_FACES - 1)] = 1.0
        n += N_FACES
    return n


INPUTS = PositionInputs(TASK.take_die, SEAT_INPUTS, SHARED_INPUTS, write_seat, write_shared)
