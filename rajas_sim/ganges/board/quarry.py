"""Building action at the quarry, and the display of 12 stacks."""

from __future__ import annotations

from rajas_sim.core.engine.chance import below, count_bits, draw, nth_set_bit
from rajas_sim.core.engine.events import note
from rajas_sim.core.engine.kernel import Options, Record, kernel
from rajas_sim.core.engine.tasks import mover, pop, push, top
from rajas_sim.ganges.board.dice import NO_KEY, NONE_LEFT_OUT, best_total
from rajas_sim.ganges.board.province import has_room_for_a_tile
from rajas_sim.ganges.rulebook.streams import TILE_STREAM
from rajas_sim.ganges.rulebook.terms import BACKS, CAUSE, EVENT, FIRST, TASK, N


@kernel
def open_next_tile(state: Record, rules: Record, log: Record, stack: int) -> None:
    """Turn to the next tile of a mixed stack; its order is drawn as the tiles appear, which is the same as mixing it before."""
    hidden = int(state.hidden_tiles[stack])
    n_hidden = count_bits(hidden)
    if n_hidden == 0:
        state.open_tiles[stack] = -1
        note(log, EVENT.open_tile, stack, 0, -1)
        return
    opened = rules.stack_sizes[stack] - n_hidden
    bit = nth_set_bit(hidden, below(draw(state.seed, TILE_STREAM + stack, opened), n_hidden))
    state.hidden_tiles[stack] = hidden & ~(1 << bit)
    state.open_tiles[stack] = rules.stacks[stack, bit]
    note(log, EVENT.open_tile, stack, 1, state.open_tiles[stack])


@kernel
def can_pay_for(seat: Record, rules: Record, tile: int) -> bool:
    """Return whether the seat's dice, some turned over with karma, reach the cost of a tile."""
    face = rules.tiles[tile]
    return best_total(seat, face.colour, NO_KEY, seat.karma, NONE_LEFT_OUT) >= face.cost


@kernel
def can_build(state: Record, rules: Record) -> bool:
    """Return whether some open tile can be paid for and placed."""
    seat = mover(state)
    for colour in range(N.colours):
        total = best_total(seat, colour, NO_KEY, seat.karma, NONE_LEFT_OUT)
        for stack in range(colour * len(BACKS), (colour + 1) * len(BACKS)):
            tile = state.open_tiles[stack]
            if tile >= 0 and rules.tiles[tile].cost <= total:
                return has_room_for_a_tile(seat, rules)
    return False


@kernel
def next_free(state: Record, first: int, n: int) -> int:
    """Return the index of the leftmost free space of a row that is filled from the left, -1 if it is full."""
    for i in range(n):
        if state.spaces[first + i] == 0:
            return i
    return -1


@kernel
def quarry_space(state: Record, rules: Record) -> int:
    """Return the quarry space that a worker may be placed on, -1 if there is none."""
    i = next_free(state, FIRST.quarry, rules.n_quarry)
    if i < 0 or rules.quarry_prices[i] > mover(state).money or not can_build(state, rules):
        return -1
    return FIRST.quarry + i


@kernel
def tile_options(state: Record, rules: Record, options: Options) -> int:
    """List the stacks whose open tile can be paid for."""
    seat = mover(state)
    n = 0
    for stack in range(N.stacks):
        tile = state.open_tiles[stack]
        if tile >= 0 and can_pay_for(seat, rules, tile):
            options[n] = stack
            n += 1
    return n


@kernel
def push_acquisition(state: Record, rules: Record, cause: int, stack: int, cost: int, cell: int) -> None:
    """Put "pay for the open tile of a stack, take it, place it" on the stack of tasks.

    The next tile comes to lie open when the paid one is taken. `cell` is the one to cover, for the Master Builder.
    """
    tile = state.open_tiles[stack]
    push(state, TASK.choose_cell, cause, 0, tile)
    top(state).limit = cell
    push(state, TASK.open_next_tile, cause, 1, stack)
    push(state, TASK.pay_for_tile, cause, cost, rules.tiles[tile].colour)
    top(state).limit = NO_KEY


@kernel
def choose_tile(state: Record, rules: Record, stack: int) -> None:
    """Decide on the open tile of a stack."""
    pop(state)
    push_acquisition(state, rules, CAUSE.tile, stack, rules.tiles[state.open_tiles[stack]].cost, 0)
