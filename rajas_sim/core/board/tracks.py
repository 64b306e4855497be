"""Two scoring tracks that run towards each other on one frame."""

from __future__ import annotations

from rajas_sim.core.engine.any_game import AnySeat, AnyState
from rajas_sim.core.engine.kernel import kernel


@kernel
def overlap_in_money(fame: int, money: int, money_per_fame: int, meeting_line: int) -> int:
    """Return by how many money spaces two markers have passed each other, exactly; 0 when they meet, negative before.

    A fame space is `money_per_fame` money spaces long, so this counts in steps of 1 / `money_per_fame` of a fame space.
    """
    return (int(fame) - int(meeting_line)) * int(money_per_fame) + int(money)


@kernel
def in_fame_spaces(overlap: int, money_per_fame: int) -> int:
    """Return an `overlap_in_money` in fame spaces, where a fame space that is reached counts as a whole.

    A money marker anywhere on a fame space counts for all of it, so it is rounded up.
    """
    return -(-int(overlap) // int(money_per_fame))


@kernel
def overlap(fame: int, money: int, money_per_fame: int, meeting_line: int) -> int:
    """Return by how many fame spaces two markers have passed each other, where a fame space that is reached counts as a whole."""
    return in_fame_spaces(overlap_in_money(fame, money, money_per_fame, meeting_line), money_per_fame)


@kernel
def note_first_meeting(state: AnyState[AnySeat], seat: AnySeat) -> bool:
    """Note that the markers of a seat meet or have passed, and return whether they do so for the first time.

    ``seat.passed`` is 1 for the first seat to do so, 2 for the second; ``state.passed_in_round`` is the round of the first.
    """
    if seat.passed != 0:
        return False
    state.n_passed += 1
    seat.passed = state.n_passed
    if state.passed_in_round == 0:
        state.passed_in_round = state.round_number
    return True
