"""Worths of items and seats, against choix, against the truth, and with ties."""

from __future__ import annotations

import choix
import numpy as np
import pytest

from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.statistics.plackett_luce import Integers, RankingChoices, fit_worths

ITEMS = np.array([1.2, 0.5, 0.0, -0.5, -1.2])
SEATS = np.array([0.4, 0.1, -0.5])


def drawn(n: int, seats: Floats, seed: int) -> tuple[Integers, Integers]:
    """Draw who sits where and their ranks, one row a game."""
    rng = np.random.default_rng(seed)
    items = np.array([rng.permutation(len(ITEMS))[: len(seats)] for _ in range(n)])
    order = np.argsort(-(ITEMS[items] + seats + rng.gumbel(size=items.shape)), axis=1)
    return items, np.argsort(order, axis=1) + 1


def worths(items: Integers, ranks: Integers, counts: Floats | None = None) -> Floats:
    """Fit each row counted once, or as often as `counts` says."""
    choices = RankingChoices.of(items, ranks, len(ITEMS))
    weights = np.ones(len(items)) if counts is None else counts
    return fit_worths(choices, len(ITEMS), weights @ choices.chosen, weights @ choices.offered)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worths_are_those_of_choix_where_seats_are_alike(players: int) -> None:
    """Every ranking is given once for each rotation, so that no seat finished ahead more often than another."""
    items, ranks = drawn(400, np.zeros(players), players)
    turned = [[np.roll(rows, shift, axis=1) for shift in range(players)] for rows in (items, ranks)]
    fitted = worths(np.concatenate(turned[0]), np.concatenate(turned[1]))
    rankings = [tuple(row) for row in np.take_along_axis(items, np.argsort(ranks, axis=1), axis=1)]
    np.testing.assert_allclose(fitted[: len(ITEMS)], choix.ilsr_rankings(len(ITEMS), rankings), atol=1e-4)
    np.testing.assert_allclose(fitted[len(ITEMS) :], 0.0, atol=1e-9)


def test_known_worths_of_items_and_seats_are_recovered() -> None:
    """Standard errors are 0.009 to 0.019 (the spread of 25 such runs): 0.08 is four of the largest. By chance it fails with fewer
    than one seed in 1,000."""
    fitted = worths(*drawn(20_000, SEATS, 1))
    np.testing.assert_allclose(fitted, [*(ITEMS - ITEMS.mean()), *(SEATS - SEATS.mean())], atol=0.08)


def test_seats_that_differ_blur_worths_unless_they_have_a_term() -> None:
    """Strong seats, and items that all visit them alike: without a term for seats, items would seem closer together."""
    items, ranks = drawn(20_000, 6.0 * SEATS, 2)
    rankings = [tuple(row) for row in np.take_along_axis(items, np.argsort(ranks, axis=1), axis=1)]
    without = choix.ilsr_rankings(len(ITEMS), rankings)
    assert np.ptp(without) < 0.7 * np.ptp(ITEMS)
    assert np.ptp(worths(items, ranks)[: len(ITEMS)]) == pytest.approx(np.ptp(ITEMS), abs=0.1)


def test_counts_are_rankings_that_occurred_so_often() -> None:
    items, ranks = drawn(200, SEATS, 3)
    twice = worths(np.concatenate([items, items[:50]]), np.concatenate([ranks, ranks[:50]]))
    np.testing.assert_allclose(worths(items, ranks, np.where(np.arange(200) < 50, 2.0, 1.0)), twice, atol=1e-9)


@pytest.mark.parametrize(("tied", "orders"), [([1, 1, 3], [[1, 2, 3], [2, 1, 3]]), ([1, 2, 2], [[1, 2, 3], [1, 3, 2]])])
def test_a_tie_counts_as_all_orders_of_the_tied_in_equal_parts(tied: list[int], orders: list[list[int]]) -> None:
    items, ranks = drawn(100, SEATS, 4)
    one, other = (worths(np.vstack([items, [[4, 0, 2]] * 2]), np.vstack([ranks, more])) for more in ([tied] * 2, orders))
    np.testing.assert_allclose(one, other, atol=1e-9)


def test_an_item_that_lost_everything_runs_away_but_not_beyond_numbers() -> None:
    items, ranks = drawn(100, np.zeros(2), 5)
    is_last = items == 4
    ranks[is_last.any(axis=1)] = np.where(is_last, 2, 1)[is_last.any(axis=1)]
    fitted = worths(items, ranks)
    assert np.isfinite(fitted).all()
    assert fitted[4] < fitted[:4].min() - 10
