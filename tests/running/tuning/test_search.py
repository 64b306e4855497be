from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.running.tuning.search import FEWEST_BLOCKS, Floats, Search, Space, index_of_last_better, is_surely_worse


def generation(rng: np.random.Generator, strengths: Floats, n_blocks: int) -> Floats:
    """Return scores of candidates in blocks that share their luck."""
    luck = rng.normal(0.0, 0.5, n_blocks)
    return strengths[:, None] + luck + rng.normal(0.0, 0.3, (len(strengths), n_blocks))


def test_stopping_early_changes_neither_the_winner_nor_the_better_half() -> None:
    """Ten of twenty are behind by 0.5 in a hundred blocks, some twelve standard errors: all are stopped, nobody else."""
    rng = np.random.default_rng(1)
    strengths = rng.permutation(np.concatenate([np.linspace(0.0, 0.2, 10), np.full(10, -0.5)]))
    whole = generation(rng, strengths, 300)
    is_stopped = is_surely_worse(whole[:, :100], 10)
    assert set(np.flatnonzero(is_stopped)) == set(np.flatnonzero(strengths < 0))
    assert not is_stopped[whole.mean(axis=1).argmax()]


def test_of_equals_hardly_any_is_stopped() -> None:
    """Beyond 3 standard errors lies 1 in 740 of a pair; the last of the better half is near the middle of all."""
    rng = np.random.default_rng(2)
    stopped = [is_surely_worse(generation(rng, np.zeros(20), 100), 10).mean() for _ in range(200)]
    assert np.mean(stopped) < 0.005


def test_the_better_half_is_never_stopped() -> None:
    rng = np.random.default_rng(3)
    for _ in range(100):
        scores = generation(rng, rng.normal(0.0, 1.0, 20), 100)
        better = np.argsort(-scores.mean(axis=1))[:10]
        assert not is_surely_worse(scores, 10)[better].any()


def test_few_blocks_stop_nobody() -> None:
    scores = np.array([[0.0], [1.0], [2.0], [3.0]]) + np.zeros(FEWEST_BLOCKS)
    assert not is_surely_worse(scores[:, 1:], 2).any()
    assert is_surely_worse(scores, 2).tolist() == [True, True, False, False]


def test_of_equals_the_first_is_the_better_one() -> None:
    assert index_of_last_better(np.zeros((4, 5)), 2) == 1


@pytest.fixture
def space() -> Space:
    return Space(("a", "b"), np.array([1.0, 0.0]), np.array([0.25, 0.5]), np.array([0.0, 0.0]), np.array([2.0, 4.0]))


def test_a_search_begins_with_the_present_values_and_finds_the_best_ones(space: Space) -> None:
    search = Search(space, 10, seed=1, number=0)
    assert search.mean() == {"a": 1.0, "b": 0.0}
    for _ in range(60):
        search.tell([-((values["a"] - 1.5) ** 2) - (values["b"] - 3.0) ** 2 for values in search.ask()])
    assert search.mean() == pytest.approx({"a": 1.5, "b": 3.0}, abs=0.01)


def test_the_same_scores_lead_to_the_same_candidates(space: Space) -> None:
    first, second = Search(space, 6, seed=5, number=1), Search(space, 6, seed=5, number=1)
    for scores in ([1.0, 2, 3, 4, 5, 6], [3.0, 1, 2, 6, 5, 4]):
        assert first.ask() == second.ask()
        first.tell(scores)
        second.tell(scores)
    assert first.ask() == second.ask()
    assert Search(space, 6, seed=5, number=2).ask() != Search(space, 6, seed=5, number=1).ask()


def test_one_parameter_can_be_tuned_alone() -> None:
    space = Space(("a",), np.array([1.0]), np.array([0.25]), np.array([0.0]), np.array([2.0]))
    search = Search(space, 6, seed=1, number=0)
    for _ in range(40):
        search.tell([-abs(values["a"] - 0.5) for values in search.ask()])
    assert search.mean()["a"] == pytest.approx(0.5, abs=0.02)


def test_points_outside_are_played_inside_and_lose_by_their_distance(space: Space) -> None:
    point = np.array([6.0, -3.0])
    assert space.values(point) == {"a": 2.0, "b": 0.0}
    assert space.loss(point) == pytest.approx(0.01 * (2**2 + 3**2))
    assert space.loss(np.array([4.0, 8.0])) == 0.0


def test_values_are_rounded_but_never_out_of_range(space: Space) -> None:
    assert space.values(np.array([1 / 3, 0.0]))["a"] == 1.083
    # Rounded to four digits, 1.23456 would be 1.235.
    tight = Space(("a",), np.array([1.0]), np.array([1.0]), np.array([0.0]), np.array([1.23456]))
    assert tight.values(np.array([5.0]))["a"] == 1.23456


def test_a_step_is_a_share_of_the_value_or_of_what_is_allowed() -> None:
    balanced = find_strategy("balanced", game="ganges")
    start = balanced.values_under("base", 2)
    names = ("worker", "scarce", "fame")
    space = Space.around(balanced, start, names, {"fame": (0.9, 1.1)})
    allowed = {p.name: p.high - p.low for p in balanced.parameters}
    assert space.step == pytest.approx(
        [0.25 * start["worker"], max(0.25 * start["scarce"], 0.03 * allowed["scarce"]), 0.25 * (1.1 - 0.9)]
    )
    assert (space.low[2], space.high[2]) == (0.9, 1.1)
