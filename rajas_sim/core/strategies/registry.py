"""Finding strategies by game and name: one file each, in ``strategies/`` of the working folder and in the shipped folder.

Files lie directly in such a folder, or one folder deep. In a folder called like a game (``strategies/<game>/``) they hold
strategies of that game; elsewhere ``@strategy(game=...)`` says which game it is, or nothing for every game. Only the files of the
strategy that is asked for are run.
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import sys
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.files import Declared, StrategyFile, strategy_files

#: A strategy, or what is declared about it.
S = TypeVar("S", Strategy, Declared)


def known_names(game: str | None = None) -> list[str]:
    """Return the names of all strategies, or of those of one game; no file is run."""
    if game is None:
        return sorted({file.name for file in strategy_files()})
    return [declared.name for declared in listed(game)[0]]


def listed(game: str | None = None) -> tuple[list[Declared], list[str]]:
    """Return what strategies say about themselves, by game and name, and what is wrong with the files that hold none.

    No file is run: what a file works out only when it is run is not known here.

    Parameters
    ----------
    game
        Only the strategies that can play it, with this game as theirs. Left out: those of all games; a strategy for every game
        then has none.
    """
    found: list[Declared] = []
    problems: list[str] = []
    for name in known_names():
        try:
            found_in = [(file.root, file.declared, file.path) for file in _files_of(name, game)]
            games = dict.fromkeys(declared.game for _, declared, _ in found_in) if game is None else [game]
            found += [chosen[0] for g in games if (chosen := _chosen(found_in, g)) is not None]
        except InputError as error:
            problems += error.problems
    return sorted(found, key=lambda declared: (declared.game or "", declared.name)), problems


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
    loaded = [(file.root, _strategy_in(file), file.path) for file in _files_of(name, game)]
    games = list(dict.fromkeys(strategy.game for _, strategy, _ in loaded))
    if game is None and len(games) > 1:
        choices = [f"{g}: {name}" for g in _spelled_out(games)]
        raise InputError(f"strategy {name!r}: several games have one of this name ({', '.join(choices)}); name the game as well")
    wanted = game if game is not None or not games else games[0]
    chosen = _chosen(loaded, wanted)
    if chosen is None:
        raise InputError(_unknown(name, game))
    found, is_replacing = chosen
    if is_replacing:
        _say_replaced(name, wanted or "every game", found.path)
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


def _files_of(name: str, game: str | None = None) -> list[StrategyFile]:
    """Return the files of a name, in the order searched; none that says it is of another game."""
    return [file for file in strategy_files() if file.name == name and (game is None or _may_play(file, game))]


def _may_play(file: StrategyFile, game: str) -> bool:
    if file.game_of_folder not in (None, game):
        return False
    try:
        return file.declared.game in (None, game)
    except InputError:  # what is wrong is said when it is run
        return True


def _strategy_in(file: StrategyFile) -> Strategy:
    """Return the strategy that a file holds, refusing one without, or with one of another game than its folder's."""
    found = getattr(_load(file.path, file.path.stat().st_mtime_ns), file.name, None)
    if not isinstance(found, Strategy):
        raise InputError(f"{file.path}: must define a strategy called {file.name!r} (a function with @strategy)")
    file.check_game(found.game)
    return found if file.game_of_folder is None else found.for_game(file.game_of_folder)


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
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        raise InputError(f"{path}: cannot be loaded: {type(error).__name__}: {error}") from error
    return module


# --- which of several


def _chosen(found_in: Iterable[tuple[Path, S, Path]], game: str | None) -> tuple[S, bool] | None:
    """Return the strategy that plays a game, from the first folder that has one, and whether another folder has one too.

    One of the game goes before one for every game.

    Parameters
    ----------
    found_in
        Strategies, or what is declared about them, each after the folder searched and before its file.
    """
    by_root: dict[Path, list[tuple[S, Path]]] = {}
    for root, strategy, path in found_in:
        if strategy.game in (None, game):
            by_root.setdefault(root, []).append((strategy, path))
    found = [_only([s for s in all_ if s[0].game == game] or all_, game) for all_ in by_root.values()]
    if not found:
        return None
    return found[0] if game is None else replace(found[0], game=game), len(found) > 1


def _only(found: list[tuple[S, Path]], game: str | None) -> S:
    if len(found) > 1:
        where = " and ".join(str(path) for _, path in found)
        raise InputError(f"strategy {found[0][0].name!r} of {game or 'every game'} is defined twice: {where}; rename one of them")
    return found[0][0]


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
    elsewhere = [] if game is None else _spelled_out(d.game for d in listed()[0] if d.name == name)
    if not elsewhere:
        return unknown
    whose = f"strategy {name!r} of {game}; it is one of {' and '.join(elsewhere)}"
    return unknown.replace(f"strategy {name!r}", whose, 1)
