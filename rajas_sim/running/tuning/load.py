"""Reading a tuning file, as `study.config.load` reads an experiment: first its form is checked, then the game asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.game import Game
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.plans import can_be_corrected
from rajas_sim.running.tuning.form import SEARCH_KEYS, TuningConfig
from rajas_sim.study.config.files import refuse_experiment, require_kind
from rajas_sim.study.config.keys import KeySources
from rajas_sim.study.config.load import change, checked, place_files, place_strategies, read_toml
from rajas_sim.study.config.resolve import Lookup


@dataclass(frozen=True)
class Kind:
    """The games for which a strategy is tuned separately: those of one variant and number of players."""

    variant: str
    players: int
    rules: Any

    @property
    def title(self) -> str:
        """Their name in messages."""
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
        Keys that have a command line option, for example ``{"blocks": 500}``.

    Raises
    ------
    InputError
        With every problem found, each with file and line or option.
    """
    path = Path(path)
    document, lines = read_toml(path)
    require_kind("tuning", document, path)
    place_files(document, ("components", "output"), path.parent)
    place_strategies(document, path.parent)
    places = KeySources(str(path), lines, change(document, sets, options))
    return resolve_tuning(checked(TuningConfig, document, places), places)


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
    return _TuningLookup(places or KeySources(), config).run()


class _TuningLookup(Lookup):
    def __init__(self, places: KeySources, config: TuningConfig) -> None:
        super().__init__(places)
        self.config = config

    def run(self) -> Tuning:
        game = self.game(self.config.game)
        config = self.config = self.config.completed(game)
        variants, opponents = config.variants or (), config.opponents or ()
        self.require_known("variant", variants, game.variants, "variants")
        self.require_known("module", config.modules, game.modules, "modules")
        players = self.possible_players(game, config.players)
        strategies = self._strategies(game)
        strategy = strategies.get(config.strategy)
        parameters = () if strategy is None else self._parameters(strategy)
        if config.lessons is not None:
            self._lessons(game, strategy)
        for label in config.strategies:
            if label not in (config.strategy, *opponents):
                self.refuse("is neither the strategy nor among the opponents, so it would never play", "strategies", label)
        self.require_none()
        kinds = tuple(self._kinds(game, players))
        self.require_none()
        assert strategy is not None
        return Tuning(config, game, kinds, strategy, parameters, {label: strategies[label] for label in opponents})

    def _strategies(self, game: Game) -> dict[str, Strategy]:
        """Return the strategy and its opponents by their labels."""
        config = self.config
        key_of = {**dict.fromkeys(config.opponents or (), "opponents"), config.strategy: "strategy"}
        strategies = {}
        for label, key in key_of.items():
            keys = ("strategies", label) if label in config.strategies else (key,)
            if (strategy := self.strategy(game, label, config.choice(label), *keys)) is not None:
                strategies[label] = strategy
        return self.seated(game, strategies, config.strategies, dict.fromkeys(config.variants or (), ""))

    def _parameters(self, strategy: Strategy) -> tuple[str, ...]:
        """Return which parameters are tuned."""
        declared = {p.name: p for p in strategy.parameters}
        if not declared:
            self.refuse(f"{strategy.name!r} has no parameters", "strategy")
            return ()
        self.require_known("parameter", self.config.parameters or (), declared, "parameters")
        self.require_known("parameter", self.config.fixed, declared, "fixed")
        asked = self.config.parameters or declared
        free = [name for name, p in declared.items() if p.low < p.high]
        tuned = tuple(name for name in free if name in asked and name not in self.config.fixed)
        if not tuned:
            self.refuse("leaves no parameter to tune", "fixed")
        for name, (low, high) in self.config.ranges.items():
            if name not in declared:
                self.refuse(unknown_name("parameter", name, declared), "ranges", name)
            elif name not in tuned:
                self.refuse("is not tuned, so it has no range", "ranges", name)
            elif not declared[name].low <= low < high <= declared[name].high:
                allowed = f"{declared[name].low:g} to {declared[name].high:g}"
                self.refuse(f"found {low:g} to {high:g}; the strategy allows {allowed}", "ranges", name)
        return tuned

    def _lessons(self, game: Game, strategy: Strategy | None) -> None:
        """Refuse what lessons cannot do."""
        for key in sorted(self.config.model_fields_set & SEARCH_KEYS):
            self.refuse("has no effect with lessons, which do not search for values", key)
        if strategy is not None and not can_be_corrected(strategy, game.appraisal.teaching):
            self.refuse(f"{strategy.name!r} cannot be corrected; lessons need a plan that was not corrected before", "strategy")

    def _kinds(self, game: Game, players: Sequence[int]) -> Iterator[Kind]:
        """Yield the kinds of games, with their rules."""
        try:
            refuse_experiment(self.config.components)
            for variant in self.config.variants or ():
                for k in players:
                    yield Kind(variant, k, game.rules(k, variant, self.config.modules, None, self.config.components))
        except InputError as error:
            self.add(error, "components")
