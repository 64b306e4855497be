"""Releasing a bonus: it is circled at once and used after the action."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import CAUSE, EARN, EVENT, FIRST_BONUS_PLACE
from rajas_sim.core.engine.course import mover, note
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def cause_of_bonus(bonus_place: int) -> int:
    """Return the cause that belongs to a bonus place of the sheet."""
    if bonus_place < FIRST_BONUS_PLACE.tent:
        return CAUSE.edge
    if bonus_place < FIRST_BONUS_PLACE.palace_column:
        return CAUSE.tent
    if bonus_place < FIRST_BONUS_PLACE.upgrade_column:
        return CAUSE.palace_column
    if bonus_place < FIRST_BONUS_PLACE.karma_bonus:
        return CAUSE.upgrade_column
    if bonus_place < FIRST_BONUS_PLACE.fame_bonus:
        return CAUSE.karma
    return CAUSE.fame_track if bonus_place < FIRST_BONUS_PLACE.money_bonus else CAUSE.money_track


@kernel
def release_bonus(state: StateRecord, rules: RulesRecord, log: LogRecord, bonus_place: int) -> None:
    """Circle the bonus at a place, if there is one and it was never released before."""
    seat = mover(state)
    bit = 1 << bonus_place
    if rules.places[bonus_place].kind == EARN.nothing or seat.released & bit:
        return
    seat.released |= bit
    seat.pending |= bit
    note(log, EVENT.bonus, bonus_place, 1, 1)
