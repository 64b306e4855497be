"""How many games a question needs: intervals get as narrow as was said, differences are found as often, rulings come as likely.

Simulated rates are over `REPETITIONS` samples with a fixed seed; the bands leave more than 3 standard errors."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rajas_sim.analysis import load_run, results_of
from rajas_sim.analysis.answer import Tone
from rajas_sim.analysis.reading.blocks import matrix_moments
from rajas_sim.analysis.statistics.intervals import (
    one_sided_estimates,
    share_estimates,
    share_interval,
)
from rajas_sim.analysis.statistics.paired import PairedMoments, paired_share_interval
from rajas_sim.analysis.winning.fairness import Ruling, judge
from rajas_sim.questions.plan.needs import POWER, PlanOfPlayers, _AskedShare, plans
from rajas_sim.questions.plan.plan_answer import plan_answer
from tests.analysis.synthetic_run import Recipe, write_run

REPETITIONS = 3000


def planned(
    folder: Path, recipe: Recipe, blocks: int | None = None, sizes: tuple[float, ...] = (0.02, 0.01)
) -> tuple[PlanOfPlayers, ...]:
    return plans(results_of(load_run(write_run(folder / "run", recipe))), blocks, sizes)


def test_after_the_blocks_that_were_said_the_interval_is_as_narrow_as_was_said(tmp_path: Path) -> None:
    (plan,) = planned(tmp_path, Recipe(players=(2,), blocks=400))
    need = plan.needs[0]
    for width, n in need.blocks_by_half_width.items():
        low, high = share_interval(0.5, need.spread**2, n, level=0.95)
        assert float(high - low) / 2 == pytest.approx(width, rel=0.02)


@pytest.mark.parametrize("size", [0.02, 0.05])
def test_a_difference_is_found_as_often_as_was_said(tmp_path: Path, size: float) -> None:
    (plan,) = planned(tmp_path, Recipe(players=(2,), blocks=400), sizes=(size,))
    n = plan.needs[0].blocks_by_difference[size]
    wins = np.random.default_rng(3).binomial(n, 0.5 + size, REPETITIONS) / n
    low, _ = share_interval(wins, wins * (1 - wins) * n / (n - 1), n, level=0.95)
    assert np.mean(low > 0.5) == pytest.approx(POWER, abs=0.04)


@pytest.mark.parametrize(("players", "blocks"), [(2, 100), (4, 60), (4, 400), (5, 60)])
@pytest.mark.parametrize("games_of_a_block", [1, 4])
def test_a_share_is_found_to_differ_as_often_as_was_said(players: int, blocks: int, games_of_a_block: int) -> None:
    """With four and five players it was 61 to 75 % in place of 80, as if shares varied equally on both sides of an even one."""
    even, rng = 1.0 / players, np.random.default_rng(5)

    def wins(share: float, size: tuple[int, ...]) -> NDArray[np.float64]:
        """Draw shares of blocks whose games share some of their luck."""
        shares = rng.beta(1.5 * share, 1.5 * (1.0 - share), size) if games_of_a_block > 1 else share
        return rng.binomial(games_of_a_block, shares, size) / games_of_a_block

    pilot, comparisons = wins(even, (100_000,)), 1 if players == 2 else players
    asked = _AskedShare("share", pilot.mean(), pilot.var(ddof=1), 3.0, len(pilot), len(pilot), 1.0, comparisons, even)
    smallest = asked.need(blocks, (), 0.95).smallest
    assert smallest is not None
    for share in (even + smallest, even - smallest):
        if share <= 0.0:
            continue
        values = wins(share, (REPETITIONS, blocks))
        low, high = share_interval(values.mean(axis=1), values.var(axis=1, ddof=1), blocks, level=0.95, comparisons=comparisons)
        is_shown = low > even if share > even else high < even
        assert POWER - 0.04 <= np.mean(is_shown) <= (POWER + 0.04 if share > even else 1.0)


def test_so_few_blocks_may_find_no_difference() -> None:
    asked = _AskedShare("share", 0.2, 0.16, 3.0, 100, 20, 1.0, 5, 0.2)
    assert asked.need(2, (), 0.95).smallest is None


def test_the_smallest_difference_is_that_of_the_planned_blocks(tmp_path: Path) -> None:
    (plan,) = planned(tmp_path, Recipe(players=(2,), blocks=400), blocks=1000)
    need = plan.needs[0]
    assert need.smallest is not None
    # The interval is a little wider than that of a normal distribution where blocks are few.
    assert need.blocks_by_difference[0.01] == pytest.approx(1000 * (need.smallest / 0.01) ** 2, rel=0.03)


def test_the_verdict_on_even_seats_is_as_likely_fair_as_was_said(tmp_path: Path) -> None:
    """The chance that is said has an error of 1 % by its own draws, the share of 120 runs one of 4 %."""
    blocks = 5_500
    even = Recipe(players=(4,), blocks=2000, tables=("games", "seats"))
    (plan,) = planned(tmp_path, even, blocks=blocks)
    (outlook,) = plan.outlooks
    said = outlook.chances[0.0]
    assert sum(said.values()) == pytest.approx(1.0)
    n_fair, rng = 0, np.random.default_rng(4)
    for _ in range(120):
        moments = matrix_moments(np.eye(4)[rng.integers(4, size=blocks)])
        names = [f"win_share.position_{p}" for p in range(1, 5)]
        shares, one_sided = share_estimates(names, moments, level=0.95), one_sided_estimates(names, moments, level=0.95)
        n_fair += judge(shares, one_sided, 0.02).ruling is Ruling.FAIR
    assert said[Ruling.FAIR] == pytest.approx(n_fair / 120, abs=0.14)
    assert 0.3 < said[Ruling.FAIR] < 0.95


@pytest.mark.parametrize(("touched", "size", "comparisons"), [(0.5, 0.05, 1), (0.05, 0.05, 10), (0.02, 0.02, 80)])
def test_a_change_that_few_games_feel_is_found_as_often_as_was_said(touched: float, size: float, comparisons: int) -> None:
    """It was found in 26 to 76 % of runs where the report's interval is wider than the normal approximation."""
    rng, p_up = np.random.default_rng(6), (1.0 + size / touched) / 2.0
    variance = touched - size**2
    asked = _AskedShare("change", size, variance, 3.0, 100_000, int(100_000 * touched), 1.0, comparisons, None)
    n = asked.need(1000, (size,), 0.95).blocks_by_difference[size]
    n_up, n_down = rng.multinomial(n, [touched * p_up, touched * (1 - p_up), 1 - touched], REPETITIONS)[:, :2].T
    mean = (n_up - n_down) / n
    spread = ((n_up + n_down) / n - mean**2) * n / (n - 1)
    low, _ = paired_share_interval(PairedMoments(mean, spread, np.array(n)), level=0.95, comparisons=comparisons)
    assert 0.76 <= np.mean(low > 0.0) <= 0.96


def test_many_blocks_decide_and_few_leave_it_open_whatever_the_pilot_shows(tmp_path: Path) -> None:
    (plan,) = planned(tmp_path, Recipe(players=(3,), blocks=400, seat_worth=(1.0, 0.0, 0.0)), blocks=100_000)
    assert [*plan.outlooks[0].chances] == [0.0, 0.01, 0.04]
    assert plan.outlooks[0].chances[0.0][Ruling.FAIR] > 0.99
    assert plan.outlooks[0].chances[0.04][Ruling.UNFAIR] > 0.99
    (few,) = planned(tmp_path / "few", Recipe(players=(3,), blocks=400), blocks=10)
    assert all(chances[Ruling.UNDECIDED] > 0.9 for chances in few.outlooks[0].chances.values())


@pytest.mark.long
def test_the_number_of_blocks_is_as_far_off_as_was_said(tmp_path: Path) -> None:
    """Of 40 pilots of 100 blocks, at most 6 miss the number that many blocks give by more than they say (1 in 70 runs)."""
    recipe = Recipe(players=(3,), blocks=20_000, tables=("games", "seats"))
    truth = planned(tmp_path, recipe)[0].needs[0].blocks_by_difference[0.01]
    n_missed = 0
    for seed in range(40):
        (plan,) = planned(tmp_path / str(seed), Recipe(players=(3,), blocks=100, seed=seed, tables=("games", "seats")))
        need = plan.needs[0]
        assert 0.25 < need.error < 0.4
        low, high = need.ends(need.blocks_by_difference[0.01])
        n_missed += not low <= truth <= high
    assert n_missed <= 6


def test_rule_sets_are_asked_about_before_seats_and_strategies_after(tmp_path: Path) -> None:
    who, effects = ("greedy", "careful"), {"rich": {"seat_worth": 0.5}}
    (plan,) = planned(tmp_path, Recipe(players=(2,), blocks=200, strategies=who, arms=("baseline", "rich"), effects=effects))
    titles = [need.title for need in plan.needs]
    assert titles[0] == "change of the start player's win share by rich"
    assert titles[1:3] == ["start player's win share, baseline", "start player's win share, rich"]
    assert titles[3:] == ["win share of careful", "win share of greedy"]
    assert plan.games_per_block == 4
    assert [(outlook.label, outlook.title) for outlook in plan.outlooks] == [("baseline", "baseline"), ("rich", "rich")]


def test_where_players_differ_the_answer_is_about_each_of_them(tmp_path: Path) -> None:
    run = load_run(write_run(tmp_path / "run", Recipe(players=(2,), blocks=200, strategies=("greedy", "careful"))))
    (plan,) = plans(results_of(run), 700, (0.02, 0.01))
    answer = plan_answer(run, [plan])
    careful, greedy = plan.player_needs
    assert (careful.player, greedy.player) == ("careful", "greedy")
    assert careful.smallest is not None
    assert greedy.smallest is not None
    most = max(need.blocks_by_difference[0.01] for need in plan.player_needs)
    assert "finding a difference of 1 point from an even share in any player's win share takes more games than" in (
        answer.in_one_sentence
    )
    assert f"{plan.games(most):,} games" in answer.findings[0].sentence
    (players,) = (finding.sentence for finding in answer.findings if finding.key == "2p.players")
    assert f"differs from an even one by {100 * max(careful.smallest, greedy.smallest):.1f} points or more" in players
    assert f"{plan.games(max(need.blocks_by_half_width[0.01] for need in plan.player_needs)):,} games" in players
    (panel,) = answer.sections[0].panels
    assert panel.findings == ("2p.players",)


def test_the_difference_is_said_to_be_from_an_even_share_or_by_a_rule_set(tmp_path: Path) -> None:
    plain = load_run(write_run(tmp_path / "plain", Recipe(players=(2,), blocks=200)))
    effects = {"rich": {"seat_worth": 0.5}}
    rich = load_run(write_run(tmp_path / "rich", Recipe(players=(2,), blocks=200, arms=("baseline", "rich"), effects=effects)))
    texts = [plan_answer(run, plans(results_of(run), 700)).in_one_sentence for run in (plain, rich)]
    assert "a difference of 1 point from an even share in the start player's win share takes more games" in texts[0]
    assert "a change of 1 point in the start player's win share by rich takes more games" in texts[1]


def test_where_nothing_varied_no_difference_is_promised(tmp_path: Path) -> None:
    run = load_run(write_run(tmp_path / "run", Recipe(players=(2,), blocks=50, seat_worth=(60.0, 0.0))))
    (plan,) = plans(results_of(run), sizes=(0.02, 0.01))
    need = plan.needs[0]
    assert (need.spread, need.blocks_by_difference, need.smallest) == (0.0, {}, None)
    assert need.blocks_by_half_width[0.02] > 50
    answer = plan_answer(run, [plan])
    assert answer.findings[0].key == "2p.to_see"
    assert answer.cards[0].tone is Tone.UNDECIDED
    assert [(row["size"], row["blocks"], row["seconds"]) for row in answer.tables["to_see"].rows] == [
        (0.02, None, None),
        (0.01, None, None),
    ]


def test_the_tables_of_an_answer_have_every_number_of_the_plans(tmp_path: Path) -> None:
    run = load_run(write_run(tmp_path / "run", Recipe(players=(2, 3), blocks=200, arms=("baseline", "rich"))))
    both = plans(results_of(run), 700, (0.02, 0.01))
    answer = plan_answer(run, both)
    keys = [f"{k}p.{key}" for k in (2, 3) for key in ("to_see", "baseline.outlook", "rich.outlook")]
    assert [finding.key for finding in answer.findings] == keys
    tables = {key: table.rows for key, table in answer.tables.items()}
    for name, field in (("to_know", "blocks_by_half_width"), ("to_see", "blocks_by_difference")):
        expected = [
            (plan.players, need.title, size, n, plan.games(n), plan.seconds(n))
            for plan in both
            for need in plan.needs
            for size, n in getattr(need, field).items()
        ]
        columns = ("players", "number", "size", "blocks", "games", "seconds")
        assert [tuple(row[column] for column in columns) for row in tables[name]] == expected
    needs = [(plan.players, need.title, need.smallest, need.spread, math.exp(need.error)) for plan in both for need in plan.needs]
    assert [tuple(row.values()) for row in tables["smallest"]] == needs
    supposed = [
        (plan.players, outlook.title, difference, chances)
        for plan in both
        for outlook in plan.outlooks
        for difference, chances in outlook.chances.items()
    ]
    for row, (players, title, difference, chances) in zip(tables["outlook"], supposed, strict=True):
        assert (row["players"], row["games"], row["difference"]) == (players, title, difference)
        assert {ruling: row[ruling.lower()] for ruling in Ruling} == chances
    basis = [(plan.players, plan.pilot_blocks, plan.games_per_block, plan.blocks) for plan in both]
    assert [tuple(row[c] for c in ("players", "pilot_blocks", "games_per_block", "blocks")) for row in tables["basis"]] == basis
