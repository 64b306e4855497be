"""A network that says how often each seat wins from a position, and how far it will be ahead.

It looks at the position once as every seat sees it: its own numbers first, then those of the others in turn order, then what
belongs to no seat. Two layers of rectified linear units (ReLU) lead to two numbers of the seat. The win shares are the softmax of
the first numbers of all seats, so they add to 1; the second number is the lead at the end (`core.search.playouts.bounded_lead`).
The numbers of a network are one array: the rows of the first layer, one for each input and one of constants, then those of the
second layer and of the two answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np

from rajas_sim.core.engine.any_game import AnyRules, AnySeat, AnyState
from rajas_sim.core.engine.kernel import Floats, Record, kernel
from rajas_sim.core.engine.records import layout_of
from rajas_sim.core.valuing.inputs import PositionInputs

#: Units of the two layers, and answers of a seat.
FIRST, SECOND, ANSWERS = 64, 32, 2


class ValueMemory(Record, Protocol):
    """What judging a position writes into (`value_layout`)."""

    x: Annotated[Floats, "inputs"]
    sums: Annotated[Floats, "first"]  # of the first layer, one seat after the other
    units: Annotated[Floats, "second"]
    answers: Annotated[Floats, "answers"]  # two of each seat, one after the other


class LayerSizes(NamedTuple):
    """Where the numbers of a network with these inputs stand.

    Attributes
    ----------
    n_inputs
        Of all seats together, and of none.
    second, answers
        Where the second layer begins, and the answers.
    n_numbers
        How many there are.
    """

    n_inputs: int
    second: int
    answers: int
    n_numbers: int


@kernel
def layer_sizes(players: int, n_seat: int, n_shared: int) -> LayerSizes:
    """Return where the numbers of a network stand for so many players, inputs of a seat and shared inputs."""
    n_inputs = players * n_seat + n_shared
    second = (n_inputs + 1) * FIRST
    answers = second + (FIRST + 1) * SECOND
    return LayerSizes(n_inputs, second, answers, answers + (SECOND + 1) * ANSWERS)


def value_layout(inputs: PositionInputs, max_players: int) -> np.dtype[Any]:
    """Return the layout of what judging a position writes into."""
    return layout_of(
        ValueMemory,
        inputs=(np.float64, (max_players * len(inputs.seat) + len(inputs.shared),)),
        first=(np.float64, (max_players * FIRST,)),
        second=(np.float64, (SECOND,)),
        answers=(np.float64, (max_players * ANSWERS,)),
    )


@kernel
def add_row(sums: Floats, numbers: Floats, at: int, row: int, factor: float) -> None:
    """Add a row of the first layer times a factor to the sums of a seat."""
    for j in range(FIRST):
        sums[at + j] += factor * numbers[row + j]


@kernel
def _sum_inputs(numbers: Floats, memory: ValueMemory, players: int, n_seat: int, n_shared: int) -> None:
    """Write what the first layer of every seat adds up to; inputs that are 0 cost nothing."""
    n_of_seats, x, sums = players * n_seat, memory.x, memory.sums
    for seat in range(players):
        for j in range(FIRST):
            sums[seat * FIRST + j] = numbers[(n_of_seats + n_shared) * FIRST + j]
    for i in range(n_of_seats + n_shared):
        if x[i] != 0.0:
            for seat in range(players):
                # A seat has its own inputs first, then those of the next in turn order.
                row = (i - seat * n_seat) % n_of_seats if i < n_of_seats else i
                add_row(sums, numbers, seat * FIRST, row * FIRST, x[i])


@kernel
def _write_answers_of(numbers: Floats, memory: ValueMemory, seat: int, second: int, answers: int) -> None:
    """Write the answers of a seat from the sums of its first layer."""
    units = memory.units
    for j in range(SECOND):
        units[j] = numbers[second + FIRST * SECOND + j]
    for i in range(FIRST):
        value = memory.sums[seat * FIRST + i]
        if value > 0.0:
            for j in range(SECOND):
                units[j] += value * numbers[second + i * SECOND + j]
    for a in range(ANSWERS):
        total = numbers[answers + SECOND * ANSWERS + a]
        for j in range(SECOND):
            total += max(0.0, units[j]) * numbers[answers + j * ANSWERS + a]
        memory.answers[seat * ANSWERS + a] = total


@kernel
def write_answers(numbers: Floats, memory: ValueMemory, players: int, n_seat: int, n_shared: int) -> None:
    """Write the answers of every seat from the inputs of the position in ``memory.x``."""
    sizes = layer_sizes(players, n_seat, n_shared)
    _sum_inputs(numbers, memory, players, n_seat, n_shared)
    for seat in range(players):
        _write_answers_of(numbers, memory, seat, sizes.second, sizes.answers)


def make_value(inputs: PositionInputs, store_with: Callable[..., Any]) -> Callable[..., float]:
    """Return the kernel ``(state, rules, seat, numbers, memory, softness) -> float``: what a position is worth for a seat.

    It is the win share that the network gives the seat, and `softness` times the lead. The position stands where a turn begins.
    """
    write_seat, write_shared, n_seat, n_shared = inputs.write_seat, inputs.write_shared, len(inputs.seat), len(inputs.shared)

    @kernel(store_with=store_with)
    def position_value(  # noqa: PLR0913 - what the kernel computes with
        state: AnyState[AnySeat], rules: AnyRules, seat: int, numbers: Floats, memory: ValueMemory, softness: float
    ) -> float:
        players = int(rules.players)
        for i in range(players):
            write_seat(state, rules, i, memory.x[i * n_seat :])
        write_shared(state, rules, memory.x[players * n_seat :])
        write_answers(numbers, memory, players, n_seat, n_shared)
        answers, largest, total = memory.answers, -np.inf, 0.0
        for i in range(players):
            largest = max(largest, answers[i * ANSWERS])
        for i in range(players):
            total += np.exp(answers[i * ANSWERS] - largest)
        return float(np.exp(answers[seat * ANSWERS] - largest) / total + softness * answers[seat * ANSWERS + 1])

    return position_value
