from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Rajas = Callable[..., Any]
# What a shell runs in the background is let to ignore Ctrl-C.
MAIN = """\
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from rajas_sim.cli import main
main()
"""
SMALL = """\
name = "small"
game = "charmers"
strategy = "balanced"
players = [2]
parameters = ["money", "fame"]
blocks = 6
population = 4
generations = 2
check_blocks = 20
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


def test_a_tuning_says_how_its_values_do_and_where_they_are(rajas: Rajas, small: Path) -> None:
    result = rajas("tune", small)
    assert result.exit_code == 0, result.output
    (folder,) = Path("reports").iterdir()
    first, sentence, *rest = result.stdout.splitlines()
    # 4 candidates and the values in their middle, 6 blocks, 2 seats, 2 generations; 20 blocks from both seats
    assert first == "sun, 2 players: 120 games in 2 generations, 0 % fewer than without stopping candidates early."
    assert sentence.startswith("On 20 blocks of fresh luck balanced, tuned, wins ")
    assert sentence.endswith(" against balanced, untuned; even would be 50.0 %.")
    assert rest == ["Played 160 games now.", f"Folder  {folder}", f"Values  {folder / 'values.toml'}"]
    assert result.stderr == "note: no improvement shown; more generations or more blocks may be needed\n"


def test_the_values_say_where_they_come_from(rajas: Rajas, small: Path) -> None:
    path = Path(rajas("tune", "small.toml", "--quiet", "--workers", 1, "--seed", 4).stdout.strip())
    content = tomllib.loads(path.read_text())
    provenance = content["provenance"]["sun"]["2"]
    assert provenance["command"] == "rajas tune small.toml --seed 4"
    assert (provenance["seed"], provenance["games"], provenance["opponents"]) == (4, 120, ["balanced"])
    assert provenance["tuned"] == ["fame", "money"]
    (result,) = provenance["result"]
    assert result["low"] <= result["win_share"] <= result["high"]
    assert (result["against"], result["blocks"]) == ("balanced, untuned", 20)
    before = path.read_bytes()
    rajas("tune", "small.toml", "--workers", 2, "--seed", 4, "--out", "elsewhere")
    (again,) = Path("elsewhere").glob("*/values.toml")
    assert again.read_bytes() == before


def test_as_json(rajas: Rajas, small: Path) -> None:
    content = json.loads(rajas("tune", small, "--json", "--generations", 1).stdout)
    (tuned,) = content["tuned"]
    assert (tuned["variant"], tuned["players"], tuned["generations"], tuned["games"]) == ("sun", 2, 1, 60)
    share = tuned["shares"]["balanced, untuned"]
    assert share["low"] <= share["value"] <= share["high"]


def test_wrong_input(refusal: Callable[..., str], small: Path) -> None:
    assert "unknown tuning 'tune_balancd'; did you mean 'tune_balanced'" in refusal("tune", "tune_balancd")
    assert "--blocks 0: blocks: must be 1 or more" in refusal("tune", small, "--blocks", 0)
    assert "--workers 1000: must be 1 to" in refusal("tune", small, "--workers", 1000)
    assert "rajas tune" in refusal("run", small)
    assert "--set fixed=['fame', 'money']: fixed: leaves no parameter" in refusal(
        "tune", small, "--set", "fixed=['fame', 'money']"
    )


def test_runs_take_no_tuning_for_a_run(rajas: Rajas, small: Path) -> None:
    assert rajas("tune", small).exit_code == 0
    listed = rajas("runs", "list")
    assert (listed.exit_code, listed.stderr, len(listed.stdout.splitlines())) == (0, "", 1)


def test_the_schema_of_tunings(rajas: Rajas) -> None:
    assert "generations" in json.loads(rajas("schema", "--tuning").stdout)["properties"]


def test_ctrl_c_keeps_everything_and_ends_with_130(small: Path, tmp_path: Path) -> None:
    arguments = ["tune", "small.toml", "--generations", "10000"]
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, *arguments],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        deadline = time.monotonic() + 120
        while not any(len(path.read_text().splitlines()) > 3 for path in tmp_path.glob("reports/*/*.jsonl")):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 130
    (journal,) = tmp_path.glob("reports/*/*.jsonl")
    kept = len(journal.read_text().splitlines()) - 1
    assert out == ""
    assert err.splitlines()[-3:] == [
        "error: stopped by Ctrl-C",
        f"{kept} generations are kept in reports/{journal.parent.name}; the same command continues:",
        "  rajas tune small.toml --generations 10000",
    ]
