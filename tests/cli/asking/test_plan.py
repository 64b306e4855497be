"""`rajas plan`: how many games a question needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.questions.runner import own_seed

Rajas = Callable[..., Any]
QUESTION = """\
name = "short"
question = "Who wins a short series?"
game = "charmers"
players = [2, 3]
line_up = ["balanced"]
seed = 5
"""


@pytest.fixture
def question(rajas: Rajas) -> Path:
    path = Path("short.toml")
    path.write_text(f"{QUESTION}stop = {{ verdict = true }}\n")
    return path


def test_the_first_line_says_how_many_games_see_one_point(rajas: Rajas, question: Path) -> None:
    result = rajas("plan", question, "--pilot", 60)
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith("To see 1 point in the start player's win share, with a chance of 80 %, takes ")
    assert lines[0].count(" games (") == 2
    assert lines[1].startswith("This rests on 60 blocks of reports/short_pilot-")
    assert rajas("plan", question, "--pilot", 60, "--quiet").stdout == f"{lines[0]}\n"


def test_a_pilot_has_luck_of_its_own_and_is_kept(rajas: Rajas, question: Path) -> None:
    rajas("plan", question, "--pilot", 40)
    (folder,) = Path("reports").iterdir()
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["seed"], manifest["stop"], manifest["target_blocks"]) == (own_seed(5, "pilot"), None, 40)
    # Nor is it the luck of any run that somebody plays who counts seeds up.
    assert manifest["seed"] > 1_000_000


def test_the_name_of_an_experiment_means_its_run_and_not_its_pilot(rajas: Rajas, question: Path) -> None:
    question.write_text(f"{QUESTION}blocks = 20\n")
    rajas("plan", question, "--pilot", 20)
    assert rajas("run", question, "--no-report").exit_code == 0
    whole = rajas("runs", "check", "short")
    assert (whole.exit_code, whole.stdout.partition("-")[0]) == (0, "reports/short")


def test_a_finished_run_serves_as_a_pilot(rajas: Rajas, question: Path) -> None:
    question.write_text(f"{QUESTION}blocks = 50\n")
    assert rajas("run", question, "--no-report", "--label", "mine").exit_code == 0
    found = json.loads(rajas("plan", "--run", "mine", "--json", "--points", 3, "--blocks", 700).stdout)
    assert [row["players"] for row in found] == [2, 3]
    for row in found:
        assert (row["pilot_blocks"], row["blocks"]) == (50, 700)
        assert list(row["needs"][0]["to_know"]) == ["0.03"]
        (outlook,) = row["outlooks"]
        assert sum(outlook["chances"].values()) == pytest.approx(1.0)


@pytest.mark.parametrize("words", [["--seed", 3], ["--set", "blocks=9"], ["--components", "reference"]])
def test_what_is_of_an_experiment_is_refused_with_a_run(rajas: Rajas, words: list[object]) -> None:
    result = rajas("plan", "--run", "mine", *words)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: --run plans from a run as it was played")


@pytest.mark.parametrize("words", [[], ["short.toml", "--run", "x"]])
def test_either_an_experiment_or_a_run_is_wanted(rajas: Rajas, question: Path, words: list[str]) -> None:
    result = rajas("plan", *words)
    assert result.exit_code == 2
    assert result.stderr == "error: give either an experiment, whose pilot is played, or a finished run with --run\n"
