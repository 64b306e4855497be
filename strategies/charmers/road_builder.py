"""Roads first: buildings, upgrades and the bonuses at the edge."""

from rajas_sim import strategy
from rajas_sim.charmers.appraisal import best_option, weights


@strategy(game="charmers", parameters=weights(green=1.1, road=0.35, upgrade=0.8))
def road_builder(state, rules, options, parameters):  # type: ignore[no-untyped-def]
    """Take green dice and whatever gives roads, and let the province pay.

    The plan most players try first: the province is the largest part of the sheet, and its edge is full of bonuses.
    """
    return best_option(state, rules, options, parameters)
