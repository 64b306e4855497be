"""Weights of units, and percentiles that hold together."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.analysis.statistics.bootstrap import simultaneous_percentiles, smooth_weights


@pytest.mark.parametrize("n", [5, 40])
def test_the_variance_of_a_weighted_mean_is_the_usual_one(n: int) -> None:
    """The spread of 40,000 draws is known to 1 % or better: 4 % is out of reach of chance."""
    rng = np.random.default_rng(n)
    values = rng.random(n)
    means = smooth_weights(rng, np.zeros(n, dtype=np.int64), 40_000) @ values / n
    assert means.mean() == pytest.approx(values.mean(), abs=0.01)
    assert means.std() == pytest.approx(values.std(ddof=1) / np.sqrt(n), rel=0.04)


def test_what_strata_differ_by_adds_nothing() -> None:
    strata = np.repeat([0, 1, 2], 10)
    weights = smooth_weights(np.random.default_rng(1), strata, 100)
    np.testing.assert_allclose(weights @ (strata * 5.0), strata.sum() * 5.0)
    assert (weights > 0.0).all()


def test_intervals_hold_a_share_of_the_draws_in_all_columns_at_once() -> None:
    draws = np.random.default_rng(2).normal(size=(4000, 6))
    low, high = simultaneous_percentiles(draws, 0.9)
    is_in = (draws >= low) & (draws <= high)
    assert is_in.all(axis=1).mean() == pytest.approx(0.9, abs=0.01)
    tails = [(draws < low).mean(axis=0), (draws > high).mean(axis=0)]
    np.testing.assert_allclose(tails, tails[0][0])


def test_a_mirrored_column_makes_intervals_no_wider() -> None:
    draws = np.random.default_rng(3).normal(size=(1001, 1))
    alone = simultaneous_percentiles(draws, 0.95)
    low, high = simultaneous_percentiles(np.hstack([draws, -draws]), 0.95)
    assert (low[0], high[0]) == (alone[0][0], alone[1][0])
    assert (low[1], high[1]) == (-high[0], -low[0])
