"""Actions at the palace: outer terrace, terraces, balconies and the six chambers."""

from __future__ import annotations

from rajas_sim.core.board import has_bit
from rajas_sim.core.engine.course import mover, note, push
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.board.dice import dice_in_range_options, has_die_in_range
from rajas_sim.ganges.board.karma import gain_karma
from rajas_sim.ganges.board.master_builder import NO_DIE, next_cover_option
from rajas_sim.ganges.board.river import sail_to, space_ahead
from rajas_sim.ganges.board.taking_dice import push_reroll, push_taking
from rajas_sim.ganges.board.tracks import gain_fame, gain_money
from rajas_sim.ganges.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import (
    ANY_COLOUR,
    CAUSE,
    CHAMBER,
    EARN,
    EVENT,
    FLIPPED,
    N_OF,
    RIVER_DANCER_GIVES_TILE,
    TASK,
)

# --- outer terrace, terraces, balconies


@kernel
def use_outer_terrace(state: StateRecord, rules: RulesRecord, log: LogRecord) -> None:
    """Take money, then reroll any dice, including those from a track bonus that the money reaches (summary: Palace actions)."""
    push_reroll(state, CAUSE.reroll)
    log.cause = CAUSE.outer_terrace
    gain_money(state, rules, log, rules.outer_terrace_money)


@kernel
def use_terrace(state: StateRecord, rules: RulesRecord, colour: int) -> None:
    """Take dice of the terrace's colour."""
    push_taking(state, CAUSE.terrace, rules.terrace_dice, colour)


@kernel
def use_balcony(state: StateRecord, rules: RulesRecord, colour: int) -> None:
    """Take dice of the colour that this balcony gives for the colour given up."""
    push_taking(state, CAUSE.balcony, rules.balcony_dice, rules.balcony_gives[colour])


# --- the chambers


@kernel
def can_do_chamber(state: StateRecord, rules: RulesRecord, chamber: int, opening_die: int) -> bool:
    """Return whether a chamber's action can be carried out after giving up `opening_die` (`NO_DIE`: from a river space).

    Master Builder: some tile can be covered. Portuguese: the boat is not on the last six spaces, and six unoccupied spaces lie
    ahead. A seat cannot use a chamber that it is restricted from.
    """
    if has_bit(rules.restricted[state.seat_to_move].chamber, chamber):
        return False
    if chamber == CHAMBER.master_builder:
        return next_cover_option(state, rules, opening_die, 0) >= 0
    if chamber == CHAMBER.portuguese:
        steps = int(rules.portuguese_steps)
        is_on_last_spaces = mover(state).river > rules.n_river - steps
        return not is_on_last_spaces and space_ahead(state, rules, steps) >= 0
    return True


@kernel
def chamber_die_options(state: StateRecord, rules: RulesRecord, chamber: int, options: Options) -> int:
    """List the dice that open a chamber: the exact number, turned over with karma or not."""
    value = rules.chamber_dice[chamber]
    n = dice_in_range_options(mover(state), value, value, options)
    if chamber != CHAMBER.master_builder:
        return n
    n_kept = 0
    for i in range(n):
        if can_do_chamber(state, rules, chamber, int(options[i])):
            options[n_kept] = options[i]
            n_kept += 1
    return n_kept


@kernel
def is_chamber_open(state: StateRecord, rules: RulesRecord, chamber: int) -> bool:
    """Return whether a worker may be placed in a chamber: some die opens it and leaves its action possible."""
    seat = mover(state)
    face = rules.chamber_dice[chamber] - 1
    if not has_die_in_range(seat, face + 1, face + 1) or not can_do_chamber(state, rules, chamber, NO_DIE):
        return False
    if chamber != CHAMBER.master_builder:
        return True
    opposite_face = N_OF.faces - 1 - face
    for colour in range(N_OF.colours):
        first_die_of_colour = colour * N_OF.faces
        if seat.dice[colour, face] > 0 and can_do_chamber(state, rules, chamber, first_die_of_colour + face):
            return True
        if seat.karma > 0 and seat.dice[colour, opposite_face] > 0:
            if can_do_chamber(state, rules, chamber, first_die_of_colour + opposite_face + FLIPPED):
                return True
    return False


@kernel
def dancer_gives_tile(rules: RulesRecord, has_worker: bool) -> bool:
    """Return whether the Dancer of the Navaratnas version gives a yield tile: to a worker always, to a boat if so read."""
    return has_worker or rules.readings.dancer_on_river == RIVER_DANCER_GIVES_TILE


@kernel
def use_chamber(state: StateRecord, rules: RulesRecord, log: LogRecord, chamber: int, has_worker: bool) -> None:
    """Carry out a chamber's action, after a worker was placed and a die given up for it, or from a river space."""
    log.cause = CAUSE.great_mogul + chamber
    if not has_worker:
        note(log, EVENT.chamber, chamber, 0, 0)
    if chamber == CHAMBER.great_mogul:
        state.next_start_player = state.seat_to_move
        note(log, EVENT.start_player, 0, 0, state.seat_to_move)
        gain_fame(state, rules, log, rules.great_mogul_fame)
    elif chamber == CHAMBER.dancer:
        if not rules.chooses_yield_tiles:
            push(state, TASK.draw_yield_tile, CAUSE.yield_tile, 0, 0)
        elif dancer_gives_tile(rules, has_worker):
            push(state, TASK.take_yield_tile, CAUSE.dancer, 1, 0)
        push_taking(state, CAUSE.dancer, rules.dancer_dice, ANY_COLOUR)
    elif chamber == CHAMBER.yogi:
        gain_karma(state, rules, log, rules.yogi_karma)
        push_taking(state, CAUSE.yogi, rules.yogi_dice, ANY_COLOUR)
    elif chamber == CHAMBER.raja_man_singh:
        push(state, TASK.earn, CAUSE.raja_man_singh, rules.raja_money, EARN.money)
        push(state, TASK.earn, CAUSE.raja_man_singh, rules.raja_upgrades, EARN.upgrade)
    elif chamber == CHAMBER.master_builder:
        push(state, TASK.cover_tile, CAUSE.master_builder, 0, 0)
    elif chamber == CHAMBER.portuguese:
        sail_to(state, rules, log, space_ahead(state, rules, int(rules.portuguese_steps)))
    else:
        raise AssertionError("this chamber has no action")


@kernel
def palace_action_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the chambers 2 to 6 whose action can be carried out without a worker or a die (rulebook: Earnings on the river)."""
    n = 0
    for chamber in range(CHAMBER.dancer, N_OF.chambers):
        if can_do_chamber(state, rules, chamber, NO_DIE):
            options[n] = chamber
            n += 1
    return n


@kernel
def has_palace_action(state: StateRecord, rules: RulesRecord) -> bool:
    """Return whether the action of some chamber 2 to 6 can be carried out."""
    for chamber in range(CHAMBER.dancer, N_OF.chambers):
        if can_do_chamber(state, rules, chamber, NO_DIE):
            return True
    return False
