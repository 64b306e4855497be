"""What *The Dice Charmers* should look like between good players, and the assumed values that can be moved."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any

import numpy as np
from calibrate import Measured, Target, interval, play

from rajas_sim.charmers.rulebook.component_source import SOURCE

WHOSE = "4 players (strategies: 2); fame and money are the winner's; early and late are the first and last five turns of a seat"
VARIANTS = ("sun", "moon")
PLANS = ("road_builder", "trader", "river_and_palace")
EARLY = LATE = 5
TARGETS: dict[str, Target] = {
    "turns": (16.0, 24.0),
    "fame": (16.0, 27.0),
    "money": (34.0, 56.0),
    "early points a turn": (1.0, 2.0),
    "late points a turn": (4.0, 8.0),
    "late turns with 2+": (0.20, None),
    **dict.fromkeys(PLANS, (0.1, None)),  # no one-sided plan may be hopeless against `balanced`
}


def measure(rules: Callable[[int], Any], n: int, strategy: str) -> Measured:
    """Return every target's mean and half-width, given the rules by number of players; a point is a fame point or a money."""
    tables = play(rules(4), [strategy], n, ["games", "seats", "turns"])
    seats, turns = tables["seats"], tables["turns"]
    winner = (np.arange(n), seats["rank"].reshape(n, 4).argmin(axis=1))
    fame, money = (seats[name].reshape(n, 4)[winner].astype(float) for name in ("fame", "money"))
    game_of, number = turns["index"].astype(int), turns["round"].astype(int)
    points = turns["fame"].astype(float) + turns["money"]
    left = tables["games"]["rounds"].astype(int)[game_of] - number

    def per_game(values: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        return np.bincount(game_of[chosen], values[chosen], n) / np.bincount(game_of[chosen], minlength=n)

    return {
        "turns": interval(tables["games"]["rounds"].astype(float)),
        "fame": interval(fame),
        "money": interval(money),
        "early points a turn": interval(per_game(points, number <= EARLY)),
        "late points a turn": interval(per_game(points, left < LATE)),
        "late turns with 2+": interval(per_game((turns["n_bonuses"] >= 2).astype(float), left < LATE)),
    }


def changes() -> dict[str, dict[str, Any]]:
    """Return the overrides of every change tried, by name."""
    assumed = {row["path"]: row["value"] for row in SOURCE.list_values() if row["provenance"] == "assumed"}

    def moved(pattern: str) -> Callable[[int], dict[str, Any]]:
        places = {path: value for path, value in assumed.items() if fnmatchcase(path, pattern)}
        return lambda step: {path: max(1, value + step) for path, value in places.items()}

    groups: dict[str, Callable[[int], dict[str, Any]]] = {
        "prices": moved("market.prices.*"),
        "river money": moved("sheets.sun.river.*.money"),
        "river fame": moved("sheets.sun.river.*.fame"),
        "edge money": moved("sheets.sun.edge.*.money"),
        "edge fame": moved("sheets.sun.edge.*.fame"),
        "column fame": moved("sheets.sun.*_columns.*.fame"),
        "column money": moved("sheets.sun.*_columns.*.money"),
        "tent fame": moved("sheets.sun.tents.*.fame"),
        "goods": moved("sheets.sun.*.goods"),
    }
    return {f"{name} {step:+d}": group(step) for name, group in groups.items() for step in (-1, 1) if group(step)}
