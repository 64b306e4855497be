"""From an experiment file to what is played: rules for every arm, strategies, design; and what only they can find wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, islice, zip_longest
from pathlib import Path
from statistics import mean
from typing import Any

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.study.config.expectations import expectation
from rajas_sim.study.config.files import refuse_experiment
from rajas_sim.study.config.form import Arm, ArmRules, Config, most_blocks_of
from rajas_sim.study.config.keys import Keys, KeySources, Problem, path_to_blame
from rajas_sim.study.config.sweep import RefusedPoints
from rajas_sim.study.design import BASELINE, Design, line_ups, n_orders, n_rotations

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
        return [table for table in self.game.tables if table in (self.config.tables or self.game.usual_tables)]


def resolve(config: Config, places: KeySources | None = None) -> Experiment:
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
        places = places or KeySources(arm_names={i: arm.name for i, arm in enumerate(config.arms, 1)})
        raise InputError(places.sentence(problem) for problem in search.problems)
    return experiment


@dataclass
class _Search:
    """Looks up what an experiment names and collects everything that cannot be had."""

    config: Config
    problems: list[Problem] = field(default_factory=list)

    def run(self) -> Experiment | None:
        try:
            game = find_game(self.config.game)
        except InputError as error:
            self._add(("game",), error)
            return None
        self.config = self.config.completed(game)
        self._line_ups()
        strategies = self._strategies(game)
        players = self._players(game)
        self._known(("variant",), "variant", [self.config.variant], game.variants)
        self._known(("modules",), "module", self.config.modules, game.modules)
        for i, arm in enumerate(self.config.arms, 1):
            self._arm(game, ("arms", i), arm)
        self._expectations(players)
        if not self.problems_with("variant"):
            strategies = self._seated(game, strategies)
        tables = self.config.tables or ()
        self._known(("tables",), "table", tables, game.tables)
        missing = [table for table in ALWAYS_WRITTEN if table not in tables]
        if missing:
            self._refuse(f"{' and '.join(missing)} must be among them", "tables")
        rules = {} if self.problems_with("variant", "modules") else self._rules(game, players)
        if not self.problems_with("variant", "modules", "components"):
            self._tables_of_questions(game, players)
        if self.problems:
            return None
        return Experiment(self.config, game, rules, strategies, _design(self.config, game, players, strategies))

    def problems_with(self, *keys: str) -> bool:
        return any(problem.keys[0] in keys for problem in self.problems)

    def _refuse(self, message: str, *keys: str | int) -> None:
        problem = Problem(keys, message)
        if problem not in self.problems:
            self.problems.append(problem)

    def _add(self, keys: Keys, error: InputError) -> None:
        for message in error.problems:
            self._refuse(message, *keys)

    def _add_overrides(self, keys: Keys, overrides: Mapping[str, Any], error: InputError) -> None:
        for message in error.problems:
            meant = path_to_blame(message, overrides)
            self._refuse(message.removeprefix("overrides: "), *keys, *([meant] if meant else []))

    def _known(self, keys: Keys, what: str, names: Any, known: Any) -> None:
        for name in names:
            if not known:
                self._refuse(f"found {name!r}, but {self.config.game} has no {what}s", *keys)
            elif name not in known:
                self._refuse(unknown_name(what, name, known), *keys)

    def _players(self, game: Game) -> list[int]:
        allowed = ", ".join(str(k) for k in game.player_counts)
        usable = []
        single = {} if self.config.asked_of else {"": self.config.line_up or ()}
        for k in sorted(self.config.players):
            if k not in game.player_counts:
                self._refuse(f"found {k}; {game.name} is played by {allowed}", "players")
                continue
            usable.append(k)
            for label, labels in (self.config.asked_of or single).items():
                if 1 < (n_labels := len(labels)) < k:
                    hint = f"give one (everybody plays it) or at least {k}"
                    sentence = f"{n_labels} strategies cannot fill the {k} seats of a {k}-player game; {hint}"
                    self._refuse(sentence, *self._keys_of(label))
        return usable

    def _expectations(self, players: list[int]) -> None:
        """Refuse what can be expected of no game that is played."""
        for text in (*self.config.expect, *(self.config.stop.expect if self.config.stop is not None else ())):
            expected = expectation(text)
            counts = players if expected.players is None else [expected.players]
            if expected.players is not None and expected.players not in self.config.players:
                self._refuse(f"{text!r}: {expected.players} is not among players", "expect")
            elif expected.seat is not None and expected.seat > min(counts, default=expected.seat):
                self._refuse(f"{text!r}: with {min(counts)} players there is no seat {expected.seat}", "expect")
            elif expected.strategy is not None and expected.strategy not in self.config.labels:
                self._refuse(f"{text!r}: {unknown_name('strategy', expected.strategy, self.config.labels)}", "expect")
            elif expected.strategy is not None and self.config.line_ups is not None:
                self._refuse(f"{text!r}: its share is another in each of line_ups; expect it of one line_up", "expect")
            elif expected.strategy is not None and (self.config.mirror or len(self.config.labels) == 1):
                self._refuse(f"{text!r}: everybody plays the same strategy, so that no share is its own", "expect")

    def _tables_of_questions(self, game: Game, players: list[int]) -> None:
        """Refuse what a question cannot be asked of these games."""
        config = self.config

        def rules(k: int, overrides: Mapping[str, Any]) -> Any:
            return game.rules(k, config.variant, config.modules, overrides, config.components)

        for table in config.tables_of_questions.values():
            self.problems += table.problems(config, players, rules)

    def _keys_of(self, label: str) -> Keys:
        """Return where a line-up is written: one of several by its label, or by its number if they are a list."""
        if self.config.line_ups is None:
            return ("line_up",)
        is_table = isinstance(self.config.line_ups, Mapping)
        return ("line_ups", label if is_table else list(self.config.asked_of).index(label) + 1)

    def _line_ups(self) -> None:
        """Refuse what does not go with the line-ups, or with asking of several of them."""
        line_up, asked_of = self.config.line_up, self.config.asked_of
        if self.config.line_ups is None and line_up is None:
            self._refuse(f"is missing. {Config.model_fields['line_up'].description}.", "line_up")
        if self.config.line_ups is not None and line_up is not None:
            self._refuse("stands beside line_up; give one of them", "line_ups")
        elif self.config.line_ups is not None and self.config.mirror:
            self._refuse("is for line_up; of line_ups each strategy that stands alone plays against itself already", "mirror")
        limited = [label for label, choice in self.config.strategies.items() if choice.blocks is not None]
        for label in limited:
            if not asked_of:
                sentence = "is for mirror = true, where each strategy has games of its own, or for line_ups"
                self._refuse(sentence, "strategies", label, "blocks")
            elif self.config.stop is not None:
                self._refuse("does not go with stop, which looks at the same blocks of all", "strategies", label, "blocks")
        labels = line_up if self.config.mirror and line_up is not None else ()
        twice = [label for label in dict.fromkeys(labels) if labels.count(label) > 1]
        if twice:
            self._refuse(f"where mirror is true, each strategy may be given once; given twice: {', '.join(twice)}", "line_up")
        if asked_of and all(set(labels) & set(limited) for labels in asked_of.values()):
            who, key = ("every line-up", "line_ups") if self.config.line_ups is not None else ("every strategy", "line_up")
            self._refuse(f"{who} has blocks of its own; leave them out for one, which then plays all blocks", key)

    def _arm(self, game: Game, keys: Keys, arm: Arm) -> None:
        self._known((*keys, "variant"), "variant", [] if arm.variant is None else [arm.variant], game.variants)
        self._known((*keys, "modules"), "module", arm.modules or (), game.modules)
        rules, baseline = self.config.rules_of(arm), self.config.own_rules
        if rules.variant == baseline.variant and set(rules.modules) == set(baseline.modules) and not rules.overrides:
            self._refuse("plays the baseline again; change something by overrides, variant or modules", *keys)

    def _strategies(self, game: Game) -> dict[str, Strategy]:
        chosen = self.config.strategies
        strategies = {}
        for label in self.config.labels:
            choice = self.config.choice(label)
            where = next((self._keys_of(name) for name, labels in self.config.asked_of.items() if label in labels), ("line_up",))
            if label.endswith(".py"):
                self._refuse(f"a file needs a label: [strategies.{Path(label).stem}] with strategy = {label!r}", *where)
                continue
            try:
                strategies[label] = find_strategy(choice.strategy, choice.parameters, label, game.name).careless(choice.error)
            except InputError as error:
                self._add(("strategies", label) if label in chosen else where, error)
        line_up = "line_up" if self.config.line_ups is None else "line_ups"
        for label in chosen:
            if label not in self.config.labels:
                self._refuse(f"is not in {line_up}, so it would never play", "strategies", label)
        return strategies

    def _seated(self, game: Game, strategies: Mapping[str, Strategy]) -> dict[str, Strategy]:
        """Return the strategies on the boards chosen for them."""
        seated = dict(strategies)
        chosen = {label: choice.board for label, choice in self.config.strategies.items() if choice.board is not None}
        for label, board in chosen.items():
            problems = list(self._board_problems(game, board))
            for problem in problems:
                self._refuse(problem, "strategies", label, "board")
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
            for keys, arm in _arms(self.config):
                if any(problem.keys in ((*keys, "variant"), (*keys, "modules")) for problem in self.problems):
                    continue
                try:
                    arms.append(game.rules(k, arm.variant, arm.modules, arm.overrides, self.config.components))
                except InputError as error:
                    if keys == SWEEP and refused_points is not None:
                        refused_points.add(arm.overrides, error)
                    elif arm.overrides:
                        self._add_overrides((*keys, "overrides"), arm.overrides, error)
                    else:
                        self._add(BASELINE_RULES, error)
                    if keys == BASELINE_RULES:
                        break
            rules[k] = tuple(arms)
        if refused_points is not None:
            self.problems += refused_points.problems()
        return rules


# Where an arm is written. What is wrong with rules without overrides can only come from the components.
BASELINE_RULES: Keys = ("components",)
SWEEP: Keys = ("sweep",)


def _arms(config: Config) -> Iterator[tuple[Keys, ArmRules]]:
    """Yield the rules of every arm with the keys under which it is written: after the arms come the points of the sweep."""
    written: list[Keys] = [BASELINE_RULES, *(("arms", i) for i in range(1, len(config.arms) + 1))]
    yield from zip_longest(written, config.rules_of_arms.values(), fillvalue=SWEEP)


def _design(config: Config, game: Game, players: list[int], strategies: Mapping[str, Strategy]) -> Design:
    # Without boards of their own, the seats of one line-up are at different ones wherever the variant of an arm has several.
    one_board = not any(game.boards(arm.variant) for arm in config.rules_of_arms.values())
    alike = {label: s.is_deterministic and (one_board or s.board is not None) for label, s in strategies.items()}
    by_label = {k: {label: line_ups(labels, k) for label, labels in config.asked_of.items()} for k in players}
    rungs = {k: _numbered(by_name) for k, by_name in by_label.items()}
    ups = {
        k: tuple(up for several in by_label[k].values() for up in several) or line_ups(config.line_up or (), k) for k in players
    }
    limits = {label: most_blocks_of(labels, config.strategies) for label, labels in config.asked_of.items()}
    return Design(
        players=tuple(players),
        line_ups=ups,
        rungs=rungs,
        rotations={k: tuple(n_rotations(up, alike) for up in ups[k]) for k in players},
        most_blocks={
            k: tuple(limits[label] for label, indices in rungs[k].items() for _ in indices) or (None,) * len(ups[k])
            for k in players
        },
        orders={k: n_orders(ups[k], k, config.seatings) for k in players},
        seatings=config.seatings,
        arms=tuple(config.rules_of_arms),
        is_compiled={k: all(strategies[label].is_compiled for up in ups[k] for label in up) for k in players},
        playouts={k: mean(strategies[label].playouts for up in ups[k] for label in up) for k in players},
    )


def _numbered(by_label: Mapping[str, tuple[tuple[str, ...], ...]]) -> dict[str, tuple[int, ...]]:
    """Return the numbers, from 0, of the line-ups under each label."""
    numbers = count()
    return {label: tuple(islice(numbers, len(several))) for label, several in by_label.items()}
