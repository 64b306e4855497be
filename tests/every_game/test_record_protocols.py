"""The protocols of records say what their layouts say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.every_game.record_protocols import LAYOUTS, ROOT, Protocols, path_of


@pytest.mark.parametrize("module", LAYOUTS)
def test_the_protocols_are_those_of_the_layouts(module: str) -> None:
    """``python -m tests.every_game.record_protocols`` writes them."""
    assert path_of(module).read_text(encoding="utf-8") == str(Protocols(module))


@pytest.mark.long
@pytest.mark.parametrize("game", ["ganges", "charmers"])
def test_a_misspelt_field_is_a_type_error(game: str, tmp_path: Path) -> None:
    kernel = tmp_path / "kernel_with_a_typo.py"
    code = f"from rajas_sim.{game}.rulebook.record_types import StateRecord\ndef f(s: StateRecord) -> int: return s.seats[0].mony"
    kernel.write_text(code, encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--cache-dir=/dev/null", str(kernel)]
    said = subprocess.run(mypy, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert 'error: "SeatRecord" has no attribute "mony"; maybe "money"?' in said
