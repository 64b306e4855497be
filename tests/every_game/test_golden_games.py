"""Complete games as text, compared line by line.

They show at once what a change of the engine does to a game. When a change is meant, write them anew with
``python -m tests.every_game.test_golden_games`` and read the difference before committing it.
"""

from __future__ import annotations

import difflib

import pytest

from rajas_sim.core.game import find_game
from rajas_sim.core.strategies.registry import find_strategy
from tests.every_game.walking import RECORDED, frozen_rules

#: file -> players, variant, modules, seed
GAMES: dict[str, tuple[int, str, tuple[str, ...], int]] = {
    "ganges/golden/two_players.txt": (2, "base", (), 11),
    "ganges/golden/four_players.txt": (4, "base", (), 12),
    "ganges/golden/three_players_navaratnas_ganga.txt": (3, "navaratnas", ("ganga",), 13),
    "ganges/golden/two_players_mixed.txt": (2, "mixed", (), 14),
    "charmers/golden/two_players_sun.txt": (2, "sun", (), 11),
    "charmers/golden/three_players_moon.txt": (3, "moon", (), 12),
    "charmers/golden/five_players_sun.txt": (5, "sun", (), 13),
    "charmers/golden/two_players_moon.txt": (2, "moon", (), 14),
}


def text_of(file: str) -> str:
    """Return a game of random strategies in words."""
    game = find_game(file.split("/")[0])
    players, variant, modules, seed = GAMES[file]
    rules = frozen_rules(game.name, players, variant, modules)
    return "\n".join(game.narrate(rules, [find_strategy("random")] * rules.players, seed)) + "\n"


def write() -> None:
    """Play the games anew and write them down."""
    for file in GAMES:
        (RECORDED / file).write_text(text_of(file), encoding="utf-8")


@pytest.mark.parametrize("file", GAMES)
def test_a_recorded_game_goes_as_it_went(file: str) -> None:
    recorded, now = (RECORDED / file).read_text(encoding="utf-8"), text_of(file)
    difference = list(difflib.unified_diff(recorded.splitlines(), now.splitlines(), "recorded", "now", n=2, lineterm=""))
    assert not difference, "\n".join(["the game goes another way from here on:", *difference[:30]])


if __name__ == "__main__":
    write()
