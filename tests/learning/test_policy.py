"""A policy plays as a strategy exactly as it does in the environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rajas_sim import strategy
from rajas_sim.core.errors import StrategyError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.learning import chosen_by, environment
from tests.untyped import Array, Record


def arbitrary(observation: Array, mask: Array) -> int:
    """Return an allowed action that depends on every number of the observation."""
    allowed = np.flatnonzero(mask)
    return allowed[int(observation @ np.arange(1, len(observation) + 1)) % len(allowed)]


def as_strategy(policy: Callable[..., Any]) -> Strategy:
    @strategy(compiled=False)
    def learned(state: Record, parameters: Array) -> int:
        """Play by a policy."""
        return chosen_by(policy, state)

    return learned


@pytest.mark.parametrize("game", GAMES)
def test_a_policy_plays_the_same_game_as_a_strategy(game: str) -> None:
    pytest.importorskip("pettingzoo", reason="the extra rajas[rl] is not installed")
    env = environment(game, 3)
    env.reset(seed=5)
    while not env.terminations[env.agent_selection]:
        seen = env.observe(env.agent_selection)
        env.step(arbitrary(seen["observation"], seen["action_mask"]))
    record = find_game(game).play_game(env.rules, [as_strategy(arbitrary)] * 3, 5)
    assert (record.final.to_plain() | {"seed": 0}) == (env.position.to_plain() | {"seed": 0})


def test_a_policy_that_chooses_what_is_not_allowed_is_named() -> None:
    game = find_game("charmers")
    with pytest.raises(StrategyError, match=r"'learned' raised ValueError: action \d+ \(take_die \d+\) is not allowed now"):
        game.play_game(game.rules(2), [as_strategy(lambda observation, mask: int(np.argmin(mask)))] * 2, 3)
