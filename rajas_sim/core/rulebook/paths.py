"""Dotted paths into nested tables and lists, as a TOML file has them."""

# ruff: noqa: ANN401 - values of TOML

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

#: Stands in place of a seat number for the last player, however many play.
LAST = "last"


class NoSuchPathError(LookupError):
    """A path leads nowhere.

    Attributes
    ----------
    path, value
        The part of the path after which it cannot go on, and the value there; None if there is no value.
    """

    def __init__(self, path: Sequence[str], value: Any) -> None:
        super().__init__(".".join(path))
        self.path, self.value = ".".join(path), value


def set_at(
    document: Any, path: Sequence[str], value: Any, *, may_add: Callable[[Mapping[str, Any], str], bool] | None = None
) -> None:
    """Set the value at a path, in place.

    Parameters
    ----------
    path
        Keys of tables, and positions in lists, counted from 1.
    may_add
        Whether a key may be added to a table that lacks it; the table itself must exist. Left out: any key is added, and missing
        tables are created.

    Raises
    ------
    NoSuchPathError
        If the path does not exist.
    """
    container = document
    *parent_keys, last_key = path
    for i, key in enumerate(parent_keys, 1):
        if may_add is None and isinstance(container, dict):
            container.setdefault(key, {})
        container = _child(container, key)
        if not isinstance(container, dict | list):
            raise NoSuchPathError(path[:i], container)
    if isinstance(container, dict) and (last_key in container or may_add is None or may_add(container, last_key)):
        container[last_key] = value
    elif isinstance(container, list) and _child(container, last_key) is not None:
        container[int(last_key) - 1] = value
    else:
        raise NoSuchPathError(parent_keys, container)


def value_at(document: Any, path: Sequence[str]) -> Any:
    """Return the value at a path; None if there is none."""
    for key in path:
        document = _child(document, key)
    return document


def _child(value: Any, key: str) -> Any:
    """Return the value at a key of a table or a position in a list, counted from 1; None if there is none."""
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, list) and key.isdecimal() and 1 <= int(key) <= len(value):
        return value[int(key) - 1]
    return None
