"""Releasing a bonus: it is circled at once and waits for the end of the action."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.terms import (
    CAUSE,
    EARN,
    EVENT,
    FIRST_FAME_BONUS,
    FIRST_KARMA_BONUS,
    FIRST_MONEY_BONUS,
    FIRST_PALACE_COLUMN,
    FIRST_TENT,
    FIRST_UPGRADE_COLUMN,
)
from rajas_sim.core.engine.events import note
from rajas_sim.core.engine.kernel import Record, kernel
from rajas_sim.core.engine.tasks import mover


@kernel
def cause_of(place: int) -> int:
    """Return the cause that stands for a place of the sheet."""
    if place < FIRST_TENT:
        return CAUSE.edge
    if place < FIRST_PALACE_COLUMN:
        return CAUSE.tent
    if place < FIRST_UPGRADE_COLUMN:
        return CAUSE.palace_column
    if place < FIRST_KARMA_BONUS:
        return CAUSE.upgrade_column
    if place < FIRST_FAME_BONUS:
        return CAUSE.karma
    return CAUSE.fame_track if place < FIRST_MONEY_BONUS else CAUSE.money_track


@kernel
def release(state: Record, rules: Record, log: Record, place: int) -> None:
    """Circle the bonus at a place, if there is one and it was never released before."""
    seat = mover(state)
    bit = 1 << place
    if rules.places[place].kind == EARN.nothing or seat.released & bit:
        return
    seat.released |= bit
    seat.pending |= bit
    note(log, EVENT.bonus, place, 1, 1)
