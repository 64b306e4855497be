"""Intervals that hold at every look: how often a run that is looked at a hundred times is told something wrong.

Each test draws some hundred runs with a fixed seed. The bands leave three standard errors or more to the rate that is allowed,
so that a right implementation with another seed would fail a test less than once in seven hundred times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from rajas_sim.analysis.reading.blocks import matrix_moments
from rajas_sim.analysis.statistics.intervals import ONE_LOOK, ShareMethod, comparisons_of, equality_p_value
from rajas_sim.analysis.statistics.sequences import BETS, EVERY_LOOK, STAKES, share_sequence_interval

RUNS = 400
LEVEL = 0.95
MOST_BLOCKS = 20_000
LOOKS = np.unique(np.geomspace(10, MOST_BLOCKS, 100).astype(int))
Floats = NDArray[np.float64]


@dataclass
class Runs:
    """What is seen of many runs at every look: arrays of runs by looks by seats."""

    mean: Floats
    variance: Floats
    spread: Floats

    def ends(self, method: ShareMethod, *, is_one_sided: bool = False) -> tuple[Floats, Floats]:
        """Return the ends of the intervals of all seats at every look of every run."""
        _, looks, seats = self.mean.shape
        n = np.broadcast_to(LOOKS[:, None], (len(self.mean), looks, seats))
        moments = pl.DataFrame(
            {
                name: values.ravel()
                for name, values in (("mean", self.mean), ("variance", self.variance), ("spread", self.spread), ("n", n))
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
        mean = sums / n
        spread = squares / n - mean**2
        seen.append(np.stack([mean, spread * n / np.maximum(n - 1, 1), spread])[:, LOOKS - 1])
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
def test_a_hundred_looks_at_even_seats_call_them_uneven_within_the_level(even_four: Runs, even_two: Runs) -> None:
    assert ever_left_out(even_four, (0.25,) * 4, EVERY_LOOK) <= 0.05 + 3 * 0.011
    assert ever_left_out(even_two, (0.5,) * 2, EVERY_LOOK) <= 0.05 + 3 * 0.011


@pytest.mark.long
def test_a_hundred_looks_leave_out_unequal_and_rare_shares_within_the_level() -> None:
    truth = (0.6, 0.33, 0.06, 0.01)
    assert ever_left_out(drawn(truth, games=4), truth, EVERY_LOOK) <= 0.05 + 3 * 0.011


def test_a_hundred_looks_at_intervals_for_one_look_are_wrong_far_more_often(even_two: Runs) -> None:
    assert ever_left_out(even_two, (0.5, 0.5), ONE_LOOK) > 0.12


def fair_at(runs: Runs, method: ShareMethod, tolerance: float = 0.02) -> Floats:
    """Return at how many blocks each run is first called fair; infinite where it never is."""
    low, high = runs.ends(method, is_one_sided=True)
    even = 1.0 / low.shape[2]
    is_fair = ((low >= even - tolerance) & (high <= even + tolerance)).all(axis=2)
    return np.where(is_fair.any(axis=1), LOOKS[is_fair.argmax(axis=1)].astype(float), np.inf)


@pytest.mark.long
@pytest.mark.parametrize("chances", [(0.4795, 0.5205), (0.2705, 0.2295, 0.25, 0.25)])
def test_seats_beyond_the_tolerance_are_ever_called_fair_within_the_level(chances: tuple[float, ...]) -> None:
    assert np.isfinite(fair_at(drawn(chances), EVERY_LOOK)).mean() <= 0.05 + 3 * 0.011


@pytest.mark.long
def test_four_even_seats_are_fair_after_a_median_of_8_000_blocks(even_four: Runs) -> None:
    assert 6_500 <= np.median(fair_at(even_four, EVERY_LOOK)) <= 9_500


def test_the_test_of_equal_seats_agrees_with_the_intervals_that_are_shown() -> None:
    rng = np.random.default_rng(5)
    chances = (0.3, 0.24, 0.23, 0.23)
    for _ in range(20):
        values = np.eye(4)[rng.choice(4, 3000, p=chances)]
        moments = matrix_moments(values)
        low, high = EVERY_LOOK.interval(moments, LEVEL, 4)
        p_value = equality_p_value(moments, EVERY_LOOK)
        assert (p_value < 1 - LEVEL) == bool(((low > 0.25) | (high < 0.25)).any())


def capital_against(values: Floats, share: float) -> float:
    """Return what becomes of 1 that is bet on a share being too small, value after value, as the interval bets it."""
    return float(STAKES @ np.prod(1.0 + BETS * (values[:, None] / share - 1.0), axis=0))


@pytest.mark.parametrize(("games", "chance"), [(1, 0.3), (4, 0.25), (6, 0.02)])
def test_the_lower_end_is_where_the_capital_of_fair_bets_reaches_one_over_the_tail(games: int, chance: float) -> None:
    rng = np.random.default_rng([games])
    for n in (20, 200, 1000):
        values = rng.binomial(games, chance, n) / games
        low, _ = share_sequence_interval(values.mean(), values.var(), n, level=LEVEL)
        if low > 0.0:
            # Mean and spread alone promise less capital than the values bring, and just as much where each is 0 or 1.
            assert capital_against(values, float(low)) >= 40.0 * (1.0 - 1e-6)
            assert capital_against(values, float(low)) <= 40.0 * (1.0 + 1e-6 if games == 1 else 4.0)


def test_the_upper_end_is_the_lower_end_of_the_complements() -> None:
    low, high = share_sequence_interval([0.2, 0.8], 0.1, 300, level=LEVEL)
    assert high == pytest.approx(1.0 - low[::-1])


def test_what_never_happened_may_still_be_rare() -> None:
    low, high = share_sequence_interval(0.0, 0.0, 5000, level=LEVEL)
    assert low == 0.0
    assert 0.0007 < high < 0.003


@pytest.mark.long
def test_a_hundred_looks_hold_where_cyclic_orders_with_other_shares_take_turns() -> None:
    rng, n_wrong = np.random.default_rng(11), 0
    for _ in range(RUNS):
        values = 1.0 * (rng.random(6_000) < np.tile([0.05, 0.25, 0.45], 2_000))
        ends = np.unique(np.geomspace(30, 6_000, 100).astype(int) // 3 * 3)
        mean = values.cumsum()[ends - 1] / ends
        low, high = share_sequence_interval(mean, mean * (1.0 - mean), ends, level=LEVEL)
        n_wrong += bool(((low > 0.25) | (high < 0.25)).any())
    assert n_wrong / RUNS <= 0.05
