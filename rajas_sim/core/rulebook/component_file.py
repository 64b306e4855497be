"""Reading a component file: the values that hold for a number of players and a variant, checked all at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from rajas_sim.core.errors import InputError
from rajas_sim.core.rulebook.component_form import ValueOrigin
from rajas_sim.core.rulebook.form_problems import form_problems

#: Keys of what names a file: this set of values, and the game whose box it is.
NAME, BOX = "name", "box"
#: Sections that hold for some games only, and the section that says where values come from.
BY_PLAYERS, BY_VARIANT, PROVENANCE = "by_players", "by_variant", "provenance"

#: How many lists and tables of a file may stand inside each other.
MOST_NESTED = 50
TOO_DEEP = f"more than {MOST_NESTED} lists and tables stand inside each other"

Model = TypeVar("Model", bound=BaseModel)


def read_raw(path: Path) -> dict[str, Any]:
    """Return a component file as plain dicts, which are not to be changed.

    Raises
    ------
    InputError
        If the file cannot be read or is not TOML.
    """
    text = text_of(path)
    try:
        return _parsed(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: is not valid TOML: {error}") from None


def text_of(path: Path) -> str:
    """Return the text of a file, without the byte order mark that some editors put before it.

    Raises
    ------
    InputError
        If it cannot be read, or is no text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not a text file in UTF-8") from None
    except ValueError:  # a zero byte
        raise InputError(f"{str(path)!r}: is no name of a file") from None


@lru_cache(maxsize=8)
def _parsed(text: str) -> dict[str, Any]:
    """Parse a file once: an experiment with a hundred rule sets asks for it a hundred times."""
    return parsed_toml(text)


def parsed_toml(text: str) -> dict[str, Any]:
    """Return what a TOML text of a user says.

    Raises
    ------
    tomllib.TOMLDecodeError
        If it is none, or nests lists and tables deeper than `MOST_NESTED`: no file needs that, and what follows would not end.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise tomllib.TOMLDecodeError(TOO_DEEP) from None
    except ValueError:  # Python reads no number of so many digits
        raise tomllib.TOMLDecodeError("a number has too many digits") from None
    parts: list[Any] = [document]
    for _ in range(MOST_NESTED):
        parts = [inner for part in parts for inner in (part.values() if isinstance(part, dict) else part)]
        parts = [part for part in parts if isinstance(part, dict | list)]
    if parts:
        raise tomllib.TOMLDecodeError(TOO_DEEP)
    return document


def values_for_game(raw: dict[str, Any], players: int, variant: str) -> dict[str, Any]:
    """Return the values that hold for a number of players and a variant, without the bookkeeping sections."""
    resolved = {key: value for key, value in raw.items() if key not in (BY_PLAYERS, BY_VARIANT, PROVENANCE)}
    for section, name in ((BY_PLAYERS, str(players)), (BY_VARIANT, variant)):
        resolved = merged(resolved, overlay_of(raw, section, name))
    return resolved


def overlay_of(raw: dict[str, Any], section: str, name: str) -> dict[str, Any]:
    """Return what a file says for one number of players or one variant only.

    Raises
    ------
    InputError
        If the section is not a table of tables.
    """
    tables = raw.get(section, {})
    overlay = tables.get(name, {}) if isinstance(tables, dict) else tables
    if not isinstance(overlay, dict):
        raise InputError(f"{section}.{name}: must be a table, such as [{section}.{name}.setup]")
    return overlay


def merged(base: dict[str, Any], overlay: dict[str, Any]) -> dict[str, Any]:
    """Return `base` with the values of `overlay` written over it, table by table."""
    result = dict(base)
    for key, value in overlay.items():
        base_value = result.get(key)
        result[key] = merged(base_value, value) if isinstance(base_value, dict) and isinstance(value, dict) else value
    return result


def validate(model: type[Model], resolved: dict[str, Any], source_name: str) -> Model:
    """Return the values in their checked form.

    Parameters
    ----------
    source_name
        Where problems are reported to be, such as the path of the file.

    Raises
    ------
    InputError
        With one problem per wrong, missing or unknown value.
    """
    try:
        return model.model_validate(resolved)
    except ValidationError as error:
        raise InputError(sorted(set(_problem_sentences(error, source_name)))) from None


def _problem_sentences(error: ValidationError, source_name: str) -> Iterator[str]:
    """Yield what a form found wrong, one sentence a value; places in lists are counted from 1."""
    for problem in form_problems(error):
        path = ".".join(str(key + 1 if isinstance(key, int) else key) for key in problem.keys)
        message = "is not a key of a component file" if problem.kind == "extra_forbidden" else problem.message
        yield f"{source_name}: {path}: {message}" if path else f"{source_name}: {message}"


def provenance_entries(raw: dict[str, Any], source_name: str) -> list[ValueOrigin]:
    """Return the provenance entries of a component file.

    Raises
    ------
    InputError
        For every entry that is not one.
    """
    entries = raw.get(PROVENANCE, [])
    if not isinstance(entries, list):
        raise InputError(f"{source_name}: provenance: must be a list of tables")
    problems: list[str] = []
    result = []
    for number, entry in enumerate(entries, 1):
        try:
            result.append(ValueOrigin.model_validate(entry))
        except ValidationError as error:
            problems += _problem_sentences(error, f"{source_name}: provenance {number}")
    if problems:
        raise InputError(problems)
    return result


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - values of TOML
    """Yield (dotted path, value) of every number, word or switch in nested dicts and lists."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaves(item, f"{path}.{i + 1}")
    else:
        yield path, value
