"""The chance to win, and what is told by it, in games whose chances are known."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rajas_sim.analysis import load_run
from rajas_sim.analysis.course.chances import chances_by_round, fit_to_games, half_of
from rajas_sim.analysis.course.drama import GameDrama, _add_rounds, _round_chances, drama, dramas, turning_points
from rajas_sim.analysis.course.paths import paths_of
from rajas_sim.analysis.course.positions import games_of
from rajas_sim.analysis.course.quality import add_quality, quality_of
from rajas_sim.analysis.reading.blocks import BlockRatios
from rajas_sim.analysis.statistics.estimate import Estimate
from tests.analysis.course.walks import ROUNDS, STEP, true_chances, walks, write_walks
from tests.analysis.synthetic_run import Recipe

RECIPE = Recipe(players=(2,), blocks=4000, tables=("games", "seats", "rounds"), shards=4)


def leader_wins(r: int) -> float:
    """How often whoever leads a walk after so many of its steps is ahead at the end (two correlated normal variables)."""
    return 0.5 + math.asin(math.sqrt(r / ROUNDS)) / math.pi


def brier(r: int) -> float:
    """Expected Brier score of the true chances after so many steps."""
    return 2.0 * (0.25 - math.asin(r / ROUNDS) / (2.0 * math.pi))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_walks(tmp_path_factory.mktemp("runs") / "run", RECIPE)


@pytest.fixture(scope="module")
def judged(folder: Path) -> GameDrama:
    chances = drama(load_run(folder), 2)
    assert chances is not None
    return chances


def test_known_chances_are_recovered() -> None:
    rng = np.random.default_rng(1)
    model = fit_to_games([walks(rng, 4000)], ("overlap",))
    games = walks(rng, 4000)
    assert model is not None
    error = (model.chances_of(games) - true_chances(games))[games.is_running, 0]
    # Root mean square, over 20 seeds: 0.011 to 0.017. None of 1,000 seeds should come near the bound.
    assert math.sqrt((error**2).mean()) < 0.03
    assert abs(error.mean()) < 0.03


def test_the_base_rate_knows_the_seat_and_the_round_only() -> None:
    model = fit_to_games([walks(np.random.default_rng(2), 2000)], ("overlap",))
    games = walks(np.random.default_rng(3), 50)
    assert model is not None
    base = model.base_rate(games)[games.is_running]
    assert len(np.unique(base[:, 0].round(12))) == 1  # all games go on after every round but the last
    assert base[0] == pytest.approx([0.5, 0.5], abs=4.4 * 0.5 / math.sqrt(2000))


def test_the_model_is_calibrated_and_better_than_the_base_rate(judged: GameDrama) -> None:
    # The intervals of the ten bins hold together in 95 of 100 runs at least, if the chances are true.
    assert all(each.is_met for each in judged.quality.bins)
    expected = np.mean([brier(r) for r in range(1, ROUNDS)])
    # The fitted chances are a little worse than the true ones; five standard errors.
    assert judged.quality.scores["brier"].value == pytest.approx(expected, abs=0.03)
    assert judged.quality.gains["brier"].low > 0.1
    assert judged.quality.gains["log"].low > 0.1


def test_whoever_leads_wins_as_often_as_the_arc_sine_law_says(judged: GameDrama) -> None:
    assert [row.round for row in judged.rounds] == list(range(1, ROUNDS))
    # All seven hold together in at least 95 of 100 runs.
    assert all(row.leader_wins.low <= leader_wins(row.round) <= row.leader_wins.high for row in judged.rounds)
    # With one thing to be seen the favourite is the leader, but for noise near an even chance.
    assert all(abs(row.leader_wins.value - row.favourite_wins.value) < 0.02 for row in judged.rounds)


def test_every_game_is_judged_by_the_model_that_has_not_seen_it(folder: Path, judged: GameDrama) -> None:
    run = load_run(folder)
    assert judged.n_games == judged.n_blocks == sum(len(games.number) for games in games_of(run, 2, None)) == 4000
    assert [model.n_games for model in judged.chance_model.models] == [2000, 2000]
    parts = [games.picked(games.block % 2 == 1) for games in games_of(run, 2, None)]
    model = fit_to_games(parts, ("overlap",))
    assert model is not None
    first = next(games_of(run, 2, None))
    is_even = (first.block % 2 == 0)[first.game_of_row]
    assert judged.chance_model.chances_of(first)[is_even] == pytest.approx(model.chances_of(first)[is_even])


def test_where_orders_take_turns_each_half_has_all_of_them() -> None:
    block = np.arange(600)
    half = half_of(block, 6)
    assert half.sum() == 300
    assert set(block[half == 0] % 6) == set(block[half == 1] % 6) == set(range(6))


@pytest.mark.long
@pytest.mark.parametrize(("blocks", "least"), [(800, 85), (1600, 90)])
def test_intervals_hold_what_the_true_chances_say_though_the_chances_are_fitted(tmp_path: Path, blocks: int, least: int) -> None:
    """Of 100 runs, 89 or fewer hold a truth once in 90 tries if 95 of 100 do; seeds are fixed, and three numbers are tried.

    With 800 blocks that of `decided.round` held in 265 of 300 other runs, as docs/drama.md says.
    """
    rng = np.random.default_rng(11)
    games = walks(rng, 60_000)
    chances = true_chances(games)
    before = np.roll(chances, 1, axis=0)
    before[games.round_of_row == 1] = 0.5
    paths = paths_of(games, chances, before)
    truths = {
        "decided.round": (paths.decided_from * games.shares).sum(axis=1).mean(),
        "comeback.half": ((paths.lowest_chance < 0.25) * games.shares).sum(axis=1).mean(),
        "drama": (paths.drama * games.shares).sum(axis=1).mean(),
    }
    held = dict.fromkeys(truths, 0)
    for seed in range(100):
        recipe = Recipe(players=(2,), blocks=blocks, tables=RECIPE.tables, seed=seed)
        result = drama(load_run(write_walks(tmp_path / str(seed), recipe)), 2)
        assert result is not None
        for name, truth in truths.items():
            estimate = result.means[name] if name in result.means else result.shares[name]
            held[name] += estimate.low <= truth <= estimate.high
    assert held.pop("decided.round") >= least
    assert min(held.values()) >= 90, held


def test_favourites_win_as_often_as_their_chance_says_in_every_round(judged: GameDrama) -> None:
    assert all(row.comes_true for row in judged.rounds)
    assert [row.favourite_chance for row in judged.rounds] == sorted(row.favourite_chance for row in judged.rounds)


def estimates_of(drama: GameDrama) -> list[Estimate]:
    by_round = [e for by in drama.rounds for e in (by.leader_wins, by.favourite_wins, by.suspense)]
    by_strategy = [e for by_name in drama.strategies.values() for e in by_name.values() if e is not None]
    scores = [e for by in (drama.quality.scores, drama.quality.base, drama.quality.gains) for e in by.values()]
    return [*drama.means.values(), *drama.shares.values(), *by_round, *by_strategy, *scores]


def test_slices_change_nothing_but_the_last_digits(folder: Path, judged: GameDrama, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rajas_sim.analysis.reading.run.GAMES_PER_SLICE", 1000)
    again = drama(load_run(folder), 2)
    assert again is not None
    assert again.turning_points == judged.turning_points
    for one, other in zip(estimates_of(again), estimates_of(judged), strict=True):
        assert (one.name, one.n) == (other.name, other.n)
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high), abs=1e-9)


def test_turning_points_are_those_of_the_games_of(folder: Path, judged: GameDrama) -> None:
    points = pl.concat([*turning_points(load_run(folder), judged)])
    assert points.group_by("game", "position").len()["len"].unique().to_list() == [3]
    assert points["game"].n_unique() == judged.n_games
    assert points["swing"].abs().max() == abs(judged.turning_points[0].swing)
    assert judged.turning_points[0].before < 0.3


def test_the_chances_over_a_game_end_with_who_won(folder: Path, judged: GameDrama) -> None:
    run = load_run(folder)
    games = next(games_of(run, 2, None))
    estimated = judged.chance_model.chances_of(games)
    is_seventh = games.game_of_row == 7
    chances = chances_by_round(run, 2, int(games.number[7]))
    assert chances is not None
    assert chances[0] == judged.chance_model.models[1].at_start.tolist()  # the seventh block is odd
    assert chances[1:-1] == estimated[is_seventh & games.is_running].tolist()
    assert chances[-1] == games.shares[7].tolist()
    assert chances_by_round(run, 2, 10**6) is None


def test_the_strangest_game_is_won_most_against_the_chances(folder: Path, judged: GameDrama) -> None:
    least = {}
    for games in games_of(load_run(folder), 2, None):
        chances = judged.chance_model.chances_of(games)
        for i in range(len(games.number)):
            rows = (games.game_of_row == i) & games.is_running
            if games.shares[i].max() == 1.0 and rows.any():
                least[int(games.number[i])] = math.exp(np.log(chances[rows, games.shares[i].argmax()]).mean())
    assert judged.strangest is not None
    game, chance = judged.strangest
    assert chance == pytest.approx(min(least.values()))
    assert least[game] == pytest.approx(chance)


@pytest.mark.long
def test_intervals_hold_where_games_of_a_block_are_the_same() -> None:
    """Leader curve and Brier score of the true chances, two games a block, half of the blocks the same game twice.

    Of 300 runs of 100 blocks, at least 276 should hold the truth if 95 of 100 do; fewer happen in 2 of 100 tries at exactly
    that level, and the intervals of shares are cautious.
    """
    rng = np.random.default_rng(4)
    hold_by_round, hold_score = 0, 0
    expected = np.mean([brier(r) for r in range(1, ROUNDS)])
    for _ in range(300):
        games = walks(rng, 200, luck=0.5, a_block=2)
        chances = true_chances(games)
        before = np.roll(chances, 1, axis=0)
        before[games.round_of_row == 1] = 0.5
        sums = BlockRatios()
        add_quality(sums, games, chances, np.full_like(chances, 0.5))
        _add_rounds(sums, games, chances, paths_of(games, chances, before))
        hold_by_round += all(
            row.leader_wins.low <= leader_wins(row.round) <= row.leader_wins.high for row in _round_chances(sums, 0.95)
        )
        score = quality_of(sums, 0.95).scores["brier"]
        hold_score += bool(score.low <= expected <= score.high)
    assert hold_by_round >= 276
    assert hold_score >= 276


def test_runs_that_cannot_say_say_nothing(tmp_path: Path) -> None:
    few = write_walks(tmp_path / "few", Recipe(players=(2,), blocks=798, tables=RECIPE.tables))
    assert drama(load_run(few), 2) is None
    assert dramas(load_run(few), 2) == ()


def test_each_line_up_has_a_model_of_its_own(tmp_path: Path) -> None:
    recipe = Recipe(strategies=("balanced", "random"), players=(2,), blocks=800, mirror=True, tables=RECIPE.tables)
    judged = dramas(load_run(write_walks(tmp_path / "ladder", recipe)), 2)
    assert [rung.label for rung in judged] == ["balanced", "random"]
    assert [rung.n_games for rung in judged] == [800, 800]
    assert [[*rung.strategies] for rung in judged] == [["balanced"], ["random"]]


def test_strategies_that_meet_are_told_apart(tmp_path: Path) -> None:
    recipe = Recipe(strategies=("balanced", "random"), players=(2,), blocks=400, tables=RECIPE.tables)
    (judged,) = dramas(load_run(write_walks(tmp_path / "contest", recipe)), 2)
    assert [*judged.strategies] == ["balanced", "random"]
    assert judged.n_games == 2 * judged.n_blocks == 800
    assert all(by_name["lowest"] is not None and by_name["lowest"].value < 0.5 for by_name in judged.strategies.values())


def test_steps_are_as_wide_as_the_truth_says() -> None:
    games = walks(np.random.default_rng(7), 2000)
    # The spread of 4,000 first steps; 4.4 standard errors.
    assert games.overlap[games.round_of_row == 1].std() == pytest.approx(STEP, rel=4.4 / math.sqrt(2 * 4000))
