"""Playing a turn to its end, each time with the option after which the position is worth most.

Decisions without a choice belong to the option before them: its position is judged at the next choice, or at the end of the turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np

from rajas_sim.core.engine.any_game import AnyRules, AnySeat, AnyState
from rajas_sim.core.engine.course import decision_of
from rajas_sim.core.engine.kernel import Floats, Options, Record, kernel
from rajas_sim.core.engine.memory import copy_record, new_record
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.core.engine.records import layout_of


class TurnKernels(NamedTuple):
    """What a game supplies so that its turns can be played on.

    Attributes
    ----------
    state_layout
        The dtype of a state.
    max_options
        The largest number of options of any decision.
    list_options, play_option
        The two verbs of the game (core.positions.state.Kernels).
    opening
        The kind of decision that every turn begins with.
    """

    state_layout: np.dtype[Any]
    max_options: int
    list_options: Callable[..., int]
    play_option: Callable[..., None]
    opening: int


class TurnMemory(Record, Protocol):
    """The memory for playing a turn to its end: ``memory_layout`` in `turn_ends`."""

    state: Annotated[AnyState[AnySeat], "state"]  # the turn that is played on
    trial: Annotated[AnyState[AnySeat], "state"]  # the same turn, one option later
    log: LogRecord
    listed: Annotated[Options, "codes"]  # options of a position that is played on
    next: Annotated[Options, "codes"]  # options of the decision after it
    spare: Annotated[Options, "codes"]  # scratch for kernels that list options to find out what is possible


class TurnEnds(NamedTuple):
    """Kernels that play the turn of the seat to move to its end.

    Attributes
    ----------
    value
        ``(state, rules, code, parameters) -> float``: the worth of the position at the end of the turn, after playing an option
        and going on with the best options.
    best
        ``(state, rules, options, parameters) -> code``: the option of the highest value; of equal ones the first.
    """

    value: Callable[..., float]
    best: Callable[..., int]


def turn_ends(turns: TurnKernels, evaluate: Callable[..., float]) -> TurnEnds:  # noqa: C901 - encloses its kernels
    """Return the kernels that play turns of a game to their end; their code is stored with that of `evaluate`.

    Parameters
    ----------
    evaluate
        ``(state, rules, seat, parameters) -> float``: the worth of a position for a seat. It must be a function at the top of its
        file with a name of its own, since compiled code is stored by name.

    Raises
    ------
    ValueError
        For a lambda, and for a function within a function.
    """
    layout, max_options, list_options, play_option, opening_decision = turns
    body: Any = getattr(evaluate, "py_func", evaluate)
    if "<" in body.__qualname__:
        raise ValueError(
            f"{body.__qualname__}: a function that evaluates positions stands at the top of its file, under its own name"
        )
    compiled, part = kernel(store_with=body), kernel(store_with=body, is_part=True)
    worth_of = compiled(body)
    memory_layout = layout_of(TurnMemory, state=(layout,), codes=(np.int16, (max_options,)))

    @compiled
    def is_turn_over(state: AnyState[AnySeat], seat: int) -> bool:
        """Return whether the turn of a seat is over: a turn begins, another seat is to move, or the game ends."""
        kind = decision_of(state)
        return kind < 0 or kind == opening_decision or state.seat_to_move != seat

    @part
    def play_to_choice(game: AnyState[AnySeat], memory: TurnMemory, rules: AnyRules, seat: int, code: int) -> None:
        """Play an option, and go on to the next decision of the turn that offers a choice."""
        n = 1
        while n == 1:
            memory.log.n = 0
            play_option(game, rules, memory.log, code, memory.spare)
            if is_turn_over(game, seat):
                return
            n = list_options(game, rules, memory.next)
            code = int(memory.next[0])

    @part
    def best_step(memory: TurnMemory, rules: AnyRules, seat: int, parameters: Floats) -> int:
        """Return the option after which the position is worth most at the next choice; of equal ones the first."""
        n = list_options(memory.state, rules, memory.listed)
        best_index = 0
        best_worth = -np.inf
        for i in range(n):
            copy_record(memory.trial, memory.state)
            play_to_choice(memory.trial, memory, rules, seat, int(memory.listed[i]))
            worth = worth_of(memory.trial, rules, seat, parameters)
            if worth > best_worth:
                best_index, best_worth = i, worth
        return int(memory.listed[best_index])

    @compiled
    def value(state: AnyState[AnySeat], rules: AnyRules, code: int, parameters: Floats) -> float:
        """Return the worth of the position for the seat to move at the end of the turn, which goes on with a given option."""
        memory = new_record(memory_layout)
        seat = int(state.seat_to_move)
        copy_record(memory.state, state)
        play_to_choice(memory.state, memory, rules, seat, int(code))
        while not is_turn_over(memory.state, seat):
            play_to_choice(memory.state, memory, rules, seat, best_step(memory, rules, seat, parameters))
        return float(worth_of(memory.state, rules, seat, parameters))

    @part
    def best(state: AnyState[AnySeat], rules: AnyRules, options: Options, parameters: Floats) -> int:
        """Return the option of the highest value at the end of the turn; of equal ones the first."""
        best_code = int(options[0])
        best_value = -np.inf
        for i in range(len(options)):
            worth = value(state, rules, int(options[i]), parameters)
            if worth > best_value:
                best_code, best_value = int(options[i]), worth
        return best_code

    return TurnEnds(value, best)
