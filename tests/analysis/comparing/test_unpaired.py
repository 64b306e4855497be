"""Differences of independent samples hold as often as they say."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.analysis.comparing.unpaired import differences_from_first
from rajas_sim.analysis.reading.blocks import RatioSums


@pytest.mark.parametrize("is_share", [True, False])
def test_all_differences_hold_together(is_share: bool) -> None:
    """In 400 repetitions at 95 %, more than 36 misses come by chance in less than 1 of 1,000 tests."""
    rng = np.random.default_rng(5)
    truth, misses = {2: 0.1, 3: 0.3, 4: 0.35}, 0
    for _ in range(400):
        moments = {}
        for k, share in truth.items():
            of_block = rng.beta(8 * share, 8 * (1 - share), 60)  # rows of a block depend on each other
            values, weights = rng.binomial(30, of_block).astype(float), np.full(60, 30.0)
            moments[k] = RatioSums.of(values[:, None], weights).moments()
        differences = differences_from_first("share", moments, 0.95, is_share=is_share)
        assert set(differences) == {3, 4}
        misses += any(estimate.excludes(truth[k] - truth[2]) for k, estimate in differences.items())
    assert misses <= 36


def test_one_sample_has_no_differences() -> None:
    row = RatioSums.of(np.ones((5, 1)), np.ones(5)).moments()
    assert differences_from_first("share", {2: row}, 0.95, is_share=True) == {}
