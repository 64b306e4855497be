"""`rajas solve`: which values of rules come nearest to a goal."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.long_cases import short_and_long

Rajas = Callable[..., Any]
QUESTION = """\
name = "mine"
question = "Which values?"
game = "{game}"
players = [2]
line_up = ["balanced"]
blocks = 4000
[solve]
goal = "even_seats"
over."{path}" = [0, 1, 3]
"""


@pytest.fixture(params=[("charmers", "setup.karma"), ("ganges", "setup.money.2")], ids=lambda param: str(param[0]))
def question(rajas: Rajas, request: pytest.FixtureRequest) -> Path:
    game, path = request.param
    file = Path("mine.toml")
    file.write_text(QUESTION.format(game=game, path=path))
    return file


def test_the_last_run_is_named_and_can_be_reported(rajas: Rajas, question: Path) -> None:
    result = rajas("solve", question, "--blocks", 100, "--set", "solve.goal=start_player", "--seed", 5, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    document = json.loads(result.stdout)
    (run,) = document["provenance"]["runs"]
    assert json.loads((Path("reports") / run / "manifest.json").read_text())["seed"] != 5
    assert rajas("report", run).exit_code == 0


def test_what_a_run_of_the_same_file_plays_is_left_out_and_said_so_once(rajas: Rajas, question: Path) -> None:
    result = rajas("solve", question, "--blocks", 20, "--set", 'arms=[{ name = "rich", overrides = { "setup.karma" = 2 } }]')
    assert (result.exit_code, result.stderr.count("without the arms of mine")) == (0, 1)


def test_scripts_get_the_values_the_goal_and_what_was_tried(rajas: Rajas, question: Path) -> None:
    document = json.loads(rajas("solve", question, "--blocks", 100, "--json").stdout)
    tables = {t["key"]: t["rows"] for section in document["sections"] for panel in section["panels"] for t in panel["tables"]}
    (search,) = tables["2p.search"]
    assert (search["number"], search["wanted"], search["within"], search["blocks"]) == ("even_seats", 0.5, 0.02, 100)
    assert search["tried"] == search["settings"]
    best = tables["2p.settings"][0]
    assert best["which"] in ("recommended", "nearest by estimate")
    assert (best["is_fresh"], best["distance"]["n"]) == (True, 100)
    (path,) = tomllib.loads(question.read_text())["solve"]["over"]
    assert isinstance(best[path], int)


def test_an_experiment_without_the_key_is_told_how_to_say_it(refusal: Callable[..., str]) -> None:
    said = refusal("solve", "start_player")
    assert "start_player: does not say what is to be solved; give it [solve] with over = " in said


def test_wrong_goals_and_paths_are_refused_with_what_there_is(refusal: Callable[..., str], question: Path) -> None:
    assert "did you mean 'even_seats'" in refusal("solve", question, "--set", "solve.goal=evenseats")
    assert "unknown path 'setup.mony'; nearest: " in refusal("solve", question, "--set", "solve.over.setup.mony=[1, 2]")


PAGE = (Path(__file__).parents[3] / "docs" / "solving.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line) for line in re.findall(r"^\$ rajas (.*)$", PAGE, flags=re.MULTILINE)]


@pytest.mark.parametrize("command", short_and_long(1, COMMANDS), ids=" ".join)
def test_a_command_of_the_page_works(rajas: Rajas, command: list[str]) -> None:
    example, *_ = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    Path("even_money.toml").write_text(example, encoding="utf-8")
    result = rajas(*command, "--blocks", 100, "--set", "players=[3]")
    assert result.exit_code == 0, result.stderr


def test_the_page_says_the_limits_of_a_search() -> None:
    from rajas_sim.questions.goals import USUAL_WITHIN
    from rajas_sim.questions.solve.play import PROBE_BLOCKS
    from rajas_sim.questions.solve.search import (
        FEWEST_BLOCKS,
        JOINING_LATE,
        MORE_LOOKS,
        MOST_AT_ONCE,
        MOST_HALVINGS,
        SPREAD,
        TOO_LARGE_FOR_STEPS,
    )

    assert (FEWEST_BLOCKS, MORE_LOOKS, 2**MOST_HALVINGS) == (100, 8, 16)
    for said in (
        f"With up to {MOST_AT_ONCE} settings all of them start",
        f"and {SPREAD} that are evenly spread start",
        f"up to eight more stages let {JOINING_LATE} more join",
        f"With more than {TOO_LARGE_FOR_STEPS:,} settings",
        f"change nothing in {PROBE_BLOCKS} blocks",
        f"within {100 * USUAL_WITHIN:g} % of the value",
    ):
        assert said in " ".join(PAGE.split())
