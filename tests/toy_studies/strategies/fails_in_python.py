"""Takes what nobody offers, now and then, in plain Python."""

from __future__ import annotations

from rajas_sim import parameter, strategy
from rajas_sim.core.engine.kernel import Array, Record


@strategy(game="toy", compiled=False, parameters=(parameter("every", 400, 1, 1e6, "games", "fails in one game of so many"),))
def fails_in_python(state: Record, parameters: Array) -> int:
    """Take the last option, or in one game of many what nobody offers."""
    return 99 if state.seed % int(parameters["every"]) == 0 else state.options[-1]
