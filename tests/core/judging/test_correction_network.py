"""The network that corrects worths: what it says, its gradient, and fitting it to what was planted."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from rajas_sim.core.judging.correction_network import (
    HIDDEN,
    NO_KIND,
    Examples,
    add_gradient,
    best_worth,
    correction,
    fill_at_random,
    fit,
    row_names,
    sum_features,
)

FEATURES, KINDS = ("one", "late"), ("left", "right")
ROWS = row_names(FEATURES, KINDS)
Floats = NDArray[np.float64]


def new_network(seed: int = 1) -> Floats:
    numbers = np.zeros(len(ROWS) * HIDDEN)
    fill_at_random(numbers, len(FEATURES), seed)
    return numbers


def said(numbers: Floats, examples: Examples, nth: int) -> Floats:
    """Return what the network says of the options of a decision, less its mean."""
    sums, activations = np.zeros(HIDDEN), np.zeros(HIDDEN)
    first, last = examples.firsts[nth], examples.firsts[nth + 1]
    best = best_worth(examples.worths[first:], last - first)
    sum_features(numbers, examples.features[nth], sums)
    outputs = [
        correction(numbers, len(FEATURES), sums, examples.kinds[i], examples.worths[i], best, activations)
        for i in range(first, last)
    ]
    return np.array(outputs) - np.mean(outputs)


def errors(numbers: Floats, examples: Examples) -> float:
    return float(
        sum(
            ((said(numbers, examples, nth) - examples.targets[examples.firsts[nth] : examples.firsts[nth + 1]]) ** 2).sum()
            for nth in range(len(examples.features))
        )
    )


def planted(n: int, seed: int = 1) -> Examples:
    """Return decisions between left, right and another option; late in the game, right is better than its worth says."""
    draws = np.random.default_rng(seed)
    features = np.column_stack([np.ones(n), draws.integers(0, 2, n).astype(np.float64)])
    targets = np.zeros((n, 3))
    targets[:, 1] = np.where(features[:, 1] > 0, 0.5, 0.0)
    targets -= targets.mean(axis=1, keepdims=True)
    kinds = np.tile(np.array([0, 1, NO_KIND], np.int16), n)
    return Examples(features, np.arange(0, 3 * n + 1, 3), kinds, draws.normal(0, 3, 3 * n), targets.ravel())


def test_each_feature_kind_and_last_row_has_a_name() -> None:
    assert ROWS == ("one", "late", "other options", "option left", "option right", "worth", "behind the best", "output")


def test_worths_beyond_all_bounds_are_seen_as_the_bounds() -> None:
    assert best_worth(np.array([-1e9, -3.0, 5.0]), 2) == -3.0
    assert best_worth(np.array([1e9, 2.0]), 2) == 60.0
    assert best_worth(np.array([-1e9]), 1) == -20.0


def test_what_is_said_is_the_sum_of_the_active_units() -> None:
    numbers = np.zeros((len(ROWS), HIDDEN))
    numbers[ROWS.index("late"), :2] = [2.0, -2.0]
    numbers[ROWS.index("option right"), :2] = [1.0, 1.0]
    numbers[ROWS.index("worth"), 0] = 10.0
    numbers[ROWS.index("output"), :2] = [0.5, 100.0]
    sums, activations = np.zeros(HIDDEN), np.zeros(HIDDEN)
    sum_features(numbers.ravel(), np.array([1.0, 3.0]), sums)
    assert correction(numbers.ravel(), 2, sums, 1, 4.0, 4.0, activations) == pytest.approx(0.5 * (2 * 3 + 1 + 10 * 0.4))
    assert correction(numbers.ravel(), 2, sums, NO_KIND, 4.0, 4.0, activations) == pytest.approx(0.5 * (2 * 3 + 10 * 0.4))


def test_gradient_are_those_of_the_squared_errors() -> None:
    numbers, examples = new_network(), planted(2)
    gradient = np.zeros(len(numbers))
    for nth in range(2):
        add_gradient(numbers, examples, nth, np.zeros(HIDDEN), np.zeros((3, HIDDEN)), np.zeros(3), gradient)
    step = 1e-6
    for i in range(0, len(numbers), 7):
        up, down = numbers.copy(), numbers.copy()
        up[i] += step
        down[i] -= step
        assert gradient[i] == pytest.approx((errors(up, examples) - errors(down, examples)) / (2 * step), abs=1e-6)


@pytest.mark.slow
def test_what_was_planted_is_found() -> None:
    numbers, examples = new_network(), planted(640)
    before = errors(numbers, examples)
    fit(numbers, examples, 1, 20)
    fresh = planted(50, seed=2)
    assert errors(numbers, examples) < before / 20
    assert errors(numbers, fresh) / 50 < 0.01
    late = int(np.flatnonzero(fresh.features[:, 1] > 0)[0])
    assert said(numbers, fresh, late) == pytest.approx([-1 / 6, 1 / 3, -1 / 6], abs=0.15)


def test_a_network_is_drawn_and_fitted_from_its_seed() -> None:
    assert np.array_equal(new_network(1), new_network(1))
    assert not np.array_equal(new_network(1), new_network(2))
    fitted = []
    for seed in (1, 1, 2):
        numbers = new_network()
        fit(numbers, planted(300), seed, 2)
        fitted.append(numbers)
    assert np.array_equal(fitted[0], fitted[1])
    assert not np.array_equal(fitted[0], fitted[2])
