"""What is expected to be lost by the rule set that looks best."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim.analysis.comparing.expected_loss import expected_losses, loss_draws, savings_of

EVEN = 0.25


def blocks_of(rng: np.random.Generator, deviations: list[float], n: int, spread: float = 0.2) -> np.ndarray:
    """Blocks of one number for each rule set, which share three quarters of their luck."""
    luck = rng.normal(0.0, spread, (n, 1)) * np.sqrt(0.75)
    own_luck = rng.normal(0.0, spread, (n, len(deviations))) * np.sqrt(0.25)
    return (EVEN + np.array(deviations) + luck + own_luck)[:, :, None]


def test_the_nearest_is_the_best_and_loses_least() -> None:
    rng = np.random.default_rng(1)
    draws = loss_draws(blocks_of(rng, [0.05, 0.01, -0.04], 2000, spread=0.05), EVEN, [0.0] * 3, 1, seed=1)
    losses = expected_losses(draws)
    assert losses.best == 1
    assert losses.chances.sum() == pytest.approx(1.0)
    assert losses.chances[1] > 0.99
    assert losses.expected[0] == pytest.approx(0.04, abs=0.005)
    assert losses.expected[2] == pytest.approx(0.03, abs=0.005)


def test_what_another_saves_is_the_difference_of_the_expected_losses_with_an_interval() -> None:
    rng = np.random.default_rng(1)
    draws = loss_draws(blocks_of(rng, [0.05, 0.01, 0.05], 2000, spread=0.05), EVEN, [0.0] * 3, 1, seed=1)
    losses = expected_losses(draws)
    itself, nearer, equal = savings_of(draws, chosen=0, level=0.95, n_blocks=2000)
    assert nearer.value == pytest.approx(losses.expected[0] - losses.expected[1])
    assert 0.035 < nearer.low < nearer.value < nearer.high < 0.045
    assert equal.low < 0.0 < equal.high
    assert itself.value == 0.0


def test_a_cost_counts_like_distance() -> None:
    rng = np.random.default_rng(2)
    blocks = blocks_of(rng, [0.05, 0.01], 2000)
    assert expected_losses(loss_draws(blocks, EVEN, [0.0, 0.0], 1, seed=1)).best == 1
    assert expected_losses(loss_draws(blocks, EVEN, [0.0, 0.06], 1, seed=1)).best == 0


def test_the_same_games_lose_nothing_against_each_other() -> None:
    rng = np.random.default_rng(3)
    blocks = np.repeat(blocks_of(rng, [0.02], 300), 2, axis=1)
    losses = expected_losses(loss_draws(blocks, EVEN, [0.0, 0.0], 1, seed=1))
    assert losses.expected.tolist() == [0.0, 0.0]
    assert losses.best == 0


@pytest.mark.long
def test_no_more_is_lost_than_is_expected_by_blocks_that_did_not_choose() -> None:
    """Over 150 triples of rule sets with normal deviations, stopped at 0.3 points, as `questions.decide` does it.

    Three standard errors are allowed.
    """
    rng = np.random.default_rng(4)
    claimed, lost, are_best = [], [], []
    chances = []
    for repetition in range(150):
        deviations = rng.normal(0.0, 0.02, 3)
        blocks = blocks_of(rng, deviations.tolist(), 2000)
        for n in (500, 1000, 2000):
            chosen = expected_losses(loss_draws(blocks[: n // 2], EVEN, [0.0] * 3, 1, seed=repetition)).best
            losses = expected_losses(loss_draws(blocks[n // 2 : n], EVEN, [0.0] * 3, 1, seed=repetition))
            if losses.expected[chosen] <= 0.003:
                distances = np.abs(deviations)
                claimed.append(losses.expected[chosen])
                lost.append(distances[chosen] - distances.min())
                chances.append(losses.chances[chosen])
                are_best.append(distances[chosen] == distances.min())
                break
    assert len(lost) > 75, "most are decided"
    assert np.mean(lost) <= np.mean(claimed) + 3 * np.std(lost) / np.sqrt(len(lost))
    assert np.mean(are_best) >= np.mean(chances) - 3 * np.std(are_best) / np.sqrt(len(are_best))
