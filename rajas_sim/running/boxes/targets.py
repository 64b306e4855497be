"""What good play should look like: targets as data, and how they are measured in a box."""

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

#: The opponent of plans, and the number of players at their table.
OPPONENT, PLAYERS_AT_PLAN_TABLE = "balanced", 2
#: How many rounds count as early, and how many as late; in games of two players a seat has two turns in each.
EARLY_ROUNDS = LATE_ROUNDS = 5

Floats = NDArray[np.float64]
# Name of a table -> name of a column -> values.
Tables = Mapping[str, Mapping[str, Any]]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]


class Range(StrictForm):
    """The least and the greatest value something should have; one of them may be left open.

    Attributes
    ----------
    name
        Name as tables show it.
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
        """Half the width of the range.

        With one end only: the absolute value of that end, or 1 if it is 0.
        """
        if self.at_least is not None and self.at_most is not None:
            return (self.at_most - self.at_least) / 2
        return abs(self.at_least or self.at_most or 1.0)

    def distance_outside(self, value: float) -> float:
        """Return how far a value lies outside the range, in multiples of `unit`; 0 inside."""
        below = self.at_least - value if self.at_least is not None else 0.0
        above = value - self.at_most if self.at_most is not None else 0.0
        return max(0.0, below, above) / self.unit

    @property
    def text(self) -> str:
        """The range as a short text: ``7-9``, ``>0.1``."""
        if self.at_least is not None and self.at_most is not None:
            return f"{self.at_least:g}-{self.at_most:g}"
        return f">{self.at_least:g}" if self.at_least is not None else f"<{self.at_most:g}"


class Target(Range):
    """A range for the mean of a measure in games in which one strategy plays every seat."""

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
        Number of players in the games of targets; plans have their own number.
    variants
        Variants in which each target is measured.
    whose
        What the names of the targets mean, in words.
    tolerance
        How far the mean may lie outside its range in a box that is kept, in half-widths of the range (`Range.unit`).
    plans
        One-sided strategies, and the share of two-player games that each should win against `OPPONENT`.
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
        """Targets, then plans."""
        return (*self.targets, *self.plans)

    @cached_property
    def tables(self) -> list[str]:
        """The tables that are needed to measure the targets."""
        return list(dict.fromkeys(["games", "seats", *(table for t in self.targets for table in MEASURES[t.measure].tables)]))


@dataclass(frozen=True)
class Measure:
    """Something measured in every game.

    Attributes
    ----------
    values
        Takes tables, the number of games n and the number of players; returns one value per game, shape (n,).
    tables
        The tables that it needs beyond games and seats.
    """

    values: Callable[[Tables, int, int], Floats]
    tables: tuple[str, ...] = ()


def _rounds(tables: Tables, n: int, players: int) -> Floats:
    return np.asarray(tables["games"]["rounds"], float)


def _winner_values(column: str) -> Callable[[Tables, int, int], Floats]:
    """Return the function for a measure: the winner's value in a column of the table of seats."""

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
    """Return the function for a measure: for each game, the mean of a value over the turns of its early or late rounds.

    `value_of_turns` takes the table of turns and returns one value per row.
    """

    def values(tables: Tables, n_games: int, players: int) -> Floats:
        turns = tables["turns"]
        game_indices, round_numbers = np.asarray(turns["index"], int), np.asarray(turns["round"], int)
        rounds_left = np.asarray(tables["games"]["rounds"], int)[game_indices] - round_numbers
        is_included = rounds_left < LATE_ROUNDS if is_late else round_numbers <= EARLY_ROUNDS
        totals = np.bincount(game_indices[is_included], value_of_turns(turns)[is_included], n_games)
        return totals / np.bincount(game_indices[is_included], minlength=n_games)

    return values


def _points(turns: Mapping[str, Any]) -> Floats:
    return np.asarray(turns["fame"], np.float64) + np.asarray(turns["money"], np.float64)


def _is_chain(turns: Mapping[str, Any]) -> Floats:
    return np.asarray(np.asarray(turns["n_bonuses"]) >= 2, np.float64)


#: What a target can measure. A point is one fame or one money.
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
    """Return the shipped targets of a game, or those in another file of the same form.

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
    """Return the values of every target, by its name, in n games in which one strategy plays every seat: shape (n,)."""
    seeds = np.array([block_seed(seed, game_index) for game_index in range(n)], np.uint64)
    tables = game.batches.play(rules, [strategy], np.zeros((n, rules.players), np.int8), seeds, targets.tables)
    return {target.name: MEASURES[target.measure].values(tables, n, targets.players) for target in targets.targets}


def shares_of_plan(game: Game, rules: Rules, plan: Strategy, opponent: Strategy, n: int, seed: int) -> Floats:  # noqa: PLR0913 what determines the games
    """Return the win share of a plan in each block, shape (n / 2,); `n` is the number of games of two players, an even number."""
    kinds = Kinds(game, (rules,), (plan, opponent))
    return play_blocks(kinds, 0, plan, opponent, seed, range(n // PLAYERS_AT_PLAN_TABLE)).wins


def strategies_of_plans(targets: Targets) -> dict[str, Strategy]:
    """Return the strategies that the plans need, by name: each plan, and the opponent of all."""
    names = [*(plan.name for plan in targets.plans), OPPONENT] if targets.plans else []
    return {name: find_strategy(name, game=targets.game) for name in names}
