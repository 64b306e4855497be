"""Reading an experiment file.

First everything wrong with the form of a file is reported, and only if there is nothing, all that the game refuses; each with its
place, what was found and what is allowed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rajas_sim.core.errors import InputError
from rajas_sim.study.config.changes import Change, apply, by_set, flatten_overrides, give_way
from rajas_sim.study.config.files import is_rule, refuse_components, refuse_tuning
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.form_errors import how_rules_change, problems_in_form
from rajas_sim.study.config.keys import KeySources
from rajas_sim.study.config.question_tables import form_of
from rajas_sim.study.config.resolve import Experiment, resolve
from rajas_sim.study.config.toml_text import key_lines, quotes_hint


def load_experiment(path: Path | str, sets: Sequence[str] = (), *, options: Mapping[str, Any] | None = None) -> Experiment:
    """Read an experiment file and look up its rules and strategies; what it leaves to its game is filled in.

    Parameters
    ----------
    path
        The TOML file. Relative paths of components and strategies in it are taken from the file's folder.
    sets
        Changes as ``key=value`` (the value as in TOML; arms by name, or by number from 1), applied in order.
    options
        Keys set by a command line option of their own, for example ``{"blocks": 500}``.

    Raises
    ------
    InputError
        With every problem found, each with file and line or option.
    """
    path = Path(path)
    document, lines = read_toml(path)
    refuse_components(document, path)
    refuse_tuning(document, path)
    if isinstance(document.get("components"), str):
        document["components"] = str(path.parent / document["components"])
    for name, table in document.items():
        form = form_of(name) if isinstance(table, dict) else None
        for key in form.file_keys if form is not None else ():
            if isinstance(table.get(key), str):
                table[key] = str(path.parent / table[key])
    place_strategies(document, path.parent)
    return _resolved(document, KeySources(str(path), lines), sets, options)


def experiment_of(
    document: Mapping[str, Any], sets: Sequence[str] = (), *, options: Mapping[str, Any] | None = None
) -> Experiment:
    """Return the experiment of the keys that a file has; further parameters and errors are those of `load_experiment`.

    Relative paths are taken from the present folder; keys of nothing are left out.
    """
    keys = {key: value for key, value in deepcopy(dict(document)).items() if value is not None}
    place_strategies(keys, Path())
    return _resolved(keys, KeySources(), sets, options)


def _resolved(document: dict[str, Any], places: KeySources, sets: Sequence[str], options: Mapping[str, Any] | None) -> Experiment:
    """Change a document, check its form, and look up its rules and strategies."""
    problems = flatten_overrides(document)
    changes = [Change(key, value, f"--{key} {value}") for key, value in (options or {}).items()]
    changes += by_set(sets)
    by_option = {}
    for change in changes:
        give_way(document, change.key)
        by_option[_apply(document, change)] = change.source
    place_strategies(document, Path())
    places = replace(places, options=by_option, arm_names=_arm_names(document))
    try:
        config = Config(**document)
    except ValidationError as error:
        problems += problems_in_form(document, error)
    if problems:
        raise InputError(places.sentence(problem) for problem in problems)
    return resolve(config, places)


def read_toml(path: Path) -> tuple[dict[str, Any], dict[str, int]]:
    """Return the content of a TOML file, and the line of each dotted key.

    Raises
    ------
    InputError
        If it cannot be read, or is not valid TOML.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not a text file in UTF-8") from None
    try:
        return tomllib.loads(text), key_lines(text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)[:1].lower() + str(error)[1:]
        raise InputError(f"{path}: not valid TOML: {reason}{quotes_hint(text, reason)}") from None


def place_strategies(document: dict[str, Any], folder: Path) -> None:
    """Make the paths of strategy files absolute, relative ones being taken from a folder; what is of another form stays."""
    chosen = document.get("strategies")
    for choice in chosen.values() if isinstance(chosen, dict) else ():
        name = choice.get("strategy") if isinstance(choice, dict) else None
        if isinstance(name, str) and name.endswith(".py"):
            choice["strategy"] = str((folder / name).resolve())


def _apply(document: dict[str, Any], change: Change) -> str:
    """Change the document and return the changed key; for a rule in place of a key, say how rules are changed."""
    game = document.get("game")
    try:
        return apply(document, change)
    except InputError:
        if is_rule(game, change.key):
            raise InputError(f"{change.source}: {how_rules_change(change.key, change.value)}") from None
        raise


def _arm_names(document: Mapping[str, Any]) -> dict[str | int, str]:
    arms = document.get("arms")
    if not isinstance(arms, list):
        return {}
    names = {i: arm.get("name") for i, arm in enumerate(arms, 1) if isinstance(arm, dict)}
    return {i: name for i, name in names.items() if isinstance(name, str) and name}
