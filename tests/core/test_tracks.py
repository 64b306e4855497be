"""Two tracks on one frame (rulebook: End of the game, and its example)."""

from __future__ import annotations

import pytest

from rajas_sim.core.tracks import overlap

MONEY_PER_FAME, LINE = 2, 61


def by_walking(fame, money):
    """Count along the frame: fame spaces are 1 to 60 from one end, money spaces 1 to 120, half as long, from the other."""
    reached_by_money = {61 - (space + 1) // 2 for space in range(1, money + 1)}
    if not reached_by_money or fame == 0:
        return fame + (money + 1) // 2 - 61
    return fame - min(reached_by_money)


@pytest.mark.parametrize(("fame", "money"), [(30, 65), (37, 52)])
def test_both_markers_of_the_rulebooks_example_have_passed_by_2(fame, money):
    assert overlap(fame, money, MONEY_PER_FAME, LINE) == 2


@pytest.mark.parametrize("fame", [0, 1, 15, 30, 60])
@pytest.mark.parametrize("money", [0, 1, 2, 59, 60, 61, 62, 119, 120])
def test_the_overlap_is_what_walking_along_the_frame_counts(fame, money):
    assert overlap(fame, money, MONEY_PER_FAME, LINE) == by_walking(fame, money)


def test_two_money_spaces_are_one_fame_point_and_the_first_of_them_counts_it():
    assert [int(overlap(30, money, MONEY_PER_FAME, LINE)) for money in range(60, 66)] == [-1, 0, 0, 1, 1, 2]


def test_a_fame_point_is_a_fame_point():
    assert [int(overlap(fame, 60, MONEY_PER_FAME, LINE)) for fame in (30, 31, 32)] == [-1, 0, 1]
