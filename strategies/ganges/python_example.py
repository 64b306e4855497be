"""An example of a strategy in plain Python; docs/writing_a_strategy.md explains it line by line."""

from collections.abc import Mapping

from rajas_sim import find_strategy, parameter, strategy
from rajas_sim.ganges import Option, State
from rajas_sim.ganges.appraisal import worths

BALANCED = find_strategy("balanced", game="ganges")

HARBOUR = parameter("harbour", 1.0, -10.0, 10.0, "fame", "what a worker at the harbour is worth beyond what `balanced` thinks")


@strategy(game="ganges", compiled=False, parameters=(HARBOUR,))
def python_example(state: State, parameters: Mapping[str, float]) -> Option:
    """Take the option that `balanced` values most, with one idea on top: the harbour is worth a little more.

    It shows what a strategy sees and how it answers: begin with a good player, change what you believe, and measure. This
    idea costs games, as docs/writing_a_strategy.md shows; `rajas strategies show python_example` has its measured strength.
    """
    values = worths(state, BALANCED)  # one for each option
    assert values is not None, "balanced goes by what options are worth"
    if state.decision == "place":
        for i, option in enumerate(state.options):
            if option.area == "harbour":
                values[i] += parameters["harbour"]
    return state.options[int(values.argmax())]
