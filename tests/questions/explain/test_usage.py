"""What a strategy uses, counted by hand, and how two of them are compared."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.questions.explain.usage import Uses, shares_by_round, use_differences

LEVEL = 0.95


def uses_with(by_round: list[list[list[float]]], *things: str) -> Uses:
    return Uses("worker", np.array(by_round, float), things, n_seats=2)


def test_the_part_of_a_thing_is_the_mean_over_the_games_that_reached_the_round() -> None:
    uses = uses_with([[[3, 1], [0, 2]], [[1, 3], [0, 0]]], "mill", "bridge")
    shares = shares_by_round(uses, LEVEL)
    assert [shares[1][thing].value for thing in uses.things] == [0.5, 0.5]
    assert (shares[2]["bridge"].value, shares[2]["bridge"].n) == (1.0, 1)


def test_rounds_that_few_games_reached_are_left_out() -> None:
    games = [[[1.0, 1.0], [0.0, 0.0]]] * 9 + [[[1.0, 1.0], [1.0, 0.0]]]
    assert [*shares_by_round(uses_with(games, "mill", "bridge"), LEVEL)] == [1]


def test_a_thing_that_nobody_used_is_left_out() -> None:
    assert uses_with([[[3, 0]]], "mill", "bridge").without_unused().things == ("mill",)


def test_uses_are_counted_by_seat_and_compared_in_the_blocks_that_both_played() -> None:
    chance = np.random.default_rng(1)
    mills = chance.poisson(4, 60).astype(float)
    first = Uses("worker", mills[:, None, None] + 2.0, ("mill",), n_seats=2)
    second = Uses("worker", mills[:40, None, None].copy(), ("mill",), n_seats=2)
    (difference,) = use_differences(first, second, LEVEL)
    assert difference.difference.value == pytest.approx(1.0)
    assert (difference.difference.n, difference.is_shown) == (40, True)


def test_a_thing_that_only_one_strategy_uses_counts_as_never_used_by_the_other() -> None:
    first, second = uses_with([[[2.0]], [[4.0]]], "mill"), uses_with([[[2.0]], [[2.0]]], "bridge")
    by_thing = {use.thing: use.difference.value for use in use_differences(first, second, LEVEL)}
    assert by_thing == {"mill": 1.5, "bridge": -1.0}


@pytest.mark.slow
def test_intervals_of_differences_miss_as_rarely_as_they_say() -> None:
    """Four things that two strategies use alike, under partly the same luck: 400 families, 95 % level.

    With a true level of 95 % more than 33 of 400 families miss with a chance below 0.2 %.
    """
    chance = np.random.default_rng(7)
    missed = 0
    for _ in range(400):
        luck = chance.poisson(3.0, (60, 1, 4)).astype(float)
        uses, other_uses = (Uses("worker", luck + chance.poisson(1.0, luck.shape), ("a", "b", "c", "d"), 4) for _ in range(2))
        missed += any(use.is_shown for use in use_differences(uses, other_uses, LEVEL))
    assert missed <= 33
