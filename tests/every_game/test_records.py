"""Records say what fields there are, to kernels and to mypy alike."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from rajas_sim.core.engine.records import field_names
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", GAMES)
def test_records_have_a_field_for_every_reading_and_every_group_of_things(game: str) -> None:
    rules, layout = find_game(game).rules(2).record, importlib.import_module(f"rajas_sim.{game}.rulebook.layout")
    assert field_names(rules.readings.dtype) == tuple(find_game(game).components.readings)
    assert field_names(rules.restricted.dtype) == layout.THINGS.names


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_weights_begins_with_the_weights_in_their_order(game: str) -> None:
    parameters = importlib.import_module(f"rajas_sim.{game}.appraisal.parameters")
    layout = parameters.WEIGHTS_RECORD
    single = [name for name in field_names(layout) if not layout[name].shape]
    assert single == [weight.name for weight in parameters.WEIGHTS[: len(single)]]
    assert layout.itemsize == 8 * len(parameters.WEIGHTS)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_misspelt_field_is_a_type_error(game: str, tmp_path: Path) -> None:
    kernel = tmp_path / "kernel_with_a_typo.py"
    code = f"from rajas_sim.{game}.rulebook.layout import StateRecord\ndef f(s: StateRecord) -> int: return s.seats[0].mony"
    kernel.write_text(code, encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--cache-dir=/dev/null", str(kernel)]
    said = subprocess.run(mypy, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert 'error: "SeatRecord" has no attribute "mony"; maybe "money"?' in said
