"""Two scoring tracks that run towards each other on one frame."""

from __future__ import annotations

from rajas_sim.core.kernel import kernel


@kernel
def overlap(fame: int, money: int, money_per_fame: int, meeting_line: int) -> int:
    """Return by how many fame spaces the two markers have passed each other; 0 when they meet, negative before.

    A fame space is `money_per_fame` money spaces long, and a money marker anywhere on it counts for the whole fame space, so the
    division rounds up. Both final positions in the rulebook agree: fame 30 with money 65, and fame 37 with money 52, give 2.
    """
    return int(fame) + (int(money) + money_per_fame - 1) // money_per_fame - int(meeting_line)
