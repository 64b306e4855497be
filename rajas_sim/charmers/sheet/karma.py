"""Karma: circled when it is collected, crossed out when it is used."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.terms import FIRST_KARMA_BONUS, KARMA, KARMA_USED
from rajas_sim.charmers.sheet.release import release
from rajas_sim.core.engine.events import note
from rajas_sim.core.engine.kernel import Record, kernel


@kernel
def karma_left(seat: Record) -> int:
    """Return how much karma the seat may still use."""
    return int(seat.karma_collected) - int(seat.karma_used)


@kernel
def gain_karma(state: Record, rules: Record, log: Record, amount: int) -> None:
    """Circle karma as far as the track goes; the third, fourth and fifth release a bonus."""
    seat = state.seats[state.seat_to_move]
    for _ in range(amount):
        if seat.karma_collected < rules.karma_limit:
            seat.karma_collected += 1
            note(log, KARMA, 0, 1, seat.karma_collected)
            release(state, rules, log, FIRST_KARMA_BONUS + int(seat.karma_collected) - 1)


@kernel
def use_karma(state: Record, log: Record) -> None:
    """Cross out the leftmost circled karma."""
    seat = state.seats[state.seat_to_move]
    seat.karma_used += 1
    note(log, KARMA_USED, 0, 1, seat.karma_used)
