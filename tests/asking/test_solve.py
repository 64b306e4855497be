"""Solving with real games: few blocks, both games, and a search that is interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from matplotlib.figure import Figure

from rajas_sim import experiment
from rajas_sim.analysis.rule_changes.race import Reach
from rajas_sim.analysis.rule_changes.solution import Which
from rajas_sim.asking import playing
from rajas_sim.asking.shown.solutions import ShownSolutions
from rajas_sim.asking.solve import solve
from rajas_sim.core.errors import InputError
from rajas_sim.experiment.question.form import Config
from rajas_sim.experiment.question.resolve import Experiment, resolve
from rajas_sim.questions.runner import Runner, own_seed

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


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> ShownSolutions:
    return experiment.solve(QUESTION, out=tmp_path_factory.mktemp("runs"))


def test_an_answer_shows_itself(shown: ShownSolutions) -> None:
    assert [own.players for own in shown.solutions] == [2, 3]
    table = shown.table()
    assert isinstance(table, pl.DataFrame)
    assert set(table["which"]) <= set(Which)
    assert table.filter(which="recommended").height == 2
    assert isinstance(shown.plot(), Figure)
    assert shown.sentences[0] in repr(shown)
    assert "With 2 players the setting nearest to the goal (even seats) by its estimate, of 4 tried, is" in shown._repr_html_()


def test_the_answer_is_measured_on_fresh_luck(shown: ShownSolutions) -> None:
    for own in shown.solutions:
        run = shown.run(own.players)
        assert run.run.manifest.seed == own_seed(1, "solve")
        assert own.recommended.measured.distance.n == own.printed.measured.distance.n == 200
        assert own.printed.values == {"setup.karma": 1}
        assert own.folder == run.folder
        (seats,) = [seats for seats in run.results[0].seats if seats.group.arm == run.run.arms[-1]]
        for ours, theirs in zip(own.recommended.measured.numbers, seats.shares, strict=True):
            assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.value, theirs.low, theirs.high))
        assert own.ruling(own.recommended) is seats.verdict.ruling


def test_the_difference_is_paired(shown: ShownSolutions) -> None:
    for own in shown.solutions:
        if own.is_printed:
            assert (own.difference.value, own.difference.low, own.difference.high) == (0.0, 0.0, 0.0)
        else:
            both = own.recommended.measured.distance.value - own.printed.measured.distance.value
            assert own.difference.value == pytest.approx(both)
            assert own.difference.low < own.difference.value < own.difference.high


def test_asked_again_nothing_is_played(shown: ShownSolutions, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shown.solutions[0].folder.parent
    before = {path: path.stat().st_mtime_ns for path in folder.glob("*/tables/*/*.parquet")}
    again = experiment.solve(QUESTION, out=folder)
    assert again == shown
    assert {path: path.stat().st_mtime_ns for path in folder.glob("*/tables/*/*.parquet")} == before


class InterruptedSearchError(Exception):
    """Ends a search in the middle."""


@pytest.mark.parametrize("after", [1, 2, 4])
def test_a_search_that_was_interrupted_comes_to_the_same(
    shown: ShownSolutions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    runs: list[str] = []

    def run(experiment: Experiment, *arguments: Any, **more: Any) -> Any:
        if len(runs) == after:
            raise InterruptedSearchError
        runs.append(experiment.config.name)
        return real(experiment, *arguments, **more)

    real = playing.run
    monkeypatch.setattr(playing, "run", run)
    with pytest.raises(InterruptedSearchError):
        solve(asked(), Runner(tmp_path))
    monkeypatch.setattr(playing, "run", real)
    found = solve(asked(), Runner(tmp_path, workers=1))
    assert [(own.recommended, own.printed, own.difference, own.searched) for own in found] == [
        (own.recommended, own.printed, own.difference, own.searched) for own in shown.solutions
    ]


def test_each_stage_plays_the_same_luck_as_the_one_before(shown: ShownSolutions) -> None:
    folder = shown.solutions[0].folder.parent
    few, many = (experiment.load(next(folder.glob(f"q_solve_2p_stage_{n}-*"))) for n in (100, 200))
    first, second = (
        run.seats.filter((pl.col("block") < 100) & (pl.col("arm") == "baseline")).sort("block", "position").collect()
        for run in (few, many)
    )
    assert first["win_share"].to_list() == second["win_share"].to_list()


def test_a_goal_out_of_reach_is_said_to_be(tmp_path: Path) -> None:
    (own,) = solve(asked(players=[2], solve={**ROUNDS, "goal": {"rounds": 40}}), Runner(tmp_path))
    assert own.recommended.measured.reach is Reach.MISSED
    assert own.recommended.values == {"tracks.meeting_line": 45}
    first = own.sentences[0]
    assert first.startswith(
        "With 2 players no setting tried reaches the goal (number of rounds: 40); nearest of 4, by its estimate, is "
    )
    assert "MISSED by more than 2" in first


def test_a_number_of_rounds_is_a_goal(tmp_path: Path) -> None:
    (own,) = solve(asked(players=[2], solve=ROUNDS), Runner(tmp_path))
    assert own.titles == ("number of rounds",)
    assert not own.is_printed
    assert own.difference.high < 0
    assert any("is nearer to the goal than the printed one by " in sentence for sentence in own.sentences)
    assert (
        "On the luck of the search, all 3 other settings tried are farther from the goal than the recommended one"
        in own.sentences
    )


def test_a_path_without_effect_stays_as_printed_and_is_named(tmp_path: Path) -> None:
    solve_form = {"over": {"setup.money.2": [3, 5], "setup.money.4": [0, 9], "setup.karma": [1]}, "goal": "start_player"}
    question = {**QUESTION, "game": "ganges", "players": [2], "blocks": 100, "solve": solve_form}
    (own,) = solve(resolve(Config(**question)), Runner(tmp_path))
    assert set(own.printed.values) == {"setup.money.2", "setup.karma"}
    assert own.searched.remarks == ("With 2 players setup.money.4 changed nothing in 100 blocks and stays as printed",)


def test_values_that_the_rules_refuse_are_left_out_and_counted(tmp_path: Path) -> None:
    (own,) = solve(asked(players=[2], solve={"over": {"setup.karma": [0, 2, 99]}, "goal": "even_seats"}), Runner(tmp_path))
    assert own.searched.impossible == 1
    assert "1 setting is refused by the rules, and left out" in own.sentences


def test_an_experiment_that_does_not_say_what_to_solve_is_told_how(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not say what is to be solved; give it"):
        solve(asked(solve=None), Runner(tmp_path))
    with pytest.raises(InputError, match="players: found 5; name one of 2"):
        ShownSolutions("?", solve(asked(players=[2]), Runner(tmp_path))).run(5)
