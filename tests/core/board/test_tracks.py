"""Two tracks on one frame (rulebook: End of the game, and its example)."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.core.board import note_first_meeting, overlap, overlap_in_money
from rajas_sim.core.engine.records import record_type

MONEY_PER_FAME, LINE = 2, 61


def by_walking(fame: int, money: int) -> int:
    """Count along the frame: fame spaces are 1 to 60 from one end, money spaces 1 to 120, half as long, from the other."""
    reached_by_money = {61 - (space + 1) // 2 for space in range(1, money + 1)}
    if not reached_by_money or fame == 0:
        return fame + (money + 1) // 2 - 61
    return fame - min(reached_by_money)


@pytest.mark.parametrize(("fame", "money"), [(30, 65), (37, 52)])
def test_both_markers_of_the_rulebooks_example_have_passed_by_2(fame: int, money: int) -> None:
    assert overlap(fame, money, MONEY_PER_FAME, LINE) == 2


@pytest.mark.parametrize("fame", [0, 1, 15, 30, 60])
@pytest.mark.parametrize("money", [0, 1, 2, 59, 60, 61, 62, 119, 120])
def test_the_overlap_is_what_walking_along_the_frame_counts(fame: int, money: int) -> None:
    assert overlap(fame, money, MONEY_PER_FAME, LINE) == by_walking(fame, money)


def test_two_money_spaces_are_one_fame_point_and_the_first_of_them_counts_it() -> None:
    assert [int(overlap(30, money, MONEY_PER_FAME, LINE)) for money in range(60, 66)] == [-1, 0, 0, 1, 1, 2]


def test_a_fame_point_is_a_fame_point() -> None:
    assert [int(overlap(fame, 60, MONEY_PER_FAME, LINE)) for fame in (30, 31, 32)] == [-1, 0, 1]


@pytest.mark.parametrize(("fame", "money", "halves"), [(21, 40, 4), (16, 51, 5), (18, 42, 0), (0, 0, -78)])
def test_counted_exactly_a_money_space_is_half_a_fame_space(fame: int, money: int, halves: int) -> None:
    assert overlap_in_money(fame, money, MONEY_PER_FAME, 39) == halves


@pytest.mark.parametrize("money_per_fame", [1, 2, 3])
def test_the_exact_overlap_lies_less_than_one_fame_space_below_the_rounded_one(money_per_fame: int) -> None:
    for fame in (0, 7, 60):
        for money in range(130):
            exact = overlap_in_money(fame, money, money_per_fame, LINE)
            assert 0 <= overlap(fame, money, money_per_fame, LINE) * money_per_fame - exact < money_per_fame


def test_who_meets_first_is_noted_once_with_the_round() -> None:
    numbers = [("round_number", np.int16), ("n_met", np.int8), ("first_met_in_round", np.int16)]
    state = np.zeros(1, record_type([*numbers, ("seats", record_type([("passed", np.int8)]), (2,))]))[0]
    for round_number, i in ((3, 1), (4, 1), (5, 0)):
        state.round_number = round_number
        assert note_first_meeting(state, state.seats[i]) == (round_number != 4)
    assert [int(seat.passed) for seat in state.seats] == [2, 1]
    assert (state.n_met, state.first_met_in_round) == (2, 3)
