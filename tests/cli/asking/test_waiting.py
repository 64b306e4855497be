"""`rajas waiting`: how long players wait, and how long a game is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Rajas = Callable[..., Any]
QUESTION = """\
name = "mine"
question = "How long?"
game = "charmers"
players = [2, 3]
line_up = ["{strategy}"]
"""


@pytest.fixture
def file() -> str:
    Path("mine.toml").write_text(QUESTION.format(strategy="balanced"))
    return "mine.toml"


def tables_of(result: Result) -> dict[str, list[dict[str, Any]]]:
    assert (result.exit_code, result.stderr) == (0, "")
    answer = json.loads(result.stdout)
    return {t["key"]: t["rows"] for section in answer["sections"] for panel in section["panels"] for t in panel["tables"]}


def mean(tables: dict[str, list[dict[str, Any]]], measure: str, players: int = 2) -> float:
    (row,) = [row for row in tables[f"{players}p.times"] if row["measure"] == measure]
    return float(row["mean"]["value"])


def test_it_says_how_long_players_wait(rajas: Rajas, file: str) -> None:
    tables = tables_of(rajas("waiting", file, "--games", 6, "--json"))
    assert mean(tables, "wait_turns", 3) == pytest.approx(2.0, abs=0.1)
    assert 0 < mean(tables, "minutes_quick") < mean(tables, "minutes_slow")
    assert {row["measure"] for row in tables["3p.changes"]} == {row["measure"] for row in tables["2p.times"]}
    assert {row["per_game"]["n"] for row in tables["2p.kinds"]} == {6}


def test_seconds_are_changed_in_the_file_or_by_an_option(rajas: Rajas, file: str) -> None:
    before = tables_of(rajas("waiting", file, "--games", 3, "--json"))
    by_option = tables_of(rajas("waiting", file, "--games", 3, "--json", "--set", "waiting.seconds.take_die=[60, 60]"))
    Path(file).write_text(QUESTION.format(strategy="balanced") + "\n[waiting]\nseconds = { take_die = 60 }\n")
    by_file = tables_of(rajas("waiting", file, "--games", 3, "--json"))
    assert mean(by_file, "minutes_quick") == mean(by_option, "minutes_quick") > mean(before, "minutes_quick")
    assert mean(by_file, "turns") == mean(before, "turns")


def test_few_games_and_strategies_without_an_appraisal_say_so(rajas: Rajas, file: str) -> None:
    Path(file).write_text(QUESTION.format(strategy="random"))
    result = rajas("waiting", file, "--games", 2)
    assert result.exit_code == 0
    assert "With 2 players, 2 games are too few to tell." in result.stdout
    assert "random does not go by the worth of options" in result.stderr


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "waiting.seconds.take_dice=5",
            "waiting.seconds.take_dice: unknown kind of decision 'take_dice'; did you mean 'take_die' or",
        ),
        ("waiting.seconds.take_die=[9, 3]", "the quick number comes first, and the slow one is not smaller"),
        ("waiting.seconds.take_die=-1", "waiting.seconds.take_die"),
        ("waiting.seconds.take_die='long'", "waiting.seconds.take_die"),
        ("waiting.minutes=3", "waiting.minutes"),
    ],
)
def test_seconds_that_cannot_be_are_refused(rajas: Rajas, file: str, change: str, message: str) -> None:
    result = rajas("waiting", file, "--set", change)
    assert result.exit_code == 2
    assert message in result.stderr, result.stderr
    assert "Traceback" not in result.stderr
