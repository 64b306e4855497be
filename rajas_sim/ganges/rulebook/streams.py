"""The streams of random numbers in this game: a number for each purpose, with room after it for an index."""

from __future__ import annotations

from typing import NamedTuple

from rajas_sim.ganges.rulebook.terms import COLOURS, MAX_PLAYERS, N_OF

#: + roller * 4 + colour (course.setup); the four dice every player rolls at the start.
SETUP_DICE_STREAM = 0
#: Decides who starts if several players rolled the lowest total.
TIE_STREAM = 64
#: + seat * 4 + colour; counter: dice of this colour that the seat has rolled before.
DICE_STREAM = 128
#: + stack; counter: tiles of the stack that have lain open before.
TILE_STREAM = 192
#: Counter: white yield tiles drawn before.
WHITE_STREAM = 256
#: Counter: the seat that begins with the brown yield tile.
BROWN_STREAM = 257
#: Counter: river tiles laid before; one stream for the die that tells the space, one for the tile.
RIVER_DIE_STREAM = 258
RIVER_TILE_STREAM = 259


class LuckSources(NamedTuple):
    """The sources of luck; for a source with several numbers, the first of them."""

    start_player: int
    start_dice: int
    tile_stacks: int
    yield_tiles: int
    river_tiles: int
    dice: int
    reroll: int
    seat: int


FIRST_LUCK_SOURCE = LuckSources(0, 1, 2, 3, 4, 5, 5 + N_OF.colours, 6 + N_OF.colours)
#: Names of the sources by number: taken dice by colour, rerolled dice, and both together by the seat that rolls them.
LUCK_SOURCES = (
    *FIRST_LUCK_SOURCE._fields[: FIRST_LUCK_SOURCE.dice],
    *(f"dice.{colour}" for colour in COLOURS),
    "reroll",
    *(f"seat_{i + 1}" for i in range(MAX_PLAYERS)),
)
