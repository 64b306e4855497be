"""Whatever pays best, fame or money alike."""

from rajas_sim.strategies_api import strategy
from rajas_sim.strategies_api.ganges import best_option, weights


@strategy(parameters=weights())
def balanced(state, rules, options, parameters):  # type: ignore[no-untyped-def]
    """Take the option that brings the two markers closest, counting a fame point as two money.

    The rulebook's own advice: money, dice and workers first, never without dice or money, and a province that connects many yields.
    """
    return best_option(state, rules, options, parameters)
