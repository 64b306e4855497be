"""Finding strategies by game and name: one file each, in ``strategies/`` of the working folder and in the shipped folder.

Files lie directly in such a folder, or one folder deep. In a folder called like a game (``strategies/<game>/``) they hold
strategies of that game; elsewhere ``@strategy(game=...)`` says which game it is, or nothing for every game.
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import sys
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType

from rajas_sim.core.engine.code_cache import PACKAGE, SHIPPED
from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.declaration import Strategy


def shipped_folder(name: str) -> Path:
    """Return the folder of shipped files called `name`: inside an installed package, or beside it in a checkout."""
    installed = PACKAGE / SHIPPED / name
    return installed if installed.exists() else PACKAGE.parent / name


def folders() -> list[Path]:
    """Return the folders searched, the working folder's first."""
    found = [Path.cwd() / "strategies", shipped_folder("strategies")]
    return list(dict.fromkeys(folder.resolve() for folder in found if folder.is_dir()))


def known_names(game: str | None = None) -> list[str]:
    """Return the names of all strategies (of one game, leaving out what cannot be loaded)."""
    names = {file.name for file in _files()}
    return sorted(names) if game is None else [strategy.name for strategy in find_all(game)[0]]


def find_all(game: str | None = None) -> tuple[list[Strategy], list[str]]:
    """Return all strategies with their defaults, by game and name, and what is wrong with the files that hold none.

    Parameters
    ----------
    game
        Only the strategies that can play it, with this game as theirs. Left out: those of all games; a strategy for every game
        then has none.
    """
    found: list[Strategy] = []
    problems: list[str] = []
    for name in known_names():
        try:
            found_in = _with_roots(name, game)
            games = dict.fromkeys(strategy.game for _, strategy in found_in) if game is None else [game]
            found += [chosen for g in games if (chosen := _chosen(found_in, g)) is not None]
        except InputError as error:
            problems += error.problems
    return sorted(found, key=lambda strategy: (strategy.game or "", strategy.name)), problems


def find_strategy(
    name: str, parameters: Mapping[str, float] | None = None, label: str | None = None, game: str | None = None
) -> Strategy:
    """Return a strategy by its name, which is also the name of its file.

    Parameters
    ----------
    game
        The game it is to play; it may be left out where only one game has a strategy of this name.

    Raises
    ------
    InputError
        If there is none of this name, several games have one and none is named, its file cannot be loaded, or a parameter is
        unknown or out of range.
    """
    found_in = _with_roots(name, game)
    games = list(dict.fromkeys(strategy.game for _, strategy in found_in))
    if game is None and len(games) > 1:
        choices = [f"{g}: {name}" for g in _spelled_out(games)]
        raise InputError(f"strategy {name!r}: several games have one of this name ({', '.join(choices)}); name the game as well")
    found = _chosen(found_in, game if game is not None or not games else games[0])
    if found is None:
        raise InputError(_unknown(name, game))
    return found.tuned(parameters or {}, label)


def find_line_up(strategies: Sequence[str | Strategy], players: int, game: str) -> list[Strategy]:
    """Return one strategy per seat, given names or strategies already found.

    Raises
    ------
    InputError
        If a name is unknown, a strategy plays another game or there is not one strategy per seat.
    """
    if isinstance(strategies, str):
        raise InputError(f"strategies: a list is needed, one strategy per seat; found {strategies!r}")
    if len(strategies) != players:
        raise InputError(f"strategies: {len(strategies)} given for {players} players")
    return [
        find_strategy(strategy, game=game) if isinstance(strategy, str) else strategy.for_game(game) for strategy in strategies
    ]


# --- files


@dataclass(frozen=True)
class _File:
    """A file that should hold a strategy."""

    path: Path
    root: Path  # the folder searched in which it was found

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def game(self) -> str | None:
        """The game in whose folder it lies, if it does."""
        folder = self.path.parent
        return folder.name if folder != self.root and folder.name in GAMES else None

    def load(self) -> Strategy:
        """Return the strategy it holds, refusing a file without one, or with one of another game than its folder's."""
        found = getattr(_load(self.path, self.path.stat().st_mtime_ns), self.name, None)
        if not isinstance(found, Strategy):
            raise InputError(f"{self.path}: must define a strategy called {self.name!r} (a function with @strategy)")
        if found.game is not None and found.game not in GAMES:
            raise InputError(f"{self.path}: {unknown_name('game', found.game, GAMES)}")
        if self.game is None or found.game == self.game:
            return found
        if found.game is not None:
            raise InputError(f"{self.path}: plays {found.game}, but lies in the folder of {self.game}")
        return found.for_game(self.game)


def _files() -> list[_File]:
    """Return the files that should hold a strategy, in the order searched; those that begin with ``_`` are helpers."""
    return [
        _File(path, folder)
        for folder in folders()
        for pattern in ("[a-z]*.py", "[a-z]*/[a-z]*.py")
        for path in sorted(folder.glob(pattern))
    ]


@cache
def _load(path: Path, changed_ns: int) -> ModuleType:
    """Return the module of a file, loaded again when the file has changed."""
    # Two files may have the same name, and each needs a module of its own.
    name = f"rajas_strategy_{path.stem}_{zlib.crc32(str(path).encode()):08x}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path}: is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise InputError(f"{path}: cannot be loaded: {type(error).__name__}: {error}") from error
    return module


# --- which of several


def _with_roots(name: str, game: str | None = None) -> list[tuple[Path, Strategy]]:
    """Return the strategies of a name, each after its folder, in the order searched; none from the folder of another game."""
    files = [file for file in _files() if file.name == name and (game is None or file.game in (None, game))]
    return [(file.root, file.load()) for file in files]


def _chosen(found_in: Iterable[tuple[Path, Strategy]], game: str | None) -> Strategy | None:
    """Return the strategy that plays a game, from the first folder that has one; its own goes before one for every game."""
    by_root: dict[Path, list[Strategy]] = {}
    for root, strategy in found_in:
        if strategy.game in (None, game):
            by_root.setdefault(root, []).append(strategy)
    found = [_only([s for s in all_ if s.game == game] or all_, game) for all_ in by_root.values()]
    if not found:
        return None
    if len(found) > 1:
        _say_replaced(found[0].name, game or "every game", found[0].path)
    return found[0] if game is None else replace(found[0], game=game)


def _only(found: list[Strategy], game: str | None) -> Strategy:
    if len(found) > 1:
        where = " and ".join(str(strategy.path) for strategy in found)
        raise InputError(f"strategy {found[0].name!r} of {game or 'every game'} is defined twice: {where}; rename one of them")
    return found[0]


@cache
def _say_replaced(name: str, game: str, path: Path) -> None:
    """Say once a process, and in a run not again by its workers, that a shipped strategy is not the one that plays."""
    if multiprocessing.parent_process() is None:
        print(f"note: {path} replaces the shipped strategy {name!r} of {game}", file=sys.stderr)


def _spelled_out(games: Iterable[str | None]) -> list[str]:
    return list(dict.fromkeys(name for game in games for name in (GAMES if game is None else [game])))


def _unknown(name: str, game: str | None) -> str:
    """Return why there is no strategy of this name, with the nearest ones of the game and the games that have one."""
    unknown = unknown_name("strategy", name, known_names(game))
    elsewhere = [] if game is None else _spelled_out(strategy.game for _, strategy in _with_roots(name))
    if not elsewhere:
        return unknown
    whose = f"strategy {name!r} of {game}; it is one of {' and '.join(elsewhere)}"
    return unknown.replace(f"strategy {name!r}", whose, 1)
