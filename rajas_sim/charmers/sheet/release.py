"""Releasing a bonus: it is circled at once and waits for the end of the action."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import CAUSE, EARN, EVENT, FIRST_PLACE
from rajas_sim.core.engine.course import mover, note
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def cause_of(place: int) -> int:
    """Return the cause that stands for a place of the sheet."""
    if place < FIRST_PLACE.tent:
        return CAUSE.edge
    if place < FIRST_PLACE.palace_column:
        return CAUSE.tent
    if place < FIRST_PLACE.upgrade_column:
        return CAUSE.palace_column
    if place < FIRST_PLACE.karma_bonus:
        return CAUSE.upgrade_column
    if place < FIRST_PLACE.fame_bonus:
        return CAUSE.karma
    return CAUSE.fame_track if place < FIRST_PLACE.money_bonus else CAUSE.money_track


@kernel
def release(state: StateRecord, rules: RulesRecord, log: LogRecord, place: int) -> None:
    """Circle the bonus at a place, if there is one and it was never released before."""
    seat = mover(state)
    bit = 1 << place
    if rules.places[place].kind == EARN.nothing or seat.released & bit:
        return
    seat.released |= bit
    seat.pending |= bit
    note(log, EVENT.bonus, place, 1, 1)
