"""Complete games as text, compared line by line.

They show at once what a change of the engine does to a game. When a change is meant, write them anew with
``python tests/charmers/test_golden_games.py`` and read the difference before committing it.
"""

from __future__ import annotations

import difflib

import pytest
from playthroughs import DATA, frozen_rules

from rajas_sim.charmers.game import GAME
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.core.strategies.registry import find

FOLDER = DATA / "golden"
GAMES = {
    "two_players_sun.txt": (2, "sun", 11),
    "three_players_moon.txt": (3, "moon", 12),
    "five_players_sun.txt": (5, "sun", 13),
    "two_players_moon.txt": (2, "moon", 14),
}


def lines_of(rules: Rules, seed: int) -> list[str]:
    """Return the game of random strategies in terms."""
    return list(GAME.narrate(rules, [find("random")] * rules.players, seed))


def write() -> None:
    """Play the games anew and write them down."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (players, side, seed) in GAMES.items():
        (FOLDER / name).write_text("\n".join(lines_of(frozen_rules(players, side), seed)) + "\n", encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_goes_as_it_went(name):
    players, side, seed = GAMES[name]
    recorded = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    now = lines_of(frozen_rules(players, side), seed)
    difference = list(difflib.unified_diff(recorded, now, "recorded", "now", n=2, lineterm=""))
    assert not difference, "\n".join(["the game goes another way from here on:", *difference[:30]])


if __name__ == "__main__":
    write()
