"""The metrics whose means are compared between rule sets, and their block values.

A report shows more means than these: those of all columns (`analysis.course.pacing`), and every field of `PlayerCountResults`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.formatting import the_player
from rajas_sim.analysis.reading.blocks import DIGITS, collect_slices, win_parts
from rajas_sim.analysis.reading.run import Run, existing_columns
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.core.rulebook.paths import LAST
from rajas_sim.study.config.expectations import MEANS, Number

_WINNER = "winner."
_GAME_COLUMNS = tuple(name for name in MEANS if not name.startswith(_WINNER))
"""Columns whose means are compared if the table of games has them. Each metric widens the intervals of all others."""
_WINNER_NAMES = tuple(name for name in MEANS if name.startswith(_WINNER))
"""Names of means over winners, which are compared if the table of seats has their columns."""
_MOSTLY_FAME = pl.when(pl.col("fame_part") == 0.5).then(0.5).otherwise((pl.col("fame_part") > 0.5).cast(pl.Float64))
_OF_WINNER = {"winner.by_fame": _MOSTLY_FAME, "winner.met_by_fame": (pl.col("met_by").cast(pl.String) == "fame").cast(pl.Float64)}
"""Metrics of the winner that are not a column by themselves."""
SEAT_SHARES = "win_share.position_"
"""Prefix of the names of seats' win shares; the position follows."""
START_PLAYER = f"{SEAT_SHARES}1"
"""The metric that people ask about first."""

_PATH_OF_SEAT = re.compile(rf"(?:setup\.\w+\.|restrict\.seat_)(\d+|{LAST})")
"""A rule about one seat, such as ``setup.karma.4``."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One number of a game whose mean rule sets may change.

    Attributes
    ----------
    name
        Dotted lower_snake_case, as in the names of estimates.
    title
        Name in words that may follow "the".
    is_share
        Whether it lies between 0 and 1.
    """

    name: str
    title: str
    is_share: bool

    @property
    def is_of_seat(self) -> bool:
        """Whether it is the win share of a seat."""
        return self.name.startswith(SEAT_SHARES)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics of one player count: win share by position, win share by strategy, and means per game."""

    positions: tuple[Metric, ...]
    strategies: tuple[Metric, ...]
    means: tuple[Metric, ...]

    @property
    def all(self) -> tuple[Metric, ...]:
        """All metrics in the order in which they are shown."""
        return self.positions + self.strategies + self.means

    @property
    def free(self) -> tuple[Metric, ...]:
        """Metrics that can change independently: of two shares that add to 1, only the first."""
        return tuple(metric for metric in self.all if metric.name not in self.mirrored)

    @property
    def mirrored(self) -> dict[str, str]:
        """If two shares add to 1: the name of the second, and that of the first, whose change it mirrors."""
        pairs = [shares for shares in (self.positions, self.strategies) if len(shares) == 2]
        return {second.name: first.name for first, second in pairs}


def metrics_of(run: Run, players: int) -> Metrics:
    """List the metrics of a player count.

    These are the win share by position and the win share of each strategy over the line-ups in which strategies differ (none if
    all are mirror matches). Then come, as far as the run recorded them, the means of rounds, turns, lead changes, margin (overlap
    of the first minus the second), and fame, money and route of the winner. Tied winners are weighted by their win share. A win
    is mostly by fame if the fame marker went farther than the money marker, with money counted in fame spaces; equally far counts
    half.
    """
    games, seats = (run.table(name, players, every_arm=True) for name in ("games", "seats"))
    # A game leaves columns that it does not have empty in every row.
    first_row = seats.head(1).collect().row(0, named=True)
    filled_columns = {column for column, value in first_row.items() if value is not None}
    winner_names = tuple(name for name in _WINNER_NAMES if {*_seat_value(name).meta.root_names()} <= filled_columns)
    means = existing_columns(games, _GAME_COLUMNS) + winner_names
    return Metrics(
        positions=tuple(
            Metric(f"{SEAT_SHARES}{position}", f"{the_player(position, players).removeprefix('the ')}'s win share", is_share=True)
            for position in range(1, players + 1)
        ),
        strategies=tuple(Metric(f"win_share.{label}", f"win share of {label}", is_share=True) for label in run.rivals(players)),
        means=tuple(Metric(name, MEANS[name], is_share=Number(name).is_share) for name in means),
    )


def changed_seat(run: Run, players: int) -> int:
    """Return the position whose setup or restrictions all changed rules are about.

    It is 1, the start player, if they are about different positions, about none, or about one that nobody has.
    """
    matches = [_PATH_OF_SEAT.fullmatch(path) for arm in run.arms[1:] for path in run.overrides(arm)]
    # A rule about no single seat counts as one about the start player, the seat that people ask about first.
    positions = {(players if match[1] == LAST else int(match[1])) if match else 1 for match in matches}
    position = positions.pop() if len(positions) == 1 else 1
    return position if position <= players else 1


def _seat_value(name: str) -> pl.Expr:
    """Return the number of each seat whose mean over winners has the name."""
    return _OF_WINNER.get(name, pl.col(name.removeprefix(_WINNER)))


def block_values(run: Run, players: int, metrics: Metrics, arms: Sequence[str] = ()) -> dict[str, Floats]:
    """Return block means of all metrics by arm (by default for all arms): one row per block in order, one column per metric.

    Shares lie between 0 and 1. Tied winners are weighted by their win share.
    """
    keys = ["arm", "block"]
    names = [metric.name for metric in metrics.all]
    winner_names = [name for name in _WINNER_NAMES if name in names]
    win_sixtieths, win_share = win_parts(), pl.col("win_share")
    game_means = [pl.col(name).cast(pl.Float64).mean().round(DIGITS) for name in _GAME_COLUMNS if name in names]
    seat_means = [
        win_share.filter(pl.col("position") == position).mean().round(DIGITS).alias(metric.name)
        for position, metric in enumerate(metrics.positions, 1)
    ]
    seat_means += [
        (win_sixtieths * _seat_value(name)).sum().cast(pl.Float64).round(DIGITS).alias(name) / win_sixtieths.sum()
        for name in winner_names
    ]
    is_mixed = pl.col("line_up").is_in(run.mixed_line_up_indices(players))
    for metric in metrics.strategies:
        is_strategy = pl.col("strategy").cast(pl.String) == metric.name.removeprefix("win_share.")
        seat_means.append(win_share.filter(is_mixed & is_strategy).mean().round(DIGITS).alias(metric.name))
    wanted_arms = tuple(arms or run.arms)
    is_wanted_arm = pl.col("arm").cast(pl.String).is_in(wanted_arms)
    games, seats = (
        [rows.filter(is_wanted_arm) for rows in run.slices(table, players, every_arm=True)] for table in ("games", "seats")
    )
    block_slices = [
        game_rows.group_by(keys).agg(game_means).join(seat_rows.group_by(keys).agg(seat_means), on=keys)
        for game_rows, seat_rows in zip(games, seats, strict=True)
    ]
    values = collect_slices([rows.sort("block").with_columns(pl.col("arm").cast(pl.String)) for rows in block_slices])
    return {arm: values.filter(pl.col("arm") == arm).select(names).to_numpy() for arm in wanted_arms}
