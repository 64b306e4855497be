"""Mean and variance of block values that come slice by slice."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from rajas_sim.analysis.reading.blocks import matrix_moments
from rajas_sim.analysis.reading.moments import BlockMoments
from rajas_sim.analysis.statistics.intervals import Floats


def table_of(values: Floats, n_orders: int, cuts: tuple[int, ...] = ()) -> pl.DataFrame:
    moments, blocks = BlockMoments(n_orders), np.arange(len(values))
    for rows, numbers in zip(np.split(values, cuts), np.split(blocks, cuts), strict=True):
        moments.add(rows, numbers)
    return moments.table()


@pytest.mark.parametrize("n_orders", [1, 2, 6])
@pytest.mark.parametrize("n", [2, 5, 29, 31, 1000])
def test_they_are_those_of_all_values_at_once(n_orders: int, n: int) -> None:
    values = np.random.default_rng([n_orders, n]).random((n, 3)) * [1.0, 1e-3, 1.0]
    computed, expected = table_of(values, n_orders), matrix_moments(values, n_orders)
    for column in ("mean", "variance", "spread", "n"):
        np.testing.assert_allclose(computed[column], expected[column], rtol=1e-12)


@pytest.mark.parametrize("n_orders", [1, 6])
def test_the_size_of_the_slices_does_not_change_a_digit(n_orders: int) -> None:
    values = np.random.default_rng(n_orders).random((500, 2))
    whole = table_of(values, n_orders)
    assert table_of(values, n_orders, (1, 2, 200, 200, 499)).equals(whole)
    assert table_of(values[:, :1], n_orders, (130, 131)).equals(table_of(values[:, :1], n_orders))


def test_values_far_from_zero_lose_no_digits() -> None:
    values = 1e6 + np.random.default_rng(3).random((100_000, 1))
    assert table_of(values, 1, (77,))["variance"].item() == pytest.approx(values.var(ddof=1), rel=1e-9)


def test_equal_values_have_no_variance() -> None:
    assert table_of(np.full((1001, 1), 1 / 3), 1)["variance"].item() == 0.0


def test_one_block_has_no_variance_that_is_known() -> None:
    (row,) = table_of(np.array([[0.25]]), 1).iter_rows(named=True)
    assert row["mean"] == 0.25
    assert np.isnan(row["variance"])


def test_without_values_there_are_none() -> None:
    with pytest.raises(ValueError, match="no block values"):
        BlockMoments().table()
