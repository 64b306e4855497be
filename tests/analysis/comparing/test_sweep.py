"""Curves and grids over swept values."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.analysis import Run, load_run, results_of
from rajas_sim.analysis.comparing.arms import arm_effects
from rajas_sim.analysis.comparing.sweep import Sweep, sweep
from rajas_sim.analysis.winning.seats import seat_advantage, seat_groups
from rajas_sim.questions.run.run_answer import run_answer
from tests.analysis.synthetic_run import Recipe, read_manifest, write_manifest, write_run, write_sweep

PATH = "setup.money.1"


def swept(folder: Path, over: dict[str, list[Any]], **more: Any) -> Run:
    return load_run(write_sweep(folder, over, **more))


@pytest.fixture(scope="module")
def curve(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return swept(tmp_path_factory.mktemp("runs") / "curve", {PATH: [2, 3, 4, 5]}, blocks=1200)


def of(run: Run, players: int) -> Sweep:
    estimated = sweep(run, players)
    assert estimated is not None
    return estimated


def sentence(estimated: Sweep) -> str:
    (finding,) = estimated.findings
    return finding.sentence


def test_a_curve_follows_the_truth(curve: Run) -> None:
    """Intervals of all points and positions hold together in 19 runs of 20; the seed is fixed."""
    for players in (2, 3):
        estimated = of(curve, players)
        assert not estimated.is_grid
        assert [estimated.axes[0].numbers[p.value_indices[0]] for p in estimated.points] == [2, 3, 4, 5]
        for step, point in enumerate(estimated.points, -1):
            worth = math.exp(0.4 * step)
            share = point.shares[0]
            assert share.low <= worth / (worth + players - 1) <= share.high
            assert sum(s.value for s in point.shares) == pytest.approx(1.0)


def test_a_point_agrees_with_the_other_results(curve: Run) -> None:
    estimated = of(curve, 3)
    group = next(g for g in seat_groups(curve, 3) if g.arm == "point_3")
    assert estimated.points[3].shares == seat_advantage(curve, group).shares, "one number has one interval"
    games = curve.table("games", 3, arm="point_3").collect()
    assert estimated.points[3].means["rounds"].value == pytest.approx(games["rounds"].mean())


def test_the_fairest_is_the_one_whose_farthest_seat_is_nearest_to_even(curve: Run) -> None:
    for players in (2, 3):
        estimated = of(curve, players)
        by_arm = {g.arm: seat_advantage(curve, g).verdict for g in seat_groups(curve, players)}
        assert estimated.fairest.distance == pytest.approx(min(abs(v.difference) for v in by_arm.values()))
        assert estimated.fairest.farthest_position == by_arm[estimated.fairest.arm].position
    estimated = of(curve, 2)
    assert estimated.fairest.name == f"{PATH} = 3"
    assert estimated.rivals == ()
    assert estimated.findings[0].key == "2p.sweep"
    assert estimated.findings[0].estimates == estimated.fairest.shares
    assert f"the start player, wins {100 * estimated.fairest.shares[0].value:.1f} % (" in sentence(estimated)


def test_the_start_player_alone_may_be_nearer_to_even_elsewhere(tmp_path: Path) -> None:
    """Where the start player has a quarter, the second player has half; if the start player has a third, 44 %."""
    run = swept(tmp_path / "run", {PATH: [2, 3, 4]}, blocks=3000, players=(4,), seat_worth=(0.7, 1.4, 0.0, 0.0))
    estimated = of(run, 4)
    nearest = min(estimated.points, key=lambda p: abs(p.shares[0].value - 1 / 4))
    assert estimated.fairest is not nearest
    assert f"nearest to an even share with {nearest.name}: " in sentence(estimated)


def test_the_unchanged_rules_are_tried_too_where_no_point_plays_them(tmp_path: Path) -> None:
    """The three points give the start player a win share of 0.60, 0.69 and 0.77, the unchanged rules 0.5."""
    run = swept(tmp_path / "run", {PATH: [2, 3, 4]}, blocks=500, players=(2,))
    assert of(run, 2).fairest is not of(run, 2).baseline
    more = {f"point_{i}": {"seat_worth": 0.4 * (i + 1)} for i in range(3)}
    estimated = of(swept(tmp_path / "other", {PATH: [2, 3, 4]}, blocks=1500, players=(2,), effects=more), 2)
    assert estimated.fairest is estimated.baseline
    assert estimated.rivals == ()


def test_one_value_is_compared_with_the_unchanged_rules(tmp_path: Path) -> None:
    estimated = of(swept(tmp_path / "run", {PATH: [9]}, blocks=500, players=(2,)), 2)
    assert (estimated.fairest is estimated.baseline, estimated.rivals) == (True, ())
    same = of(swept(tmp_path / "same", {PATH: [9]}, blocks=50, players=(2,), effects={}), 2)
    assert same.tried_points == same.points


@pytest.mark.parametrize("values", [[2, 3, 4], [9]])
def test_each_point_shows_the_paired_change_of_every_seat(values: list[int], tmp_path: Path) -> None:
    """A rule may concern any one seat; a single changed rule set shows its change as well."""
    run = swept(tmp_path / "run", {"setup.karma.3": values}, blocks=300, players=(3,))
    overview = run_answer(run, results_of(run)).tables["3p.overview"]
    effects = arm_effects(run, 3)
    assert effects is not None
    rows = {row["arm"]: row for row in overview.rows}
    assert any(not comparison.is_same for comparison in effects.comparisons)
    assert set(rows) == {comparison.arm for comparison in effects.comparisons}
    for comparison in effects.comparisons:
        names = [f"win_share.position_{position}" for position in (1, 2, 3)]
        assert [rows[comparison.arm][name] for name in names] == [comparison.change_of(name) for name in names]


def test_the_baseline_stands_for_the_printed_value(tmp_path: Path) -> None:
    """Earlier versions played it twice, so that it counted as one more comparison."""
    over, recipe = {PATH: [2, 3, 4]}, {"blocks": 200, "players": (2,)}
    twice_run, once_run = (
        swept(tmp_path / "twice", over, **recipe),
        swept(tmp_path / "once", over, **recipe, printed=("point_1",)),
    )
    twice, once = of(twice_run, 2), of(once_run, 2)
    assert [point.arm for point in once.points] == ["point_0", "baseline", "point_2"]
    assert [point.label for point in once.points] == ["2", "3 (printed)", "4"]
    assert once.baseline is once.points[1]
    assert once.tried_points == once.points
    assert once.axes == twice.axes
    assert [point.shares for point in once.points] == [point.shares for point in twice.points]
    assert "Bonferroni over 3" in twice.points[0].from_baseline.method
    assert "Bonferroni over 2" in once.points[0].from_baseline.method
    assert f"{PATH} = 3 (printed) comes nearest to even seats of 3 values tried" in sentence(once)


def test_only_played_rule_sets_are_judged_and_compared(tmp_path: Path) -> None:
    run = swept(tmp_path / "run", {PATH: [2, 3, 4]}, blocks=200, players=(2,), printed=("point_1",))
    assert [group.arm for group in seat_groups(run, 2)] == ["baseline", "point_0", "point_2"]
    effects = arm_effects(run, 2)
    assert effects is not None
    assert [comparison.arm for comparison in effects.comparisons] == ["point_0", "point_2"]
    n_comparisons = 2 * len(effects.metrics.free)
    assert effects.comparisons[0].changes["rounds"].difference.method.endswith(f"Bonferroni over {n_comparisons}")
    assert [run.title(arm) for arm in run.arms] == [f"baseline ({PATH} = 3)", f"{PATH} = 2", f"{PATH} = 4"]
    assert run.title_in_sentence("baseline") == "'baseline'"


def test_the_values_between_which_the_estimates_pass_an_even_share_are_named(tmp_path: Path) -> None:
    """Values count in their own order, not in that of the file; the points beside even are four standard errors from it."""
    run = swept(tmp_path / "run", {PATH: [4, 2, 3]}, blocks=2000, players=(2,), seat_worth=(0.2, 0.0))
    assert "pass an even share between 3 and 4" in sentence(of(run, 2))
    run = swept(tmp_path / "other", {PATH: [2, 3, 4]}, blocks=2000, players=(2,), seat_worth=(0.2, 0.0))
    assert "pass an even share between 2 and 3" in sentence(of(run, 2))


def test_other_values_that_may_be_as_fair_are_named(tmp_path: Path) -> None:
    estimated = of(swept(tmp_path / "run", {PATH: [1, 2, 3]}, blocks=30, players=(2,)), 2)
    assert [point.label for point in estimated.rivals] == ["1", "3"]
    assert "1 and 3 may be as fair or fairer" in sentence(estimated)
    assert "is the fairest" not in sentence(estimated)


def test_that_a_value_is_fairer_than_the_unchanged_rules_is_said_only_if_shown(tmp_path: Path) -> None:
    """The unchanged rules give the start player 0.60, and the three points 0.5, 0.60 and 0.69."""
    steps = {f"point_{i}": {"seat_worth": 0.4 * (i - 1)} for i in range(3)}
    for blocks, said in ((250, "It is undecided whether it is fairer than "), (3000, "It is fairer than ")):
        folder = tmp_path / str(blocks)
        run = swept(folder, {PATH: [2, 3, 4]}, blocks=blocks, players=(2,), effects=steps, seat_worth=(0.4, 0.0))
        estimated = of(run, 2)
        assert said in sentence(estimated)
        point = estimated.points[0].from_baseline
        assert point.low <= 0.5 - math.exp(0.4) / (math.exp(0.4) + 1) <= point.high
        assert point.excludes(0.0) == (blocks == 3000)
        same = estimated.points[1].from_baseline
        assert same.low < same.value == 0.0 < same.high
        assert "Bonferroni over 3" in point.method


def test_values_none_of_which_is_even_are_said_not_to_be(tmp_path: Path) -> None:
    estimated = of(swept(tmp_path / "run", {PATH: [2, 3, 4]}, blocks=1200, players=(2,), seat_worth=(3.0, 0.0)), 2)
    assert estimated.is_none_even
    assert "None of the " in sentence(estimated)


def test_lists_and_words_are_categories(tmp_path: Path) -> None:
    lists = of(swept(tmp_path / "lists", {"setup.money": [[3, 3], [3, 4], [4, 4]]}, blocks=20, players=(2,)), 2)
    assert lists.axes[0].labels == ("3/3", "3/4", "4/4")
    assert not lists.axes[0].numbers
    words = of(swept(tmp_path / "words", {"readings.tie": ["first_passed", "turn_order"]}, blocks=20, players=(2,)), 2)
    assert words.axes[0].labels == ("first passed", "turn order")
    switches = of(swept(tmp_path / "switches", {"any": [False, True]}, blocks=20, players=(2,)), 2)
    assert not switches.axes[0].numbers


def test_two_paths_make_a_grid(tmp_path: Path) -> None:
    estimated = of(swept(tmp_path / "run", {PATH: [2, 3, 4], "readings.tie": ["a", "b"]}, blocks=200, players=(2,)), 2)
    assert estimated.is_grid
    assert [p.value_indices for p in estimated.points] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert estimated.points[3].label == "(3, b)"
    assert estimated.fairest.name == f"{PATH} = 3 and readings.tie = a"


def test_the_baseline_stands_for_the_printed_cell_of_a_grid(tmp_path: Path) -> None:
    over: dict[str, list[Any]] = {PATH: [2, 3, 4], "readings.tie": ["a", "b"]}
    estimated = of(swept(tmp_path / "run", over, blocks=50, players=(2,), printed=("point_2",)), 2)
    assert [p.value_indices for p in estimated.points] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert estimated.baseline is estimated.points[2]
    assert estimated.baseline.label == "(3, a) (printed)"


def test_two_paths_walked_together_make_one_axis(tmp_path: Path) -> None:
    run = swept(tmp_path / "run", {PATH: [2, 3], "setup.karma": [1, 2]}, together=True, blocks=20, players=(2,))
    estimated = of(run, 2)
    assert len(estimated.axes) == 1
    assert estimated.axes[0].labels == ("2 with 1", "3 with 2")
    assert estimated.axes[0].title == f"{PATH} with setup.karma"


@pytest.mark.parametrize("value", [None, "missing"])
def test_a_run_without_a_sweep_has_none(tmp_path: Path, value: str | None) -> None:
    folder = write_run(tmp_path / "run", Recipe(players=(2,), blocks=5, arms=("baseline", "other")))
    if value == "missing":
        manifest = read_manifest(folder)
        del manifest["sweep"], manifest["overrides"]
        write_manifest(folder, manifest)
    run = load_run(folder)
    assert sweep(run, 2) is None
    assert not run.overrides("baseline")
    assert not run.overrides("other")


def test_one_block_of_a_sweep_has_no_interval_of_a_mean(tmp_path: Path) -> None:
    estimated = of(swept(tmp_path / "run", {PATH: [2, 3]}, blocks=1, shards=1, players=(2,)), 2)
    assert not estimated.points[0].means["rounds"].has_interval
    assert estimated.points[0].shares[0].has_interval
