"""Where fame, money and dice come from, for all seats and for winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.course.pacing import column_means
from rajas_sim.analysis.formatting import capitalised, difference_text, listed, share_text
from rajas_sim.analysis.reading.blocks import SHARE_PARTS, RatioSums, Slices, collect_slices, win_parts
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import mean_estimates

MARK = "_from_"
"""Separates resource and cause in the names of columns of gains."""
_PAID = "money_paid"
_MOST_NAMED = 2
"""A finding names this many causes."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What one cause gives in a game.

    Attributes
    ----------
    resource, cause
        What is gained, and the name of the cause.
    mean, mean_of_winners
        Mean gained per seat and game, over all seats and over winners; each interval by itself.
    share, share_of_winners
        Part of all gains of the resource that comes from the cause, over all seats and over winners; each interval by itself.
    difference
        Mean of winners minus mean of all seats in the same games, from paired blocks; simultaneous over all causes and resources
        of the player count.
    """

    resource: str
    cause: str
    mean: Estimate
    mean_of_winners: Estimate
    share: Estimate
    share_of_winners: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True)
class Income(Result):
    """What a seat gains in a game, by cause.

    Attributes
    ----------
    gains
        For each resource whose causes the run recorded (fame, money, dice): the causes, the largest first. Causes that never gave
        any are left out.
    money_paid
        Mean money that a seat pays in a game; ``None`` if the run did not record it.
    names
        How the words of the game are written.
    """

    gains: Mapping[str, tuple[Gain, ...]]
    money_paid: Estimate | None
    names: Names

    @property
    def findings(self) -> tuple[Finding, ...]:
        """For each resource the largest causes, and those from which winners gain more than the average seat."""
        return tuple(self._finding(resource, gains) for resource, gains in self.gains.items())

    def _finding(self, resource: str, gains: Sequence[Gain]) -> Finding:
        """Name the largest causes of a resource, and those from which winners are shown to gain most above the mean."""
        largest = gains[:_MOST_NAMED]
        larger_for_winners = sorted((g for g in gains if g.difference.low > 0), key=lambda g: -g.difference.value)[:_MOST_NAMED]
        causes_text = ", ".join(f"{self.names.in_sentence(g.cause)} {share_text(g.share)}" for g in largest)
        text = f"{capitalised(self.names.title(resource))} by cause: {causes_text}."
        if larger_for_winners:
            difference_texts = [
                f"{self.names.in_sentence(g.cause)} ({difference_text(g.difference, is_share=False)} a game)"
                for g in larger_for_winners
            ]
            text += f" Winners gain more {resource} than the average seat from {listed(difference_texts)}."
        estimates = (*(g.share for g in largest), *(g.difference for g in larger_for_winners))
        return Finding(f"{self.players}p.income.{resource}", text, estimates, self.players)


def income(run: Run, players: int) -> Income | None:
    """Estimate what each cause gives, over all seats and line-ups of a player count; ``None`` if no cause was recorded.

    Means and differences have t intervals over block means; a winner counts with its win share, so that each game counts once.
    Shares are ratios of block totals with linearised variance (`blocks.RatioSums`); their t intervals are cut off at 0 and 1, and
    need some dozens of blocks.

    Not for telling which cause wins games: winners gain more of most things because they win.
    """
    column_names = run.table("seats", players).collect_schema().names()
    resources = list(dict.fromkeys(column.split(MARK)[0] for column in column_names if MARK in column))
    if not resources:
        return None
    seats = run.slices("seats", players)
    seats_per_block, parts_per_block = (run.games_per_block(players) * per_game for per_game in (players, SHARE_PARTS))
    estimates_by_column: dict[str, tuple[Estimate, ...]] = {}
    moments_of_differences: list[pl.DataFrame] = []
    for resource in resources:
        columns = _columns_with_gains(seats, [column for column in column_names if column.startswith(resource + MARK)])
        moments = _moments_of_gains(seats, columns, seats_per_block, parts_per_block)
        quantities = ("mean", "mean.winner", "share", "share.winner")
        estimates = (_bounded_estimates(quantity, columns, moments[quantity], run.level) for quantity in quantities)
        estimates_by_column |= dict(zip(columns, zip(*estimates, strict=True), strict=True))
        moments_of_differences.append(moments["difference"])
    names = [f"difference.{column}" for column in estimates_by_column]
    differences = mean_estimates(names, pl.concat(moments_of_differences), level=run.level, simultaneous=True)
    gains_by_resource: dict[str, list[Gain]] = {}
    for (column, (mean, mean_of_winners, share, share_of_winners)), difference in zip(
        estimates_by_column.items(), differences, strict=True
    ):
        resource, _, cause = column.partition(MARK)
        gains_by_resource.setdefault(resource, []).append(
            Gain(resource, cause, mean, mean_of_winners, share, share_of_winners, difference)
        )
    gains = {resource: tuple(sorted(unsorted, key=lambda g: -g.mean.value)) for resource, unsorted in gains_by_resource.items()}
    paid = column_means(run, players, seats, (_PAID,))[_PAID] if _PAID in column_names else None
    return Income(*run.result_size(players), gains, paid, run.names)


def _columns_with_gains(seats: Slices, columns: Sequence[str]) -> list[str]:
    """List the columns that have any gain."""
    maxima = collect_slices([rows.select(pl.col(columns).max()) for rows in seats]).max()
    return [name for name in columns if maxima[name].item()]


def _moments_of_gains(
    seats: Slices, columns: Sequence[str], seats_per_block: int, parts_per_block: int
) -> dict[str, pl.DataFrame]:
    """Return mean, variance and n over blocks of what each column's cause gives: one table by quantity, one row per column.

    The quantities are the mean gain of a seat and of a winner, their difference, and the cause's share of all gains of both.
    Winners are weighted with their parts of a win. Only whole numbers are added up, slice by slice.
    """
    gains = [pl.col(column).cast(pl.Int64) for column in columns]
    sums = [gain.sum() for gain in gains] + [(gain * win_parts()).sum().name.prefix("winner.") for gain in gains]
    totals: dict[str, RatioSums] = {}
    for rows in seats:
        by_block = rows.group_by("block").agg(sums).drop("block").collect().cast(pl.Float64).to_numpy()
        of_seats, of_winners = np.split(by_block, 2, axis=1)
        difference = of_winners * seats_per_block - of_seats * parts_per_block
        for quantity, values, weights in (
            ("mean", of_seats, np.full(len(by_block), seats_per_block)),
            ("mean.winner", of_winners, np.full(len(by_block), parts_per_block)),
            ("difference", difference, np.full(len(by_block), seats_per_block * parts_per_block)),
            ("share", of_seats, of_seats.sum(axis=1)),
            ("share.winner", of_winners, of_winners.sum(axis=1)),
        ):
            sums_of_slice = RatioSums.of(values, weights)
            totals[quantity] = totals[quantity] + sums_of_slice if quantity in totals else sums_of_slice
    return {quantity: total.moments() for quantity, total in totals.items()}


def _bounded_estimates(quantity: str, columns: Sequence[str], moments: pl.DataFrame, level: float) -> tuple[Estimate, ...]:
    """Estimate a quantity of `_moments_of_gains` for each column; intervals end at 0, and those of shares at 1."""
    means = mean_estimates([f"{quantity}.{column}" for column in columns], moments, level=level, least=0.0)
    return tuple(replace(e, high=min(e.high, 1.0)) if quantity.startswith("share") and e.has_interval else e for e in means)
