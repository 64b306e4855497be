"""`rajas plan`: how many games a question needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from rajas_sim.study.design import fresh_seed

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


def tables_of(result: Result) -> dict[str, list[dict[str, Any]]]:
    panels = [panel for section in json.loads(result.stdout)["sections"] for panel in section["panels"]]
    return {table["key"]: table["rows"] for panel in panels for table in panel["tables"]}


def test_the_first_finding_says_how_many_games_see_one_point(rajas: Rajas, question: Path) -> None:
    result = rajas("plan", question, "--pilot", 60, "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert [finding["key"] for finding in answer["findings"]] == ["2p.to_see", "2p.outlook", "3p.to_see", "3p.outlook"]
    (one_point,) = (row for row in tables_of(result)["to_see"] if (row["players"], row["size"]) == (2, 0.01))
    assert f"{one_point['games']:,} games (" in answer["findings"][0]["sentence"]
    assert [row["pilot_blocks"] for row in tables_of(result)["basis"]] == [60, 60]
    assert [name[:12] for name in answer["provenance"]["runs"]] == ["short_pilot-"]


def test_a_pilot_has_luck_of_its_own_and_is_kept(rajas: Rajas, question: Path) -> None:
    rajas("plan", question, "--pilot", 40)
    (folder,) = Path("reports").iterdir()
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["seed"], manifest["stop"], manifest["target_blocks"]) == (fresh_seed(5, "pilot, 40 blocks"), None, 40)
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
    tables = tables_of(rajas("plan", "--run", "mine", "--json", "--points", 3, "--blocks", 700))
    assert [(row["players"], row["pilot_blocks"], row["blocks"]) for row in tables["basis"]] == [(2, 50, 700), (3, 50, 700)]
    assert [(row["players"], row["size"]) for row in tables["to_know"]] == [(2, 0.03), (3, 0.03)]
    for row in tables["outlook"]:
        assert sum(row[ruling] for ruling in ("fair", "unfair", "uneven", "undecided")) == pytest.approx(1.0)
    assert sorted(path.name.partition("-")[0] for path in Path("reports").iterdir()) == ["short"]


@pytest.mark.parametrize("words", [["--seed", 3], ["--set", "blocks=9"], ["--components", "reference"]])
def test_what_is_of_an_experiment_is_refused_with_a_run(rajas: Rajas, words: list[object]) -> None:
    result = rajas("plan", "--run", "mine", *words)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: --run reads a run as it was played")


@pytest.mark.parametrize("words", [[], ["short.toml", "--run", "x"]])
def test_either_an_experiment_or_a_run_is_wanted(rajas: Rajas, question: Path, words: list[str]) -> None:
    result = rajas("plan", *words)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: give an experiment, or a finished run with --run")
