"""What is computed from a run: an estimate with its interval."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace

SAME_SHARE = 1e-9
"""Shares that differ by less count as equal, so that rounding errors decide nothing."""
USUAL_LEVEL = 0.95
"""Confidence level where no experiment sets one."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number computed from a run, with its interval, level, n and method.

    Attributes
    ----------
    name
        What is estimated, in dotted lower_snake_case, for example ``win_share.position_1``; labels of
        strategies and names of arms stand as the experiment gives them.
    value
        The point estimate.
    low, high
        The ends of the interval; not-a-number where no interval exists (a mean over a single block).
    level
        The confidence level. Where `method` names an adjustment over several estimates, the level is that of
        all of their intervals together.
    n
        Number of blocks the estimate rests on. Games that share a block share their luck and do not count twice.
    method
        How the interval was computed, in words.
    """

    name: str
    value: float
    low: float
    high: float
    level: float
    n: int
    method: str

    @property
    def has_interval(self) -> bool:
        """Whether an interval could be computed."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def excludes(self, value: float) -> bool:
        """Whether `value` lies outside the interval."""
        return self.has_interval and not self.low <= value <= self.high

    def lies_within(self, low: float, high: float) -> bool:
        """Whether the whole interval lies between `low` and `high`, ends included."""
        return self.has_interval and low <= self.low and self.high <= high

    def clipped(self, least: float, most: float) -> Estimate:
        """Return it with value and interval limited to `least` and `most`, the ends of what is possible (0 and 1 for parts)."""
        value, low, high = (min(max(number, least), most) for number in (self.value, self.low, self.high))
        return replace(self, value=value, low=low, high=high)

    def minus(self, value: float) -> Estimate:
        """Return this estimate minus a constant."""
        return replace(self, value=self.value - value, low=self.low - value, high=self.high - value)

    def subtracted_from(self, whole: float, name: str) -> Estimate:
        """Return `whole` minus this estimate, with the ends of the interval swapped."""
        return replace(self, name=name, value=whole - self.value, low=whole - self.high, high=whole - self.low)

    @property
    def magnitude(self) -> Estimate:
        """The estimate itself, or its opposite if it is negative."""
        return self if self.value >= 0 else self.subtracted_from(0.0, self.name)

    def as_dict(self) -> dict[str, float | int | str | None]:
        """Return the estimate as plain values that JSON can hold; a missing interval end is ``None``."""
        return {k: None if isinstance(v, float) and not math.isfinite(v) else v for k, v in asdict(self).items()}


def largest_possible(changes: Collection[Estimate]) -> float | None:
    """Return the largest size of a change, up or down, that some interval includes; None if an interval is missing.

    Without any changes it is 0.
    """
    if not all(change.has_interval for change in changes):
        return None
    return max((abs(end) for change in changes for end in (change.low, change.high)), default=0.0)
