"""Flat records: how states and rules are laid out in memory, copied, compared and written as text."""

# ruff: noqa: ANN401 - records of any layout

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

# The types of fields: the type that kernels compute with, and its width in memory.
Int8 = Annotated[int, np.int8]
Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
Int64 = Annotated[int, np.int64]
UInt8 = Annotated[int, np.uint8]
UInt16 = Annotated[int, np.uint16]
UInt32 = Annotated[int, np.uint32]
UInt64 = Annotated[int, np.uint64]
Float32 = Annotated[float, np.float32]
Float64 = Annotated[float, np.float64]
Bool = Annotated[bool, np.bool_]
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


@cache
def layout_of(record: type, **game_types: tuple[Any, ...]) -> np.dtype[Any]:
    """Return the layout of a record, given the protocol that names its fields and says how each lies in memory.

    A number has one of the types above, an array is ``Annotated[Array1[Int8], length]``, an inner record has its own protocol.

    Parameters
    ----------
    game_types
        What differs from game to game: dtype, and shape of an array, of fields such as ``Annotated[Options, "codes"]``.
    """
    return record_type(
        [(name, *_dtype_and_shape(hint, game_types)) for name, hint in get_type_hints(record, include_extras=True).items()]
    )


def _dtype_and_shape(hint: Any, game_types: Mapping[str, tuple[Any, ...]]) -> tuple[Any, ...]:
    """Return the dtype of a field, and its shape if it is an array."""
    if get_origin(hint) is not Annotated:
        return (layout_of(hint),)
    field_type, *details = get_args(hint)
    if isinstance(details[0], str):
        return game_types[details[0]]
    item_types = get_args(field_type)
    return (*_dtype_and_shape(item_types[0], game_types), tuple(details)) if item_types else (details[0],)


def as_longs(states: NDArray[Any]) -> NDArray[np.uint64]:
    """Return `states` (n,) seen as 64-bit integers, shape (n, itemsize / 8), sharing memory."""
    return states.view(np.uint64).reshape(len(states), -1)


def writable_copy(states: NDArray[Any]) -> NDArray[Any]:
    """Return a writable copy of `states` (n,); it copies bytes, since NumPy copies nested records field by field."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def to_plain(value: Any) -> Any:
    """Return a record, array or scalar as nested dicts, lists and Python numbers (padding left out)."""
    if isinstance(value, (np.void, np.record)):
        return {name: to_plain(value[name]) for name in field_names(value.dtype)}
    if isinstance(value, np.ndarray):
        return [to_plain(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value


def fill(target: Any, plain: Any) -> None:
    """Write nested dicts and lists made by `to_plain` into a record; fields that are not named keep their values."""
    for name, plain_field in plain.items():
        field = target[name]
        if isinstance(plain_field, dict):
            fill(field, plain_field)
        elif isinstance(plain_field, list) and plain_field and isinstance(plain_field[0], dict):
            for i, inner_plain in enumerate(plain_field):
                fill(field[i], inner_plain)
        else:
            target[name] = plain_field


def field_names(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """Return the names of a record's fields, the padding left out."""
    return tuple(name for name in dtype.names or () if name != PADDING)
