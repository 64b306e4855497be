"""The purposes of chance in this game: a stream number for each, with room between them for an index."""

from __future__ import annotations

#: + place at the table * 4 + colour; the four dice every player rolls at the start.
SETUP_DICE_STREAM = 0
#: Who starts, where several rolled the lowest total.
TIE_STREAM = 64
#: + seat * 4 + colour; counter: how manieth die of this colour the seat rolls.
DICE_STREAM = 128
#: + stack; counter: how manieth tile of the stack comes to lie open.
TILE_STREAM = 192
#: Counter: how manieth white yield tile is drawn.
WHITE_STREAM = 256
#: Counter: the seat that begins with the brown yield tile.
BROWN_STREAM = 257
#: Counter: how manieth river tile is laid; the die that tells where, and which tile it is.
RIVER_DIE_STREAM = 258
RIVER_TILE_STREAM = 259
