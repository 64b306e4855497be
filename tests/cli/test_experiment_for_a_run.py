"""Questions of finished runs that are given an experiment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Rajas = Callable[..., Any]
MINE = """\
name = "mine"
question = "Is it fair?"
game = "charmers"
players = [2]
line_up = ["random"]
blocks = 2
"""


@pytest.mark.parametrize(
    ("words", "commands"),
    [
        (("drama", "files/m.toml"), ["rajas run files/m.toml", "rajas drama mine"]),
        (("drama", "routes", "--choices", "3"), ["rajas run routes", "rajas drama routes --choices 3"]),
        (("compare", "routes", "files/m.toml"), ["rajas run routes", "rajas run files/m.toml", "rajas compare routes mine"]),
    ],
)
def test_the_commands_that_play_it_and_ask_then_are_given(rajas: Rajas, words: tuple[str, ...], commands: list[str]) -> None:
    Path("files").mkdir()
    Path("files/m.toml").write_text(MINE)
    result = rajas(*words)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[1:] == [f"  {command}" for command in commands]


def test_a_run_is_taken_by_its_name_and_by_a_file_in_its_folder(rajas: Rajas) -> None:
    Path("m.toml").write_text(MINE)
    for seed in (1, 2):
        assert rajas("run", "m.toml", "--no-report", "--workers", 1, "--seed", seed, "--set", "name='routes'").exit_code == 0
    first, second = sorted(Path("reports").iterdir())
    assert rajas("compare", first / "config.toml", second.name).exit_code == 0
    assert "several runs begin so" in rajas("compare", "routes", second.name).stderr
