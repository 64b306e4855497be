"""A network that estimates each seat's win share from a position, and how far the seat will be ahead.

It looks at the position once from the view of each seat: first the inputs of this seat, then those of the others in turn order,
then those that belong to no seat. Two layers of rectified linear units (ReLU) lead to two outputs of the seat. The win shares are
the softmax of the first outputs of all seats, so they add up to 1. The second output is the lead at the end
(`core.judging.playouts.bounded_lead`). The numbers of a network are one array: the rows of the first layer, one for each input
and one of constants, then likewise those of the second layer and of the two outputs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.any_game import AnyRules, AnySeat, AnyState
from rajas_sim.core.engine.kernel import Floats, Record, kernel
from rajas_sim.core.engine.records import layout_of
from rajas_sim.core.judging.layers import add_four_rows, add_row
from rajas_sim.core.judging.position_inputs import PositionInputs

#: Units of the first and the second layer, and outputs per seat.
FIRST, SECOND, ANSWERS = 64, 32, 2


class ValueMemory(Record, Protocol):
    """The memory for judging a position (`value_layout`)."""

    x: Annotated[Floats, "inputs"]
    used: Annotated[NDArray[np.int64], "used"]  # indices of the inputs that are not 0
    sums: Annotated[Floats, "first"]  # of the first layer, for one seat
    units: Annotated[Floats, "second"]
    answers: Annotated[Floats, "answers"]  # two outputs per seat, one seat after the other


class LayerSizes(NamedTuple):
    """How the numbers of a network are arranged.

    Attributes
    ----------
    n_seat, n_of_seats, n_inputs
        The number of inputs of one seat; of all seats; and of all seats plus those that belong to no seat.
    second, answers
        The index at which the second layer begins, and that at which the outputs begin.
    n_numbers
        How many numbers the network has.
    """

    n_seat: int
    n_of_seats: int
    n_inputs: int
    second: int
    answers: int
    n_numbers: int


@kernel
def layer_sizes(players: int, n_seat: int, n_shared: int) -> LayerSizes:
    """Return how the numbers of a network are arranged, given the players, the inputs per seat and the shared inputs."""
    n_inputs = players * n_seat + n_shared
    second = (n_inputs + 1) * FIRST
    answers = second + (FIRST + 1) * SECOND
    return LayerSizes(n_seat, players * n_seat, n_inputs, second, answers, answers + (SECOND + 1) * ANSWERS)


def value_layout(inputs: PositionInputs, max_players: int) -> np.dtype[Any]:
    """Return the layout of the memory for judging a position."""
    return layout_of(
        ValueMemory,
        inputs=(np.float64, (max_players * len(inputs.seat) + len(inputs.shared),)),
        used=(np.int64, (max_players * len(inputs.seat) + len(inputs.shared),)),
        first=(np.float64, (FIRST,)),
        second=(np.float64, (SECOND,)),
        answers=(np.float64, (max_players * ANSWERS,)),
    )


@kernel
def _add_inputs(numbers: Floats, memory: ValueMemory, seat: int, n_used: int, sizes: LayerSizes) -> None:
    """Write the sums of the first layer for a seat; only inputs that are not 0 are added."""
    sums, used, x = memory.sums, memory.used, memory.x
    for j in range(FIRST):
        sums[j] = numbers[sizes.n_inputs * FIRST + j]
    for k in range(0, n_used - 3, 4):
        a, b, c, d = used[k], used[k + 1], used[k + 2], used[k + 3]
        rows = row_seen(a, seat, sizes), row_seen(b, seat, sizes), row_seen(c, seat, sizes), row_seen(d, seat, sizes)
        add_four_rows(sums, numbers, rows, (x[a], x[b], x[c], x[d]))
    for k in range(n_used - n_used % 4, n_used):
        add_row(sums, numbers, row_seen(used[k], seat, sizes), x[used[k]])


@kernel
def row_seen(i: int, seat: int, sizes: LayerSizes) -> int:
    """Return where the weights of an input begin in a seat's view: its own inputs first, then those of the next in turn order."""
    if i < sizes.n_of_seats:
        i -= seat * sizes.n_seat
        if i < 0:
            i += sizes.n_of_seats
    return i * FIRST


@kernel
def _write_answers_of(numbers: Floats, memory: ValueMemory, seat: int, sizes: LayerSizes) -> None:
    """Write the outputs of a seat, given the sums of its first layer."""
    units = memory.units
    for j in range(SECOND):
        units[j] = numbers[sizes.second + FIRST * SECOND + j]
    for i in range(FIRST):
        if memory.sums[i] > 0.0:
            add_row(units, numbers, sizes.second + i * SECOND, memory.sums[i])
    for a in range(ANSWERS):
        total = numbers[sizes.answers + SECOND * ANSWERS + a]
        for j in range(SECOND):
            total += max(0.0, units[j]) * numbers[sizes.answers + j * ANSWERS + a]
        memory.answers[seat * ANSWERS + a] = total


@kernel
def write_answers(numbers: Floats, memory: ValueMemory, players: int, n_seat: int, n_shared: int) -> None:
    """Write the outputs of every seat, given the inputs of the position in ``memory.x``."""
    sizes = layer_sizes(players, n_seat, n_shared)
    n_used = 0
    for i in range(sizes.n_inputs):
        if memory.x[i] != 0.0:
            memory.used[n_used] = i
            n_used += 1
    for seat in range(players):
        _add_inputs(numbers, memory, seat, n_used, sizes)
        _write_answers_of(numbers, memory, seat, sizes)


def make_value(inputs: PositionInputs, store_with: Callable[..., Any]) -> Callable[..., float]:
    """Return the kernel ``(state, rules, seat, numbers, memory, softness) -> float``: the worth of a position for a seat.

    The worth is the win share that the network gives the seat, plus `softness` times the lead. A turn must begin in the position.
    """
    write_seat, write_shared, n_seat, n_shared = inputs.write_seat, inputs.write_shared, len(inputs.seat), len(inputs.shared)

    @kernel(store_with=store_with)
    def position_value(  # noqa: PLR0913 - what the kernel computes with
        state: AnyState[AnySeat], rules: AnyRules, seat: int, numbers: Floats, memory: ValueMemory, softness: float
    ) -> float:
        """Return the worth of a position for a seat: its estimated win share plus `softness` times its estimated lead."""
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
