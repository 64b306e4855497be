"""Dice on the Kali statue: counting them, laying them there, giving them up, and finding those with a required value.

An option to give up a die is numbered by colour and value; `FLIPPED` is added if karma turns the die over.
"""

from __future__ import annotations

from rajas_sim.core.engine.course import mover, note
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.board.karma import use_karma
from rajas_sim.ganges.rulebook.layout import SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import EVENT, FLIPPED, N_OF


@kernel
def dice_of_colour(seat: SeatRecord, colour: int) -> int:
    """Return how many dice of a colour lie on the Kali statue."""
    n = 0
    for face in range(N_OF.faces):
        n += seat.dice[colour, face]
    return n


@kernel
def hand_size(seat: SeatRecord) -> int:
    """Return how many dice lie on the Kali statue."""
    n = 0
    for colour in range(N_OF.colours):
        for face in range(N_OF.faces):
            n += seat.dice[colour, face]
    return n


@kernel
def put_die(state: StateRecord, log: LogRecord, colour: int, face: int) -> None:
    """Lay a die that was rolled on the Kali statue."""
    seat = mover(state)
    seat.dice[colour, face] += 1
    note(log, EVENT.die, colour * N_OF.faces + face, 1, dice_of_colour(seat, colour))


@kernel
def lift_die(state: StateRecord, log: LogRecord, colour: int, face: int) -> None:
    """Take a die off the Kali statue."""
    seat = mover(state)
    seat.dice[colour, face] -= 1
    note(log, EVENT.die, colour * N_OF.faces + face, -1, dice_of_colour(seat, colour))


@kernel
def effective_value(option: int) -> int:
    """Return the value that a die option counts: that of the die, or of its opposite side if karma turns it over."""
    value = option % FLIPPED % N_OF.faces + 1
    return N_OF.faces + 1 - value if option >= FLIPPED else value


@kernel
def give_die(state: StateRecord, log: LogRecord, option: int) -> int:
    """Put a die back into the general supply, turning it over with karma first if the option says so.

    Returns
    -------
    int
        The value that the die counts.
    """
    die = option % FLIPPED
    colour = die // N_OF.faces
    if option >= FLIPPED:
        use_karma(state, log)
    lift_die(state, log, colour, die % N_OF.faces)
    state.supply[colour] += 1
    return effective_value(option)


@kernel
def dice_in_range_options(seat: SeatRecord, lowest: int, highest: int, options: Options) -> int:
    """List the dice, turned over or not, that count `lowest` to `highest`."""
    n = 0
    for colour in range(N_OF.colours):
        for face in range(lowest - 1, highest):
            if seat.dice[colour, face] > 0:
                options[n] = colour * N_OF.faces + face
                n += 1
    if seat.karma == 0:
        return n
    for colour in range(N_OF.colours):
        for face in range(N_OF.faces - highest, N_OF.faces + 1 - lowest):
            if seat.dice[colour, face] > 0:
                options[n] = colour * N_OF.faces + face + FLIPPED
                n += 1
    return n


@kernel
def has_die_in_range(seat: SeatRecord, lowest: int, highest: int) -> bool:
    """Return whether some die, turned over or not, counts `lowest` to `highest`."""
    for face in range(N_OF.faces):
        fits = lowest <= face + 1 <= highest or (seat.karma > 0 and lowest <= N_OF.faces - face <= highest)
        if not fits:
            continue
        for colour in range(N_OF.colours):
            if seat.dice[colour, face] > 0:
                return True
    return False
