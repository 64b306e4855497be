"""`rajas luck`: how much of a game is luck, and where it sits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Rajas = Callable[..., Any]
QUESTION = """\
name = "mine"
question = "How much is luck?"
game = "{game}"
players = [2]
line_up = {line_up}
blocks = 20
"""
SOURCES = {
    "ganges": ("all dice", "tile stacks", "start dice", "seat 2", "up to round 3"),
    "charmers": ("all dice", "karma", "blue dice", "seat 2", "up to round 3"),
}


@pytest.fixture(params=["ganges", "charmers"])
def game(rajas: Rajas, request: pytest.FixtureRequest) -> str:
    Path("mine.toml").write_text(QUESTION.format(game=request.param, line_up='["balanced"]'))
    return str(request.param)


def test_it_prints_every_source_and_what_may_be_said(rajas: Rajas, game: str) -> None:
    result = rajas("luck", "mine.toml")
    assert result.exit_code == 0
    assert result.stderr.startswith("note: what skill makes of the same luck is told where strategies differ")
    assert result.stdout.startswith("With 2 players this much of who wins is known with all luck up to a point: the set-up ")
    rows = [line.split("\t") for line in result.stdout.splitlines() if line.count("\t") == 6]
    assert rows[0][:3] == ["luck", "who wins: alone", "who wins: anew"]
    assert {*SOURCES[game]} <= {row[0] for row in rows[1:]}
    assert all(" % (" in cell for row in rows[1:-1] for cell in row[1:])
    assert rows[-1][0].startswith("all luck")
    before = {path: path.stat().st_mtime_ns for path in Path("reports").rglob("*.parquet")}
    assert rajas("luck", "mine.toml").stdout == result.stdout
    assert {path: path.stat().st_mtime_ns for path in Path("reports").rglob("*.parquet")} == before


def test_scripts_get_json(rajas: Rajas, game: str) -> None:
    (row,) = json.loads(rajas("luck", "mine.toml", "--json").stdout)
    assert set(row["everything"]) == {"win", "margin", "rounds"}
    index = row["sources"]["all dice"]["win"]["alone"]
    assert set(index) == {"name", "value", "low", "high", "level", "n", "method"}
    assert row["skill"] is None


def test_with_two_strategies_it_says_what_skill_makes_of_one_luck(rajas: Rajas) -> None:
    Path("mine.toml").write_text(QUESTION.format(game="ganges", line_up='["balanced", "random"]'))
    result = rajas("luck", "mine.toml")
    assert result.exit_code == 0
    assert "With 2 players the strategy makes " in result.stdout
    assert "Of two seatings of one luck 'balanced' wins both in" in result.stdout
    (row,) = json.loads(rajas("luck", "mine.toml", "--json").stdout)
    assert row["skill"]["strategy"] == "balanced"
    assert len(row["skill"]["wins_of_one_luck"]) == 3


def test_the_page_is_written_where_there_is_a_folder_and_before_anything_is_played(rajas: Rajas, game: str) -> None:
    refused = rajas("luck", "mine.toml", "--html", "none/luck.html")
    assert (refused.exit_code, Path("reports").exists()) == (2, False)
    assert "--html none/luck.html: there is no folder none" in refused.stderr
    assert rajas("luck", "mine.toml", "--html", "luck.html").stdout.endswith("Page    luck.html\n")
    assert "How much is luck, and which?" in Path("luck.html").read_text(encoding="utf-8")


def test_fewer_blocks_than_were_played_are_told_of(rajas: Rajas, game: str) -> None:
    rajas("luck", "mine.toml", "--quiet")
    assert (
        "20 blocks were played before; all are used, though 10 were asked for"
        in rajas("luck", "mine.toml", "--blocks", 10).stderr
    )
