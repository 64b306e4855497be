"""Ratios of block totals of any number of named values, added up slice by slice, none of which is kept."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.reading.blocks import RatioSums
from rajas_sim.analysis.statistics.intervals import Floats


class BlockRatios:
    """Sums of values and of their weights by name; a name's ratio is the weighted mean of all rows that were added under it.

    Rows of a block may depend on each other; blocks do not. The variance is that of the linearised ratio, over the blocks that
    have any weight under the name (`rajas_sim.analysis.reading.blocks.block_ratios`). Values are added up in the order of the
    rows, so that the same run gives the same digits.
    """

    def __init__(self) -> None:
        self._sums: dict[str, RatioSums] = {}

    def add(self, name: str, block: NDArray[np.integer], values: Floats, weights: Floats | None = None) -> None:
        """Add rows: the block of each, ascending, its value, and its weight (1 if left out)."""
        heavy = np.ones(len(values)) if weights is None else weights
        _, place = np.unique(block, return_inverse=True)
        totals, whole = (np.bincount(place, by).astype(np.float64) for by in (values * heavy, heavy))
        has_any = whole > 0
        if has_any.any():
            part = RatioSums.of(totals[has_any, None], whole[has_any])
            self._sums[name] = self._sums[name] + part if name in self._sums else part

    def __contains__(self, name: str) -> bool:
        return name in self._sums

    def after(self, start: str) -> list[str]:
        """Return what follows a start in the names that have it, in the order in which they were first added."""
        return [name.removeprefix(start) for name in self._sums if name.startswith(start)]

    def weight(self, name: str) -> float:
        """Return the sum of the weights under a name; 0 if nothing was added."""
        return self._sums[name].weights if name in self._sums else 0.0

    def moments(self, names: Sequence[str]) -> pl.DataFrame:
        """Return mean, variance (of one block: ``variance / n`` is that of the mean) and n of each name, one row a name."""
        return pl.concat([self._sums[name].moments() for name in names])
