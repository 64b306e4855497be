"""From an experiment file to what is played: rules for every arm, strategies, design; and what only they can find wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.experiment.catalogue import SHIPPED, Catalogue, Strategy
from rajas_sim.experiment.config import Config
from rajas_sim.experiment.design import BASELINE, Design, line_ups, n_rotations
from rajas_sim.experiment.problems import Problem

if TYPE_CHECKING:
    from rajas_sim.core.game import Game

ALWAYS_WRITTEN = ("games", "seats")


@dataclass(frozen=True)
class Experiment:
    """Everything that determines the games of an experiment.

    Attributes
    ----------
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


def resolve(config: Config, catalogue: Catalogue = SHIPPED) -> Experiment:
    """Look up rules and strategies.

    Raises
    ------
    InputError
        With everything the game and the strategies refuse.
    """
    search = _Search(config, catalogue)
    experiment = search.run()
    if search.problems or experiment is None:
        raise InputError(f"{p.key}: {p.message}" if p.key else p.message for p in search.problems)
    return experiment


def problems_of(config: Config, catalogue: Catalogue = SHIPPED) -> list[Problem]:
    """Return what the game and the strategies find wrong with an experiment."""
    search = _Search(config, catalogue)
    search.run()
    return search.problems


@dataclass
class _Search:
    config: Config
    catalogue: Catalogue
    problems: list[Problem] = field(default_factory=list)

    def run(self) -> Experiment | None:
        strategies = self._strategies()
        try:
            game = self.catalogue.game(self.config.game)
        except InputError as error:
            self._add("game", error)
            return None
        for label, strategy in strategies.items():
            if strategy.game != game.name:
                self.problems.append(Problem("line_up", f"{label!r} plays {strategy.game}, not {game.name}"))
        players = self._players(game)
        self._known("variant", "variant", [self.config.variant], game.variants)
        self._known("modules", "module", self.config.modules, game.modules)
        self._known("tables", "table", self.config.tables, game.tables)
        self._always_written()
        rules = {} if self.problems_with("variant", "modules") else self._rules(game, players)
        if self.problems:
            return None
        return Experiment(self.config, game, rules, strategies, _design(self.config, players, strategies))

    def problems_with(self, *keys: str) -> bool:
        return any(problem.key.split(".")[0] in keys for problem in self.problems)

    def _add(self, key: str, error: InputError) -> None:
        new = [Problem(key, message) for message in error.problems]
        self.problems += [problem for problem in new if problem not in self.problems]

    def _add_overrides(self, key: str, overrides: Mapping[str, Any], error: InputError) -> None:
        for message in error.problems:
            quoted = {message.find(repr(path)): path for path in overrides if repr(path) in message}
            meant = quoted[min(quoted)] if quoted else max((p for p in overrides if p in message), key=len, default="")
            self._add(f"{key}.{meant}" if meant else key, InputError(message.removeprefix("overrides: ")))

    def _known(self, key: str, what: str, names: Any, known: Any) -> None:
        for name in names:
            if name not in known:
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
                self.problems.append(
                    Problem(
                        "line_up",
                        f"{n_labels} strategies cannot fill the {k} seats of a {k}-player game; give one "
                        f"(everybody plays it) or at least {k}",
                    )
                )
        return usable

    def _always_written(self) -> None:
        missing = [table for table in ALWAYS_WRITTEN if table not in self.config.tables]
        if missing:
            self.problems.append(Problem("tables", f"{' and '.join(missing)} must be among them"))

    def _strategies(self) -> dict[str, Strategy]:
        chosen = self.config.strategies
        strategies = {}
        for label in dict.fromkeys(self.config.line_up):
            named = chosen.get(label)
            key = "line_up" if named is None else f"strategies.{label}"
            try:
                if named is None:
                    strategies[label] = self.catalogue.strategy(label, {}, label)
                else:
                    strategies[label] = self.catalogue.strategy(named.strategy, named.parameters, label)
            except InputError as error:
                self._add(key, error)
        for label in chosen:
            if label not in self.config.line_up:
                self.problems.append(Problem(f"strategies.{label}", "is not in line_up, so it would never play"))
        return strategies

    def _rules(self, game: Game, players: list[int]) -> dict[int, tuple[Any, ...]]:
        rules = {}
        baseline_works = True
        for k in players:
            arms: list[Any] = []
            for index, (key, overrides) in enumerate(_arms(self.config)):
                if index and not baseline_works:
                    break
                try:
                    arms.append(
                        game.rules(
                            players=k,
                            variant=self.config.variant,
                            modules=self.config.modules,
                            overrides=overrides,
                            components=self.config.components,
                        )
                    )
                except InputError as error:
                    baseline_works = baseline_works and index > 0
                    self._add_overrides(key, overrides, error)
            rules[k] = tuple(arms)
        return rules


def _arms(config: Config) -> list[tuple[str, Mapping[str, Any]]]:
    # What is wrong with the rules without overrides can only come from the components.
    return [
        ("components", {}),
        *((f"arms.{i}.overrides", arm.overrides) for i, arm in enumerate(config.arms)),
    ]


def _design(config: Config, players: list[int], strategies: Mapping[str, Strategy]) -> Design:
    deterministic = {label: strategy.is_deterministic for label, strategy in strategies.items()}
    ups = {k: line_ups(config.line_up, k) for k in players}
    return Design(
        players=tuple(players),
        line_ups=ups,
        rotations={k: tuple(n_rotations(up, deterministic) for up in ups[k]) for k in players},
        arms=(BASELINE, *(arm.name for arm in config.arms)),
        is_compiled={k: all(strategies[label].is_compiled for up in ups[k] for label in up) for k in players},
    )
