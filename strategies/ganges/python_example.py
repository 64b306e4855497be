"""An example of a strategy in plain Python; docs/writing_a_strategy.md explains it line by line."""

from collections.abc import Mapping

from rajas_sim import parameter, strategy
from rajas_sim.ganges import Option, State

PREFERRED = ("quarry", "market", "harbour", "dancer", "yogi", "raja")


MARKET_FROM_MONEY = parameter("market_from_money", 3, 0, 60, "money", "use the market from this much money on")


@strategy(game="ganges", compiled=False, parameters=(MARKET_FROM_MONEY,))
def python_example(state: State, parameters: Mapping[str, float]) -> Option:
    """Place workers by a fixed list of wishes, and answer every other question with the first option.

    It shows what a strategy sees and how it answers; it is not meant to play well.
    """
    if state.decision == "place":
        money = state.seats[state.seat_to_move].money
        for wish in PREFERRED:
            if wish == "market" and money < parameters["market_from_money"]:
                continue
            for option in state.options:
                if option.space and option.space.startswith(wish):
                    return option
    return state.options[0]
