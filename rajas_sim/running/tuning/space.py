"""Which values may be tried: a point of the search says by how many steps each parameter differs from where it began."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.tuned_values import as_written

Floats = NDArray[np.float64]

# A step is a share of the value a parameter begins with, or of what the strategy allows if that is more; and no more than a share
# of its range.
STEP_OF_VALUE, STEP_OF_ALLOWED, MOST_OF_RANGE = 0.25, 0.03, 0.25
# What a point loses for each square step outside the ranges. Points there are played as the nearest ones inside.
LOSS_OUTSIDE = 0.01


@dataclass(frozen=True)
class Space:
    """The values that may be tried.

    Attributes
    ----------
    names
        Parameters that are tuned, n of them.
    start, step, low, high
        Of each, shape (n,), in the unit of the parameter.
    """

    names: tuple[str, ...]
    start: Floats
    step: Floats
    low: Floats
    high: Floats

    @classmethod
    def around(
        cls, strategy: Strategy, start: Mapping[str, float], names: Sequence[str], ranges: Mapping[str, tuple[float, float]]
    ) -> Space:
        """Return the values around `start` that a strategy and the `ranges` allow."""
        declared = {p.name: p for p in strategy.parameters}
        allowed = np.array([(declared[name].low, declared[name].high) for name in names])
        low, high = np.array([ranges.get(name, (declared[name].low, declared[name].high)) for name in names]).T
        begin = np.clip([start[name] for name in names], low, high)
        step = np.maximum(STEP_OF_VALUE * np.abs(begin), STEP_OF_ALLOWED * (allowed[:, 1] - allowed[:, 0]))
        return cls(tuple(names), begin, np.minimum(step, MOST_OF_RANGE * (high - low)), low, high)

    def values(self, point: Floats) -> dict[str, float]:
        """Return the values of a point, rounded so that they can be written down as they are played."""
        inside = np.clip(self.start + self.step * point, self.low, self.high)
        return dict(zip(self.names, np.clip(as_written(inside), self.low, self.high).tolist(), strict=True))

    def loss(self, point: Floats) -> float:
        """Return what a point loses for lying outside."""
        low, high = (self.low - self.start) / self.step, (self.high - self.start) / self.step
        outside = np.maximum(low - point, 0.0) + np.maximum(point - high, 0.0)
        return float(LOSS_OUTSIDE * np.sum(outside**2))
