"""Chances among several, recovered from who won."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import softmax

from rajas_sim.analysis.statistics.softmax import fit_softmax

TRUE = np.array([1.2, -0.7, 0.3])


def chosen(rng: np.random.Generator, chances: np.ndarray) -> np.ndarray:
    """Draw who wins, one row a choice."""
    winner = (rng.random(len(chances))[:, None] > chances.cumsum(axis=1)).sum(axis=1)
    return np.eye(chances.shape[1])[winner.clip(max=chances.shape[1] - 1)]


def test_coefficients_are_recovered() -> None:
    rng = np.random.default_rng(5)
    features = rng.normal(size=(8000, 4, 3))
    won = chosen(rng, softmax(features @ TRUE, axis=1))
    fitted = fit_softmax([(features[:3000], won[:3000]), (features[3000:], won[3000:])], 3, 1e-6)
    # The standard errors are about 0.018; 4.4 of them are exceeded once in 100,000 times by each of the three.
    assert fitted == pytest.approx(TRUE, abs=0.08)


def test_what_all_have_in_common_cancels_out_and_gets_no_weight() -> None:
    rng = np.random.default_rng(6)
    features = rng.normal(size=(500, 3, 2))
    features[:, :, 1] = features[:, :1, 1]
    won = chosen(rng, softmax(features[:, :, :1] @ TRUE[:1], axis=1))
    fitted = fit_softmax([(features, won)], 2, 1.0)
    assert fitted[1] == pytest.approx(0.0, abs=1e-9)
    assert fitted[0] > 0.8


def test_a_feature_that_never_errs_has_a_finite_weight() -> None:
    won = np.eye(2)[[0, 1, 0, 1, 0]]
    (weight,) = fit_softmax([(won[:, :, None], won)], 1, 1.0)
    assert 0.5 < weight < 5.0


def test_a_shared_win_counts_with_its_shares() -> None:
    features = np.array([[[1.0], [0.0]]])
    (weight,) = fit_softmax([(features, np.array([[0.5, 0.5]]))], 1, 1e-6)
    assert weight == pytest.approx(0.0, abs=1e-6)
