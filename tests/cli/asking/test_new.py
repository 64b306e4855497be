"""`rajas new`: an experiment file to begin with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.study.config.load import load_experiment
from rajas_sim.study.config.shipped import find_file, shipped_names

Rajas = Callable[..., Any]
# What an experiment is played with, by a word of its name.
COMMAND = {"solve": "solve", "decide": "decide", "power": "power", "unknown_box": "ensemble"}


@pytest.mark.parametrize("like", shipped_names("experiment"))
def test_a_new_experiment_asks_what_the_one_it_is_like_does(rajas: Rajas, like: str) -> None:
    result = rajas("new", "mine", "--like", like)
    verb = next((verb for word, verb in COMMAND.items() if word in like), "run")
    assert (result.exit_code, result.stdout) == (0, f"Wrote mine.toml. Change what it asks, then: rajas {verb} mine.toml\n")
    mine, shipped = (load_experiment(path).config for path in (Path("mine.toml"), find_file("experiment", like)))
    assert mine == shipped.model_copy(update={"name": "mine"})
    assert f"rajas {verb} mine.toml" in Path("mine.toml").read_text()


def test_what_it_may_ask_besides_is_right_as_it_stands(rajas: Rajas) -> None:
    rajas("new", "mine")
    path = Path("mine.toml")
    text, _, more = path.read_text().partition("# What else it can ask (rajas schema lists all keys):\n")
    assert more
    path.write_text(text + "\n".join(line.removeprefix("# ") for line in more.splitlines()))
    config = load_experiment(path).config
    assert config.stop is not None
    assert config.expect
    assert config.arms


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("start_player", "start_player: is a shipped experiment; choose another name"),
        ("my question", "my question: the name of an experiment has letters"),
        ("there", "there.toml: exists already; choose another name"),
    ],
)
def test_nothing_is_written_over(rajas: Rajas, name: str, said: str) -> None:
    Path("there.toml").write_text("")
    result = rajas("new", name)
    assert result.exit_code == 2
    assert said in result.stderr
    assert Path("there.toml").read_text() == ""


def test_an_unknown_experiment_to_be_like_is_refused(rajas: Rajas) -> None:
    refused = rajas("new", "mine", "--like", "start_plyer")
    assert refused.exit_code == 2
    assert "unknown experiment 'start_plyer'; did you mean 'start_player'" in refused.stderr


def test_an_experiment_may_lie_in_a_folder_of_its_own(rajas: Rajas) -> None:
    assert rajas("new", "mine/first.toml", "--quiet").stdout == "mine/first.toml\n"
    text = Path("mine/first.toml").read_text(encoding="utf-8")
    assert 'name = "first"' in text
    assert "rajas run mine/first.toml" in text
