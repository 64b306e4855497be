from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.running.tuning.match import match_shares


def test_a_match_is_its_mean_over_blocks_with_an_interval() -> None:
    wins = np.r_[np.full(300, 1.0), np.full(100, 0.5), np.full(100, 0.0)]
    (share,) = match_shares([wins], 0.95)
    assert share.value == pytest.approx(0.7)
    assert 0.66 < share.low < 0.68 < 0.72 < share.high < 0.74
    assert (share.level, share.n) == (0.95, 500)


def test_intervals_of_several_matches_hold_together() -> None:
    wins = np.tile([0.0, 1.0], 200)
    (alone,), (first, second) = match_shares([wins], 0.95), match_shares([wins, wins], 0.95)
    assert (first.low, first.high) == (second.low, second.high)
    assert first.low < alone.low < alone.high < first.high
    assert first.method.endswith("Bonferroni over 2")


def test_the_interval_of_a_match_covers_as_often_as_it_says() -> None:
    """2,000 matches of 50 blocks at a share of 0.8: at least 93.5 % must, three standard errors below 95 %; 1 in 700 fails."""
    rng = np.random.default_rng(7)
    wins = rng.binomial(2, 0.8, (2000, 50)) / 2
    shares = [match_shares([match], 0.95)[0] for match in wins]
    assert np.mean([share.low <= 0.8 <= share.high for share in shares]) >= 0.935
