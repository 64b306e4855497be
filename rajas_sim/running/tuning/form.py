"""The form of a tuning file: its keys, their types and what they mean."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import tomli_w
from pydantic import AfterValidator, Field, StrictBool, StrictInt, StrictStr

from rajas_sim.core.games import GAMES, MAX_SEED
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
from rajas_sim.study.config.question_tables import StrictForm

if TYPE_CHECKING:
    from rajas_sim.core.game import Game

# So many blocks and generations need no more than half of the luck seeds there are.
MOST_BLOCKS = 100_000
MOST_GENERATIONS = 10_000
MOST_DECISIONS = 1_000_000
MOST_PLAYOUTS = 100
#: Keys that mean nothing where a strategy is corrected by lessons.
SEARCH_KEYS = frozenset({"parameters", "fixed", "ranges", "start", "population", "generations", "minutes", "stop_early"})


def _in_order(ends: tuple[float, float]) -> tuple[float, float]:
    if not ends[0] < ends[1]:
        raise ValueError("the first number must be less than the second")
    return ends


Number = Annotated[float, Field(strict=True)]
Range = Annotated[tuple[Number, Number], AfterValidator(_in_order)]
Share = Annotated[float, Field(gt=0, le=1, strict=True)]


class LessonPlan(StrictForm):
    """How much is learned from."""

    times: StrictInt = Field(default=6, ge=1, le=100, description="Lessons; each is played with what the earlier ones taught")
    decisions: StrictInt = Field(default=25_000, ge=1000, le=MOST_DECISIONS, description="Decisions that a lesson looks at")
    playouts: StrictInt = Field(default=2, ge=1, le=MOST_PLAYOUTS, description="How often each option is played to the end")
    share: float = Field(default=0.3, ge=0.001, le=1, strict=True, description="Share of a game's decisions that are looked at")
    stray: float = Field(default=0.05, ge=0, lt=1, strict=True, description="How often players depart from their choice")
    epochs: StrictInt = Field(default=15, ge=1, le=1000, description="How often the network goes through all decisions")
    steps: Annotated[tuple[Share, ...], AfterValidator(all_different)] = Field(
        default=(0.25, 0.5, 0.75, 1.0), min_length=1, description="How far to go towards what was fitted; each is tried"
    )


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
        default={}, description="The least and the most a parameter may become; left out: what the strategy allows"
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
    check_blocks: StrictInt = Field(default=2000, ge=2, le=MOST_BLOCKS, description="Fresh luck seeds that test the result")
    seed: StrictInt = Field(default=1, ge=0, le=MAX_SEED, description="Seed of all luck")
    level: Between0And1 = Field(default=0.95, description="Confidence level of every interval")
    output: Path | None = Field(
        default=None, description="File for the values, relative to this file; other variants and player counts in it stay"
    )

    def completed(self, game: Game) -> TuningConfig:
        """Return the same tuning with what it leaves open: the variants and the opponents."""
        usual = {"variants": self.variants or game.variants[:1], "opponents": self.opponents or (self.strategy,)}
        return self.model_copy(update=usual)

    def choice(self, label: str) -> ChosenStrategy:
        """Return which strategy a label stands for; one that is not declared is the name of a strategy."""
        return self.strategies.get(label, ChosenStrategy(strategy=label))

    def to_toml(self) -> str:
        """Return the complete tuning, defaults included, as a file that `load_tuning` reads."""
        without = None if self.lessons is None else set(SEARCH_KEYS)
        return tomli_w.dumps(json.loads(self.model_dump_json(exclude_none=True, exclude=without)))


def tuning_schema() -> dict[str, Any]:
    """Return the JSON schema of a tuning file, which lets editors complete and check it."""
    schema = TuningConfig.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "rajas tuning"}
