"""The inputs of a value: numbers of each seat and of the whole position, which a game writes at the beginning of a turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rajas_sim.core.engine.kernel import Floats, kernel


class PositionInputs(NamedTuple):
    """What a game supplies as inputs of a value of its positions.

    Numbers lie between -2 and 3 in most positions, and many are 0.

    Attributes
    ----------
    opening
        The kind of decision that every turn begins with; positions are judged there.
    seat, shared
        Names of the inputs of each seat, and of the inputs that belong to no seat.
    write_seat
        A kernel ``(state, rules, seat, x) -> int``: write the inputs of a seat, and return how many there are.
    write_shared
        A kernel ``(state, rules, x) -> int``: do the same for the inputs that belong to no seat.
    """

    opening: int
    seat: tuple[str, ...]
    shared: tuple[str, ...]
    write_seat: Callable[..., int]
    write_shared: Callable[..., int]


@kernel
def write_one_of(x: Floats, first: int, count: int, index: int) -> int:
    """Write `count` numbers from `first` on: 1 at an index, 0 at all others; return the place of the next number.

    An index below 0 counts as 0, and one that is too large as the last one.
    """
    for i in range(count):
        x[first + i] = 0.0
    x[first + min(max(index, 0), count - 1)] = 1.0
    return first + count


@kernel
def write_bits(x: Floats, first: int, count: int, bits: int) -> int:
    """Write the lowest `count` bits of a set as numbers from `first` on; return the place of the next number."""
    for i in range(count):
        x[first + i] = float((bits >> i) & 1)
    return first + count
