"""What is said of a ladder of strategies, each of which plays against itself.

Sentences are tested on intervals made by hand. Runs are made of random numbers with a known advantage of the start player, so
large that with another seed one of them would fail less than once in a thousand times."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rajas_sim.analysis import PlayerCountResults, headlines, load_run, results_of
from rajas_sim.analysis.reading.blocks import matrix_moments
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import ONE_LOOK, share_estimates
from rajas_sim.analysis.statistics.sequences import EVERY_LOOK
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.ladder import LADDER as ON_A_LADDER
from rajas_sim.analysis.winning.ladder import LINE_UPS, Ladder, Rung, Side, Wording, side_of
from rajas_sim.questions.run.line_ups import ladder_topic
from rajas_sim.running.stopping import enough_played
from tests.analysis.synthetic_run import Recipe, change_manifest, copy_run, write_run

LADDER = ("random", "careless", "balanced", "strong")


def share(low: float, high: float) -> Estimate:
    return Estimate("win_share.position_1", (low + high) / 2, low, high, 0.95, 100, "test")


def sentence(*sides: Side, ruling: Ruling = Ruling.UNDECIDED, words: Wording = ON_A_LADDER) -> str:
    """Say what holds with 4 players where the rungs of `LADDER` have these sides."""
    rungs = [Rung(label, share(0.2, 0.3), side, ruling) for label, side in zip(LADDER, sides, strict=False)]
    (finding,) = Ladder(4, "", tuple(rungs), words, 0.02).findings
    assert (finding.key, finding.estimates) == ("4p.ladder", tuple(rung.share for rung in rungs))
    return finding.sentence


def count_of(folder: Path, recipe: Recipe) -> PlayerCountResults:
    (result,) = results_of(load_run(write_run(folder, recipe)))
    return result


def mirror(**keys: Any) -> Recipe:
    plain: dict[str, Any] = {
        "strategies": LADDER[:3],
        "mirror": True,
        "players": (3,),
        "blocks": 2000,
        "tables": ("games", "seats"),
    }
    return Recipe(**{**plain, **keys})


# --- the sentence


def test_an_interval_that_holds_the_even_share_is_open() -> None:
    assert [side_of(share(*ends), 0.25) for ends in ((0.2, 0.24), (0.26, 0.3), (0.24, 0.26), (0.25, 0.3))] == [
        Side.LESS,
        Side.MORE,
        Side.UNDECIDED,
        Side.UNDECIDED,
    ]


def test_line_ups_are_named_by_their_sides() -> None:
    assert ON_A_LADDER.where_texts(dict.fromkeys(LADDER, Side.LESS)) == {
        Side.LESS: "at every strength, from 'random' to 'strong'",
        Side.MORE: "",
        Side.UNDECIDED: "",
    }
    mixed = dict(zip(LADDER, (Side.UNDECIDED, Side.LESS, Side.LESS, Side.LESS), strict=True))
    assert ON_A_LADDER.where_texts(mixed)[Side.LESS] == "at every strength from 'careless' to 'strong'"
    apart = dict(zip(LADDER, (Side.MORE, Side.UNDECIDED, Side.MORE, Side.LESS), strict=True))
    assert [*ON_A_LADDER.where_texts(apart).values()] == ["with 'strong'", "with 'random' and 'balanced'", "with 'careless'"]


def test_line_ups_have_no_order() -> None:
    assert LINE_UPS.where_texts(dict.fromkeys(LADDER, Side.LESS))[Side.LESS] == "in every line-up"
    mixed = dict(zip(LADDER, (Side.UNDECIDED, Side.LESS, Side.LESS, Side.MORE), strict=True))
    assert LINE_UPS.where_texts(mixed)[Side.LESS] == "in 'careless' and 'balanced'"


def test_the_finding_says_less_and_more_where_they_are_shown() -> None:
    assert "less than an even share at every strength" in sentence(*[Side.LESS] * 4)
    assert "more than an even share at every strength" in sentence(*[Side.MORE] * 4)
    flips = sentence(Side.MORE, Side.UNDECIDED, Side.LESS, Side.LESS)
    assert "less than an even share with 'balanced' and 'strong', and more than an even share with 'random'. " in flips
    assert "ndecided with 'careless'" in flips
    assert "undecided at every strength" in sentence(*[Side.UNDECIDED] * 4)


def test_a_verdict_that_all_rungs_share_is_added() -> None:
    assert "FAIR within 2 points" in sentence(*[Side.UNDECIDED] * 3, ruling=Ruling.FAIR)
    assert "UNFAIR by more than 2 points" in sentence(*[Side.LESS] * 3, ruling=Ruling.UNFAIR)
    assert "the seats are" not in sentence(*[Side.LESS] * 3, ruling=Ruling.UNEVEN)


# --- runs


RIVALS = {"calm": ("a",), "a+b+c": ("a", "b", "c"), "all": ("a", "b", "c", "d")}


def asked_of_three(**keys: Any) -> Recipe:
    plain: dict[str, Any] = {
        "strategies": tuple("abcd"),
        "line_ups": RIVALS,
        "players": (3,),
        "blocks": 2000,
        "tables": ("games", "seats"),
    }
    return Recipe(**{**plain, **keys})


def test_every_line_up_is_judged_by_itself_and_in_one_sentence(tmp_path: Path) -> None:
    worths = {"a": -0.6, "b": -0.6, "c": -0.6}
    result = count_of(tmp_path / "run", asked_of_three(start_worth={**worths, "d": 3.0}))
    assert [advantage.group.title for advantage in result.seats] == [
        "calm: a in every seat",
        "a, b and c",
        "all: averaged over 4 line-ups",
    ]
    assert result.ladder is not None
    assert [(rung.label, rung.side, rung.share.n) for rung in result.ladder.rungs] == [
        ("calm", Side.LESS, 2000),
        ("a+b+c", Side.LESS, 2000),
        ("all", Side.MORE, 2000),
    ]
    names = [estimate.name for estimate in headlines([result])]
    assert {"3p.baseline.all.win_share.position_1", "3p.ladder.a+b+c.win_share.position_1"} <= {*names}


def test_what_does_not_name_a_line_up_describes_the_last(tmp_path: Path) -> None:
    result = count_of(tmp_path / "run", asked_of_three(blocks=60, worth={"a": 1.0, "d": -1.0}))
    last = result.run.table("games", 3, line_ups=range(2, 6)).collect()
    assert result.pacing.n_games == len(last) == 4 * 3 * 60
    assert result.strategies is not None
    assert [*result.strategies.shares] == ["a", "b", "c", "d"]
    pair = count_of(tmp_path / "pair", asked_of_three(blocks=60, line_ups={"all": tuple("abcd"), "pair": ("a", "b", "b")}))
    assert pair.strategies is not None
    assert [*pair.strategies.shares] == ["a", "b"]


def test_a_finding_that_holds_is_found_on_every_rung(tmp_path: Path) -> None:
    result = count_of(tmp_path / "run", mirror(start_worth=dict.fromkeys(LADDER, -0.5)))
    assert result.ladder is not None
    assert [(rung.label, rung.side) for rung in result.ladder.rungs] == [(label, Side.LESS) for label in LADDER[:3]]
    assert [advantage.group.title for advantage in result.seats] == [f"{label} in every seat" for label in LADDER[:3]]


def test_a_finding_that_flips_along_the_ladder_is_found_to_flip(tmp_path: Path) -> None:
    result = count_of(tmp_path / "run", mirror(start_worth={"random": -0.5, "balanced": 0.5}, most_blocks={"careless": 20}))
    assert result.ladder is not None
    assert [rung.side for rung in result.ladder.rungs] == [Side.LESS, Side.UNDECIDED, Side.MORE]
    assert [rung.share.n for rung in result.ladder.rungs] == [2000, 20, 2000]


def test_other_runs_have_no_ladder(tmp_path: Path) -> None:
    for i, recipe in enumerate((Recipe(players=(2,), blocks=10), mirror(mirror=False), mirror(strategies=("balanced",)))):
        assert count_of(tmp_path / str(i), recipe).ladder is None


def test_intervals_hold_for_all_rungs_together(tmp_path: Path) -> None:
    result = count_of(tmp_path / "run", mirror(blocks=100))
    assert result.ladder is not None
    assert {rung.share.method for rung in result.ladder.rungs} == {f"{ONE_LOOK.name}, Bonferroni over 3"}
    names = [estimate.name for estimate in headlines([result])]
    assert [name for name in names if "ladder" in name] == [f"3p.ladder.{label}.win_share.position_1" for label in LADDER[:3]]


def test_no_more_is_said_of_the_intervals_of_verdicts_than_over_what_they_hold(tmp_path: Path) -> None:
    """Those of a ladder of three hold for three line-ups and are narrower than those of verdicts on five seats."""
    recipe = Recipe(strategies=("a", "b", "c"), mirror=True, players=(5,), blocks=200, tables=("games", "seats"))
    (result,) = results_of(load_run(write_run(tmp_path / "run", recipe)))
    assert result.ladder is not None
    rung, verdict = result.ladder.rungs[0].share, result.seats[0].shares[0]
    assert rung.high - rung.low < verdict.high - verdict.low
    (panel,) = ladder_topic([result.ladder]).section.panels
    assert (
        panel.tables[0].note
        == "These intervals hold for all line-ups together. The intervals of a verdict hold for the seats of its line-up."
    )


@pytest.mark.long
def test_the_start_player_of_even_seats_is_said_to_win_less_or_more_no_more_often_than_the_level_allows() -> None:
    """Three rungs of 200 blocks under the same luck; 2,000 repetitions, with 3.3 standard errors above the level."""
    rng, repetitions, false = np.random.default_rng(5), 2000, 0
    for _ in range(repetitions):
        luck = rng.integers(0, 3, 200)
        winners = np.where(rng.random((3, 200)) < 0.5, luck, rng.integers(0, 3, (3, 200)))
        rungs = [share_estimates(["s"], matrix_moments(1.0 * (w == 0)[:, None]), level=0.95, comparisons=3)[0] for w in winners]
        false += any(side_of(rung, 1 / 3) is not Side.UNDECIDED for rung in rungs)
    assert false / repetitions <= 0.05 + 3.3 * math.sqrt(0.05 * 0.95 / repetitions)


def test_other_results_describe_the_games_of_the_last_strategy(tmp_path: Path) -> None:
    result = count_of(tmp_path / "run", mirror(blocks=60, most_blocks={"balanced": 25}))
    alone = result.run.table("games", 3, line_ups=[2]).collect()
    assert (len(alone), set(alone["line_up"])) == (25, {2})
    assert (result.pacing.n_games, result.pacing.n_blocks) == (25, 25)
    assert result.pacing.means["rounds"].value == pytest.approx(alone["rounds"].mean())
    assert sum(reason for reason in result.end_reasons.counts.values()) == 25
    assert result.strategies is None
    assert result.run.result_size(3) == (3, 60 + 60 + 25, 60)


def test_slices_hold_whole_blocks_whatever_their_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = mirror(blocks=60, shards=6, most_blocks={"balanced": 25})
    result = count_of(tmp_path / "run", recipe)
    monkeypatch.setattr("rajas_sim.analysis.reading.run.GAMES_PER_SLICE", 1)
    again = results_of(load_run(tmp_path / "run"))[0]
    assert (again.pacing, again.ladder, again.seats) == (result.pacing, result.ladder, result.seats)
    assert len(again.described_run.slices("seats", 3)) == 3


def test_changed_rules_are_judged_on_every_rung_and_compared_on_the_last(tmp_path: Path) -> None:
    recipe = mirror(arms=("baseline", "other"), effects={"other": {"rounds": 1.0}}, blocks=80, most_blocks={"balanced": 40})
    result = count_of(tmp_path / "run", recipe)
    assert [(a.group.arm, a.n_blocks) for a in result.seats] == [(arm, n) for arm in recipe.arms for n in (80, 80, 40)]
    assert result.arms is not None
    change = result.arms.comparisons[0].changes["rounds"].difference
    assert (change.value, change.n) == (1.0, 40)
    assert result.ladder is not None
    assert result.ladder.arm == "'baseline'"


# --- looks


def test_a_rung_that_has_all_its_blocks_is_not_looked_at_again_when_others_get_more(tmp_path: Path) -> None:
    recipe = mirror(blocks=100, most_blocks={"careless": 30})
    folder = write_run(tmp_path / "run", recipe)
    look = {"players": 3, "tolerance": 0.02, "level": 0.95, "at": ""}
    extended = copy_run(folder, tmp_path / "extended", looks=[{**look, "blocks": 50}])
    run = load_run(extended)
    assert [run.share_method(3, [i]) for i in range(3)] == [EVERY_LOOK, ONE_LOOK, EVERY_LOOK]
    change_manifest(extended, looks=[{**look, "blocks": 20}])
    assert load_run(extended).share_method(3, [1]) is EVERY_LOOK


def test_a_rule_ends_the_run_when_the_verdicts_of_all_rungs_are_there(tmp_path: Path) -> None:
    stop = {"verdict": True, "width": None, "max_blocks": None, "exact": False}
    clear = write_run(tmp_path / "clear", mirror(start_worth=dict.fromkeys(LADDER, -1.0)), stop=stop)
    assert enough_played(clear, 3, 2000)[0]
    one_open = write_run(tmp_path / "open", mirror(start_worth={"random": -1.0, "balanced": -1.0}), stop=stop)
    assert not enough_played(one_open, 3, 2000)[0]
