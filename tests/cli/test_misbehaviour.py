from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Rajas = Callable[..., Any]
HEAD = "from rajas_sim import strategy\n\n@strategy(compiled=False)\ndef naughty(state, parameters):\n"
CONFIG = 'name = "n"\nquestion = "?"\ngame = "ganges"\nplayers = [2]\nline_up = ["naughty"]\nblocks = 20\n'


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("    '''Think of something else.'''\n    return 9999\n", "returned 9999, which is not an option"),
        ("    '''Trip.'''\n    raise ValueError('oops')\n", "raised ValueError: oops"),
    ],
)
def test_a_misbehaving_strategy_is_named_without_a_traceback(rajas: Rajas, body: str, sentence: str) -> None:
    Path("strategies").mkdir()
    name = f"naughty_{abs(hash(body))}"
    Path(f"strategies/{name}.py").write_text(HEAD.replace("naughty", name) + body)
    Path("n.toml").write_text(CONFIG.replace("naughty", name))
    result = rajas("run", "n.toml")
    assert result.exit_code == 1
    assert f"strategy '{name}' {sentence}" in result.stderr
    assert "of 40 games are kept in" in result.stderr or "of 20 games are kept in" in result.stderr
    assert "Traceback" not in result.stderr
