"""The answer of a search for settings of rules: those that are left, the recommended one, and how it does on fresh luck."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from rajas_sim.analysis.comparing.metrics import Metrics, block_values, metrics_of
from rajas_sim.analysis.formatting import (
    counted,
    difference_text,
    in_words,
    listed,
    mean_text,
    percent,
    percent_range,
    points,
    share_text,
    tolerance_points,
)
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.rule_changes.distances import Distances
from rajas_sim.analysis.rule_changes.race import Measured, Reach, Target, measured
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.core.errors import InputError
from rajas_sim.experiment.question.solve import EVEN_SEATS, EVEN_STRATEGIES, Goal

MOST_LISTED = 4
"""Settings a sentence lists before it only counts them."""


@dataclass(frozen=True, slots=True)
class Found:
    """A setting and how far it is from the goal.

    Attributes
    ----------
    values
        By path; of the printed setting the printed ones.
    """

    values: Mapping[str, Any]
    measured: Measured

    @property
    def label(self) -> str:
        """The values in words."""
        words = [f"{path} = {'nothing' if value is None else in_words(value)}" for path, value in self.values.items()]
        return listed(words) if words else "no rule changed"


class Which(enum.StrEnum):
    """What a setting is in the answer."""

    RECOMMENDED = "recommended"
    PRINTED = "printed"
    OPEN = "cannot be told apart"


@dataclass(frozen=True, slots=True)
class Row:
    """A setting in the table of the answer.

    Attributes
    ----------
    is_fresh
        Whether it was measured on fresh luck; else on the luck that the search was played with, which favours the best.
    """

    found: Found
    which: Which
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search has come to, on the luck it was played with.

    Attributes
    ----------
    left
        The settings that cannot be told from the best, nearest first by their estimates; intervals hold for all settings.
    printed
        Which of them is the printed one, counted from 0; None if it was dropped.
    settings, tried, impossible
        How many there are, the printed one among them; how many of them were played, and how many the rules refused.
    blocks
        Played by those that are left.
    is_cut
        Whether the search ended before every neighbour of those that are left had been tried.
    may_be_reached
        Whether one of those that are left may reach the goal.
    remarks
        What else is to be known; sentences without the last full stop.
    """

    left: tuple[Found, ...]
    printed: int | None
    settings: int
    tried: int
    impossible: int
    blocks: int
    is_cut: bool
    may_be_reached: bool
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Solution:
    """The answer for one number of players.

    Attributes
    ----------
    goal, target
        What was to be reached.
    titles
        The metrics of the goal in words.
    searched
        The search, whose estimates are in part good luck.
    recommended, printed
        On fresh luck; the same where the printed setting is recommended.
    difference
        Distance of the recommended setting from the goal minus that of the printed one, paired, on fresh luck.
    folder
        The run on fresh luck.
    """

    players: int
    goal: Goal
    target: Target
    titles: tuple[str, ...]
    searched: Searched
    recommended: Found
    printed: Found
    difference: Estimate
    folder: Path

    @property
    def is_printed(self) -> bool:
        """Whether the printed setting is recommended."""
        return self.recommended is self.printed

    @property
    def rows(self) -> tuple[Row, ...]:
        """The recommended and the printed setting, on fresh luck, and the others that cannot be told from the best."""
        fresh = [] if self.is_printed else [Row(self.recommended, Which.RECOMMENDED, True)]
        fresh.append(Row(self.printed, Which.RECOMMENDED if self.is_printed else Which.PRINTED, True))
        others = [own for i, own in enumerate(self.searched.left[1:], 1) if i != self.searched.printed]
        return (*fresh, *(Row(own, Which.OPEN, False) for own in others))

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """The numbers on fresh luck, each with its name."""
        own = [("recommended", self.recommended)] + ([] if self.is_printed else [("printed", self.printed)])
        start = f"{self.players}p"
        picked = [
            replace(e, name=f"{start}.{who}.{e.name}") for who, f in own for e in (*f.measured.numbers, f.measured.distance)
        ]
        return (*picked, replace(self.difference, name=f"{start}.{self.difference.name}"))

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said, without the last full stops."""
        said = [self._what_is_nearest(), *([] if self.is_printed else [self._against_printed()]), *self._the_others()]
        return (*said, *self.searched.remarks)

    def ruling(self, found: Found) -> Reach | Ruling:
        """Return what may be said of a setting on fresh luck: of even seats with the words of verdicts."""
        own = found.measured
        if self.goal.number != EVEN_SEATS:
            return own.reach
        if own.reach is Reach.UNDECIDED:
            return Ruling.UNEVEN if own.distance.excludes(0.0) else Ruling.UNDECIDED
        return Ruling.FAIR if own.reach is Reach.REACHED else Ruling.UNFAIR

    def number_text(self, found: Found) -> str:
        """Say in words and with its interval which number is farthest from the value wanted."""
        own = found.measured
        return f"{self.titles[own.farthest]} {self._size(own.worst)}"

    def distance_text(self, found: Found) -> str:
        """Write how far a setting is from the goal, with the interval."""
        return self._length(found.measured.distance)

    @property
    def goal_text(self) -> str:
        """What was to be reached, in words."""
        words = {EVEN_SEATS: "even seats", EVEN_STRATEGIES: "strategies that win alike"}
        return words.get(self.goal.number, f"{self.titles[0]}: {self._wanted}")

    @property
    def _wanted(self) -> str:
        """The value wanted, in words."""
        if self.goal.wanted is None:
            return "an even share"
        return percent(self.target.value) if self.target.is_share else f"{self.target.value:g}"

    def _length(self, estimate: Estimate) -> str:
        """Write a difference of numbers without its sign."""
        if not self.target.is_share:
            return mean_text(estimate)
        ends = percent_range(estimate.low, estimate.high) if estimate.has_interval else "no interval"
        return f"{points(estimate.value)} ({ends})"

    def _size(self, estimate: Estimate) -> str:
        return share_text(estimate) if self.target.is_share else mean_text(estimate)

    @property
    def _limit(self) -> str:
        return tolerance_points(self.target.within) if self.target.is_share else f"{self.target.within:g}"

    def _result(self, found: Found) -> str:
        """Say how a setting does on fresh luck."""
        own = found.measured
        word = self.ruling(found)
        ruled = {
            Reach.REACHED: f"{word} within {self._limit}",
            Reach.MISSED: f"{word} by more than {self._limit}",
            Reach.UNDECIDED: f"{word}; whether by more than {self._limit} is open"
            if word is Ruling.UNEVEN
            else f"{word} at {self._limit}",
        }[own.reach]
        which = ", the farthest," if len(own.numbers) > 2 else ""
        number = self._size(own.worst)
        return f"the {self.titles[own.farthest]}{which} is {number}, {self.distance_text(found)} from {self._wanted}: {ruled}"

    def _what_is_nearest(self) -> str:
        own, start, goal = self.recommended.measured, f"With {self.players} players", f"the goal ({self.goal_text})"
        name = f"the printed setting ({self.printed.label})" if self.is_printed else self.recommended.label
        fresh = f"on {counted(own.distance.n, 'block')} of fresh luck {self._result(self.recommended)}"
        tried = f"{self.searched.tried:,}"
        if own.reach is Reach.MISSED and not self.searched.may_be_reached:
            return f"{start} no setting tried reaches {goal}; nearest of {tried}, by its estimate, is {name}, with which {fresh}"
        return f"{start} the setting nearest to {goal} by its estimate, of {tried} tried, is {name}; {fresh}"

    def _against_printed(self) -> str:
        difference = self.difference
        size = difference_text(difference, is_share=self.target.is_share)
        printed = f"With the printed setting ({self.printed.label}) {self._result(self.printed)}"
        if difference.excludes(0.0):
            side = "nearer to" if difference.value < 0 else "farther from"
            by = self._length(difference.subtracted_from(0.0, difference.name) if difference.value < 0 else difference)
            return f"{printed}. The recommended setting is {side} the goal than the printed one by {by}, paired"
        return f"{printed}. Whether the recommended setting is nearer to the goal than it cannot be told: {size}, paired"

    def _the_others(self) -> list[str]:
        """Say which settings are left, and what was not tried."""
        searched, sentences = self.searched, []
        others = [found.label for i, found in enumerate(searched.left[1:], 1) if i != searched.printed]
        with_printed = searched.printed not in (None, 0)
        names = [*(["the printed one"] if with_printed else []), *others]
        if names:
            which = f": {listed(names, 'or')}" if len(names) <= MOST_LISTED else ""
            tell = f"{counted(len(names), 'other setting')} of {searched.tried - 1:,} cannot be told from the best{which}"
            sentences.append(f"On the luck of the search, {tell}")
        elif searched.tried > 1:
            rest = f"all {searched.tried - 1:,} other settings tried are farther from the goal"
            sentences.append(f"On the luck of the search, {rest} than the recommended one")
        if searched.impossible:
            verb = "is" if searched.impossible == 1 else "are"
            sentences.append(f"{counted(searched.impossible, 'setting')} {verb} refused by the rules, and left out")
        if searched.is_cut:
            sentences.append("The search ended at its limit of settings or stages, before all neighbours of these had been tried")
        return sentences


def target_of(run: Run, players: int, goal: Goal, tolerance: float) -> tuple[Target, tuple[str, ...]]:
    """Return the goal in numbers, and its metrics in words.

    Raises
    ------
    InputError
        If the games have no such number.
    """
    metrics = metrics_of(run, players)
    titles = {metric.name: metric.title for metric in metrics.all}
    names = goal.names(players, [metric.name for metric in metrics.strategies])
    if missing := [name for name in names if name not in titles]:
        raise InputError(f"solve.goal: games with {players} players have no {' and no '.join(missing)}")
    within = tolerance if goal.within is None else goal.within
    return Target(names, goal.target(players), within, goal.is_share), tuple(titles[name] for name in names)


def goal_values(run: Run, players: int, names: Sequence[str]) -> dict[str, Floats]:
    """Return block values of some metrics by arm: one row a block, one column a metric."""
    metrics: Metrics = metrics_of(run, players)
    columns = [[metric.name for metric in metrics.all].index(name) for name in names]
    return {arm: values[:, columns] for arm, values in block_values(run, players, metrics).items()}


def solution(
    run: Run,
    players: int,
    goal: Goal,
    target: Target,
    titles: tuple[str, ...],
    searched: Searched,
    printed: Mapping[str, Any],
    folder: Path,
) -> Solution:
    """Put the answer together.

    Parameters
    ----------
    run
        The run on fresh luck, whose first arm is the printed setting and whose second, if there is one, the recommended.
    printed
        The printed values by path.
    folder
        Where that run lies.
    """
    orders, values = run.alternating_orders(players), goal_values(run, players, target.names)
    baseline, *others = (values[arm] for arm in run.arms)
    as_printed = Found(printed, measured(baseline, target, orders, run.level))
    best = searched.left[0]
    recommended = as_printed if not others else Found(best.values, measured(others[0], target, orders, run.level))
    distances = Distances(np.stack([baseline, *others], axis=1), orders, target.value, is_share=target.is_share)
    difference = distances.differences_from(0, run.level)[-1]
    named = replace(difference, name="difference.distance")
    return Solution(players, goal, target, titles, searched, recommended, as_printed, named, folder)
