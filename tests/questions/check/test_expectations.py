"""Balance as a test: expectations in words, what holds of them, and JUnit XML."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rajas_sim.analysis import load_run
from rajas_sim.analysis.answer import Status
from rajas_sim.analysis.expectations import CheckedExpectation, ExpectationStatus, skewness
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.sequences import mean_sequence_interval
from rajas_sim.core.errors import InputError
from rajas_sim.questions.check.check_answer import check_answer, junit_xml, play_check
from rajas_sim.questions.runner import Runner
from rajas_sim.study.config.expectations import expectation
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import Experiment, resolve
from rajas_sim.study.design import FEWEST_BLOCKS

# --- the words


@pytest.mark.parametrize(
    ("text", "players", "metrics", "bounds"),
    [
        ("start_player.4 within 3 points", 4, ("win_share.position_1",), (0.22, 0.28)),
        ("start_player within 1 point", None, ("win_share.position_1",), (0.24, 0.26)),
        ("seat_3.4 above 0.2", 4, ("win_share.position_3",), (0.2, np.inf)),
        ("rounds.2 between 6 and 9", 2, ("rounds",), (6.0, 9.0)),
        ("strategy.fame_rush.share.2 above 35 %", 2, ("win_share.fame_rush",), (0.35, np.inf)),
        ("strategy.fame_rush.share below 0.4", None, ("win_share.fame_rush",), (-np.inf, 0.4)),
        ("winner.money below 70.5", None, ("winner.money",), (-np.inf, 70.5)),
        ("seats.4 within 2.5 points", 4, tuple(f"win_share.position_{p}" for p in (1, 2, 3, 4)), (0.225, 0.275)),
    ],
)
def test_an_expectation_says_of_which_number_it_expects_what(
    text: str, players: int | None, metrics: tuple[str, ...], bounds: tuple[float, float]
) -> None:
    parsed = expectation(text)
    assert (parsed.players, parsed.metric_names(4)) == (players, metrics)
    assert parsed.bounds(4) == pytest.approx(bounds)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("start_player.4 is fair", "an expectation is a sentence such as"),
        ("luck.2 above 3", "unknown number 'luck'"),
        ("rounds.2 within 3 points", "'within' needs seats"),
        ("rounds between 9 and 6", "the first value must be less"),
        ("start_player between 20 and 30", "write percentages with the sign"),
        ("strategy.trader.share above 35", "write percentages with the sign"),
    ],
)
def test_what_is_no_expectation_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        expectation(text)


def asked(*expect: str, **more: object) -> Experiment:
    plain = {"name": "q", "question": "?", "game": "charmers", "players": (2, 3), "line_up": ("balanced",), "blocks": 4000}
    return resolve(Config(**{**plain, **more}, expect=expect))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rounds.4 above 3", "4 is not among players"),
        ("seat_3 above 0.1", "with 2 players there is no seat 3"),
        ("strategy.trader.share above 0.1", "unknown strategy 'trader'"),
        ("strategy.balanced.share above 0.1", "every seat plays the same strategy"),
    ],
)
def test_what_can_be_expected_of_no_game_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        asked(text)


# --- what holds


def check(experiment: Experiment, runner: Runner) -> tuple[CheckedExpectation, ...]:
    return play_check(experiment, runner)[1]


def test_what_holds_fails_or_stays_open_is_told_apart_and_no_game_is_played_twice(tmp_path: Path) -> None:
    experiment = asked("rounds.2 between 5 and 20", "rounds.3 below 5", "start_player.2 within 0.1 points", blocks=600)
    checked = check(experiment, Runner(tmp_path))
    assert [(expectation.expectation.number, expectation.players, expectation.status) for expectation in checked] == [
        ("rounds", 2, ExpectationStatus.HOLDS),
        ("start_player", 2, ExpectationStatus.UNDECIDED),
        ("rounds", 3, ExpectationStatus.FAILS),
    ]
    assert checked == check(experiment, Runner(tmp_path))
    assert [path.name[:8] for path in tmp_path.iterdir()] == ["q_check-"]


def test_no_more_blocks_are_played_than_it_takes(tmp_path: Path) -> None:
    easy = check(asked("rounds.2 between 5 and 20", players=(2,), blocks=50_000), Runner(tmp_path))
    assert FEWEST_BLOCKS <= easy[0].estimate.n <= 2 * FEWEST_BLOCKS
    assert easy[0].status is ExpectationStatus.HOLDS


def test_other_expectations_go_on_from_the_games_there_are(tmp_path: Path) -> None:
    (first,) = check(asked("rounds.2 above 5", players=(2,)), Runner(tmp_path))
    (second,) = check(asked("start_player.2 within 6 points", players=(2,)), Runner(tmp_path))
    assert second.estimate.n > first.estimate.n
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    "more",
    [
        {"arms": ({"name": "late", "overrides": {"setup.karma": 3}},)},
        {"blocks": None, "solve": {"over": {"setup.karma": [0, 1]}, "goal": "even_seats"}},
    ],
    ids=["arms", "solve"],
)
def test_only_the_rules_that_are_judged_are_played(tmp_path: Path, more: dict[str, object]) -> None:
    (checked,) = check(asked("rounds.2 between 5 and 20", players=(2,), **more), Runner(tmp_path))
    assert checked.status is ExpectationStatus.HOLDS
    (folder,) = tmp_path.iterdir()
    assert load_run(folder).arms == ("baseline",)


def test_an_experiment_that_expects_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expects nothing"):
        check(asked(), Runner(tmp_path))


def test_expectations_change_no_game(tmp_path: Path) -> None:
    from rajas_sim.study.folder.identity import hashes

    assert hashes(asked("rounds.2 above 5")) == hashes(asked())


@pytest.mark.parametrize(
    ("draw", "mean"),
    [
        (lambda rng, size: rng.exponential(2.0, size), 2.0),
        (lambda rng, size: rng.lognormal(0.0, 1.0, size), np.exp(0.5)),
        (lambda rng, size: rng.random(size) < 0.005, 0.005),
        (lambda rng, size: rng.random(size) < 0.0005, 0.0005),
    ],
    ids=["exponential", "lognormal", "rare", "hardly ever"],
)
def test_a_skewed_or_rare_mean_is_left_out_at_no_look_more_often_than_the_level_allows(
    draw: Callable[[np.random.Generator, tuple[int, int]], NDArray[np.float64]], mean: float
) -> None:
    """400 runs of 4,000 blocks, looked at a hundred times from the first look on: at most 5 % plus 3.3 standard errors."""
    values = draw(np.random.default_rng(8), (400, 4000)).astype(float)
    looks = np.unique(np.geomspace(FEWEST_BLOCKS, 4000, 100).astype(int))
    first, second, third = (np.cumsum(values**power, axis=1)[:, looks - 1] / looks for power in (1, 2, 3))
    variance = np.maximum(second - first**2, 0.0)
    with np.errstate(invalid="ignore"):
        skew = (third - 3 * first * second + 2 * first**3) / variance**1.5
    low, high = mean_sequence_interval(first, variance * looks / (looks - 1), skew, looks, level=0.95)
    is_wrong = ((low > mean) | (high < mean)).any(axis=1)
    assert is_wrong.mean() <= 0.05 + 3.3 * np.sqrt(0.05 * 0.95 / 400)


def test_a_mean_has_no_interval_before_there_are_blocks_enough_and_where_nothing_varies() -> None:
    assert np.isinf(mean_sequence_interval(1.0, 1.0, 0.0, FEWEST_BLOCKS - 1, level=0.95)[1])
    assert np.isinf(mean_sequence_interval(1.0, 1.0, 5.0, FEWEST_BLOCKS, level=0.95)[1])
    (constant, skewed) = skewness(np.array([[0.1, 0.0]] * 9 + [[0.1, 1.0]]))
    assert np.isnan(constant)
    assert skewed == pytest.approx(0.8 / 0.3)
    assert np.isinf(mean_sequence_interval(1.0, 0.0, constant, 5000, level=0.95)[1])


@pytest.mark.parametrize(
    ("expect", "status"),
    [
        (["rounds.2 between 5 and 20"], Status.DONE),
        (["rounds.2 between 5 and 20", "start_player.2 within 0.1 points"], Status.UNDECIDED),
        (["start_player.2 within 0.1 points", "rounds.2 below 5"], Status.FAILS),
    ],
)
def test_an_answer_fails_with_one_expectation_and_is_undecided_with_one(
    tmp_path: Path, expect: list[str], status: Status
) -> None:
    run, checked = play_check(asked(*expect, players=(2,), blocks=600), Runner(tmp_path))
    answer = check_answer(run, checked)
    assert answer.status is status
    assert [row["answer"] for row in answer.tables["expectations"].rows] == [str(each.status) for each in checked]
    assert [finding.estimates for finding in answer.findings] == [(each.estimate,) for each in checked]


# --- for a CI


@pytest.mark.parametrize(
    ("text", "interval", "margin"),
    [
        ("rounds between 5 and 9", (8.0, 7.5, 8.5), (1.0, 0.5, 1.5)),
        ("rounds between 5 and 9", (7.5, 6.0, 9.5), (1.5, -0.5, 2.0)),
        ("rounds between 5 and 9", (4.0, 3.5, 4.5), (-1.0, -1.5, -0.5)),
        ("rounds below 5", (8.0, 7.5, 8.5), (-3.0, -3.5, -2.5)),
    ],
)
def test_a_margin_says_how_far_inside_of_what_is_expected_a_number_lies(
    text: str, interval: tuple[float, float, float], margin: tuple[float, float, float]
) -> None:
    estimate = Estimate("rounds", *interval, 0.95, 100, "t over blocks")
    measured = CheckedExpectation(expectation(text), 2, ExpectationStatus.UNDECIDED, estimate, is_share=False).distance_inside
    assert (measured.value, measured.low, measured.high) == pytest.approx(margin)


def test_junit_tells_failures_from_what_is_undecided(tmp_path: Path) -> None:
    checked = check(asked("rounds.2 between 5 and 20", "rounds.2 below 5", players=(2,), blocks=600), Runner(tmp_path))
    open_ = replace(checked[0], status=ExpectationStatus.UNDECIDED)
    suite = ET.fromstring(junit_xml("q", [*checked, open_]))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == checked[1].sentence
