"""Takes the last option."""

from __future__ import annotations

from rajas_sim import strategy
from rajas_sim.core.engine.kernel import Array, Options, Record


@strategy(game="toy")
def even(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Take the last option."""
    return options[-1]
