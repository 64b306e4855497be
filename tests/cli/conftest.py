"""Calling the command line inside this process, in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from rajas_sim.cli.app import app
from tests.plain_pages import open_no_games

Rajas = Callable[..., Any]


@pytest.fixture(autouse=True)
def plain_pages(without_figures: None) -> None:
    """Commands write pages without figures."""


@pytest.fixture
def rajas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rajas:
    """Return a function that runs ``rajas`` with some arguments; the working folder is an empty one, and nothing is set.

    Reports are written without the games that open in them; their own tests have them.
    """
    open_no_games(monkeypatch)
    monkeypatch.setattr("rajas_sim.core.games._named_files", {})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path.with_name(f"{tmp_path.name}-settings")))
    monkeypatch.setenv("COLUMNS", "100")

    def call(*arguments: object) -> Result:
        return CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="rajas", catch_exceptions=False)

    return call


@pytest.fixture
def refusal(rajas: Rajas) -> Callable[..., str]:
    """Return a function that returns what is said about wrong input."""

    def said(*arguments: object) -> str:
        result = rajas(*arguments)
        assert result.exit_code == 2
        return " ".join(result.stderr.split())

    return said


@pytest.fixture
def box(rajas: Rajas) -> Path:
    """Write a component file that differs from the reference in one value, `setup.karma`."""
    rajas("components", "export", "box.toml")
    path = Path("box.toml")
    path.write_text(path.read_text().replace("\nkarma = 1\n", "\nkarma = 2\n", 1))
    return path


@pytest.fixture
def write_strategy(rajas: Rajas) -> Callable[..., Path]:
    """Return a function that writes the file of a strategy, given the lines of its body and one before it."""

    def write(name: str, *body: str, before: str = "", is_compiled: bool = False) -> Path:
        path = Path("strategies") / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        arguments = "state, rules, options, parameters" if is_compiled else "state, parameters"
        head = f"@strategy(game='ganges', compiled={is_compiled})\ndef {name}({arguments}):\n    '''Do what a test needs.'''\n"
        path.write_text(f"from rajas_sim import strategy\n{before}\n{head}" + "".join(f"    {line}\n" for line in body))
        return path.resolve()

    return write
