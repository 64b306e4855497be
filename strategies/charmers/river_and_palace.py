"""Blue and orange dice: the Ganges and the people of the palace."""

from rajas_sim import strategy
from rajas_sim.charmers.appraisal import best_option, weights


@strategy(game="charmers", parameters=weights(purple=0.2, green=0.12))
def river_and_palace(state, rules, options, parameters):  # type: ignore[no-untyped-def]
    """Sail the river and call the people, for the earnings of the spaces and the bonuses of the columns.

    Other dice only where nothing else is left: the province grows by half-roads, and by the roads that the river gives.
    """
    return best_option(state, rules, options, parameters)
