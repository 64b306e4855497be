"""Telling experiment, tuning and component files from each other, so that a message can say what a file is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.rulebook.component_file import BOX, read_raw

# Keys that only an experiment has; a component file has others.
OF_AN_EXPERIMENT = {"question", "players", "line_up", "line_ups", "arms", "sweep", "blocks"}
# Of a tuning and an experiment, only one has these.
OF_A_TUNING = {"strategy", "opponents", "generations", "population"}
NOT_OF_A_TUNING = {"question", "line_up", "line_ups", "arms", "sweep"}


def is_experiment(path: Path) -> bool:
    """Return whether a file is an experiment; of an unreadable one, reading it says what is wrong."""
    return bool(OF_AN_EXPERIMENT & set(_content(path)))


def refuse_experiment(path: Path | None) -> None:
    """Refuse an experiment where a component file is expected, saying what can be done with it."""
    if path is not None and is_experiment(path):
        raise InputError(f"{path}: is an experiment, not a component file; play it with: rajas run {path}")


def box_of(path: Path) -> str | None:
    """Return the game a component file names; None if it cannot be read or names none, which reading it says."""
    box = _content(path).get(BOX)
    return box if isinstance(box, str) else None


def _content(path: Path) -> dict[str, Any]:
    try:
        return read_raw(path)
    except InputError:
        return {}


def refuse_components(document: Mapping[str, Any], path: Path, what: str = "an experiment", play: str = "run EXPERIMENT") -> None:
    """Refuse a component file where something else is expected, saying what can be done with it."""
    if BOX in document:
        raise InputError(f"{path}: is a component file, not {what}; play with it: rajas {play} --components {path}")


def refuse_tuning(document: Mapping[str, Any], path: Path) -> None:
    """Refuse a tuning where an experiment is expected, saying what can be done with it."""
    if OF_A_TUNING & set(document) and not NOT_OF_A_TUNING & set(document):
        raise InputError(f"{path}: is a tuning, not an experiment; carry it out with: rajas tune {path}")


def refuse_question(document: Mapping[str, Any], path: Path) -> None:
    """Refuse an experiment where a tuning is expected, saying what can be done with it."""
    if NOT_OF_A_TUNING & set(document) and not OF_A_TUNING & set(document):
        raise InputError(f"{path}: is an experiment, not a tuning; play it with: rajas run {path}")


def is_rule(game: object, path: str) -> bool:
    """Return whether a game has a rule of this path, or rules below it; an unknown game has none."""
    if not isinstance(game, str) or game not in GAMES:
        return False
    return any(f"{row['path']}.".startswith(f"{path}.") for row in find_game(game).components.list_values())
