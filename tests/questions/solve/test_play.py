"""Solving with real games: few blocks, both games, and a search that is interrupted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rajas_sim import experiment
from rajas_sim.analysis import results_of
from rajas_sim.analysis.answer import Finding, Intervals, Tone
from rajas_sim.analysis.comparing.goal_distance import GoalReach
from rajas_sim.analysis.formatting import estimate_text
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.errors import InputError
from rajas_sim.questions import runner
from rajas_sim.questions.headline import MOST_ROWS
from rajas_sim.questions.runner import Runner
from rajas_sim.questions.solve.play import Probe, Solution, play_solve
from rajas_sim.questions.solve.solve_answer import MOST_DRAWN, ROWS_IN_SHORT, _clause, solve_answer
from rajas_sim.running.runner import RunResult
from rajas_sim.running.runner import run as play_run
from rajas_sim.showing.pictures import drawn_rows
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import Experiment, resolve
from tests.long_cases import short_and_long

QUESTION: dict[str, Any] = {
    "name": "q",
    "question": "Which karma?",
    "game": "charmers",
    "players": [2, 3],
    "line_up": ["balanced"],
    "blocks": 200,
    "solve": {"over": {"setup.karma": {"from": 0, "to": 3}}, "goal": "even_seats"},
}
ROUNDS = {"over": {"tracks.meeting_line": {"from": 25, "to": 45, "step": 10}}, "goal": {"rounds": 12}}


def asked(**more: Any) -> Experiment:
    return resolve(Config(**{**QUESTION, **more}))


def finding_of(solution: Solution, key: str) -> Finding | None:
    return next((finding for finding in solve_answer([solution]).findings if finding.key == f"2p.{key}"), None)


@dataclass(frozen=True)
class Solved:
    """What was found for both numbers of players, and the folder of the runs."""

    solutions: tuple[Solution, ...]
    folder: Path


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Solved:
    folder = tmp_path_factory.mktemp("runs")
    return Solved(play_solve(asked(), Runner(folder)), folder)


def results(solutions: tuple[Solution, ...]) -> list[tuple[Any, ...]]:
    return [(solution.nearest, solution.printed, solution.difference, solution.search) for solution in solutions]


def test_the_table_has_the_answer_and_what_may_be_as_near(solved: Solved) -> None:
    answer = solve_answer(solved.solutions)
    for solution in solved.solutions:
        rows = answer.tables[f"{solution.players}p.settings"].rows
        fresh = [row for row in rows if row["is_fresh"]]
        nearest = "recommended" if solution.is_recommended else "nearest by estimate"
        assert [row["which"] for row in fresh] == [nearest, "printed"][: len(fresh)]
        assert [row["is_printed"] for row in fresh] == ([True] if solution.is_printed else [False, True])
        distances = [setting.goal_distance.distance for setting in solution.search.left]
        assert [row["distance"] for row in rows[len(fresh) :]] == distances
        assert {row["which"] for row in rows} <= {nearest, "printed", "may be as near"}
        assert [row["verdict"] is None for row in rows] == [not row["is_fresh"] for row in rows]
        (search,) = answer.tables[f"{solution.players}p.search"].rows
        assert (search["tried"], search["settings"], search["left"]) == (4, 4, len(solution.search.left))
        assert search["run"] == answer.provenance.runs[solution.players - 2] == solution.run.folder.name


def test_the_answer_is_measured_on_fresh_luck(solved: Solved) -> None:
    for solution in solved.solutions:
        run = solution.run
        assert run.manifest.seed != 1
        assert solution.nearest.goal_distance.distance.n == solution.printed.goal_distance.distance.n == 200
        assert solution.printed.values == {"setup.karma": 1}
        (seats,) = [seats for seats in results_of(run)[0].seats if seats.group.arm == run.arms[-1]]
        for ours, theirs in zip(solution.nearest.goal_distance.numbers, seats.shares, strict=True):
            assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.value, theirs.low, theirs.high))
        assert solution.ruling(solution.nearest) is seats.verdict.ruling


def test_the_difference_is_paired(solved: Solved) -> None:
    for solution in solved.solutions:
        difference = solution.difference
        if solution.is_printed:
            assert (difference.value, difference.low, difference.high) == (0.0, 0.0, 0.0)
        else:
            both = solution.nearest.goal_distance.distance.value - solution.printed.goal_distance.distance.value
            assert difference.value == pytest.approx(both)
            assert difference.low < difference.value < difference.high


def test_a_setting_is_recommended_only_if_it_is_shown_to_help(solved: Solved) -> None:
    solution = next(solution for solution in solved.solutions if not solution.is_printed)
    missed = replace(solution.nearest, goal_distance=replace(solution.nearest.goal_distance, reach=GoalReach.MISSED))
    nearer, open_difference = (
        replace(solution, nearest=missed, difference=Estimate("difference.distance", -0.02, low, high, 0.95, 200, "t"))
        for low, high in ((-0.03, -0.01), (-0.05, 0.01))
    )
    assert nearer.is_recommended
    assert not open_difference.is_recommended
    reaching = replace(solution.nearest.goal_distance, reach=GoalReach.REACHED)
    assert replace(open_difference, nearest=replace(missed, goal_distance=reaching)).is_recommended
    texts = [" ".join(finding.sentence for finding in solve_answer([each]).findings) for each in (nearer, open_difference)]
    assert ["the recommended setting" in text for text in texts] == [True, False]
    assert ["the setting that is nearest by estimate" in text for text in texts] == [False, True]


def test_a_setting_shown_to_be_farther_from_the_goal_is_not_called_the_nearest(solved: Solved) -> None:
    solution = next(solution for solution in solved.solutions if not solution.is_printed)
    undecided = replace(solution.nearest, goal_distance=replace(solution.nearest.goal_distance, reach=GoalReach.UNDECIDED))
    differences = [Estimate("difference.distance", low + 0.01, low, low + 0.02, 0.95, 200, "t") for low in (-0.03, -0.01, 0.01)]
    texts = [_clause(replace(solution, nearest=undecided, difference=difference)).text for difference in differences]
    assert ["comes nearest by its estimate" in text for text in texts] == [True, False, False]


def test_asked_again_nothing_is_played(solved: Solved) -> None:
    before = {path: path.stat().st_mtime_ns for path in solved.folder.glob("*/tables/*/*.parquet")}
    again = play_solve(asked(), Runner(solved.folder))
    assert results(again) == results(solved.solutions)
    assert {path: path.stat().st_mtime_ns for path in solved.folder.glob("*/tables/*/*.parquet")} == before


class InterruptedSearchError(Exception):
    """Ends a search in the middle."""


@pytest.mark.parametrize("after", short_and_long(1, [2, 1, 4]))
def test_a_search_that_was_interrupted_comes_to_the_same(
    solved: Solved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    runs: list[str] = []

    def run(experiment: Experiment, *arguments: Any, **more: Any) -> RunResult:
        if len(runs) == after:
            raise InterruptedSearchError
        runs.append(experiment.config.name)
        return real(experiment, *arguments, **more)

    real = play_run
    monkeypatch.setattr(runner, "run", run)
    with pytest.raises(InterruptedSearchError):
        play_solve(asked(), Runner(tmp_path))
    monkeypatch.setattr(runner, "run", real)
    assert results(play_solve(asked(), Runner(tmp_path, workers=1))) == results(solved.solutions)


def test_each_stage_plays_the_same_luck_as_the_one_before(solved: Solved) -> None:
    few, many = (experiment.load(next(solved.folder.glob(f"q_solve_2p_stage_{n}-*"))) for n in (100, 200))
    first, second = (
        run.seats.filter((pl.col("block") < 100) & (pl.col("arm") == "baseline")).sort("block", "position").collect()
        for run in (few, many)
    )
    assert first["win_share"].to_list() == second["win_share"].to_list()


def test_a_goal_out_of_reach_is_said_to_be(tmp_path: Path) -> None:
    (solution,) = play_solve(asked(players=[2], solve={**ROUNDS, "goal": {"rounds": 40}}), Runner(tmp_path))
    assert solution.nearest.goal_distance.reach is GoalReach.MISSED
    assert solution.nearest.values == {"tracks.meeting_line": 45}
    assert finding_of(solution, "out_of_reach") is not None
    (card,) = solve_answer([solution]).cards
    assert (card.tone, card.number, card.word) == (Tone.UNFAIR, "45", "MISSED")


def test_the_answer_says_the_goal_and_the_number_today_in_words(tmp_path: Path) -> None:
    (solution,) = play_solve(asked(players=[2], solve=ROUNDS), Runner(tmp_path))
    answer = solve_answer([solution])
    today = estimate_text(solution.printed.goal_distance.worst, is_share=False)
    assert f"(goal 12, today {today})" in answer.in_one_sentence
    karma = {"over": {"setup.karma": [0]}, "goal": {"start_player": 0.9}}
    (solution,) = play_solve(asked(players=[2], blocks=60, solve=karma), Runner(tmp_path))
    answer = solve_answer([solution])
    assert "goal 90.0 %" in answer.in_one_sentence
    shown = [finding.sentence for finding in answer.findings]
    assert any("starting karma = " in sentence for sentence in shown)
    assert not any("setup.karma" in sentence for sentence in shown)
    assert [column.title for column in answer.tables["2p.settings"].columns if column.key == "setup.karma"] == ["starting karma"]


def test_a_number_of_rounds_is_a_goal(tmp_path: Path) -> None:
    (solution,) = play_solve(asked(players=[2], solve=ROUNDS), Runner(tmp_path))
    assert solution.titles == ("number of rounds",)
    assert not solution.is_printed
    assert solution.difference.high < 0
    difference = finding_of(solution, "difference_from_printed")
    assert difference is not None
    assert difference.estimates == (solution.difference,)
    assert finding_of(solution, "others_farther") is not None
    assert finding_of(solution, "ties") is None
    assert {*solve_answer([solution]).tables} == {"2p.settings", "2p.search", "headline"}


def test_a_path_without_effect_stays_as_printed_and_is_named(tmp_path: Path) -> None:
    solve_form = {"over": {"setup.money.2": [3, 5], "setup.money.4": [0, 9], "setup.karma": [1]}, "goal": "start_player"}
    (solution,) = play_solve(asked(game="ganges", players=[2], blocks=100, solve=solve_form), Runner(tmp_path))
    assert {*solution.printed.values} == {"setup.money.2", "setup.karma"}
    assert solution.probe == Probe((), ("setup.money.4",), 100)
    finding = finding_of(solution, "changed_nothing")
    assert finding is not None
    assert "starting money of player 4 (setup.money.4) changed nothing" in finding.sentence


def test_values_that_the_rules_refuse_are_left_out_and_counted(tmp_path: Path) -> None:
    over: Mapping[str, Any] = {"setup.karma": [0, 2, 99]}
    (solution,) = play_solve(asked(players=[2], solve={"over": over, "goal": "even_seats"}), Runner(tmp_path))
    assert solution.search.refused == 1
    assert finding_of(solution, "refused") is not None
    assert solve_answer([solution]).tables["2p.search"].rows[0]["refused"] == 1


def test_an_experiment_that_does_not_say_what_to_solve_is_told_how(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not say what is to be solved; give it"):
        play_solve(asked(solve=None), Runner(tmp_path))


def test_every_number_of_the_goal_stands_in_a_table(solved: Solved) -> None:
    answer = solve_answer(solved.solutions)
    for solution in solved.solutions:
        table = answer.tables[f"{solution.players}p.numbers"]
        fresh = next(row for row in table.rows if row["is_fresh"])
        assert fresh["win_share.position_1"] == solution.nearest.goal_distance.numbers[0]
        assert all(isinstance(row[f"win_share.position_{solution.players}"], Estimate) for row in table.rows)


def test_a_search_that_was_cut_off_and_a_rule_that_is_not_there_are_said(solved: Solved) -> None:
    solution = solved.solutions[0]
    probe = Probe(("setup.money.4",), (), 100)
    cut = replace(solution, search=replace(solution.search, is_cut=True), probe=probe)
    assert finding_of(solution, "search_cut_off") is finding_of(solution, "not_there") is None
    assert finding_of(cut, "search_cut_off") is not None
    assert finding_of(cut, "not_there") is not None
    assert solve_answer([cut]).tables["2p.search"].rows[0]["is_cut"] is True


def test_of_many_settings_the_nearest_are_drawn_and_listed(solved: Solved) -> None:
    solution = solved.solutions[0]
    many = replace(solution, search=replace(solution.search, left=solution.search.left * 30))
    answer = solve_answer([many])
    panel, headline = answer.panels
    (figure,) = panel.figures
    table = answer.tables["2p.settings"]
    assert isinstance(figure, Intervals)
    assert [*drawn_rows(figure, table)] == [*table.rows[:MOST_DRAWN]]
    assert f"{MOST_DRAWN} of {len(table.rows)} rows drawn" in panel.caption
    assert table.n_rows_in_short == ROWS_IN_SHORT
    assert len(headline.tables[0].rows) <= MOST_ROWS
