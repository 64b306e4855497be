"""The inner loops of networks, which add up rows of weights; written so that the compiler uses vector instructions.

For that reason they read the number of units from the sums: if it were a constant, the compiler would unroll the loop instead.
With four rows at a time the sums are read and written a quarter as often. Each sum still adds row after row, so the result is
the same number.
"""

from __future__ import annotations

from rajas_sim.core.engine.kernel import Floats, kernel


@kernel
def add_row(sums: Floats, weights: Floats, row: int, factor: float) -> None:
    """Add `len(sums)` weights from index `row` on, times a factor, to the sums."""
    n = len(sums)
    weights_of_row = weights[row : row + n]
    for j in range(n):
        sums[j] += weights_of_row[j] * factor


@kernel
def add_four_rows(
    sums: Floats, weights: Floats, rows: tuple[int, int, int, int], factors: tuple[float, float, float, float]
) -> None:
    """Add four rows of weights to the sums as `add_row` does, each times its own factor."""
    n = len(sums)
    first, second = weights[rows[0] : rows[0] + n], weights[rows[1] : rows[1] + n]
    third, fourth = weights[rows[2] : rows[2] + n], weights[rows[3] : rows[3] + n]
    for j in range(n):
        sums[j] = sums[j] + first[j] * factors[0] + second[j] * factors[1] + third[j] * factors[2] + fourth[j] * factors[3]
