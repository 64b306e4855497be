"""Flat records: padding, 64-bit integers and the way through plain numbers."""

from __future__ import annotations

import json

import numpy as np

from rajas_sim.core.engine.records import as_longs, fill, record_type, to_plain
from tests.untyped import Array

INNER = record_type([("a", np.int8), ("b", np.int16, (3,))])
OUTER = record_type([("x", np.int64), ("small", np.int8), ("parts", INNER, (2,)), ("grid", np.int8, (2, 2))])


def filled() -> Array:
    array = np.zeros(1, OUTER)
    one = array[0]
    one.x = 2**62
    one.small = -1
    one.parts[0].a = 5
    one.parts[1].b[2] = -7
    one.grid[1, 0] = 3
    return array


def test_a_record_is_padded_to_whole_64_bit_integers() -> None:
    assert INNER.itemsize % 8 == 0
    assert OUTER.itemsize % 8 == 0
    assert record_type([("x", np.int64)]).itemsize == 8


def test_fields_are_attributes_of_nested_records() -> None:
    one = filled()[0]
    assert (one.parts[0].a, one.parts[1].b[2], one.grid[1, 0]) == (5, -7, 3)


def test_long_integers_share_memory_with_the_records() -> None:
    array = filled()
    copied = np.zeros(1, OUTER)
    as_longs(copied)[:] = as_longs(array)
    assert copied.tobytes() == array.tobytes()
    assert np.shares_memory(as_longs(array), array)
    assert as_longs(array).shape == (1, OUTER.itemsize // 8)


def test_plain_numbers_go_through_json_and_come_back() -> None:
    array = filled()
    plain = json.loads(json.dumps(to_plain(array[0])))
    again = np.zeros(1, OUTER)
    fill(again[0], plain)
    assert again.tobytes() == array.tobytes()


def test_plain_numbers_leave_the_padding_out() -> None:
    assert "padding" not in json.dumps(to_plain(filled()[0]))


def test_what_is_not_named_stays_as_it_is() -> None:
    array = filled()
    fill(array[0], {"small": 4, "parts": [{"a": 9}]})
    assert (array[0].small, array[0].x, array[0].parts[0].a, array[0].parts[1].b[2]) == (4, 2**62, 9, -7)
