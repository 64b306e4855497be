"""Takes any option."""

from rajas_sim import strategy
from rajas_sim.core.engine.chance import CHOICE_STREAM, below, draw


@strategy(game="toy", uses_chance=True)
def coin(state, rules, options, parameters):
    """Take every option with the same probability."""
    return options[below(draw(state.seed, CHOICE_STREAM, state.n_decisions), len(options))]
