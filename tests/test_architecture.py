"""Imports point downward only, and the core knows no game."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from rajas_sim.core.game import GAMES

PACKAGE = Path(__file__).parent.parent / "rajas_sim"
#: From the bottom to the top; a room may import from itself and from rooms below, a game from no other game.
ROOMS = ("core", *GAMES, "experiment", "analysis", "report", "cli")
FILES = [path for room in ROOMS for path in sorted((PACKAGE / room).rglob("*.py"))]


def imported_rooms(path: Path) -> set[str]:
    """Return the rooms a file imports from when it is loaded (imports under TYPE_CHECKING and inside functions left out)."""
    rooms = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        rooms |= {name.split(".")[1] for name in names if name.startswith("rajas_sim.")}
    return rooms - {"version"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_downward(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    allowed = {room, "core"} if room in GAMES else set(ROOMS[: ROOMS.index(room) + 1])
    assert imported_rooms(path) <= allowed


def names_imported_anywhere(path: Path) -> set[str]:
    """Return the modules of the package a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.startswith("rajas_sim.")}


@pytest.mark.parametrize(
    "path",
    [path for room in ("experiment", "analysis", "report", "cli") for path in sorted((PACKAGE / room).rglob("*.py"))],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_the_upper_rooms_reach_a_game_only_through_its_door(path: Path) -> None:
    assert not [name for name in names_imported_anywhere(path) if name.split(".")[1] in GAMES]


#: What either box speaks of.
WORDS_OF_GAMES = (
    *GAMES,
    "quarry",
    "harbour",
    "palace",
    "chamber",
    "mogul",
    "boat",
    "karma",
    "raja",
    "statue",
    "kali",
    "elephant",
    "depot",
    "tent",
    "province",
    "residence",
    "river",
    "tile",
    "navaratnas",
    "ganga",
    "market",
    "temple",
    "silk",
    "upgrade",
    "sheet",
)


@pytest.mark.parametrize("path", sorted((PACKAGE / "core").rglob("*.py")), ids=lambda path: path.name)
def test_the_core_does_not_know_the_words_of_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower().replace("np.tile(", "")
    if path.name == "game.py":  # it names the module of each game, to load on demand
        text = re.sub(r"games = \{[^}]*\}", "", text)
    spoken = set(re.findall("[a-z]+", text)) - {"rajas"}  # the package
    assert not [word for word in WORDS_OF_GAMES if spoken & {word, f"{word}s"}]


@pytest.mark.parametrize("path", sorted((PACKAGE / "analysis" / "statistics").rglob("*.py")), ids=lambda path: path.name)
def test_the_statistics_do_not_know_the_words_of_a_game(path: Path) -> None:
    spoken = set(re.findall("[a-z]+", path.read_text(encoding="utf-8").lower())) - {"rajas"}
    assert not [word for word in WORDS_OF_GAMES if spoken & {word, f"{word}s"}]


@pytest.mark.parametrize("folder", ["analysis", "report"])
def test_no_module_is_hidden_by_something_of_its_name(folder: str) -> None:
    for path in (PACKAGE / folder).rglob("*.py"):
        if path.stem != "__init__":
            name = ".".join(("rajas_sim", *path.relative_to(PACKAGE).with_suffix("").parts))
            parent, _, last = name.rpartition(".")
            module = importlib.import_module(name)
            assert getattr(importlib.import_module(parent), last) is module
