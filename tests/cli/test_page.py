"""The page on experiments: every command on it works as it stands there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Rajas = Callable[..., Any]
PAGE = (Path(__file__).parents[2] / "docs" / "experiments.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line, comments=True) for line in re.findall(r"^\$ rajas (.*)$", PAGE, flags=re.MULTILINE)]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_of_the_page_works(rajas: Rajas, command: list[str]) -> None:
    example, *_ = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    Path("equal_money.toml").write_text(example, encoding="utf-8")
    rajas("components", "export", "my_box.toml")
    short = ["--blocks", 1, "--no-report"] if command[0] == "run" else []
    result = rajas(*command, *short)
    assert result.exit_code == 0, result.stderr


def test_the_page_says_how_many_points_a_sweep_may_have() -> None:
    from rajas_sim.experiment.question.sweep import MAX_POINTS

    assert f"At most {MAX_POINTS} points" in " ".join(PAGE.split())


def test_the_page_says_from_how_many_arms_on_there_is_a_table() -> None:
    from rajas_sim.cli.commands.run import ARMS_IN_SENTENCES

    assert ARMS_IN_SENTENCES == 4
    assert "With more than four arms `rajas run` prints its verdicts as a table." in " ".join(PAGE.split())


def test_the_page_names_every_shipped_experiment() -> None:
    from rajas_sim.experiment.question.shipped import experiment_names

    named = re.findall(r"^\| `(\w+)` \| [^|]*\? \|$", PAGE, flags=re.MULTILINE)
    assert sorted(named) == sorted(experiment_names())
