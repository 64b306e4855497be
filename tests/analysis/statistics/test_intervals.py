"""Coverage of each interval, by simulation.

Every test draws 2,000 samples with a fixed seed and compares the share of intervals that hold the truth with
a stated band. The bands leave at least 3.3 standard errors (0.0049 at 95 %) to the coverage the interval
truly has, so that a right implementation with another seed would fail a test less than once in a thousand
times."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl
import pytest

from rajas_sim.analysis.reading.blocks import (
    block_means,
    block_ratios,
    block_totals,
    column_moments,
    count_moments,
    ratio_moments,
    value_counts,
)
from rajas_sim.analysis.statistics.intervals import mean_interval, share_interval
from tests.untyped import Array

REPETITIONS = 2000
LEVEL = 0.95
AT_LEAST_LEVEL = (0.933, 1.0)
EXACT = (0.933, 0.967)


def coverage(low: Array, high: Array, truth: float) -> float:
    return float(np.mean((low <= truth) & (truth <= high)))


def covers(values: Array, truth: float, interval: Callable[..., Array] = share_interval) -> float:
    low, high = interval(values.mean(axis=1), values.var(axis=1, ddof=1), values.shape[1], level=LEVEL)
    return coverage(low, high, truth)


def within(value: float, band: tuple[float, float]) -> bool:
    return band[0] <= value <= band[1]


@pytest.mark.parametrize(("n", "p"), [(20, 0.25), (100, 0.25), (400, 0.5), (400, 0.05), (2000, 1 / 3)])
def test_shares_of_single_games_are_covered(n: int, p: float) -> None:
    values = (np.random.default_rng(n).random((REPETITIONS, n)) < p).astype(float)
    assert within(covers(values, p), AT_LEAST_LEVEL)


@pytest.mark.parametrize("n", [5, 20, 400])
def test_shares_with_tied_wins_are_covered(n: int) -> None:
    rng = np.random.default_rng(n)
    tied = rng.random((REPETITIONS, n)) < 0.1
    values = np.where(tied, 0.5, rng.random((REPETITIONS, n)) < 0.5)
    assert within(covers(values, 0.5), AT_LEAST_LEVEL)


@pytest.mark.parametrize("same_luck", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("n", [20, 400])
def test_shares_over_rotations_that_share_their_luck_are_covered(n: int, same_luck: float) -> None:
    rng = np.random.default_rng(n)
    shared = rng.random((REPETITIONS, n)) < 0.25
    single = (rng.random((REPETITIONS, n, 4)) < 0.25).mean(axis=2)
    values = np.where(rng.random((REPETITIONS, n)) < same_luck, shared, single)
    assert within(covers(values, 0.25), AT_LEAST_LEVEL)


@pytest.mark.parametrize("n", [5, 20, 100, 400])
@pytest.mark.parametrize("rare", [0.01, 0.05])
def test_blocks_that_nearly_always_agree_do_not_give_false_certainty(n: int, rare: float) -> None:
    values = np.where(np.random.default_rng(n).random((REPETITIONS, n)) < rare, 1.0, 0.5)
    assert within(covers(values, 0.5 + rare / 2), AT_LEAST_LEVEL)


def test_an_interval_of_shares_is_never_without_width_and_stays_within_0_and_1() -> None:
    low, high = share_interval([0.0, 1.0, 0.5, 0.25], [0.0, 0.0, 0.0, np.nan], [3, 400, 50, 1], level=LEVEL)
    assert (low >= 0).all()
    assert (high <= 1).all()
    assert (high - low > 0.005).all()


def test_one_game_a_block_gives_nearly_the_exact_binomial_interval() -> None:
    """A textbook value of Clopper and Pearson's interval: 81 of 263, 0.2527 to 0.3676 (Newcombe 1998, table I)."""
    p = 81 / 263
    low, high = share_interval(p, p * (1 - p) * 263 / 262, 263, level=LEVEL)
    assert low == pytest.approx(0.2527, abs=0.001)
    assert high == pytest.approx(0.3676, abs=0.001)


@pytest.mark.parametrize("p", [0.001, 0.005, 0.01, 0.02, 0.99])
@pytest.mark.parametrize("n", [50, 200, 1000])
@pytest.mark.parametrize("same_luck", [0.0, 0.5, 1.0])
def test_shares_near_0_and_1_are_covered(p: float, n: int, same_luck: float) -> None:
    """Blocks of four games, some with the same luck; score intervals hold 0.5 % in 88 to 92 % of such runs."""
    rng = np.random.default_rng([int(1000 * p), n])
    single = rng.binomial(4, p, (REPETITIONS, n)) / 4
    values = np.where(rng.random((REPETITIONS, n)) < same_luck, rng.random((REPETITIONS, n)) < p, single)
    assert within(covers(values, p), AT_LEAST_LEVEL)


@pytest.mark.parametrize("players", [3, 4])
def test_bonferroni_intervals_of_all_positions_hold_together(players: int) -> None:
    rng = np.random.default_rng(players)
    truth = np.array([0.4, 0.2, 0.2, 0.2][:players]) / sum([0.4, 0.2, 0.2, 0.2][:players])
    games = rng.multinomial(1, truth, (REPETITIONS, 200, players))
    blocks = games.mean(axis=2)
    low, high = share_interval(blocks.mean(axis=1), blocks.var(axis=1, ddof=1), 200, level=LEVEL, comparisons=players)
    held = ((low <= truth) & (truth <= high)).all(axis=1).mean()
    assert within(float(held), AT_LEAST_LEVEL)


@pytest.mark.parametrize("n", [2, 5, 100])
def test_means_are_covered(n: int) -> None:
    values = np.random.default_rng(n).normal(9.0, 2.0, (REPETITIONS, n))
    assert within(covers(values, 9.0, mean_interval), EXACT)


def test_means_of_skewed_values_are_covered_with_a_hundred_blocks() -> None:
    values = np.random.default_rng(1).poisson(0.5, (REPETITIONS, 100)).astype(float)
    assert within(covers(values, 0.5, mean_interval), (0.925, 0.967))


def test_a_single_block_gives_no_interval_of_a_mean() -> None:
    low, high = mean_interval([4.0], [np.nan], [1], level=LEVEL)
    assert np.isnan(low).all()
    assert np.isnan(high).all()


def test_ratios_of_block_totals_are_covered() -> None:
    """The mean of a fame value over the games that reached a round, 60 blocks of 4 games."""
    rng = np.random.default_rng(8)
    reached = rng.binomial(4, 0.3, (REPETITIONS, 60))
    luck = rng.normal(0.0, 2.0, (REPETITIONS, 60))
    total = reached * (20.0 + luck) + rng.normal(0.0, 3.0, reached.shape) * np.sqrt(reached)
    frame = pl.LazyFrame(
        {
            "sample": np.repeat(np.arange(REPETITIONS), 60),
            "total": total.ravel(),
            "games": reached.ravel(),
        }
    )
    ratios = ratio_moments(block_ratios([frame], ["sample"], ["total"], "games"), "total")
    low, high = mean_interval(ratios["mean"], ratios["variance"], ratios["n"], level=LEVEL)
    assert within(coverage(low, high, 20.0), (0.925, 0.967))


def test_block_totals_count_blocks_without_a_row_as_zero() -> None:
    counts = np.random.default_rng(5).poisson(0.4, 50)
    frame = pl.LazyFrame({"space": ["yogi"] * counts.sum(), "block": np.repeat(np.arange(50), counts)})
    row = block_totals([frame], ["space"], n_blocks=50, divisor=2).row(0, named=True)
    assert row["mean"] == pytest.approx((counts / 2).mean())
    assert row["variance"] == pytest.approx((counts / 2).var(ddof=1))
    assert row["n"] == 50


def test_block_means_weigh_blocks_and_not_rows() -> None:
    frame = pl.LazyFrame({"block": [0, 0, 0, 1], "position": [1, 1, 1, 1], "win_share": [1.0, 1.0, 1.0, 0.0]})
    row = block_means([frame], ["position"], pl.col("win_share")).row(0, named=True)
    assert (row["mean"], row["variance"], row["n"]) == (0.5, 0.5, 2)


def test_slices_give_what_the_whole_gives() -> None:
    """In the last slice, no block has a row of one group."""
    rng = np.random.default_rng(9)
    block = np.repeat(np.arange(60), 5)
    group = np.where(block < 40, rng.integers(0, 3, 300), rng.integers(0, 2, 300))
    frame = pl.LazyFrame({"block": block, "group": group, "value": rng.integers(0, 20, 300), "games": rng.integers(0, 3, 300)})
    slices = [frame.filter(pl.col("block").is_between(first, first + 19)) for first in (0, 20, 40)]

    def results(rows: Sequence[pl.LazyFrame]) -> list[pl.DataFrame]:
        totals = [part.group_by("group", "block").agg(pl.col("value", "games").sum()) for part in rows]
        return [
            block_means(rows, ["group"], pl.col("value")),
            block_totals(rows, ["group"], n_blocks=60, divisor=5),
            block_ratios(totals, ["group"], ["value"], "games"),
            value_counts(rows, "value", ["group"]),
            column_moments(rows, ["value", "games"]),
        ]

    for whole, sliced in zip(results([frame]), results(slices), strict=True):
        assert whole.equals(sliced)


def test_billions_of_rows_do_not_overflow() -> None:
    """Their number squared does not fit into 64 bits."""
    counts = np.tile([999_000, 1_001_000], 2000)
    frame = pl.LazyFrame({"space": ["yogi"] * 4000, "block": np.arange(4000), "count": counts})
    row = count_moments([frame], ["space"], n_blocks=4000, divisor=10).row(0, named=True)
    assert row["mean"] == pytest.approx(100_000.0)
    assert row["variance"] == pytest.approx((counts / 10).var(ddof=1))
