"""Telling experiment files from component files, so that one given for the other is called by its name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError
from rajas_sim.experiment.catalogue import Catalogue

# Keys that only an experiment has; a component file has others.
OF_AN_EXPERIMENT = {"question", "players", "line_up", "arms", "sweep", "blocks"}


def is_experiment(path: Path) -> bool:
    """Return whether a file is an experiment; of an unreadable one, reading it says what is wrong."""
    try:
        return bool(OF_AN_EXPERIMENT & set(tomllib.loads(path.read_text(encoding="utf-8"))))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return False


def refuse_experiment(path: Path | None) -> None:
    """Refuse an experiment where a component file is expected.

    Raises
    ------
    InputError
        Saying what can be done with it.
    """
    if path is not None and is_experiment(path):
        raise InputError(f"{path}: is an experiment, not a component file; play it with: rajas run {path}")


def refuse_components(document: Mapping[str, Any], path: Path, catalogue: Catalogue) -> None:
    """Refuse a component file where an experiment is expected.

    Raises
    ------
    InputError
        Saying what can be done with it.
    """
    if OF_AN_EXPERIMENT & set(document):
        return
    if any(len(rule_sections(game, catalogue) & set(document)) > 1 for game in catalogue.games()):
        raise InputError(
            f"{path}: is a component file, not an experiment; play with it: rajas run EXPERIMENT --components {path}"
        )


def is_rule(game: object, path: str, catalogue: Catalogue) -> bool:
    """Return whether a game has a rule of this path, or rules below it."""
    return any(f"{known}.".startswith(f"{path}.") for known in _rule_paths(game, catalogue))


def rule_sections(game: object, catalogue: Catalogue) -> set[str]:
    """Return the first parts of the paths of a game's rules; none of an unknown game."""
    return {path.partition(".")[0] for path in _rule_paths(game, catalogue)}


def _rule_paths(game: object, catalogue: Catalogue) -> list[str]:
    try:
        return [row["path"] for row in catalogue.game(game).components_list()] if isinstance(game, str) else []
    except InputError:
        return []
