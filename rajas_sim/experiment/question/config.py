"""Reading an experiment file.

Everything wrong with a file is reported at once, each with its place, what was found and what is allowed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError
from rajas_sim.experiment.catalogue import SHIPPED, Catalogue
from rajas_sim.experiment.question.changes import Change, apply, by_set, flatten_overrides
from rajas_sim.experiment.question.files import is_rule, refuse_components
from rajas_sim.experiment.question.form import Config
from rajas_sim.experiment.question.problems import Places, Problem
from rajas_sim.experiment.question.refusals import how_rules_change, validate
from rajas_sim.experiment.question.toml_text import key_lines, quotes_hint

__all__ = ["Config", "json_schema", "load_config"]


def load_config(
    path: Path | str,
    sets: Sequence[str] = (),
    *,
    options: Mapping[str, Any] | None = None,
    catalogue: Catalogue = SHIPPED,
) -> Config:
    """Read an experiment file; what it leaves to its game is filled in.

    Parameters
    ----------
    path
        The TOML file. A relative `components` path in it is taken from the file's folder.
    sets
        Changes as ``key=value`` (the value as in TOML; arms by name or number), applied in order.
    options
        Keys set by a command line option of their own, for example ``{"blocks": 500}``.
    catalogue
        Where the game and the strategies are found, which know what is wrong beyond the form of the file.

    Raises
    ------
    InputError
        With every problem found, each with file and line or option.
    """
    path = Path(path)
    text = _read(path)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)[:1].lower() + str(error)[1:]
        raise InputError(f"{path}: not valid TOML: {reason}{quotes_hint(text, reason)}") from None
    refuse_components(document, path, catalogue)
    problems = flatten_overrides(document)
    if isinstance(document.get("components"), str):
        document["components"] = str(path.parent / document["components"])
    changes = [Change(key, value, f"--{key} {value}") for key, value in (options or {}).items()]
    changes += by_set(sets)
    for change in changes:
        _apply(document, change, catalogue)
    places = Places(str(path), key_lines(text), {c.place: c.source for c in changes}, _arm_names(document))
    config, wrong_in_form = validate(document, catalogue)
    problems += wrong_in_form
    wrong = {problem.key for problem in problems}
    problems += [p for p in _problems_of(config, catalogue) if not any(_is_within(p.key, key) for key in wrong)]
    if problems:
        raise InputError(places.sentence(problem) for problem in problems)
    return config.completed(catalogue.game(config.game))


def json_schema() -> dict[str, Any]:
    """Return the JSON schema of an experiment file, which lets editors complete and check it."""
    schema = Config.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "rajas experiment"}


def _problems_of(config: Config, catalogue: Catalogue) -> Sequence[Problem]:
    from rajas_sim.experiment.question.resolve import problems_of

    return problems_of(config, catalogue)


def _apply(document: dict[str, Any], change: Change, catalogue: Catalogue) -> None:
    """Change the document; where a rule's path runs into a key of the experiment, say how rules are changed."""
    game = document.get("game")
    try:
        apply(document, change)
    except InputError:
        if is_rule(game, change.key, catalogue):
            raise InputError(f"{change.source}: {how_rules_change(change.key, change.value)}") from None
        raise


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not a text file in UTF-8") from None


def _arm_names(document: Mapping[str, Any]) -> dict[str, str]:
    arms = document.get("arms")
    if not isinstance(arms, list):
        return {}
    named = {str(i): arm.get("name") for i, arm in enumerate(arms) if isinstance(arm, dict)}
    return {i: name for i, name in named.items() if isinstance(name, str)}


def _is_within(key: str, outer: str) -> bool:
    return key == outer or key.startswith(outer + ".") or outer.startswith(key + ".")
