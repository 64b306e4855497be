"""Where the experiments and tunings that come with the package are, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.strategies.files import shipped_folder

TUNING = "tuning"


def experiment_names() -> list[str]:
    """Return the names of the shipped experiments."""
    return _names(shipped_folder("experiments"))


def tuning_names() -> list[str]:
    """Return the names of the shipped tunings."""
    return _names(shipped_folder("experiments") / TUNING)


def find_experiment(text: str) -> Path:
    """Return the experiment file a user means: a path, or the bare name of a shipped experiment.

    Raises
    ------
    InputError
        If there is neither.
    """
    return _find(text, "experiment", "an experiment", shipped_folder("experiments"))


def find_tuning(text: str) -> Path:
    """Return the tuning file a user means: a path, or the bare name of a shipped tuning.

    Raises
    ------
    InputError
        If there is neither.
    """
    return _find(text, "tuning", "a tuning", shipped_folder("experiments") / TUNING)


def _names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.toml"))


def _find(text: str, what: str, one: str, folder: Path) -> Path:
    path = Path(text)
    if path.is_file():
        return path
    if not path.is_dir() and (path.suffix or len(path.parts) != 1):
        raise InputError(f"{text}: no such file. Shipped {what}s: {', '.join(_names(folder))}")
    shipped = folder / f"{text}.toml"
    if shipped.is_file():
        return shipped.relative_to(Path.cwd()) if shipped.is_relative_to(Path.cwd()) else shipped
    if path.is_dir():
        raise InputError(f"{text}: is a folder; give {one} file (.toml)")
    raise InputError(unknown_name(what, text, _names(folder)))
