"""Two complete games as text, compared line by line.

They show at once what a change of the engine does to a game. When a change is meant, write them anew with
``python tests/ganges/test_golden_games.py`` and read the difference before committing it.
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import pytest
from games import DATA, frozen_rules

from rajas_sim.ganges.narration import narrate
from rajas_sim.strategies_api.registry import find

FOLDER = DATA / "golden"
#: file -> players, seed
GAMES = {"two_players.txt": (2, 11), "four_players.txt": (4, 12)}


def lines_of(players: int, seed: int) -> list[str]:
    """Return the game of random strategies in words."""
    return list(narrate(frozen_rules(players), [find("random")] * players, seed))


def write() -> None:
    """Play the games anew and write them down."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (players, seed) in GAMES.items():
        (FOLDER / name).write_text("\n".join(lines_of(players, seed)) + "\n", encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_goes_as_it_went(name):
    recorded = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(recorded, lines_of(*GAMES[name]), "recorded", "now", n=2, lineterm=""))
    assert not difference, "\n".join(["the game goes another way from here on:", *difference[:30]])


if __name__ == "__main__":
    write()
