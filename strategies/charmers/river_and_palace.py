"""Blue and orange dice: the Ganges and the people of the palace."""

from rajas_sim.strategies_api import strategy
from rajas_sim.strategies_api.charmers import best_option, weights


@strategy(game="charmers", parameters=weights(blue=3.0, orange=3.0, box=0.8))
def river_and_palace(state, rules, options, parameters):  # type: ignore[no-untyped-def]
    """Sail the river and call the people, for the earnings of the spaces and the bonuses of the columns.

    It leaves the province to half-roads and the roads that the river gives.
    """
    return best_option(state, rules, options, parameters)
