"""A question asked in many boxes: what it comes to, and that nothing is played twice."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import tomli_w
from matplotlib.figure import Figure
from rajas_sim.analysis.unknown_box.noted import NOTE
from rajas_sim.asking.shown.ensemble import ShownEnsemble

from rajas_sim import experiment
from rajas_sim.analysis import load_run
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.rulebook.unknown_box import draw_box

N_BOXES, BLOCKS = 20, 12
QUESTION = {
    "name": "boxes",
    "question": "Who wins, whatever the box prints?",
    "game": "charmers",
    "players": [2],
    "line_ups": [["balanced"], ["random"]],
    "arms": [{"name": "rich", "overrides": {"setup.karma": 2, "market.prices": [2] * 9}}],
    "blocks": 20,
}


def boxes_in(folder: Path, n: int = N_BOXES) -> Path:
    folder.mkdir()
    source = find_game("charmers").components
    for number in range(n):
        (folder / f"box_{number:02d}.toml").write_text(tomli_w.dumps(draw_box(source, 1, number)), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ensemble")


@pytest.fixture(scope="module")
def shown(out: Path) -> ShownEnsemble:
    return experiment.ensemble(QUESTION, boxes=N_BOXES, blocks=BLOCKS, folder=boxes_in(out / "boxes"), out=out / "reports")


def test_every_rule_set_is_played_in_every_box_with_the_same_luck(shown: ShownEnsemble) -> None:
    run = load_run(shown.asked.folders[2])
    assert len(run.arms) == 2 * (1 + N_BOXES)
    games = run.table("games", 2, every_arm=True).collect()
    assert games.group_by("arm").len()["len"].n_unique() == 1
    assert games.group_by("block").agg(pl.col("seed").n_unique())["seed"].to_list() == [1] * BLOCKS
    (own,) = shown.results
    assert [(at.arm, at.line_up) for at in own.in_boxes] == [
        (arm, line_up) for arm in ("baseline", "rich") for line_up in ("balanced", "random")
    ]


def test_an_arm_has_its_own_values_and_the_rest_from_the_box(shown: ShownEnsemble) -> None:
    run = load_run(shown.asked.folders[2])
    source = find_game("charmers").components
    changed = run.overrides("box_03-arm_1")
    assert changed["market.prices"] == [2] * 9
    assert changed["setup.karma"] == 2
    assert run.overrides("box_03")["dice.purple"] == draw_box(source, 1, 3)["dice"]["purple"]
    assert not [path for path in changed if path.startswith("sheets.moon")]


def test_parts_of_the_variance_and_shares_are_those_of_the_factors(shown: ShownEnsemble) -> None:
    table = shown.table()
    parts = {"box", "rules", "line-up", "box with rules", "box with line-up", "rules with line-up", "luck"}
    assert parts <= set(table["part"])
    shares = table.group_by("number").agg(pl.col("share").sum())["share"].to_numpy()
    np.testing.assert_allclose(shares[shares > 0], 1.0)
    assert (table["low"] <= table["variance"]).all() and (table["variance"] <= table["high"]).all()
    (own,) = shown.results
    for at in own.in_boxes:
        np.testing.assert_allclose(at.positions.sum(axis=1), 1.0)  # two seats
        assert at.below.low <= at.below.value <= at.below.high


def test_it_shows_itself(shown: ShownEnsemble) -> None:
    assert f"of {N_BOXES} plausible boxes" in repr(shown)
    assert "<table" in shown._repr_html_()
    assert shown.boxes().shape[0] == 4 * 2 * N_BOXES
    assert isinstance(shown.plot(), Figure)
    if len(shown.unknowns()):
        assert isinstance(shown.plot_unknowns(), Figure)
        asked = tomllib.loads(shown.form(3))["provenance"]
        assert len(asked) == 3 and {entry["label"] for entry in asked} == {"box"}


def test_nothing_is_played_twice_and_the_report_says_how_far_verdicts_hold(shown: ShownEnsemble, out: Path) -> None:
    again = experiment.ensemble(QUESTION, boxes=N_BOXES, blocks=BLOCKS, folder=out / "boxes", out=out / "reports")
    assert again.asked.folders == shown.asked.folders
    assert repr(again) == repr(shown)
    assert json.loads((shown.asked.own.folder / NOTE).read_text(encoding="utf-8"))["boxes"]
    page = experiment.load(shown.asked.own.folder).report().read_text(encoding="utf-8")
    assert "printed values of the box are assumed" in page


def test_what_cannot_be_had_is_refused(out: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder of boxes"):
        experiment.ensemble(QUESTION, folder=tmp_path / "none", out=tmp_path)
    with pytest.raises(InputError, match="holds 4 boxes, at least 5 are needed"):
        experiment.ensemble(QUESTION, folder=boxes_in(tmp_path / "few", 4), out=tmp_path)
    with pytest.raises(InputError, match="holds 4 boxes, 6 were asked for"):
        experiment.ensemble(QUESTION, folder=tmp_path / "few", boxes=6, out=tmp_path)


def test_all_boxes_of_a_folder_serve_whatever_their_names_and_also_the_box_of_the_experiment(tmp_path: Path) -> None:
    source = find_game("charmers").components
    folder = boxes_in(tmp_path / "mine", 5)
    (folder / "my own box.toml").write_bytes(source.reference.read_bytes())
    question = {**QUESTION, "arms": [], "line_ups": [["balanced"]]}
    found = experiment.ensemble(question, folder=folder, blocks=10, out=tmp_path / "runs")
    (own,) = found.results
    assert own.n_boxes == 6
    # The sixth is the box of the experiment, whose games need not be played twice.
    assert load_run(found.asked.folders[2]).arms == ("baseline", *(f"box_{i}" for i in range(1, 6)))
