"""The option ``--set key=value``: how it is read, and how it changes an experiment.

A change is ``--set blocks=500`` or ``--set arms.cheap.overrides.setup.money=[2, 2]``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rajas_sim.core.errors import InputError
from rajas_sim.core.rulebook.paths import NoSuchPathError, set_at
from rajas_sim.study.config.keys import flatten_overrides, keys_with_paths
from rajas_sim.study.config.toml_text import parse_value


@dataclass(frozen=True)
class Change:
    """A new value for one key.

    Attributes
    ----------
    key
        Dotted key; an arm may be given by its name, or by its number from 1.
    source
        What the user typed, for messages.
    """

    key: str
    value: Any
    source: str


def parse_set_options(texts: Sequence[str], example: Callable[[], str] = lambda: "blocks=500") -> list[Change]:
    """Return the changes of several ``--set key=value``; an error message shows the example, which is asked for only then.

    Raises
    ------
    InputError
        With one problem for every text that has no key, or whose value is not valid TOML.
    """
    changes: list[Change] = []
    problems: list[str] = []
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            problems.append(f"--set {text}: write key=value, for example --set {example()}")
            continue
        try:
            # As in a file, a path may stand between quotes: sweep.over."setup.karma.last".
            changes.append(Change(key.strip().replace('"', ""), parse_value(value.strip()), f"--set {text}"))
        except ValueError as error:
            problems.append(f"--set {text}: {error}")
    if problems:
        raise InputError(problems)
    return changes


def apply_change(document: dict[str, Any], change: Change) -> str:
    """Change `document` in place; return the dotted key that was changed, with list entries by number.

    Raises
    ------
    InputError
        If the key leads through a value that has no keys, or to a list entry, such as an arm, that does not exist.
    """
    keys = _keys(document, change)
    try:
        set_at(document, keys, change.value)
    except NoSuchPathError as error:
        n_keys_that_lead_on = error.path.count(".") + 1
        typed_path = ".".join(change.key.split(".")[:n_keys_that_lead_on])
        reason = "it has no such entry; they count from 1" if isinstance(error.value, list) else "it has no keys below it"
        raise InputError(f"{change.source}: {typed_path} is {error.value!r}; {reason}") from None
    flatten_overrides(document)  # nested rules become paths, as in a file
    return ".".join(keys)


def _keys(document: Mapping[str, Any], change: Change) -> list[str]:
    """Return the keys of a change: list entries by number, and the path of a rule as a single key."""
    first_key, *other_keys = change.key.split(".")
    if other_keys and isinstance(document.get(first_key), list):
        other_keys[0] = _entry_number(document[first_key], other_keys[0], change)
    keys = [first_key, *other_keys]
    is_of_arm = first_key == "arms" and keys[2:3] == ["overrides"]
    n_separate_keys = 3 if is_of_arm else 2 if keys[0] in keys_with_paths() and keys[1:2] == ["over"] else len(keys)
    return [*keys[:n_separate_keys], ".".join(keys[n_separate_keys:])] if keys[n_separate_keys:] else keys


def _entry_number(entries: list[Any], name_or_number: str, change: Change) -> str:
    """Return the number of a list entry, from 1, in digits; an entry is given by its name or its number.

    Raises
    ------
    InputError
        If there is no such entry.
    """
    names = [entry.get("name") if isinstance(entry, dict) else None for entry in entries]
    if name_or_number in names:
        return str(names.index(name_or_number) + 1)
    if name_or_number.isdecimal() and 1 <= int(name_or_number) <= len(entries):
        return name_or_number
    known = [name for name in names if name] or [str(i) for i in range(1, len(entries) + 1)]
    raise InputError(f"{change.source}: there is no entry {name_or_number!r}; known: {', '.join(known) or 'none'}")
