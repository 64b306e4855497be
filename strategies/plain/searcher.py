"""Play the game on at random, again and again, and go deeper where that goes well: Monte Carlo tree search."""

from rajas_sim import parameter, strategy
from rajas_sim.plain import best_by_search

BUDGET = parameter("budget", 200, 2, 1_000_000, "playouts", "how many playouts a decision may take")
EXPLORATION = parameter("exploration", 0.7, 0.0, 10.0, "win shares", "how much an option gains by having been tried less often")


@strategy(compiled=False, uses_chance=True, parameters=(BUDGET, EXPLORATION))
def searcher(state, parameters):  # type: ignore[no-untyped-def]
    """Play the game on at random, again and again, and go deeper where that goes well: Monte Carlo tree search.

    It knows nothing of a game but its rules, and plays the better the more playouts it may have (UCT: Kocsis, Szepesvari 2006,
    "Bandit based Monte-Carlo planning"). Every playout has other luck, and what the game hides from the seat is drawn anew.
    """
    return best_by_search(state, int(parameters["budget"]), parameters["exploration"])
