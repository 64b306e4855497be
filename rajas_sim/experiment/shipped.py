"""Where the experiments that come with the package are, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

from rajas_sim.core.errors import InputError, unknown_name

PACKAGE = Path(__file__).resolve().parent.parent


def experiments_folder() -> Path:
    """Return the folder of the shipped experiments."""
    installed = PACKAGE / "_shipped" / "experiments"
    return installed if installed.is_dir() else PACKAGE.parent / "experiments"


def experiment_names() -> list[str]:
    """Return the names of the shipped experiments."""
    return sorted(path.stem for path in experiments_folder().glob("*.toml"))


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
    if path.is_dir():
        raise InputError(f"{text}: is a folder; give an experiment file (.toml)")
    if path.suffix or len(path.parts) != 1:
        raise InputError(f"{text}: no such file. Shipped experiments: {', '.join(experiment_names())}")
    shipped = experiments_folder() / f"{text}.toml"
    if not shipped.is_file():
        raise InputError(unknown_name("experiment", text, experiment_names()))
    return _short(shipped)


def _short(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
