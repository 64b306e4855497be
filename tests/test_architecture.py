"""Imports point downward only, and the core knows no game."""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest

from rajas_sim.core.games import GAMES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "rajas_sim"
#: From the bottom to the top; a room may import from itself and from rooms below, a game from no other game.
ROOMS = (
    "version",
    "core.errors",
    "core.games",
    "core.drawing",
    "core.engine",
    "core.board",
    "core.judging",
    "core.rulebook",
    "core.strategies",
    "core.positions",
    "core.playing",
    "core.game",
    *GAMES,
    "plain",
    "learning",
    "study",
    "analysis",
    "running",
    "showing",
    "questions",
    "live",
    "experiment",
    "cli",
)


def module_of(path: Path) -> str:
    """Return the name of a file's module within the package: ``core.engine.kernel``; of the package itself, nothing."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imported(module: str) -> frozenset[str]:
    """Return the modules of the package that one imports: anywhere in it, for type checking or inside functions as well."""
    modules = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "rajas_sim":
            home = node.module.removeprefix("rajas_sim").removeprefix(".")
            for alias in node.names:
                name = f"{home}.{alias.name}".removeprefix(".")
                modules.add(name if name in MODULES else home)
        elif isinstance(node, ast.Import):
            modules |= {alias.name.removeprefix("rajas_sim.") for alias in node.names if alias.name.startswith("rajas_sim.")}
    return frozenset(modules - {""})


def room_of(module: str) -> str:
    return max((room for room in ROOMS if f"{module}.".startswith(f"{room}.")), key=len, default="")


def circles(arrows: dict[str, set[str]]) -> list[str]:
    """Return what lies on a circle: everything that can be reached from itself."""

    def reached(start: str) -> set[str]:
        modules: set[str] = set()
        waiting = [start]
        while waiting:
            new = arrows.get(waiting.pop(), set()) - modules
            modules |= new
            waiting += new
        return modules

    return [name for name in arrows if name in reached(name)]


def test_every_module_has_a_room() -> None:
    assert [module for module in MODULES if module and module not in ("core",) and not room_of(module)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_imports_point_downward(room: str) -> None:
    allowed = {room, *ROOMS[: ROOMS.index(room)]} - (set(GAMES) - {room} if room in GAMES else set())
    for module in MODULES:
        if room_of(module) == room:
            assert {room_of(name) for name in imported(module)} <= allowed, module


def test_no_imports_run_in_a_circle() -> None:
    assert circles({module: set(imported(module)) for module in MODULES}) == []


def test_no_folders_import_each_other() -> None:
    """A folder counts as one; files beside folders count by themselves."""
    holders = {path.parent.parent for path in MODULES.values() if path.name == "__init__.py"}

    def room(module: str) -> str:
        return module if MODULES[module].parent in holders else module_of(MODULES[module].parent / "__init__.py")

    arrows: dict[str, set[str]] = {}
    for module in MODULES:
        arrows.setdefault(room(module), set()).update({room(name) for name in imported(module)} - {room(module)})
    assert circles(arrows) == []


def test_both_games_have_the_same_rooms_but_for_what_is_printed() -> None:
    rooms = {
        game: {path.name for path in (PACKAGE / game).iterdir() if path.is_dir() and path.name != "__pycache__"} for game in GAMES
    }
    assert rooms["ganges"] - {"board"} == rooms["charmers"] - {"sheet"}


def test_the_upper_rooms_reach_a_game_only_through_its_base_class() -> None:
    for module in MODULES:
        if module.split(".")[0] in ("learning", "study", "analysis", "running", "showing", "live", "questions", "cli"):
            assert not {name for name in imported(module) if name.split(".")[0] in GAMES}, module


#: What one of the boxes speaks of; both have roads, tracks and upgrades (core/board.py).
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
    "sheet",
)


def test_no_room_but_its_own_names_a_game() -> None:
    """Only the list of games, and the face of the package, know which there are: all else gets them by name from its user."""
    at_home = ("", "core.games", *(module for module in MODULES if room_of(module) in GAMES))
    named = {
        module: node.lineno
        for module, path in MODULES.items()
        if module not in at_home
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and (node.value in GAMES or node.value == "rajas_sim.")
    }
    assert named == {}


@pytest.mark.parametrize("path", sorted((PACKAGE / "core").rglob("*.py")), ids=lambda path: path.name)
def test_the_core_does_not_know_the_words_of_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower().replace("np.tile(", "")
    if path.name == "games.py":  # it names the module of each game, to load on demand
        text = re.sub(r"games = \{[^}]*\}", "", text)
    spoken = set(re.findall("[a-z]+", text)) - {"rajas"}  # the package
    assert not [word for word in WORDS_OF_GAMES if spoken & {word, f"{word}s"}]


@pytest.mark.parametrize("path", sorted((PACKAGE / "analysis" / "statistics").rglob("*.py")), ids=lambda path: path.name)
def test_the_statistics_do_not_know_the_words_of_a_game(path: Path) -> None:
    spoken = set(re.findall("[a-z]+", path.read_text(encoding="utf-8").lower())) - {"rajas"}
    assert not [word for word in WORDS_OF_GAMES if spoken & {word, f"{word}s"}]


@pytest.mark.parametrize("folder", ["analysis", "showing"])
def test_no_module_is_hidden_by_something_of_its_name(folder: str) -> None:
    for path in (PACKAGE / folder).rglob("*.py"):
        if path.stem != "__init__":
            name = ".".join(("rajas_sim", *path.relative_to(PACKAGE).with_suffix("").parts))
            parent, _, last = name.rpartition(".")
            module = importlib.import_module(name)
            assert getattr(importlib.import_module(parent), last) is module


def test_no_module_name_stands_in_five_folders() -> None:
    """A name that many folders share says nothing: a reader who looks for it opens all of them."""
    folders_by_name: dict[str, list[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        if path.name != "__init__.py":
            folders_by_name.setdefault(path.name, []).append(str(path.parent.relative_to(PACKAGE)))
    assert {name: folders for name, folders in folders_by_name.items() if len(folders) >= 5} == {}
