"""Where in an experiment a problem is: the file and line, or the option; and its keys as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from rajas_sim.study.config.toml_text import line_of

#: Names of keys, and numbers of entries of lists, from 1: ``("arms", 1, "name")``.
Keys = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """One sentence about one place of an experiment; its keys are empty for the file as a whole."""

    keys: Keys
    message: str


@dataclass
class Places:
    """Where the keys of an experiment come from, so that a problem can name the file and line, or the option.

    Attributes
    ----------
    source
        The file as the user wrote it; empty for an experiment made in Python.
    lines
        Line of each dotted key.
    options
        Dotted key -> the command line option that set it (``--blocks 0``).
    arm_names
        Names of the arms by their number, from 1; messages call an arm by its name.
    """

    source: str = ""
    lines: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    arm_names: Mapping[str | int, str] = field(default_factory=dict)

    def sentence(self, problem: Problem) -> str:
        """Return the problem with its place: ``file.toml:12: arms.cheap.overrides: ...``."""
        keys = problem.keys
        if keys[:1] == ("arms",) and len(keys) > 1:
            keys = ("arms", self.arm_names.get(keys[1], keys[1]), *keys[2:])
        parts = [self._place(".".join(map(str, problem.keys))), spoken_keys(keys), problem.message]
        return ": ".join(part for part in parts if part)

    def _place(self, key: str) -> str:
        for option_key, option in self.options.items():
            if key == option_key or key.startswith(option_key + ".") or option_key.startswith(key + "."):
                return option
        line = line_of(self.lines, key)
        return f"{self.source}:{line}" if line and self.source else self.source


def counted_from_1(keys: Keys) -> Keys:
    """Return keys in which entries of lists were counted from 0, as Python does, counted from 1, as people do."""
    return tuple(key + 1 if isinstance(key, int) else key for key in keys)


def spoken_keys(keys: Keys) -> str:
    """Return keys as messages write them: dotted, and the number of an entry in words, so that it is clear what is counted.

    >>> spoken_keys(("arms", "cheap", "overrides", "setup.money.1")), spoken_keys(("arms", 1, "modules", 2))
    ('arms.cheap.overrides.setup.money.1', 'arms, entry 1, modules, entry 2')
    """
    text = str(keys[0]) if keys else ""
    for before, key in pairwise(keys):
        if isinstance(key, int):
            text += f", entry {key}"
        else:
            text += f", {key}" if isinstance(before, int) else f".{key}"
    return text


def mentions(message: str, path: str) -> bool:
    """Return whether what a game says about rules names this path, and not only a longer one.

    >>> mentions("setup.money.1: must be a number", "setup.money"), mentions("setup.moneys: unknown", "setup.money")
    (True, False)
    """
    return re.search(rf"(?<![\w.]){re.escape(path)}(?!\w)", message) is not None


def path_to_blame(message: str, paths: Iterable[str]) -> str:
    """Return which of several changed paths a game's refusal is about: the first in quotes, or else the longest; "" for none."""
    named = [path for path in paths if mentions(message, path)]
    quoted = [path for path in named if repr(path) in message]
    if quoted:
        return min(quoted, key=lambda path: message.find(repr(path)))
    return max(named, key=len, default="")
