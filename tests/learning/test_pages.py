"""The pages about learning say what the code does, and their examples run."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from rajas_sim import find_strategy
from rajas_sim.core.game import find_game
from rajas_sim.learning import encoding_of
from rajas_sim.study.config.load import load_experiment
from tests.learning.learning_tables import PAGE, page

LEARNING = PAGE.with_name("learning.md")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", LEARNING.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_tables_are_those_of_the_code() -> None:
    assert page() == PAGE.read_text(encoding="utf-8"), "python tests/learning/learning_tables.py writes the page again"


def test_the_page_says_how_many_actions_there_are() -> None:
    text = LEARNING.read_text(encoding="utf-8")
    for game in ("ganges", "charmers"):
        assert f"{len(encoding_of(game, 2).actions)} for *" in text


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo", reason="the extra rajas[rl] is not installed")
    (tmp_path / "strategies").mkdir()
    monkeypatch.chdir(tmp_path)
    first, learn, linear, _ = blocks("python")
    exec(first, {})
    (n_games,) = re.findall(r"GAMES, RATE = (\d+),", learn)
    exec(learn.replace(n_games, "3", 1), {})
    weights = np.load("strategies/linear_1.npy")
    assert np.isfinite(weights).all()
    assert weights.any()
    (tmp_path / "strategies" / "linear.py").write_text(linear, encoding="utf-8")
    (toml,) = blocks("toml")
    (tmp_path / "linear.toml").write_text(toml, encoding="utf-8")
    assert load_experiment(tmp_path / "linear.toml").config.line_up == ("linear", "random")
    game = find_game("charmers")
    assert game.play_game(game.rules(2), [find_strategy("linear", game="charmers"), "random"], 7).final.is_over


@pytest.mark.long
def test_the_example_of_a_value_runs(capsys: pytest.CaptureFixture[str]) -> None:
    *_, value = blocks("python")
    exec(value.replace("GAMES, OLD = 2000, 1600", "GAMES, OLD = 100, 60", 1), {})
    first_line, *other_lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"In \d\d\.\d% \(± .*%\) of the turns of 40 other games the seat that is ahead wins\.", first_line)
    assert len(other_lines) == 4
