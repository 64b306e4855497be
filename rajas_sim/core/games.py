"""The list of games, and what each box allows; a further game is one more line, or a file in a folder ``games``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
#: The folder of shipped files in an installed package; in a checkout they lie beside it.
SHIPPED_FOLDER = "_shipped"
#: Games with a room of their own: name in configs -> module that holds its `GAME`, loaded when it is needed.
BOXED_GAMES = {"ganges": "rajas_sim.ganges.game", "charmers": "rajas_sim.charmers.game"}
#: What makes games of files in plain Python.
PLAIN_GAMES = "rajas_sim.plain.game"


def shipped_folder(name: str) -> Path:
    """Return the folder of shipped files called `name`: inside an installed package, or beside it in a checkout."""
    installed = PACKAGE / SHIPPED_FOLDER / name
    return installed if installed.exists() else PACKAGE.parent / name


def _games_in_files() -> dict[str, str]:
    """Return the games whose files lie in ``games`` of the working folder, or are shipped; no file is run."""
    folders = (shipped_folder("games"), Path.cwd() / "games")
    paths = (path.resolve() for folder in folders for path in sorted(folder.glob("[a-z]*.py")))
    return {path.stem: f"{PLAIN_GAMES}:{path}" for path in paths if path.stem not in BOXED_GAMES}


def is_plain(game: str) -> bool:
    """Return whether a game stands in a file of plain Python."""
    return GAMES.get(game, "").startswith(f"{PLAIN_GAMES}:")


#: All games: name in configs -> the module, for a game in a file with the path of it.
GAMES = {**BOXED_GAMES, **_games_in_files()}
#: The largest seed of a game's luck.
MAX_SEED = 2**63 - 1
#: The game that is meant where one is needed and none is named.
DEFAULT_GAME = next(iter(BOXED_GAMES))


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
