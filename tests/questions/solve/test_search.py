"""The search for a setting, where the truth is known: how often the best is dropped, and whether the answer's interval is honest.

Rates are over searches with a fixed seed. The bands leave three standard errors to the rate that is allowed: a right
implementation with another seed would fail such a test less than once in seven hundred times.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

import numpy as np
import pytest

from rajas_sim.analysis.comparing.goal_distance import GoalReach, GoalTarget, goal_distance
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.core.errors import InputError
from rajas_sim.questions.solve.search import (
    JOINING_LATE,
    MORE_LOOKS,
    MOST_AT_ONCE,
    OUTSIDE_LATTICE,
    TOO_LARGE_FOR_STEPS,
    Lattice,
    Proposals,
    SearchResult,
    Setting,
    planned_looks,
    search,
)
from rajas_sim.questions.solve.solution import SettingsRace
from tests.long_cases import short_and_long

LEVEL = 0.95
SEARCHES = 200
EVEN = GoalTarget(tuple(f"win_share.position_{p}" for p in (1, 2, 3, 4)), 0.25, 0.02, is_share=True)
ROUNDS = GoalTarget(("rounds",), 8.0, 0.4, is_share=False)

#: The expected value of each metric of a setting.
Truth = Callable[[Setting], tuple[float, ...]]


class Games:
    """Simulated games: half of the blocks have the same luck under every setting, the others luck of their own."""

    def __init__(self, truth: Truth, seed: int, blocks: int) -> None:
        self.truth, self.seed, self.blocks = truth, seed, blocks
        self.luck = np.random.default_rng([seed, 0]).random(blocks)
        self.asked: list[tuple[int, tuple[Setting, ...]]] = []

    def __call__(self, settings: Sequence[Setting], blocks: int) -> Floats:
        self.asked.append((blocks, tuple(settings)))
        return np.stack([self.of(setting)[:blocks] for setting in settings], axis=1)

    def of(self, setting: Setting) -> Floats:
        rng = np.random.default_rng([self.seed, 1, *setting])
        draw, is_own = rng.random(self.blocks), rng.random(self.blocks) < 0.5
        luck = np.where(is_own, draw, self.luck)
        expected = self.truth(setting)
        if len(expected) == 1:
            return expected[0] + 3.0 * (luck[:, None] - 0.5) + rng.normal(0.0, 0.5, (self.blocks, 1))
        winners = np.searchsorted(np.cumsum(expected)[:-1], luck)
        return (winners[:, None] == np.arange(len(expected))).astype(float)


def line(n: int) -> Lattice:
    """One path of which the first value is printed."""
    return Lattice({"a": tuple(range(n))}, {"a": 0})


def search_result(lattice: Lattice, truth: Truth, seed: int, target: GoalTarget = EVEN, blocks: int = 800) -> SearchResult:
    games = Games(truth, seed, blocks)
    return search(lattice, target, lambda _: True, games, blocks=blocks, level=LEVEL, seed=seed, players=4)


def shift(by: float) -> tuple[float, ...]:
    return (0.25 + by, 0.25, 0.25, 0.25 - by)


def rivals(setting: Setting) -> tuple[float, ...]:
    """The last value is the best by a hair; the others are alike."""
    return shift(0.02 if setting == (11,) else 0.022)


def hair(setting: Setting) -> tuple[float, ...]:
    """The same of a number of rounds, whose differences are compared with fewer reserves than those of several seats."""
    return (8.5 - 0.001 * (setting == (11,)),)


def slope(setting: Setting) -> tuple[float, ...]:
    return shift(0.02 * (setting[0] - 8))


def length(setting: Setting) -> tuple[float, ...]:
    return (8.0 + 0.3 * (setting[0] - 9),)


ALLOWED = (1 - LEVEL) / 2
MOST_LOST = ALLOWED + 3 * math.sqrt(ALLOWED * (1 - ALLOWED) / SEARCHES)


@pytest.mark.long
@pytest.mark.parametrize(
    ("truth", "target", "best"), [(rivals, EVEN, 11), (slope, EVEN, 8), (hair, ROUNDS, 11), (length, ROUNDS, 9)]
)
def test_the_truly_best_setting_is_hardly_ever_dropped(truth: Truth, target: GoalTarget, best: int) -> None:
    lost = sum((best,) not in search_result(line(12), truth, seed, target).settings for seed in range(SEARCHES))
    assert lost / SEARCHES <= MOST_LOST


@pytest.mark.long
def test_without_the_adjustment_it_would_be_dropped_far_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the test above would notice."""
    monkeypatch.setattr(SettingsRace, "tail", ALLOWED)
    lost = sum((11,) not in search_result(line(12), hair, seed, ROUNDS).settings for seed in range(SEARCHES))
    assert lost / SEARCHES > 2 * MOST_LOST


def test_what_is_far_from_the_goal_is_dropped_early() -> None:
    games = Games(slope, 5, 6400)
    left = search(line(12), EVEN, lambda _: True, games, blocks=6400, level=LEVEL, seed=5, players=4)
    assert (8,) in left.settings
    assert len(left.settings) <= 5
    counts = [n for _, n in left.looks]
    assert [n for n, _ in left.looks] == [400, 800, 1600, 3200, 6400]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 12
    assert counts[-1] <= 8


@pytest.mark.long
@pytest.mark.parametrize(("truth", "target"), [(rivals, EVEN), (length, ROUNDS)])
def test_on_fresh_luck_the_interval_of_the_recommended_setting_covers_the_truth(truth: Truth, target: GoalTarget) -> None:
    """Where many are about as good, the search's own estimate is too good on average, since the setting was chosen for it."""
    missed, searched, fresh = 0, [], []
    for seed in range(SEARCHES):
        left = search_result(line(12), truth, seed, target, blocks=400)
        best = left.settings[0]
        distance = max(abs(expected - target.value) for expected in truth(best))
        draw = goal_distance(Games(truth, 10_000 + seed, 400).of(best), target, 1, LEVEL)
        missed += not draw.distance.low <= distance <= draw.distance.high
        searched.append(left.left[0].goal_distance.distance.value - distance)
        fresh.append(draw.distance.value - distance)
    assert missed / SEARCHES <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / SEARCHES)
    if truth is rivals:
        assert np.mean(searched) < np.mean(fresh) - 0.005


@pytest.mark.parametrize(("by", "reach"), [(0.0, GoalReach.REACHED), (0.02, GoalReach.UNDECIDED), (0.1, GoalReach.MISSED)])
def test_whether_a_goal_is_reached_follows_from_intervals(by: float, reach: GoalReach) -> None:
    draw = goal_distance(Games(lambda _: shift(by), 3, 8000).of((0,)), EVEN, 1, LEVEL)
    assert draw.reach is reach
    assert draw.distance.low <= by <= draw.distance.high


def test_a_goal_on_the_edge_is_hardly_ever_called_reached_or_missed() -> None:
    """Each may be wrong in 5 % of runs."""
    kinds = [goal_distance(Games(lambda _: shift(0.02), seed, 500).of((0,)), EVEN, 1, LEVEL).reach for seed in range(400)]
    for wrong in (GoalReach.REACHED, GoalReach.MISSED):
        assert kinds.count(wrong) / 400 <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 400)


def test_that_no_setting_reaches_the_goal_is_said_where_it_is_shown() -> None:
    far = GoalTarget(("rounds",), 40.0, 2.0, is_share=False)
    left = search_result(line(12), length, 1, far)
    assert not left.may_be_reached
    assert left.settings == ((11,),)
    near = search_result(line(12), length, 1, ROUNDS)
    assert near.may_be_reached


# --- large lattices


def bowl(best: Setting, setting: Setting) -> tuple[float, ...]:
    return shift(min(0.24, 0.02 * math.dist(best, setting)))


@pytest.mark.parametrize("best", [(11, 2), (3, 9)])
def test_in_a_large_lattice_neighbours_of_good_settings_lead_to_the_best(best: Setting) -> None:
    lattice = Lattice({"a": tuple(range(14)), "b": tuple(range(14))}, {"a": 0, "b": 0})
    games = Games(partial(bowl, best), 7, 12_800)
    left = search(lattice, EVEN, lambda _: True, games, blocks=12_800, level=LEVEL, seed=7, players=4)
    assert best in left.settings
    assert math.dist(best, left.settings[0]) <= 1
    assert left.tried < lattice.size
    assert max(n for _, n in left.looks) <= MOST_AT_ONCE
    assert not left.is_cut


def test_a_very_large_lattice_is_searched_from_afar_as_well_and_says_when_a_limit_ended_it() -> None:
    lattice = Lattice({path: tuple(range(20)) for path in "abcd"}, dict.fromkeys("abcd", 0))
    best = (13, 4, 17, 9)
    games = Games(partial(bowl, best), 2, 800)
    left = search(lattice, EVEN, lambda _: True, games, blocks=800, level=LEVEL, seed=2, players=4)
    assert lattice.size > TOO_LARGE_FOR_STEPS
    assert math.dist(best, left.settings[0]) < math.dist(best, (0, 0, 0, 0)) / 2
    assert left.is_cut
    assert len(left.looks) == len(planned_looks(800, lattice.size))


def test_where_few_blocks_tell_nothing_apart_neighbours_still_join() -> None:
    lattice = Lattice({path: tuple(range(12)) for path in "abc"}, dict.fromkeys("abc", 3))
    games = Games(lambda _: shift(0.01), 4, 200)
    left = search(lattice, EVEN, lambda _: True, games, blocks=200, level=LEVEL, seed=4, players=4)
    assert left.tried >= MOST_AT_ONCE + MORE_LOOKS * JOINING_LATE
    assert left.is_cut


def test_the_same_luck_gives_the_same_search() -> None:
    lattice = Lattice({path: tuple(range(12)) for path in "abc"}, dict.fromkeys("abc", 3))
    asked = []
    for _ in range(2):
        games = Games(partial(bowl, (9, 2, 5)), 3, 400)
        search(lattice, EVEN, lambda _: True, games, blocks=400, level=LEVEL, seed=3, players=4)
        asked.append(games.asked)
    assert asked[0] == asked[1]


# --- what is possible


def test_the_printed_setting_is_always_among_the_candidates() -> None:
    off = Lattice({"a": (1, 2, 3)}, {"a": 9})
    assert off.printed_setting == OUTSIDE_LATTICE
    assert off.size == 4
    games = Games(lambda _: shift(0.0), 1, 200)
    search(off, EVEN, lambda _: True, games, blocks=200, level=LEVEL, seed=1, players=4)
    assert OUTSIDE_LATTICE in games.asked[0][1]


def test_settings_that_the_rules_refuse_are_left_out_and_counted() -> None:
    games = Games(slope, 1, 200)
    left = search(line(12), EVEN, lambda s: s[0] % 2 == 0, games, blocks=200, level=LEVEL, seed=1, players=4)
    assert left.refused == 6
    assert all(setting[0] % 2 == 0 for _, settings in games.asked for setting in settings)


@pytest.mark.parametrize("n", [12, 200])
def test_it_is_an_error_if_all_are_refused(n: int) -> None:
    with pytest.raises(InputError, match=r"solve.over: the rules refuse all \d+ settings tried"):
        search(line(n), EVEN, lambda _: False, Games(slope, 1, 200), blocks=200, level=LEVEL, seed=1, players=4)


def alike(values: Floats, settings: Sequence[Setting], blocks: int) -> Floats:
    return np.stack([values[:blocks]] * len(settings), axis=1)


def test_of_equals_the_one_nearest_to_the_printed_setting_is_recommended() -> None:
    lattice = Lattice({"a": tuple(range(9))}, {"a": 5})
    values = np.random.default_rng(1).permutation(np.repeat(np.eye(4), 50, axis=0))
    left = search(lattice, EVEN, lambda _: True, partial(alike, values), blocks=200, level=LEVEL, seed=1, players=4)
    assert left.settings[0] == (5,)
    assert len(left.settings) == 9


# --- the lattice


def test_neighbours_are_one_step_along_one_path_away() -> None:
    lattice = Lattice({"a": (1, 2, 3), "b": (0, 5)}, {"a": 2, "b": 0})
    assert lattice.printed_setting == (1, 0)
    assert set(lattice.neighbours((1, 0))) == {(0, 0), (2, 0), (1, 1)}
    assert lattice.values((2, 1)) == {"a": 3, "b": 5}
    assert lattice.steps_from_printed((2, 1)) == 2
    assert len(list(lattice.settings())) == lattice.size == 6


def test_a_printed_setting_beside_the_lattice_lies_between_its_values() -> None:
    lattice = Lattice({"a": (1, 2, 4), "b": ("x", "y")}, {"a": 3, "b": "z"})
    assert lattice.printed_setting == OUTSIDE_LATTICE
    assert lattice.values(OUTSIDE_LATTICE) == {"a": 3, "b": "z"}
    assert list(lattice.neighbours(OUTSIDE_LATTICE)) == [(2, 0)]
    assert lattice.steps_from_printed((1, 0)) == lattice.steps_from_printed((2, 0)) == 1.0


def test_a_spread_of_settings_reaches_all_parts_of_a_lattice() -> None:
    lattice = Lattice({"a": tuple(range(10)), "b": tuple(range(10)), "c": tuple(range(10))}, {"a": 0, "b": 0, "c": 0})
    some = np.array(list(islice(lattice.spread(), 30)))
    assert len(np.unique(some, axis=0)) == 30
    for axis in range(3):
        assert len(np.unique(some[:, axis] // 2)) == 5


def test_a_spread_moves_along_every_one_of_many_paths() -> None:
    names = [f"path_{i}" for i in range(40)]
    some = np.array(list(islice(Lattice(dict.fromkeys(names, (0, 1, 2)), dict.fromkeys(names, 0)).spread(), 60)))
    assert all(len(np.unique(some[:, axis])) == 3 for axis in range(40))


def test_a_lattice_without_paths_is_the_printed_setting_alone() -> None:
    lattice = Lattice({}, {})
    assert (lattice.size, list(lattice.settings())) == (1, [()])


def test_proposals_from_afar_pass_over_paths_with_one_value() -> None:
    lattice = Lattice({"a": (1,), "b": tuple(range(1000)), "c": (1, 2)}, {"a": 1, "b": 0, "c": 1})
    proposed = list(Proposals(lattice, 1, 4).next([(0, 5, 0)], {(0, 5, 0): 1.0}))
    assert all(s[0] == 0 and 0 <= s[1] < 1000 and s[2] in (0, 1) for s in proposed)
    assert any(abs(s[1] - 5) > 1 for s in proposed)


@pytest.mark.parametrize(("skewness", "n"), short_and_long(1, [(1.0, 50), (1.4, 100)]))
def test_a_skewed_mean_just_outside_the_goal_is_seldom_called_reached(skewness: float, n: int) -> None:
    """Margins: REACHED was false in 6 to 8 % of samples by Student's t alone. Of 2,000, 5 % and 3.3 standard errors are 132."""
    rng, shape = np.random.default_rng(11), 4.0 / skewness**2
    target = GoalTarget(("margin",), 10.0, 2.5 * math.sqrt(shape / n), is_share=False)
    margins = rng.gamma(shape, 1.0, (2000, n, 1)) - shape + target.value + target.within * (1.0 + 1e-9)
    assert sum(goal_distance(values, target, 1, LEVEL).reach is GoalReach.REACHED for values in margins) <= 132


def test_what_lies_beyond_a_range_is_the_next_number() -> None:
    lattice = Lattice({"a": (2, 3, 5), "b": ("few", "many")}, {"a": 2, "b": "few"})
    assert [lattice.beyond("a", value) for value in (2, 3, 5)] == [1, None, 6]
    assert lattice.beyond("b", "few") is None
