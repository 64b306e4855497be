"""A question asked in many boxes: which games are played, and what the numbers over boxes are."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rajas_sim import experiment
from rajas_sim.analysis import load_run
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.winning.ensemble_note import NOTE
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.rulebook.paths import value_at
from rajas_sim.core.rulebook.unknown_box import draw_box
from rajas_sim.questions.ensemble.play import _rule_sets
from rajas_sim.showing.notebook import ShownAnswer
from rajas_sim.study.config.load import experiment_of
from rajas_sim.study.config.resolve import resolve
from tests.plain_pages import open_no_games
from tests.questions.asked import STUDY, drawn_boxes

N_BOXES, BLOCKS = 8, 12
QUESTION = {
    **{key: value for key, value in STUDY.items() if key != "line_up"},
    "name": "boxes",
    "players": [2],
    "line_ups": [["balanced"], ["random"]],
    "arms": [{"name": "rich", "overrides": {"setup.karma": 2, "market.prices": [2] * 9}}],
    "blocks": 20,
}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ensemble")


@pytest.fixture(scope="module")
def boxes(out: Path) -> Path:
    return drawn_boxes(out, N_BOXES)["folder"]


@pytest.fixture(scope="module")
def shown(out: Path, boxes: Path) -> ShownAnswer:
    return experiment.ensemble(QUESTION, boxes=N_BOXES, blocks=BLOCKS, folder=boxes, out=out / "reports", report=False)


@pytest.fixture(scope="module")
def run(out: Path, shown: ShownAnswer) -> Run:
    """Return the run of the boxes."""
    return load_run(out / "reports" / shown.answer.provenance.runs[0])


def test_every_rule_set_is_played_in_every_box_with_the_same_luck(run: Run, shown: ShownAnswer) -> None:
    assert len(run.arms) == 2 * (1 + N_BOXES)
    games = run.table("games", 2, every_arm=True).collect()
    assert games.group_by("arm").len()["len"].n_unique() == 1
    assert games.group_by("block").agg(pl.col("seed").n_unique())["seed"].to_list() == [1] * BLOCKS
    groups = shown.table("start_player").select("arm", "line_up").rows()
    assert groups == [(arm, line_up) for arm in ("baseline", "rich") for line_up in ("balanced", "random")]
    assert {f"2p.{arm}.{line_up}.start_player" for arm, line_up in groups} <= {*shown.findings}


def test_the_share_in_the_experiments_box_has_its_interval(run: Run, shown: ShownAnswer) -> None:
    (row,) = shown.table("start_player").filter((pl.col("arm") == "baseline") & (pl.col("line_up") == "random")).to_dicts()
    (line_ups,) = (indices for label, indices in run.compared_line_ups(2).items() if label == "random")
    seats = run.of_line_ups(line_ups).table("seats", 2).filter(pl.col("position") == 1).collect()
    assert row["own_box"] == pytest.approx(seats["win_share"].mean())
    assert row["own_box_low"] < row["own_box"] < row["own_box_high"]


def test_games_are_counted_by_what_they_are_for(out: Path, shown: ShownAnswer) -> None:
    boxes_run, own_run = shown.answer.provenance.runs
    in_boxes, of_experiment = (load_run(out / "reports" / name).manifest.games[2] for name in (boxes_run, own_run))
    assert in_boxes > of_experiment > 0
    assert f"The experiment itself played {of_experiment} games" in dict(shown.answer.how_sure)["Luck"]
    games = dict(shown.answer.provenance.facts)["games"]
    assert games.startswith(f"{boxes_run}: 2 players: {in_boxes} games in {BLOCKS} blocks; {own_run}: 2 players: ")
    assert f"{N_BOXES} plausible boxes and the experiment's own, 2 rule sets in each" in dict(shown.answer.how_sure)["Rules"]


def test_an_arm_has_its_own_values_and_the_rest_from_the_box(run: Run, out: Path) -> None:
    source = find_game("charmers").components
    changed = run.overrides("box_03-arm_1")
    assert changed["market.prices"] == [2] * 9
    assert changed["setup.karma"] == 2
    assert run.overrides("box_03")["dice.purple"] == draw_box(source, 1, 3, out / "my_box.toml")["dice"]["purple"]
    assert not [path for path in changed if path.startswith("sheets.moon")]


def test_each_part_of_the_variance_has_its_deviation(shown: ShownAnswer) -> None:
    table = shown.table("variance")
    parts = {"box", "rules", "line-up", "box with rules", "box with line-up", "rules with line-up", "luck"}
    assert parts <= {*table["part"]}
    assert (table["variance_low"] <= table["variance"]).all()
    assert (table["variance"] <= table["variance_high"]).all()
    for end in ("", "_low", "_high"):
        np.testing.assert_allclose(table[f"deviation{end}"] ** 2, table[f"variance{end}"], atol=1e-12)


def test_boxes_stand_in_the_order_of_the_start_players_share(shown: ShownAnswer) -> None:
    table = shown.table("boxes")
    assert table.shape[0] == 4 * N_BOXES
    np.testing.assert_allclose(table["position_1"] + table["position_2"], 1.0)
    for _, group in table.group_by("arm", "line_up"):
        assert group["position_1"].is_sorted()
        assert group["box"].n_unique() == N_BOXES


def test_the_spread_over_boxes_rises_and_agrees_with_its_summary(shown: ShownAnswer) -> None:
    for (arm, line_up), curve in shown.table("spread").group_by("arm", "line_up", maintain_order=True):
        (row,) = shown.table("start_player").filter((pl.col("arm") == arm) & (pl.col("line_up") == line_up)).to_dicts()
        assert curve["share"].is_sorted()
        assert curve["boxes_with_less"].is_sorted()
        assert (curve["boxes_with_less"][0], curve["boxes_with_less"][-1]) == (pytest.approx(0.0), pytest.approx(1.0))
        assert row["below_even_low"] <= row["below_even"] <= row["below_even_high"]
        quantiles = [row[name] for name in ("low", "median", "high") if row[name] is not None]
        assert quantiles == sorted(quantiles)
        assert (curve.filter(pl.col("share") < 0.5)["boxes_with_less"] <= row["below_even"] + 1e-9).all()


@pytest.mark.long
def test_nothing_is_played_twice_and_the_run_itself_says_how_far_verdicts_hold(
    shown: ShownAnswer, out: Path, boxes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_no_games(monkeypatch)
    again = experiment.ensemble(QUESTION, boxes=N_BOXES, blocks=BLOCKS, folder=boxes, out=out / "reports")
    assert again.answer.provenance == shown.answer.provenance  # also how long it took
    assert repr(again) == repr(shown)
    report = Path(dict(again.answer.files)["Report"])
    assert report.parent.name == shown.answer.provenance.runs[1]
    assert json.loads((report.parent / NOTE).read_text(encoding="utf-8"))["boxes"]
    assert "printed values in play are assumed" in report.read_text(encoding="utf-8")
    assert "Report" not in dict(shown.answer.files)


def test_arms_that_change_entries_of_the_same_list_leave_each_other_alone() -> None:
    content = deepcopy(find_game("charmers").components.read(None))
    content["market"]["prices"] = [1, 2, 2, 2, 2, 3, 3, 3, 5]
    arms = [{"name": f"price_{i}", "overrides": {f"market.prices.{i}": 0}} for i in (1, 2)]
    boxes_experiment = experiment_of({**QUESTION, "arms": arms})
    arms_in_boxes, _ = _rule_sets(boxes_experiment, 2, {"box": content})
    prices = resolve(boxes_experiment.config.without_questions(arms=arms_in_boxes)).rules[2][-3:]
    assert [rules.values.market.prices[:3] for rules in prices] == [[1, 2, 2], [0, 2, 2], [1, 0, 2]]
    assert content["market"]["prices"][:3] == [1, 2, 2]


@pytest.mark.parametrize(("path", "labels"), [("setup.karma", ["2"]), ("market.prices.2", ["1", "2"])])
def test_the_baseline_stands_for_a_swept_value_in_the_boxes_that_have_it(boxes: Path, path: str, labels: list[str]) -> None:
    """Both values are printed as 1; the karma is known, so that all boxes have it, and the price is assumed."""
    source = find_game("charmers").components
    contents = {file.stem: source.read(file) for file in sorted(boxes.iterdir())}
    arms, names = _rule_sets(experiment_of({**QUESTION, "arms": [], "sweep": {"over": {path: [1, 2]}}}), 2, contents)
    assert [*names] == ["baseline", *(f"{path}={label}" for label in labels)]
    assert names["baseline"] == ["baseline", *contents]
    has_value = [value_at(content, path.split(".")) == 1 for content in (source.read(None), *contents.values())]
    is_baseline = [a == b for a, b in zip(names["baseline"], names.get(f"{path}=1", names["baseline"]), strict=True)]
    assert is_baseline == has_value
    assert {arm.name for arm in arms} | {"baseline"} == {name for arm_names in names.values() for name in arm_names}


def test_missing_boxes_are_refused(out: Path, tmp_path: Path) -> None:
    few = drawn_boxes(tmp_path, 4)["folder"]
    with pytest.raises(InputError, match="no such folder of boxes"):
        experiment.ensemble(QUESTION, folder=tmp_path / "none", out=tmp_path)
    with pytest.raises(InputError, match="holds 4 boxes, at least 5 are needed"):
        experiment.ensemble(QUESTION, folder=few, out=tmp_path)
    with pytest.raises(InputError, match="holds 4 boxes, but 6 are needed"):
        experiment.ensemble(QUESTION, folder=few, boxes=6, out=tmp_path)


def test_all_boxes_of_a_folder_serve_whatever_their_names_and_also_the_box_of_the_experiment(tmp_path: Path) -> None:
    folder = drawn_boxes(tmp_path, 5)["folder"]
    (folder / "my own box.toml").write_bytes(find_game("charmers").components.reference.read_bytes())
    question = {**QUESTION, "arms": [], "line_ups": [["balanced"]]}
    answer = experiment.ensemble(question, folder=folder, blocks=10, out=tmp_path / "runs", report=False).answer
    assert len(answer.tables["2p.boxes"].rows) == 6
    # The sixth is the box of the experiment, whose games need not be played twice.
    assert load_run(tmp_path / "runs" / answer.provenance.runs[0]).arms == ("baseline", *(f"box_{i}" for i in range(1, 6)))
