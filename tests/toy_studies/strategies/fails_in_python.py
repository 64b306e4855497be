"""Takes what nobody offers, now and then, in plain Python."""

from rajas_sim import parameter, strategy


@strategy(game="toy", compiled=False, parameters=(parameter("every", 400, 1, 1e6, "games", "fails in one game of so many"),))
def fails_in_python(state, parameters):
    """Take the last option, or in one game of many what nobody offers."""
    return 99 if state.seed % int(parameters["every"]) == 0 else state.options[-1]
