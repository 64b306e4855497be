"""Takes the last option, in plain Python."""

from rajas_sim import strategy


@strategy(game="toy", compiled=False)
def python(state, parameters):
    """Take the last option."""
    return state.options[-1]
