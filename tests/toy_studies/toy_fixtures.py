"""Shared by the tests of `experiment`: the toy game, strategies for it and a small experiment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.study import design
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.load import load_experiment

if TYPE_CHECKING:
    from distributed import Client

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def toy_game_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the toy game to the list of games, work where its strategies are found, and cut runs into small shards."""
    monkeypatch.setitem(GAMES, "toy", "tests.core.toy_game")
    monkeypatch.chdir(HERE)
    monkeypatch.setattr(design, "GAMES_PER_SHARD", 50)
    monkeypatch.setattr(design, "GAMES_PER_SHARD_IN_PYTHON", 20)


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    """Return a client of two processes of this machine, which all tests of a session share."""
    from rajas_sim.running.workers.connecting import connected

    with connected("local:2", lambda sentence: None) as its_client:
        yield its_client


@pytest.fixture
def make_config() -> Callable[..., Config]:
    def make(**keys: Any) -> Config:
        plain = {
            "name": "trial",
            "question": "Who wins?",
            "game": "toy",
            "players": [2, 5],
            "line_up": ["even"],
        }
        config = Config(**{**plain, **keys})
        return config.completed(find_game(config.game))

    return make


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[..., Config]:
    """Return a function that reads the text of an experiment file, with changes by ``--set`` and other options."""

    def load(text: str, *sets: str, **options: object) -> Config:
        path = tmp_path / "trial.toml"
        path.write_text(text)
        return load_experiment(path, sets, options=options).config

    return load


@pytest.fixture
def refused(loaded: Callable[..., Config], tmp_path: Path) -> Callable[..., list[str]]:
    """Return a function that returns what is wrong with such a text, without the path in front."""

    def problems(text: str, *sets: str, **options: object) -> list[str]:
        with pytest.raises(InputError) as caught:
            loaded(text, *sets, **options)
        return [problem.replace(f"{tmp_path / 'trial.toml'}:", "") for problem in caught.value.problems]

    return problems
