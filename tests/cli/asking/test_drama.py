"""`rajas drama`: when the games of a run are decided."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.long_cases import short_and_long

Rajas = Callable[..., Any]
QUESTION = """\
name = "mine"
question = "When?"
game = "{game}"
players = [2, 3]
line_up = ["balanced"]
blocks = {blocks}
"""


def played(rajas: Rajas, game: str = "charmers", blocks: int = 800, **keys: str) -> str:
    """Play a question, and return the name of its run."""
    Path("mine.toml").write_text(QUESTION.format(game=game, blocks=blocks))
    sets = [word for key, value in keys.items() for word in ("--set", f"{key}={value}")]
    assert rajas("run", "mine.toml", "--quiet", "--no-report", *sets).exit_code == 0
    return "mine"


def tables_of(answer: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {t["key"]: t["rows"] for section in answer["sections"] for panel in section["panels"] for t in panel["tables"]}


@pytest.mark.parametrize("game", short_and_long(1, ["charmers", "ganges"]))
def test_it_says_when_games_are_decided(rajas: Rajas, game: str) -> None:
    result = rajas("drama", played(rajas, game), "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    answer = json.loads(result.stdout)
    names = {"decided", "leader", "comebacks", "chances"}
    assert {finding["key"] for finding in answer["findings"]} == {f"{k}p.{name}" for k in (2, 3) for name in names}
    tables = tables_of(answer)
    assert tables["2p.rounds"][0]["n_games"] == 800
    assert "decided.round" in [row["measure"] for row in tables["2p.games"]]
    assert len(tables["2p.turning_points"]) == len(tables["3p.turning_points"]) == 5
    assert rajas(*tables["2p.turning_points"][0]["replay"].split()[1:], "--quiet").exit_code == 0


@pytest.mark.long
def test_one_number_of_players_with_games_played_again(rajas: Rajas) -> None:
    name = played(rajas)
    result = rajas("drama", name, "--players", 2, "--json", "--spot-checks", 3, "--playouts", 5, "--choices", 3)
    answer = json.loads(result.stdout)
    tables = tables_of(answer)
    assert all(key.startswith("2p.") for key in tables)
    names = {row["estimate"]["name"] for row in tables["2p.games"]}
    assert {"decided.round", "comeback.half"} <= names
    assert tables["2p.rounds"][0]["leader_wins"]["low"] is not None
    assert [row["played"]["n"] for row in tables["2p.spot_checks"]] == [5, 5, 5]
    assert [row["share"]["name"] for row in tables["2p.choices"]] == ["share.idle_turns", "share.single", "share.alike"]
    assert len(answer["findings"]) == 6


@pytest.mark.long
def test_turning_points_are_written(rajas: Rajas) -> None:
    result = rajas("drama", played(rajas), "--out", "points.csv")
    points = pl.read_csv("points.csv")
    assert result.stdout.endswith(f"{points.height:,} turning points points.csv\n")
    assert points["players"].unique().sort().to_list() == [2, 3]
    assert points["place"].max() == 3


@pytest.mark.long
def test_each_line_up_has_its_own_numbers(rajas: Rajas) -> None:
    name = played(rajas, players="[2]", mirror="true", line_up='["random", "balanced"]')
    tables = tables_of(json.loads(rajas("drama", name, "--json").stdout))
    assert [row["line_up"] for row in tables["2p.line_ups"]] == ["random", "balanced"]
    assert {"2p.random.rounds", "2p.balanced.rounds"} <= {*tables}
    tables = tables_of(json.loads(rajas("drama", name, "--line-up", "random", "--json").stdout))
    assert all(key.startswith("2p.random.") for key in tables)


@pytest.mark.long
def test_wrong_input_is_refused(rajas: Rajas, refusal: Callable[..., str]) -> None:
    name = played(rajas)
    before = {*Path("reports").glob("mine-*")}
    assert refusal("drama", name, "--players", 5).endswith("players: found 5; this run has 2, 3")
    assert refusal("drama", name, "--line-up", "nobody").endswith("line_up: found 'nobody'; this run has one line-up")
    assert "found the ending '.xlsx'; .csv and .parquet can be written" in refusal("drama", name, "--out", "points.xlsx")
    played(rajas, blocks=20, seed="9")
    (few,) = {*Path("reports").glob("mine-*")} - before
    assert "needs the table 'rounds', at least 100 blocks" in refusal("drama", few)
