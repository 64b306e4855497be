"""Records without an owner, and arrays that are not counted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.memory import as_record, borrow, copy_record, new_record
from rajas_sim.core.engine.records import record_type
from tests.untyped import Array, Record

NOTES = record_type([("total", np.float64), ("counts", np.int64, (3,))])
WEIGHTS = record_type([("light", np.float64), ("heavy", np.float64, (2,))])


class Pair(NamedTuple):
    numbers: Array
    records: Array


@kernel
def _count(notes: Record, numbers: Array) -> None:
    for i in range(len(numbers)):
        notes.counts[numbers[i] % 3] += 1
        notes.total += numbers[i]


@kernel
def _totals(numbers: Array, repetitions: int) -> tuple[float, float, int]:
    """Return the total counted by a record on its own, and by one that is asked for again and again."""
    notes = new_record(NOTES)
    last = 0.0
    for _ in range(repetitions):
        other = new_record(NOTES)
        _count(other, numbers)
        last = other.total
    _count(notes, numbers)
    return notes.total, last, notes.counts[2]


def test_a_new_record_is_all_zeros_each_time_and_no_other() -> None:
    assert _totals(np.array([1, 2, 5]), 4) == (8.0, 8.0, 2)
    assert _totals(np.array([1, 2, 5]), 0) == (8.0, 0.0, 2)


@kernel
def _weighed(numbers: Array, times: float) -> float:
    weights = as_record(numbers, WEIGHTS)
    weights.light += times
    return weights.light + 10.0 * weights.heavy[0] + 100.0 * weights.heavy[1]


def test_numbers_are_read_and_written_as_a_record() -> None:
    numbers = np.array([1.0, 2.0, 3.0, 9.0])
    assert _weighed(numbers, 1.0) == 322.0
    assert numbers.tolist() == [2.0, 2.0, 3.0, 9.0]


@kernel
def _add(pair: Pair, more: Array) -> float:
    pair.numbers[0] += 1
    pair.records[0].total += more[0]
    return pair.numbers.sum()


@kernel
def _add_to_borrowed(pair: Pair, more: Array) -> float:
    borrowed, more = borrow((pair, more))
    return _add(borrowed, more) + _add(borrowed, more)


def test_borrowed_arrays_are_the_same_memory() -> None:
    pair, more = Pair(np.array([1, 2]), np.zeros(1, NOTES)), np.array([0.5])
    for _ in range(100):
        _add_to_borrowed(pair, more)
    assert pair.numbers.tolist() == [201, 2]
    assert pair.records["total"].tolist() == [100.0]


@kernel
def _copied(source: Record) -> float:
    copy = new_record(WEIGHTS)
    copy_record(copy, source)
    copy.light += 1.0
    return copy.light + copy.heavy[0] + copy.heavy[1]


def test_a_copy_is_a_record_of_its_own() -> None:
    weights = np.zeros(1, WEIGHTS)
    weights["light"], weights["heavy"] = 1.0, [20.0, 300.0]
    assert _copied(weights[0]) == 322.0
    assert weights["light"] == 1.0


@kernel
def _written_to_a_field(n: int) -> int:
    notes = new_record(NOTES)
    for i in range(n):
        notes.counts[i] = i + 1
    return notes.counts.sum()


def test_nothing_that_is_written_to_an_array_of_a_new_record_is_lost() -> None:
    assert _written_to_a_field(3) == 6
