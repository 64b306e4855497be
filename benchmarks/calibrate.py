"""Compare the reference components with the calibration targets, and show what each assumed group of values does to them.

    python benchmarks/calibrate.py [--games N]

The targets are those of docs/components.md. One line per change: all assumed values of the group moved together by one step,
everything else as in the reference. Means are over games between two `balanced` players, with 95 % intervals; `distance` adds up
how far each mean lies outside its target range, in half-widths of that range.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rajas_sim.core.chance import block_seed
from rajas_sim.core.component_file import for_game
from rajas_sim.core.game import get
from rajas_sim.ganges.component_kit import KIT
from rajas_sim.strategies_api import find

SEED = 2017
TARGETS = {  # of the winner: low, high
    "rounds": (7.0, 9.0),
    "fame": (30.0, 38.0),
    "money": (50.0, 70.0),
    "fame a round": (4.17, 4.75),
    "money a round": (7.08, 7.83),
}
#: Least win share of a one-sided plan against `balanced`: neither may be hopeless.
LEAST_SHARE = 0.10


def play(line_up: list[str], n: int, overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Return the games and seats tables of n two-player games; two strategies play every luck with the sides changed."""
    game = get("ganges")
    strategies = [find(name) for name in line_up]
    first = np.arange(n) % len(strategies)
    seatings = np.stack([first, (first + 1) % len(strategies)], axis=1).astype(np.int8)
    seeds = np.array([block_seed(SEED, g // len(strategies)) for g in range(n)], np.uint64)
    rules = game.rules(players=2, overrides=overrides)
    return game.play_batch(rules, strategies, seatings, seeds, ["games", "seats"])


def interval(blocks: np.ndarray) -> tuple[float, float]:
    """Return mean and half-width of its 95 % interval over blocks."""
    return float(blocks.mean()), 1.96 * float(blocks.std(ddof=1)) / math.sqrt(len(blocks))


def measure(n: int, overrides: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Return every target's measured mean and half-width."""
    seats_and_games = play(["balanced"], n, overrides)
    seats, rounds = seats_and_games["seats"], seats_and_games["games"]["rounds"].astype(float)
    winner = (np.arange(n), seats["rank"].reshape(n, 2).argmin(axis=1))
    fame, money = (seats[name].reshape(n, 2)[winner].astype(float) for name in ("fame", "money"))
    result = {
        "rounds": interval(rounds),
        "fame": interval(fame),
        "money": interval(money),
        "fame a round": interval(fame / rounds),
        "money a round": interval(money / rounds),
    }
    for plan in ("fame_rush", "market_rush"):
        against = play([plan, "balanced"], n, overrides)["seats"]
        shares = against["win_share"][against["strategy"] == 0]
        result[plan] = interval(shares.reshape(-1, 2).mean(axis=1))  # both games of a block
    return result


def distance(measured: Mapping[str, tuple[float, float]]) -> float:
    """Return how far outside their ranges the means lie."""
    total = 0.0
    for name, (low, high) in TARGETS.items():
        mean = measured[name][0]
        total += max(0.0, low - mean, mean - high) / ((high - low) / 2)
    return total + sum(max(0.0, LEAST_SHARE - measured[plan][0]) * 10 for plan in ("fame_rush", "market_rush"))


def changes() -> dict[str, dict[str, Any]]:
    """Return the overrides of every change tried, by name."""
    values = for_game(KIT.read(), 2, "base")
    tiles, river, yields = values["tiles"], values["river"], values["boards"]["basic"]["yields"]

    def tile_costs(step: int) -> dict[str, Any]:
        return {f"tiles.{name}.cost": max(1, tile["cost"] + step) for name, tile in tiles.items()}

    def market_values(step: int) -> dict[str, Any]:
        return {
            f"tiles.{name}.markets": [[good, max(1, value + step)] for good, value in tile["markets"]]
            for name, tile in tiles.items()
            if tile["markets"]
        }

    def amounts(places: Mapping[str, Any], path: str, kinds: tuple[str, ...]) -> Callable[[int], dict[str, Any]]:
        return lambda step: {
            path.format(place, kind): max(1, amount + step)
            for place, earns in places.items()
            for kind, amount in earns.items()
            if kind in kinds
        }

    earned = {name: special["earns"] for name, special in yields.items()}
    groups: dict[str, Callable[[int], dict[str, Any]]] = {
        "tile costs": tile_costs,
        "market values": market_values,
        "river money": amounts(river, "river.{}.{}", ("money",)),
        "river fame": amounts(river, "river.{}.{}", ("fame",)),
        "river dice": amounts(river, "river.{}.{}", ("dice",)),
        "yield fame": amounts(earned, "boards.basic.yields.{}.earns.{}", ("fame",)),
        "bridge": lambda step: {"workers.bridge": values["workers"]["bridge"] + 3 * step},
        "outer terraces": lambda step: {"palace.outer_terraces": values["palace"]["outer_terraces"] + step},
    }
    known = {row["path"] for row in KIT.list_values() if row["provenance"] != "assumed"}
    return {
        f"{name} {step:+d}": {path: value for path, value in group(step).items() if path not in known}
        for name, group in groups.items()
        for step in (-1, 1)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games per line and pairing (default 2000)")
    n = parser.parse_args().games
    names = [*TARGETS, "fame_rush", "market_rush"]
    ranges = [f"{low:g}-{high:g}" for low, high in TARGETS.values()] + [f">{LEAST_SHARE:g}"] * 2
    print(f"{n} games per line, 2 players, seed {SEED}")
    print(f"{'':20}" + "".join(f"{name:>16}" for name in names) + f"{'distance':>10}")
    print(f"{'target':20}" + "".join(f"{text:>16}" for text in ranges))
    for name, overrides in {"reference": {}, **changes()}.items():
        measured = measure(n, overrides)
        cells = "".join(f"{f'{measured[key][0]:.2f} +-{measured[key][1]:.2f}':>16}" for key in names)
        print(f"{name:20}{cells}{distance(measured):>10.2f}", flush=True)


if __name__ == "__main__":
    main()
