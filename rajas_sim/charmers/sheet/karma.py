"""Karma: circled when it is collected, crossed out when it is used."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import EVENT, FIRST_BONUS_PLACE
from rajas_sim.charmers.sheet.release import release_bonus
from rajas_sim.core.board import has_bit
from rajas_sim.core.engine.course import mover, note
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def karma_left(seat: SeatRecord) -> int:
    """Return how much karma the seat may still use."""
    return int(seat.karma_collected) - int(seat.karma_used)


@kernel
def can_collect_karma(seat: SeatRecord, rules: RulesRecord) -> bool:
    """Return whether the seat may circle another karma."""
    collected = int(seat.karma_collected)
    return collected < rules.karma_limit and not has_bit(rules.restricted[seat.position].karma, collected)


@kernel
def gain_karma(state: StateRecord, rules: RulesRecord, log: LogRecord, amount: int) -> None:
    """Circle karma until the track is full, and release the bonus of each space."""
    seat = mover(state)
    for _ in range(amount):
        if can_collect_karma(seat, rules):
            seat.karma_collected += 1
            note(log, EVENT.karma, 0, 1, seat.karma_collected)
            release_bonus(state, rules, log, FIRST_BONUS_PLACE.karma_bonus + int(seat.karma_collected) - 1)


@kernel
def use_karma(state: StateRecord, log: LogRecord) -> None:
    """Cross out the leftmost circled karma."""
    seat = mover(state)
    seat.karma_used += 1
    note(log, EVENT.karma_used, 0, 1, seat.karma_used)
