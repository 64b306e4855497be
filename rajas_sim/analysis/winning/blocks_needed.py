"""How many blocks would decide an undecided verdict on the seats, or narrow another interval."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rajas_sim.analysis.formatting import tolerance_points
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.fairness import Ruling, Verdict

FEWEST_BLOCKS_TO_PLAN_BY = 30
"""Fewer blocks do not show how many would be enough."""


def blocks_needed_text(shares: Sequence[Estimate], verdict: Verdict) -> str:
    """Say how many blocks would decide an undecided verdict; empty for other verdicts, and with few blocks.

    With that many blocks the intervals reach half the tolerance to either side, since they narrow with the root of the number of
    blocks; rounded up to two digits. A share near the tolerance may stay undecided.
    """
    n_blocks = shares[0].n
    if verdict.ruling is not Ruling.UNDECIDED or n_blocks < FEWEST_BLOCKS_TO_PLAN_BY:
        return ""
    widest = max(shares, key=lambda share: share.high - share.low)
    n_needed = blocks_to_narrow(widest, verdict.tolerance / 2) if verdict.tolerance > 0 else 0
    if n_needed <= n_blocks:
        return ""
    limit = tolerance_points(verdict.tolerance / 2)
    return f"About {n_needed:,} blocks would narrow the intervals to \u00b1{limit}, half the tolerance"


def blocks_to_narrow(estimate: Estimate, half_width: float) -> int:
    """Return with how many blocks an interval reaches so far to either side; rounded up to two digits.

    >>> blocks_to_narrow(Estimate("win", 0.5, 0.4, 0.6, 0.95, 100, "exact"), 0.03)
    1200
    """
    n_needed = math.ceil(estimate.n * ((estimate.high - estimate.low) / 2 / half_width) ** 2)
    rounding: int = 10 ** max(len(str(n_needed)) - 2, 0)
    return math.ceil(n_needed / rounding) * rounding


def narrowing_text(estimate: Estimate, half_width: float, limit: str) -> str:
    """Say how many blocks would do, for a card that is undecided; `limit` is the half width in words.

    >>> narrowing_text(Estimate("change", 0.003, -0.008, 0.015, 0.95, 4000, "t"), 0.02, "2 points")
    'it is known to ±2 points already'
    """
    if not estimate.has_interval:
        return "more blocks would tell"
    if estimate.high - estimate.low <= 2 * half_width:
        return f"it is known to \u00b1{limit} already"
    return f"some {blocks_to_narrow(estimate, half_width):,} blocks would narrow it to \u00b1{limit}"
