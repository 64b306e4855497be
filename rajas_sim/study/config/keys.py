"""Keys of an experiment: dotted paths of rules, and where a problem is.

Changed rules may stand in nested tables or by their dotted paths: ``setup = { karma = 2 }`` is ``"setup.karma" = 2``. A problem
names the file and line, or the option, and its keys as a person reads them.
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
"""Keys of a range of numbers, which is one value and no table of rules."""


def is_range(value: object) -> TypeGuard[dict[str, Any]]:
    """Return whether a value is written as a range of numbers: ``{ from = 0, to = 9 }``."""
    return isinstance(value, dict) and any(key in value for key in RANGE[:2])


def paths_and_values(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield dotted paths and values of nested tables.

    A key written with dots is a path already, and a table given to it is its whole new value; so is a range of numbers.
    """
    for key, value in table.items():
        if isinstance(value, dict) and value and "." not in key and not is_range(value):
            yield from paths_and_values(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def repeated(values: Iterable[T]) -> list[T]:
    """Return the values that occur more than once, each once."""
    return [value for value, n in Counter(values).items() if n > 1]


def repeated_paths(table: Mapping[str, Any]) -> list[str]:
    """Return the paths to which a table gives several values, nested and in quotes."""
    return repeated(path for path, _ in paths_and_values(table))


def by_path(table: object) -> object:
    """Return a table with its dotted paths as keys, and what is no table as it is.

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


#: Names of keys, and numbers of entries of lists, from 1: ``("arms", 1, "name")``.
Keys = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """One sentence about one place of an experiment; its keys are empty for the file as a whole."""

    keys: Keys
    message: str


@dataclass
class KeySources:
    """Where the keys of an experiment come from, so that a problem can name the file and line, or the option.

    Attributes
    ----------
    source
        The file as the user wrote it; empty for an experiment made in Python.
    text
        What stands in it.
    options
        Dotted key -> the command line option that set it (``--blocks 0``).
    arm_names
        Names of the arms by their number, from 1; messages call an arm by its name.
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
        """The line of each dotted key, which only messages need."""
        return key_lines(self.text)

    def _source_text(self, key: str) -> str:
        for option_key, option in self.options.items():
            if key == option_key or key.startswith(option_key + ".") or option_key.startswith(key + "."):
                return option
        line = line_of(self._lines, key)
        return f"{self.source}:{line}" if line and self.source else self.source


def counted_from_1(keys: Keys) -> Keys:
    """Return keys in which entries of lists were counted from 0, as Python does, counted from 1, as people do."""
    return tuple(key + 1 if isinstance(key, int) else key for key in keys)


def keys_text(keys: Keys) -> str:
    """Return keys as messages write them: dotted, and the number of an entry in words, so that it is clear what is counted.

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
    """Return whether what a game says about rules names this path, and not only a longer one.

    >>> mentions("setup.money.1: must be a number", "setup.money"), mentions("setup.moneys: unknown", "setup.money")
    (True, False)
    """
    return re.search(rf"(?<![\w.]){re.escape(path)}(?!\w)", message) is not None


def path_to_blame(message: str, paths: Iterable[str]) -> str:
    """Return which of several changed paths a game's refusal is about: the first in quotes, or else the longest; "" for none."""
    mentioned_paths = [path for path in paths if mentions(message, path)]
    quoted_paths = [path for path in mentioned_paths if repr(path) in message]
    if quoted_paths:
        return min(quoted_paths, key=lambda path: message.find(repr(path)))
    return max(mentioned_paths, key=len, default="")


def flatten_overrides(document: dict[str, Any]) -> list[Problem]:
    """Give the overrides of every arm and what a sweep or a search goes over as dotted paths, however the file nests them.

    Returns
    -------
    list of Problem
        One for every path given twice, in quotes and nested.
    """
    arms = document.get("arms")
    owners: list[tuple[Keys, Any]] = [((question, "over"), document.get(question)) for question in keys_with_paths()]
    owners += [(("arms", i, "overrides"), arm) for i, arm in enumerate(arms if isinstance(arms, list) else (), 1)]
    problems = []
    for keys, owner in owners:
        table = owner.get(keys[-1]) if isinstance(owner, dict) else None
        if isinstance(table, dict):
            owner[keys[-1]] = dict(paths_and_values(table))
            problems += [Problem((*keys, path), "is given twice") for path in repeated_paths(table)]
    return problems


def keys_with_paths() -> tuple[str, ...]:
    """Return the keys whose `over` has paths of rules: the sweep, and tables of questions that go over rules."""
    return "sweep", *QUESTION_TABLES
