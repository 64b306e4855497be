"""Shares are means over the cyclic orders that take turns, and their intervals hold within orders."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rajas_sim.analysis.reading.blocks import block_means, matrix_moments, moments_over_orders
from rajas_sim.analysis.reading.run import load_run
from rajas_sim.analysis.statistics.intervals import share_interval
from rajas_sim.analysis.winning.seats import seat_advantage, seat_groups
from rajas_sim.analysis.winning.strategies import strategy_strength
from tests.analysis.synthetic_run import Recipe, change_manifest, write_run

REPETITIONS = 2000
FOUR = ("a", "b", "c", "d")


def test_orders_weigh_alike_however_many_blocks_each_has() -> None:
    mean, _ = moments_over_orders(np.array([[1.0], [0.0], [1.0]]), np.arange(3), 2)
    assert mean == [0.5]


def test_what_orders_differ_by_is_no_luck() -> None:
    values = np.tile([0.2, 0.8], 50)[:, None]
    assert matrix_moments(values, 2)["variance"].item() == pytest.approx(0.0)
    assert matrix_moments(values)["variance"].item() == pytest.approx(0.09 * 100 / 99)


@pytest.mark.parametrize("n", [1, 3, 9])
def test_few_blocks_of_an_order_keep_the_cautious_variance(n: int) -> None:
    values = np.random.default_rng(n).random((n, 2))
    mean, variance = moments_over_orders(values, np.arange(n), 2)
    expected = values.var(axis=0, ddof=1) if n > 1 else [np.nan, np.nan]
    np.testing.assert_array_equal(variance, expected)
    assert np.isfinite(mean).all()


def test_tables_and_matrices_have_the_same_moments() -> None:
    values = np.random.default_rng(1).random(61).round(6)
    frame = pl.LazyFrame({"block": np.arange(61), "who": ["a"] * 61, "share": values})
    in_table = block_means([frame], ["who"], pl.col("share"), 6).select("mean", "variance").row(0)
    assert in_table == pytest.approx(matrix_moments(values[:, None], 6).select("mean", "variance").row(0), rel=1e-12)


@pytest.mark.parametrize(("n_orders", "n"), [(2, 100), (6, 200), (24, 130), (24, 480)])
def test_shares_over_alternating_orders_are_covered(n_orders: int, n: int) -> None:
    """Fails by chance with fewer than one seed in a thousand: 0.933 is 3.3 standard errors below 95 %."""
    rng = np.random.default_rng([n_orders, n])
    chances = np.linspace(0.3, 0.7, n_orders)
    wins = rng.random((4, n, REPETITIONS)) < np.resize(chances, n)[:, None]
    mean, variance = moments_over_orders(wins.mean(axis=0), np.arange(n), n_orders)
    low, high = share_interval(mean, variance, n, level=0.95)
    assert 0.933 <= np.mean((low <= 0.5) & (high >= 0.5)) <= 0.975
    pooled = share_interval(mean, wins.mean(axis=0).var(axis=0, ddof=1), n, level=0.95)
    assert (high - low).mean() < 0.97 * (pooled[1] - pooled[0]).mean()


def test_a_share_is_the_mean_over_the_orders_round_the_table(tmp_path: Path) -> None:
    recipe = Recipe(FOUR, players=(4,), blocks=60, worth={"a": 1.0, "d": -0.5})
    strength = strategy_strength(load_run(write_run(tmp_path / "run", recipe)), 4)
    assert strength is not None
    assert len(strength.by_order) == 6
    assert all(order[0] == "a" and set(order) == set(FOUR) for order in strength.by_order)
    for label in FOUR:
        of_orders = [shares[label].value for shares in strength.by_order.values()]
        assert strength.shares[label].value == pytest.approx(np.mean(of_orders))


@pytest.mark.parametrize(("luck", "effect"), [(0.0, 1.0), (0.2, 1.6)])
def test_games_that_share_their_luck_count_for_less(tmp_path: Path, luck: float, effect: float) -> None:
    """In the blocks that share their luck all four rotations have one winner: 1 + 3 x 0.2. One interval of 99.9 %."""
    recipe = Recipe(FOUR, players=(4,), blocks=2000, luck=luck)
    run = load_run(change_manifest(write_run(tmp_path / "run", recipe), level=0.999))
    (group,) = seat_groups(run, 4)
    measured = seat_advantage(run, group).design_effect
    assert measured is not None
    assert measured.low <= effect <= measured.high
    assert measured.high - measured.low < 0.3


def test_a_block_of_one_game_has_no_design_effect_nor_have_few_blocks(tmp_path: Path) -> None:
    for name, recipe in {"mirror": Recipe(players=(4,), blocks=200), "few": Recipe(FOUR, players=(4,), blocks=50)}.items():
        run = load_run(write_run(tmp_path / name, recipe))
        (group,) = seat_groups(run, 4)
        assert seat_advantage(run, group).design_effect is None


def test_orders_are_not_told_apart_where_there_is_one_or_a_label_sits_twice(tmp_path: Path) -> None:
    recipe = Recipe(FOUR, players=(4,), blocks=12)
    given = change_manifest(write_run(tmp_path / "given", recipe), seatings="given", orders={"4": 1})
    several = write_run(tmp_path / "several", replace(recipe, strategies=(*FOUR, "e")))
    for folder in (given, several):
        strength = strategy_strength(load_run(folder), 4)
        assert strength is not None
        assert strength.by_order == {}
