"""Building action at the quarry: the display of 12 stacks, and paying for a tile with dice of its colour.

The dice of a payment are chosen in descending order of effective value. So each set of dice is offered only once, and no set
contains a die that is not needed.
"""

from __future__ import annotations

from rajas_sim.core.board import has_bit
from rajas_sim.core.engine.chance import below, count_bits, draw, nth_set_bit, seed_for
from rajas_sim.core.engine.course import mover, note, pop, push, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.board.dice import give_die
from rajas_sim.ganges.board.province import has_room_for_a_tile
from rajas_sim.ganges.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.streams import FIRST_LUCK_SOURCE, TILE_STREAM
from rajas_sim.ganges.rulebook.terms import BACKS, CAUSE, EVENT, FIRST_SPACE, FLIPPED, N_OF, TASK

#: An order key above every die's: no die of a payment has been chosen yet.
KEY_ABOVE_ALL_DICE = 2 * N_OF.faces + 2
#: "No die is left out" in `best_total`.
NONE_LEFT_OUT = 0


@kernel
def open_next_tile(state: StateRecord, rules: RulesRecord, log: LogRecord, stack: int) -> None:
    """Open the next tile of a mixed stack; drawing the order as tiles appear is equivalent to mixing the stack before."""
    hidden = int(state.hidden_tiles[stack])
    n_hidden = count_bits(hidden)
    if n_hidden == 0:
        state.open_tiles[stack] = -1
        note(log, EVENT.open_tile, stack, 0, -1)
        return
    n_opened = rules.stack_sizes[stack] - n_hidden
    seed = seed_for(rules, state.seed, state.round_number, 1 << FIRST_LUCK_SOURCE.tile_stacks)
    bit = nth_set_bit(hidden, below(draw(seed, TILE_STREAM + stack, n_opened), n_hidden))
    state.hidden_tiles[stack] = hidden & ~(1 << bit)
    state.open_tiles[stack] = rules.stacks[stack, bit]
    note(log, EVENT.open_tile, stack, 1, state.open_tiles[stack])


# --- paying a total with dice of one colour


@kernel
def best_total(seat: SeatRecord, colour: int, top_key: int, karma: int, left_out_value: int) -> int:
    """Return the highest total that dice of a colour can still pay.

    Parameters
    ----------
    top_key
        Only dice with an order key up to this one count; a key is twice the effective value, plus 1 if not turned over.
    karma
        How many dice may be turned over. Turning helps a die showing 3 or less.
    left_out_value
        Value (1 to 6) of one die that does not count; `NONE_LEFT_OUT` for none.
    """
    total = 0
    for value in range(1, N_OF.faces + 1):
        n = int(seat.dice[colour, value - 1]) - (1 if value == left_out_value else 0)
        if n <= 0:
            continue
        if 2 * value + 1 <= top_key:
            total += n * value
        opposite = N_OF.faces + 1 - value
        if opposite > value and 2 * opposite <= top_key and karma > 0:
            n_turned = min(n, karma)
            karma -= n_turned
            total += n_turned * (opposite - value)
    return total


@kernel
def most_payable(seat: SeatRecord, colour: int) -> int:
    """Return the highest total that dice of a colour can pay, with all the karma the seat has."""
    return best_total(seat, colour, KEY_ABOVE_ALL_DICE, int(seat.karma), NONE_LEFT_OUT)


@kernel
def pay_options(state: StateRecord, options: Options) -> int:
    """List the dice that may be paid next towards a tile: those after which lower dice can still pay the rest of the cost."""
    task = top(state)
    seat = mover(state)
    colour = int(task.detail)
    cost = int(task.amount)
    top_key = int(task.limit)
    n = 0
    for value in range(N_OF.faces, 0, -1):
        if seat.dice[colour, value - 1] == 0:
            continue
        die = colour * N_OF.faces + value - 1
        key = 2 * value + 1
        if key <= top_key and value + best_total(seat, colour, key, seat.karma, value) >= cost:
            options[n] = die
            n += 1
        opposite = N_OF.faces + 1 - value
        key = 2 * opposite
        if opposite > value and key <= top_key and seat.karma > 0:
            if opposite + best_total(seat, colour, key, seat.karma - 1, value) >= cost:
                options[n] = die + FLIPPED
                n += 1
    return n


@kernel
def pay_towards(state: StateRecord, log: LogRecord, option: int) -> None:
    """Give up one die towards the cost of a tile; the task ends when the cost is met."""
    task = top(state)
    value = give_die(state, log, option)
    task.limit = 2 * value + (0 if option >= FLIPPED else 1)  # the order key of the die (best_total)
    task.amount -= value
    if task.amount <= 0:
        pop(state)


# --- building


@kernel
def tile_on_offer(state: StateRecord, rules: RulesRecord, stack: int) -> int:
    """Return the open tile of a stack, -1 if there is none or the seat to move is restricted from it."""
    tile = int(state.open_tiles[stack])
    if tile >= 0 and has_bit(rules.restricted[state.seat_to_move].tile, tile):
        return -1
    return tile


@kernel
def can_pay_for(seat: SeatRecord, rules: RulesRecord, tile: int) -> bool:
    """Return whether the seat's dice, some turned over with karma, reach the cost of a tile."""
    face = rules.tiles[tile]
    return most_payable(seat, face.colour) >= face.cost


@kernel
def can_build(state: StateRecord, rules: RulesRecord) -> bool:
    """Return whether some open tile can be paid for and placed."""
    seat = mover(state)
    for colour in range(N_OF.colours):
        total = most_payable(seat, colour)
        for stack in range(colour * len(BACKS), (colour + 1) * len(BACKS)):
            tile = tile_on_offer(state, rules, stack)
            if tile >= 0 and rules.tiles[tile].cost <= total:
                return has_room_for_a_tile(seat, rules)
    return False


@kernel
def leftmost_free_index(state: StateRecord, first_space: int, n_spaces: int) -> int:
    """Return the index of the leftmost free space of a row that is filled from the left, -1 if it is full."""
    for index in range(n_spaces):
        if state.spaces[first_space + index] == 0:
            return index
    return -1


@kernel
def quarry_space(state: StateRecord, rules: RulesRecord) -> int:
    """Return the quarry space that a worker may be placed on, -1 if there is none."""
    index = leftmost_free_index(state, FIRST_SPACE.quarry, rules.n_quarry)
    if index < 0 or rules.quarry_prices[index] > mover(state).money or not can_build(state, rules):
        return -1
    return FIRST_SPACE.quarry + index


@kernel
def tile_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the stacks whose open tile can be paid for."""
    seat = mover(state)
    n = 0
    for stack in range(N_OF.stacks):
        tile = tile_on_offer(state, rules, stack)
        if tile >= 0 and can_pay_for(seat, rules, tile):
            options[n] = stack
            n += 1
    return n


@kernel
def push_acquisition(state: StateRecord, rules: RulesRecord, cause: int, stack: int, cost: int, cell: int) -> None:  # noqa: PLR0913 - what the kernel computes with
    """Put "pay for the open tile of a stack, take it, place it" on the stack of tasks.

    The next tile of the stack is opened when the paid one is taken. `cell` is the cell to cover, for the Master Builder.
    """
    tile = state.open_tiles[stack]
    push(state, TASK.choose_cell, cause, 0, tile)
    top(state).limit = cell
    push(state, TASK.open_next_tile, cause, 1, stack)
    push(state, TASK.pay_for_tile, cause, cost, rules.tiles[tile].colour)
    top(state).limit = KEY_ABOVE_ALL_DICE


@kernel
def choose_tile(state: StateRecord, rules: RulesRecord, stack: int) -> None:
    """Choose the open tile of a stack."""
    pop(state)
    push_acquisition(state, rules, CAUSE.tile, stack, rules.tiles[state.open_tiles[stack]].cost, 0)
