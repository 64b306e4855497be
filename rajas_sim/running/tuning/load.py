"""Reading a tuning file, as `question.load` reads an experiment: first its form is checked, then the game asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.plans import can_be_corrected
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.running.tuning.form import OF_THE_SEARCH, TuningConfig
from rajas_sim.study.config.changes import Change, apply, by_set
from rajas_sim.study.config.files import refuse_components, refuse_experiment, refuse_question
from rajas_sim.study.config.form_errors import problems_in_form
from rajas_sim.study.config.keys import KeySources, Problem
from rajas_sim.study.config.load import place_strategies, read_toml

#: Keys of a tuning that name a file.
FILES = ("components", "output")


@dataclass(frozen=True)
class Kind:
    """The games for which a strategy is tuned by itself: those of one variant and number of players."""

    variant: str
    players: int
    rules: Any

    @property
    def title(self) -> str:
        """What a person calls them."""
        return f"{self.variant}, {self.players} players"


@dataclass(frozen=True)
class Tuning:
    """Everything that determines what a tuning finds.

    Attributes
    ----------
    config
        With what it left open filled in.
    kinds
        Variant by variant, and number of players by number of players.
    strategy
        The strategy as it is.
    parameters
        Names of those that are tuned, in the order of their declaration.
    opponents
        Label -> strategy.
    """

    config: TuningConfig
    game: Game
    kinds: tuple[Kind, ...]
    strategy: Strategy
    parameters: tuple[str, ...]
    opponents: Mapping[str, Strategy]


def load_tuning(path: Path | str, sets: Sequence[str] = (), *, options: Mapping[str, Any] | None = None) -> Tuning:
    """Read a tuning file and look up its rules and strategies; what it leaves to its game is filled in.

    Parameters
    ----------
    path
        The TOML file. Relative paths in it are taken from the file's folder.
    sets
        Changes as ``key=value`` (the value as in TOML), applied in order.
    options
        Keys set by a command line option of their own, for example ``{"blocks": 500}``.

    Raises
    ------
    InputError
        With every problem found, each with file and line or option.
    """
    path = Path(path)
    document, lines = read_toml(path)
    refuse_components(document, path, "a tuning", "tune TUNING")
    refuse_question(document, path)
    for key in FILES:
        if isinstance(document.get(key), str):
            document[key] = str(path.parent / document[key])
    place_strategies(document, path.parent)
    changes = [Change(key, value, f"--{key} {value}") for key, value in (options or {}).items()]
    by_option = {apply(document, change): change.source for change in [*changes, *by_set(sets)]}
    place_strategies(document, Path())
    places = KeySources(str(path), lines, by_option)
    try:
        config = TuningConfig(**document)
    except ValidationError as error:
        problems = problems_in_form(document, error, TuningConfig)
        raise InputError(places.sentence(problem) for problem in problems) from None
    return resolve_tuning(config, places)


def resolve_tuning(config: TuningConfig, places: KeySources | None = None) -> Tuning:
    """Look up rules and strategies.

    Parameters
    ----------
    places
        Where the keys of the tuning come from, which messages name.

    Raises
    ------
    InputError
        With everything the game and the strategies refuse.
    """
    lookup = _Lookup(config)
    tuning = lookup.run()
    if tuning is None:
        places = places or KeySources()
        raise InputError(places.sentence(problem) for problem in lookup.problems)
    return tuning


@dataclass
class _Lookup:
    """Looks up what a tuning names and collects everything that cannot be had."""

    config: TuningConfig
    problems: list[Problem] = field(default_factory=list)

    def run(self) -> Tuning | None:
        try:
            game = find_game(self.config.game)
        except InputError as error:
            self._add(error, "game")
            return None
        self.config = self.config.completed(game)
        variants = self.config.variants or ()
        self._known("variant", variants, game.variants, "variants")
        self._known("module", self.config.modules, game.modules, "modules")
        for k in self.config.players:
            if k not in game.player_counts:
                allowed = ", ".join(map(str, game.player_counts))
                self._refuse(f"found {k}; {game.name} is played by {allowed}", "players")
        strategies = {label: self._strategy(game, label, key) for key, label in self._labels()}
        strategy = strategies[self.config.strategy]
        parameters = () if strategy is None else self._parameters(strategy)
        if self.config.lessons is not None:
            self._lessons(game, strategy)
        for label in self.config.strategies:
            if label not in strategies:
                self._refuse("is neither the strategy nor among the opponents, so it would never play", "strategies", label)
        kinds = () if self.problems else tuple(self._kinds(game))
        if self.problems or strategy is None:
            return None
        opponents = {label: other for label in self.config.opponents if (other := strategies[label]) is not None}
        return Tuning(self.config, game, kinds, strategy, parameters, opponents)

    def _labels(self) -> Iterator[tuple[str, str]]:
        """Yield every label once, with the key under which it is written."""
        for label in self.config.opponents:
            if label != self.config.strategy:
                yield "opponents", label
        yield "strategy", self.config.strategy

    def _refuse(self, message: str, *keys: str) -> None:
        self.problems.append(Problem(keys, message))

    def _add(self, error: InputError, *keys: str) -> None:
        for message in dict.fromkeys(error.problems):
            self._refuse(message, *keys)

    def _known(self, what: str, names: Sequence[str], known: Sequence[str], *keys: str) -> None:
        for name in names:
            if not known:
                self._refuse(f"found {name!r}, but there are none", *keys)
            elif name not in known:
                self._refuse(unknown_name(what, name, known), *keys)

    def _strategy(self, game: Game, label: str, key: str) -> Strategy | None:
        choice, keys = self.config.choice(label), ("strategies", label) if label in self.config.strategies else (key,)
        if label.endswith(".py"):
            self._refuse(f"a file needs a label: [strategies.{Path(label).stem}] with strategy = {label!r}", key)
            return None
        try:
            strategy = find_strategy(choice.strategy, choice.parameters, label, game.name).careless(choice.error)
        except InputError as error:
            self._add(error, *keys)
            return None
        if choice.board is None:
            return strategy
        for variant in self.config.variants or ():
            problem = game.board_problem(variant, choice.board) if variant in game.variants else None
            if problem is not None:
                self._refuse(problem, *keys, "board")
        return strategy.on_board(choice.board)

    def _parameters(self, strategy: Strategy) -> tuple[str, ...]:
        """Return which parameters are tuned."""
        declared = {p.name: p for p in strategy.parameters}
        if not declared:
            self._refuse(f"{strategy.name!r} has no parameters", "strategy")
            return ()
        self._known("parameter", self.config.parameters or (), [*declared], "parameters")
        self._known("parameter", self.config.fixed, [*declared], "fixed")
        asked = self.config.parameters or declared
        free = [name for name, p in declared.items() if p.low < p.high]
        tuned = tuple(name for name in free if name in asked and name not in self.config.fixed)
        if not tuned:
            self._refuse("leaves no parameter to be tuned", "fixed")
        for name, (low, high) in self.config.ranges.items():
            if name not in declared:
                self._refuse(unknown_name("parameter", name, [*declared]), "ranges", name)
            elif name not in tuned:
                self._refuse("is not tuned, so it has no range", "ranges", name)
            elif not declared[name].low <= low < high <= declared[name].high:
                allowed = f"{declared[name].low:g} to {declared[name].high:g}"
                self._refuse(f"found {low:g} to {high:g}; the strategy allows {allowed}", "ranges", name)
        return tuned

    def _lessons(self, game: Game, strategy: Strategy | None) -> None:
        """Refuse what lessons cannot do."""
        for key in sorted(self.config.model_fields_set & OF_THE_SEARCH):
            self._refuse("has no meaning with lessons, which find no values of parameters", key)
        if strategy is not None and not can_be_corrected(strategy, game.appraisal.teaching):
            self._refuse(
                f"{strategy.name!r} is no plan, or is corrected already; only plans can be corrected by lessons", "strategy"
            )

    def _kinds(self, game: Game) -> Iterator[Kind]:
        """Yield the kinds of games, with their rules."""
        try:
            refuse_experiment(self.config.components)
            for variant in self.config.variants or ():
                for k in sorted(self.config.players):
                    yield Kind(variant, k, game.rules(k, variant, self.config.modules, None, self.config.components))
        except InputError as error:
            self._add(error, "components")
