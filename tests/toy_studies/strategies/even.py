"""Takes the last option."""

from rajas_sim import strategy


@strategy(game="toy")
def even(state, rules, options, parameters):
    """Take the last option."""
    return options[-1]
