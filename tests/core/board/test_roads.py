"""Roads on square cells, against a slow and obvious twin that thinks in sets of sides."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rajas_sim.core.board import (
    ALL_ROADS,
    SHAPES,
    SIDE_NAMES,
    facing_roads,
    is_new_rotation,
    neighbour,
    reached_cells,
    rotated,
)

COLUMNS, ROWS = 5, 4
STEPS = {"top": (-1, 0), "right": (0, 1), "bottom": (1, 0), "left": (0, -1)}
OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
GRIDS = st.lists(st.integers(0, ALL_ROADS), min_size=COLUMNS * ROWS, max_size=COLUMNS * ROWS)


def sides(roads: int) -> set[str]:
    return {name for bit, name in enumerate(SIDE_NAMES) if roads >> bit & 1}


def turned(names: set[str], quarter_turns: int) -> set[str]:
    return {SIDE_NAMES[(SIDE_NAMES.index(name) + quarter_turns) % 4] for name in names}


def beside(cell: int, side: str) -> int | None:
    row, column = cell // COLUMNS + STEPS[side][0], cell % COLUMNS + STEPS[side][1]
    return row * COLUMNS + column if 0 <= row < ROWS and 0 <= column < COLUMNS else None


def connected(grid: list[int], start: int) -> set[int]:
    reached, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        for side in sides(grid[cell]):
            there = beside(cell, side)
            if there is not None and there not in reached and OPPOSITE[side] in sides(grid[there]):
                reached.add(there)
                waiting.append(there)
    return reached


@pytest.mark.parametrize("roads", range(16))
@pytest.mark.parametrize("quarter_turns", range(4))
def test_turning_clockwise_moves_every_road_to_the_next_side(roads: int, quarter_turns: int) -> None:
    assert sides(rotated(roads, quarter_turns)) == turned(sides(roads), quarter_turns)


@pytest.mark.parametrize(("shape", "n"), [("dead_end", 4), ("straight", 2), ("bend", 4), ("fork", 4), ("crossroad", 1)])
def test_each_shape_has_its_number_of_different_rotations(shape: str, n: int) -> None:
    new = [t for t in range(4) if is_new_rotation(SHAPES[shape], t)]
    assert len(new) == n
    assert len({int(rotated(SHAPES[shape], t)) for t in new}) == n


def test_shapes_have_the_roads_their_names_say() -> None:
    n_roads = {name: len(sides(roads)) for name, roads in SHAPES.items()}
    assert n_roads == {"dead_end": 1, "straight": 2, "bend": 2, "fork": 3, "crossroad": 4}
    assert sides(SHAPES["straight"]) == {"top", "bottom"}


@pytest.mark.parametrize("cell", range(COLUMNS * ROWS))
def test_neighbours_lie_beside_each_other_and_none_beyond_the_border(cell: int) -> None:
    for number, side in enumerate(SIDE_NAMES):
        expected = beside(cell, side)
        assert neighbour(cell, number, COLUMNS, ROWS) == (-1 if expected is None else expected)


@settings(deadline=None)
@given(GRIDS, st.integers(0, COLUMNS * ROWS - 1))
def test_a_road_passes_where_both_cells_have_one(grid: list[int], start: int) -> None:
    bits = int(reached_cells(np.array(grid, np.int8), start, COLUMNS, ROWS, -1, 0))
    assert {cell for cell in range(COLUMNS * ROWS) if bits >> cell & 1} == connected(grid, start)


@settings(deadline=None)
@given(GRIDS, st.integers(0, COLUMNS * ROWS - 1))
def test_a_cell_faces_the_roads_that_end_at_it(grid: list[int], cell: int) -> None:
    expected = set()
    for side in SIDE_NAMES:
        there = beside(cell, side)
        if there is not None and OPPOSITE[side] in sides(grid[there]):
            expected.add(side)
    assert sides(facing_roads(np.array(grid, np.int8), cell, COLUMNS, ROWS)) == expected
