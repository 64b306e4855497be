"""Actions at the palace: outer terrace, terraces, balconies and the six chambers."""

from __future__ import annotations

from rajas_sim.core.chance import below, count_bits, draw, nth_set_bit
from rajas_sim.core.kernel import Options, Record, kernel
from rajas_sim.core.recorder import note
from rajas_sim.core.roads import N_SIDES, is_new_rotation, rotated
from rajas_sim.ganges.dice import (
    NO_KEY,
    NONE_LEFT_OUT,
    best_total,
    push_reroll,
    push_taking,
    single_die_options,
)
from rajas_sim.ganges.karma import gain_karma
from rajas_sim.ganges.province import stays_connected
from rajas_sim.ganges.quarry import open_next_tile, push_acquisition
from rajas_sim.ganges.river import sail_to, space_ahead
from rajas_sim.ganges.streams import WHITE_STREAM
from rajas_sim.ganges.tasks import pop, push, push_earning
from rajas_sim.ganges.tracks import gain_fame, gain_money
from rajas_sim.ganges.words import (
    ANY_COLOUR,
    BY_BALCONY,
    BY_DANCER,
    BY_GREAT_MOGUL,
    BY_MASTER_BUILDER,
    BY_OUTER_TERRACE,
    BY_RAJA_MAN_SINGH,
    BY_REROLL,
    BY_TERRACE,
    BY_YIELD_TILE,
    BY_YOGI,
    COVER_TILE,
    DANCER,
    DRAW_YIELD_TILE,
    EARN,
    EARN_MONEY,
    EARN_UPGRADE,
    FLIPPED,
    GREAT_MOGUL,
    MASTER_BUILDER,
    N_CELLS,
    N_CHAMBERS,
    N_COLOURS,
    N_FACES,
    N_STACKS,
    PORTUGUESE,
    RAJA_MAN_SINGH,
    START_PLAYER,
    YIELD_TILE,
    YOGI,
)

#: "The die that opens the Master Builder's chamber is not to be set aside": he came by a river space.
NO_DIE = -1


# --- outer terrace, terraces, balconies


@kernel
def use_outer_terrace(state: Record, rules: Record, log: Record) -> None:
    """Take money, then reroll any dice, those of a track bonus reached by the money among them (summary: Palace actions)."""
    push_reroll(state, BY_REROLL)
    log.cause = BY_OUTER_TERRACE
    gain_money(state, rules, log, rules.outer_terrace_money)


@kernel
def use_terrace(state: Record, rules: Record, colour: int) -> None:
    """Take a die of the terrace's colour."""
    push_taking(state, BY_TERRACE, rules.terrace_dice, colour)


@kernel
def use_balcony(state: Record, rules: Record, colour: int) -> None:
    """Take two dice of the colour this balcony gives for the colour given up."""
    push_taking(state, BY_BALCONY, rules.balcony_dice, rules.balcony_gives[colour])


# --- the chambers


@kernel
def can_pay_difference(seat: Record, rules: Record, old: int, new: int, opening_die: int) -> bool:
    """Return whether a tile is more expensive than the old one and dice of its colour can pay the difference.

    `opening_die` is the die option given up for the chamber itself, which cannot be paid twice; `NO_DIE` for none.
    """
    face = rules.tiles[new]
    difference = face.cost - rules.tiles[old].cost
    if difference <= 0:
        return False
    left_out, karma = NONE_LEFT_OUT, int(seat.karma)
    if opening_die != NO_DIE:
        if opening_die >= FLIPPED:
            karma -= 1
        die = opening_die % FLIPPED
        if die // N_FACES == face.colour:
            left_out = die % N_FACES + 1
    return best_total(seat, face.colour, NO_KEY, karma, left_out) >= difference


@kernel
def can_cover(seat: Record, rules: Record, cell: int, tile: int) -> bool:
    """Return whether some rotation of the tile keeps every tile of the province connected."""
    roads = int(rules.tiles[tile].roads)
    for turns in range(N_SIDES):
        if is_new_rotation(roads, turns) and stays_connected(seat, cell, rotated(roads, turns)):
            return True
    return False


@kernel
def cover_options(state: Record, rules: Record, opening_die: int, options: Options) -> int:
    """List cell * 12 + stack for every tile that the Master Builder may cover, and with what.

    With an empty `options` the search stops at the first, and the result is 1 or 0.
    """
    seat = state.seats[state.seat_to_move]
    n = 0
    for cell in range(N_CELLS):
        if seat.tiles[cell] < 0 or seat.covered[cell]:
            continue
        for stack in range(N_STACKS):
            tile = state.open_tiles[stack]
            if tile < 0 or not can_pay_difference(seat, rules, seat.tiles[cell], tile, opening_die):
                continue
            if can_cover(seat, rules, cell, tile):
                if len(options) == 0:
                    return 1
                options[n] = cell * N_STACKS + stack
                n += 1
    return n


@kernel
def cover_tile(state: Record, rules: Record, log: Record, option: int) -> None:
    """Take the chosen tile; its difference is paid next, then it is turned and laid."""
    cell, stack = option // N_STACKS, option % N_STACKS
    seat = state.seats[state.seat_to_move]
    tile = int(state.open_tiles[stack])
    face = rules.tiles[tile]
    difference = face.cost - rules.tiles[seat.tiles[cell]].cost
    pop(state)
    open_next_tile(state, rules, log, stack)
    push_acquisition(state, BY_MASTER_BUILDER, tile, difference, face.colour, cell)


@kernel
def can_do_chamber(state: Record, rules: Record, chamber: int, opening_die: int, no_options: Options) -> bool:
    """Return whether a chamber's action can be carried out.

    Master Builder: something can be covered. Portuguese: not on the last six spaces, and six unoccupied spaces lie ahead.
    """
    if chamber == MASTER_BUILDER:
        return cover_options(state, rules, opening_die, no_options) > 0
    if chamber == PORTUGUESE:
        steps = int(rules.portuguese_steps)
        is_on_the_last = state.seats[state.seat_to_move].river > rules.n_river - steps
        return not is_on_the_last and space_ahead(state, rules, steps) >= 0
    return True


@kernel
def chamber_die_options(state: Record, rules: Record, chamber: int, options: Options) -> int:
    """List the dice that open a chamber: the exact number, turned over with karma or not."""
    seat = state.seats[state.seat_to_move]
    value = rules.chamber_dice[chamber]
    n = single_die_options(seat, value, value, options)
    if chamber != MASTER_BUILDER:
        return n
    kept = 0
    for i in range(n):
        if can_do_chamber(state, rules, chamber, options[i], options[:0]):
            options[kept] = options[i]
            kept += 1
    return kept


@kernel
def is_chamber_open(state: Record, rules: Record, chamber: int, options: Options) -> bool:
    """Return whether a worker may be placed in a chamber; `options` is room to try the dice in."""
    seat = state.seats[state.seat_to_move]
    value = rules.chamber_dice[chamber]
    has_die = False
    for colour in range(N_COLOURS):
        if seat.dice[colour, value - 1] > 0 or (seat.karma > 0 and seat.dice[colour, N_FACES - value] > 0):
            has_die = True
    if not has_die:
        return False
    if chamber == MASTER_BUILDER:
        return chamber_die_options(state, rules, chamber, options) > 0
    return can_do_chamber(state, rules, chamber, NO_DIE, options[:0])


@kernel
def use_chamber(state: Record, rules: Record, log: Record, chamber: int) -> None:
    """Carry out a chamber's action, after a die was given up for it or from a river space."""
    log.cause = BY_GREAT_MOGUL + chamber
    if chamber == GREAT_MOGUL:
        state.next_start_player = state.seat_to_move
        note(log, START_PLAYER, 0, 0, state.seat_to_move)
        gain_fame(state, rules, log, rules.great_mogul_fame)
    elif chamber == DANCER:
        push(state, DRAW_YIELD_TILE, BY_YIELD_TILE, 0, 0)
        push_taking(state, BY_DANCER, rules.dancer_dice, ANY_COLOUR)
    elif chamber == YOGI:
        gain_karma(state, rules, log, rules.yogi_karma)
        push_taking(state, BY_YOGI, rules.yogi_dice, ANY_COLOUR)
    elif chamber == RAJA_MAN_SINGH:
        push(state, EARN, BY_RAJA_MAN_SINGH, rules.raja_money, EARN_MONEY)
        push(state, EARN, BY_RAJA_MAN_SINGH, rules.raja_upgrades, EARN_UPGRADE)
    elif chamber == MASTER_BUILDER:
        push(state, COVER_TILE, BY_MASTER_BUILDER, 0, 0)
    else:
        sail_to(state, rules, log, space_ahead(state, rules, int(rules.portuguese_steps)))


@kernel
def palace_action_options(state: Record, rules: Record, options: Options) -> int:
    """List the chambers 2 to 6 whose action can be carried out without a worker or a die (rulebook: Earnings on the river)."""
    n = 0
    for chamber in range(DANCER, N_CHAMBERS):
        if can_do_chamber(state, rules, chamber, NO_DIE, options[:0]):
            options[n] = chamber
            n += 1
    return n


@kernel
def draw_yield_tile(state: Record, rules: Record, log: Record) -> None:
    """Draw a white yield tile and leave its yield to be received; when none is left the used ones are mixed again."""
    if state.white_left == 0:
        state.white_left = (1 << rules.n_white) - 1
    left = int(state.white_left)
    bit = nth_set_bit(left, below(draw(state.seed, WHITE_STREAM, state.white_drawn), count_bits(left)))
    state.white_left = left & ~(1 << bit)
    state.white_drawn += 1
    note(log, YIELD_TILE, bit, 1, count_bits(state.white_left))
    push_earning(state, rules.white_tiles[bit], BY_YIELD_TILE)
