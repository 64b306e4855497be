"""Where in an experiment a problem is: the file and line, or the option; and the key as a person reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rajas_sim.experiment.question.toml_text import line_of


@dataclass(frozen=True)
class Problem:
    """One sentence about one place of an experiment.

    Attributes
    ----------
    key
        Dotted key, entries of arrays numbered from 0 (``arms.0.name``); empty for the file as a whole.
    """

    key: str
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
        Key -> the command line option that set it (``--blocks 0``).
    arm_names
        Names of the arms, by which messages call them.
    """

    source: str = ""
    lines: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    arm_names: Mapping[str, str] = field(default_factory=dict)

    def sentence(self, problem: Problem) -> str:
        """Return the problem with its place: ``file.toml:12: arms.cheap.overrides: ...``."""
        parts = [self._place(problem.key), self._spoken(problem.key), problem.message]
        return ": ".join(part for part in parts if part)

    def _place(self, key: str) -> str:
        for option_key, option in self.options.items():
            if key == option_key or key.startswith(option_key + ".") or option_key.startswith(key + "."):
                return option
        line = line_of(self.lines, key)
        return f"{self.source}:{line}" if line and self.source else self.source

    def _spoken(self, key: str) -> str:
        parts = key.split(".")
        if len(parts) > 1 and parts[0] == "arms":
            parts[1] = self.arm_names.get(parts[1], parts[1])
        return ".".join(parts)


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
