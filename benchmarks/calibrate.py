"""Compare the reference components of a game with its targets, and show what each assumed group of values does to them.

    python benchmarks/calibrate.py [--game charmers] [--games N] [--strategy expert --reference-only]

The targets are those of docs/components.md. One line per change: all assumed values of the group moved together by one step,
everything else as in the reference. Means are over games between players of one strategy (`strong`), with 95 % intervals;
`distance` adds up how far each mean lies outside its target range, in half-widths of that range (for a target with one end, of
that end).
"""

from __future__ import annotations

import argparse
import importlib
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.strategies.registry import find_strategy

SEED = 2017
#: A mean and the half-width of its 95 % interval.
Measured = dict[str, tuple[float, float]]
#: Least and most a mean should be.
Target = tuple[float | None, float | None]


def play(rules: Any, line_up: list[str], n: int, tables: list[str]) -> dict[str, Any]:
    """Return tables of n games; a line-up of two plays every luck with the sides changed."""
    game, players = find_game(rules.source.game), rules.players
    strategies = [find_strategy(name, game=game.name) for name in line_up]
    seatings = ((np.arange(n)[:, None] + np.arange(players)[None, :]) % len(strategies)).astype(np.int8)
    seeds = np.array([block_seed(SEED, g // len(strategies)) for g in range(n)], np.uint64)
    return game.batches.play(rules, strategies, seatings, seeds, tables)


def interval(blocks: np.ndarray) -> tuple[float, float]:
    """Return mean and half-width of its 95 % interval over blocks."""
    return float(blocks.mean()), 1.96 * float(blocks.std(ddof=1)) / math.sqrt(len(blocks))


def share_against_balanced(rules: Any, plan: str, n: int) -> tuple[float, float]:
    """Return the win share of a strategy against `balanced` in games of two."""
    seats = play(rules, [plan, "balanced"], n, ["seats"])["seats"]
    shares = seats["win_share"][seats["strategy"] == 0]
    return interval(shares.reshape(-1, 2).mean(axis=1))  # both games of a block


def distance(measured: Measured, targets: Mapping[str, Target]) -> float:
    """Return how far outside their ranges the means lie."""
    total = 0.0
    for name, (low, high) in targets.items():
        mean = measured[name][0]
        width = (high - low) / 2 if low is not None and high is not None else (low or high or 1.0)
        total += max(0.0, low - mean if low is not None else 0.0, mean - high if high is not None else 0.0) / width
    return total


def target_text(target: Target) -> str:
    """Return a target as the head of its column."""
    low, high = target
    if low is not None and high is not None:
        return f"{low:g}-{high:g}"
    return f">{low:g}" if low is not None else f"<{high:g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default="ganges")
    parser.add_argument("--games", type=int, default=2000, help="games per line and pairing (default 2000)")
    parser.add_argument("--strategy", default="strong", help="who plays on every seat (default strong)")
    parser.add_argument("--reference-only", action="store_true", help="change nothing, and try no plans")
    arguments = parser.parse_args()
    yardstick = importlib.import_module(f"yardstick_{arguments.game}")
    game, n, targets = find_game(arguments.game), arguments.games, yardstick.TARGETS
    strategy = arguments.strategy
    if arguments.reference_only:
        targets = {name: target for name, target in targets.items() if name not in yardstick.PLANS}
    print(f"{n} games per line between {strategy} players, seed {SEED}; {yardstick.WHOSE}")
    print(f"{'':24}" + "".join(f"{name:>18}" for name in targets) + f"{'distance':>10}")
    print(f"{'target':24}" + "".join(f"{target_text(target):>18}" for target in targets.values()))
    references = {f"reference, {variant}": (variant, {}) for variant in yardstick.VARIANTS}
    tried = {} if arguments.reference_only else yardstick.changes()
    changes = {name: (yardstick.VARIANTS[0], overrides) for name, overrides in tried.items()}
    for name, (variant, overrides) in {**references, **changes}.items():
        measured = yardstick.measure(lambda players, v=variant, o=overrides: game.rules(players, v, overrides=o), n, strategy)
        if not arguments.reference_only:
            two = game.rules(2, variant, overrides=overrides)
            measured |= {plan: share_against_balanced(two, plan, n) for plan in yardstick.PLANS}
        cells = "".join(f"{f'{measured[key][0]:.2f} +-{measured[key][1]:.2f}':>18}" for key in targets)
        print(f"{name:24}{cells}{distance(measured, targets):>10.2f}", flush=True)


if __name__ == "__main__":
    main()
