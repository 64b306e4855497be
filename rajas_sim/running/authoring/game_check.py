"""Checks that every game in plain Python must pass: many games at random, each checked move by move."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any
from warnings import catch_warnings

import platformdirs
from hypothesis import HealthCheck, assume, find, settings, strategies
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import HypothesisException

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.plain.game import PlainGame
from rajas_sim.running.authoring.game_remarks import remarks_on
from rajas_sim.running.authoring.random_games import SEED, fingerprint, fingerprints_elsewhere
from rajas_sim.running.authoring.trial import Trial

#: So many games with each number of players also check texts, drawings and worths, which takes longer.
GAMES_IN_WORDS = 20
NOTHING_HIDDEN = "hidden(state, chance) returned the position as it was in every game, so that strategies see all of it"
OTHER_ORDER = (
    "the same games went otherwise in another process, so something depends on the order of a set, which differs from process to "
    "process; sort it (`sorted(...)`) before it is used"
)
#: CPU seconds for which Hypothesis looks for a failing game with each number of players, and for which it shortens one.
TIME_TO_LOOK, TIME_TO_SHORTEN = 1.0, 5.0
#: The seeds that Hypothesis tries are small, so that they are easy to type.
MOST_SEED = 999


@dataclass(frozen=True)
class CheckedGames:
    """Statistics of the games with one variant and number of players, or the shortest game found that went wrong.

    Attributes
    ----------
    n_games, n_decisions, n_options
        How many games were played, how many decisions had more than one option, and how many options these had.
    most_moves
        Number of moves in the longest game, those without a choice included.
    moves_per_s
        Moves per second, with random players and all checks.
    problem
        What went wrong; None if nothing did.
    moves
        The options played until then, in words.
    remarks
        What is not wrong, but may be a mistake.
    """

    variant: str
    players: int
    n_games: int = 0
    n_decisions: int = 0
    n_options: int = 0
    most_moves: int = 0
    moves_per_s: float = 0.0
    problem: str | None = None
    moves: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def check_game(game: PlainGame, n_games: int) -> Iterator[CheckedGames]:
    """Play random games of every variant and number of players, and check every move.

    Yields
    ------
    CheckedGames
        For each variant and number of players, as soon as its games are over.
    """
    elsewhere: dict[str, str] = {}
    for variant in game.variants:
        for players in game.player_counts:
            rules = game.rules(players, variant)
            checked = _check_rules(game, rules, n_games)
            if checked.problem is None:
                elsewhere = elsewhere or fingerprints_elsewhere(game)
                if fingerprint(rules) != elsewhere[f"{variant} {players}"]:
                    checked = replace(checked, problem=OTHER_ORDER)
            yield checked


def _check_rules(game: PlainGame, rules: Any, n_games: int) -> CheckedGames:  # noqa: ANN401 - rules of this game
    """Play random games up to the first failure, let Hypothesis look for a shorter one, and return the statistics."""
    start_time, trials = time.perf_counter(), list[Trial]()
    for game_index in range(n_games):
        seed = block_seed(SEED, game_index)
        trial = Trial(game, rules, seed, with_words=game_index < GAMES_IN_WORDS)
        trial.play(Random(seed).randrange)
        trials.append(trial)
        if trial.problem is not None:
            break
    moves_per_s = sum(len(trial.moves) for trial in trials) / (time.perf_counter() - start_time)
    most_moves = max(len(trial.moves) for trial in trials)
    shown_trial = _shortest_failure(trials[-1], most_moves, n_games) or trials[-1]
    problem, moves = shown_trial.problem, tuple(shown_trial.moves) if shown_trial.problem is not None else ()
    if problem is None and rules.file.function("hidden") is not None and not any(trial.hides for trial in trials):
        problem = NOTHING_HIDDEN
    return CheckedGames(
        rules.variant,
        rules.players,
        n_games=len(trials),
        n_decisions=sum(trial.n_choices for trial in trials),
        n_options=sum(trial.n_options for trial in trials),
        most_moves=most_moves,
        moves_per_s=moves_per_s,
        problem=problem,
        moves=moves,
        remarks=() if problem else tuple(remarks_on(game, rules)),
    )


def _shortest_failure(random_trial: Trial, most_moves: int, n_games: int) -> Trial | None:
    """Let Hypothesis look for a game in which something goes wrong, and shorten it; None if it finds none.

    Parameters
    ----------
    random_trial
        A random game. If something went wrong in it, Hypothesis gets more time.
    most_moves
        Longer games are not considered.
    n_games
        The most games to try before one goes wrong.
    """
    deadline = time.process_time() + (TIME_TO_SHORTEN if random_trial.is_wrong else TIME_TO_LOOK)
    failures: list[Trial] = []

    @strategies.composite
    def trials(draw: strategies.DrawFn) -> Trial:
        """Draw a seed and every choice, and play the game; keep it among the failures if something goes wrong."""
        trial = Trial(random_trial.game, random_trial.rules, draw(strategies.integers(0, MOST_SEED)), with_words=True)

        def choose(n_options: int) -> int:
            assume(len(trial.moves) < most_moves and time.process_time() < deadline)
            return draw(strategies.integers(0, n_options - 1))

        trial.play(choose)
        if trial.is_wrong:
            failures.append(trial)
        return trial

    set_hypothesis_home_dir(Path(platformdirs.user_cache_dir("rajas")) / "hypothesis")  # not in the current folder
    limits = settings(max_examples=n_games, database=None, deadline=None, suppress_health_check=[*HealthCheck])
    # Hypothesis raises if it finds no failure, or if a failure does not repeat (foreign randomness, or its time is over).
    with suppress(HypothesisException), catch_warnings(action="ignore"):
        find(trials(), lambda trial: trial.is_wrong, settings=limits, random=Random(SEED))
    return min(failures, key=lambda trial: len(trial.moves), default=None)
