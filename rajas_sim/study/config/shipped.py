"""Finds the experiments and tunings that come with the package, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.games import shipped_folder

FileKind = Literal["experiment", "tuning"]
WITH_ARTICLE: dict[FileKind, str] = {"experiment": "an experiment", "tuning": "a tuning"}


def shipped_names(kind: FileKind) -> list[str]:
    """Return the names of the shipped experiments or tunings."""
    return sorted(path.stem for path in _folder(kind).glob("*.toml"))


def find_file(kind: FileKind, text: str) -> Path:
    """Return the file of an experiment or a tuning that a user names: a path, or the bare name of a shipped one.

    Raises
    ------
    InputError
        If there is neither such a file nor such a shipped name.
    """
    path = Path(text)
    if path.is_file():
        return path
    if not path.is_dir() and (path.suffix or len(path.parts) != 1):
        raise InputError(f"{text}: no such file. Shipped {kind}s: {', '.join(shipped_names(kind))}")
    shipped = _folder(kind) / f"{text}.toml"
    if shipped.is_file():
        return shipped.relative_to(Path.cwd()) if shipped.is_relative_to(Path.cwd()) else shipped
    if path.is_dir():
        raise InputError(f"{text}: is a folder; give {WITH_ARTICLE[kind]} file (.toml)")
    if (Path("reports") / text / "config.toml").is_file():
        raise InputError(
            f"{text}: is a run, not {WITH_ARTICLE[kind]}; its report is written by: rajas report {text}. To ask "
            f"something else of its experiment, give reports/{text}/config.toml"
        )
    raise InputError(unknown_name(kind, text, shipped_names(kind)))


def _folder(kind: FileKind) -> Path:
    experiments = shipped_folder("experiments")
    return experiments / "tuning" if kind == "tuning" else experiments
