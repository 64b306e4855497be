"""Uniformly random play."""

from rajas_sim import CHOICE_STREAM, below, draw, strategy


@strategy(uses_chance=True)
def random(state, rules, options, parameters):  # type: ignore[no-untyped-def]
    """Choose every option with the same probability.

    The yardstick that any idea has to beat, and the fastest way to see what the rules allow.
    """
    return options[below(draw(state.seed, CHOICE_STREAM, state.n_decisions), len(options))]
