"""Checks that the file of every game in plain Python must pass: thousands of games at random, each looked at move by move."""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import InputError, RajasError
from rajas_sim.core.game import find_game
from rajas_sim.plain.course import Course
from rajas_sim.plain.game import PlainGame
from rajas_sim.plain.game_file import ROUND_LIMIT, GameError
from rajas_sim.plain.plain_rules import PlainRules

SEED = 1
#: A game of more decisions does not end, as far as anybody can wait for it.
MOST_DECISIONS = 100_000


@dataclass(frozen=True)
class CheckedGames:
    """What the games with one number of players were like, or what went wrong in the one in which it was seen soonest.

    Attributes
    ----------
    n_games, n_decisions, n_options
        How many games were played, decisions with a choice made, and options these had.
    most_decisions
        Of the longest game.
    n_at_limit
        How many games ended only because they had as many rounds as a game may have.
    decisions_per_s
        All decisions a second, with random players and all checks.
    problem
        What went wrong; None if nothing did.
    moves
        The options played until then, in words.
    """

    variant: str
    players: int
    n_games: int = 0
    n_decisions: int = 0
    n_options: int = 0
    most_decisions: int = 0
    n_at_limit: int = 0
    decisions_per_s: float = 0.0
    problem: str | None = None
    moves: tuple[str, ...] = ()


def plain_game(name: str) -> PlainGame:
    """Return a game in plain Python by its name or the path of its file.

    Raises
    ------
    InputError
        If there is none, its file does not hold one, or it is compiled.
    """
    game = find_game(name)
    if not isinstance(game, PlainGame):
        raise InputError(f"{game.name}: is no game in plain Python; only such games are checked")
    return game


def check_game(game: PlainGame, n_games: int) -> Iterator[CheckedGames]:
    """Play games of every variant and number of players at random, and look at every move.

    Yields
    ------
    CheckedGames
        For each variant and number of players as soon as its games are over.
    """
    for variant in game.variants:
        for players in game.player_counts:
            yield _checked(game.rules(players, variant), n_games)


def _checked(rules: Any, n_games: int) -> CheckedGames:  # noqa: ANN401 - rules of this game
    start_time, soonest = time.perf_counter(), None
    n_decisions = n_choices = n_options = most = n_at_limit = 0
    for g in range(n_games):
        trial = _Trial(rules, block_seed(SEED, g))
        try:
            trial.play()
        except RajasError as error:
            trial.problem = str(error)
        except TypeError as error:  # what `hash` says
            trial.problem = f"positions and options must be hashable: {error}"
        if trial.problem is not None and (soonest is None or len(trial.moves) < len(soonest.moves)):
            soonest = trial
        n_decisions, most = n_decisions + len(trial.moves), max(most, len(trial.moves))
        n_choices, n_options = n_choices + trial.n_choices, n_options + trial.n_options
        n_at_limit += trial.is_at_limit
    rate = n_decisions / (time.perf_counter() - start_time)
    problem, moves = (None, ()) if soonest is None else (soonest.problem, tuple(soonest.moves))
    return CheckedGames(rules.variant, rules.players, n_games, n_choices, n_options, most, n_at_limit, rate, problem, moves)


class _Trial:
    """A game played at random, each move of which is looked at."""

    def __init__(self, rules: PlainRules, seed: int) -> None:
        self.rules, self.seed, self.random = rules, seed, Random(seed)
        self.moves: list[str] = []
        self.n_choices = self.n_options = 0
        self.problem: str | None = None
        self.is_at_limit = False

    def play(self) -> None:
        """Play the game; what goes wrong is raised."""
        course, again = Course(self.rules, self.seed), Course(self.rules, self.seed)
        if course.position != again.position:
            raise course.error("start(...) gave another position for the same seed; all luck must come from `chance`")
        while course.result is None:
            options = course.options()
            self._look_at_options(course, options)
            code = self.random.choice([*options])
            before = copy.deepcopy(course.position)
            self.moves.append(self.rules.file.option_text(course.position, options[code]))
            again, kept = course.copy(), course.position
            course.play(options[code])
            if kept != before:
                raise again.error(f"play(...) changed the position that it was given: it was {before!r}")
            again.play(options[code])
            if course.position != again.position:
                raise course.error("play(...) gave another position for the same luck; all luck must come from `chance`")
            if len(self.moves) > MOST_DECISIONS:
                raise course.error(f"the game has more than {MOST_DECISIONS:,} decisions; does it end?")
        self.is_at_limit = course.result.reason == ROUND_LIMIT

    def _look_at_options(self, course: Course, options: dict[int, Any]) -> None:
        self.n_choices += len(options) > 1
        self.n_options += len(options) if len(options) > 1 else 0
        if len(set(options.values())) < len(options):
            raise course.error(f"options(state) returned the same option twice: {[*options.values()]!r}")
        hash(course.position)
        decision, kinds = self.rules.file.decision_of(course.position), self.rules.file.decisions
        if decision not in kinds:
            raise course.error(f"decision(state) returned {decision!r}, which is not one of DECISIONS = {kinds!r}")
        for option in options.values():
            course.thing_of(option)
        hidden = course.copy(self.seed + 1)
        hidden.hide()
        if hidden.options() != options:
            raise GameError(
                f"{self.rules.file.path.name}: options(state) depends on what hidden(state, chance) hides from the seat to move: "
                f"{[*options.values()]!r}, and with other hidden luck {[*hidden.options().values()]!r}"
            )
