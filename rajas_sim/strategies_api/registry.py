"""Finding strategies: one file each, in the shipped folder and in ``strategies/`` of the working folder."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.kernel import PACKAGE
from rajas_sim.strategies_api.strategy import Strategy


def shipped_folder(name: str) -> Path:
    """Return the folder of shipped files called `name`: inside an installed package, or beside it in a checkout."""
    installed = PACKAGE / "_shipped" / name
    return installed if installed.exists() else PACKAGE.parent / name


def folders() -> list[Path]:
    """Return the folders searched, the working folder's first."""
    found = [Path.cwd() / "strategies", shipped_folder("strategies")]
    return list(dict.fromkeys(folder.resolve() for folder in found if folder.is_dir()))


@cache
def _load(path: Path) -> ModuleType:
    name = f"rajas_strategy_{path.stem}"
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


def _files() -> dict[str, Path]:
    """Return the files that should hold a strategy; those that begin with ``_`` are helpers."""
    found: dict[str, Path] = {}
    for folder in reversed(folders()):
        found.update({path.stem: path for path in sorted(folder.glob("[a-z]*.py"))})
    return found


def known_names(game: str | None = None) -> list[str]:
    """Return the names of all strategies (of one game, leaving out what cannot be loaded)."""
    return sorted(_files()) if game is None else [s.name for s in find_all()[0] if s.game == game]


def find_all() -> tuple[list[Strategy], list[str]]:
    """Return all strategies by name, with their defaults, and what is wrong with the files that hold none."""
    found: list[Strategy] = []
    problems: list[str] = []
    for name in sorted(_files()):
        try:
            found.append(find(name))
        except InputError as error:
            problems += error.problems
    return found, problems


def find(name: str, parameters: Mapping[str, float] | None = None, label: str | None = None) -> Strategy:
    """Return a strategy by its name, which is also the name of its file.

    Raises
    ------
    InputError
        If there is none of this name, its file cannot be loaded, or a parameter is unknown or out of range.
    """
    files = _files()
    if name not in files:
        raise InputError(unknown_name("strategy", name, files))
    found = getattr(_load(files[name]), name, None)
    if not isinstance(found, Strategy):
        raise InputError(f"{files[name]}: must define a strategy called {name!r} (a function with @strategy)")
    return found.tuned(parameters or {}, label)


def find_line_up(strategies: Sequence[str | Strategy], players: int) -> list[Strategy]:
    """Return one strategy per seat, given names or strategies already found.

    Raises
    ------
    InputError
        If a name is unknown or there is not one strategy per seat.
    """
    if len(strategies) != players:
        raise InputError(f"strategies: {len(strategies)} given for {players} players")
    return [find(strategy) if isinstance(strategy, str) else strategy for strategy in strategies]
