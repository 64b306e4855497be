from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rajas_sim.study.folder.manifest import manifest_text
from tests.long_cases import short_and_long

Rajas = Callable[..., Any]
Write = Callable[..., Path]
CONFIG = 'name = "n"\nquestion = "?"\ngame = "ganges"\nplayers = [2]\nline_up = ["{}"]\nblocks = {}\n'


@pytest.mark.parametrize(
    ("name", "body", "sentence"),
    [
        ("answers_nonsense", "return 9999", "returned 9999, which is not an option"),
        ("trips", "raise ValueError('oops')", "raised ValueError: oops"),
    ],
)
def test_a_misbehaving_strategy_is_named_without_a_traceback(
    rajas: Rajas, write_strategy: Write, name: str, body: str, sentence: str
) -> None:
    write_strategy(name, body)
    Path("n.toml").write_text(CONFIG.format(name, 20))
    result = rajas("run", "n.toml")
    assert result.exit_code == 1
    assert f"strategy '{name}' {sentence}" in result.stderr
    assert "of 20 games are kept in" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("is_compiled", [False, True])
def test_what_a_strategy_prints_stays_out_of_the_results(
    rajas: Rajas, write_strategy: Write, capfd: pytest.CaptureFixture[str], is_compiled: bool
) -> None:
    answer = "return options[0]" if is_compiled else "return state.options[0]"
    write_strategy("chatty", "print('asked')", answer, before="print('loaded')", is_compiled=is_compiled)
    Path("n.toml").write_text(CONFIG.format("chatty", 2))
    result = rajas("run", "n.toml", "--json", "--no-report")
    assert json.loads(result.stdout)["provenance"]["pace"]["new_games"] == 2
    # Worker processes write past the streams of this one.
    of_workers = capfd.readouterr()
    assert of_workers.out == ""
    said = result.stderr + of_workers.err
    assert "loaded\n" in said
    assert "asked\n" in said
    assert {"chatty"} < {row["name"] for row in json.loads(rajas("strategies", "list", "--json").stdout)}


RAISED = r"error: strategy '(\w+)' raised (\w+): .*\(seed (\d+), round (\d+), seat \d, decision \w+\); game (\d+) of the run\n"
UNUSUAL = ["SystemExit", "KeyboardInterrupt", "GeneratorExit", "BaseException"]


@pytest.mark.parametrize("error", short_and_long(2, ["SystemExit", "MemoryError", *UNUSUAL[1:]]))
def test_whatever_a_strategy_raises_is_its_own_error_with_game_and_seed(rajas: Rajas, write_strategy: Write, error: str) -> None:
    write_strategy("gives_up", f"raise {error}('enough')")
    Path("n.toml").write_text(CONFIG.format("gives_up", 20))
    result = rajas("run", "n.toml", "--workers", 1)
    assert result.exit_code == 1
    said = re.match(RAISED, result.stderr)
    assert said is not None, result.stderr
    assert (said[1], said[2], said[4], said[5]) == ("gives_up", error, "1", "0")
    assert "0 of 20 games are kept in" in result.stderr


@pytest.mark.parametrize("error", UNUSUAL)
def test_a_compiled_strategy_that_raises_what_cannot_be_compiled_is_named(
    rajas: Rajas, write_strategy: Write, error: str
) -> None:
    write_strategy("gives_up", f"raise {error}('enough')", is_compiled=True)
    Path("n.toml").write_text(CONFIG.format("gives_up", 20))
    result = rajas("run", "n.toml", "--workers", 1)
    assert result.exit_code == 1
    assert result.stderr.startswith("error: strategy 'gives_up' cannot be compiled: ")


def test_a_compiled_strategy_that_raises_is_named_with_the_game_in_which_it_did(rajas: Rajas, write_strategy: Write) -> None:
    tires = ("if state.round_number == 3 and state.seed % 5 == 0:", "    raise ValueError('tired')", "return options[0]")
    write_strategy("tires", *tires, is_compiled=True)
    Path("n.toml").write_text(CONFIG.format("tires", 200).replace('"tires"', '"random", "tires"'))
    result = rajas("run", "n.toml", "--workers", 1)
    assert result.exit_code == 1
    said = re.match(RAISED, result.stderr)
    assert said is not None, result.stderr
    assert (said[1], said[2], said[4]) == ("tires", "ValueError", "3")
    number = int(said[5])
    write_strategy("tires", "return options[0]", is_compiled=True)
    rajas("run", "n.toml", "--no-report", "--out", "mended")
    games = pl.read_parquet("mended/n-*/tables/games/*.parquet")
    assert games.filter(pl.col("game") == number)["seed"].to_list() == [int(said[3])]


def test_a_strategy_that_ends_its_worker_is_told_of_and_the_rest_is_kept(rajas: Rajas, write_strategy: Write) -> None:
    write_strategy("dies", "import os", "os._exit(0)")
    Path("n.toml").write_text(CONFIG.format('dies", "balanced', 20))
    result = rajas("run", "n.toml", "--workers", 1)
    assert result.exit_code == 1
    assert re.match(
        r"error: a worker process was ended while it played game 0 and those after it \(2 players, line-up dies\+balanced, "
        r"blocks 0 to 19; first seed \d+\), either by one of these strategies in plain Python \(dies\) or by the system, "
        r"mostly for lack of memory \(fewer workers need less\)\n0 of 40 games are kept in \S+\. The same command continues as ",
        result.stderr,
    )
    assert "Traceback" not in result.stderr


def test_a_game_that_is_not_the_recorded_one_is_not_told_without_a_word(rajas: Rajas, write_strategy: Write) -> None:
    write_strategy("moody", "return random.choice(state.options)", before="import random")
    Path("n.toml").write_text(CONFIG.format("moody", 1))
    rajas("run", "n.toml", "--no-report")
    result = rajas("replay", "n", 0)
    assert result.exit_code == 1
    assert "error: the replay differs from the recorded game: " in result.stderr
    assert "depends on more than the position; it must draw random numbers" in result.stderr
    assert "from the position's seed and declare uses_chance=True" in result.stderr
    (folder,) = Path("reports").iterdir()
    content = json.loads((folder / "manifest.json").read_text())
    content["versions"]["numba"] = "0.1"
    (folder / "manifest.json").write_text(manifest_text(content))
    again = rajas("replay", "n", 0)
    assert f". It was played with numba 0.1 (now {version('numba')}), or one of its strategies depends on " in again.stderr


def test_too_many_workers_are_refused(rajas: Rajas, write_strategy: Write) -> None:
    write_strategy("first", "return state.options[0]")
    Path("n.toml").write_text(CONFIG.format("first", 1))
    result = rajas("run", "n.toml", "--workers", 100_000)
    assert result.exit_code == 2
    assert re.match(
        r"error: --workers 100000: must be 1 to \d+ with the \d+ cores? of this machine; more are not faster\n", result.stderr
    )
    assert not Path("reports").exists()


def test_a_misspelt_strategy_runs_no_file(rajas: Rajas, write_strategy: Write) -> None:
    write_strategy("first", "return state.options[0]", before="open('ran', 'w').close()")
    Path("n.toml").write_text(CONFIG.format("frist", 1))
    for arguments in (
        ("run", "n.toml"),
        ("play", "--strategy", "frist"),
        ("strategies", "show", "frist"),
        ("strategies", "list"),
    ):
        rajas(*arguments)
    assert "did you mean 'first'" in rajas("strategies", "show", "frist").stderr
    assert not Path("ran").exists()
