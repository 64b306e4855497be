"""`rajas ensemble`, `rajas components sample` and `rajas components ask`, from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

pytestmark = pytest.mark.slow
SAMPLE = ("--n", 5, "--games", 4, "--strategy", "balanced", "--tolerance", 1000, "--game", "charmers")


def test_boxes_are_sampled_and_a_question_is_asked_in_them(rajas: Callable[..., Result], tmp_path: Path) -> None:
    boxes = tmp_path / "boxes"
    result = rajas("components", "sample", *SAMPLE, "--out", boxes, "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert (answer["kept"], answer["drawn"], answer["impossible"]) == (5, 5, 0)
    assert "turns, moon" in {target["name"] for target in answer["targets"]}

    config = "charmers_start_player_unknown_box"
    changes = ("--set", 'line_up=["balanced"]', "--set", "blocks=6", "--set", "players=[2]", "--out", tmp_path / "reports")
    result = rajas("ensemble", config, "--folder", boxes, "--boxes", 5, "--blocks", 6, "--json", *changes)
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    tables = {table["key"]: table for section in answer["sections"] for panel in section["panels"] for table in panel["tables"]}
    assert len(tables["2p.boxes"]["rows"]) == 5
    box, luck = tables["2p.variance"]["rows"][:2]
    assert (box["part"], luck["part"], luck["variance"]["n"]) == ("box", "luck", 6)
    files = answer["files"]
    assert files["Boxes"] == str(boxes)
    assert Path(files["Report"]).is_file()

    result = rajas("ensemble", config, "--folder", boxes, "--boxes", 5, "--blocks", 6, "--no-report", *changes)
    assert f"\nBoxes   {boxes}\nRun 2p  {files['Run 2p']}\n" in result.stdout
    assert "Report" not in result.stdout

    more = ("--set", "blocks=9")  # of the experiment itself, which has been played with 6
    assert (
        rajas("ensemble", config, "--folder", boxes, "--boxes", 5, "--blocks", 6, "--no-report", *changes, *more).exit_code == 0
    )

    in_boxes = ("--set", f"ensemble.folder='{boxes}'", "--set", "ensemble.boxes=5", "--set", "ensemble.blocks=6")
    result = rajas("components", "ask", config, *changes, *in_boxes)
    assert result.stdout.startswith("# No assumed value is shown to matter")  # nothing can be said of so few boxes


def test_another_sampling_in_the_folder_and_missing_boxes_are_refused(rajas: Callable[..., Result], tmp_path: Path) -> None:
    rajas("components", "sample", *SAMPLE, "--out", tmp_path / "boxes")
    result = rajas("components", "sample", *SAMPLE, "--seed", 2, "--out", tmp_path / "boxes")
    assert result.exit_code == 2
    assert "holds boxes of another sampling" in result.stderr
    result = rajas("ensemble", "start_player_unknown_box", "--folder", tmp_path / "none")
    assert result.exit_code == 2
    assert "no such folder of boxes" in result.stderr
