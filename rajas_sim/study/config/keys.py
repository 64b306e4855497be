"""Keys of an experiment: dotted paths of rules, and the place of a problem.

Changed rules may be given in nested tables or by their dotted paths: ``setup = { karma = 2 }`` is ``"setup.karma" = 2``. A
problem names the file and line, or the option, and its keys as a person reads them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeGuard, TypeVar

from rajas_sim.study.config import QUESTION_TABLES
from rajas_sim.study.config.toml_text import key_lines, line_of

T = TypeVar("T")
RANGE = ("from", "to", "step")
"""Keys of a range of numbers. Such a table is one value, not a nested table of rules."""


def is_range(value: object) -> TypeGuard[dict[str, Any]]:
    """Return whether a value is written as a range of numbers: ``{ from = 0, to = 9 }``."""
    return isinstance(value, dict) and any(key in value for key in RANGE[:2])


def paths_and_values(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield dotted paths and values of nested tables.

    A table under a key that already has dots is the whole new value of that path. So is a range of numbers.
    """
    for key, value in table.items():
        if isinstance(value, dict) and value and "." not in key and not is_range(value):
            yield from paths_and_values(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def repeated(values: Iterable[T]) -> list[T]:
    """Return the values that occur more than once, without repetition."""
    return [value for value, n in Counter(values).items() if n > 1]


def repeated_paths(table: Mapping[str, Any]) -> list[str]:
    """Return the paths that a table sets more than once, nested and as a quoted dotted key."""
    return repeated(path for path, _ in paths_and_values(table))


def by_path(table: object) -> object:
    """Return a table with its dotted paths as keys.

    Anything but a table is returned unchanged.

    Raises
    ------
    ValueError
        If a path is given twice.
    """
    if not isinstance(table, dict):
        return table
    if duplicates := repeated_paths(table):
        raise ValueError(f"each path may be given once; given twice: {', '.join(duplicates)}")
    return dict(paths_and_values(table))


#: A key as the names of keys and the numbers of list entries, counted from 1: ``("arms", 1, "name")``.
Keys = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """One sentence about one place of an experiment; `keys` is empty if it is about the whole file."""

    keys: Keys
    message: str


@dataclass
class KeySources:
    """Where the keys of an experiment come from, so that a problem can name the file and line, or the option.

    Attributes
    ----------
    source
        Path of the file as the user wrote it; empty for an experiment made in Python.
    text
        Content of the file.
    options
        Dotted key -> the command line option that set it (``--blocks 0``).
    arm_names
        Number of an arm, from 1 -> its name, which messages use in place of the number.
    """

    source: str = ""
    text: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    arm_names: Mapping[str | int, str] = field(default_factory=dict)

    def sentence(self, problem: Problem) -> str:
        """Return the problem with its place: ``file.toml:12: arms.cheap.overrides: ...``."""
        keys = problem.keys
        if keys[:1] == ("arms",) and len(keys) > 1:
            keys = ("arms", self.arm_names.get(keys[1], keys[1]), *keys[2:])
        parts = [self._source_text(".".join(map(str, problem.keys))), keys_text(keys), problem.message]
        return ": ".join(part for part in parts if part)

    @cached_property
    def _lines(self) -> dict[str, int]:
        """The line of each dotted key.

        Computed on demand, since only messages need it.
        """
        return key_lines(self.text)

    def _source_text(self, key: str) -> str:
        """Return the option that set a key, or one above or below it; else the file, with the line if it is known."""
        for option_key, option in self.options.items():
            if key == option_key or key.startswith(option_key + ".") or option_key.startswith(key + "."):
                return option
        line = line_of(self._lines, key)
        return f"{self.source}:{line}" if line and self.source else self.source


def counted_from_1(keys: Keys) -> Keys:
    """Return keys with list entries counted from 1, as people count, given keys counted from 0, as Python counts."""
    return tuple(key + 1 if isinstance(key, int) else key for key in keys)


def keys_text(keys: Keys) -> str:
    """Return keys as messages write them: dotted, with ``entry`` before the number of a list entry.

    >>> keys_text(("arms", "cheap", "overrides", "setup.money.1")), keys_text(("arms", 1, "modules", 2))
    ('arms.cheap.overrides.setup.money.1', 'arms, entry 1, modules, entry 2')
    """
    text = str(keys[0]) if keys else ""
    for previous_key, key in pairwise(keys):
        if isinstance(key, int):
            text += f", entry {key}"
        else:
            text += f", {key}" if isinstance(previous_key, int) else f".{key}"
    return text


def mentions(message: str, path: str) -> bool:
    """Return whether a game's message about rules names this path itself, and not just a longer path that contains it.

    >>> mentions("setup.money.1: must be a number", "setup.money"), mentions("setup.moneys: unknown", "setup.money")
    (True, False)
    """
    return re.search(rf"(?<![\w.]){re.escape(path)}(?!\w)", message) is not None


def path_to_blame(message: str, paths: Iterable[str]) -> str:
    """Return the changed path that a game's message is about: the first in quotes, else the longest named, else ""."""
    mentioned_paths = [path for path in paths if mentions(message, path)]
    quoted_paths = [path for path in mentioned_paths if repr(path) in message]
    if quoted_paths:
        return min(quoted_paths, key=lambda path: message.find(repr(path)))
    return max(mentioned_paths, key=len, default="")


def flatten_overrides(document: dict[str, Any]) -> list[Problem]:
    """Turn the overrides of arms and the `over` tables of sweeps and questions into dotted paths, in place.

    Returns
    -------
    list of Problem
        One for every path given twice, as a quoted dotted key and nested.
    """
    arms = document.get("arms")
    parents: list[tuple[Keys, Any]] = [((question, "over"), document.get(question)) for question in keys_with_paths()]
    parents += [(("arms", i, "overrides"), arm) for i, arm in enumerate(arms if isinstance(arms, list) else (), 1)]
    problems = []
    for keys, parent in parents:
        overrides = parent.get(keys[-1]) if isinstance(parent, dict) else None
        if isinstance(overrides, dict):
            parent[keys[-1]] = dict(paths_and_values(overrides))
            problems += [Problem((*keys, path), "is given twice") for path in repeated_paths(overrides)]
    return problems


def keys_with_paths() -> tuple[str, ...]:
    """Return the keys whose `over` table may hold paths of rules: the sweep, and every question that has a table."""
    return "sweep", *QUESTION_TABLES
