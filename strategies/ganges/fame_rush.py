"""Buildings, upgrades and the Great Mogul; money only as far as it pays for them."""

from rajas_sim import strategy
from rajas_sim.ganges.appraisal import best_option, weights


@strategy(game="ganges", parameters=weights(fame=1.3, money=0.45, upgrade=3.2, market=0.4))
def fame_rush(state, rules, options, parameters):  # type: ignore[no-untyped-def]
    """Run along the fame track: build, upgrade building types early, and let money come as it may.

    One of the two one-sided plans that reviewers of the game describe.
    """
    return best_option(state, rules, options, parameters)
