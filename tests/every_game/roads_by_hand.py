"""Roads followed without the code under test, for tests to compare with."""

from __future__ import annotations

from collections.abc import Sequence


def reached(roads: Sequence[int], residence: int) -> set[int]:
    """Flood fill from the residence, written without the kernels: `roads` are 20 numbers, row by row."""
    reached_cells, waiting = {residence}, [residence]
    while waiting:
        cell = waiting.pop()
        row, column = divmod(cell, 5)
        for side, (r, c) in {1: (row - 1, column), 2: (row, column + 1), 4: (row + 1, column), 8: (row, column - 1)}.items():
            there = 5 * r + c
            if not (0 <= r < 4 and 0 <= c < 5) or there in reached_cells:
                continue
            if roads[cell] & side and roads[there] & {1: 4, 2: 8, 4: 1, 8: 2}[side]:
                reached_cells.add(there)
                waiting.append(there)
    return reached_cells
