"""Calling the command line inside this process, in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rajas_sim.cli.app import app

Rajas = Callable[..., Any]


@pytest.fixture
def rajas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rajas:
    """Return a function that runs ``rajas`` with some arguments; the working folder is an empty one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def call(*arguments: object) -> Any:
        return CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="rajas", catch_exceptions=False)

    return call
