from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import rajas_sim
from rajas_sim.cli.errors import EXIT_FAILED, EXIT_UNDECIDED, EXIT_WRONG_INPUT
from rajas_sim.cli.shared_options import MODULES, VARIANTS, choice_text, text_by_game
from rajas_sim.core.errors import StoppedError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES

Rajas = Callable[..., Any]
COMMANDS = [
    "run",
    "solve",
    "report",
    "export",
    "tune",
    "play",
    "replay",
    "runs",
    "strategies",
    "components",
    "rules",
    "bench",
    "schema",
]
HEAVY = {"numba", "numpy", "polars", "matplotlib", "scipy", "pandas", "pydantic"}


def test_help_lists_every_command(rajas: Rajas) -> None:
    result = rajas("--help")
    assert result.exit_code == 0
    assert all(f" {command} " in result.output for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(rajas: Rajas, command: str) -> None:
    result = rajas(command, "--help")
    assert result.exit_code == 0
    assert "Usage: rajas" in result.output


def test_help_shows_square_brackets_and_joins_lines(rajas: Rajas) -> None:
    words = " ".join(rajas("export", "--help").output.split())
    assert "pip install 'rajas[excel]'" in words
    first_line = next(line for line in rajas("decide", "--help").output.splitlines() if "each may have a cost" in line)
    assert "Games are played" in first_line, "where the docstring has a line break"


@pytest.mark.parametrize(("command", "printed"), [("run", "the folder of the run"), ("decide", "the answer and its tables")])
def test_the_help_of_quiet_says_what_the_command_prints(rajas: Rajas, command: str, printed: str) -> None:
    words = " ".join(re.sub(r"[^\w\s:,.]", " ", rajas(command, "--help").output).split())
    assert f"Print only {printed}" in words


@pytest.mark.parametrize("group", ["strategies", "components", "rules"])
def test_a_group_without_a_command_explains_itself(rajas: Rajas, group: str) -> None:
    result = rajas(group)
    assert "Commands" in result.output
    assert f"Usage: rajas {group}" in result.output


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from rajas_sim.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stderr.split())


@pytest.mark.parametrize("game", GAMES)
def test_the_help_names_every_variant_and_module(game: str) -> None:
    assert VARIANTS[game] == tuple(find_game(game).variants)
    assert MODULES[game] == tuple(find_game(game).modules)
    assert f"{game}: {choice_text(VARIANTS[game])}" in text_by_game(VARIANTS)
    assert (f"{game}: " in text_by_game(MODULES)) == bool(MODULES[game])


def test_version(rajas: Rajas) -> None:
    assert rajas("--version").output == f"rajas {rajas_sim.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["rum"], ["error: No such command 'rum'. Did you mean 'run'?", "Try 'rajas --help' for help."]),
        (["run"], ["error: Missing argument 'CONFIG'.", "Try 'rajas run --help' for help."]),
        (["rules", "show", "--nope"], ["error: No such option: --nope", "Try 'rajas rules show --help' for help."]),
    ],
)
def test_wrong_usage_is_said_like_any_other_error(rajas: Rajas, arguments: list[str], lines: list[str]) -> None:
    result = rajas(*arguments)
    assert (result.exit_code, result.stderr.splitlines()) == (2, lines)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run", "start_player", "--variant", "navaratnas"], "--variant. It is a key of the file: --set variant=VALUE"),
        (["plan", "start_player", "--module=ganga"], "--module. It is a key of the file: --set modules=VALUE"),
        (["check", "start_player", "--line-up", "strong"], "--line-up. It is a key of the file: --set line_up=VALUE"),
        (["tune", "tune_balanced", "--variant", "base"], "--variant. It is a key of the file: --set variants=VALUE"),
        (["rules", "show", "--board", "base"], "--board. The variant of the game is given by --variant"),
        (["bench", "--board", "base"], "--board. The variant of the game is given by --variant"),
        (["run", "start_player", "--players", "2"], "--players. It is a key of the file: --set players=VALUE"),
        (["run", "start_player", "--nope"], "--nope"),
        (
            ["drama", "start_player", "--workers", "2"],
            "--workers. It is an option of commands that play an experiment; rajas drama reads a run that was played",
        ),
        (["replay", "start_player", "0", "--variant", "base"], "--variant"),
    ],
)
def test_an_option_of_other_commands_is_refused_with_what_this_one_takes(
    rajas: Rajas, arguments: list[str], sentence: str
) -> None:
    assert rajas(*arguments).stderr.splitlines()[0] == f"error: No such option: {sentence}"


@pytest.mark.skipif(os.name == "nt", reason="terminals are made otherwise there")
@pytest.mark.parametrize("arguments", [("rum",), ("run", "nope"), ("--help",)])
@pytest.mark.parametrize("is_coloured", [True, False])
def test_a_terminal_gets_colours_unless_it_wants_none(arguments: tuple[str, ...], is_coloured: bool) -> None:
    ours, theirs = os.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm-256color"}
    environment |= {} if is_coloured else {"NO_COLOR": "1"}
    code = "from rajas_sim.cli import main; main()"
    with subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=theirs, stderr=theirs, env=environment):
        os.close(theirs)
        said = b"".join(iter(lambda: _read(ours), b""))
    os.close(ours)
    assert bool(re.search(rb"\x1b\[[\d;]*3[0-7]m", said)) == is_coloured


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("arguments", [(), ("run",), ("components", "sample")])
def test_help_needs_neither_a_wide_terminal_nor_one_that_has_every_character(arguments: tuple[str, ...], encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "COLUMNS": "20"}
    command = [sys.executable, "-c", "from rajas_sim.cli import main; main()", *arguments, "--help"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Usage: rajas" in done.stdout


def _read(terminal: int) -> bytes:
    """Read what is there; nothing once the program has ended."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_the_package_lists_every_exit_code() -> None:
    codes = {0, EXIT_FAILED, EXIT_WRONG_INPUT, EXIT_UNDECIDED, StoppedError.exit_code}
    assert set(map(int, re.findall(r"(\d+): ", rajas_sim.cli.__doc__ or ""))) == codes


def test_the_schema_is_json(rajas: Rajas) -> None:
    schema = json.loads(rajas("schema").output)
    assert {"name", "question", "line_up", "arms"} <= set(schema["properties"])


def test_the_shell_can_be_taught_to_complete(rajas: Rajas) -> None:
    assert "--install-completion" in rajas("--help").output


def test_a_value_that_the_shell_took_apart_is_to_be_quoted(refusal: Callable[..., str]) -> None:
    said = refusal("run", "start_player", "--set", "players=[2,", "4]")
    assert "Got unexpected extra argument" in said
    assert "in quotes: --set 'players=[2, 4]'" in said
    assert "in quotes" not in refusal("run", "start_player", "another")
