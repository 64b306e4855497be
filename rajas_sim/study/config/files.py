"""Tells experiment, tuning and component files apart, so that a message can say what a file is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import is_game
from rajas_sim.core.rulebook.component_file import BOX, read_raw
from rajas_sim.study.config.shipped import WITH_ARTICLE, FileKind

# Keys that an experiment may have, and a component file never has.
EXPERIMENT_KEYS = {"question", "players", "line_up", "line_ups", "arms", "sweep", "blocks"}
# Keys that only a tuning has, and keys that only an experiment has.
DISTINCTIVE_KEYS: dict[FileKind, set[str]] = {
    "tuning": {"strategy", "opponents", "generations", "population"},
    "experiment": {"question", "line_up", "line_ups", "arms", "sweep"},
}
COMMAND_OF_KIND = {"tuning": "tune", "experiment": "run"}


def is_experiment(path: Path) -> bool:
    """Return whether a file is an experiment; False if it cannot be read, which loading it reports."""
    return bool(EXPERIMENT_KEYS & set(_content(path)))


def refuse_experiment(path: Path | None) -> None:
    """Refuse an experiment where a component file is expected; the message says how to play it."""
    if path is not None and is_experiment(path):
        raise InputError(f"{path}: is an experiment, not a component file; play it with: rajas run {path}")


def box_of(path: Path) -> str | None:
    """Return the game that a component file names; None if the file names none or cannot be read (loading it reports that)."""
    box = _content(path).get(BOX)
    return box if isinstance(box, str) else None


def _content(path: Path) -> dict[str, Any]:
    """Return the keys and values of a file; empty if it cannot be read."""
    try:
        return read_raw(path)
    except InputError:
        return {}


def require_kind(kind: FileKind, document: Mapping[str, Any], path: Path) -> None:
    """Refuse a file of another kind; the message says what to do with it."""
    refusal = f"not {WITH_ARTICLE[kind]}"
    if BOX in document:
        command = f"rajas {COMMAND_OF_KIND[kind]} {kind.upper()} --components {path}"
        raise InputError(f"{path}: is a component file, {refusal}; play with it: {command}")
    match [actual_kind for actual_kind, keys in DISTINCTIVE_KEYS.items() if keys & set(document)]:
        case [actual_kind] if actual_kind != kind:
            command = f"rajas {COMMAND_OF_KIND[actual_kind]} {path}"
            raise InputError(f"{path}: is {WITH_ARTICLE[actual_kind]}, {refusal}; play it with: {command}")


def is_rule(game: object, path: str) -> bool:
    """Return whether a path leads into the rules of a game: to a rule, to a table of rules, or to what a named player gets.

    False for an unknown game.
    """
    paths = _paths_of_rules(game)
    is_of_a_player = bool(paths) and re.fullmatch(r"players\.(?!\d+\.)[^.]+\..+", path) is not None
    return is_of_a_player or any(f"{rule}.".startswith(f"{path}.") for rule in paths)


def n_entries(game: object, path: str) -> int:
    """Return how many entries the rule at a path has if it is a list, else 0."""
    split_paths = (rule.rpartition(".") for rule in _paths_of_rules(game))
    return sum(parent == path and last.isdigit() for parent, _, last in split_paths)


def _paths_of_rules(game: object) -> list[str]:
    """List the paths of all printed values of a game; empty for an unknown game."""
    if not isinstance(game, str) or not is_game(game):
        return []
    return [str(row["path"]) for row in find_game(game).components.list_values()]
