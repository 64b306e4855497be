"""When a run has played enough, and what is said of verdicts that were looked at more than once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rajas_sim.analysis import Run, load_run
from rajas_sim.analysis.statistics.intervals import ONE_LOOK
from rajas_sim.analysis.statistics.sequences import EVERY_LOOK
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage, how_many_text, looks_text, seat_advantage, seat_groups
from rajas_sim.running.stopping import enough_played
from tests.analysis.synthetic_run import Recipe, change_manifest, write_run

BLOCKS = 3000


@pytest.fixture(scope="module")
def even(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_run(tmp_path_factory.mktemp("runs") / "even", Recipe(players=(2,), blocks=BLOCKS, tables=("games", "seats")))


@pytest.fixture(scope="module")
def uneven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    recipe = Recipe(players=(2,), blocks=BLOCKS, seat_worth=(0.6, 0.0), tables=("games", "seats"))
    return write_run(tmp_path_factory.mktemp("runs") / "uneven", recipe)


def rule(**keys: Any) -> dict[str, Any]:
    return {"verdict": False, "width": None, "max_blocks": None, "exact": False, **keys}


def verdicts(folder: Path, players: int = 2) -> list[SeatAdvantage]:
    run = load_run(folder)
    return [seat_advantage(run, group) for group in seat_groups(run, players)]


def test_a_clear_verdict_is_enough_and_an_open_one_is_not(even: Path, uneven: Path) -> None:
    change_manifest(even, stop=rule(verdict=True), tolerance=0.05)
    change_manifest(uneven, stop=rule(verdict=True), tolerance=0.05)
    assert enough_played(even, 2, BLOCKS)[0]
    assert enough_played(uneven, 2, BLOCKS)[0]
    assert not enough_played(even, 2, 600)[0]
    change_manifest(even, tolerance=0.01)
    assert not enough_played(even, 2, BLOCKS)[0]


def test_uneven_seats_whose_size_is_open_are_not_enough(uneven: Path) -> None:
    """The start player wins 0.646 of games: seats are uneven, but whether by more than 14 points is open."""
    change_manifest(uneven, stop=rule(verdict=True), tolerance=0.14)
    (advantage,) = verdicts(uneven)
    assert advantage.verdict.ruling is Ruling.UNEVEN
    assert not enough_played(uneven, 2, BLOCKS)[0]


def test_a_width_is_enough_when_every_share_is_as_narrow(tmp_path: Path) -> None:
    recipe = Recipe(("a", "b"), players=(2,), blocks=2000, worth={"a": 0.4}, tables=("games", "seats"))
    folder = write_run(tmp_path / "run", recipe)
    assert enough_played(change_manifest(folder, stop=rule(width=0.09)), 2, 2000)[0]
    assert not enough_played(change_manifest(folder, stop=rule(width=0.04)), 2, 2000)[0]
    assert not enough_played(change_manifest(folder, stop=rule(width=0.09, verdict=True)), 2, 2000)[0]


def test_every_rule_set_must_be_decided(tmp_path: Path) -> None:
    recipe = Recipe(
        players=(2,), blocks=2500, arms=("baseline", "tilted"), effects={"tilted": {"seat_worth": 0.2}}, tables=("games", "seats")
    )
    folder = change_manifest(write_run(tmp_path / "run", recipe), stop=rule(verdict=True), tolerance=0.05)
    first, second = (advantage.verdict.ruling for advantage in verdicts(folder))
    assert (first, second) == (Ruling.FAIR, Ruling.UNEVEN)
    assert not enough_played(folder, 2, 2500)[0]


def test_an_opinion_names_the_seat_and_its_interval(uneven: Path) -> None:
    change_manifest(uneven, stop=rule(verdict=True), tolerance=0.05)
    text = enough_played(uneven, 2, BLOCKS)[1]
    assert text.startswith("2p start player 6")
    assert text.endswith(" UNFAIR")


def test_only_the_blocks_before_the_look_count(tmp_path: Path) -> None:
    recipe = Recipe(players=(2,), blocks=1200, seat_worth=(0.6, 0.0), tables=("games", "seats"))
    folder = change_manifest(write_run(tmp_path / "run", recipe), stop=rule(verdict=True), blocks={"2": 700})
    assert enough_played(folder, 2, 600)[1] != enough_played(folder, 2, 700)[1]


@pytest.mark.parametrize("options", [{}, {"exact": True}])
def test_under_a_rule_intervals_hold_at_every_look(even: Path, options: dict[str, bool]) -> None:
    """Version 0.1.0 had to be asked for exact intervals; files and runs that ask are still read."""
    opened(even)
    (once,) = verdicts(even)
    change_manifest(even, stop=rule(verdict=True) | options)
    assert load_run(even).share_method(2) is EVERY_LOOK
    (always,) = verdicts(even)
    assert always.shares[0].low < once.shares[0].low < once.shares[0].high < always.shares[0].high
    assert "confidence sequence" in always.shares[0].method
    change_manifest(even, stop=None)


def look(players: int, blocks: int, tolerance: float = 0.02, level: float = 0.95) -> dict[str, Any]:
    return {"players": players, "blocks": blocks, "tolerance": tolerance, "level": level, "at": "2026-01-02T03:04:05+00:00"}


def opened(folder: Path, **keys: Any) -> Run:
    return load_run(change_manifest(folder, stop=None, **{"tolerance": 0.02, "looks": [], **keys}))


def test_one_look_has_the_intervals_of_one_look(even: Path) -> None:
    for looks in ([], [look(2, BLOCKS)], [look(2, BLOCKS), look(2, BLOCKS)], [look(3, 500)]):
        run = opened(even, looks=looks)
        assert run.share_method(2) is ONE_LOOK
        assert looks_text(run, 2) == ""


def test_a_run_that_was_judged_and_then_extended_says_so(even: Path) -> None:
    run = opened(even, looks=[look(2, 1000)])
    assert run.share_method(2) is EVERY_LOOK
    assert "readers saw the estimates 2 times, from 1,000 to 3,000 blocks. " in looks_text(run, 2)


def test_a_run_that_is_judged_again_under_another_tolerance_or_level_says_so(even: Path) -> None:
    text = looks_text(opened(even, looks=[look(2, BLOCKS, 0.01), look(2, BLOCKS, 0.02, 0.99)]), 2)
    assert "at 3,000 blocks, under tolerances of 1 point and 2 points, at levels of 95 % and 99 %. " in text


def test_a_run_whose_looks_may_be_lost_is_judged_as_if_there_were_several(even: Path) -> None:
    run = opened(even, is_rebuilt=True)
    assert run.share_method(2) is EVERY_LOOK
    assert "manifest was lost" in looks_text(run, 2)
    opened(even, is_rebuilt=False)


def test_the_number_of_verdicts_is_told_where_there_are_several(tmp_path: Path, even: Path) -> None:
    opened(even)
    assert how_many_text(len(verdicts(even)), 0.95) == ""
    recipe = Recipe(players=(2,), blocks=50, arms=("baseline", *"abc"), tables=("games", "seats"))
    several = verdicts(write_run(tmp_path / "run", recipe))
    assert how_many_text(len(several), 0.95).startswith("4 verdicts, each false in at most 5 % of runs. Of all 4, at most 0.20 ")
