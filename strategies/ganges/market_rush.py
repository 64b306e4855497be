"""Markets first, then score them again and again."""

from rajas_sim import strategy
from rajas_sim.ganges.appraisal import best_option, weights


@strategy(game="ganges", parameters=weights(fame=0.8, money=1.0, upgrade=1.5, market=1.4))
def market_rush(state, rules, options, parameters):  # type: ignore[no-untyped-def]
    """Run along the money track: add market tents of few goods and send workers to the market place.

    The other one-sided plan that reviewers of the game describe.
    """
    return best_option(state, rules, options, parameters)
