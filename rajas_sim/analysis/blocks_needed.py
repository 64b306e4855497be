"""How many blocks would narrow an interval."""

from __future__ import annotations

import math

from rajas_sim.analysis.statistics.estimate import Estimate


def blocks_to_narrow(estimate: Estimate, half_width: float) -> int:
    """Return how many blocks would narrow an interval to a half width, rounded up to two significant digits.

    >>> blocks_to_narrow(Estimate("win", 0.5, 0.4, 0.6, 0.95, 100, "exact"), 0.03)
    1200
    """
    return rounded_up(estimate.n * ((estimate.high - estimate.low) / 2 / half_width) ** 2)


def rounded_up(n: float) -> int:
    """Round a number of blocks up to two significant digits.

    >>> rounded_up(1234.5), rounded_up(7.2)
    (1300, 8)
    """
    step: int = 10 ** max(len(str(math.ceil(n))) - 2, 0)
    return math.ceil(n / step) * step


def narrowing_text(estimate: Estimate, half_width: float, limit: str) -> str:
    """Say on the card of an undecided answer how many blocks would narrow an interval; `limit` is the half width in words.

    >>> narrowing_text(Estimate("change", 0.003, -0.008, 0.015, 0.95, 4000, "t"), 0.02, "2 points")
    'it is known to ±2 points already'
    """
    if not estimate.has_interval:
        return "more blocks would tell"
    if estimate.high - estimate.low <= 2 * half_width:
        return f"it is known to \u00b1{limit} already"
    return f"some {blocks_to_narrow(estimate, half_width):,} blocks would narrow it to \u00b1{limit}"
