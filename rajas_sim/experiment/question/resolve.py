"""From an experiment file to what is played: rules for every arm, strategies, design; and what only they can find wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rajas_sim.core import game as games
from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.game import Game
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find
from rajas_sim.experiment.design.design import BASELINE, Design, line_ups, n_rotations
from rajas_sim.experiment.question.files import refuse_experiment
from rajas_sim.experiment.question.form import Arm, ArmRules, Config
from rajas_sim.experiment.question.places import Places, Problem, path_to_blame
from rajas_sim.experiment.question.sweep_errors import RefusedPoints

ALWAYS_WRITTEN = ("games", "seats")


@dataclass(frozen=True)
class Experiment:
    """Everything that determines the games of an experiment.

    Attributes
    ----------
    config
        With what it left to its game filled in.
    rules
        Rules for each number of players and each arm, in order.
    strategies
        Label -> strategy, for every label of the line-up.
    """

    config: Config
    game: Game
    rules: Mapping[int, tuple[Any, ...]]
    strategies: Mapping[str, Strategy]
    design: Design

    @property
    def tables(self) -> list[str]:
        """The tables that are written, in the order of the game."""
        return [table for table in self.game.tables if table in (self.config.tables or self.game.tables)]


def resolve(config: Config, places: Places | None = None) -> Experiment:
    """Look up rules and strategies.

    Parameters
    ----------
    places
        Where the keys of the experiment come from, which messages name.

    Raises
    ------
    InputError
        With everything the game and the strategies refuse.
    """
    search = _Search(config)
    experiment = search.run()
    if experiment is None:
        raise InputError((places or Places()).sentence(problem) for problem in search.problems)
    return experiment


@dataclass
class _Search:
    """Looks up what an experiment names and collects everything that cannot be had."""

    config: Config
    problems: list[Problem] = field(default_factory=list)

    def run(self) -> Experiment | None:
        try:
            game = games.get(self.config.game)
        except InputError as error:
            self._add("game", error)
            return None
        self.config = self.config.completed(game)
        strategies = self._strategies(game)
        players = self._players(game)
        self._known("variant", "variant", [self.config.variant], game.variants)
        self._known("modules", "module", self.config.modules, game.modules)
        for i, arm in enumerate(self.config.arms):
            self._arm(game, f"arms.{i}", arm)
        if not self.problems_with("variant"):
            strategies = self._seated(game, strategies)
        tables = self.config.tables or ()
        self._known("tables", "table", tables, game.tables)
        missing = [table for table in ALWAYS_WRITTEN if table not in tables]
        if missing:
            self.problems.append(Problem("tables", f"{' and '.join(missing)} must be among them"))
        rules = {} if self.problems_with("variant", "modules") else self._rules(game, players)
        if self.problems:
            return None
        return Experiment(self.config, game, rules, strategies, _design(self.config, game, players, strategies))

    def problems_with(self, *keys: str) -> bool:
        return any(problem.key.split(".")[0] in keys for problem in self.problems)

    def _add(self, key: str, error: InputError) -> None:
        new = [Problem(key, message) for message in error.problems]
        self.problems += [problem for problem in new if problem not in self.problems]

    def _add_overrides(self, key: str, overrides: Mapping[str, Any], error: InputError) -> None:
        for message in error.problems:
            meant = path_to_blame(message, overrides)
            self._add(f"{key}.{meant}" if meant else key, InputError(message.removeprefix("overrides: ")))

    def _known(self, key: str, what: str, names: Any, known: Any) -> None:
        for name in names:
            if not known:
                self.problems.append(Problem(key, f"found {name!r}, but {self.config.game} has no {what}s"))
            elif name not in known:
                self.problems.append(Problem(key, unknown_name(what, name, known)))

    def _players(self, game: Game) -> list[int]:
        allowed = ", ".join(str(k) for k in game.player_counts)
        usable = []
        n_labels = len(self.config.line_up)
        for k in sorted(self.config.players):
            if k not in game.player_counts:
                self.problems.append(Problem("players", f"found {k}; {game.name} is played by {allowed}"))
                continue
            usable.append(k)
            if 1 < n_labels < k:
                hint = f"give one (everybody plays it) or at least {k}"
                text = f"{n_labels} strategies cannot fill the {k} seats of a {k}-player game; {hint}"
                self.problems.append(Problem("line_up", text))
        return usable

    def _arm(self, game: Game, key: str, arm: Arm) -> None:
        self._known(f"{key}.variant", "variant", [] if arm.variant is None else [arm.variant], game.variants)
        self._known(f"{key}.modules", "module", arm.modules or (), game.modules)
        rules, own = self.config.rules_of(arm), self.config.own_rules
        if rules.variant == own.variant and set(rules.modules) == set(own.modules) and not rules.overrides:
            self.problems.append(Problem(key, "plays the baseline again; change something by overrides, variant or modules"))

    def _strategies(self, game: Game) -> dict[str, Strategy]:
        chosen = self.config.strategies
        strategies = {}
        for label in dict.fromkeys(self.config.line_up):
            choice = self.config.choice(label)
            try:
                strategies[label] = find(choice.strategy, choice.parameters, label, game.name)
            except InputError as error:
                self._add(f"strategies.{label}" if label in chosen else "line_up", error)
        for label in chosen:
            if label not in self.config.line_up:
                self.problems.append(Problem(f"strategies.{label}", "is not in line_up, so it would never play"))
        return strategies

    def _seated(self, game: Game, strategies: Mapping[str, Strategy]) -> dict[str, Strategy]:
        """Return the strategies on the boards chosen for them."""
        seated = dict(strategies)
        chosen = {label: choice.board for label, choice in self.config.strategies.items() if choice.board is not None}
        for label, board in chosen.items():
            problems = list(self._board_problems(game, board))
            self.problems += [Problem(f"strategies.{label}.board", problem) for problem in problems]
            if not problems and label in seated:
                seated[label] = seated[label].on_board(board)
        return seated

    def _board_problems(self, game: Game, board: str) -> Iterator[str]:
        """Yield why a strategy cannot sit at a board in the variant of the experiment or of an arm."""
        arms_in: dict[str, list[str]] = {}
        for name, rules in self.config.rules_of_arms.items():
            arms_in.setdefault(rules.variant, []).append(name)
        for variant, arms in arms_in.items():
            problem = game.board_problem(variant, board) if variant in game.variants else None
            if problem is not None:
                yield problem if BASELINE in arms else f"{problem} (variant of the arm {' and of '.join(arms)})"

    def _rules(self, game: Game, players: list[int]) -> dict[int, tuple[Any, ...]]:
        try:
            refuse_experiment(self.config.components)
        except InputError as error:
            self._add(BASELINE_RULES, error)
            return {}
        refused_points = None if self.config.sweep is None else RefusedPoints(self.config.sweep)
        rules = {}
        for k in players:
            arms: list[Any] = []
            for key, arm in _arms(self.config):
                if any(problem.key in (f"{key}.variant", f"{key}.modules") for problem in self.problems):
                    continue
                try:
                    arms.append(game.rules(k, arm.variant, arm.modules, arm.overrides, self.config.components))
                except InputError as error:
                    if key == SWEEP and refused_points is not None:
                        refused_points.add(arm.overrides, error)
                    elif arm.overrides:
                        self._add_overrides(f"{key}.overrides", arm.overrides, error)
                    else:
                        self._add(BASELINE_RULES, error)
                    if key == BASELINE_RULES:
                        break
            rules[k] = tuple(arms)
        if refused_points is not None:
            self.problems += refused_points.problems()
        return rules


# Where an arm is written. What is wrong with rules without overrides can only come from the components.
BASELINE_RULES = "components"
SWEEP = "sweep"


def _arms(config: Config) -> Iterator[tuple[str, ArmRules]]:
    """Yield the rules of every arm with the key under which it is written."""
    places = [BASELINE_RULES, *(f"arms.{i}" for i in range(len(config.arms)))]
    for i, rules in enumerate(config.rules_of_arms.values()):
        yield places[i] if i < len(places) else SWEEP, rules


def _design(config: Config, game: Game, players: list[int], strategies: Mapping[str, Strategy]) -> Design:
    # Without boards of their own, the seats of one line-up are at different ones wherever the variant of an arm has several.
    one_board = not any(game.boards(arm.variant) for arm in config.rules_of_arms.values())
    alike = {label: s.is_deterministic and (one_board or s.board is not None) for label, s in strategies.items()}
    ups = {k: line_ups(config.line_up, k) for k in players}
    return Design(
        players=tuple(players),
        line_ups=ups,
        rotations={k: tuple(n_rotations(up, alike) for up in ups[k]) for k in players},
        arms=tuple(config.rules_of_arms),
        is_compiled={k: all(strategies[label].is_compiled for up in ups[k] for label in up) for k in players},
    )
