"""Reading component files: filling in what a file leaves out, the values for a number of players and a variant, and checks."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, RootModel, ValidationError

from rajas_sim.core.errors import InputError, RunError, did_you_mean
from rajas_sim.core.rulebook.component_form import ValueOrigin
from rajas_sim.core.rulebook.form_problems import form_problems

#: Keys of two names: the name of this set of values, and the name of the game whose box it is.
NAME, BOX = "name", "box"
#: Sections that hold for some games only, and the section that gives the sources of values.
BY_PLAYERS, BY_VARIANT, PROVENANCE = "by_players", "by_variant", "provenance"

#: How many levels of lists and tables a file may nest.
MOST_NESTED = 50
TOO_DEEP = f"more than {MOST_NESTED} lists and tables stand inside each other"

Model = TypeVar("Model", bound=BaseModel)


def read_raw(path: Path) -> dict[str, Any]:
    """Return a component file as plain dicts, which the caller must not change.

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
        If it cannot be read, or is not text in UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not a text file in UTF-8") from None
    except ValueError:  # a zero byte in the path
        raise InputError(f"{str(path)!r}: is no name of a file") from None


def write_new_file(path: Path, text: str) -> None:
    """Write a file that does not exist yet, and make its folder, but not the folders above.

    Raises
    ------
    InputError
        If the file exists.
    RunError
        If it cannot be written.
    """
    if path.exists() or path.is_symlink():
        raise InputError(f"{path}: exists already; choose another name")
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror}") from None


@lru_cache(maxsize=8)
def _parsed(text: str) -> dict[str, Any]:
    """Parse each text only once: an experiment with a hundred rule sets asks for the same file a hundred times."""
    return parse_toml(text)


def parse_toml(text: str) -> dict[str, Any]:
    """Read a TOML text.

    Raises
    ------
    tomllib.TOMLDecodeError
        If it is not valid, has a number with too many digits, or nests lists and tables deeper than `MOST_NESTED`: recursive
        functions could not follow.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise tomllib.TOMLDecodeError(TOO_DEEP) from None
    except ValueError:  # Python refuses to read a number with so many digits
        raise tomllib.TOMLDecodeError("a number has too many digits") from None
    containers: list[Any] = [document]
    for _ in range(MOST_NESTED):
        containers = [
            inner for container in containers for inner in (container.values() if isinstance(container, dict) else container)
        ]
        containers = [container for container in containers if isinstance(container, dict | list)]
    if containers:
        raise tomllib.TOMLDecodeError(TOO_DEEP)
    return document


def filled_in(given: dict[str, Any], reference: dict[str, Any], form: type[BaseModel]) -> dict[str, Any]:
    """Return a component file in which everything it leaves out is taken from the reference.

    Tables are filled in key by key, and so are tables inside them. Everything else stays as the file has it: single values,
    lists, tables with entries for some numbered places only, such as the bonuses of a track, and what one place pays. An empty
    table removes an entry of the reference, such as one of several places with numbers or names. If the file replaces what the
    reference has at a single place, the old content moves to another place, since it must be printed somewhere.

    Parameters
    ----------
    given, reference
        Component files as plain dicts; neither is changed.
    form
        The form of a file once it is resolved for one game.
    """
    result = _filled_in(_values_for_all_games(given), _values_for_all_games(reference), form)
    for section in (BY_PLAYERS, BY_VARIANT):
        overlays, reference_overlays = given.get(section, {}), reference.get(section, {})
        if isinstance(overlays, dict):
            overlays = {
                name: _filled_in(overlays.get(name, {}), reference_overlays.get(name, {}), form)
                for name in {**reference_overlays, **overlays}
            }
        if overlays != {}:
            result[section] = overlays
    return {**result, **{key: given[key] for key in (NAME, BOX) if key in given}}


def as_file(complete: dict[str, Any], reference: dict[str, Any], form: type[BaseModel]) -> dict[str, Any]:
    """Return complete values as a file from which `filled_in` makes them again; places that are removed get an empty table."""
    result = complete | _as_file(_values_for_all_games(complete), _values_for_all_games(reference), form)
    for section in (BY_PLAYERS, BY_VARIANT):
        overlays = complete.get(section, {})
        result |= {section: {name: _as_file(overlays[name], reference.get(section, {}).get(name), form) for name in overlays}}
    return {key: value for key, value in result.items() if value != {}}


def _as_file(complete: Any, reference: Any, form: Any) -> Any:  # noqa: ANN401 - values of TOML
    """Return a value as `as_file` does: a table with an empty table for each place of the reference that it lacks."""
    if not (isinstance(complete, dict) and isinstance(reference, dict)):
        return complete
    bare_form = bare_type(form)
    has_places = get_origin(bare_form) is dict and not has_only_some_places(reference)
    result = {key: _as_file(value, reference.get(key), form_below(bare_form, key)) for key, value in complete.items()}
    return result | ({key: {} for key in reference if key not in complete} if has_places else {})


def _values_for_all_games(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a file that hold for every number of players and variant, without its names and provenance."""
    return {key: value for key, value in raw.items() if key not in (NAME, BOX, BY_PLAYERS, BY_VARIANT, PROVENANCE)}


def _filled_in(given: Any, reference: Any, form: Any) -> Any:  # noqa: ANN401 - values of TOML
    """Return a value of a file; in a table, missing keys are filled in from the reference, in the order of the reference."""
    bare_form = bare_type(form)
    has_places = get_origin(bare_form) is dict and isinstance(reference, dict) and not has_only_some_places(reference)
    if not (isinstance(given, dict) and isinstance(reference, dict) and (has_places or _is_table(bare_form))):
        return given
    result = {}
    for key in {**reference, **given}:
        if key not in given:
            result[key] = reference[key]
        elif key not in reference:
            result[key] = given[key]
        elif given[key] != {} or not has_places:
            result[key] = _filled_in(given[key], reference[key], form_below(bare_form, key))
    is_of_amounts = has_places and is_amount_table(bare_type(get_args(bare_form)[-1]))
    return _with_what_was_displaced(result, given, reference) if is_of_amounts else result


def _with_what_was_displaced(result: dict[str, Any], given: dict[str, Any], reference: dict[str, Any]) -> dict[str, Any]:
    """Keep what the reference has at a single place, if the file puts something else there, by moving it to another place.

    The new place is one that the file does not mention and whose content also stands elsewhere. A place with the content that
    the file puts at the old place is preferred.
    """
    result = dict(result)
    for key in filter(given.__contains__, reference):
        if reference[key] in result.values():
            continue
        contents = [*result.values()]
        spare_places = [place for place, content in result.items() if place not in given and contents.count(content) > 1]
        preferred_places = [place for place in spare_places if result[place] == given[key]]
        if spare_places:
            result[(preferred_places or spare_places)[-1]] = reference[key]
    return result


def has_only_some_places(table: dict[str, Any]) -> bool:
    """Return whether the keys of a table are numbers, but not 1, 2, 3 and so on: only some of the places have an entry."""
    return all(map(str.isdecimal, table)) and [*table] != [str(i) for i in range(1, len(table) + 1)]


def bare_type(form: Any) -> Any:  # noqa: ANN401 - types have no common type
    """Return the type of a value without its annotations and without None."""
    if get_origin(form) is Annotated:
        return bare_type(get_args(form)[0])
    if get_origin(form) in (Union, UnionType):
        return bare_type(next(member for member in get_args(form) if member is not type(None)))
    return form


def is_amount_table(form: Any) -> bool:  # noqa: ANN401
    """Return whether a type is a table of amounts by name, such as what a place pays."""
    return isinstance(form, type) and issubclass(form, RootModel)


def _is_table(form: Any) -> bool:  # noqa: ANN401
    """Return whether a type is a table with a fixed set of keys."""
    return isinstance(form, type) and issubclass(form, BaseModel) and not issubclass(form, RootModel)


def form_below(form: Any, key: str | int) -> Any:  # noqa: ANN401
    """Return the type of the value at a key of a table or an index of a list; None if there is none."""
    bare_form = bare_type(form)
    if _is_table(bare_form):
        field = bare_form.model_fields.get(key)
        return None if field is None else field.annotation
    return get_args(bare_form)[-1] if get_origin(bare_form) in (dict, list) else None


def values_for_game(raw: dict[str, Any], players: int, variant: str) -> dict[str, Any]:
    """Return the values that hold for a number of players and a variant, without the bookkeeping sections."""
    resolved = {key: value for key, value in raw.items() if key not in (BY_PLAYERS, BY_VARIANT, PROVENANCE)}
    for section, name in ((BY_PLAYERS, str(players)), (BY_VARIANT, variant)):
        resolved = merged(resolved, overlay_of(raw, section, name))
    return resolved


def overlay_of(raw: dict[str, Any], section: str, name: str) -> dict[str, Any]:
    """Return the values that a file gives for one number of players or one variant only.

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
    """Return the values as a checked model.

    Parameters
    ----------
    source_name
        Where messages say that a problem is, such as the path of the file.

    Raises
    ------
    InputError
        With one problem per wrong, missing or unknown value.
    """
    try:
        return model.model_validate(resolved)
    except ValidationError as error:
        raise InputError(sorted(set(_problem_sentences(error, source_name, model)))) from None


def _problem_sentences(error: ValidationError, source_name: str, form: type[BaseModel]) -> Iterator[str]:
    """Yield what a form found wrong, one sentence per value; indices of lists are counted from 1."""
    for problem in form_problems(error):
        path = ".".join(str(key + 1 if isinstance(key, int) else key) for key in problem.keys)
        message = problem.message
        if problem.kind == "extra_forbidden":
            hint = did_you_mean(str(problem.keys[-1]), _keys_beside(form, problem.keys))
            message = f"is not a key of a component file{hint}"
        yield f"{source_name}: {path}: {message}" if path else f"{source_name}: {message}"


def _keys_beside(form: type[BaseModel], keys: tuple[str | int, ...]) -> list[str]:
    """Return the keys that are allowed beside an unknown one; none in a table without fixed keys."""
    parent_form: Any = form
    for key in keys[:-1]:
        parent_form = form_below(parent_form, key)
    bare_form = bare_type(parent_form)
    return [*bare_form.model_fields] if _is_table(bare_form) else []


def provenance_entries(raw: dict[str, Any], source_name: str) -> list[ValueOrigin]:
    """Return the provenance entries of a component file.

    Raises
    ------
    InputError
        If the section is not a list of tables; otherwise with all problems of invalid entries.
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
            problems += _problem_sentences(error, f"{source_name}: provenance {number}", ValueOrigin)
    if problems:
        raise InputError(problems)
    return result


def with_tables_and_lists(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - values of TOML
    """Yield (dotted path, value) of every table, list and single value inside a value; items of lists count from 1."""
    children = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
    for key, child in children:
        child_path = f"{path}.{key}" if path else str(key)
        yield child_path, child
        yield from with_tables_and_lists(child, child_path)


def leaf_values(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - values of TOML
    """Yield (dotted path, value) of every number, word or switch in nested dicts and lists, whose items count from 1."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaf_values(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaf_values(item, f"{path}.{i + 1}")
    else:
        yield path, value
