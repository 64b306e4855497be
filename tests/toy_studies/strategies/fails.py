"""Takes what nobody offers, now and then."""

from rajas_sim import parameter, strategy

EVERY = 0


@strategy(game="toy", parameters=(parameter("every", 400, 1, 1e6, "games", "fails in one game of so many"),))
def fails(state, rules, options, parameters):
    """Take the last option, or in one game of many what nobody offers."""
    return 99 if state.seed % int(parameters[EVERY]) == 0 else options[-1]
