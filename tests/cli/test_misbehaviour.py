from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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
    assert json.loads(result.stdout)["games"] == {"2": 2}
    # Worker processes write past the streams of this one.
    of_workers = capfd.readouterr()
    assert of_workers.out == ""
    said = result.stderr + of_workers.err
    assert "loaded\n" in said
    assert "asked\n" in said
    assert {"chatty"} < {row["name"] for row in json.loads(rajas("strategies", "list", "--json").stdout)}
