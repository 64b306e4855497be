"""Whatever pays best, fame or money alike."""

from rajas_sim import strategy
from rajas_sim.ganges.appraisal import best_option, weights


@strategy(game="ganges", parameters=weights())
def balanced(state, rules, options, parameters):  # type: ignore[no-untyped-def]
    """Take the option of the highest worth, with weights tuned by playing many variants against each other.

    Money weighs a little more than the half fame point it is on the tracks, because it also pays for building; a worker more
    than anything. That is the rulebook's own advice: workers, money and dice first, and a province that connects many yields.
    """
    return best_option(state, rules, options, parameters)
