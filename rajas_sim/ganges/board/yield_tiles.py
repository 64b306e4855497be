"""Yield tiles: drawn and earned in the base game; chosen, and laid on slots of the province board, in the Navaratnas version."""

from __future__ import annotations

from rajas_sim.core.board import has_bit
from rajas_sim.core.engine.chance import count_bits, draw, random_set_bit, seed_for
from rajas_sim.core.engine.course import mover, note, pop, push, top
from rajas_sim.core.engine.kernel import Array1, Options, kernel
from rajas_sim.core.engine.record_types import EarningRecord, LogRecord
from rajas_sim.ganges.board.order import push_orderable_earnings
from rajas_sim.ganges.rulebook.layout import BLANK, MAX_YIELD_TILES, MAX_YIELDS, RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.streams import BROWN_STREAM, FIRST_LUCK_SOURCE, WHITE_STREAM
from rajas_sim.ganges.rulebook.terms import (
    CAUSE,
    CONNECTED_SLOT_PAYS_AT_ONCE,
    EVENT,
    NO_YIELD_TILE,
    TASK,
    TWO_TILES_AT_MOST,
    YIELD_COLOUR,
)


@kernel
def yield_of_tile(state: StateRecord, rules: RulesRecord, tile: int) -> Array1[EarningRecord]:
    """Return what a yield tile pays the seat to move; nothing if the seat is restricted from it."""
    is_restricted = has_bit(rules.restricted[state.seat_to_move].yield_tile, tile)
    return rules.yield_tiles[BLANK if is_restricted else tile].earnings


# --- the base game: drawn from the face-down stack, earned at once


@kernel
def draw_yield_tile(state: StateRecord, rules: RulesRecord, log: LogRecord) -> None:
    """Draw a white yield tile and leave its yield to be received; if none is left, the used ones are mixed first."""
    if state.yield_tiles_left == 0:
        state.yield_tiles_left = rules.yield_tiles_in_play
    tiles_left = int(state.yield_tiles_left)  # a bit for each tile
    seed = seed_for(rules, state.seed, state.round_number, 1 << FIRST_LUCK_SOURCE.yield_tiles)
    tile = random_set_bit(tiles_left, draw(seed, WHITE_STREAM, state.yield_tiles_drawn))
    state.yield_tiles_left = tiles_left & ~(1 << tile)
    state.yield_tiles_drawn += 1
    note(log, EVENT.yield_tile, tile, 1, count_bits(state.yield_tiles_left))
    push_orderable_earnings(state, rules, yield_of_tile(state, rules, tile), CAUSE.yield_tile)


# --- the Navaratnas version: slots


@kernel
def is_free_slot(seat: SeatRecord, rules: RulesRecord, i: int, colour: int) -> bool:
    """Return whether a yield tile of a colour may be laid on the i-th yield of the seat's board."""
    return rules.boards[seat.board].yields[i].slot == colour and seat.slots[i] == 0


@kernel
def has_free_slot(seat: SeatRecord, rules: RulesRecord, colour: int) -> bool:
    """Return whether some slot of a colour has no yield tile yet."""
    for i in range(rules.boards[seat.board].n_yields):
        if is_free_slot(seat, rules, i, colour):
            return True
    return False


@kernel
def _can_take(state: StateRecord, rules: RulesRecord, tile: int) -> bool:
    """Return whether a yield tile lies open and the seat to move may take it and has a free slot for it."""
    if not state.yield_tiles_left & (1 << tile) or has_bit(rules.restricted[state.seat_to_move].yield_tile, tile):
        return False
    return has_free_slot(mover(state), rules, rules.yield_tiles[tile].colour)


@kernel
def yield_tile_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the open yield tiles for which the seat has a free slot, of identical tiles only the first, and "none"."""
    n = 0
    for tile in range(MAX_YIELD_TILES):
        if not _can_take(state, rules, tile):
            continue
        is_listed = False
        for i in range(n):
            if rules.yield_tiles[options[i]].first_alike == rules.yield_tiles[tile].first_alike:
                is_listed = True
        if not is_listed:
            options[n] = tile
            n += 1
    options[n] = NO_YIELD_TILE
    return n + 1


@kernel
def has_yield_tile_to_take(state: StateRecord, rules: RulesRecord) -> bool:
    """Return whether some open yield tile fits a free slot of the seat to move."""
    for tile in range(MAX_YIELD_TILES):
        if _can_take(state, rules, tile):
            return True
    return False


@kernel
def take_yield_tile(state: StateRecord, option: int) -> None:
    """Take an open yield tile, to be laid on a slot at once, or none."""
    cause = int(top(state).cause)
    pop(state)
    if option != NO_YIELD_TILE:
        state.yield_tiles_left &= ~(1 << option)
        push(state, TASK.place_yield_tile, cause, 1, option)


@kernel
def slot_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the free slots of the colour of the yield tile in hand."""
    seat = mover(state)
    colour = int(rules.yield_tiles[top(state).detail].colour)
    n = 0
    for i in range(rules.boards[seat.board].n_yields):
        if is_free_slot(seat, rules, i, colour):
            options[n] = i
            n += 1
    return n


@kernel
def place_yield_tile(state: StateRecord, rules: RulesRecord, log: LogRecord, slot: int) -> None:
    """Lay the yield tile in hand on a slot; it is earned when a road connects it (Navaratnas version).

    If a road leads there already, it pays nothing, unless the reading `connected_slot` says otherwise.
    """
    seat = mover(state)
    tile = int(top(state).detail)
    pop(state)
    seat.slots[slot] = tile + 1
    note(log, EVENT.slot, tile, slot, slot)
    if leads_to_yield(seat, rules, slot) and rules.readings.connected_slot == CONNECTED_SLOT_PAYS_AT_ONCE:
        if not has_bit(rules.restricted[state.seat_to_move].special_yield, int(seat.board) * MAX_YIELDS + slot):
            push_orderable_earnings(state, rules, yield_of_tile(state, rules, tile), CAUSE.yield_tile)


@kernel
def leads_to_yield(seat: SeatRecord, rules: RulesRecord, i: int) -> bool:
    """Return whether a road leads to the i-th yield now; only its cell is checked, since all tiles stay connected."""
    special_yield = rules.boards[seat.board].yields[i]
    return seat.roads[special_yield.cell] & (1 << special_yield.side) != 0


@kernel
def n_connected_yield_tiles(seat: SeatRecord, rules: RulesRecord) -> int:
    """Return how many yield tiles of the seat are connected to its residence now."""
    n = 0
    for i in range(rules.boards[seat.board].n_yields):
        if seat.slots[i] > 0 and leads_to_yield(seat, rules, i):
            n += 1
    return n


# --- the Navaratnas version: yield tiles that do not come from the Dancer

#: The most yield tiles per round for missing workers, if the reading `missing_workers` sets a limit.
MOST_TILES_A_ROUND = 2


@kernel
def push_first_yield_tile(state: StateRecord, rules: RulesRecord) -> bool:
    """Draw the brown yield tile with which the seat to move begins, and ask for its slot; return whether it has tile and slot."""
    brown_tiles = 0
    for tile in range(MAX_YIELD_TILES):
        if state.yield_tiles_left & (1 << tile) and rules.yield_tiles[tile].colour == YIELD_COLOUR.brown:
            brown_tiles |= 1 << tile
    if brown_tiles == 0 or not has_free_slot(mover(state), rules, YIELD_COLOUR.brown):
        return False
    seed = seed_for(rules, state.seed, state.round_number, 1 << FIRST_LUCK_SOURCE.yield_tiles)
    tile = random_set_bit(brown_tiles, draw(seed, BROWN_STREAM, state.seat_to_move))
    state.yield_tiles_left &= ~(1 << tile)
    push(state, TASK.place_yield_tile, CAUSE.set_up, 1, tile)
    return True


@kernel
def push_tile_for_missing_worker(state: StateRecord, rules: RulesRecord) -> bool:
    """Offer a yield tile in place of a worker that the seat to move does not have; return whether there is one to take.

    A seat gets one offer for each worker by which the player with the most active workers exceeds it. The reading
    `missing_workers` may limit the offers to two per round (Navaratnas version, b).
    """
    seat = mover(state)
    if not rules.chooses_yield_tiles or seat.placed < seat.workers:
        return False
    if rules.readings.missing_workers == TWO_TILES_AT_MOST and seat.turns_missed >= MOST_TILES_A_ROUND:
        return False
    most_workers = 0
    for seat_number in range(rules.players):
        most_workers = max(most_workers, int(state.seats[seat_number].workers))
    if seat.workers + seat.turns_missed >= most_workers or not has_yield_tile_to_take(state, rules):
        return False
    seat.turns_missed += 1
    push(state, TASK.take_yield_tile, CAUSE.missing_worker, 1, 0)
    return True
