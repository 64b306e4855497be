"""Takes the first option at every third decision."""

from rajas_sim import strategy


@strategy(game="toy")
def third(state, rules, options, parameters):
    """Take the first option at every third decision, and the last at all others."""
    return options[0] if state.n_decisions % 3 == 0 else options[-1]
