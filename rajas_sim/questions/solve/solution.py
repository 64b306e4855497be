"""Which of many settings may still be nearest to a goal, with several looks on the way.

A setting is dropped at a look if it is clearly farther from the goal than the one that is nearest by its estimate. The truly
nearest of all tried settings can only be dropped if one of these comparisons is wrong. Each look has at most as many comparisons
as there are other settings, whichever of them were played and why, and the number of looks is fixed beforehand. Each comparison
gets an equal part of the chance of error (Bonferroni). So the truly nearest is dropped in at most half of one minus the level of
all searches. The other half is for statements about the settings that are left at the last look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.analysis.comparing.distances import Distances
from rajas_sim.analysis.comparing.goal_distance import GoalDistance, GoalReach, GoalTarget, goal_distance
from rajas_sim.analysis.statistics.intervals import Floats


@dataclass(frozen=True)
class SettingsRace:
    """The rule by which settings are dropped.

    Attributes
    ----------
    target
        The goal.
    settings
        Number of settings, tried or not.
    looks
        Largest number of looks.
    level
        One minus the chance that any statement about a search is wrong.
    n_orders
        How many cyclic orders take turns from block to block.
    """

    target: GoalTarget
    settings: int
    looks: int
    level: float
    n_orders: int = 1

    @property
    def tail(self) -> float:
        """The chance that a single comparison is wrong: an equal part of half the chance that any statement is."""
        return (1.0 - self.level) / 2.0 / self.looks / max(1, self.settings - 1)

    def distances_and_candidates(self, values: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """Return each setting's estimated distance from the goal, and whether it may be the nearest.

        Parameters
        ----------
        values
            Block values; axes: block, setting, metric. If several settings are equally near, the first counts as the nearest.
        """
        measured_distances = Distances(values, self.n_orders, self.target.value, is_share=self.target.is_share)
        distances = np.round(measured_distances.values, 12)  # so that rounding errors do not choose between equal settings
        return distances, ~measured_distances.are_farther(int(np.argmin(distances)), self.tail)

    def may_be_reached(self, values: Floats) -> bool:
        """Say whether one of the settings left at the last look may reach the goal.

        Parameters are those of `distances_and_candidates`.
        """
        goal_distances = self.goal_distances(values, 1.0 - (1.0 - self.level) / 2.0)
        return any(result.reach is not GoalReach.MISSED for result in goal_distances)

    def goal_distances(self, values: Floats, level: float | None = None) -> Sequence[GoalDistance]:
        """Measure the settings that are left at the last look, whose `values` are as in `distances_and_candidates`.

        Intervals hold for all settings together, at the level of the race if no other is given.
        """
        values_by_setting = values.transpose(1, 0, 2)
        return [
            goal_distance(setting_values, self.target, self.n_orders, level or self.level, self.settings)
            for setting_values in values_by_setting
        ]


@dataclass(frozen=True, slots=True)
class MeasuredSetting:
    """A setting and how far it is from the goal.

    Attributes
    ----------
    values
        Value of each path; for the printed setting, the printed values.
    """

    values: Mapping[str, Any]
    goal_distance: GoalDistance
