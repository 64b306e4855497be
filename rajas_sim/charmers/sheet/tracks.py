"""The fame track and the money track: entries, bonuses on the way, and tracks that intersect."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import EVENT, FIRST_BONUS_PLACE, MAX_TRACK_BONUSES, MUST_PASS
from rajas_sim.charmers.sheet.release import release_bonus
from rajas_sim.core.board import MET_BY_FAME, MET_BY_MONEY, note_first_meeting, overlap_in_money
from rajas_sim.core.engine.course import mover, note
from rajas_sim.core.engine.kernel import Array1, kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def seat_overlap_in_money(seat: SeatRecord, rules: RulesRecord) -> int:
    """Return by how many money spaces the seat's tracks exceed the intersection point; negative before they meet."""
    return overlap_in_money(seat.fame, seat.money, rules.money_per_fame, rules.meeting_line)


@kernel
def _note_intersection(state: StateRecord, rules: RulesRecord, log: LogRecord, met_by: int) -> None:
    """Note the first time the tracks intersect; tracks that meet exactly count, unless the reading says otherwise."""
    seat = mover(state)
    least_overlap = 1 if rules.readings.meeting == MUST_PASS else 0
    if seat_overlap_in_money(seat, rules) >= least_overlap and note_first_meeting(state, seat):
        note(log, EVENT.markers_passed, met_by, 1, seat_overlap_in_money(seat, rules))


@kernel
def _pass_spaces(  # noqa: PLR0913 - what the kernel computes with
    state: StateRecord,
    rules: RulesRecord,
    log: LogRecord,
    bonus_spaces: Array1[int],
    entry_before: int,
    entry_after: int,
    first_bonus_place: int,
    met_by: int,
) -> None:
    """Release a track's bonuses above `entry_before` and up to `entry_after`, and note if the tracks intersect."""
    for i in range(MAX_TRACK_BONUSES):
        if entry_before < bonus_spaces[i] <= entry_after:
            release_bonus(state, rules, log, first_bonus_place + i)
    _note_intersection(state, rules, log, met_by)


@kernel
def gain_fame(state: StateRecord, rules: RulesRecord, log: LogRecord, amount: int) -> None:
    """Record fame points, with the bonuses on the way."""
    if amount <= 0:
        return
    seat = mover(state)
    seat.fame += amount
    note(log, EVENT.fame, 0, amount, seat.fame)
    _pass_spaces(state, rules, log, rules.fame_spaces, seat.fame - amount, seat.fame, FIRST_BONUS_PLACE.fame_bonus, MET_BY_FAME)


@kernel
def gain_money(state: StateRecord, rules: RulesRecord, log: LogRecord, amount: int) -> None:
    """Record money, with the bonuses on the way."""
    if amount <= 0:
        return
    seat = mover(state)
    seat.money += amount
    note(log, EVENT.money, 0, amount, seat.money)
    _pass_spaces(
        state, rules, log, rules.money_spaces, seat.money - amount, seat.money, FIRST_BONUS_PLACE.money_bonus, MET_BY_MONEY
    )
