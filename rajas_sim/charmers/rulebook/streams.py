"""The streams of random numbers in this game: a number for each purpose, far enough apart for an index."""

from __future__ import annotations

from typing import NamedTuple

from rajas_sim.charmers.rulebook.terms import COLOURS, MAX_PLAYERS, N_OF

#: Counter: round * 8 + die; the roll at the beginning of a round.
ROUND_STREAM = 0
#: + seat; counter: how many karma the seat has used * 2, + 1 for the die from the middle.
KARMA_STREAM = 64


class LuckSources(NamedTuple):
    """The sources of luck; for a source with several numbers, the first of them."""

    dice: int
    karma: int
    seat: int


FIRST_LUCK_SOURCE = LuckSources(0, N_OF.colours, N_OF.colours + 1)
#: Names of the sources by number: dice at the beginning of a round by colour, dice rolled with karma, and the latter by seat.
LUCK_SOURCES = (*(f"dice.{colour}" for colour in COLOURS), "karma", *(f"seat_{i + 1}" for i in range(MAX_PLAYERS)))
