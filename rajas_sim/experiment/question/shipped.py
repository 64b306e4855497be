"""Where the experiments that come with the package are, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.strategies.files import shipped_folder


def experiment_names() -> list[str]:
    """Return the names of the shipped experiments."""
    return sorted(path.stem for path in shipped_folder("experiments").glob("*.toml"))


def find_experiment(text: str) -> Path:
    """Return the experiment file a user means: a path, or the bare name of a shipped experiment.

    Raises
    ------
    InputError
        If there is neither.
    """
    path = Path(text)
    if path.is_file():
        return path
    if not path.is_dir() and (path.suffix or len(path.parts) != 1):
        raise InputError(f"{text}: no such file. Shipped experiments: {', '.join(experiment_names())}")
    shipped = shipped_folder("experiments") / f"{text}.toml"
    if shipped.is_file():
        return shipped.relative_to(Path.cwd()) if shipped.is_relative_to(Path.cwd()) else shipped
    if path.is_dir():
        raise InputError(f"{text}: is a folder; give an experiment file (.toml)")
    raise InputError(unknown_name("experiment", text, experiment_names()))
