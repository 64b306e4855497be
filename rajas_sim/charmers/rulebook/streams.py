"""The purposes of chance in this game: a stream number for each, far enough apart for an index."""

from __future__ import annotations

#: Counter: round * 8 + die; the roll that opens a round.
ROUND_STREAM = 0
#: + seat; counter: number of karma used by the seat * 2, + 1 for the die from the middle.
KARMA_STREAM = 64
