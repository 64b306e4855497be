from __future__ import annotations

import json
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


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [("compiled=False", "state, parameters"), ("", "state, rules, options, parameters")],
    ids=["python", "compiled"],
)
def test_what_a_strategy_prints_stays_out_of_the_results(
    rajas: Rajas, capfd: pytest.CaptureFixture[str], kind: str, arguments: str
) -> None:
    Path("strategies").mkdir()
    options = "state.options" if kind else "options"
    Path("strategies/chatty.py").write_text(
        f"from rajas_sim import strategy\n\nprint('loaded')\n\n@strategy({kind})\ndef chatty({arguments}):\n"
        f"    '''Think aloud.'''\n    print('asked')\n    return {options}[0]\n"
    )
    Path("n.toml").write_text(CONFIG.replace("naughty", "chatty").replace("20", "2"))
    result = rajas("run", "n.toml", "--json", "--no-report")
    assert json.loads(result.stdout)["games"] == {"2": 2}
    # Worker processes write past the streams of this one.
    of_workers = capfd.readouterr()
    assert of_workers.out == ""
    said = result.stderr + of_workers.err
    assert "loaded\n" in said
    assert "asked\n" in said
    assert {"chatty"} < {row["name"] for row in json.loads(rajas("strategies", "list", "--json").stdout)}
