"""Takes any option."""

from __future__ import annotations

from rajas_sim import strategy
from rajas_sim.core.engine.chance import CHOICE_STREAM, below, draw
from rajas_sim.core.engine.kernel import Array, Options, Record


@strategy(game="toy", uses_chance=True)
def coin(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Take every option with the same probability."""
    return options[below(draw(state.seed, CHOICE_STREAM, state.n_decisions), len(options))]
