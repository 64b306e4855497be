"""The purposes of chance in this game: a stream number for each, with room between them for an index."""

from __future__ import annotations

#: + place at the table * 4 + colour; the four dice every player rolls at the start.
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
