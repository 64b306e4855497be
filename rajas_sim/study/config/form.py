"""The form of an experiment file: its keys, their types and what they mean."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import tomli_w
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    ModelWrapValidatorHandler,
    StrictBool,
    StrictInt,
    StrictStr,
    Tag,
    ValidationError,
    create_model,
    model_validator,
)

from rajas_sim.core.games import GAMES, MAX_SEED
from rajas_sim.core.strategies.registry import what_plays
from rajas_sim.study.config import QUESTION_TABLES
from rajas_sim.study.config.expectations import MEANS, expectation
from rajas_sim.study.config.keys import by_path, repeated
from rajas_sim.study.config.question_tables import QuestionTable, StrictForm, check_tables, error_details, form_of
from rajas_sim.study.config.sweep import SweepForm
from rajas_sim.study.design import BASELINE, Seatings, line_up_label

if TYPE_CHECKING:
    from rajas_sim.core.game import Game

# Default number of blocks without and with a stopping rule, and the largest number allowed.
USUAL_BLOCKS = 1000
USUAL_MOST_BLOCKS = 50_000
MOST_BLOCKS = 100_000_000
T = TypeVar("T", bound=QuestionTable)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
# Descriptions of keys that experiments and tunings have in common.
PRINTED_VALUES = "File with the printed values, relative to this file; left out: the reference set"
LABELS = "Labels for strategies with parameters or boards; other labels are names of strategies"


def _plain_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise ValueError("allowed: letters, digits, '_' and '-', beginning with a letter or digit")
    return name


def _arm_name(name: str) -> str:
    if name == BASELINE:
        raise ValueError(f"{BASELINE!r} is the arm without changes, which every experiment has; choose another name")
    return _plain_name(name)


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("write the question of the experiment in words")
    return text


def _valid_expectation(text: str) -> str:
    expectation(text)
    return text


def _known_number(name: str) -> str:
    if name not in MEANS:
        raise ValueError(f"must be one of {', '.join(MEANS)}")
    return name


def all_different(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Refuse a list with repeated entries."""
    if len(set(values)) < len(values):
        raise ValueError("each entry may be given once")
    return values


def _different_names(arms: tuple[Arm, ...]) -> tuple[Arm, ...]:
    if duplicates := repeated(arm.name for arm in arms):
        raise ValueError(f"each arm needs a different name; given twice: {', '.join(duplicates)}")
    return arms


def _line_ups_by_label(line_ups: Mapping[str, LineUp] | Sequence[LineUp]) -> dict[str, LineUp]:
    """Return line-ups by their labels; those of a list get labels made from their strategies."""
    return dict(line_ups) if isinstance(line_ups, Mapping) else {line_up_label(labels): labels for labels in line_ups}


def _different_line_ups(line_ups: LineUps) -> LineUps:
    if duplicates := repeated(map(line_up_label, line_ups.values() if isinstance(line_ups, Mapping) else line_ups)):
        raise ValueError(f"each line-up may be given once; given twice: {', '.join(duplicates)}")
    return line_ups


Name = Annotated[StrictStr, AfterValidator(_plain_name)]
Words = Annotated[tuple[StrictStr, ...], AfterValidator(all_different)]
PlayerCounts = Annotated[tuple[StrictInt, ...], AfterValidator(all_different)]
Blocks = Annotated[StrictInt, Field(ge=1, le=MOST_BLOCKS)]
Probability = Annotated[float, Field(ge=0, le=1, strict=True)]
Between0And1 = Annotated[float, Field(gt=0, lt=1, strict=True)]
Tolerance = Annotated[float, Field(gt=0, lt=0.5, strict=True)]
LineUp = Annotated[tuple[StrictStr, ...], Field(min_length=1)]
#: Several line-ups: a list of them, or a table that gives them labels. Messages do not say which of the two it is.
LineUps = Annotated[
    Annotated[Annotated[tuple[LineUp, ...], Field(min_length=1)], Tag("list")]
    | Annotated[Annotated[dict[Name, LineUp], Field(min_length=1)], Tag("table")],
    Discriminator(lambda value: "table" if isinstance(value, Mapping) else "list"),
    AfterValidator(_different_line_ups),
]
Expectations = tuple[Annotated[StrictStr, AfterValidator(_valid_expectation)], ...]


class ChosenStrategy(StrictForm):
    """A strategy under its own label, with parameters and a board."""

    strategy: StrictStr = Field(description="Name of a strategy (`rajas strategies list`), or a .py file relative to this one")
    parameters: dict[str, Any] = Field(default={}, description="Parameters that differ from the strategy's defaults")
    board: StrictStr | None = Field(default=None, description="Board of the strategy, in a variant in which boards may differ")
    error: Probability = Field(
        default=0.0, description="Probability that it plays another option, chosen at random, instead of the one it chose"
    )


class StrategyChoice(ChosenStrategy):
    """A strategy of an experiment, which may play fewer blocks than the others."""

    blocks: Blocks | None = Field(
        default=None, description="Largest number of luck seeds that its line-ups play, with mirror or line_ups; left out: all"
    )


class Stop(StrictForm):
    """When a run ends: as soon as all that is given here is reached, for each number of players separately."""

    verdict: StrictBool = Field(default=False, description="When every verdict about its seats is FAIR or UNFAIR")
    width: Between0And1 | None = Field(
        default=None, description="When no interval of a win share by seat or strategy is wider than this"
    )
    expect: Expectations = Field(default=(), description="When each of these sentences is known to hold or to fail")
    max_blocks: Blocks | None = Field(
        default=None, description="Number of luck seeds after which it stops in any case, in place of blocks"
    )

    @model_validator(mode="before")
    @classmethod
    def _without_exact(cls, stop: object) -> object:
        """Drop the key `exact`, which version 0.1.0 needed for exact intervals of shares; these are always exact now."""
        return {key: value for key, value in stop.items() if key != "exact"} if isinstance(stop, Mapping) else stop

    @model_validator(mode="after")
    def _has_a_rule(self) -> Stop:
        if not self.verdict and self.width is None and not self.expect:
            raise ValueError("give at least one of verdict = true, a width such as width = 0.01, and expect")
        return self


class Arm(StrictForm):
    """A changed rule set, played with the same luck as the baseline. What it leaves out is as in the experiment."""

    name: Annotated[StrictStr, AfterValidator(_arm_name)] = Field(description="Name of the arm in tables and reports")
    variant: StrictStr | None = Field(default=None, description="Variant of the game; left out: the experiment's")
    modules: Words | None = Field(default=None, description="Modules of the game; left out: the experiment's; [] for none")
    overrides: Annotated[dict[str, Any], BeforeValidator(by_path)] = Field(
        default={}, description='Changed rules, by dotted path: { "setup.money" = [3, 3, 3, 3] }'
    )


@dataclass(frozen=True)
class ArmRules:
    """The rules of an arm: variant, modules and changed rules."""

    variant: str
    modules: tuple[str, ...]
    overrides: Mapping[str, Any]


class Config(StrictForm, extra="allow"):
    """One experiment: a question, and the games that answer it.

    The tables of questions, such as ``[solve]``, are its extra keys; `table` returns them.
    """

    name: Name = Field(description="Short name; the run's folder begins with it")
    question: Annotated[StrictStr, AfterValidator(_not_blank)] = Field(description="The question, as the report asks it")
    about: Annotated[StrictStr, AfterValidator(_known_number)] | None = Field(
        default=None, description=f"Number the question is about: {', '.join(MEANS)}; left out: who wins"
    )
    game: StrictStr = Field(description=f"Which game is played: {' or '.join(GAMES)}")
    variant: StrictStr | None = Field(default=None, description="Variant of the game; left out: the game's first")
    modules: Words = Field(default=(), description="Modules of the game that are played with")
    players: PlayerCounts = Field(min_length=1, description="Numbers of players; each is played and reported separately")
    components: Path | None = Field(default=None, description=PRINTED_VALUES)
    line_up: LineUp | None = Field(
        default=None,
        description="Strategies that play: one for all seats, one for each seat, or more than seats (every selection is played)",
    )
    mirror: StrictBool = Field(
        default=False,
        description="Each strategy of line_up plays against itself; the report compares them from the first to the last",
    )
    line_ups: LineUps | None = Field(
        default=None,
        description="In place of line_up: several line-ups, each asked separately; a list of them, or a table with their labels",
    )
    strategies: dict[Name, StrategyChoice] = Field(default={}, description=LABELS)
    seatings: Seatings = Field(
        default="alternating",
        description="Orders in which strategies sit: the next order in each block, all in each block, or only that of line_up",
    )
    arms: Annotated[tuple[Arm, ...], AfterValidator(_different_names)] = Field(
        default=(), description="Changed rule sets, each compared with the baseline under the same luck"
    )
    sweep: SweepForm | None = Field(
        default=None, description="One or two rules with lists of values; every setting except the printed one is an arm"
    )
    blocks: Blocks | None = Field(
        default=None,
        description="Number of deals; each is played in every order of the strategies and with every rule set; left out: "
        f"{USUAL_BLOCKS}, or with stop {USUAL_MOST_BLOCKS}",
    )
    expect: Expectations = Field(
        default=(), description='What `rajas check` expects of the numbers, such as "start_player.4 within 3 points"'
    )
    stop: Stop | None = Field(default=None, description="When to stop before all blocks are played")
    seed: StrictInt = Field(default=1, ge=0, le=MAX_SEED, description="Seed of all luck; the same one gives the same games")
    level: Between0And1 = Field(
        default=0.95, description="How sure every interval is: at 0.95, 95 of 100 intervals contain the true value"
    )
    tolerance: Tolerance = Field(
        default=0.02, description="How far a win share may be from even and still be fair; 0.02 is 2 points"
    )
    tables: Words | None = Field(
        default=None,
        description="Tables to write, with games and seats; left out: all except those that are kept only on request",
    )

    @model_validator(mode="wrap")
    @classmethod
    def _check_question_tables(cls, document: dict[str, object], check: ModelWrapValidatorHandler[Config]) -> Config:
        """Check the tables of questions together with all other keys, so that all problems are reported at once."""
        tables, errors = check_tables({key: value for key, value in document.items() if key not in cls.model_fields})
        try:
            config = check({key: value for key, value in document.items() if key in cls.model_fields} | tables)
        except ValidationError as error:
            errors = error_details(error) + errors
        if errors:
            raise ValidationError.from_exception_data(cls.__name__, errors)
        return config

    @property
    def tables_of_questions(self) -> dict[str, QuestionTable]:
        """The tables of questions by the names of the questions."""
        return {name: table for name, table in (self.model_extra or {}).items() if table is not None}

    def table(self, form: type[T]) -> T | None:
        """Return the table of a question, given its form; None if the experiment has none."""
        return next((table for table in self.tables_of_questions.values() if isinstance(table, form)), None)

    def completed(self, game: Game) -> Config:
        """Return the same experiment with the defaults of the game filled in: variant, tables and blocks."""
        defaults = {"variant": game.variants[0], "tables": game.usual_tables, "blocks": self.most_blocks}
        return self.model_copy(update={key: value for key, value in defaults.items() if getattr(self, key) is None})

    @property
    def most_blocks(self) -> int:
        """How many blocks are played unless `stop` ends the run earlier."""
        max_blocks = self.stop.max_blocks if self.stop is not None else None
        return max_blocks or self.blocks or (USUAL_BLOCKS if self.stop is None else USUAL_MOST_BLOCKS)

    @property
    def baseline_rules(self) -> ArmRules:
        """The rules of the baseline.

        Raises
        ------
        ValueError
            If no variant is given; `completed` fills in the game's first.
        """
        if self.variant is None:
            raise ValueError("the experiment names no variant; complete it first")
        return ArmRules(self.variant, self.modules, {})

    @property
    def rules_of_arms(self) -> dict[str, ArmRules]:
        """The rules of every arm by its name: the baseline, the arms as written, the points of the sweep.

        Points that have the rules of the baseline are included, though the baseline stands for them. `Experiment.rules_of_arms`
        has only the arms that are played.
        """
        points = self.sweep.points if self.sweep is not None else {}
        return {
            BASELINE: self.baseline_rules,
            **{arm.name: self.rules_of(arm) for arm in self.arms},
            **{name: replace(self.baseline_rules, overrides=point) for name, point in points.items()},
        }

    def rules_of(self, arm: Arm) -> ArmRules:
        """Return the rules of an arm: what the arm gives itself, and the rest from the experiment."""
        baseline = self.baseline_rules
        return ArmRules(
            baseline.variant if arm.variant is None else arm.variant,
            baseline.modules if arm.modules is None else arm.modules,
            arm.overrides,
        )

    @property
    def asked_line_ups(self) -> dict[str, LineUp]:
        """The line-ups that are asked about separately, by their labels; none with a single `line_up`."""
        if self.line_ups is not None:
            return _line_ups_by_label(self.line_ups)
        return {label: (label,) for label in self.line_up or ()} if self.mirror else {}

    @property
    def compares_mixed_line_ups(self) -> bool:
        """Whether line-ups are asked about separately, and in one of them different strategies meet."""
        return any(len(set(labels)) > 1 for labels in self.asked_line_ups.values())

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all strategies that play, each once, in the order in which they are given."""
        line_ups = _line_ups_by_label(self.line_ups or ())
        return tuple(dict.fromkeys([*(self.line_up or ()), *(label for labels in line_ups.values() for label in labels)]))

    def choice(self, label: str) -> StrategyChoice:
        """Return the strategy that a label stands for; a label that is not in `strategies` is itself the name of a strategy."""
        if label in self.strategies:
            return self.strategies[label]
        strategy, error = what_plays(label, self.game)
        return StrategyChoice(strategy=strategy, error=error)

    def without_questions(self, **changes: Any) -> Config:
        """Return the experiment without its arms, sweep, stopping rule, expectations, `about` and tables of questions.

        Parameters
        ----------
        changes
            Other keys to change.
        """
        emptied_keys = {
            "arms": (),
            "sweep": None,
            "stop": None,
            "expect": (),
            "about": None,
            **dict.fromkeys(self.tables_of_questions),
        }
        return self.model_copy(update={**emptied_keys, **changes})

    def to_toml(self) -> str:
        """Return the complete experiment, defaults included, as a file that `load_experiment` reads."""
        return tomli_w.dumps(json.loads(self.model_dump_json(exclude_none=True)))


def most_blocks_of(labels: Iterable[str], choices: Mapping[str, StrategyChoice]) -> int | None:
    """Return how many blocks some strategies play together at most: the lowest of their limits, or None if they have none."""
    limits = [choices[label].blocks for label in labels if label in choices]
    return min((limit for limit in limits if limit is not None), default=None)


def experiment_schema() -> dict[str, Any]:
    """Return the JSON schema of an experiment file, which lets editors complete and check it."""
    forms: dict[str, Any] = {name: form_of(name) for name in QUESTION_TABLES}
    tables: dict[str, Any] = {name: (form | None, Field(default=None, description=getdoc(form))) for name, form in forms.items()}
    complete_form: type[Config] = create_model("Experiment", __base__=Config, **tables)
    schema = complete_form.model_json_schema() | {
        "title": "rajas experiment",
        "description": getdoc(Config),
        "additionalProperties": False,
    }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
