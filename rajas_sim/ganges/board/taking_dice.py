"""Dice that come from the general supply, and dice that are rolled again.

Dice to be taken wait in `state.pending` until the last of them is chosen, then all are rolled together.
"""

from __future__ import annotations

from rajas_sim.core.engine.chance import below, draw
from rajas_sim.core.engine.kernel import Options, Record, kernel
from rajas_sim.core.engine.tasks import count_down, mover, pop, push, top
from rajas_sim.ganges.board.dice import give_die, hand_size, lift_die, put_die
from rajas_sim.ganges.rulebook.streams import DICE_STREAM
from rajas_sim.ganges.rulebook.terms import ANY_COLOUR, BITS_PER_COLOUR, FLIPPED, SEVERAL_COLOURS, STOP, TASK, N


@kernel
def push_taking(state: Record, cause: int, n: int, colour: int) -> None:
    """Put "take n dice" on the stack; colour -1 lets the player choose each, several colours are packed (`n_of_colour`)."""
    if n > 0:
        push(state, TASK.roll, cause, 0, 0)
        push(state, TASK.take_die, cause, n, colour)


@kernel
def n_of_colour(packed: int, colour: int) -> int:
    """Return how many dice of a colour are among several colours (SEVERAL_COLOURS)."""
    return (packed >> (BITS_PER_COLOUR * colour)) & ((1 << BITS_PER_COLOUR) - 1)


@kernel
def _most_to_take(state: Record, task: Record) -> int:
    """Return how many of the dice wanted the supply has; of several colours, those it lacks are struck off the task."""
    colour = int(task.detail)
    n = 0
    if colour == ANY_COLOUR:
        for each in range(N.colours):
            n += int(state.supply[each])
    elif colour < SEVERAL_COLOURS:
        n = int(state.supply[colour])
    else:
        for each in range(N.colours):
            wanted = n_of_colour(colour, each)
            there = min(wanted, int(state.supply[each]))
            task.detail -= (wanted - there) << (BITS_PER_COLOUR * each)
            n += there
    return min(int(task.amount), n)


@kernel
def _set_aside(state: Record, colour: int, n: int) -> None:
    """Take dice of a colour from the supply, to be rolled."""
    state.supply[colour] -= n
    state.pending[colour] += n


@kernel
def prepare_taking(state: Record, rules: Record) -> None:
    """Bring a "take dice" task to the point where the player has to choose, or finish it.

    Dice the supply does not have cannot be taken. Where the hand limit is in the way, the player first gives dice back or settles
    for fewer, before anything is rolled (rulebook: Dice; summary: Dice are gained).
    """
    task = top(state)
    seat = mover(state)
    wanted = _most_to_take(state, task)
    task.amount = wanted
    if wanted <= 0:
        pop(state)
        return
    pending = 0
    for each in range(N.colours):
        pending += int(state.pending[each])
    excess = wanted + pending + hand_size(seat) - rules.boards[seat.board].hand_limit
    if excess > 0:
        push(state, TASK.give_back_die, task.cause, excess, 0)
    elif task.detail >= SEVERAL_COLOURS:
        total = 0
        for each in range(N.colours):
            total += n_of_colour(int(task.detail), each)
        if wanted == total:
            for each in range(N.colours):
                _set_aside(state, each, n_of_colour(int(task.detail), each))
            pop(state)
    elif task.detail != ANY_COLOUR:
        _set_aside(state, int(task.detail), wanted)
        pop(state)


@kernel
def take_die_options(state: Record, options: Options) -> int:
    """List the colours to take next, in rising order so that no choice differs only in order."""
    task = top(state)
    n = 0
    is_of_several = task.detail >= SEVERAL_COLOURS
    for colour in range(task.limit, N.colours):
        here = 0
        here_and_later = 0
        for later in range(colour, N.colours):
            there = n_of_colour(int(task.detail), later) if is_of_several else int(state.supply[later])
            here_and_later += there
            if later == colour:
                here = there
        if here > 0 and here_and_later >= task.amount:
            options[n] = colour
            n += 1
    return n


@kernel
def take_die(state: Record, option: int) -> None:
    """Set one die of the chosen colour aside to be rolled."""
    task = top(state)
    _set_aside(state, option, 1)
    task.limit = option
    if task.detail >= SEVERAL_COLOURS:
        task.detail -= 1 << (BITS_PER_COLOUR * option)
    count_down(state)


@kernel
def held_dice_options(state: Record, options: Options) -> int:
    """List the dice that may be given back (or join a reroll) next, in rising order, and "no more"."""
    task = top(state)
    seat = mover(state)
    n = 0
    for die in range(task.limit, FLIPPED):
        if seat.dice[die // N.faces, die % N.faces] > 0:
            options[n] = die
            n += 1
    options[n] = STOP
    return n + 1


@kernel
def give_back(state: Record, log: Record, option: int) -> None:
    """Give one die back, or settle for as many new dice as fit."""
    task = top(state)
    if option == STOP:
        excess = int(task.amount)
        pop(state)
        top(state).amount -= excess
        return
    give_die(state, log, option)
    task.limit = option
    count_down(state)


@kernel
def roll_pending(state: Record, log: Record) -> None:
    """Roll all dice set aside, together, and put them on the Kali statue."""
    seat = mover(state)
    for colour in range(N.colours):
        stream = DICE_STREAM + int(state.seat_to_move) * N.colours + colour
        while state.pending[colour] > 0:
            state.pending[colour] -= 1
            face = below(draw(state.seed, stream, seat.rolls[colour]), N.faces)
            seat.rolls[colour] += 1
            put_die(state, log, colour, face)


# --- rerolling


@kernel
def push_reroll(state: Record, cause: int) -> None:
    """Put "reroll any of your dice" on the stack."""
    push(state, TASK.roll, cause, 0, 0)
    push(state, TASK.reroll, cause, 0, 0)


@kernel
def choose_reroll(state: Record, log: Record, option: int) -> None:
    """Set one more die aside for the reroll, or be done choosing."""
    if option == STOP:
        pop(state)
        return
    top(state).limit = option
    lift_die(state, log, option // N.faces, option % N.faces)
    state.pending[option // N.faces] += 1
