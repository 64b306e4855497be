"""Every game in the box from the command line, and a component file from export to a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from rajas_sim.cli import app

EXPERIMENT = """
name = "box"
question = "Does every game in the box run?"
game = "ganges"
variant = "{variant}"
modules = {modules}
players = [2, 3, 4]
line_up = ["random"]
blocks = 2
"""


@pytest.fixture
def rajas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return a function that runs ``rajas`` in an empty folder and returns what it prints; it must succeed."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: object) -> str:
        done = CliRunner().invoke(app, [str(a) for a in arguments], prog_name="rajas", catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    return call


def folder_of_run() -> Path:
    (manifest,) = Path("reports").glob("box-*/manifest.json")
    return manifest.parent


@pytest.mark.parametrize("modules", [[], ["ganga"]], ids=["plain", "ganga"])
@pytest.mark.parametrize("variant", ["base", "navaratnas", "mixed"])
def test_every_variant_runs_with_and_without_the_ganga_module_for_2_to_4_players(rajas, variant, modules):
    Path("box.toml").write_text(EXPERIMENT.format(variant=variant, modules=json.dumps(modules)), encoding="utf-8")
    rajas("run", "box.toml")
    run = folder_of_run()
    games = pl.read_parquet(run / "tables/games/*.parquet")
    assert games.group_by("players").len().sort("players").rows() == [(k, 2 * k) for k in (2, 3, 4)]
    assert set(games["end_reason"]) == {"markers_passed"}
    seats = pl.read_parquet(run / "tables/seats/*.parquet")
    boards = {"base": {"basic"}, "navaratnas": {"navaratnas"}, "mixed": {"basic", "navaratnas"}}
    assert set(seats["board"]) == boards[variant]
    assert seats["workers"].max() <= (6 if variant == "navaratnas" else 5)
    assert (run / "report.html").stat().st_size > 10_000


def test_in_a_mixed_group_the_first_of_the_line_up_is_the_advanced_player_wherever_it_sits(rajas):
    Path("box.toml").write_text(EXPERIMENT.format(variant="mixed", modules="[]"), encoding="utf-8")
    rajas("run", "box.toml", "--set", "players=[3]", "--set", "blocks=1")
    seats = pl.read_parquet(folder_of_run() / "tables/seats/*.parquet")
    advanced = seats.filter(pl.col("board") == "navaratnas").sort("rotation")
    assert advanced.select("rotation", "position").rows() == [(0, 1), (1, 2), (2, 3)]


def test_a_component_file_goes_from_export_over_an_edit_and_a_check_to_a_run(rajas):
    rajas("components", "export", "my_box.toml")
    box = Path("my_box.toml")
    text = box.read_text(encoding="utf-8")
    edits = {
        'slot = "brown", earns = { fame = 1 } }': 'slot = "brown", earns = { fame = 2 } }',
        "{ sail = 3 },\n]": "{ sail = 2 },\n]",
        "bridge = 20": "bridge = 21",
    }
    for old, new in edits.items():
        assert text.count(old) >= 1
        text = text.replace(old, new)
    box.write_text(text, encoding="utf-8")
    assert "complete and consistent" in rajas("components", "check", box)
    Path("box.toml").write_text(EXPERIMENT.format(variant="navaratnas", modules='["ganga"]'), encoding="utf-8")
    rajas("run", "box.toml", "--out", "of_the_reference")
    rajas("run", "box.toml", "--components", box)
    described: dict[str, Any] = json.loads((folder_of_run() / "manifest.json").read_text(encoding="utf-8"))["components"]
    (reference,) = Path("of_the_reference").glob("box-*/manifest.json")
    before: dict[str, Any] = json.loads(reference.read_text(encoding="utf-8"))["components"]
    assert described["name"] == "my_box"
    assert described["n_values"] == before["n_values"]
    assert described["n_assumed"] == before["n_assumed"] - 4  # two yields, the river tile, the bridge
