"""A tuning file: its form, and how it is read.

As in `study.config.load`, the form is checked first, then the content.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import tomli_w
from pydantic import AfterValidator, Field, StrictBool, StrictInt, StrictStr

from rajas_sim.analysis.statistics.estimate import USUAL_LEVEL
from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.game import Game
from rajas_sim.core.games import GAMES, MAX_SEED
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.plans import can_be_corrected, python_function
from rajas_sim.study.config.files import refuse_experiment, require_kind
from rajas_sim.study.config.form import (
    LABELS,
    PRINTED_VALUES,
    Between0And1,
    ChosenStrategy,
    Name,
    PlayerCounts,
    Words,
    all_different,
)
from rajas_sim.study.config.keys import KeySources
from rajas_sim.study.config.load import apply_options, check_form, read_toml, resolve_file_paths, resolve_strategy_paths
from rajas_sim.study.config.question_tables import StrictForm
from rajas_sim.study.config.resolve import Lookup

# With so many blocks and generations, a tuning needs no more than half of all luck seeds.
MOST_BLOCKS = 100_000
MOST_GENERATIONS = 10_000
MOST_DECISIONS = 1_000_000
MOST_PLAYOUTS = 100
MOST_GAMES = 10_000_000
#: Keys that have no effect where a strategy learns from games, by lessons or a value of positions.
SEARCH_KEYS = frozenset({"parameters", "fixed", "ranges", "start", "population", "generations", "minutes", "stop_early"})


def _in_order(ends: tuple[float, float]) -> tuple[float, float]:
    if not ends[0] < ends[1]:
        raise ValueError("the first number must be less than the second")
    return ends


Number = Annotated[float, Field(strict=True)]
Range = Annotated[tuple[Number, Number], AfterValidator(_in_order)]
Share = Annotated[float, Field(gt=0, le=1, strict=True)]


class LessonPlan(StrictForm):
    """How many lessons there are, how many decisions they look at, and how the network is fitted."""

    times: StrictInt = Field(default=6, ge=1, le=100, description="Lessons; each is played with what the earlier ones taught")
    decisions: StrictInt = Field(default=25_000, ge=1000, le=MOST_DECISIONS, description="Decisions that a lesson looks at")
    playouts: StrictInt = Field(default=2, ge=1, le=MOST_PLAYOUTS, description="How often each option is played to the end")
    share: float = Field(default=0.3, ge=0.001, le=1, strict=True, description="Share of a game's decisions that are looked at")
    stray: float = Field(
        default=0.05, ge=0, lt=1, strict=True, description="Probability that a player takes another option than its choice"
    )
    epochs: StrictInt = Field(default=15, ge=1, le=1000, description="How many passes the network makes over all decisions")
    steps: Annotated[tuple[Share, ...], AfterValidator(all_different)] = Field(
        default=(0.25, 0.5, 0.75, 1.0), min_length=1, description="How far to go towards what was fitted; each is tried"
    )


class ValuePlan(StrictForm):
    """The games from which the worth of positions is learned."""

    games: StrictInt = Field(
        default=300_000, ge=1000, le=MOST_GAMES, description="Games for each number of players, in equal parts of each kind"
    )
    share: Share = Field(
        default=0.05, description="Share of the turns of a game with two players that are looked at; with k players 2/k of it"
    )
    stray: float = Field(
        default=0.03, ge=0, lt=1, strict=True, description="Probability that a player takes another option than its choice"
    )
    epochs: StrictInt = Field(default=5, ge=1, le=1000, description="How many passes the network makes over all positions")


class TuningConfig(StrictForm):
    """Which parameters of a strategy are tuned, for which games, and against whom."""

    name: Name = Field(description="Short name; the tuning's folder begins with it")
    game: StrictStr = Field(description=f"Which game is played: {' or '.join(GAMES)}")
    strategy: StrictStr = Field(description="Label of the strategy that is tuned; it begins with its present values")
    variants: Words | None = Field(default=None, min_length=1, description="Variants of the game; left out: the game's first")
    modules: Words = Field(default=(), description="Modules of the game that are played with")
    players: PlayerCounts = Field(
        min_length=1, description="Numbers of players; the strategy is tuned separately for each of them and each variant"
    )
    start: Literal["own", "previous"] = Field(
        default="own",
        description='Where each search begins: at the strategy\'s values ("own"), or at those of the search before ("previous")',
    )
    components: Path | None = Field(default=None, description=PRINTED_VALUES)
    parameters: Words | None = Field(default=None, min_length=1, description="Parameters that are tuned; left out: all")
    fixed: Words = Field(default=(), description="Parameters that keep their values")
    ranges: dict[str, Range] = Field(
        default={}, description="Smallest and largest value a parameter may take; by default what the strategy allows"
    )
    opponents: Words = Field(default=(), description="Labels of its opponents, one after the other; left out: its present self")
    strategies: dict[Name, ChosenStrategy] = Field(default={}, description=LABELS)
    blocks: StrictInt = Field(
        default=300,
        ge=1,
        le=MOST_BLOCKS,
        description="Luck seeds of a generation, each played by every candidate from every seat, against every opponent",
    )
    population: StrictInt = Field(default=20, ge=4, le=1000, description="Candidates of a generation")
    generations: StrictInt = Field(default=100, ge=1, le=MOST_GENERATIONS, description="Generations after which it is done")
    minutes: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        strict=True,
        description="Minutes after which no new generation begins, for each variant and number of players",
    )
    stop_early: StrictBool = Field(
        default=True, description="Stop candidates early that are clearly in the worse half after a third of the blocks"
    )
    lessons: LessonPlan | None = Field(
        default=None, description="Learn corrections to the worth of options, in place of finding values of parameters"
    )
    value: ValuePlan | None = Field(
        default=None, description="Learn what positions are worth, in place of finding values of parameters"
    )
    check_blocks: StrictInt = Field(default=2000, ge=2, le=MOST_BLOCKS, description="Fresh luck seeds that test the result")
    seed: StrictInt = Field(default=1, ge=0, le=MAX_SEED, description="Seed of all luck")
    level: Between0And1 = Field(default=USUAL_LEVEL, description="Confidence level of every interval")
    output: Path | None = Field(
        default=None, description="File for the values, relative to this file; other variants and player counts in it stay"
    )

    @property
    def learns(self) -> bool:
        """Whether the strategy learns from games, instead of searching for values of parameters."""
        return self.lessons is not None or self.value is not None

    def completed(self, game: Game) -> TuningConfig:
        """Return the same tuning with defaults filled in: the variants and the opponents."""
        filled_in = {"variants": self.variants or game.variants[:1], "opponents": self.opponents or (self.strategy,)}
        return self.model_copy(update=filled_in)

    def choice(self, label: str) -> ChosenStrategy:
        """Return the strategy that a label stands for; a label that is not in `strategies` is itself the name of a strategy."""
        return self.strategies.get(label, ChosenStrategy(strategy=label))

    def to_toml(self) -> str:
        """Return the complete tuning, defaults included, as a file that `load_tuning` reads."""
        excluded_keys = set(SEARCH_KEYS) if self.learns else None
        return tomli_w.dumps(json.loads(self.model_dump_json(exclude_none=True, exclude=excluded_keys)))


def tuning_schema() -> dict[str, Any]:
    """Return the JSON schema of a tuning file, which lets editors complete and check it."""
    schema = TuningConfig.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "rajas tuning"}


# --- reading a file


@dataclass(frozen=True)
class Kind:
    """A kind of game for which a strategy is tuned separately: one variant and number of players.

    Attributes
    ----------
    modules
        Modules in play. Given only where a value of positions is learned both with and without modules.
    """

    variant: str
    players: int
    rules: Any
    modules: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name of the kind in messages."""
        return f"{' with '.join((self.variant, *self.modules))}, {self.players} players"


@dataclass(frozen=True)
class Tuning:
    """Everything that determines what a tuning finds.

    Attributes
    ----------
    config
        The tuning with defaults filled in.
    kinds
        The kinds of games, in the order of variants, then of numbers of players.
    strategy
        The strategy before tuning.
    parameters
        Names of the parameters that are tuned, in the order of their declaration.
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
    """Read a tuning file and look up its rules and strategies.

    Defaults of the game are filled in.

    Parameters
    ----------
    path
        The TOML file. Relative paths in it are relative to its folder.
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
    document, text = read_toml(path)
    require_kind("tuning", document, path)
    resolve_file_paths(document, ("components", "output"), path.parent)
    resolve_strategy_paths(document, path.parent)
    option_of_key = apply_options(document, sets, options)
    key_sources = KeySources(str(path), text, option_of_key)
    return resolve_tuning(check_form(TuningConfig, document, key_sources), key_sources)


def resolve_tuning(config: TuningConfig, key_sources: KeySources | None = None) -> Tuning:
    """Check a tuning against its game, and return it with its rules and strategies.

    Parameters
    ----------
    key_sources
        File and line of each key, for messages.

    Raises
    ------
    InputError
        With every problem that the game or its strategies report.
    """
    return _TuningLookup(key_sources or KeySources(), config).run()


class _TuningLookup(Lookup[TuningConfig]):
    """Finds what the names in a tuning stand for, and collects the problems."""

    def run(self) -> Tuning:
        """Return the tuning with its rules and strategies, or raise an `InputError` with all problems."""
        game = self.game(self.config.game)
        config = self.config = self.config.completed(game)
        variants, opponents = config.variants or (), config.opponents or ()
        self.check_known("variant", variants, game.variants, "variants")
        self.check_known("module", config.modules, game.modules, "modules")
        players = self.possible_players(game, config.players)
        strategies = self._strategies(game)
        strategy = strategies.get(config.strategy)
        parameters = () if strategy is None else self._parameters(strategy)
        if config.learns:
            self._check_learning(game, strategy)
        for label in config.strategies:
            if label not in (config.strategy, *opponents):
                self.add_problem("is neither the strategy nor among the opponents, so it would never play", "strategies", label)
        self.raise_problems()
        kinds = tuple(self._kinds(game, players))
        self.raise_problems()
        assert strategy is not None
        return Tuning(config, game, kinds, strategy, parameters, {label: strategies[label] for label in opponents})

    def _strategies(self, game: Game) -> dict[str, Strategy]:
        """Return the strategy and its opponents by their labels."""
        config = self.config
        key_by_label = {**dict.fromkeys(config.opponents or (), "opponents"), config.strategy: "strategy"}
        strategies = {}
        for label, key in key_by_label.items():
            keys = ("strategies", label) if label in config.strategies else (key,)
            if (strategy := self.strategy(game, label, config.choice(label), *keys)) is not None:
                strategies[label] = strategy
        return self.on_boards(game, strategies, config.strategies, dict.fromkeys(config.variants or (), ""))

    def _parameters(self, strategy: Strategy) -> tuple[str, ...]:
        """Return the names of the parameters that are tuned; add a problem for names and ranges that do not fit."""
        declared = {parameter.name: parameter for parameter in strategy.parameters}
        if not declared:
            self.add_problem(f"{strategy.name!r} has no parameters", "strategy")
            return ()
        self.check_known("parameter", self.config.parameters or (), declared, "parameters")
        self.check_known("parameter", self.config.fixed, declared, "fixed")
        chosen_parameters = self.config.parameters or declared
        variable_parameters = [name for name, parameter in declared.items() if parameter.low < parameter.high]
        tuned = tuple(name for name in variable_parameters if name in chosen_parameters and name not in self.config.fixed)
        if not tuned:
            self.add_problem("leaves no parameter to tune", "fixed")
        for name, (low, high) in self.config.ranges.items():
            if name not in declared:
                self.add_problem(unknown_name("parameter", name, declared), "ranges", name)
            elif name not in tuned:
                self.add_problem("is not tuned, so it has no range", "ranges", name)
            elif not declared[name].low <= low < high <= declared[name].high:
                allowed = f"{declared[name].low:g} to {declared[name].high:g}"
                self.add_problem(f"found {low:g} to {high:g}; the strategy allows {allowed}", "ranges", name)
        return tuned

    def _check_learning(self, game: Game, strategy: Strategy | None) -> None:
        """Refuse keys and strategies that do not go with lessons or with values of positions."""
        table = "lessons" if self.config.lessons is not None else "value"
        for key in sorted(self.config.model_fields_set & SEARCH_KEYS):
            self.add_problem(f"has no effect with [{table}], which does not search for values", key)
        if table == "lessons" and self.config.value is not None:
            self.add_problem("cannot stand beside [lessons]: tune twice", "value")
        if strategy is None or can_be_corrected(strategy, lesson_kernels := game.appraisal.lesson_kernels):
            return
        if table == "lessons":
            self.add_problem(
                f"{strategy.name!r} cannot be corrected: it is not a plan, or lessons have corrected it already", "strategy"
            )
        elif strategy.body is not python_function(lesson_kernels.choose):
            self.add_problem(f"{strategy.name!r} is no plan, so positions cannot be played on with it", "strategy")

    def _kinds(self, game: Game, players: Sequence[int]) -> Iterator[Kind]:
        """Yield the kinds of games with their rules, for a value of positions both without and with the modules."""
        try:
            refuse_experiment(self.config.components)
            for variant in self.config.variants or ():
                for k in players:
                    if self.config.value is not None:
                        yield Kind(variant, k, game.rules(k, variant, (), None, self.config.components))
                    if self.config.value is None or self.config.modules:
                        modules = self.config.modules
                        rules = game.rules(k, variant, modules, None, self.config.components)
                        yield Kind(variant, k, rules, modules if self.config.value is not None else ())
        except InputError as error:
            self.add_error(error, "components")
