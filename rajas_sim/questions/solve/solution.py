"""What a search for settings of rules came to: those that are left, the recommended one, and how it does on fresh luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rajas_sim.analysis.comparing.distances import Distances
from rajas_sim.analysis.comparing.metrics import block_values, metrics_of
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.core.errors import InputError
from rajas_sim.questions.solve.race import Measured, Reach, Target, measured
from rajas_sim.questions.solve.table import EVEN_SEATS, Goal


@dataclass(frozen=True, slots=True)
class MeasuredSetting:
    """A setting and how far it is from the goal.

    Attributes
    ----------
    values
        By path; of the printed setting the printed ones.
    """

    values: Mapping[str, Any]
    measured: Measured


@dataclass(frozen=True, slots=True)
class Probe:
    """Paths that stay as printed, since a short run showed that they matter to no game.

    Attributes
    ----------
    absent
        Those that the rules do not have with this number of players.
    without_effect
        Those whose values changed none of the blocks.
    blocks
        How many blocks that run has.
    """

    absent: tuple[str, ...]
    without_effect: tuple[str, ...]
    blocks: int


@dataclass(frozen=True, slots=True)
class SearchSummary:
    """What a search came to, on the luck it was played with.

    Attributes
    ----------
    left
        The settings that may be the nearest to the goal, nearest first by their estimates; intervals hold for all settings.
    settings, tried, refused
        How many settings there are, the printed one among them; how many of them were played, and how many the rules refused.
    blocks
        Played by those that are left.
    is_cut
        Whether the search ended before every neighbour of those that are left had been tried.
    may_be_reached
        Whether one of those that are left may reach the goal.
    probe
        What was left out of the search.
    """

    left: tuple[MeasuredSetting, ...]
    settings: int
    tried: int
    refused: int
    blocks: int
    is_cut: bool
    may_be_reached: bool
    probe: Probe


@dataclass(frozen=True)
class Solution:
    """The answer for one number of players.

    Attributes
    ----------
    goal, target
        What was to be reached.
    titles
        The metrics of the goal in words.
    search
        The search, whose estimates are in part good luck.
    recommended, printed
        On fresh luck; the same where the printed setting is recommended.
    difference
        Distance of the recommended setting from the goal minus that of the printed one, paired, on fresh luck.
    run
        The run on fresh luck.
    """

    players: int
    goal: Goal
    target: Target
    titles: tuple[str, ...]
    search: SearchSummary
    recommended: MeasuredSetting
    printed: MeasuredSetting
    difference: Estimate
    run: Run

    @property
    def is_printed(self) -> bool:
        """Whether the printed setting is recommended."""
        return self.recommended is self.printed

    @property
    def others(self) -> tuple[MeasuredSetting, ...]:
        """The settings besides the recommended one that may be as near, on the luck of the search."""
        return self.search.left[1:]

    def ruling(self, setting: MeasuredSetting) -> Reach | Ruling:
        """Return what may be said of a setting on fresh luck: of even seats with the words of verdicts."""
        result = setting.measured
        if self.goal.number != EVEN_SEATS:
            return result.reach
        if result.reach is Reach.UNDECIDED:
            return Ruling.UNEVEN if result.distance.excludes(0.0) else Ruling.UNDECIDED
        return Ruling.FAIR if result.reach is Reach.REACHED else Ruling.UNFAIR


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
    metrics = metrics_of(run, players)
    columns = [[metric.name for metric in metrics.all].index(name) for name in names]
    return {arm: values[:, columns] for arm, values in block_values(run, players, metrics).items()}


def solution(
    run: Run, goal: Goal, target: Target, titles: tuple[str, ...], search: SearchSummary, printed: Mapping[str, Any]
) -> Solution:
    """Measure the recommended setting and the printed one on fresh luck.

    Parameters
    ----------
    run
        The run on fresh luck, whose first arm is the printed setting and whose second, if there is one, the recommended.
    printed
        The printed values by path.
    """
    (players,) = run.players
    orders, values = run.alternating_orders(players), goal_values(run, players, target.names)
    baseline, *others = (values[arm] for arm in run.arms)
    as_printed = MeasuredSetting(printed, measured(baseline, target, orders, run.level))
    recommended = as_printed
    if others:
        recommended = MeasuredSetting(search.left[0].values, measured(others[0], target, orders, run.level))
    distances = Distances(np.stack([baseline, *others], axis=1), orders, target.value, is_share=target.is_share)
    difference = replace(distances.differences_from(0, run.level)[-1], name="difference.distance")
    return Solution(players, goal, target, titles, search, recommended, as_printed, difference, run)
