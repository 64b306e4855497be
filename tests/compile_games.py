"""Compile both games before the tests start, each in a process of its own; else every worker would compile what it needs."""

from __future__ import annotations

import subprocess
import sys

import numpy as np

from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.playing.asking import function_of
from rajas_sim.core.strategies.registry import find_strategy, known_names


def compile_game(name: str) -> None:
    """Compile every strategy, play a game in the compiled loop and one step by step, and look ahead once."""
    game = find_game(name)
    rules = game.rules(2)
    random = find_strategy("random", game=name)
    game.batches.play(rules, [random] * 2, np.array([[0, 1]], np.int8), np.ones(1, np.uint64), game.tables)
    game.play_game(rules, [random] * 2, 1)
    state = game.new_game(rules, 1)
    for strategy in (find_strategy(known, game=name) for known in known_names(name)):
        function_of(strategy, type(state), rules)
    game.appraisal.lookahead(state, state.options[0], 1)


def main() -> None:
    """Compile the game named on the command line, or all games side by side."""
    if sys.argv[1:]:
        compile_game(sys.argv[1])
        return
    processes = [subprocess.Popen([sys.executable, __file__, game]) for game in GAMES]
    failed = [process.args for process in processes if process.wait()]
    if failed:
        sys.exit(f"Cannot compile: {failed}")


if __name__ == "__main__":
    main()
