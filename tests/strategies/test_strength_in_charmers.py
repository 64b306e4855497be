"""How strong the shipped strategies of The Dice Charmers must be."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.game import find_game
from rajas_sim.core.strategies.registry import find_strategy

GAME = find_game("charmers")
SPECIALISTS = ("road_builder", "trader", "river_and_palace")


def shares(one: str, other: str, blocks: int, **rules: Any) -> np.ndarray:
    """Return the win share of a strategy against another by block: one luck, played with the seats both ways."""
    seatings = np.tile(np.array([[0, 1], [1, 0]], np.int8), (blocks, 1))
    seeds = np.array([block_seed(1, g // 2) for g in range(2 * blocks)], np.uint64)
    line_up = [find_strategy(name, game=GAME.name) for name in (one, other)]
    seats = GAME.batches.play(GAME.rules(2, **rules), line_up, seatings, seeds, ["seats"])["seats"]
    return seats["win_share"][seats["strategy"] == 0].reshape(blocks, 2).mean(axis=1)


@pytest.mark.parametrize("side", GAME.variants)
def test_balanced_beats_random_in_at_least_98_of_100_games(side: str) -> None:
    assert shares("balanced", "random", 400, variant=side).mean() >= 0.98


@pytest.mark.parametrize("specialist", SPECIALISTS)
def test_balanced_beats_each_specialist_in_more_than_half(specialist: str) -> None:
    # One-sided t test over blocks: if the two were equally strong, 1 seed in 100 would pass.
    wins = shares("balanced", specialist, 2500)
    assert stats.ttest_1samp(wins, 0.5, alternative="greater").pvalue < 0.01


@pytest.mark.parametrize("specialist", SPECIALISTS)
def test_no_specialist_is_hopeless_against_balanced(specialist: str) -> None:
    assert shares(specialist, "balanced", 500).mean() > 0.1


@pytest.mark.parametrize("specialist", SPECIALISTS)
def test_every_specialist_plays_far_better_than_random(specialist: str) -> None:
    assert shares(specialist, "random", 300).mean() >= 0.95


@pytest.mark.parametrize(
    ("specialist", "colours"), [("road_builder", {"green"}), ("trader", {"purple"}), ("river_and_palace", {"blue", "orange"})]
)
def test_the_specialists_take_the_dice_they_are_called_after(specialist: str, colours: set[str]) -> None:
    def share(name: str) -> float:
        strategy = find_strategy(name, game=GAME.name)
        seeds = np.arange(300, dtype=np.uint64)
        dice = GAME.batches.play(GAME.rules(2), [strategy], np.zeros((300, 2), np.int8), seeds, ["turns"])["turns"]["die"]
        return float(np.isin(dice, [GAME.vocabulary["die"].index(colour) for colour in colours]).mean())

    assert share(specialist) > share("balanced") + 0.01
