"""Checks that the file of every game in plain Python must pass: thousands of games at random, each looked at move by move."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Any

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import InputError, RajasError, RunError
from rajas_sim.core.game import find_game
from rajas_sim.plain.course import Course, shown
from rajas_sim.plain.game import PlainGame
from rajas_sim.plain.game_file import ROUND_LIMIT, GameError
from rajas_sim.plain.plain_rules import PlainRules
from rajas_sim.plain.search import worth
from rajas_sim.running.authoring.game_remarks import MOST_DECISIONS, SEED, random_game, remarks_on

#: In so many games with each number of players, words, drawings and worths are looked at as well, which takes longer.
GAMES_IN_WORDS = 20
NO_END = "the game went on for {} rounds, the most there may be (game.round_limit); does it end?"
NOTHING_HIDDEN = "hidden(state, chance) returned the position as it was in every game, so that strategies see all of it"
#: So many games are played again in another process.
GAMES_AGAIN = 5
OTHER_ORDER = (
    "the same games went otherwise in another process, so something depends on the order of a set, which differs from process to "
    "process; sort it (`sorted(...)`) before it is used"
)
#: In seconds: for so long a problem is looked for in a shorter game.
PATIENCE = 5.0


@dataclass(frozen=True)
class CheckedGames:
    """What the games with one number of players were like, or what went wrong in the one in which it was seen soonest.

    Attributes
    ----------
    n_games, n_decisions, n_options
        How many games were played, decisions with a choice made, and options these had.
    most_decisions
        Of the longest game.
    decisions_per_s
        All decisions a second, with random players and all checks.
    problem
        What went wrong; None if nothing did.
    moves
        The options played until then, in words.
    remarks
        What is no mistake, but may be one.
    """

    variant: str
    players: int
    n_games: int = 0
    n_decisions: int = 0
    n_options: int = 0
    most_decisions: int = 0
    decisions_per_s: float = 0.0
    problem: str | None = None
    moves: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


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
    elsewhere: dict[str, str] = {}
    for variant in game.variants:
        for players in game.player_counts:
            rules = game.rules(players, variant)
            checked = _checked(game, rules, n_games)
            if checked.problem is None:
                elsewhere = elsewhere or _fingerprints_elsewhere(game)
                if fingerprint(rules) != elsewhere[f"{variant} {players}"]:
                    checked = replace(checked, problem=OTHER_ORDER)
            yield checked


def _checked(game: PlainGame, rules: Any, n_games: int) -> CheckedGames:  # noqa: ANN401 - rules of this game
    start_time, soonest, hides = time.perf_counter(), None, rules.file.function("hidden") is None
    n_decisions = n_choices = n_options = most = 0
    for g in range(n_games):
        trial = _Trial(game, rules, block_seed(SEED, g), with_words=g < GAMES_IN_WORDS)
        try:
            trial.play()
        except RajasError as error:
            trial.problem = str(error)
        n_decisions, most = n_decisions + len(trial.moves), max(most, len(trial.moves))
        n_choices, n_options = n_choices + trial.n_choices, n_options + trial.n_options
        hides = hides or trial.hides
        if trial.is_at_limit and trial.problem is None:
            trial.problem = NO_END.format(rules.values.game.round_limit)
        if trial.problem is not None and (soonest is None or len(trial.moves) < len(soonest.moves)):
            soonest = trial
        if soonest is not None and time.perf_counter() - start_time > PATIENCE:
            break
    rate = n_decisions / (time.perf_counter() - start_time)
    problem, moves = (None if hides else NOTHING_HIDDEN, ()) if soonest is None else (soonest.problem, tuple(soonest.moves))
    remarks = () if problem else tuple(remarks_on(game, rules))
    return CheckedGames(rules.variant, rules.players, n_games, n_choices, n_options, most, rate, problem, moves, remarks)


def _fingerprints_elsewhere(game: PlainGame) -> dict[str, str]:
    """Play games in another process, where sets of words have another order; return fingerprints by variant and players."""
    hash_seed = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    code = f"from {__name__} import print_fingerprints; print_fingerprints({str(game.file.path.resolve())!r})"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    child = subprocess.run([sys.executable, "-P", "-c", code], env=environment, capture_output=True, text=True, check=False)
    if child.returncode != 0:
        raise RunError(f"{game.name}: cannot be played in another process: {child.stderr.strip().splitlines()[-1]}")
    fingerprints: dict[str, str] = json.loads(child.stdout.splitlines()[-1])
    return fingerprints


def print_fingerprints(file: str) -> None:
    """Print the fingerprints of a game by variant and number of players, for another process to compare."""
    game = plain_game(file)
    rules_of_all = [game.rules(players, variant) for variant in game.variants for players in game.player_counts]
    print(json.dumps({f"{rules.variant} {rules.players}": fingerprint(rules) for rules in rules_of_all}))


def fingerprint(rules: Any) -> str:  # noqa: ANN401 - rules of a game in plain Python
    """Return what tells some games at random from any others: a digest of their moves in words; empty if one goes wrong."""
    try:
        games = [random_game(rules, block_seed(SEED, g)) for g in range(GAMES_AGAIN)]
    except RajasError:
        return ""
    return hashlib.sha256(repr(games).encode()).hexdigest()


class _Trial:
    """A game played at random, each move of which is looked at."""

    def __init__(self, game: PlainGame, rules: PlainRules, seed: int, *, with_words: bool) -> None:
        self.rules, self.seed, self.random = rules, seed, Random(seed)
        self.game, self.with_words = game, with_words
        self.moves: list[str] = []
        self.n_choices = self.n_options = 0
        self.problem: str | None = None
        self.is_at_limit = self.hides = False

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
                raise again.error(f"play(...) changed the position that it was given{_changed_text(before, kept)}")
            again.play(options[code])
            if course.position != again.position:
                raise course.error("play(...) gave another position for the same luck; all luck must come from `chance`")
            if course.result != again.result:
                raise course.error("result(state) gave another result for the same position; it may draw no luck")
            if len(self.moves) > MOST_DECISIONS:
                raise course.error(f"the game has more than {MOST_DECISIONS:,} decisions; does it end?")
        self.is_at_limit = course.result.reason == ROUND_LIMIT

    def _look_at_options(self, course: Course, options: dict[int, Any]) -> None:
        self.n_choices += len(options) > 1
        self.n_options += len(options) if len(options) > 1 else 0
        self._look_at_hash(course, "a position", course.position)
        for option in options.values():
            self._look_at_hash(course, "an option", option)
        decision, kinds = self.rules.file.decision_of(course.position), self.rules.file.decisions
        if decision not in kinds:
            raise course.error(f"decision(state) returned {decision!r}, which is not one of DECISIONS = {kinds!r}")
        if len(set(options.values())) < len(options):
            values = [*options.values()]
            repeated = next(option for option in values if values.count(option) > 1)
            raise course.error(f"options(state) returned the same option twice: {repeated!r}")
        for option in options.values():
            course.things_of(option)
        hidden = course.copy(self.seed + 1)
        hidden.hide()
        self.hides = self.hides or hidden.position != course.position
        if self.with_words:
            self._look_at_words(course, hidden)
        if hidden.options() != options:
            offered, otherwise = [*options.values()], [*hidden.options().values()]
            differing = [option for option in (*offered, *otherwise) if option not in offered or option not in otherwise]
            raise GameError(
                f"{self.rules.file.path.name}: options(state) depends on what hidden(state, chance) hides from the seat to move: "
                f"with other hidden luck {f'these differ: {differing!r}' if differing else 'they come in another order'}"
            )

    def _look_at_words(self, course: Course, hidden: Course) -> None:
        """Call what only pages and strategies call, which refuse what they cannot use; a seat sees nothing that is hidden."""
        state = self.game.state_at(course)
        if self.rules.file.asks_for_seat("text"):
            seen, drawn_anew = (self.rules.file.text(each.position, course.seat) for each in (course, hidden))
            if seen != drawn_anew:
                raise course.error(
                    f"hidden(state, chance) draws anew what text(state, {course.seat}) shows to that seat, which moves: "
                    f"{seen!r}, then {drawn_anew!r}"
                )
        for viewer in (None, state.seat_to_move):
            _ = state.drawing_for(viewer), state.lines_for(viewer), state.happened_texts(viewer)
        for seat in range(self.rules.players):
            worth(state, seat)

    def _look_at_hash(self, course: Course, what: str, value: Any) -> None:  # noqa: ANN401 - the author's own
        """Refuse what holds something that can change."""
        if _is_hashable(value):
            return
        held = {f.name: getattr(value, f.name) for f in fields(value)} if is_dataclass(value) else {}
        culprits = [f"its {name} is a {type(part).__name__}" for name, part in held.items() if not _is_hashable(part)]
        reason = ", ".join(culprits) or ("its class is no @dataclass(frozen=True)" if held else f"it is a {type(value).__name__}")
        raise course.error(f"{what} must not change, but {reason}; tuples and frozen dataclasses do not")


def _changed_text(before: Any, after: Any) -> str:  # noqa: ANN401 - the author's own
    """Say which fields of a position are not what they were; of another type, what it was."""
    if not is_dataclass(before):
        return f": it was {shown(before)}"
    names = [field.name for field in fields(before) if getattr(before, field.name) != getattr(after, field.name)]
    return f": its {', '.join(names)}"


def _is_hashable(value: Any) -> bool:  # noqa: ANN401 - the author's own
    try:
        hash(value)
    except TypeError:
        return False
    return True
