"""`rajas power`: what things and numbers are worth."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Rajas = Callable[..., Any]
QUESTION = """\
name = "mine"
question = "What is it worth?"
game = "{game}"
players = [2]
line_up = ["balanced"]
blocks = 30
"""
THINGS = {"ganges": ("chamber.*", "tile.orange_01"), "charmers": ("palace.*", "river.1")}
NUMBERS = {"ganges": ("setup.*",), "charmers": ("setup.*", "palace.*")}


@pytest.fixture(params=["ganges", "charmers"])
def game(rajas: Rajas, request: pytest.FixtureRequest) -> str:
    Path("mine.toml").write_text(QUESTION.format(game=request.param))
    return str(request.param)


def only(patterns: tuple[str, ...]) -> list[str]:
    return [word for pattern in patterns for word in ("--only", pattern)]


def test_things_are_weighed_one_by_one(rajas: Rajas, game: str) -> None:
    result = rajas("power", "mine.toml", *only(THINGS[game]))
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "2 players, balanced, 30 blocks"
    assert lines[1].split("\t")[:2] == ["thing", "worth to a seat"]
    rows = [line for line in lines[2:] if line.startswith(("chamber.", "palace.", "tile.", "river."))]
    never = [line for line in lines if line.startswith("Never used: ")]
    assert len(rows) + sum(line.count(",") + 1 for line in never) == 7
    assert all("points (" in row and " % (" in row for row in rows)
    assert "Of " in result.stdout and "shown to be worth something" in result.stdout


def test_numbers_are_changed_by_one(rajas: Rajas, game: str) -> None:
    result = rajas("power", "mine.toml", "--numbers", *only(NUMBERS[game]))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "start player's win share\tnumber of rounds" in result.stdout
    assert " (not " in result.stdout
    assert "With 2 players" in result.stdout


def test_scripts_get_json(rajas: Rajas, game: str) -> None:
    (things,) = json.loads(rajas("power", "mine.toml", *only(THINGS[game]), "--json").stdout)
    assert len(things["things"]) + len(things["never_used"]) == 7
    assert set(things["things"][0]["worth"]) == {"name", "value", "low", "high", "level", "n", "method"}
    (numbers,) = json.loads(rajas("power", "mine.toml", "--numbers", *only(NUMBERS[game]), "--json").stdout)
    assert {"win_share.position_1", "rounds"} <= set(numbers["numbers"][0]["changes"])
    assert abs(numbers["numbers"][0]["value"] - numbers["numbers"][0]["printed"]) == 1


def test_no_game_is_played_twice_and_the_answer_is_the_same(rajas: Rajas, game: str) -> None:
    first = rajas("power", "mine.toml", *only(THINGS[game])).stdout
    before = {path: path.stat().st_mtime_ns for path in Path("reports").rglob("*.parquet")}
    assert rajas("power", "mine.toml", *only(THINGS[game])).stdout == first
    assert {path: path.stat().st_mtime_ns for path in Path("reports").rglob("*.parquet")} == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--only", "chamber.yoghi"), "power.things: nothing in play is called 'chamber.yoghi'; did you mean 'chamber.yogi'"),
        (("--numbers", "--only", "set.*"), "power.numbers: no number in play fits 'set.*' (`rajas components list` shows all)"),
        (("--set", "power.thing=['chamber.*']"), "power.thing"),
        (("--set", "restrict.seat_1=['chamber.yogi']"), "restrict"),
    ],
)
def test_wrong_names_are_explained(rajas: Rajas, words: tuple[str, ...], message: str) -> None:
    Path("mine.toml").write_text(QUESTION.format(game="ganges"))
    result = rajas("power", "mine.toml", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
