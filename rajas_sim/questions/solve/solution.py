"""Which of many settings may still be nearest to a goal, with looks on the way.

A setting is dropped at a look where it is clearly farther from the goal than the one that is nearest by its estimate. The truly
nearest of all that are tried can only be dropped if one of these comparisons is wrong. At each look there are at most as many
comparisons as other settings, no matter which were played and why, and the number of looks is fixed beforehand. Each comparison
gets an equal part of the chance of error (Bonferroni), so the truly nearest is dropped in at most half of one minus the level of
all searches. The other half is for statements about the settings that are left at the last look.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.comparing.distances import Distances
from rajas_sim.analysis.reading.blocks import matrix_moments
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import (
    Floats,
    adjusted,
    comparisons_of,
    estimates,
    one_sided_estimates,
    share_estimates,
    skewed_mean_interval,
)


class GoalReach(enum.StrEnum):
    """What may be said of a goal."""

    REACHED = "REACHED"
    MISSED = "MISSED"
    UNDECIDED = "UNDECIDED"


@dataclass(frozen=True, slots=True)
class GoalTarget:
    """A goal, as far as numbers are concerned.

    Attributes
    ----------
    names
        The metrics that are meant, all of which are to have the value.
    value
        That value.
    within
        How far from it still counts as reached.
    is_share
        Whether they are win shares, between 0 and 1.
    """

    names: tuple[str, ...]
    value: float
    within: float
    is_share: bool


@dataclass(frozen=True, slots=True)
class GoalDistance:
    """How far a setting is from a goal.

    Attributes
    ----------
    numbers
        The metrics that are meant; their intervals hold together.
    distance
        Of the one that is farthest from the value wanted; its interval follows from theirs.
    reach
        REACHED where each number lies within what counts as reached, by two one-sided tests each, MISSED where the
        interval of some number lies wholly beyond, else UNDECIDED.
    farthest
        Which of the numbers is farthest from the value wanted, counted from 0.
    """

    numbers: tuple[Estimate, ...]
    distance: Estimate
    reach: GoalReach
    farthest: int

    @property
    def worst(self) -> Estimate:
        """The metric that is farthest from the value wanted."""
        return self.numbers[self.farthest]


def goal_distance(values: Floats, target: GoalTarget, orders: int, level: float, settings: int = 1) -> GoalDistance:
    """Measure how far a setting is from a goal.

    Parameters
    ----------
    values
        Block values, one row a block, one column a metric.
    orders
        How many cyclic orders take turns from block to block.
    settings
        How many settings there are whose intervals are to hold together (Bonferroni).
    """
    if target.is_share:
        moments, comparisons = matrix_moments(values, orders), comparisons_of(len(target.names)) * settings
        numbers = share_estimates(target.names, moments, level=level, comparisons=comparisons)
        one_by_one = one_sided_estimates(target.names, moments, level=level)
    else:
        moments, comparisons = matrix_moments(values, orders), len(target.names) * settings
        numbers = _skewed_mean_estimates(target.names, values, moments, level, comparisons)
        one_by_one = _skewed_mean_estimates(target.names, values, moments, 2.0 * level - 1.0)
    distances = [abs(number.value - target.value) for number in numbers]
    farthest = int(np.argmax(np.round(distances, 12)))
    low = max(max(number.low - target.value, target.value - number.high, 0.0) for number in numbers)
    high = max(max(number.high - target.value, target.value - number.low) for number in numbers)
    distance = Estimate("distance", distances[farthest], low, high, level, numbers[0].n, numbers[0].method)
    least, most = target.value - target.within, target.value + target.within
    reach = GoalReach.UNDECIDED
    if all(number.lies_within(least, most) for number in one_by_one):
        reach = GoalReach.REACHED
    elif distance.has_interval and low > target.within:
        reach = GoalReach.MISSED
    return GoalDistance(tuple(numbers), distance, reach, farthest)


def _skewed_mean_estimates(
    names: Sequence[str], values: Floats, moments: pl.DataFrame, level: float, comparisons: int = 1
) -> tuple[Estimate, ...]:
    """Estimate means of block values, with intervals of Student's t widened for the skewness of margins and the like."""
    mean, variance, n = (moments[c].to_numpy() for c in ("mean", "variance", "n"))
    ends = skewed_mean_interval(mean, values - values.mean(axis=0), variance, level=level, comparisons=comparisons)
    return estimates(names, mean, ends, n, level, adjusted("t over blocks", comparisons))


@dataclass(frozen=True)
class SettingsRace:
    """The rule by which settings are dropped.

    Attributes
    ----------
    target
        The goal.
    settings
        How many settings there are, tried or not.
    looks
        How often one looks at most.
    level
        One minus the chance that anything is wrong that is said of a search.
    orders
        How many cyclic orders take turns from block to block.
    """

    target: GoalTarget
    settings: int
    looks: int
    level: float
    orders: int = 1

    @property
    def tail(self) -> float:
        """The chance with which a single comparison may be wrong."""
        return (1.0 - self.level) / 2.0 / self.looks / max(1, self.settings - 1)

    def distances_and_candidates(self, values: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """Return how far each setting is from the goal by its estimate, and whether it may be the nearest.

        Parameters
        ----------
        values
            Block values: one row a block, then one a setting, then one a metric. Of equals the first is the nearest.
        """
        measured_distances = Distances(values, self.orders, self.target.value, is_share=self.target.is_share)
        distances = np.round(measured_distances.values, 12)
        return distances, ~measured_distances.are_farther(int(np.argmin(distances)), self.tail)

    def may_be_reached(self, values: Floats) -> bool:
        """Say whether one of the settings that are left may reach the goal, at the last look.

        Parameters are those of `distances_and_candidates`.
        """
        goal_distances = self.goal_distances(values, 1.0 - (1.0 - self.level) / 2.0)
        return any(result.reach is not GoalReach.MISSED for result in goal_distances)

    def goal_distances(self, values: Floats, level: float | None = None) -> Sequence[GoalDistance]:
        """Measure the settings that are left at the last look; intervals hold for all settings together."""
        values_by_setting = values.transpose(1, 0, 2)
        return [
            goal_distance(setting_values, self.target, self.orders, level or self.level, self.settings)
            for setting_values in values_by_setting
        ]


@dataclass(frozen=True, slots=True)
class MeasuredSetting:
    """A setting and how far it is from the goal.

    Attributes
    ----------
    values
        By path; of the printed setting the printed ones.
    """

    values: Mapping[str, Any]
    goal_distance: GoalDistance
