"""How many blocks would decide an undecided verdict on the seats."""

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
    half_width = max(share.high - share.low for share in shares) / 2
    n_needed = math.ceil(n_blocks * (2 * half_width / verdict.tolerance) ** 2) if verdict.tolerance > 0 else 0
    if n_needed <= n_blocks:
        return ""
    rounding = 10 ** max(len(str(n_needed)) - 2, 0)
    return (
        f"About {math.ceil(n_needed / rounding) * rounding:,} blocks would narrow the intervals to "
        f"\u00b1{tolerance_points(verdict.tolerance / 2)}, half the tolerance"
    )
