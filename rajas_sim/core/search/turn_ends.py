"""Playing the rest of a turn, each time the option after which the position is worth most.

What follows an option without a choice belongs to it: its position is judged where the next choice comes, or the turn ends.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rajas_sim.core.engine.events import LOG
from rajas_sim.core.engine.kernel import Array, Function, Options, Record, kernel
from rajas_sim.core.engine.memory import copy_record, new_record
from rajas_sim.core.engine.records import record_type
from rajas_sim.core.engine.tasks import decision_of


class Turns(NamedTuple):
    """What a game hands to those who play turns on.

    Attributes
    ----------
    state
        The dtype of a state.
    max_options
        Most options any decision can have.
    list_options, play_option
        The two verbs of the game (core.positions.state.Kernels).
    opening
        The decision that every turn begins with.
    """

    state: np.dtype[Any]
    max_options: int
    list_options: Function
    play_option: Function
    opening: int


class TurnEnds(NamedTuple):
    """Kernels that play the turn of the seat to move to its end.

    Attributes
    ----------
    value
        ``(state, rules, code, parameters) -> float``: what the position is worth at the end of the turn that goes on
        with an option.
    best
        ``(state, rules, options, parameters) -> code``: the option of the highest value, the first of several.
    """

    value: Any
    best: Any


def turn_ends(turns: Turns, evaluate: Function) -> TurnEnds:
    """Return the kernels that play turns of a game to their end; compiled with the code of the function that evaluates.

    Parameters
    ----------
    evaluate
        ``(state, rules, seat, parameters) -> float``: what a position is worth for a seat. A function of a name of its own at the
        top of its file, for compiled code is stored by name.

    Raises
    ------
    ValueError
        For a lambda and for a function within a function.
    """
    layout, max_options, list_options, play_option, opening = turns
    body: Any = getattr(evaluate, "py_func", evaluate)
    if "<" in body.__qualname__:
        raise ValueError(
            f"{body.__qualname__}: a function that evaluates positions stands at the top of its file, under its own name"
        )
    compiled = kernel(store_with=body)
    worth_of = compiled(body)
    memory = record_type(
        [
            ("state", layout),  # the turn that is played on
            ("trial", layout),  # the same, one option later
            ("log", LOG),
            ("listed", np.int16, (max_options,)),
            ("next", np.int16, (max_options,)),  # options of the decision after it
            ("spare", np.int16, (max_options,)),
        ]
    )

    @compiled
    def is_over(state: Record, seat: int) -> bool:
        """Return whether the turn of a seat is over: a turn begins, somebody else is to move, or nobody."""
        kind = decision_of(state)
        return kind < 0 or kind == opening or state.seat_to_move != seat

    @compiled
    def step(game: Record, own: Record, rules: Record, seat: int, code: int) -> None:
        """Play an option, and on to the next decision of the turn that leaves a choice."""
        n = 1
        while n == 1:
            own.log.n = 0
            play_option(game, rules, own.log, code, own.spare)
            if is_over(game, seat):
                return
            n = list_options(game, rules, own.next)
            code = int(own.next[0])

    @compiled
    def best_step(own: Record, rules: Record, seat: int, parameters: Array) -> int:
        """Return the option after which the position is worth most at the next choice, the first of several."""
        n = list_options(own.state, rules, own.listed)
        best = 0
        best_worth = -np.inf
        for i in range(n):
            copy_record(own.trial, own.state)
            step(own.trial, own, rules, seat, int(own.listed[i]))
            worth = worth_of(own.trial, rules, seat, parameters)
            if worth > best_worth:
                best, best_worth = i, worth
        return int(own.listed[best])

    @compiled
    def value(state: Record, rules: Record, code: int, parameters: Array) -> float:
        """Return what the position is worth for the seat to move once the turn that goes on with an option is over."""
        own = new_record(memory)
        seat = int(state.seat_to_move)
        copy_record(own.state, state)
        step(own.state, own, rules, seat, int(code))
        while not is_over(own.state, seat):
            step(own.state, own, rules, seat, best_step(own, rules, seat, parameters))
        return float(worth_of(own.state, rules, seat, parameters))

    @compiled
    def best(state: Record, rules: Record, options: Options, parameters: Array) -> int:
        """Return the option of the highest value at the end of the turn, the first of several."""
        chosen = int(options[0])
        chosen_value = -np.inf
        for i in range(len(options)):
            found = value(state, rules, int(options[i]), parameters)
            if found > chosen_value:
                chosen, chosen_value = int(options[i]), found
        return chosen

    return TurnEnds(value, best)
