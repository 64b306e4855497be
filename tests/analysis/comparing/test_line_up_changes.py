"""What changed rules do in each of several line-ups.

Sentences are tested on intervals made by hand. Effects of runs are so large that with another seed a test would fail less than
once in a thousand times."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rajas_sim.analysis import PlayerCountResults, headlines, load_run, results_of
from rajas_sim.analysis.comparing.differences import PairedDifferences
from rajas_sim.analysis.comparing.line_up_changes import ArmByLineUp, ChangeInLineUp, LineUpChanges
from rajas_sim.analysis.comparing.metrics import SEAT_SHARES, START_PLAYER, Metric, Metrics, metrics_of
from rajas_sim.analysis.short_answers import _line_up_changes_answer
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.ladder import LADDER, LINE_UPS, Side, Wording
from tests.analysis.synthetic_run import Recipe, write_run

SHARE, ROUNDS = Metric(START_PLAYER, "start player's win share", True), Metric("rounds", "number of rounds", False)
ENDS = {"up": (0.01, 0.03), "down": (-0.05, -0.02), "open": (-0.011, 0.02)}


def rung(share: str, rounds: str = "open") -> dict[str, Estimate]:
    ways = {SHARE.name: share, ROUNDS.name: rounds}
    return {name: Estimate("change", sum(ENDS[way]) / 2, *ENDS[way], 0.95, 100, "t") for name, way in ways.items()}


def said(*ways: str, rounds: tuple[str, ...] = (), words: Wording = LINE_UPS) -> str:
    rungs = {label: rung(*arm) for label, *arm in zip("abcd", ways, *([rounds] if rounds else []), strict=False)}
    (finding,) = LineUpChanges(4, "baseline", (SHARE, ROUNDS), (ArmByLineUp("rich", "'rich'", rungs),), words).findings
    assert finding.key == "4p.rich.moves"
    assert finding.estimates == tuple(changes[START_PLAYER] for changes in rungs.values())
    return finding.sentence


def changes_of_run(folder: Path, **keys: Any) -> tuple[PlayerCountResults, LineUpChanges]:
    plain: dict[str, Any] = {
        "strategies": ("a", "b", "c"),
        "mirror": True,
        "players": (3,),
        "blocks": 1500,
        "tables": ("games", "seats"),
    }
    (result,) = results_of(load_run(write_run(folder, Recipe(**{**plain, **keys}))))
    assert result.line_up_changes is not None
    return result, result.line_up_changes


# --- the sentence


def test_the_finding_names_line_ups_by_the_way_they_move() -> None:
    assert "up in every line-up" in said("up", "up")
    assert "down at every strength, from 'a' to 'b'" in said("down", "down", words=LADDER)
    both = said("up", "down", "open", "up")
    assert "up in 'a' and 'd', and down in 'b'. " in both
    assert "ndecided in 'c'" in both


def test_where_all_is_undecided_the_farthest_end_is_given() -> None:
    assert "2.0 points" in said("open", "open")


def test_of_other_numbers_only_what_moves_is_said() -> None:
    assert "The number of rounds goes up in 'a', and down in 'c'" in said("up", "up", "up", rounds=("up", "open", "down"))
    assert "number of rounds" not in said("up", "up", "up")


# --- runs


def test_a_change_that_works_another_way_with_every_strategy_is_found(tmp_path: Path) -> None:
    effects = {"rich": {"seat_worth.a": 0.8, "seat_worth.c": -0.8, "rounds": 1.0}}
    result, line_up_changes = changes_of_run(tmp_path / "run", arms=("baseline", "rich"), effects=effects)
    (arm,) = line_up_changes.arms
    assert arm.sides(START_PLAYER) == {"a": Side.MORE, "b": Side.UNDECIDED, "c": Side.LESS}
    assert {*arm.sides("rounds").values()} == {Side.MORE}
    names = [estimate.name for estimate in headlines([result])]
    assert {f"3p.rich.{label}.change.{m}" for label in "abc" for m in (START_PLAYER, "rounds")} <= {*names}


def test_the_answer_is_the_surest_change_of_a_seat_and_names_its_line_up(tmp_path: Path) -> None:
    """The start player gains in 'b' alone, so much that all others lose; in 'a' and 'c' nothing changes."""
    effects = {"rich": {"seat_worth.b": 1.5}}
    result, line_up_changes = changes_of_run(
        tmp_path / "run", arms=("baseline", "rich"), effects=effects, blocks=600, strategies=("b", "a")
    )
    surest = line_up_changes.surest
    assert surest is not None
    assert (surest.arm, surest.label, surest.metric.is_of_seat) == ("rich", "b", True)
    n_numbers = len(metrics_of(result.run.of_line_ups([0]), 3).free)
    assert surest.difference.method.endswith(f"Bonferroni over {2 * n_numbers}")
    assert line_up_changes.findings[0].key == "3p.surest_move"
    assert "in line-up 'b': +" in line_up_changes.findings[0].sentence


def test_another_seat_than_the_start_players_is_answered_with_where_it_changes_more_surely() -> None:
    share = Metric(f"{SEAT_SHARES}4", "last player's win share", True)
    arm = ArmByLineUp("rich", "'rich'", {"a": rung("open"), "b": rung("open")})
    difference = Estimate("change", 0.12, 0.06, 0.18, 0.95, 100, "t")
    last = ChangeInLineUp("rich", "'rich'", "b", share, difference)
    answer = _line_up_changes_answer(LineUpChanges(4, "baseline", (SHARE, ROUNDS), (arm,), LADDER, last))
    assert (answer.text, answer.is_undecided) == ("the last player wins more under 'rich' in line-up 'b'", False)
    assert answer.number.startswith("+12.0 points")
    of_rounds = replace(last, metric=ROUNDS)
    answer = _line_up_changes_answer(LineUpChanges(4, "baseline", (SHARE, ROUNDS), (arm,), LADDER, of_rounds))
    assert answer.is_undecided
    assert "'rich' changes the number of rounds in line-up 'b'" in answer.text
    opposite = ArmByLineUp("rich", "'rich'", {"a": rung("up"), "b": rung("down")})
    answer = _line_up_changes_answer(LineUpChanges(4, "baseline", (SHARE, ROUNDS), (opposite,), LADDER, last))
    assert answer.word == "it depends"
    everywhere = ArmByLineUp("rich", "'rich'", {"a": rung("up"), "b": rung("up")})
    answer = _line_up_changes_answer(LineUpChanges(4, "baseline", (SHARE, ROUNDS), (everywhere,), LADDER, last))
    assert answer.text == "the start player wins more under 'rich' at every strength"


def test_tables_of_one_of_several_line_ups_name_it(tmp_path: Path) -> None:
    from rajas_sim.questions.run.run_answer import run_answer

    effects = {"rich": {"seat_worth": 0.5}, "poor": {"seat_worth": -0.5}}
    result, _ = changes_of_run(tmp_path / "run", arms=("baseline", *effects), effects=effects, blocks=40)
    sections = {section.key: section for section in run_answer(result.run, [result]).sections}
    assert sections["changes"].panels[-1].title == "3 players, line-up 'c'"
    assert sections["rule_sets"].panels[0].tables[0].title.endswith("under the same luck, line-up 'c'")


def test_intervals_hold_for_all_line_ups_and_rule_sets_together(tmp_path: Path) -> None:
    effects: dict[str, dict[str, float]] = {"rich": {"seat_worth": 0.5}, "poor": {"seat_worth": -0.5}}
    result, line_up_changes = changes_of_run(tmp_path / "run", arms=("baseline", *effects), effects=effects, blocks=200)
    methods = {by.method.partition(", ")[2] for arm in line_up_changes.arms for r in arm.by_line_up.values() for by in r.values()}
    assert methods == {"Bonferroni over 6"}
    assert result.arms is not None
    last = [*line_up_changes.arms[0].by_line_up.values()][-1][START_PLAYER]
    assert last.value == result.arms.comparison_of("rich").changes[START_PLAYER].difference.value


def test_without_arms_or_with_one_line_up_there_is_nothing_to_compare(tmp_path: Path) -> None:
    plain = Recipe(players=(3,), blocks=20, tables=("games", "seats"))
    (one,) = results_of(load_run(write_run(tmp_path / "one", plain)))
    (ladder,) = results_of(
        load_run(write_run(tmp_path / "two", Recipe(strategies=("a", "b"), mirror=True, players=(3,), blocks=20)))
    )
    assert (one.line_up_changes, ladder.line_up_changes) == (None, None)


def test_one_block_is_too_few(tmp_path: Path) -> None:
    effects = {"rich": {"seat_worth": 0.5}}
    _, line_up_changes = changes_of_run(tmp_path / "run", arms=("baseline", "rich"), effects=effects, blocks=1, shards=1)
    assert {*line_up_changes.arms[0].sides("rounds").values()} == {Side.UNDECIDED}


@pytest.mark.long
def test_up_or_down_is_said_falsely_no_more_often_than_the_level_allows() -> None:
    """Three line-ups and two rule sets of 200 blocks under the same luck; 1,000 repetitions, 3.3 standard errors allowed."""
    rng, repetitions, false = np.random.default_rng(7), 1000, 0
    metrics = Metrics((SHARE,), (), ())
    for _ in range(repetitions):
        luck = rng.random(200)
        before = (np.where(rng.random((3, 200)) < 0.6, luck, rng.random((3, 200))) < 0.25) * 1.0
        after = (np.where(rng.random((2, 3, 200)) < 0.6, luck, rng.random((2, 3, 200))) < 0.25) * 1.0
        pairs = [(before[i], after[a, i]) for a in range(2) for i in range(3)]
        estimates = [PairedDifferences.of(metrics, x[:, None], y[:, None], 1).estimates("change", 0.95, 6)[0] for x, y in pairs]
        false += any(by.excludes(0.0) for by in estimates)
    assert false / repetitions <= 0.05 + 3.3 * math.sqrt(0.05 * 0.95 / repetitions)


@pytest.mark.parametrize(("arms", "n"), [(("baseline",), 0), (("baseline", "rich"), 1)])
def test_the_sentence_stands_among_the_answers_of_the_report(tmp_path: Path, arms: tuple[str, ...], n: int) -> None:
    from rajas_sim.questions.run.run_answer import run_answer

    effects: dict[str, dict[str, float]] = {arm: {"seat_worth": 0.5} for arm in arms[1:]}
    recipe = Recipe(strategies=("a", "b"), mirror=True, players=(3,), blocks=40, arms=arms, effects=effects)
    run = load_run(write_run(tmp_path / "run", recipe))
    estimates = results_of(run)
    answer = run_answer(run, estimates)
    panels = {section.key: section.panels for section in answer.sections}
    assert estimates[0].ladder is not None
    ladder = tuple(finding.key for finding in estimates[0].ladder.findings)
    change_keys = (
        tuple(finding.key for finding in estimates[0].line_up_changes.findings)
        if estimates[0].line_up_changes is not None
        else ()
    )
    (card,) = answer.cards
    assert card.findings == (change_keys if n else ladder)
    assert [panel.findings for panel in panels["ladder"]] == [ladder]
    assert [panel.findings for panel in panels.get("moves", ())] == [change_keys] * n
