"""`rajas drama`: when the games of a run are decided."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

Rajas = Callable[..., Any]
QUESTION = """\
name = "mine"
question = "When?"
game = "{game}"
players = [2, 3]
line_up = ["balanced"]
blocks = {blocks}
"""


def played(rajas: Rajas, game: str = "charmers", blocks: int = 120, **keys: str) -> str:
    """Play a question, and return the name of its run."""
    Path("mine.toml").write_text(QUESTION.format(game=game, blocks=blocks))
    sets = [word for key, value in keys.items() for word in ("--set", f"{key}={value}")]
    assert rajas("run", "mine.toml", "--quiet", "--no-report", *sets).exit_code == 0
    return "mine"


@pytest.mark.parametrize("game", ["ganges", "charmers"])
def test_it_says_when_games_are_decided(rajas: Rajas, game: str) -> None:
    result = rajas("drama", played(rajas, game))
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "2 players: 60 games, 60 blocks, the half that was judged"
    assert any(line.startswith("Whoever leads after round ") for line in lines[1:5]), "what was found comes first"
    table = lines.index("after round\tgames\tleader wins\tfavourite wins\tsuspense of the next round")
    assert lines[table + 1].startswith("1\t60\t")
    assert "round at whose end it is decided" in [line.partition("\t")[0] for line in lines]
    assert [line for line in lines if line.startswith("With 3 players a game is decided")]
    swings = [line for line in lines if "rajas replay" in line]
    assert len(swings) == 10
    command = swings[0].partition(" of rajas ")[2].split()
    assert rajas(*command, "--quiet").exit_code == 0


def test_one_number_of_players_in_json_with_games_played_again(rajas: Rajas) -> None:
    name = played(rajas)
    result = rajas("drama", name, "--players", 2, "--json", "--spot-checks", 3, "--playouts", 5, "--choices", 3)
    (found,) = json.loads(result.stdout)
    assert (found["players"], found["games"], found["fitted_games"]) == (2, 60, 60)
    assert {"decided.round", "leader_wins.round_1", "brier.gain"} <= {own["name"] for own in found["estimates"]}
    assert all(own["low"] is not None for own in found["estimates"])
    assert len(found["spot_checks"]["spots"]) == 3
    assert [share["name"] for share in found["choices"]] == ["share.idle_turns", "share.single", "share.alike"]
    assert found["turning_points"][0]["replay"].startswith("rajas replay ")
    assert len(found["sentences"]) == 6


def test_turning_points_are_written(rajas: Rajas) -> None:
    result = rajas("drama", played(rajas), "--out", "points.csv")
    assert result.stderr.endswith("turning points are in points.csv\n")
    points = pl.read_csv("points.csv")
    assert points["players"].unique().sort().to_list() == [2, 3]
    assert points["place"].max() == 3


def test_a_ladder_is_told_rung_by_rung(rajas: Rajas) -> None:
    name = played(rajas, players="[2]", mirror="true", line_up='["random", "balanced"]')
    lines = rajas("drama", name, "--quiet").stdout.splitlines()
    assert [line.partition(":")[0] for line in lines if "the half" in line] == ["2 players, random", "2 players, balanced"]


def test_wrong_input_is_refused(rajas: Rajas, refusal: Callable[..., str]) -> None:
    name = played(rajas)
    before = {*Path("reports").glob("mine-*")}
    assert refusal("drama", name, "--players", 5).endswith("--players: found 5; this run has 2, 3")
    assert "found the ending '.xlsx'; .csv and .parquet can be written" in refusal("drama", name, "--out", "points.xlsx")
    played(rajas, blocks=20, seed="9")
    (few,) = {*Path("reports").glob("mine-*")} - before
    assert "takes a run with the table 'rounds' and at least 100 blocks" in refusal("drama", few)
