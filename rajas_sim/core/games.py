"""The list of games; a further game is one more line."""

from __future__ import annotations

#: Name in configs -> module that holds its `GAME`, loaded when it is needed.
GAMES = {"ganges": "rajas_sim.ganges.game", "charmers": "rajas_sim.charmers.game"}
#: The game that is meant where one is needed and none is named.
DEFAULT_GAME = next(iter(GAMES))
