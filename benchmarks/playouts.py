"""How long a game of searching players takes, by their playouts a decision.

    python benchmarks/playouts.py [--seconds S]

Plays games of both with `expert` on every seat, with one thread, and prints a table: for each number of players one game takes so
many seconds.
"""

from __future__ import annotations

import argparse

from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.running.bench import measure, rule_sets_to_measure

BUDGETS = (8, 32, 64, 128)
PLAYERS = (2, 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="How long each is measured.")
    options = parser.parse_args()
    print(f"| game | playouts | {' | '.join(f'{k} players' for k in PLAYERS)} |\n|---|---|{'---|' * len(PLAYERS)}", flush=True)
    for game in GAMES:
        (rule_set,) = rule_sets_to_measure(game)
        for budget in BUDGETS:
            expert = find_strategy("expert", {"budget": budget}, game=game)
            speeds = [measure(rule_set, expert, k, 1, options.seconds).games_per_s for k in PLAYERS]
            print(f"| {game} | {budget} | {' | '.join(f'{1 / speed:.2f} s' for speed in speeds)} |", flush=True)


if __name__ == "__main__":
    main()
