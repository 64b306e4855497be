"""Compiles what a table needs in another process, while people look at the table and choose."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterable

from rajas_sim.core.engine.kernel import is_interpreted
from rajas_sim.core.game import Game
from rajas_sim.core.games import GAMES
from rajas_sim.core.playing.batch import compiler_of
from rajas_sim.core.strategies.declaration import Strategy

#: Code of the other process. The strategies at the table come first, since their turns come first, then what hints need.
#: The process has a low priority, for machines with few cores.
SCRIPT = """
import os, sys
if hasattr(os, "nice"):
    os.nice(5)
game, *sys.path = sys.argv[1:]
from rajas_sim.core.game import find_game
from rajas_sim.core.playing.asking import function_of
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.live.hints import hint_for
game = find_game(game)
rules = game.rules(2)
for name in {names!r}:
    function_of(find_strategy(name, game=game.name), game.batches.state_class, rules)
hint_for(game, game.new_game(rules, 1))
"""
SECONDS_BETWEEN_LOOKS = 0.1
#: Stands for the code that hints need, in place of the name of a strategy.
_HINTS = ""
#: (game, name of a strategy or `_HINTS`) -> the process that compiles it.
_COMPILERS: dict[tuple[str, str], subprocess.Popen[bytes]] = {}


def compile_ahead(game: Game, strategies: Iterable[Strategy]) -> None:
    """Begin to compile the strategies at a table, in the order of their seats, and then what hints in its game need.

    Nothing is compiled for a game from a Python file, or when kernels run as plain Python.
    """
    if game.name not in GAMES or is_interpreted():
        return
    names = [strategy.name for strategy in strategies if strategy.must_be_compiled(game.name)]
    to_compile = [(game.name, name) for name in dict.fromkeys([*names, _HINTS]) if (game.name, name) not in _COMPILERS]
    if to_compile:
        process = compiler_of(game.name, SCRIPT.format(names=[name for _, name in to_compile if name != _HINTS]))
        _COMPILERS.update(dict.fromkeys(to_compile, process))


def wait_for_strategy(game: Game, strategy: Strategy) -> None:
    """Wait until a strategy is compiled, if another process is compiling it."""
    process = _COMPILERS.get((game.name, strategy.name))
    while process is not None and process.poll() is None and strategy.must_be_compiled(game.name):
        time.sleep(SECONDS_BETWEEN_LOOKS)


def wait_for_hints(game: Game) -> None:
    """Wait until the code that hints need is compiled, if another process is compiling it."""
    if (process := _COMPILERS.get((game.name, _HINTS))) is not None:
        process.wait()
