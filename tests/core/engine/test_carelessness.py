"""Strategies that take another option than they chose, with a stated probability."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rajas_sim.core.engine.chance import with_error
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.registry import find_strategy
from tests.untyped import Array

OPTIONS = np.array([3, 5, 8, 9], np.int16)
N = 20_000


def answers(error: float, options: Array = OPTIONS, n: int = N) -> list[int]:
    return [int(with_error(options, 5, error, 77, i)) for i in range(n)]


def test_without_errors_the_answer_stands() -> None:
    assert set(answers(0.0, n=500)) == {5}
    assert set(answers(1.0, options=OPTIONS[1:2], n=500)) == {5}


def test_an_error_is_any_other_option_with_the_same_probability() -> None:
    """Counts of 20,000 draws: by chance outside of 5 standard deviations in one of 600,000 such tests."""
    counts = Counter(answers(1.0))
    assert set(counts) == {3, 8, 9}
    assert all(abs(count - N / 3) < 5 * (N * 2 / 9) ** 0.5 for count in counts.values())


def test_errors_are_as_frequent_as_stated() -> None:
    """As above."""
    errors = sum(code != 5 for code in answers(0.2))
    assert abs(errors - 0.2 * N) < 5 * (N * 0.16) ** 0.5


def test_who_errs_more_often_errs_wherever_the_other_does() -> None:
    seldom, often = answers(0.1, n=2000), answers(0.3, n=2000)
    assert all(more == less for less, more in zip(seldom, often, strict=True) if less != 5)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_batch_errs_like_games_played_step_by_step(game: str) -> None:
    its_game = find_game(game)
    rules = its_game.rules(2)
    line_up = [find_strategy("balanced", game=game).careless(0.3), find_strategy("balanced", game=game)]
    seeds, seatings = np.arange(6, dtype=np.uint64), np.tile(np.array([0, 1], np.int8), (6, 1))
    decisions = its_game.batches.play(rules, line_up, seatings, seeds, ("games",))["games"]["decisions"].tolist()
    played = [its_game.play_game(rules, line_up, int(seed)) for seed in seeds]
    assert decisions == [len(record.choices) for record in played]
    careful = [its_game.play_game(rules, [line_up[1]] * 2, int(seed)) for seed in seeds]
    assert [record.choices for record in careful] != [record.choices for record in played]


def test_a_careless_strategy_is_another_one_and_leaves_its_decisions_to_chance() -> None:
    careful = find_strategy("balanced", game="ganges")
    careless = careful.careless(0.2)
    assert careless.digest() != careful.digest() == careful.careless(0.0).digest()
    assert (careful.is_deterministic, careless.is_deterministic, careful.careless(0.0).is_deterministic) == (True, False, True)


@pytest.mark.parametrize("error", [-0.1, 1.5, float("nan")])
def test_an_error_is_a_probability(error: float) -> None:
    with pytest.raises(InputError, match="must lie between 0 and 1"):
        find_strategy("random", game="ganges").careless(error)
