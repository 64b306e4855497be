"""Every game in the box from the command line, and a component file from export to a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from rajas_sim.cli.app import app
from tests.long_cases import short_and_long

Rajas = Callable[..., str]
EXPERIMENT = """
name = "box"
question = "Does every game in the box run?"
game = "{game}"
variant = "{variant}"
modules = {modules}
players = {players}
line_up = ["random"]
blocks = 2
"""


def experiment(variant: str, modules: str = "[]", game: str = "ganges", players: str = "[2, 3, 4]") -> str:
    """Return an experiment of two blocks."""
    return EXPERIMENT.format(game=game, variant=variant, modules=modules, players=players)


@pytest.fixture
def rajas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rajas:
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
@pytest.mark.parametrize("variant", short_and_long(1, ["mixed", "navaratnas", "base"]))
def test_every_variant_runs_with_and_without_the_ganga_module_for_2_to_4_players(
    rajas: Rajas, variant: str, modules: list[str]
) -> None:
    Path("box.toml").write_text(experiment(variant, json.dumps(modules)), encoding="utf-8")
    rajas("run", "box.toml", "--no-report")
    run = folder_of_run()
    games = pl.read_parquet(run / "tables/games/*.parquet")
    assert games.group_by("players").len().sort("players").rows() == [(k, 2 * k) for k in (2, 3, 4)]
    assert set(games["end_reason"]) == {"markers_passed"}
    seats = pl.read_parquet(run / "tables/seats/*.parquet")
    boards = {"base": {"basic"}, "navaratnas": {"navaratnas"}, "mixed": {"basic", "navaratnas"}}
    assert set(seats["board"]) == boards[variant]
    assert max(seats["workers"]) <= (6 if variant == "navaratnas" else 5)


#: Every game of the box with every number of players.
ALL_REPORTED = [
    ("ganges", variant, modules, "[2, 3, 4]") for variant in ("base", "navaratnas", "mixed") for modules in ([], ["ganga"])
]
ALL_REPORTED += [("charmers", side, [], "[2, 3, 4, 5]") for side in ("sun", "moon")]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "variant", "modules", "players"),
    ALL_REPORTED,
)
def test_every_variant_has_a_report(rajas: Rajas, game: str, variant: str, modules: list[str], players: str) -> None:
    Path("box.toml").write_text(experiment(variant, json.dumps(modules), game, players), encoding="utf-8")
    rajas("run", "box.toml")
    report = (folder_of_run() / "report.html").read_text(encoding="utf-8")
    assert len(report) > 10_000
    assert "What is a good score?" in report


@pytest.mark.long
def test_in_a_mixed_group_the_first_of_the_line_up_is_the_advanced_player_wherever_it_sits(rajas: Rajas) -> None:
    Path("box.toml").write_text(experiment("mixed"), encoding="utf-8")
    rajas("run", "box.toml", "--set", "players=[3]", "--set", "blocks=1")
    seats = pl.read_parquet(folder_of_run() / "tables/seats/*.parquet")
    advanced = seats.filter(pl.col("board") == "navaratnas").sort("rotation")
    assert advanced.select("rotation", "position").rows() == [(0, 1), (1, 2), (2, 3)]


def test_a_component_file_goes_from_export_over_an_edit_and_a_check_to_a_run(rajas: Rajas) -> None:
    rajas("components", "export", "my_box.toml")
    box = Path("my_box.toml")
    text = box.read_text(encoding="utf-8")
    edits = {
        'slot = "brown", earns = { fame = 1 } }': 'slot = "brown", earns = { fame = 2 } }',
        "{ sail = 3 },\n]": "{ one_kind = 3 },\n]",
        "bridge = 20": "bridge = 21",
    }
    for old, new in edits.items():
        assert text.count(old) >= 1
        text = text.replace(old, new)
    box.write_text(text, encoding="utf-8")
    assert "consistent components of" in rajas("components", "check", box)
    Path("box.toml").write_text(experiment("navaratnas", '["ganga"]'), encoding="utf-8")
    rajas("run", "box.toml", "--out", "of_the_reference", "--no-report")
    rajas("run", "box.toml", "--components", box, "--no-report")
    described: dict[str, Any] = json.loads((folder_of_run() / "manifest.json").read_text(encoding="utf-8"))["components"]
    (reference,) = Path("of_the_reference").glob("box-*/manifest.json")
    before: dict[str, Any] = json.loads(reference.read_text(encoding="utf-8"))["components"]
    assert described["name"] == "my_box"
    assert described["n_values"] == before["n_values"]
    assert described["n_assumed"] == before["n_assumed"] - 4  # two yields, the river tile, the bridge


@pytest.mark.parametrize("side", short_and_long(1, ["sun", "moon"]))
def test_both_sides_of_the_dice_charmers_run_for_2_to_5_players(rajas: Rajas, side: str) -> None:
    Path("box.toml").write_text(experiment(side, game="charmers", players="[2, 3, 4, 5]"), encoding="utf-8")
    rajas("run", "box.toml", "--no-report")
    run = folder_of_run()
    games = pl.read_parquet(run / "tables/games/*.parquet")
    assert games.group_by("players").len().sort("players").rows() == [(k, 2) for k in (2, 3, 4, 5)]
    assert set(games["end_reason"]) == {"markers_passed"}
    seats = pl.read_parquet(run / "tables/seats/*.parquet")
    assert (seats["overlap"] == seats["fame"] + seats["money"] / 2 - 39).all()
    assert (seats.select(pl.sum_horizontal(pl.col("^fame_from_.*$"))).to_series() == seats["fame"]).all()
    assert (seats.select(pl.sum_horizontal(pl.col("^money_from_.*$"))).to_series() == seats["money"]).all()
    keys = ["game", "position"]
    turns = pl.read_parquet(run / "tables/turns/*.parquet")
    assert turns.group_by(keys).agg(pl.sum("fame", "money")).join(seats, on=[*keys, "fame", "money"]).height == seats.height
    boxes = pl.read_parquet(run / "tables/boxes/*.parquet")
    assert boxes.select(*keys, "box").is_duplicated().sum() == 0
    roads = boxes.filter(pl.col("box").cast(pl.String).str.starts_with("province/")).group_by(keys).len("n_roads")
    assert roads.join(seats, on=keys).select((pl.col("n_roads") == pl.col("n_roads_right")).all()).item()


def test_a_pad_goes_from_export_over_an_edit_and_a_check_to_a_run(rajas: Rajas) -> None:
    rajas("components", "export", "my_pad.toml", "--game", "charmers")
    pad = Path("my_pad.toml")
    text = pad.read_text(encoding="utf-8")
    old, new = "top_3 = { upgrade = 1 }", "top_3 = { karma = 2 }"
    assert text.count(old) == 1
    pad.write_text(text.replace(old, new), encoding="utf-8")
    assert "consistent components of" in rajas("components", "check", pad)
    Path("box.toml").write_text(experiment("sun", game="charmers", players="[2]"), encoding="utf-8")
    rajas("run", "box.toml", "--components", pad, "--no-report")
    described: dict[str, Any] = json.loads((folder_of_run() / "manifest.json").read_text(encoding="utf-8"))["components"]
    assert described["name"] == "my_pad"
    assert "sheets.sun.edge.top_3.karma" in rajas("rules", "show", "--game", "charmers", "--components", pad)


def test_a_run_of_the_dice_charmers_replays_and_has_the_same_bytes_with_any_number_of_workers(rajas: Rajas) -> None:
    Path("box.toml").write_text(experiment("moon", game="charmers", players="[3]"), encoding="utf-8")
    rajas("run", "box.toml", "--blocks", 40, "--set", 'line_up=["balanced"]', "--workers", 1, "--out", "one", "--no-report")
    rajas("run", "box.toml", "--blocks", 40, "--set", 'line_up=["balanced"]', "--workers", 2, "--out", "two", "--no-report")
    files = sorted(path.relative_to("one") for path in Path("one").rglob("*.parquet"))
    assert files
    for file in files:
        assert (Path("one") / file).read_bytes() == (Path("two") / file).read_bytes()
    (run,) = Path("one").iterdir()
    games = pl.read_parquet(run / "tables/games/*.parquet").sort("game")
    seats = pl.read_parquet(run / "tables/seats/*.parquet").filter(pl.col("game") == games["game"][7], pl.col("rank") == 1)
    printed = rajas("replay", run, games["game"][7])
    assert f"place 1: seat {seats['position'][0]} (balanced), fame {seats['fame'][0]}, money {seats['money'][0]}" in printed
