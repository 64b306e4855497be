"""How long a player who searches takes for one seat of a game.

    python benchmarks/seat_times.py [--games N]

Plays games of both with `expert`, `adept` or `master` on every seat, with one thread. The three take turns, game by game, so that
what else the machine does slows all of them alike. Prints a table of the milliseconds that the processor spends on one seat of a
game, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.game import Game, find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy

NAMES = ("expert", "adept", "master")
PLAYERS = (2, 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="Games of each player.")
    options = parser.parse_args()
    print(f"| game | players | {' | '.join(f'`{name}`' for name in NAMES)} |\n|---|---|{'---|' * len(NAMES)}", flush=True)
    for game in map(find_game, GAMES):
        for players in PLAYERS:
            rules = game.rules(players)
            strategies = [find_strategy(name, game=game.name) for name in NAMES]
            times = seat_times(game, rules, strategies, options.games)
            print(f"| {game.name} | {players} | {' | '.join(map(mean_text, times))} |", flush=True)


def seat_times(game: Game, rules: Rules, strategies: list[Strategy], n_games: int) -> NDArray[np.float64]:
    """Return the milliseconds of the processor for one seat of each game, a row for each strategy.

    The first game of each, which compiles, is not counted.
    """
    seating = np.zeros((1, rules.players), np.int8)
    times = np.empty((len(strategies), n_games + 1))
    for seed in range(n_games + 1):
        for index, strategy in enumerate(strategies):
            start = time.process_time()
            game.batches.play(rules, [strategy], seating, np.array([seed], np.uint64), ("games",))
            times[index, seed] = 1000.0 * (time.process_time() - start) / rules.players
    return times[:, 1:]


def mean_text(numbers: NDArray[np.float64]) -> str:
    """Return the mean of independent numbers with its 95 % interval."""
    half_width = 1.96 * numbers.std(ddof=1) / len(numbers) ** 0.5
    return f"{numbers.mean():,.{0 if numbers.mean() >= 100 else 1}f} ms (± {half_width:.2g})"


if __name__ == "__main__":
    main()
