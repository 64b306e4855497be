"""Take the option after which the own position is worth most, on an average over what chance may do."""

from rajas_sim import parameter, strategy
from rajas_sim.plain import after, best_of, worth

DEALS = parameter("deals", 20, 1, 1000, "deals", "with how many deals of luck each option is tried")


@strategy(compiled=False, uses_chance=True, parameters=(DEALS,))
def greedy(state, parameters):  # type: ignore[no-untyped-def]
    """Take the option after which the own position is worth most, on an average over what chance may do.

    A position is worth what ``worth(state, seat)`` of the game says, or the lead of the seat by ``scores(state)``. All options
    are tried with the same luck. Of options worth the same it takes any: if it took the first, the order in which a game lists
    them would favour a seat.
    """
    deals, seat = range(int(parameters["deals"])), state.seat_to_move
    return best_of(state, [sum(worth(after(state, option, nth), seat) for nth in deals) for option in state.options])
