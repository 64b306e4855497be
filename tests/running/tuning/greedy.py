"""Takes money, which is worth more, as often as its parameter says."""

from rajas_sim import CHOICE_STREAM, draw, parameter, strategy

PARAMETERS = (
    parameter("greed", 0.3, 0.0, 1.0, "share", "how often it takes money"),
    parameter("idle", 0.5, 0.0, 1.0, "share", "changes nothing"),
)


@strategy(game="toy", uses_chance=True, parameters=PARAMETERS)
def greedy(state, rules, options, parameters):
    """Take money as often as greed says, and else fame."""
    return options[0] if draw(state.seed, CHOICE_STREAM, state.n_decisions) / 2**32 < parameters[0] else options[-1]
