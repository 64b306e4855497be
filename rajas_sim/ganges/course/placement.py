"""Placing a worker: which spaces are open to the seat to move, and what a placement sets in motion."""

from __future__ import annotations

import numpy as np

from rajas_sim.core.board import has_bit
from rajas_sim.core.engine.course import mover, note, pop, push, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.board import dice, harbour, market, palace, quarry, tracks
from rajas_sim.ganges.board.quarry import leftmost_free_index
from rajas_sim.ganges.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import AREA, CAUSE, EVENT, FIRST_SPACE, N_OF, PASS, PASSING_FORBIDDEN, TASK

#: The area of the board to which each space belongs.
_AREA_OF_SPACE = np.searchsorted(FIRST_SPACE, range(N_OF.spaces), side="right").astype(np.int8) - 1


@kernel
def area_of(space: int) -> int:
    """Return the area of the board a space belongs to."""
    if not 0 <= space < N_OF.spaces:
        raise AssertionError("there is no such space")
    return int(_AREA_OF_SPACE[space])


@kernel
def _leftmost_open_space(state: StateRecord, first_space: int, n_spaces: int, restricted_spaces: int) -> int:
    """Return the leftmost of n equivalent spaces that is free and not among the restricted ones (bit set); -1 if none is."""
    for space in range(first_space, first_space + n_spaces):
        if state.spaces[space] == 0 and not has_bit(restricted_spaces, space):
            return space
    return -1


@kernel
def place_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:  # noqa: C901 - one case an area of the board
    """List the spaces where a worker may be placed: free, affordable, with a possible action, and not restricted for the seat.

    Of equivalent spaces (assorted goods, outer terrace) only the leftmost free one is listed. Free spaces may be used even if
    they bring nothing, since no rule forbids it.
    """
    seat = mover(state)
    restricted_spaces = rules.restricted[state.seat_to_move].space
    n = 0
    space = quarry.quarry_space(state, rules)
    if space >= 0 and not has_bit(restricted_spaces, space):
        options[n] = space
        n += 1
    if seat.assorted_used < rules.assorted_per_round:
        space = _leftmost_open_space(state, FIRST_SPACE.assorted, rules.n_assorted, restricted_spaces)
        if space >= 0:
            options[n] = space
            n += 1
    if seat.one_kind_used < rules.one_kind_per_round and dice.hand_size(seat) > 0:
        for good in range(N_OF.goods):
            if state.spaces[FIRST_SPACE.one_kind + good] == 0 and not has_bit(restricted_spaces, FIRST_SPACE.one_kind + good):
                options[n] = FIRST_SPACE.one_kind + good
                n += 1
    space = _leftmost_open_space(state, FIRST_SPACE.outer_terrace, rules.n_outer_terraces, restricted_spaces)
    if space >= 0:
        options[n] = space
        n += 1
    for colour in range(N_OF.colours):
        if state.spaces[FIRST_SPACE.terrace + colour] == 0 and not has_bit(restricted_spaces, FIRST_SPACE.terrace + colour):
            options[n] = FIRST_SPACE.terrace + colour
            n += 1
    for colour in range(N_OF.colours):
        space = FIRST_SPACE.balcony + colour
        if state.spaces[space] == 0 and dice.dice_of_colour(seat, colour) > 0 and not has_bit(restricted_spaces, space):
            options[n] = FIRST_SPACE.balcony + colour
            n += 1
    for chamber in range(N_OF.chambers):
        if state.spaces[FIRST_SPACE.chamber + chamber] == 0 and palace.is_chamber_open(state, rules, chamber):
            options[n] = FIRST_SPACE.chamber + chamber
            n += 1
    space = harbour.harbour_space(state, rules)
    if space >= 0 and not has_bit(restricted_spaces, space):
        options[n] = space
        n += 1
    if rules.readings.passing != PASSING_FORBIDDEN:
        options[n] = PASS
        n += 1
    return n


@kernel
def can_place(state: StateRecord, rules: RulesRecord, options: Options) -> bool:
    """Return whether the seat to move has a worker left and a space for it; `options` is scratch memory.

    A free terrace is enough. Only if there is none, or spaces are restricted, are all spaces examined.
    """
    seat = mover(state)
    if seat.placed >= seat.workers:
        return False
    if rules.restricted[state.seat_to_move].space == 0:
        if (
            leftmost_free_index(state, FIRST_SPACE.outer_terrace, rules.n_outer_terraces) >= 0
            or leftmost_free_index(state, FIRST_SPACE.terrace, N_OF.colours) >= 0
        ):
            return True
    return place_options(state, rules, options) > 0


@kernel
def place_worker(state: StateRecord, rules: RulesRecord, log: LogRecord, space: int) -> None:
    """Place a worker, pay the price of the space, and carry out its action or ask for the die that it costs."""
    pop(state)
    if space == PASS:
        return
    seat = mover(state)
    state.spaces[space] = state.seat_to_move + 1
    seat.placed += 1
    state.turns += 1
    state.placed_in_stage += 1
    state.placed_in_round += 1
    log.cause = CAUSE.placement
    note(log, EVENT.placement, space, 1, seat.placed)
    area = area_of(space)
    if area == AREA.quarry:
        tracks.pay_money(state, log, rules.quarry_prices[space - FIRST_SPACE.quarry])
        push(state, TASK.choose_tile, CAUSE.tile, 0, 0)
    elif area == AREA.assorted:
        seat.assorted_used += 1
        log.cause = CAUSE.market
        tracks.gain_money(state, rules, log, market.assorted_income(seat, rules, N_OF.goods))
    elif area == AREA.outer_terrace:
        palace.use_outer_terrace(state, rules, log)
    elif area == AREA.terrace:
        palace.use_terrace(state, rules, space - FIRST_SPACE.terrace)
    else:
        # One kind of goods, a balcony, a chamber or the harbour: the action comes with the die.
        if area == AREA.one_kind:
            seat.one_kind_used += 1
        elif area == AREA.harbour:
            tracks.pay_money(state, log, rules.harbour_prices[space - FIRST_SPACE.harbour])
        push(state, TASK.pay_die, CAUSE.placement, 1, space)


@kernel
def _balcony_die_options(seat: SeatRecord, colour: int, options: Options) -> int:
    """List the dice of a colour, by value."""
    n = 0
    for face in range(N_OF.faces):
        if seat.dice[colour, face] > 0:
            options[n] = colour * N_OF.faces + face
            n += 1
    return n


@kernel
def pay_die_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the dice that may be given up for the space a worker was just placed on."""
    seat = mover(state)
    space = int(top(state).detail)
    area = area_of(space)
    if area == AREA.one_kind:
        return market.die_options(seat, rules, space - FIRST_SPACE.one_kind, options)
    if area == AREA.balcony:
        return _balcony_die_options(seat, space - FIRST_SPACE.balcony, options)
    if area == AREA.harbour:
        return dice.dice_in_range_options(seat, 1, rules.harbour_highest_die, options)
    if area == AREA.chamber:
        return palace.chamber_die_options(state, rules, space - FIRST_SPACE.chamber, options)
    raise AssertionError("this space costs no die")


@kernel
def pay_die(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int) -> None:
    """Give up the die a space costs, then carry out its action."""
    space = int(top(state).detail)
    pop(state)
    area = area_of(space)
    if area == AREA.one_kind:
        log.cause = CAUSE.market
        market.score_one_kind(state, rules, log, option, space - FIRST_SPACE.one_kind)
    elif area == AREA.balcony:
        log.cause = CAUSE.balcony
        dice.give_die(state, log, option)
        palace.use_balcony(state, rules, space - FIRST_SPACE.balcony)
    elif area == AREA.harbour:
        log.cause = CAUSE.harbour
        push(state, TASK.sail, CAUSE.harbour, dice.give_die(state, log, option), 0)
    elif area == AREA.chamber:
        log.cause = CAUSE.great_mogul + space - FIRST_SPACE.chamber
        dice.give_die(state, log, option)
        palace.use_chamber(state, rules, log, space - FIRST_SPACE.chamber, True)
    else:
        raise AssertionError("this space costs no die")
