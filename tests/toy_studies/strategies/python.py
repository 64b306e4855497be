"""Takes the last option, in plain Python."""

from __future__ import annotations

from rajas_sim import strategy
from rajas_sim.core.engine.kernel import Array, Record


@strategy(game="toy", compiled=False)
def python(state: Record, parameters: Array) -> int:
    """Take the last option."""
    return state.options[-1]
