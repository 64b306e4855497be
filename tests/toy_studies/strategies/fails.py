"""Takes what nobody offers, now and then."""

from __future__ import annotations

from rajas_sim import parameter, strategy
from rajas_sim.core.engine.kernel import Array, Options, Record

EVERY = 0


@strategy(game="toy", parameters=(parameter("every", 400, 1, 1e6, "games", "fails in one game of so many"),))
def fails(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Take the last option, or in one game of many what nobody offers."""
    return 99 if state.seed % int(parameters[EVERY]) == 0 else options[-1]
