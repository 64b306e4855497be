"""The pytest plugin: every expectation in a file called ``*.balance.toml`` is a test."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

PLUGIN = "rajas_sim.questions.check.pytest_plugin"


def test_the_plugin_makes_a_test_of_every_expectation(tmp_path: Path) -> None:
    lines = ['name = "q"', 'question = "?"', 'game = "charmers"', "players = [2]", 'line_up = ["balanced"]', "blocks = 600"]
    lines.append('expect = ["rounds.2 between 5 and 20", "  rounds.2 below 5", "start_player.2 within 0.1 points"]')
    (tmp_path / "mine.balance.toml").write_text("\n".join(lines))
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(tmp_path), str(tmp_path), "-p", "no:xdist"]
    if PLUGIN not in {point.value for point in entry_points(group="pytest11")}:  # installed before there was one
        command += ["-p", PLUGIN]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "2 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "With 2 players, \u2018rounds.2 below 5\u2019 fails" in done.stdout
    assert "is undecided" in done.stdout
