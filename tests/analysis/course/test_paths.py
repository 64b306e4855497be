"""What happened to chances, in games made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.analysis.course.paths import largest_swings, paths_of, turning_points_of
from tests.analysis.course.walks import games_from

#: Overlaps of two seats, round by round: the second seat takes the lead in round 2, loses it in 3, has it from 4 on.
OVERLAP = [[-5, -6], [-4, -2], [-1, -2], [0, 1], [2, 3]]
#: Chances of the first seat after each round; the second wins.
FIRST = [0.6, 0.4, 0.95, 0.08, 0.0]


def told(first: list[float], start: float = 0.5) -> tuple[np.ndarray, np.ndarray]:
    """Chances after and before each round of one game of two."""
    after = np.array([[p, 1 - p] for p in first])
    return after, np.vstack([[start, 1 - start], after[:-1]])


def test_the_lead_is_taken_for_good_where_it_is_never_lost_again() -> None:
    paths = paths_of(games_from([OVERLAP]), *told(FIRST))
    assert paths.lead_from.tolist() == [[5, 4]]
    assert paths.lead_changes.tolist() == [3]


def test_a_shared_lead_is_kept_but_changes_nothing() -> None:
    games = games_from([[[-5, -5], [-4, -5], [-3, -3], [0, -1]]])
    paths = paths_of(games, *told([0.5, 0.6, 0.5, 1.0]))
    assert paths.lead_from[0, 0] == 1
    assert paths.lead_changes.tolist() == [0]


def test_a_game_is_decided_where_the_winner_stays_above_nine_tenths() -> None:
    games = games_from([OVERLAP])
    assert paths_of(games, *told(FIRST)).decided_from[0, 1] == 4
    # Above it once and back: only the last round decides.
    assert paths_of(games, *told([0.6, 0.05, 0.4, 0.3, 0.0])).decided_from[0, 1] == 5
    # Exactly nine tenths are not more than nine tenths.
    assert paths_of(games, *told([0.1, 0.1, 0.1, 0.1, 0.0])).decided_from[0, 1] == 5


def test_the_depth_of_a_comeback_is_the_lowest_chance_of_the_winner() -> None:
    paths = paths_of(games_from([OVERLAP]), *told(FIRST))
    assert paths.lowest_chance[0, 1] == pytest.approx(0.05)
    assert paths.highest_chance[0, 0] == pytest.approx(0.95)
    assert paths.is_upset.tolist() == [True]
    assert paths_of(games_from([OVERLAP]), *told([0.6, 0.4, 0.85, 0.08, 0.0])).is_upset.tolist() == [False]


def test_the_start_counts_as_a_low_point() -> None:
    assert paths_of(games_from([OVERLAP]), *told([0.2] * 4 + [0.0], start=0.9)).lowest_chance[0, 1] == pytest.approx(0.1)


def test_drama_is_how_far_the_winner_was_behind_when_behind() -> None:
    paths = paths_of(games_from([OVERLAP]), *told(FIRST))
    # Behind after round 1 by 0.2 and after round 3 by 0.9, of four rounds after which the game went on.
    assert paths.drama[0, 1] == pytest.approx((0.2**0.5 + 0.9**0.5) / 2)
    assert paths.share_behind[0, 1] == pytest.approx(2 / 4)
    assert paths_of(games_from([OVERLAP]), *told([0.4, 0.4, 0.3, 0.2, 0.0])).drama[0, 1] == 0.0


def test_favourites_change_when_somebody_passes_them_the_winner_included() -> None:
    games = games_from([OVERLAP])
    assert paths_of(games, *told(FIRST)).favourite_changes.tolist() == [3]
    assert paths_of(games, *told([0.6, 0.6, 0.6, 0.6, 0.0])).favourite_changes.tolist() == [1]
    assert paths_of(games, *told([0.5, 0.5, 0.4, 0.4, 0.0])).favourite_changes.tolist() == [1]


def test_surprise_is_the_distance_between_chances() -> None:
    assert paths_of(games_from([OVERLAP]), *told(FIRST)).surprise == pytest.approx(
        [2**0.5 * change for change in (0.1, 0.2, 0.55, 0.87, 0.08)]
    )


def test_a_shared_win_is_decided_by_the_last_round() -> None:
    games = games_from([[[-2, -4], [-1, -1]]])
    assert games.shares.tolist() == [[0.5, 0.5]]
    paths = paths_of(games, *told([0.95, 0.5]))
    assert paths.decided_from.tolist() == [[2, 2]]
    assert paths.is_upset.tolist() == [False]  # it did not lose
    assert paths.favourite_changes.tolist() == [0]


def test_games_of_several_lengths_do_not_mix() -> None:
    overlap = [OVERLAP, [[3, -6], *OVERLAP[1:]]]
    games = games_from(overlap, rounds=[5, 1])
    after, before = told(FIRST)
    both = paths_of(games, np.vstack([after, [[1.0, 0.0]]]), np.vstack([before, [[0.5, 0.5]]]))
    assert both.lead_from.tolist() == [[5, 4], [1, 1]]
    assert both.lowest_chance[1].tolist() == [0.5, 0.5]
    assert both.favourite_changes.tolist() == [3, 0]
    assert both.share_behind[1].tolist() == [0.0, 0.0]


def test_turning_points_are_the_largest_swings_of_the_winner() -> None:
    points = turning_points_of(games_from([OVERLAP]), *told(FIRST))
    assert points.select("round", "place").rows() == [(4, 1), (3, 2), (2, 3)]
    assert points.row(0, named=True) | {"swing": 0} == {
        "game": 0,
        "block": 0,
        "round": 4,
        "position": 2,
        "strategy": "balanced",
        "before": 0.05,
        "after": 0.92,
        "swing": 0,
        "place": 1,
    }
    assert points["swing"].to_list() == pytest.approx([0.87, -0.55, 0.2])


def test_the_largest_turning_points_of_a_run_are_one_a_game() -> None:
    games = games_from([OVERLAP, OVERLAP])
    after, before = told(FIRST)
    points = turning_points_of(games, np.vstack([after, after]), np.vstack([before, before]))
    assert largest_swings(points, 5).select("game", "round").rows() == [(0, 4), (1, 4)]
    assert largest_swings(points, 1)["game"].to_list() == [0]
