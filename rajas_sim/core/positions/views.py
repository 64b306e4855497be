"""Reading flat records: fields become Python numbers, 64-bit arrays or views of inner records; and what players see of them."""

# ruff: noqa: ANN401 - records of any layout

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rajas_sim.core.engine.records import PADDING, field_names, to_plain
from rajas_sim.core.errors import did_you_mean


def read_field(record: Any, name: str, owner: str, known_names: Callable[[], Sequence[str]] | None = None) -> Any:
    """Return a field of a flat record in a form for people.

    Parameters
    ----------
    owner
        What the field belongs to, for the message about a field that does not exist.
    known_names
        Returns the names to suggest in that message; by default those of the fields.

    Returns
    -------
    int, float, array, RecordView or tuple of RecordView
        A number becomes a Python number; a row of numbers a read-only copy with 64 bits each; a record a `RecordView`; a row
        of records a tuple of views.

    Raises
    ------
    AttributeError
        If the record has no such field; the message suggests the nearest ones.
    """
    if name not in record.dtype.names or name == PADDING:
        names = known_names() if known_names else field_names(record.dtype)
        raise AttributeError(f"{owner} has no {name!r}{did_you_mean(name, names) or '.'} It has: {', '.join(names)}")
    value = record[name]
    if isinstance(value, np.void):
        return RecordView(value, name)
    if isinstance(value, np.ndarray):
        if value.dtype.names:
            return tuple(RecordView(item, name.removesuffix("s")) for item in value)
        numbers = value.astype(np.int64 if value.dtype.kind in "iu" else np.float64)
        numbers.flags.writeable = False
        return numbers
    return value.item()


class RecordView:
    """A part of a position, such as a seat: read-only, with its fields as attributes.

    Attributes
    ----------
    record
        The flat record itself, with the narrow integers of its layout, as kernels take it.
    """

    __slots__ = ("_name", "record")

    record: Any

    def __init__(self, record: Any, name: str) -> None:
        object.__setattr__(self, "record", record)
        object.__setattr__(self, "_name", name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in RecordView.__slots__:
            raise AttributeError(name)
        return read_field(self.record, name, f"a {self._name}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a position never changes; play an option to get another one")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RecordView):
            return NotImplemented
        return bool(self.record.dtype == other.record.dtype and self.record.tobytes() == other.record.tobytes())

    def __hash__(self) -> int:
        return hash(self.record.tobytes())

    def __dir__(self) -> list[str]:
        return [*field_names(self.record.dtype), "record"]

    def __reduce__(self) -> tuple[Any, ...]:
        return _part_of, (self.record.dtype, self.record.tobytes(), self._name)

    def __copy__(self) -> RecordView:
        return self

    def __deepcopy__(self, memo: Any) -> RecordView:
        return self

    def __repr__(self) -> str:
        return f"<{self._name}: {to_plain(self.record)}>"


def _part_of(dtype: np.dtype[Any], content: bytes, name: str) -> RecordView:
    return RecordView(np.frombuffer(content, dtype)[0], name)


@dataclass(frozen=True)
class Observed:
    """How the record of a position becomes numbers that players may see (rajas_sim.learning).

    Fields are named by their path in the layout, ``seats.money`` for the field `money` of every seat.

    Attributes
    ----------
    unseen_fields
        Fields that nobody sees, and counters that say nothing about what may happen.
    seat_numbers
        Fields that hold a seat, and the number that stands for the first seat; lower numbers mean no seat.
    bit_sets
        Fields that are bit sets, and how many bits of each are used.
    explaining_files
        Files whose comments explain the fields: the file that lays out ``STATE`` first, then those of the records inside it.
    """

    unseen_fields: Collection[str]
    seat_numbers: Mapping[str, int]
    bit_sets: Mapping[str, int]
    explaining_files: tuple[Path, ...]
