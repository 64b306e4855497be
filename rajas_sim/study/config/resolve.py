"""From an experiment file to the games to play: rules of every arm, strategies, design; with the problems only these show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress, count, islice, product, zip_longest
from math import factorial
from pathlib import Path
from statistics import mean
from typing import Any, Generic, TypeVar

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.rulebook.rules import Rules, require_players_of
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.study.config.expectations import expectation
from rajas_sim.study.config.files import refuse_experiment
from rajas_sim.study.config.form import Arm, ArmRules, ChosenStrategy, Config, most_blocks_of
from rajas_sim.study.config.keys import Keys, KeySources, Problem, path_to_blame, repeated
from rajas_sim.study.config.sweep import SWEEP_KEYS, RefusedPoints
from rajas_sim.study.design import (
    BASELINE,
    MOST_LINE_UPS,
    MOST_LINE_UPS_ASKED,
    Design,
    line_ups,
    n_orders,
    n_rotations,
    n_selections,
)

ALWAYS_WRITTEN = ("games", "seats")


@dataclass(frozen=True)
class Experiment:
    """Everything that determines the games of an experiment.

    Attributes
    ----------
    config
        The experiment with the defaults of the game filled in.
    rules
        For each number of players the rules of each arm of the design, in order.
    strategies
        Label -> strategy, for every label of the line-up or line-ups.
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

    @property
    def rules_of_arms(self) -> dict[str, ArmRules]:
        """The rules of every arm that the design plays, by its name."""
        return {name: rules for name, rules in self.config.rules_of_arms.items() if name in self.design.arms}


def resolve(config: Config, key_sources: KeySources | None = None, *, repeats_baseline: bool = False) -> Experiment:
    """Look up rules and strategies.

    Parameters
    ----------
    key_sources
        File and line of each key, for messages.
    repeats_baseline
        Whether points of the sweep that have the rules of the baseline are played as arms too, as earlier versions did.

    Raises
    ------
    InputError
        With every problem that the game and the strategies report.
    """
    return _ExperimentLookup(
        key_sources or KeySources(arm_names={i: arm.name for i, arm in enumerate(config.arms, 1)}), config
    ).run(repeats_baseline=repeats_baseline)


C = TypeVar("C")


@dataclass
class Lookup(Generic[C]):
    """Looks up the names in a file, and collects the problems that the game and the strategies report.

    Attributes
    ----------
    key_sources
        File and line of each key, for messages.
    config
        The checked content of the file.
    """

    key_sources: KeySources
    config: C
    problems: list[Problem] = field(default_factory=list)

    def add_problem(self, message: str, *keys: str | int) -> None:
        """Add a problem, unless it is there already."""
        problem = Problem(keys, message)
        if problem not in self.problems:
            self.problems.append(problem)

    def add_error(self, error: InputError, *keys: str | int) -> None:
        """Add the problems of an error."""
        for message in error.problems:
            self.add_problem(message, *keys)

    def raise_problems(self) -> None:
        """Raise an error with all problems, if there are any."""
        if self.problems:
            raise InputError(self.key_sources.sentence(problem) for problem in self.problems)

    def check_known(self, noun: str, names: Iterable[str], known: Collection[str], *keys: str | int) -> None:
        """Add a problem for each unknown name."""
        for name in names:
            if name not in known:
                self.add_problem(unknown_name(noun, name, known) if known else f"found {name!r}, but there are no {noun}s", *keys)

    def game(self, name: str) -> Game:
        """Return the game.

        An unknown game raises all problems at once, since nothing else can be looked up without a game.
        """
        try:
            return find_game(name)
        except InputError as error:
            self.add_error(error, "game")
            self.raise_problems()
            raise

    def possible_players(self, game: Game, players: Iterable[int]) -> list[int]:
        """Return the numbers of players that the game allows, ascending; add a problem for each other number."""
        for k in sorted(players):
            if k not in game.player_counts:
                self.add_problem(f"found {k}; {game.name} is played by {', '.join(map(str, game.player_counts))}", "players")
        return [k for k in sorted(players) if k in game.player_counts]

    def strategy(self, game: Game, label: str, choice: ChosenStrategy, *keys: str | int) -> Strategy | None:
        """Return the strategy that a label stands for, or None, with a problem added, if it is refused."""
        if label.endswith(".py"):
            self.add_problem(f"a file needs a label: [strategies.{Path(label).stem}] with strategy = {label!r}", *keys)
            return None
        try:
            strategy = find_strategy(choice.strategy, choice.parameters, label, game.name)
            return strategy.careless(choice.error) if choice.error else strategy
        except InputError as error:
            self.add_error(error, *keys)
            return None

    def on_boards(
        self, game: Game, strategies: Mapping[str, Strategy], chosen: Mapping[str, ChosenStrategy], variants: Mapping[str, str]
    ) -> dict[str, Strategy]:
        """Return the strategies with their chosen boards; `variants` maps each variant to a text that ends its refusals."""
        boards = {label: choice.board for label, choice in chosen.items() if choice.board is not None}
        for label, board in boards.items():
            for variant, arms in variants.items():
                if variant in game.variants and (problem := game.board_problem(variant, board)) is not None:
                    self.add_problem(problem + arms, "strategies", label, "board")
        return {label: s.on_board(boards[label]) if label in boards else s for label, s in strategies.items()}


class _ExperimentLookup(Lookup[Config]):
    """Looks up the rules and strategies of an experiment, and makes its design."""

    def run(self, *, repeats_baseline: bool) -> Experiment:
        """Return the experiment with its rules, strategies and design, or raise an `InputError` with all problems."""
        game = self.game(self.config.game)
        config = self.config = self.config.completed(game)
        self._refuse_too_many_line_ups(game)
        self._check_line_ups()
        strategies = self._strategies(game)
        players = self._players(game)
        self.check_known("variant", [config.baseline_rules.variant], game.variants, "variant")
        self.check_known("module", config.modules, game.modules, "modules")
        for i, arm in enumerate(config.arms, 1):
            self._check_arm(game, ("arms", i), arm)
        self._check_expectations(players)
        strategies = self.on_boards(game, strategies, config.strategies, self._arms_texts_by_variant())
        tables = config.tables or ()
        self.check_known("table", tables, game.tables, "tables")
        if missing := [table for table in ALWAYS_WRITTEN if table not in tables]:
            self.add_problem(f"{' and '.join(missing)} must be among them", "tables")
        rules = {} if self.has_problems_with("variant", "modules") else self._rules(game, players)
        if not self.has_problems_with("variant", "modules", "components"):
            self._check_question_tables(game, players)
        self.raise_problems()
        arms = tuple(config.rules_of_arms)
        is_played = [True] * len(arms) if repeats_baseline else self._is_played(arms, rules)
        rules = {k: tuple(compress(rules_of_arms, is_played)) for k, rules_of_arms in rules.items()}
        design = _design(config, game, players, strategies, tuple(compress(arms, is_played)))
        return Experiment(config, game, rules, strategies, design)

    def has_problems_with(self, *keys: str) -> bool:
        """Return whether a problem lies in one of these keys, or below it."""
        return any(problem.keys[0] in keys for problem in self.problems)

    def _players(self, game: Game) -> list[int]:
        """Return the numbers of players that are possible, ascending; refuse line-ups with too few strategies for one of them."""
        players = self.possible_players(game, self.config.players)
        line_ups = self.config.asked_line_ups or {"": self.config.line_up or ()}
        for k, (label, labels) in product(players, line_ups.items()):
            if 1 < len(labels) < k:
                hint = f"give one (everybody plays it) or at least {k}"
                self.add_problem(
                    f"{len(labels)} strategies cannot fill the {k} seats of a {k}-player game; {hint}", *self._keys_of(label)
                )
        return players

    def _check_expectations(self, players: list[int]) -> None:
        """Refuse expectations about seats, strategies or numbers of players not played, or about shares that are always even."""
        for text in (*self.config.expect, *(self.config.stop.expect if self.config.stop is not None else ())):
            expected = expectation(text)
            counts = players if expected.players is None else [expected.players]
            if expected.players is not None and expected.players not in self.config.players:
                self.add_problem(f"{text!r}: {expected.players} is not among players", "expect")
            elif expected.seat is not None and expected.seat > min(counts, default=expected.seat):
                self.add_problem(f"{text!r}: with {min(counts)} players there is no seat {expected.seat}", "expect")
            elif expected.strategy is not None and expected.strategy not in self.config.labels:
                self.add_problem(f"{text!r}: {unknown_name('strategy', expected.strategy, self.config.labels)}", "expect")
            elif expected.strategy is not None and self.config.line_ups is not None:
                self.add_problem(f"{text!r}: its share differs between line_ups; expect it with one line_up", "expect")
            elif expected.strategy is not None and (self.config.mirror or len(self.config.labels) == 1):
                self.add_problem(f"{text!r}: every seat plays the same strategy, so its share is always even", "expect")

    def _check_question_tables(self, game: Game, players: list[int]) -> None:
        """Add the problems of the tables of questions, such as a question that cannot be asked of these games."""
        config = self.config

        def rules(k: int, overrides: Mapping[str, Any]) -> Rules:
            require_players_of(overrides, config.labels)
            return game.rules(k, config.variant, config.modules, overrides, config.components)

        for table in config.tables_of_questions.values():
            self.problems += table.problems(config, players, rules)

    def _keys_of(self, label: str) -> Keys:
        """Return the keys of a line-up in the file: `line_up`, or `line_ups` with its label (table) or number from 1 (list)."""
        if self.config.line_ups is None:
            return ("line_up",)
        is_table = isinstance(self.config.line_ups, Mapping)
        return ("line_ups", label if is_table else list(self.config.asked_line_ups).index(label) + 1)

    def _refuse_too_many_line_ups(self, game: Game) -> None:
        """Refuse more line-ups than can be played and reported.

        This is checked before any line-up is formed.
        """
        asked_line_ups = self.config.asked_line_ups
        keys = ("line_up",) if self.config.line_ups is None else ("line_ups",)
        if len(asked_line_ups) > MOST_LINE_UPS_ASKED:
            self.add_problem(
                f"found {len(asked_line_ups):,} line-ups that are asked about separately; at most {MOST_LINE_UPS_ASKED} can be, "
                "since a report gives each a verdict",
                *keys,
            )
        for k in sorted(set(self.config.players) & set(game.player_counts)):
            line_ups_of_labels = asked_line_ups or {"": self.config.line_up or ()}
            is_in_every_order = self.config.seatings == "all"
            n_line_ups = sum(n_selections(labels, k) for labels in line_ups_of_labels.values())
            if n_line_ups * (factorial(k - 1) if is_in_every_order else 1) > MOST_LINE_UPS:
                orders_text = f" in {factorial(k - 1)} orders each" if is_in_every_order else ""
                self.add_problem(
                    f"makes {n_line_ups:,} line-ups of {k} players{orders_text}; at most {MOST_LINE_UPS:,} can be played, "
                    "since every block plays them all",
                    *keys,
                )
        self.raise_problems()

    def _check_line_ups(self) -> None:
        """Refuse keys that conflict with the line-ups, or with several line-ups that are asked about separately."""
        line_up, asked_line_ups = self.config.line_up, self.config.asked_line_ups
        if self.config.line_ups is None and line_up is None:
            self.add_problem(f"is missing. {Config.model_fields['line_up'].description}.", "line_up")
        if self.config.line_ups is not None and line_up is not None:
            self.add_problem("stands beside line_up; give one of them", "line_ups")
        elif self.config.line_ups is not None and self.config.mirror:
            self.add_problem("needs line_up; in line_ups a strategy that stands alone plays against itself already", "mirror")
        if self.config.about is not None and asked_line_ups:
            self.add_problem("is one number of all games; give one line_up, without mirror", "about")
        limited = [label for label, choice in self.config.strategies.items() if choice.blocks is not None]
        for label in limited:
            if not asked_line_ups:
                sentence = "needs mirror = true or line_ups, where each strategy has its own games"
                self.add_problem(sentence, "strategies", label, "blocks")
            elif self.config.stop is not None:
                self.add_problem(
                    "cannot be combined with stop, which looks at the same blocks of all", "strategies", label, "blocks"
                )
        labels = line_up if self.config.mirror and line_up is not None else ()
        if duplicates := repeated(labels):
            self.add_problem(
                f"where mirror is true, each strategy may be given once; given twice: {', '.join(duplicates)}", "line_up"
            )
        if asked_line_ups and all(set(labels) & set(limited) for labels in asked_line_ups.values()):
            subject, key = ("every line-up", "line_ups") if self.config.line_ups is not None else ("every strategy", "line_up")
            self.add_problem(f"{subject} has a limit of blocks; leave it out for one, which then plays all blocks", key)

    def _check_arm(self, game: Game, keys: Keys, arm: Arm) -> None:
        """Refuse unknown variants and modules, and an arm that changes nothing; `keys` are those of the arm in the file."""
        self.check_known("variant", [] if arm.variant is None else [arm.variant], game.variants, *keys, "variant")
        self.check_known("module", arm.modules or (), game.modules, *keys, "modules")
        rules, baseline = self.config.rules_of(arm), self.config.baseline_rules
        if rules.variant == baseline.variant and set(rules.modules) == set(baseline.modules) and not rules.overrides:
            self.add_problem("plays the baseline again; change something by overrides, variant or modules", *keys)

    def _strategies(self, game: Game) -> dict[str, Strategy]:
        """Return the strategies of all line-ups by label, without refused ones; refuse strategies that are in no line-up."""
        config = self.config
        strategies = {}
        for label in config.labels:
            line_up_keys = next(
                (self._keys_of(name) for name, labels in config.asked_line_ups.items() if label in labels), ("line_up",)
            )
            keys = ("strategies", label) if label in config.strategies else line_up_keys
            if (strategy := self.strategy(game, label, config.choice(label), *keys)) is not None:
                strategies[label] = strategy
        for label in config.strategies:
            if label not in config.labels:
                key_name = "line_up" if config.line_ups is None else "line_ups"
                self.add_problem(f"is not in {key_name}, so it would never play", "strategies", label)
        return strategies

    def _arms_texts_by_variant(self) -> dict[str, str]:
        """Return every variant that is played, with a text that names its arms; empty if the baseline has the variant."""
        names_by_variant: dict[str, list[str]] = {}
        for name, rules in self.config.rules_of_arms.items():
            names_by_variant.setdefault(rules.variant, []).append(name)
        return {
            variant: "" if BASELINE in arm_names else f" (variant of the arm {' and of '.join(arm_names)})"
            for variant, arm_names in names_by_variant.items()
        }

    def _rules(self, game: Game, players: list[int]) -> dict[int, tuple[Any, ...]]:
        """Return the rules of every arm by number of players; add a problem for rules that the game refuses."""
        try:
            refuse_experiment(self.config.components)
        except InputError as error:
            self.add_error(error, *BASELINE_RULES)
            return {}
        refused_points = None if self.config.sweep is None else RefusedPoints(self.config.sweep)
        rules = {}
        for k in players:
            rules_of_arms: list[Any] = []
            for keys, arm in _arms(self.config):
                if any(problem.keys in ((*keys, "variant"), (*keys, "modules")) for problem in self.problems):
                    continue
                try:
                    require_players_of(arm.overrides, self.config.labels)
                    rules_of_arms.append(game.rules(k, arm.variant, arm.modules, arm.overrides, self.config.components))
                except InputError as error:
                    if keys == SWEEP and refused_points is not None:
                        refused_points.add(arm.overrides, error)
                        continue
                    self._add_rules_error(error, keys, arm.overrides)
                    if keys == BASELINE_RULES:
                        break
            rules[k] = tuple(rules_of_arms)
        if refused_points is not None:
            self.problems += refused_points.problems()
        return rules

    def _add_rules_error(self, error: InputError, keys: Keys, overrides: Mapping[str, Any]) -> None:
        """Add the problems with the rules of an arm, each with the keys of the changed path that it is about."""
        for message in error.problems:
            path = path_to_blame(message, overrides)
            blamed_keys = (*keys, "overrides", *([path] if path else [])) if overrides else BASELINE_RULES
            self.add_problem(message.removeprefix("overrides: ").removeprefix(f"{path}: "), *blamed_keys)

    def _is_played(self, arms: Sequence[str], rules: Mapping[int, Sequence[Rules]]) -> list[bool]:
        """Return for every arm whether it is played.

        The baseline stands for points of the sweep that have its rules.

        Raises
        ------
        InputError
            If the baseline stands for all points.
        """
        points = self.config.sweep.points if self.config.sweep is not None else {}
        is_played = [
            arm not in points or any(rules_of_arms[i] != rules_of_arms[0] for rules_of_arms in rules.values())
            for i, arm in enumerate(arms)
        ]
        if points and sum(is_played) == len(arms) - len(points):
            self.add_problem("plays the baseline again; give a value other than the printed one", *SWEEP_KEYS)
            self.raise_problems()
        return is_played


# The keys of an arm in the file. The baseline has no overrides, so a problem with its rules can only come from the components.
BASELINE_RULES: Keys = ("components",)
SWEEP: Keys = ("sweep",)


def _arms(config: Config) -> Iterator[tuple[Keys, ArmRules]]:
    """Yield the keys and the rules of every arm: the baseline, the written arms, then the points of the sweep."""
    keys_of_written_arms: list[Keys] = [BASELINE_RULES, *(("arms", i) for i in range(1, len(config.arms) + 1))]
    yield from zip_longest(keys_of_written_arms, config.rules_of_arms.values(), fillvalue=SWEEP)


def _design(config: Config, game: Game, players: list[int], strategies: Mapping[str, Strategy], arms: tuple[str, ...]) -> Design:
    """Return which games are played; `arms` are the names of the arms among them."""
    # Seats without a chosen board get different boards in a variant that has several. Where mixed line-ups are compared game by
    # game, a player who decides by chance decides alike in two games only if its place in the line-up is the same in both.
    has_one_board = not any(game.boards(arm.variant) for arm in config.rules_of_arms.values())
    is_alike = {
        label: (has_one_board or strategy.board is not None) and (strategy.is_deterministic or not config.compares_mixed_line_ups)
        for label, strategy in strategies.items()
    }
    line_ups_by_label = {k: {label: line_ups(labels, k) for label, labels in config.asked_line_ups.items()} for k in players}
    rungs = {k: _line_up_indices(by_label) for k, by_label in line_ups_by_label.items()}
    line_ups_by_players = {
        k: tuple(line_up for line_ups_of_label in line_ups_by_label[k].values() for line_up in line_ups_of_label)
        or line_ups(config.line_up or (), k)
        for k in players
    }
    most_blocks_by_label = {label: most_blocks_of(labels, config.strategies) for label, labels in config.asked_line_ups.items()}
    return Design(
        players=tuple(players),
        line_ups=line_ups_by_players,
        rungs=rungs,
        rotations={k: tuple(n_rotations(line_up, is_alike) for line_up in line_ups_by_players[k]) for k in players},
        most_blocks={
            k: tuple(most_blocks_by_label[label] for label, indices in rungs[k].items() for _ in indices)
            or (None,) * len(line_ups_by_players[k])
            for k in players
        },
        orders={k: n_orders(line_ups_by_players[k], k, config.seatings) for k in players},
        seatings=config.seatings,
        arms=arms,
        is_compiled={
            k: game.batches.is_compiled
            and all(strategies[label].is_compiled for line_up in line_ups_by_players[k] for label in line_up)
            for k in players
        },
        playouts={
            k: mean(strategies[label].playouts for line_up in line_ups_by_players[k] for label in line_up) for k in players
        },
    )


def _line_up_indices(by_label: Mapping[str, tuple[tuple[str, ...], ...]]) -> dict[str, tuple[int, ...]]:
    """Return label -> indices of its line-ups, counted from 0 over all labels."""
    indices = count()
    return {label: tuple(islice(indices, len(line_ups_of_label))) for label, line_ups_of_label in by_label.items()}
