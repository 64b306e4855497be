from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import rajas_sim
from rajas_sim.cli.options import MODULES, VARIANTS, by_game, either
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES

Rajas = Callable[..., Any]
COMMANDS = ["run", "report", "play", "replay", "runs", "strategies", "components", "rules", "bench", "schema"]
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


@pytest.mark.parametrize("group", ["runs", "strategies", "components", "rules"])
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
    assert f"{game}: {either(VARIANTS[game])}" in by_game(VARIANTS)
    assert (f"{game}: " in by_game(MODULES)) == bool(MODULES[game])


def test_version(rajas: Rajas) -> None:
    assert rajas("--version").output == f"rajas {rajas_sim.__version__}\n"


def test_an_unknown_command_is_wrong_usage(rajas: Rajas) -> None:
    result = rajas("rum")
    assert result.exit_code == 2
    assert "No such command 'rum'" in result.stderr


def test_the_schema_is_json(rajas: Rajas) -> None:
    schema = json.loads(rajas("schema").output)
    assert {"name", "question", "line_up", "arms"} <= set(schema["properties"])


def test_the_shell_can_be_taught_to_complete(rajas: Rajas) -> None:
    assert "--install-completion" in rajas("--help").output
