"""The purposes of chance in this game: a stream number for each, with room between them for an index."""

from __future__ import annotations

from typing import NamedTuple

from rajas_sim.ganges.rulebook.terms import COLOURS, MAX_PLAYERS, N_OF

#: + roller * 4 + colour (course.setup); the four dice every player rolls at the start.
SETUP_DICE_STREAM = 0
#: Who starts, where several rolled the lowest total.
TIE_STREAM = 64
#: + seat * 4 + colour; counter: dice of this colour the seat has rolled before.
DICE_STREAM = 128
#: + stack; counter: tiles of the stack that have lain open before.
TILE_STREAM = 192
#: Counter: white yield tiles drawn before.
WHITE_STREAM = 256
#: Counter: the seat that begins with the brown yield tile.
BROWN_STREAM = 257
#: Counter: river tiles laid before; the die that tells where, and which tile it is.
RIVER_DIE_STREAM = 258
RIVER_TILE_STREAM = 259


class LuckSources(NamedTuple):
    """The sources of luck; of those with several numbers, the first."""

    start_player: int
    start_dice: int
    tile_stacks: int
    yield_tiles: int
    river_tiles: int
    dice: int
    reroll: int
    seat: int


FIRST_LUCK_SOURCE = LuckSources(0, 1, 2, 3, 4, 5, 5 + N_OF.colours, 6 + N_OF.colours)
#: Their names by number: dice that are taken by their colour, dice thrown again, and both together by the seat that throws them.
LUCK_SOURCES = (
    *FIRST_LUCK_SOURCE._fields[: FIRST_LUCK_SOURCE.dice],
    *(f"dice.{colour}" for colour in COLOURS),
    "reroll",
    *(f"seat_{i + 1}" for i in range(MAX_PLAYERS)),
)
