"""What good play should look like: targets as data, and what of them is measured in a box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, StrictInt, model_validator

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.game import Game, find_game
from rajas_sim.core.games import PACKAGE
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.running.tuning.match import Kinds, play_blocks
from rajas_sim.study.config.form import Words
from rajas_sim.study.config.keys import KeySources, repeated
from rajas_sim.study.config.load import check_form, read_toml
from rajas_sim.study.config.question_tables import StrictForm
from rajas_sim.study.config.resolve import Lookup

#: Against whom plans play, and how many sit at their table.
OPPONENT, PLAYERS_AT_PLAN_TABLE = "balanced", 2
#: The first and the last turns of a seat.
EARLY_TURNS = LATE_TURNS = 5

Floats = NDArray[np.float64]
Tables = Mapping[str, Mapping[str, Any]]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]


class Range(StrictForm):
    """Least and most something should be; one of them may be left open.

    Attributes
    ----------
    name
        As tables show it.
    source
        Where the range comes from.
    """

    name: str
    at_least: Number | None = None
    at_most: Number | None = None
    source: str

    @model_validator(mode="after")
    def _has_an_end(self) -> Range:
        if self.at_least is None and self.at_most is None:
            raise ValueError("give at_least, at_most or both")
        if self.at_least is not None and self.at_most is not None and not self.at_least < self.at_most:
            raise ValueError(f"at_least, {self.at_least:g}, must be below at_most, {self.at_most:g}")
        return self

    @property
    def unit(self) -> float:
        """Half the width of the range; of one with one end, that end."""
        if self.at_least is not None and self.at_most is not None:
            return (self.at_most - self.at_least) / 2
        return abs(self.at_least or self.at_most or 1.0)

    def distance_outside(self, value: float) -> float:
        """Return how far a value lies outside, in units of the range; 0 within."""
        below = self.at_least - value if self.at_least is not None else 0.0
        above = value - self.at_most if self.at_most is not None else 0.0
        return max(0.0, below, above) / self.unit

    @property
    def text(self) -> str:
        """The range in a word: ``7-9``, ``>0.1``."""
        if self.at_least is not None and self.at_most is not None:
            return f"{self.at_least:g}-{self.at_most:g}"
        return f">{self.at_least:g}" if self.at_least is not None else f"<{self.at_most:g}"


class Target(Range):
    """A range for the mean of something measured in games between players of one strategy."""

    measure: str = Field(alias="of")

    @model_validator(mode="after")
    def _is_measured(self) -> Target:
        if self.measure not in MEASURES:
            raise ValueError(unknown_name("measure", self.measure, MEASURES))
        return self


class Targets(StrictForm):
    """What good play of a game should look like.

    Attributes
    ----------
    players
        How many sit at a table, except that of a plan.
    variants
        In which each is measured.
    whose
        What the names of the targets mean, in words.
    tolerance
        How far outside its range a mean may lie in a box that is kept, in half-widths of the range (`Range.unit`).
    plans
        One-sided strategies, and what share of games of two each should win against `OPPONENT`.
    """

    game: str
    players: StrictInt
    variants: Annotated[Words, Field(min_length=1)]
    whose: str
    tolerance: Annotated[Number, Field(gt=0)]
    targets: Annotated[tuple[Target, ...], Field(min_length=1)]
    plans: tuple[Range, ...] = ()

    @property
    def targets_and_plans(self) -> tuple[Range, ...]:
        """Targets and plans."""
        return (*self.targets, *self.plans)

    @cached_property
    def tables(self) -> list[str]:
        """The tables that are needed."""
        return list(dict.fromkeys(["games", "seats", *(table for t in self.targets for table in MEASURES[t.measure].tables)]))


@dataclass(frozen=True)
class Measure:
    """Something measured in every game: a function of tables, number of games and of players, and the further tables it needs."""

    values: Callable[[Tables, int, int], Floats]
    tables: tuple[str, ...] = ()


def _rounds(tables: Tables, n: int, players: int) -> Floats:
    return np.asarray(tables["games"]["rounds"], float)


def _winner_values(column: str) -> Callable[[Tables, int, int], Floats]:
    def values(tables: Tables, n: int, players: int) -> Floats:
        seats = tables["seats"]
        winner_cells = (np.arange(n), np.asarray(seats["rank"]).reshape(n, players).argmin(axis=1))
        winner_column: Floats = np.asarray(seats[column], float).reshape(n, players)[winner_cells]
        return winner_column

    return values


def _winner_values_per_round(column: str) -> Callable[[Tables, int, int], Floats]:
    winner_values = _winner_values(column)
    return lambda tables, n, players: winner_values(tables, n, players) / _rounds(tables, n, players)


def _turn_means(is_late: bool, value_of_turns: Callable[[Mapping[str, Any]], Floats]) -> Callable[[Tables, int, int], Floats]:
    def values(tables: Tables, n: int, players: int) -> Floats:
        turns = tables["turns"]
        game_indices, round_numbers = np.asarray(turns["index"], int), np.asarray(turns["round"], int)
        rounds_left = np.asarray(tables["games"]["rounds"], int)[game_indices] - round_numbers
        is_included = rounds_left < LATE_TURNS if is_late else round_numbers <= EARLY_TURNS
        totals = np.bincount(game_indices[is_included], value_of_turns(turns)[is_included], n)
        means: Floats = totals / np.bincount(game_indices[is_included], minlength=n)
        return means

    return values


def _points(turns: Mapping[str, Any]) -> Floats:
    return np.asarray(turns["fame"], np.float64) + np.asarray(turns["money"], np.float64)


def _is_chain(turns: Mapping[str, Any]) -> Floats:
    return np.asarray(np.asarray(turns["n_bonuses"]) >= 2, np.float64)


#: What a target can be about; a point is a fame point or a money.
MEASURES: Mapping[str, Measure] = {
    "rounds": Measure(_rounds),
    "winner.fame": Measure(_winner_values("fame")),
    "winner.money": Measure(_winner_values("money")),
    "winner.fame_a_round": Measure(_winner_values_per_round("fame")),
    "winner.money_a_round": Measure(_winner_values_per_round("money")),
    "early_points": Measure(_turn_means(is_late=False, value_of_turns=_points), ("turns",)),
    "late_points": Measure(_turn_means(is_late=True, value_of_turns=_points), ("turns",)),
    "late_chains": Measure(_turn_means(is_late=True, value_of_turns=_is_chain), ("turns",)),
}


def read_targets(game: str, path: Path | None = None) -> Targets:
    """Return the targets of a game, or those in a file of the same form.

    Raises
    ------
    InputError
        With everything that is wrong with the file.
    """
    file = path or PACKAGE / game / "rulebook" / "targets.toml"
    document, text = read_toml(file)
    key_sources = KeySources(str(file), text)
    targets = check_form(Targets, document, key_sources)
    if targets.game != game:
        raise InputError(f"{file}: game: holds targets of {targets.game}, not of {game}")
    lookup, played_game = Lookup(key_sources, targets), find_game(game)
    lookup.possible_players(played_game, [targets.players])
    lookup.check_known("variant", targets.variants, played_game.variants, "variants")
    for i, target in enumerate(targets.targets, 1):
        for table in MEASURES[target.measure].tables:
            if table not in played_game.tables:
                message = f"found {target.measure!r}, which needs the table {table}; {game} has none"
                lookup.add_problem(message, "targets", i, "of")
    if duplicates := repeated(target.name for target in targets.targets_and_plans):
        lookup.add_problem(f"each target and plan needs a different name; given twice: {', '.join(duplicates)}", "targets")
    lookup.raise_problems()
    return targets


def measure_targets(  # noqa: PLR0913 what determines the games
    targets: Targets, game: Game, rules: Rules, strategy: Strategy, n: int, seed: int
) -> dict[str, Floats]:
    """Return the values of every target in n games between players of one strategy."""
    seeds = np.array([block_seed(seed, game_index) for game_index in range(n)], np.uint64)
    tables = game.batches.play(rules, [strategy], np.zeros((n, rules.players), np.int8), seeds, targets.tables)
    return {target.name: MEASURES[target.measure].values(tables, n, targets.players) for target in targets.targets}


def shares_of_plan(game: Game, rules: Rules, plan: Strategy, opponent: Strategy, n: int, seed: int) -> Floats:  # noqa: PLR0913 what determines the games
    """Return the share that a plan wins in each block of n games of two, an even number."""
    kinds = Kinds(game, (rules,), (plan, opponent))
    return play_blocks(kinds, 0, plan, opponent, seed, range(n // PLAYERS_AT_PLAN_TABLE)).wins


def strategies_of_plans(targets: Targets) -> dict[str, Strategy]:
    """Return the strategies that plans need, by name: each plan, and who plays against it."""
    names = [*(plan.name for plan in targets.plans), OPPONENT] if targets.plans else []
    return {name: find_strategy(name, game=targets.game) for name in names}
