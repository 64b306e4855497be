"""Mean and variance of block values that come slice by slice; no slice is kept.

Values are added up block by block, so that the size of the slices does not matter. The variance needs no second pass: it is
summed up about the very first value (shifted data: Chan, Golub and LeVeque 1983, The American Statistician 37).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.statistics.intervals import Floats

FEWEST_PER_ORDER = 5
"""With fewer blocks of some cyclic order, its variance is too uncertain; the variance between orders is then left in, which is
cautious."""


def running_sums(start: Floats, rows: Floats) -> Floats:
    """Return running sums: the start, and then the sum after each row."""
    return np.cumsum(np.concatenate([start[None], rows]), axis=0)


class _Sums:
    """Sums of the block values of one cyclic order, or of all blocks; one number per column each.

    Beside the values themselves, their distances from `pivot` and the squares of these are summed up.
    """

    def __init__(self, pivot: Floats) -> None:
        self.pivot = pivot
        self.n = 0
        self.total, self.distances, self.squared_distances = np.zeros((3, len(pivot)))

    def add(self, rows: Floats) -> None:
        distances = rows - self.pivot
        self.distances = running_sums(self.distances, distances)[-1]
        self.squared_distances = running_sums(self.squared_distances, distances**2)[-1]
        self.total = running_sums(self.total, rows)[-1]
        self.n += len(rows)

    @property
    def mean(self) -> Floats:
        return self.total / self.n

    @property
    def spread(self) -> Floats:
        return self._squared_deviations / self.n

    @property
    def variance(self) -> Floats:
        return self._squared_deviations / (self.n - 1)

    @property
    def _squared_deviations(self) -> Floats:
        return np.maximum(self.squared_distances - self.distances**2 / self.n, 0.0)


class BlockMoments:
    """Mean and variance of block values that are added slice by slice, in the order of the blocks.

    They equal those of `rajas_sim.analysis.reading.blocks.matrix_moments`, where cyclic orders take turns from block to block.

    Parameters
    ----------
    n_orders
        How many orders take turns; 1 for none.
    """

    def __init__(self, n_orders: int = 1) -> None:
        self._n_orders = n_orders
        self._all: _Sums | None = None
        self._of_orders: list[_Sums] = []

    def add(self, values: Floats, blocks: NDArray[np.integer]) -> None:
        """Add values: one row per block, one column per value, and the number of the block of each row, ascending."""
        if not len(values):
            return
        if self._all is None:
            self._all = _Sums(values[0])
            self._of_orders = [_Sums(values[0]) for _ in range(self._n_orders if self._n_orders > 1 else 0)]
        self._all.add(values)
        for order, sums in enumerate(self._of_orders):
            sums.add(values[blocks % self._n_orders == order])

    @property
    def n(self) -> int:
        """Number of blocks."""
        return self._all.n if self._all is not None else 0

    @property
    def mean_of_blocks(self) -> Floats:
        """The mean over all blocks as they come, whatever their orders."""
        return self._all_sums.mean

    @property
    def _all_sums(self) -> _Sums:
        if self._all is None:
            raise ValueError("no block values were added")
        return self._all

    @property
    def _strata(self) -> Sequence[_Sums]:
        """The sums of each cyclic order; if there is one order only, or some order has no block, those of all blocks."""
        return self._of_orders if self._of_orders and all(sums.n for sums in self._of_orders) else [self._all_sums]

    @property
    def _variance(self) -> Floats:
        """The variance of the mean times the number of blocks, one number per column; not-a-number for a single block."""
        n, strata = self.n, self._strata
        if n == 1:
            return np.full(len(self._all_sums.pivot), np.nan)
        if len(strata) == 1 or min(sums.n for sums in strata) < FEWEST_PER_ORDER:
            return self._all_sums.variance
        within: Floats = n / len(strata) ** 2 * np.sum([sums.variance / sums.n for sums in strata], axis=0)
        return within

    def table(self) -> pl.DataFrame:
        """Return mean, variance, spread (mean squared deviation of all blocks) and n, one row per column of values."""
        mean = np.mean([sums.mean for sums in self._strata], axis=0)
        n = np.full(len(mean), self.n)
        return pl.DataFrame({"mean": mean, "variance": self._variance, "spread": self._all_sums.spread, "n": n})
