"""What players see of a position, as far as the fields of its record do not say it themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Observed:
    """How the record of a position becomes numbers that players may see (rajas_sim.learning).

    Fields are named by their path in the layout, ``seats.money`` for the field `money` of every seat.

    Attributes
    ----------
    left_out
        Fields that nobody sees, and counters that tell nothing about what may happen.
    seat_numbers
        Fields that hold a seat, and the number that stands for the first seat; what is below is no seat.
    bit_sets
        Fields whose bits are members of a set, and how many of the bits are used.
    explained_in
        Files in whose comments fields are explained: the one that lays out ``STATE``, then those of records it holds.
    """

    left_out: Collection[str]
    seat_numbers: Mapping[str, int]
    bit_sets: Mapping[str, int]
    explained_in: tuple[Path, ...]
