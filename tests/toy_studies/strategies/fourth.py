"""Takes the first option at every fourth decision."""

from rajas_sim import strategy


@strategy(game="toy")
def fourth(state, rules, options, parameters):
    """Take the first option at every fourth decision, and the last at all others."""
    return options[0] if state.n_decisions % 4 == 0 else options[-1]
