"""The purposes of chance in this game: a stream number for each, far enough apart for an index."""

from __future__ import annotations

from typing import NamedTuple

from rajas_sim.charmers.rulebook.terms import COLOURS, MAX_PLAYERS, N_OF

#: Counter: round * 8 + die; the roll that opens a round.
ROUND_STREAM = 0
#: + seat; counter: number of karma used by the seat * 2, + 1 for the die from the middle.
KARMA_STREAM = 64


class LuckSources(NamedTuple):
    """The sources of luck; of those with several numbers, the first number."""

    dice: int
    karma: int
    seat: int


FIRST_LUCK_SOURCE = LuckSources(0, N_OF.colours, N_OF.colours + 1)
#: Their names by number: the dice that open a round by their colour, dice rolled with karma, and these by the seat that uses it.
LUCK_SOURCES = (*(f"dice.{colour}" for colour in COLOURS), "karma", *(f"seat_{i + 1}" for i in range(MAX_PLAYERS)))
