"""What every strategy must do (conformance), and how strong the shipped ones must be."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy import stats

from rajas_sim import strategy
from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.engine.kernel import Options, is_interpreted
from rajas_sim.core.errors import InputError, StrategyError
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy as find_of_game
from rajas_sim.core.strategies.registry import known_names
from rajas_sim.ganges.rulebook.terms import READINGS
from rajas_sim.running.authoring.conformance import check
from tests.untyped import Array, Record

GAME = find_game("ganges")
find = partial(find_of_game, game=GAME.name)


def quick(name: str, game: str) -> Strategy:
    """Return a shipped strategy, with a small budget if it searches."""
    shipped = find_of_game(name, game=game)
    return shipped.tuned({"budget": 4}) if "budget" in shipped.values else shipped


def played_here(game: str) -> list[str]:
    """Return the strategies that play a game within seconds: uncompiled, none that searches."""
    return [name for name in known_names(game) if not (is_interpreted() and "budget" in find_of_game(name, game=game).values)]


#: Those that take long to play or to compile.
LASTING = ("expert", "master", "adept", "three_sentences", "python_example")
#: Every strategy under every game it plays.
EVERY = [pytest.param(find_game(game), quick(name, game), id=f"{game}-{name}") for game in GAMES for name in played_here(game)]


def play(  # noqa: PLR0913 - a keyword for each thing that tests change
    line_up: list[Strategy],
    n: int,
    players: int = 2,
    seed: int = 1,
    game: Game = GAME,
    variant: str | None = None,
    **overrides: Any,
) -> dict[str, np.ndarray]:
    """Return the seats table of n games; strategies rotate through the seats, and each luck is played under every rotation."""
    first = np.arange(n)[:, None] + np.arange(players)[None, :]
    seatings = (first % len(line_up)).astype(np.int8)
    seeds = np.array([block_seed(seed, g // len(line_up)) for g in range(n)], np.uint64)
    return game.batches.play(game.rules(players, variant, overrides=overrides), line_up, seatings, seeds, ["seats"])["seats"]


def block_shares(seats: dict[str, Array], label: int, blocks: int) -> np.ndarray:
    """Return the win share of one strategy of the line-up, averaged within each block."""
    return seats["win_share"][seats["strategy"] == label].reshape(blocks, -1).mean(axis=1)


# --- what every strategy must do


@pytest.mark.parametrize(("game", "played"), EVERY)
def test_a_strategy_describes_itself_and_its_parameters(game: Game, played: Strategy) -> None:
    again = quick(played.name, game.name)
    # A file may have been loaded again since; the same source makes another function.
    assert replace(played, body=again.body) == again
    assert len(played.description.splitlines()) >= 3, "idea and origin, not only a title"
    for declared in played.parameters:
        assert declared.unit
        assert declared.meaning


@pytest.mark.parametrize(
    ("game", "played"),
    [pytest.param(*kind.values, id=kind.id, marks=pytest.mark.long if str(kind.id).endswith(LASTING) else ()) for kind in EVERY],
)
def test_a_strategy_does_what_every_strategy_must_do(game: Game, played: Strategy) -> None:
    assert [duty for duty in check(game, played) if duty.problem is not None] == []


# --- those of Rajas of the Ganges


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name in LASTING else ()) for name in played_here(GAME.name)]
)
def test_a_strategy_copes_with_every_reading(name: str) -> None:
    other: dict[str, Any] = {f"readings.{reading}": choices[-1] for reading, choices in READINGS.items()}
    for variant in ("base", "navaratnas"):
        played = quick(name, GAME.name)
        n_games = 20 if played.is_compiled and "budget" not in played.values else 2
        play([played], n_games, 3, variant=variant, **other | {"game.round_limit": 30})


def test_random_uses_all_of_its_chances() -> None:
    seats = play([find("random")], 200)
    assert len(set(zip(seats["fame"].tolist(), seats["money"].tolist(), strict=True))) > 200


def test_balanced_beats_random_in_at_least_99_of_100_games() -> None:
    blocks = 1000
    wins = block_shares(play([find("balanced"), find("random")], 2 * blocks), 0, blocks)
    assert wins.mean() >= 0.99


@pytest.mark.parametrize("specialist", ["fame_rush", "market_rush"])
def test_balanced_beats_each_specialist_in_more_than_half(specialist: str) -> None:
    # One-sided t test over blocks: if the two were equally strong, 1 seed in 1,000 would pass.
    blocks = 1000
    wins = block_shares(play([find("balanced"), find(specialist)], 2 * blocks), 0, blocks)
    assert stats.ttest_1samp(wins, 0.5, alternative="greater").pvalue < 0.001


def test_no_specialist_is_hopeless_against_balanced() -> None:
    blocks = 1000
    for specialist in ("fame_rush", "market_rush"):
        wins = block_shares(play([find("balanced"), find(specialist)], 2 * blocks), 1, blocks)
        assert wins.mean() > 0.05


@pytest.mark.long
@pytest.mark.skipif(is_interpreted(), reason="a search takes hours")
@pytest.mark.parametrize("game", GAMES)
def test_expert_beats_balanced_and_itself_with_a_smaller_budget(game: str) -> None:
    """One-sided t tests over blocks: if the two were equally strong, 1 seed in 1,000 would pass."""
    expert, weaker = (find_of_game("expert", {"budget": budget}, game=game) for budget in (64, 8))
    for other in (find_of_game("balanced", game=game), weaker):
        blocks = 60
        wins = block_shares(play([expert, other], 2 * blocks, game=find_game(game)), 0, blocks)
        assert stats.ttest_1samp(wins, 0.5, alternative="greater").pvalue < 0.001


# --- parameters and names


def test_an_unknown_strategy_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="unknown strategy 'balancd'; did you mean 'balanced'"):
        find("balancd")


def test_all_wrong_parameters_are_reported_at_once() -> None:
    with pytest.raises(InputError) as caught:
        find("balanced", {"fme": 1.0, "die": 99.0, "karma": "many"})  # type: ignore[dict-item]
    text = "\n".join(caught.value.problems)
    assert "unknown parameter 'fme'; did you mean 'fame'" in text
    assert "parameter die: 99.0 is outside 0 to 5" in text
    assert "parameter karma: a number is needed, found 'many'" in text


def test_a_parameter_changes_what_a_strategy_does() -> None:
    seats = play([find("balanced"), find("balanced", {"money": 0.0}, label="poor")], 400)
    assert seats["money"][seats["strategy"] == 1].mean() < seats["money"][seats["strategy"] == 0].mean()


def test_the_digest_follows_source_and_parameters() -> None:
    assert find("balanced").digest() == find("balanced").digest()
    assert find("balanced").digest() != find("balanced", {"die": 2.5}).digest()


# --- strategies that misbehave


@strategy()
def answers_with_nonsense(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Return something that is never an option."""
    return 12345


@strategy(compiled=False)
def answers_with_nothing(state: State, parameters: Array) -> None:
    """Return None."""


@strategy(compiled=False)
def raises_an_error(state: State, parameters: Array) -> Option:
    """Fail."""
    raise ZeroDivisionError("a bug of its author's")


@strategy(compiled=False)
def leaves(state: State, parameters: Array) -> Option:
    """End the program, which must not look like the end of its games."""
    raise SystemExit


KEPT: list[Option] = []


@strategy(compiled=False)
def keeps_an_option(state: State, parameters: Array) -> Option:
    """Answer with an option of an earlier decision."""
    KEPT.append(state.options[0])
    return KEPT[0]


@strategy(compiled=False)
def peeks_two_plies_ahead(state: State, parameters: Array) -> Option:
    """Play its own copy on, which is allowed: the luck in it is not the game's."""
    return max(state.options, key=lambda option: len(state.play(option).option_codes))


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (answers_with_nonsense, "'answers_with_nonsense' returned 12345, which is not an option of the decision place"),
        (answers_with_nothing, "'answers_with_nothing' returned None, which is not an option of the decision place"),
        (leaves, "'leaves' raised SystemExit:  in test_strategies.py, line "),
        (keeps_an_option, "'keeps_an_option' returned <Option"),
        (raises_an_error, "'raises_an_error' raised ZeroDivisionError: a bug of its author's in test_strategies.py, line "),
    ],
)
def test_a_strategy_that_misbehaves_is_named_with_the_place(bad: Strategy, message: str) -> None:
    with pytest.raises(StrategyError) as caught:
        play([bad, find("random")], 2)
    assert message in str(caught.value)
    assert "seed" in str(caught.value)


@strategy(game="ganges")
def misspells_a_field(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Ask for a field there is none of."""
    return options[0] if state.mony > 3 else options[1]


@strategy(game="ganges")
def forgets_that_it_is_python(state: State, parameters: Array) -> Option:
    """Take what a plain Python strategy takes."""
    return state.options[0]


@pytest.mark.skipif(is_interpreted(), reason="nothing is compiled")
@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (misspells_a_field, "in test_strategies.py cannot be compiled: records have no field 'mony'"),
        (forgets_that_it_is_python, "one in plain Python says compiled=False"),
    ],
)
def test_a_strategy_that_cannot_be_compiled_is_named_with_the_reason(bad: Strategy, message: str) -> None:
    with pytest.raises(StrategyError, match=re.escape(message)):
        play([bad, find("random")], 2)


def test_a_strategy_may_play_its_copy_on() -> None:
    assert len(play([peeks_two_plies_ahead, find("random")], 2)["rank"]) == 4


def test_plain_python_and_compiled_strategies_can_sit_at_one_table() -> None:
    seats = play([find("python_example"), find("balanced")], 4)
    assert np.isclose(seats["win_share"].sum(), 4)
