"""The list of games, and what each box allows; a new game is one more line here, or a file in a folder ``games``."""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from rajas_sim.core.errors import InputError

PACKAGE = Path(__file__).resolve().parents[1]
#: The folder of shipped files in an installed package; in a checkout they lie beside the package.
SHIPPED_FOLDER = "_shipped"
#: Games with a package of their own: name in configs -> module that holds its `GAME`, loaded on demand.
GAMES = {"ganges": "rajas_sim.ganges.game", "charmers": "rajas_sim.charmers.game"}
#: The module that makes games from files of plain Python, and the entry points by which installed packages name such files.
PLAIN_GAMES, ENTRY_POINTS = "rajas_sim.plain.game", "rajas_sim.games"
#: Files of games that were named by their paths in this process.
_named_files: dict[str, Path] = {}


def shipped_folder(name: str) -> Path:
    """Return the folder of shipped files called `name`: inside an installed package, or beside it in a checkout."""
    installed = PACKAGE / SHIPPED_FOLDER / name
    return installed if installed.exists() else PACKAGE.parent / name


def module_of_game(name: str, module: str) -> ModuleType | None:
    """Return a module of a game's package, such as ``rulebook.plausible``; None if the game has no such module or no package."""
    package = GAMES.get(name, "").rpartition(".")[0]
    if not package or find_spec(f"{package}.{module.partition('.')[0]}") is None or find_spec(f"{package}.{module}") is None:
        return None
    return import_module(f"{package}.{module}")


def game_files() -> dict[str, Path]:
    """Return the files of games in plain Python, by name of the game; no file is run.

    If several have the same name, the one named by its path counts, else one in ``games`` of the working folder, else an
    installed one, else a shipped one. Files such as ``_shared.py`` are no games.
    """
    folders = (shipped_folder("games"), Path.cwd() / "games")
    shipped, in_working_folder = ({path.stem: path.resolve() for path in sorted(folder.glob("[a-z]*.py"))} for folder in folders)
    return {**shipped, **_installed_files(tuple(sys.path)), **in_working_folder, **_named_files}


@cache
def _installed_files(search_path: tuple[str, ...]) -> dict[str, Path]:
    """Return the files that entry points name, by name of the game; no file is run.

    A change of `search_path`, which is Python's, repeats the look-up.
    """
    specs = {point.name: find_spec(point.module) for point in entry_points(group=ENTRY_POINTS)}
    return {name: Path(spec.origin) for name, spec in specs.items() if spec is not None and spec.origin}


def name_of_game(name: str) -> str:
    """Return the name of a game that may be given as the path of its file; from then on this name stands for that file.

    Raises
    ------
    InputError
        If the file has the name of a game with a package of its own.
    """
    if not name.endswith(".py"):
        return name
    path = Path(name).resolve()
    if path.stem in GAMES:
        raise InputError(f"{name}: {path.stem} is the name of another game; give the file another name")
    _named_files[path.stem] = path
    return path.stem


def named_files() -> dict[str, Path]:
    """Return the files of games that were named by their paths in this process."""
    return dict(_named_files)


def known_games() -> list[str]:
    """Return the names of all games; no file is run."""
    return [*GAMES, *(name for name in game_files() if name not in GAMES)]


def is_game(name: object) -> bool:
    """Return whether there is a game of this name."""
    return isinstance(name, str) and (name in GAMES or name in game_files())


#: The largest seed of a game.
MAX_SEED = 2**63 - 1
#: The game to use where none is named.
DEFAULT_GAME = next(iter(GAMES))


@dataclass(frozen=True)
class BoxLabel:
    """Which games a box allows.

    Attributes
    ----------
    title
        The title printed on the box.
    player_counts
        The possible numbers of players, ascending.
    variants
        The variants; the first is the default.
    modules
        The modules that may be added to a variant.
    """

    title: str
    player_counts: tuple[int, ...]
    variants: tuple[str, ...]
    modules: tuple[str, ...] = ()


def box_label(game: str) -> BoxLabel:
    """Return the box label of a game from its file ``box.toml``, without loading the game."""
    content = tomllib.loads((PACKAGE / game / "rulebook" / "box.toml").read_text(encoding="utf-8"))
    return BoxLabel(content["title"], *(tuple(content[key]) for key in ("player_counts", "variants", "modules")))
