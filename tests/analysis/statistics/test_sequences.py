"""Intervals that hold at every look: how often a run that is looked at a hundred times is told something wrong.

Each test draws some hundred runs with a fixed seed. The bands leave three standard errors or more to the rate that is allowed,
so that a right implementation with another seed would fail a test less than once in seven hundred times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from rajas_sim.analysis.reading.blocks import share_moments
from rajas_sim.analysis.statistics.intervals import ONE_LOOK, ShareMethod, comparisons_of, equality_p_value
from rajas_sim.analysis.statistics.sequences import (
    EVERY_LOOK,
    EVERY_LOOK_EXACTLY,
    FEWEST_EVENTS,
    exact_sequence_interval,
    sequence_interval,
)
from rajas_sim.study.design import FEWEST_BLOCKS

RUNS = 400
LEVEL = 0.95
MOST_BLOCKS = 20_000
LOOKS = np.unique(np.geomspace(50, MOST_BLOCKS, 100).astype(int))
"""At the first ones blocks are few and the exact sequence stands in (`FEWEST_BLOCKS`)."""
SEQUENCES = [EVERY_LOOK, EVERY_LOOK_EXACTLY]
Floats = NDArray[np.float64]


@dataclass
class Runs:
    """What is seen of many runs at every look: arrays of runs by looks by seats."""

    mean: Floats
    variance: Floats
    forecast: Floats

    def ends(self, method: ShareMethod, *, is_one_sided: bool = False) -> tuple[Floats, Floats]:
        """Return the ends of the intervals of all seats at every look of every run."""
        _, looks, seats = self.mean.shape
        n = np.broadcast_to(LOOKS[:, None], (len(self.mean), looks, seats))
        moments = pl.DataFrame(
            {
                name: values.ravel()
                for name, values in (("mean", self.mean), ("variance", self.variance), ("forecast", self.forecast), ("n", n))
            }
        )
        interval = method.one_sided if is_one_sided else method.interval
        low, high = interval(moments, LEVEL, 1 if is_one_sided else comparisons_of(seats))
        return low.reshape(self.mean.shape), high.reshape(self.mean.shape)


def drawn(chances: tuple[float, ...], *, games: int = 1, runs: int = RUNS) -> Runs:
    """Play runs whose seats win with these chances, with some games a block, of which half the blocks share their luck."""
    rng = np.random.default_rng([len(chances), games, *(int(1000 * c) for c in chances)])
    steps = np.cumsum(chances)
    n = np.arange(1, MOST_BLOCKS + 1)[:, None]
    seen = []
    for _ in range(runs):
        luck = rng.random((MOST_BLOCKS, games))
        if games > 1:
            luck = np.where(rng.random((MOST_BLOCKS, 1)) < 0.5, luck[:, :1], luck)
        values = (np.searchsorted(steps[:-1], luck)[..., None] == np.arange(len(chances))).mean(axis=1)
        sums, squares = values.cumsum(axis=0), (values**2).cumsum(axis=0)
        errors = ((values - (sums - values + 0.5) / n) ** 2).cumsum(axis=0)
        mean = sums / n
        seen.append(np.stack([mean, (squares / n - mean**2) * n / np.maximum(n - 1, 1), errors / n])[:, LOOKS - 1])
    return Runs(*np.moveaxis(np.array(seen), 1, 0))


@pytest.fixture(scope="module")
def even_four() -> Runs:
    return drawn((0.25,) * 4)


@pytest.fixture(scope="module")
def even_two() -> Runs:
    return drawn((0.5,) * 2, games=2)


def ever_left_out(runs: Runs, truth: tuple[float, ...], method: ShareMethod) -> float:
    """Return in which share of the runs some interval left out the truth at any look."""
    low, high = runs.ends(method)
    return float(((low > truth) | (high < truth)).any(axis=(1, 2)).mean())


@pytest.mark.long
@pytest.mark.parametrize("method", SEQUENCES)
def test_a_hundred_looks_at_even_seats_call_them_uneven_within_the_level(
    even_four: Runs, even_two: Runs, method: ShareMethod
) -> None:
    assert ever_left_out(even_four, (0.25,) * 4, method) <= 0.05 + 3 * 0.011
    assert ever_left_out(even_two, (0.5,) * 2, method) <= 0.05 + 3 * 0.011


def test_looks_before_and_after_the_switch_from_the_exact_to_the_asymptotic_sequence_are_taken() -> None:
    assert LOOKS[0] < FEWEST_BLOCKS < LOOKS[-1]


@pytest.mark.long
@pytest.mark.parametrize("method", SEQUENCES)
def test_a_hundred_looks_leave_out_unequal_and_rare_shares_within_the_level(method: ShareMethod) -> None:
    truth = (0.6, 0.33, 0.06, 0.01)
    assert ever_left_out(drawn(truth, games=4), truth, method) <= 0.05 + 3 * 0.011


def test_a_hundred_looks_at_intervals_for_one_look_are_wrong_far_more_often(even_two: Runs) -> None:
    assert ever_left_out(even_two, (0.5, 0.5), ONE_LOOK) > 0.12


def fair_at(runs: Runs, method: ShareMethod, tolerance: float = 0.02) -> Floats:
    """Return at how many blocks each run is first called fair; infinite where it never is."""
    low, high = runs.ends(method, is_one_sided=True)
    even = 1.0 / low.shape[2]
    is_fair = ((low >= even - tolerance) & (high <= even + tolerance)).all(axis=2)
    return np.where(is_fair.any(axis=1), LOOKS[is_fair.argmax(axis=1)].astype(float), np.inf)


@pytest.mark.parametrize("method", SEQUENCES)
@pytest.mark.parametrize("chances", [(0.4795, 0.5205), (0.2705, 0.2295, 0.25, 0.25)])
def test_seats_beyond_the_tolerance_are_ever_called_fair_within_the_level(
    chances: tuple[float, ...], method: ShareMethod
) -> None:
    assert np.isfinite(fair_at(drawn(chances), method)).mean() <= 0.05 + 3 * 0.011


def test_four_even_seats_are_fair_after_a_median_of_8_000_blocks_and_exactly_after_13_000(even_four: Runs) -> None:
    assert 6_500 <= np.median(fair_at(even_four, EVERY_LOOK)) <= 9_000
    assert 10_500 <= np.median(fair_at(even_four, EVERY_LOOK_EXACTLY)) <= 14_500


def test_the_test_of_equal_seats_agrees_with_the_intervals_that_are_shown() -> None:
    rng = np.random.default_rng(5)
    chances = (0.3, 0.24, 0.23, 0.23)
    for _ in range(40):
        values = np.eye(4)[rng.choice(4, 3000, p=chances)]
        moments = share_moments(values)
        for method in SEQUENCES:
            low, high = method.interval(moments, LEVEL, 4)
            p_value = equality_p_value(moments, method)
            assert (p_value < 1 - LEVEL) == bool(((low > 0.25) | (high < 0.25)).any())


def test_few_blocks_and_rare_events_have_the_exact_interval() -> None:
    few = sequence_interval(0.25, 0.18, 0.18, 400, level=LEVEL)
    assert few == exact_sequence_interval(0.25, 0.18, 400, level=LEVEL)
    rare = (FEWEST_EVENTS - 1) / 5000
    assert sequence_interval(rare, 0.01, 0.01, 5000, level=LEVEL) == exact_sequence_interval(rare, 0.01, 5000, level=LEVEL)
    never = sequence_interval(0.0, 0.0, 0.0, 5000, level=LEVEL)
    assert never[0] == 0.0
    assert 0.001 < never[1] < 0.02


def test_the_forecast_of_a_block_uses_those_before_it_in_its_own_order() -> None:
    values = np.array([[1.0], [0.0], [1.0], [0.0]])
    one, two = (share_moments(values, orders)["forecast"].item() for orders in (1, 2))
    assert one == pytest.approx((0.5**2 + 0.75**2 + (1 - 0.5) ** 2 + 0.625**2) / 4)
    assert two == pytest.approx((0.5**2 + 0.5**2 + 0.25**2 + 0.25**2) / 4)
