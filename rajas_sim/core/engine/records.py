"""Flat records: how states and rules are laid out in memory, copied, compared and written as text."""

# ruff: noqa: ANN401 - records of any layout

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: The field that fills a record up to a multiple of 8 bytes.
PADDING = "padding"


def record_type(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return a structured dtype whose scalars are `np.record`, padded to a multiple of 8 bytes.

    Kernels then use the same attribute access compiled and uncompiled, and a whole record can be copied as 64-bit integers.
    """
    size = np.dtype(fields).itemsize
    padding = -size % 8
    if padding:
        fields = [*fields, (PADDING, np.uint8, (padding,))]
    return np.dtype((np.record, fields))


def as_longs(states: NDArray[Any]) -> NDArray[np.uint64]:
    """Return `states` (n,) seen as 64-bit integers, shape (n, itemsize / 8), sharing memory."""
    return states.view(np.uint64).reshape(len(states), -1)


def copied(states: NDArray[Any]) -> NDArray[Any]:
    """Return a writable copy of `states` (n,), made of their bytes, since NumPy copies nested records field by field."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def to_plain(value: Any) -> Any:
    """Return a record, array or scalar as nested dicts, lists and Python numbers (padding left out)."""
    if isinstance(value, (np.void, np.record)):
        return {name: to_plain(value[name]) for name in fields_of(value.dtype)}
    if isinstance(value, np.ndarray):
        return [to_plain(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value


def fill(target: Any, value: Any) -> None:
    """Write nested dicts and lists made by `to_plain` into a record; what is not named stays as it is."""
    for name, item in value.items():
        field = target[name]
        if isinstance(item, dict):
            fill(field, item)
        elif isinstance(item, list) and item and isinstance(item[0], dict):
            for i, part in enumerate(item):
                fill(field[i], part)
        else:
            target[name] = item


def fields_of(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """Return the names of a record's fields, the padding left out."""
    return tuple(name for name in dtype.names or () if name != PADDING)
