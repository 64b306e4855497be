"""What a value looks at: numbers of each seat and of the position, which a game writes for the beginning of a turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rajas_sim.core.engine.kernel import Floats, kernel


class PositionInputs(NamedTuple):
    """What a game supplies to have its positions looked at.

    Numbers lie between -2 and 3 in most positions, and many are 0.

    Attributes
    ----------
    opening
        The decision that every turn begins with; positions are looked at there.
    seat, shared
        Names of the numbers of a seat, and of those that belong to no seat.
    write_seat
        A kernel ``(state, rules, seat, x) -> int``: write the numbers of a seat, and return how many there are.
    write_shared
        A kernel ``(state, rules, x) -> int``: the same for the others.
    """

    opening: int
    seat: tuple[str, ...]
    shared: tuple[str, ...]
    write_seat: Callable[..., int]
    write_shared: Callable[..., int]


@kernel
def write_one_of(x: Floats, first: int, count: int, index: int) -> int:
    """Write 1 at the index among `count` numbers from `first` on, at the last for a larger one, and 0 at all others.

    Returns where the next number stands.
    """
    for i in range(count):
        x[first + i] = 0.0
    x[first + min(max(index, 0), count - 1)] = 1.0
    return first + count


@kernel
def write_bits(x: Floats, first: int, count: int, bits: int) -> int:
    """Write the lowest `count` bits of a set as numbers from `first` on, and return where the next number stands."""
    for i in range(count):
        x[first + i] = float((bits >> i) & 1)
    return first + count
