"""The same games compiled by Numba and as plain Python give the same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from rajas_sim.core.engine.kernel import is_interpreted
from rajas_sim.core.game import find_game
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.registry import find_strategy
from tests.every_game.walking import frozen_rules, walk

SEEDS = (21, 2**63 - 1)
#: Readings under which the kernels go other ways.
OTHER_WAYS = {"order": "player_chooses", "gained_dice": "rolled_one_by_one", "builder_yields": "pay_when_new"}
#: game, players, variant, modules, readings
GAMES = (
    ("ganges", 2, "base", ()),
    ("ganges", 3, "base", ()),
    ("ganges", 4, "base", ()),
    ("ganges", 3, "navaratnas", ("ganga",)),
    ("ganges", 2, "mixed", ()),
    ("ganges", 4, "navaratnas", (), OTHER_WAYS),
    ("charmers", 2, "sun", ()),
    ("charmers", 2, "moon", ()),
    ("charmers", 3, "sun", ()),
    ("charmers", 5, "moon", ()),
)


def rules_of(
    game: str, players: int, variant: str, modules: tuple[str, ...], readings: Mapping[str, Any] = MappingProxyType({})
) -> Rules:
    """Return the rules of one of the games."""
    return frozen_rules(game, players, variant, modules, **readings)


def last_positions() -> dict[str, str]:
    """Return the bytes of the last position of a few games, and of everything that happened on the way."""
    positions = {}
    for which in GAMES:
        for seed in SEEDS:
            digest = hashlib.sha256()
            for step in walk(rules_of(*which), seed, choices=seed):
                digest.update(step.events.tobytes())
            positions[f"{which}, seed {seed}"] = step.after.array.tobytes().hex() + digest.hexdigest()
    return positions


def batches() -> dict[str, str]:
    """Return the tables of a batch of games, which the compiled loop plays without touching Python."""
    digests = {}
    for which in GAMES:
        game, rules = find_game(which[0]), rules_of(*which)
        seatings = np.zeros((2, rules.players), np.int8)
        tables = game.batches.play(rules, [find_strategy("random")], seatings, np.array(SEEDS, np.uint64), game.tables)
        for name, columns in tables.items():
            content = b"".join(column.tobytes() for column in columns.values())
            digests[f"{which}, table {name}"] = hashlib.sha256(content).hexdigest()
    return digests


@pytest.mark.long
@pytest.mark.skipif(is_interpreted(), reason="the compiled tests compare both")
def test_games_go_the_same_way_compiled_and_uncompiled() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    answer = subprocess.run([sys.executable, "-m", __name__], env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == last_positions() | batches()


if __name__ == "__main__":
    json.dump(last_positions() | batches(), sys.stdout)
