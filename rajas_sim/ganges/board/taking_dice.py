"""Taking dice from the general supply, and rolling dice again.

Dice to be taken wait in `state.pending` until the last of them is chosen; then all are rolled together. If the reading
`gained_dice` has them rolled one by one, each is rolled before the next is chosen, and room is made for one die at a time.

The detail of a task to take dice says which dice: a colour (0 or more), any colour (`ANY_COLOUR`), or, below that, the numbers
of several kinds, packed into one number (`SEVERAL_KINDS` of rulebook/terms.py).
"""

from __future__ import annotations

from rajas_sim.core.engine.chance import below, draw, seed_for
from rajas_sim.core.engine.course import count_down, mover, pop, push, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord, TaskRecord
from rajas_sim.ganges.board.dice import give_die, hand_size, lift_die, put_die
from rajas_sim.ganges.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.streams import DICE_STREAM, FIRST_LUCK_SOURCE
from rajas_sim.ganges.rulebook.terms import ANY_COLOUR, BITS_PER_KIND, CAUSE, FLIPPED, N_OF, ROLLED_ONE_BY_ONE, STOP, TASK


@kernel
def push_taking(state: StateRecord, cause: int, n: int, colour_or_kinds: int) -> None:
    """Put "take n dice" on the stack: of a colour, of any the player chooses (`ANY_COLOUR`), or of several packed kinds."""
    if n > 0:
        push(state, TASK.roll, cause, 0, 0)
        push(state, TASK.take_die, cause, n, colour_or_kinds)


@kernel
def n_of_kind(packed_dice: int, kind: int) -> int:
    """Return how many dice of a kind are among several packed kinds; a kind is a colour, or `N_OF.colours` for any colour."""
    return (packed_dice >> (BITS_PER_KIND * kind)) & ((1 << BITS_PER_KIND) - 1)


@kernel
def _n_of_all_kinds(packed_dice: int) -> int:
    """Return how many dice there are among several packed kinds."""
    n = 0
    for kind in range(N_OF.colours + 1):
        n += n_of_kind(packed_dice, kind)
    return n


@kernel
def _strike_off(task: TaskRecord, kind: int, n_in_supply: int) -> int:
    """Remove dice of a kind that the supply lacks from a task with several kinds; return how many of the kind are left."""
    missing = max(0, n_of_kind(int(task.detail), kind) - n_in_supply)
    task.detail -= missing << (BITS_PER_KIND * kind)
    return n_of_kind(int(task.detail), kind)


@kernel
def _limit_to_supply(state: StateRecord, task: TaskRecord) -> int:
    """Return how many of a task's dice the supply has; of several kinds, remove from the task those that it lacks."""
    colour_or_kinds = int(task.detail)
    if colour_or_kinds >= 0:
        return min(int(task.amount), int(state.supply[colour_or_kinds]))
    n_in_supply = 0
    for supply_colour in range(N_OF.colours):
        n_in_supply += int(state.supply[supply_colour])
    if colour_or_kinds == ANY_COLOUR:
        return min(int(task.amount), n_in_supply)
    n_fixed = 0
    for supply_colour in range(N_OF.colours):
        n_fixed += _strike_off(task, supply_colour, int(state.supply[supply_colour]))
    return min(int(task.amount), n_fixed + _strike_off(task, N_OF.colours, n_in_supply - n_fixed))


@kernel
def _set_aside(state: StateRecord, colour: int, n: int) -> None:
    """Take dice of a colour from the supply and set them aside, to be rolled."""
    state.supply[colour] -= n
    state.pending[colour] += n


@kernel
def _set_fixed_colours_aside(state: StateRecord, rules: RulesRecord) -> None:
    """Set the dice of fixed colours aside, for a task whose dice all fit; dice of any colour are left to choose."""
    task = top(state)
    colour_or_kinds = int(task.detail)
    if colour_or_kinds == ANY_COLOUR:
        return
    n_any = 0
    if colour_or_kinds >= 0:
        _set_aside(state, colour_or_kinds, int(task.amount))
    else:
        for fixed_colour in range(N_OF.colours):
            _set_aside(state, fixed_colour, n_of_kind(colour_or_kinds, fixed_colour))
        n_any = n_of_kind(colour_or_kinds, N_OF.colours)
    if n_any == 0:
        pop(state)
        return
    task.amount = n_any
    task.detail = ANY_COLOUR
    if rules.readings.gained_dice == ROLLED_ONE_BY_ONE:
        push(state, TASK.roll, task.cause, 0, 0)


@kernel
def prepare_taking(state: StateRecord, rules: RulesRecord) -> None:
    """Bring a "take dice" task to the point where the player has to choose, or finish it.

    Dice that the supply lacks cannot be taken. If the hand limit leaves too little room, the player first gives dice back or
    settles for fewer dice, before anything is rolled (rulebook: Dice; summary: Dice are gained).
    """
    task = top(state)
    seat = mover(state)
    n_available = _limit_to_supply(state, task)
    task.amount = n_available
    if n_available <= 0:
        pop(state)
        return
    n_pending = 0
    for pending_colour in range(N_OF.colours):
        n_pending += int(state.pending[pending_colour])
    room = int(rules.boards[seat.board].hand_limit) - n_pending - hand_size(seat)
    n_needing_room = 1 if rules.readings.gained_dice == ROLLED_ONE_BY_ONE else n_available
    has_several_kinds = task.detail < ANY_COLOUR
    has_settled_for_fewer = has_several_kinds and n_available < _n_of_all_kinds(int(task.detail))
    if n_needing_room > room:
        push(state, TASK.give_back_die, task.cause, n_needing_room - room, 0)
    elif n_available <= room and not has_settled_for_fewer:
        _set_fixed_colours_aside(state, rules)
    elif task.detail >= 0:
        take_die(state, rules, int(task.detail))  # one by one: the next die of the colour
    # Otherwise the player chooses: among the kinds after settling for fewer, or the next colour one by one.


@kernel
def take_die_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the colours to take next, in rising order so that no two ways to choose differ only in order.

    If dice are rolled one by one, any order is allowed, since the next choice may depend on what was rolled.
    """
    task = top(state)
    colour_or_kinds, n_to_take = int(task.detail), int(task.amount)
    if rules.readings.gained_dice == ROLLED_ONE_BY_ONE:
        n_to_take = 1
    if colour_or_kinds == ANY_COLOUR:
        return _any_colour_options(state, int(task.limit), n_to_take, options)
    n = 0
    n_any = n_of_kind(colour_or_kinds, N_OF.colours)
    for colour in range(task.limit, N_OF.colours):
        n_fixed, n_spare = 0, 0
        for later_colour in range(colour, N_OF.colours):
            n_fixed += n_of_kind(colour_or_kinds, later_colour)
            n_spare += int(state.supply[later_colour]) - n_of_kind(colour_or_kinds, later_colour)
        is_available = n_of_kind(colour_or_kinds, colour) > 0 or (n_any > 0 and state.supply[colour] > 0)
        if is_available and n_fixed + min(n_any, n_spare) >= n_to_take:
            options[n] = colour
            n += 1
    return n


@kernel
def _any_colour_options(state: StateRecord, first_colour: int, n_to_take: int, options: Options) -> int:
    """List the colours of the supply that leave enough dice of the same and later colours to choose from."""
    n = 0
    for colour in range(first_colour, N_OF.colours):
        n_in_supply = 0
        for later_colour in range(colour, N_OF.colours):
            n_in_supply += int(state.supply[later_colour])
        if state.supply[colour] > 0 and n_in_supply >= n_to_take:
            options[n] = colour
            n += 1
    return n


@kernel
def take_die(state: StateRecord, rules: RulesRecord, colour: int) -> None:
    """Set one die of a colour aside, to be rolled with the others or before the next one is chosen."""
    task = top(state)
    cause, colour_or_kinds = int(task.cause), int(task.detail)
    _set_aside(state, colour, 1)
    if colour_or_kinds < ANY_COLOUR:
        kind = colour if n_of_kind(colour_or_kinds, colour) > 0 else N_OF.colours
        task.detail -= 1 << (BITS_PER_KIND * kind)
    if rules.readings.gained_dice == ROLLED_ONE_BY_ONE:
        count_down(state)
        push(state, TASK.roll, cause, 0, 0)
    else:
        task.limit = colour
        count_down(state)


@kernel
def held_dice_options(state: StateRecord, options: Options) -> int:
    """List the dice that may be given back (or join a reroll) next, in rising order, and "no more"."""
    task = top(state)
    seat = mover(state)
    n = 0
    for die in range(task.limit, FLIPPED):
        if seat.dice[die // N_OF.faces, die % N_OF.faces] > 0:
            options[n] = die
            n += 1
    options[n] = STOP
    return n + 1


@kernel
def give_back(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int) -> None:
    """Give one die back, or settle for as many new dice as fit; if dice come one by one, that means no further dice."""
    task = top(state)
    if option == STOP:
        n_too_many = int(task.amount)
        pop(state)
        take_task = top(state)
        take_task.amount = 0 if rules.readings.gained_dice == ROLLED_ONE_BY_ONE else int(take_task.amount) - n_too_many
        return
    give_die(state, log, option)
    task.limit = option
    count_down(state)


@kernel
def roll_pending(state: StateRecord, rules: RulesRecord, log: LogRecord) -> None:
    """Roll all dice set aside, together, and put them on the Kali statue."""
    seat = mover(state)
    is_reroll = log.cause == CAUSE.reroll
    for colour in range(N_OF.colours):
        colour_source = FIRST_LUCK_SOURCE.reroll if is_reroll else FIRST_LUCK_SOURCE.dice + colour
        luck_sources = (1 << colour_source) | (1 << (FIRST_LUCK_SOURCE.seat + int(state.seat_to_move)))
        seed = seed_for(rules, state.seed, state.round_number, luck_sources)
        stream = DICE_STREAM + int(state.seat_to_move) * N_OF.colours + colour
        while state.pending[colour] > 0:
            state.pending[colour] -= 1
            face = below(draw(seed, stream, seat.rolls[colour]), N_OF.faces)
            seat.rolls[colour] += 1
            put_die(state, log, colour, face)


# --- rerolling


@kernel
def push_reroll(state: StateRecord, cause: int) -> None:
    """Put "reroll any of your dice" on the stack."""
    push(state, TASK.roll, cause, 0, 0)
    push(state, TASK.reroll, cause, 0, 0)


@kernel
def choose_reroll(state: StateRecord, log: LogRecord, option: int) -> None:
    """Set one more die aside for the reroll, or stop choosing."""
    if option == STOP:
        pop(state)
        return
    top(state).limit = option
    lift_die(state, log, option // N_OF.faces, option % N_OF.faces)
    state.pending[option // N_OF.faces] += 1
