"""The environment keeps PettingZoo's promises, and its games are those of the rest of the package."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.random._generator import Generator

from rajas_sim.core.engine.chance import STRATEGY_STREAM, derive
from rajas_sim.core.engine.records import writable_copy
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES, box_label
from rajas_sim.core.positions.state import State
from rajas_sim.learning import environment
from rajas_sim.learning.aec import Environment
from tests.untyped import Array

pytest.importorskip("pettingzoo", reason="the extra rajas[rl] is not installed")
from pettingzoo.test import api_test, seed_test

TABLES = [
    *((game, {"players": players}) for game in GAMES for players in box_label(game).player_counts),
    ("ganges", {"players": 2, "variant": "mixed", "modules": ("ganga",)}),
    ("charmers", {"players": 3, "variant": "moon"}),
]
#: What its test calls unusual and PettingZoo's own games of cards and boards do as well.
AS_IN_CLASSIC_GAMES = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


def played(env: Environment, chooser: Generator) -> list[tuple[str, dict[str, Array], int]]:
    """Play on to the end with random actions; return what was asked: the agent, its observation and the action."""
    asked = []
    while not env.terminations[env.agent_selection]:
        agent = env.agent_selection
        seen, reward, *_ = env.last()
        assert reward == 0.0
        action = int(chooser.choice(np.flatnonzero(seen["action_mask"])))
        asked.append((agent, seen, action))
        env.step(action)
    return asked


def as_seen(state: State) -> State:
    """Return a position with the seed that strategies see."""
    array = writable_copy(state.array)
    array["seed"] = derive(state.seed, STRATEGY_STREAM, state.seat_to_move)
    return type(state)(state.rules, array)


@pytest.mark.parametrize(("game", "settings"), TABLES)
@pytest.mark.filterwarnings(*AS_IN_CLASSIC_GAMES)
def test_it_passes_the_test_of_pettingzoo(game: str, settings: dict[str, Any]) -> None:
    api_test(environment(game, **settings), num_cycles=150)


@pytest.mark.parametrize(("game", "settings"), TABLES)
def test_the_same_seed_gives_the_same_game(game: str, settings: dict[str, Any]) -> None:
    seed_test(lambda: environment(game, **settings), num_cycles=150)


@pytest.mark.parametrize("game", GAMES)
def test_the_position_that_is_shown_has_not_the_luck_of_the_game(game: str) -> None:
    """Otherwise whoever plays it on would know the dice that will be rolled."""
    env = environment(game)
    env.reset(seed=7)
    shown = env.position
    start = find_game(game).new_game(env.rules, 7)
    while len(start.option_codes) == 1:
        start = start.play(start.option_codes[0])
    assert (shown.to_plain() | {"seed": 0}) == (start.to_plain() | {"seed": 0})
    assert shown.seed != start.seed == 7


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_deals_the_game_of_that_seed(game: str) -> None:
    env = environment(game, 3)
    env.reset(seed=7)
    start = find_game(game).new_game(env.rules, 7)
    while len(start.option_codes) == 1:
        start = start.play(start.option_codes[0])
    assert env.position == as_seen(start)
    assert env.render() == str(start)


@pytest.mark.parametrize(("game", "settings"), TABLES)
def test_its_games_are_those_of_positions(game: str, settings: dict[str, Any]) -> None:
    env = environment(game, **settings)
    env.reset(seed=11)
    state = find_game(game).new_game(env.rules, 11)
    for agent, seen, action in played(env, np.random.default_rng(3)):
        while len(state.option_codes) == 1:
            state = state.play(state.option_codes[0])
        assert agent == f"seat_{state.seat_to_move + 1}"
        allowed = [env.actions[i] for i in np.flatnonzero(seen["action_mask"])]
        assert sorted(allowed) == sorted((state.decision, code) for code in state.option_codes)
        state = state.play(env.actions[action].code)
    while not state.is_over:
        state = state.play(state.option_codes[0])
    assert as_seen(state) == env.position
    assert env.rewards == {f"seat_{standing.seat + 1}": standing.win_share for standing in state.standings}
    assert sum(env.rewards.values()) == pytest.approx(1.0)


def test_without_a_seed_follow_other_games_and_the_same_ones_after_the_same_seed() -> None:
    env = environment("charmers")

    def luck_of_three() -> list[int]:
        seeds = []
        for seed in (5, None, None):
            env.reset(seed=seed)
            seeds.append(int(env.position.seed))
        return seeds

    seeds = luck_of_three()
    assert seeds[0] in [derive(5, STRATEGY_STREAM, seat) for seat in range(2)]
    assert len(set(seeds)) == 3
    assert luck_of_three() == seeds


def test_who_is_not_to_move_sees_the_table_and_may_do_nothing() -> None:
    env = environment("charmers", 3)
    env.reset(seed=7)
    for agent in env.agents:
        seen = env.observe(agent)
        assert seen["action_mask"].any() == (agent == env.agent_selection)
        assert env.observation_space(agent).contains(seen)


def test_an_action_that_is_not_allowed_is_refused_in_a_sentence_and_changes_nothing() -> None:
    env = environment("ganges")
    env.reset(seed=7)
    before = env.position
    (wrong,) = [i for i, action in enumerate(env.actions) if action == ("choose_good", 1)]
    with pytest.raises(ValueError, match=rf"action {wrong} \(choose_good 1\) is not allowed now; allowed: \d"):
        env.step(wrong)
    for no_action in (len(env.actions), -1, None, 1.0):
        with pytest.raises(ValueError, match="is no action; a whole number from 0 to"):
            env.step(no_action)
    env.observe(env.agent_selection)["action_mask"][:] = 1
    with pytest.raises(ValueError, match="is not allowed now"):
        env.step(len(env.actions) - 1)
    assert env.position == before


def test_players_of_a_mixed_group_get_the_boards_they_are_given() -> None:
    env = environment("ganges", 3, "mixed", boards=("basic", "basic", "navaratnas"))
    env.reset(seed=1)
    board = env.fields["seats[2].board"].offset
    assert [int(env.observe(agent)["observation"][board]) for agent in env.agents] == [1, 0, 0]
    with pytest.raises(InputError, match="no choice of boards"):
        environment("ganges", 2, boards=("basic", "basic"))


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="unknown game 'gangs'; did you mean 'ganges'"):
        environment("gangs")
    with pytest.raises(InputError, match="players: 7 is not possible"):
        environment("charmers", 7)


def test_a_pickled_environment_goes_on_alike() -> None:
    env = environment("charmers", 3)
    env.reset(seed=7)
    other = pickle.loads(pickle.dumps(env))
    one, two = (played(each, np.random.default_rng(1)) for each in (env, other))
    assert [(agent, action) for agent, _, action in one] == [(agent, action) for agent, _, action in two]
    assert env.position == other.position


def test_without_the_extra_it_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; from rajas_sim.learning import environment; environment('charmers')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        "ImportError: learning environments need PettingZoo, which is not installed: pip install 'rajas[rl]'"
    )
