"""Which of many settings may still be nearest to a goal, with looks on the way.

A setting is dropped at a look where it is clearly farther from the goal than the one that is nearest by its estimate. The truly
nearest of all that are tried can only be dropped if one of these comparisons is wrong. At each look there are at most as many
comparisons as other settings, no matter which were played and why, and the number of looks is fixed beforehand. Each comparison
gets an equal part of the chance of error (Bonferroni), so the truly nearest is dropped in at most half of one minus the level of
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
