"""How far a rule set is from a goal: one number, or several, with a target value."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

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
    """What may be said about a goal."""

    REACHED = "REACHED"
    MISSED = "MISSED"
    UNDECIDED = "UNDECIDED"


@dataclass(frozen=True, slots=True)
class GoalTarget:
    """The numbers of a goal.

    Attributes
    ----------
    names
        Names of the metrics that should all have the target value.
    value
        Target value.
    within
        Largest distance from it that counts as reached.
    is_share
        Whether the metrics lie between 0 and 1.
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
        The metrics of the goal; their intervals hold together.
    distance
        Distance of the metric that is farthest from the target value; its interval follows from those of all metrics.
    reach
        REACHED if each number is near enough, by two one-sided tests each; MISSED if the interval of some number lies entirely
        outside of what counts as reached; else UNDECIDED.
    farthest
        Which number is farthest from the target value, counted from 0.
    """

    numbers: tuple[Estimate, ...]
    distance: Estimate
    reach: GoalReach
    farthest: int

    @property
    def worst(self) -> Estimate:
        """The metric that is farthest from the target value."""
        return self.numbers[self.farthest]


def goal_distance(values: Floats, target: GoalTarget, n_orders: int, level: float, settings: int = 1) -> GoalDistance:
    """Measure how far a setting is from a goal.

    Parameters
    ----------
    values
        Block values, one row per block, one column per metric.
    n_orders
        How many cyclic orders take turns from block to block.
    settings
        Number of settings whose intervals must hold together (Bonferroni).
    """
    moments = matrix_moments(values, n_orders)
    if target.is_share:
        comparisons = comparisons_of(len(target.names)) * settings
        numbers = share_estimates(target.names, moments, level=level, comparisons=comparisons)
        one_sided = one_sided_estimates(target.names, moments, level=level)
    else:
        numbers = _skewed_mean_estimates(target.names, values, moments, level, len(target.names) * settings)
        # At this level, each end has the chance 1 - level to miss, as in a one-sided interval.
        one_sided = _skewed_mean_estimates(target.names, values, moments, 2.0 * level - 1.0)
    distances = [abs(number.value - target.value) for number in numbers]
    farthest = int(np.argmax(np.round(distances, 12)))
    low = max(max(number.low - target.value, target.value - number.high, 0.0) for number in numbers)
    high = max(max(number.high - target.value, target.value - number.low) for number in numbers)
    distance = Estimate("distance", distances[farthest], low, high, level, numbers[0].n, numbers[0].method)
    least, most = target.value - target.within, target.value + target.within
    reach = GoalReach.UNDECIDED
    if all(number.lies_within(least, most) for number in one_sided):
        reach = GoalReach.REACHED
    elif distance.has_interval and low > target.within:
        reach = GoalReach.MISSED
    return GoalDistance(tuple(numbers), distance, reach, farthest)


def _skewed_mean_estimates(
    names: Sequence[str], values: Floats, moments: pl.DataFrame, level: float, comparisons: int = 1
) -> tuple[Estimate, ...]:
    """Estimate means of block values from these and their moments, with t intervals widened for skewness, as of margins."""
    mean, variance, n = (moments[column].to_numpy() for column in ("mean", "variance", "n"))
    ends = skewed_mean_interval(mean, values - values.mean(axis=0), variance, level=level, comparisons=comparisons)
    return estimates(names, mean, ends, n, level, adjusted("t over blocks", comparisons))
