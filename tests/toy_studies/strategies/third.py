"""Takes the first option at every third decision."""

from __future__ import annotations

from rajas_sim import strategy
from rajas_sim.core.engine.kernel import Array, Options, Record


@strategy(game="toy")
def third(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Take the first option at every third decision, and the last at all others."""
    return options[0] if state.n_decisions % 3 == 0 else options[-1]
