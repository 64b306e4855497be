"""Adding up rows of weights: the inner loops of networks, written so that the compiler uses vector instructions.

For that the number of units is read from the sums and not a constant: of a constant the compiler unrolls the loop instead.
Four rows at a time read and write the sums a quarter as often; each sum still adds row after row, so it is the same number.
"""

from __future__ import annotations

from rajas_sim.core.engine.kernel import Floats, kernel


@kernel
def add_row(sums: Floats, weights: Floats, row: int, factor: float) -> None:
    """Add the weights from `row` on, times a factor, to the sums."""
    n = len(sums)
    weights_of_row = weights[row : row + n]
    for j in range(n):
        sums[j] += weights_of_row[j] * factor


@kernel
def add_four_rows(
    sums: Floats, weights: Floats, rows: tuple[int, int, int, int], factors: tuple[float, float, float, float]
) -> None:
    """Add the weights from each of four rows on, times its factor, to the sums."""
    n = len(sums)
    first, second = weights[rows[0] : rows[0] + n], weights[rows[1] : rows[1] + n]
    third, fourth = weights[rows[2] : rows[2] + n], weights[rows[3] : rows[3] + n]
    for j in range(n):
        sums[j] = sums[j] + first[j] * factors[0] + second[j] * factors[1] + third[j] * factors[2] + fourth[j] * factors[3]
