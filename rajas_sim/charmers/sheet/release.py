"""Releasing a bonus: it is circled at once and waits for the end of the action."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.terms import (
    BONUS,
    BY_EDGE,
    BY_FAME_TRACK,
    BY_KARMA,
    BY_MONEY_TRACK,
    BY_PALACE_COLUMN,
    BY_TENT,
    BY_UPGRADE_COLUMN,
    EARN_NOTHING,
    FIRST_FAME_BONUS,
    FIRST_KARMA_BONUS,
    FIRST_MONEY_BONUS,
    FIRST_PALACE_COLUMN,
    FIRST_TENT,
    FIRST_UPGRADE_COLUMN,
)
from rajas_sim.core.engine.events import note
from rajas_sim.core.engine.kernel import Record, kernel


@kernel
def cause_of(place: int) -> int:
    """Return the cause that stands for a place of the sheet."""
    if place < FIRST_TENT:
        return BY_EDGE
    if place < FIRST_PALACE_COLUMN:
        return BY_TENT
    if place < FIRST_UPGRADE_COLUMN:
        return BY_PALACE_COLUMN
    if place < FIRST_KARMA_BONUS:
        return BY_UPGRADE_COLUMN
    if place < FIRST_FAME_BONUS:
        return BY_KARMA
    return BY_FAME_TRACK if place < FIRST_MONEY_BONUS else BY_MONEY_TRACK


@kernel
def release(state: Record, rules: Record, log: Record, place: int) -> None:
    """Circle the bonus at a place, if there is one and it was never released before."""
    seat = state.seats[state.seat_to_move]
    bit = 1 << place
    if rules.places[place].kind == EARN_NOTHING or seat.released & bit:
        return
    seat.released |= bit
    seat.pending |= bit
    note(log, BONUS, place, 1, 1)
