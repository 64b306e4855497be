"""How much faster a game is with kernels than in plain Python: the same small game both ways.

    python benchmarks/plain_and_kernels.py [--games N]

With kernels it is tests/core/toy_game.py, the smallest game on the rails of the core; the file in plain Python stands here.
Both are played by `random` with 2 players, on one core and without compiling. Prints decisions per second, and how often the
start player wins either, which tells whether it is the same game.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from rajas_sim.core.game import Game, find_game
from rajas_sim.core.games import name_of_game
from rajas_sim.core.strategies.registry import find_strategy
from tests.core import toy_game

PLAIN = """
from dataclasses import dataclass, replace

from rajas_sim.plain import GameResult, number

PLAYERS, LUCK, REASONS = (2,), ("turn",), ("markers passed", "boredom")


@dataclass(frozen=True)
class Numbers:
    line: int = number(9, 1, 99, "fame spaces to the meeting line")
    money_per_fame: int = number(2, 1, 9, "money spaces for one fame space")
    prize: int = number(3, 1, 9, "money of a turn")


@dataclass(frozen=True)
class State:
    numbers: Numbers
    luckless: bool
    mover: int = 0
    round: int = 1
    fame: tuple[int, ...] = (0, 0)
    money: tuple[int, ...] = (0, 1)


def overlap(state, seat):
    numbers = state.numbers
    return state.fame[seat] * numbers.money_per_fame + state.money[seat] - numbers.line * numbers.money_per_fame


def start(numbers, players, chance):
    return State(numbers, chance.below("turn", 4) == 0)


def options(state):
    return ("take money",) if state.luckless else ("take money", "take fame")


def play(state, option, chance):
    seat, takes_fame = state.mover, option == "take fame"
    fame = tuple(have + takes_fame * (i == seat) for i, have in enumerate(state.fame))
    money = tuple(have + (not takes_fame) * state.numbers.prize * (i == seat) for i, have in enumerate(state.money))
    return State(state.numbers, chance.below("turn", 4) == 0, 1 - seat, state.round + seat, fame, money)


def result(state):
    overlaps = tuple(overlap(state, seat) for seat in range(2))
    if max(overlaps) >= 0:
        return GameResult(overlaps, "markers passed")
    return GameResult(overlaps, "boredom") if state.round > 30 else None
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="Games in plain Python; with kernels a hundred times as many.")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "toy_in_plain_python.py"
        path.write_text(PLAIN, encoding="utf-8")
        plain = play("plain Python", find_game(name_of_game(str(path))), options.games)
    with_kernels = play("kernels", toy_game.GAME, 100 * options.games)
    print(f"with kernels {with_kernels / plain:.0f} times as many")


def play(label: str, game: Game, n_games: int) -> float:
    """Play games of `random` against itself, print the results after `label`, and return how many decisions it took a second."""
    rules, strategy = game.rules(2), find_strategy("random", game=game.name)
    seatings = np.zeros((n_games, 2), np.int8)
    game.batches.play(rules, [strategy], seatings[:20], np.arange(20, dtype=np.uint64), ("games", "seats"))  # which compiles
    start = time.perf_counter()
    tables = game.batches.play(rules, [strategy], seatings, np.arange(n_games, dtype=np.uint64), ("games", "seats"))
    seconds = time.perf_counter() - start
    n_decisions = tables["games"]["decisions"].sum()
    wins = tables["seats"]["win_share"][tables["seats"]["position"] == 1]
    half_width = 1.96 * wins.std() / n_games**0.5
    print(
        f"{label}: {n_decisions / seconds:,.0f} decisions a second; {n_decisions / n_games:.2f} decisions a game; "
        f"the start player wins {wins.mean():.1%} (± {half_width:.1%}; {n_games:,} games)"
    )
    return float(n_decisions / seconds)


if __name__ == "__main__":
    main()
