"""The same games compiled by Numba and as plain Python give the same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
import pytest
from games import frozen_rules, walk

import rajas_sim
from rajas_sim.core.engine.kernel import is_interpreted
from rajas_sim.core.strategies.registry import find
from rajas_sim.ganges.game import GAME

SEEDS = (21, 2**63 - 1)
GAMES = {
    "2 players": frozen_rules(2),
    "3 players": frozen_rules(3),
    "4 players": frozen_rules(4),
    "3 players, Navaratnas, Ganga": frozen_rules(3, "navaratnas", ("ganga",)),
    "2 players, mixed": frozen_rules(2, "mixed"),
}


def final_states() -> dict[str, str]:
    """Return the bytes of the last position of a few games, and of everything that happened on the way."""
    found = {}
    for game, rules in GAMES.items():
        for seed in SEEDS:
            digest = hashlib.sha256()
            for step in walk(rules, seed, choices=seed):
                digest.update(step.events.tobytes())
            found[f"{game}, seed {seed}"] = step.after.array.tobytes().hex() + digest.hexdigest()
    return found


def batches() -> dict[str, str]:
    """Return the tables of a batch of games, which the compiled loop plays without touching Python."""
    found = {}
    for game, rules in GAMES.items():
        seatings = np.zeros((2, rules.players), np.int8)
        tables = GAME.batches.play(rules, [find("random")], seatings, np.array(SEEDS, np.uint64), GAME.tables)
        for name, columns in tables.items():
            content = b"".join(column.tobytes() for column in columns.values())
            found[f"{game}, table {name}"] = hashlib.sha256(content).hexdigest()
    return found


@pytest.mark.skipif(is_interpreted(), reason="the compiled tests compare both")
def test_games_go_the_same_way_compiled_and_uncompiled():
    package = str(Path(rajas_sim.__file__).parent.parent)
    path = os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    answer = subprocess.run([sys.executable, __file__], env=environment, capture_output=True, text=True, check=False, cwd=package)
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == final_states() | batches()


if __name__ == "__main__":
    json.dump(final_states() | batches(), sys.stdout)
