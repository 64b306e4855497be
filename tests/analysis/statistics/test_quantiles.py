"""Percentiles over blocks: exact on what can be counted by hand, and covered as they say."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.quantiles import deciles, percentiles

REPETITIONS = 400
PERCENTS = (10, 50, 95)


def estimated(values: np.ndarray, percents: tuple[int, ...] = PERCENTS) -> tuple[Estimate, ...]:
    """Percentiles of an array with one row a block, some of whose values may be missing."""
    n, size = values.shape
    rows = pl.LazyFrame({"block": np.repeat(np.arange(n), size), "value": values.ravel(), "weight": np.ones(n * size, int)})
    rows = rows.filter(pl.col("value").is_not_nan())
    halves = [rows.filter(pl.col("block") < n // 2), rows.filter(pl.col("block") >= n // 2)]
    return percentiles(halves, percents, "score", level=0.95)


def test_a_percentile_is_the_smallest_value_that_so_many_do_not_exceed() -> None:
    values = np.arange(1.0, 101.0).reshape(50, 2)
    assert [e.value for e in estimated(values)] == [10.0, 50.0, 95.0]
    assert [e.name for e in estimated(values)] == ["score.p10", "score.p50", "score.p95"]


def test_blocks_without_a_value_do_not_count() -> None:
    values = np.where(np.arange(80)[:, None] % 2, np.arange(80.0)[:, None], math.nan)
    (middle,) = estimated(values, (50,))
    (same,) = estimated(values[1::2], (50,))
    assert middle == same
    assert middle.n == 40


def test_halves_are_told_apart() -> None:
    (middle,) = estimated(np.tile([[1.0, 1.5, 2.5]], (100, 1)), (50,))
    assert (middle.low, middle.value, middle.high) == (1.5, 1.5, 1.5)


def test_too_few_blocks_leave_an_end_open() -> None:
    low, middle, high = estimated(np.random.default_rng(1).normal(size=(20, 3)))
    assert low.low == -math.inf
    assert middle.has_interval
    assert high.high == math.inf
    assert not high.has_interval


@pytest.mark.long
@pytest.mark.parametrize("kind", ["smooth", "steps", "alike", "uneven"])
def test_percentiles_are_covered(kind: str) -> None:
    """Each of the three intervals is at 95 %: by chance one of them misses more than 36 of 400 times in one of 2,000 such tests.

    Seats of a block share a part of their luck, or all of it ("alike"); scores are continuous or whole numbers; some blocks may
    hold fewer seats than others."""
    rng = np.random.default_rng(len(kind))
    truths = stats.norm.ppf([p / 100 for p in PERCENTS])
    if kind == "steps":
        truths = np.floor(3.0 * truths)
    missed = np.zeros(len(PERCENTS))
    for _ in range(REPETITIONS):
        shared, separate = rng.normal(size=(120, 1)), rng.normal(size=(120, 4))
        values = np.repeat(shared, 4, axis=1) if kind == "alike" else (shared + separate) / math.sqrt(2.0)
        if kind == "steps":
            values = np.floor(3.0 * values)
        if kind == "uneven":
            values[np.arange(4) > rng.integers(0, 4, size=(120, 1))] = math.nan
        missed += [not e.low <= truth <= e.high for e, truth in zip(estimated(values), truths, strict=True)]
    assert missed.max() <= 36


def test_intervals_are_no_wider_than_they_need_be() -> None:
    """Of a hundred intervals of a median over smooth scores between 1 and 12 miss by chance but in one of 500 such tests."""
    rng = np.random.default_rng(9)
    missed, widths = 0, []
    for _ in range(300):
        (middle,) = estimated(rng.normal(size=(200, 1)), (50,))
        missed += not middle.low <= 0.0 <= middle.high
        widths.append(middle.high - middle.low)
    assert 4 <= missed <= 30
    assert np.mean(widths) == pytest.approx(2 * 1.96 * math.sqrt(math.pi / 2 / 200), rel=0.15)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=60))
def test_deciles_are_values_of_the_nearest_rank(values: list[int]) -> None:
    counted = pl.DataFrame({"score": values}).group_by("score").agg(pl.len().alias("count")).sort("score")
    ordered = pl.Series(values)
    assert deciles(counted, "score") == tuple(ordered.quantile(q, "nearest") for q in (0.1, 0.5, 0.9))
