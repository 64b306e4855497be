"""Finding strategies: one file each, in the shipped folder and in ``strategies/`` of the working folder."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
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
    except Exception as error:
        raise InputError(f"{path}: cannot be loaded: {type(error).__name__}: {error}") from error
    return module


def _files() -> dict[str, Path]:
    found: dict[str, Path] = {}
    for folder in reversed(folders()):
        found.update({path.stem: path for path in sorted(folder.glob("[a-z]*.py"))})
    return found


def known_names(game: str | None = None) -> list[str]:
    """Return the names of all strategies (of one game)."""
    names = sorted(_files())
    return names if game is None else [name for name in names if find(name).game == game]


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
