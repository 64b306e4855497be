"""Complete games as text, compared line by line.

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

from rajas_sim.core.strategies.registry import find
from rajas_sim.ganges.game import GAME
from rajas_sim.ganges.rulebook.rules import Rules

FOLDER = DATA / "golden"
GAMES = {
    "two_players.txt": (frozen_rules(2), 11),
    "four_players.txt": (frozen_rules(4), 12),
    "three_players_navaratnas_ganga.txt": (frozen_rules(3, "navaratnas", ("ganga",)), 13),
    "two_players_mixed.txt": (frozen_rules(2, "mixed"), 14),
}


def lines_of(rules: Rules, seed: int) -> list[str]:
    """Return the game of random strategies in terms."""
    return list(GAME.narrate(rules, [find("random")] * rules.players, seed))


def write() -> None:
    """Play the games anew and write them down."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, game in GAMES.items():
        (FOLDER / name).write_text("\n".join(lines_of(*game)) + "\n", encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_goes_as_it_went(name):
    recorded = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(recorded, lines_of(*GAMES[name]), "recorded", "now", n=2, lineterm=""))
    assert not difference, "\n".join(["the game goes another way from here on:", *difference[:30]])


if __name__ == "__main__":
    write()
