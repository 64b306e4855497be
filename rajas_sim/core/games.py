"""The list of games, and what each box allows; a further game is one more line."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
#: Name in configs -> module that holds its `GAME`, loaded when it is needed.
GAMES = {"ganges": "rajas_sim.ganges.game", "charmers": "rajas_sim.charmers.game"}
#: The largest seed of a game's luck.
MAX_SEED = 2**63 - 1
#: The game that is meant where one is needed and none is named.
DEFAULT_GAME = next(iter(GAMES))


@dataclass(frozen=True)
class BoxLabel:
    """Which games a box allows.

    Attributes
    ----------
    title
        As printed on the box.
    player_counts
        How many may play, ascending.
    variants
        The first is played where none is named.
    modules
        What may be added to a variant.
    """

    title: str
    player_counts: tuple[int, ...]
    variants: tuple[str, ...]
    modules: tuple[str, ...] = ()


def box_label(game: str) -> BoxLabel:
    """Return what a game's own file says of its box, without loading the game."""
    content = tomllib.loads((PACKAGE / game / "rulebook" / "box.toml").read_text(encoding="utf-8"))
    return BoxLabel(content["title"], *(tuple(content[key]) for key in ("player_counts", "variants", "modules")))
