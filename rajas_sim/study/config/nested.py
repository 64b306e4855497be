"""Changed rules as nested tables, and by their dotted paths: ``setup = { karma = 2 }`` is ``"setup.karma" = 2``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

RANGE = ("from", "to", "step")
"""Keys of a range of numbers, which is one value and no table of rules."""


def is_range(value: Any) -> bool:
    """Return whether a value is written as a range of numbers: ``{ from = 0, to = 9 }``."""
    return isinstance(value, dict) and any(key in value for key in RANGE[:2])


def flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield dotted paths and values of nested tables.

    A key written with dots is a path already, and a table given to it is its whole new value; so is a range of numbers.
    """
    for key, value in table.items():
        if isinstance(value, dict) and value and "." not in key and not is_range(value):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def given_twice(table: Mapping[str, Any]) -> list[str]:
    """Return the paths to which a table gives several values, nested and in quotes."""
    counts = Counter(path for path, _ in flat(table))
    return [path for path, n in counts.items() if n > 1]


def by_path(table: Any) -> Any:
    """Return a table with its dotted paths as keys, and what is no table as it is.

    Raises
    ------
    ValueError
        If a path is given twice.
    """
    if not isinstance(table, dict):
        return table
    twice = given_twice(table)
    if twice:
        raise ValueError(f"each path may be given once; given twice: {', '.join(twice)}")
    return dict(flat(table))
