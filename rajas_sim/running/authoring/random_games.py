"""Random games of a game in plain Python, and whether another process plays the same ones.

This module imports little, since a check starts a process that imports it.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from random import Random
from typing import Any

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import InputError, RajasError, RunError
from rajas_sim.core.game import find_game
from rajas_sim.plain.course import Course
from rajas_sim.plain.game import PlainGame
from rajas_sim.plain.game_file import ROUND_LIMIT
from rajas_sim.plain.plain_rules import PlainRules

SEED = 1
#: So many games are repeated in another process.
GAMES_AGAIN = 5


def plain_game(name: str) -> PlainGame:
    """Return a game in plain Python by its name or the path of its file.

    Raises
    ------
    InputError
        If there is no such game, the file does not define one, or the game is compiled.
    """
    game = find_game(name)
    if not isinstance(game, PlainGame):
        raise InputError(f"{game.name}: is no game in plain Python; only such games are checked")
    return game


def random_game(rules: PlainRules, seed: int) -> tuple[list[str], Any]:
    """Play a game at random; return its moves in words, and its result, or None at the limit of rounds.

    Raises
    ------
    RajasError
        If something goes wrong in the game.
    """
    course, random, moves = Course(rules, seed), Random(seed), list[str]()
    while course.result is None:
        options = course.options()
        option = options[random.choice([*options])]
        moves.append(rules.file.option_text(course.position, option))
        course.play(option)
    return moves, None if course.result.reason == ROUND_LIMIT else course.result


def fingerprints_elsewhere(game: PlainGame) -> dict[str, str]:
    """Return the fingerprints from another process, in which sets of texts have another order, by ``"VARIANT PLAYERS"``."""
    hash_seed = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    code = f"from {__name__} import print_fingerprints; print_fingerprints({str(game.file.path.resolve())!r})"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    child = subprocess.run([sys.executable, "-P", "-c", code], env=environment, capture_output=True, text=True, check=False)
    if child.returncode != 0:
        reason = child.stderr.strip() or f"it ended with exit code {child.returncode}"
        raise RunError(f"{game.name}: cannot be played in another process: {reason.splitlines()[-1]}")
    fingerprints: dict[str, str] = json.loads(child.stdout.splitlines()[-1])
    return fingerprints


def print_fingerprints(file: str) -> None:
    """Print the fingerprints of a game by ``"VARIANT PLAYERS"`` as JSON, for another process to compare."""
    game = plain_game(file)
    all_rules = [game.rules(players, variant) for variant in game.variants for players in game.player_counts]
    print(json.dumps({f"{rules.variant} {rules.players}": fingerprint(rules) for rules in all_rules}))


def fingerprint(rules: Any) -> str:  # noqa: ANN401 - rules of a game in plain Python
    """Return a digest of the moves, in words, and the results of some random games; empty if one of them goes wrong."""
    try:
        games = [random_game(rules, block_seed(SEED, game_index)) for game_index in range(GAMES_AGAIN)]
    except RajasError:
        return ""
    return hashlib.sha256(repr(games).encode()).hexdigest()
