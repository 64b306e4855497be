"""`rajas check`: whether the numbers of an experiment are what they are expected to be."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Rajas = Callable[..., Any]
QUESTION = """\
name = "mine"
question = "Is it as it should be?"
game = "charmers"
players = [2]
line_up = ["balanced"]
blocks = 600
expect = ["rounds.2 between 5 and 20"]
"""


@pytest.fixture
def question(rajas: Rajas) -> Path:
    path = Path("mine.toml")
    path.write_text(QUESTION)
    return path


@pytest.mark.parametrize(
    ("expect", "code", "answer"),
    [
        ("rounds.2 between 5 and 20", 0, "HOLDS"),
        ("rounds.2 above 20", 1, "FAILS"),
        ("start_player.2 within 0.1 points", 3, "UNDECIDED"),
    ],
)
def test_the_exit_code_says_what_the_table_says(rajas: Rajas, question: Path, expect: str, code: int, answer: str) -> None:
    result = rajas("check", question, "--expect", expect)
    assert (result.exit_code, result.stderr) == (code, "")
    cells = result.stdout.splitlines()[-2].split("\t")
    assert (cells[0], cells[1], cells[-1]) == (expect, "2", answer)


def test_scripts_get_json_and_a_ci_gets_junit(rajas: Rajas, question: Path) -> None:
    answer = json.loads(rajas("check", question, "--json", "--junit", "answers.xml").stdout)
    (row,) = answer["sections"][0]["panels"][0]["tables"][0]["rows"]
    assert (row["expected"], row["answer"], answer["status"]) == ("rounds.2 between 5 and 20", "HOLDS", "done")
    assert row["found"]["low"] < row["found"]["value"] < row["found"]["high"]
    assert ET.parse("answers.xml").getroot().get("tests") == "1"
    assert answer["files"] == {"JUnit": "answers.xml"}


def test_a_junit_file_that_cannot_be_written_is_refused_before_anything_is_played(rajas: Rajas, question: Path) -> None:
    refused = rajas("check", question, "--junit", "none/answers.xml")
    assert (refused.exit_code, Path("reports").exists()) == (2, False)
    assert "--junit none/answers.xml: there is no folder none" in refused.stderr


@pytest.mark.parametrize("expect", ["rounds.2 bettween 5 and 20", "fun.2 above 3", "rounds.3 above 3"])
def test_a_wrong_expectation_is_refused_where_it_stands(rajas: Rajas, question: Path, expect: str) -> None:
    question.write_text(QUESTION.replace("rounds.2 between 5 and 20", expect))
    result = rajas("check", question)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: mine.toml:7: expect")


def test_an_experiment_without_expectations_is_told_how_to_give_some(rajas: Rajas) -> None:
    result = rajas("check", "start_player")
    assert result.exit_code == 2
    assert 'start_player: expects nothing; give it expect = ["start_player within 3 points"], or --expect' in result.stderr
