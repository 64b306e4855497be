"""Shared by the tests of the experiment room: a small experiment that plays the fake game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rajas_sim.experiment.question.config import Config

sys.path.insert(0, str(Path(__file__).parent))

from fake_game import CATALOGUE


@pytest.fixture
def make_config() -> Callable[..., Config]:
    def make(**keys: Any) -> Config:
        plain = {
            "name": "trial",
            "question": "Who wins?",
            "game": "shells",
            "players": [2, 3],
            "line_up": ["even"],
        }
        config = Config(**{**plain, **keys})
        return config.completed(CATALOGUE.game(config.game))

    return make
