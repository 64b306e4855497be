"""Run folders of a roll-and-write made of random numbers with known truths, in the form `rajas run` writes them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tests.analysis import synthetic_run

END_REASONS = ("not_over", "markers_met", "round_limit")
DICE = ("none", "purple", "green", "blue", "orange")
DIE_SHARES = (0.04, 0.26, 0.3, 0.2, 0.2)
CAUSES = ("building", "market", "river", "track_bonus", "edge_bonus", "palace", "never_used")
CAUSE_SHARES = {"fame": (0.6, 0.0, 0.2, 0.1, 0.1, 0.0, 0.0), "money": (0.0, 0.55, 0.25, 0.1, 0.05, 0.05, 0.0)}
FAME_RATES = (0.7, 1.4, 2.6)
"""Mean fame of a turn in each third of a game."""
MONEY_RATES = (1.3, 2.8, 4.8)
BONUS_RATES = (0.3, 0.9, 1.8)
"""Mean bonuses of a turn (Poisson) in each third of a game."""
ROUNDS = (11, 17)
PEOPLE = ("great_mogul", "maharani", "trader", "raja_man_singh", "master_builder", "portuguese")
TABLES = ("games", "seats", "rounds", "turns", "boxes")

BOXES: dict[str, float] = {
    **{f"province/{r}/{c}": 1.0 - 0.12 * (abs(r - 3) + abs(c - 3)) for r in range(1, 6) for c in range(1, 6)},
    **{f"river/1/{c}": 0.98 - 0.045 * c for c in range(1, 19)},
    **{f"palace/{who}/{c}": 1.0 - 0.28 * c for who in PEOPLE for c in range(1, 4)},
    **{f"market/{good}/{c}": 0.99 - 0.12 * c for good in ("tea", "silk", "spices") for c in range(1, 8)},
    **{f"market/{good}/8": 0.0 for good in ("tea", "silk", "spices")},
    **{f"upgrades/{kind}/{c}": 0.9 - 0.3 * c for kind in ("temple", "fort", "garden", "palace") for c in (1, 2)},
    **{f"karma/1/{c}": 1.0 - 0.18 * (c - 1) for c in range(1, 6)},
    **{f"edge/{side}/{c}": 0.5 - 0.1 * c for side in ("top", "right", "bottom", "left") for c in (1, 2, 3)},
    **{f"track/{kind}/{c}": 0.99 - 0.2 * c for kind in ("fame", "money") for c in (1, 2, 3, 4)},
}
"""Chance of each box to be filled; those of 0 do not exist."""
BOXES |= {"province/3/3": 0.0, "province/1/1": 0.01, "karma/1/1": 1.0}
ONLY_WITH_FIVE = "edge/top/3"
"""Filled with five players and no other number."""


_TYPES = {"end_reason": pl.Enum(END_REASONS), "die": pl.Enum(DICE), "box": pl.Enum(list(BOXES)), "overlap": pl.Float32}


@dataclass(frozen=True)
class Recipe(synthetic_run.Recipe):
    """What to simulate: one strategy in every seat, or line-ups of several.

    `luck` is the share of blocks whose games are all alike."""

    players: tuple[int, ...] = (2, 3, 4, 5)
    blocks: int = 200
    seed: int = 5
    tables: tuple[str, ...] = TABLES
    variant: str = "sun"


def write_run(folder: Path, recipe: Recipe) -> Path:
    """Write the run folder of a recipe and return it."""
    return synthetic_run.write_run(folder, recipe, _tables, game="charmers", question="What makes a good sheet?")


def _tables(rng: np.random.Generator, recipe: Recipe, k: int, blocks: NDArray[np.int64]) -> synthetic_run.Tables:
    keys, who = synthetic_run.seatings(recipe, k, blocks)
    n = len(who)
    a_block = n // len(blocks)
    # With shared luck every game of a block is that of its first one.
    shared = np.repeat(rng.random(len(blocks)) < recipe.luck, a_block)
    source = np.where(shared, np.arange(n) // a_block * a_block, np.arange(n))
    rounds = rng.integers(ROUNDS[0], ROUNDS[1] + 1, n)[source]
    a_round = 2 if k == 2 else 1
    most = ROUNDS[1] * a_round
    number = np.arange(most) // a_round + 1
    third = ((number[None, :] - 1) * 3 // rounds[:, None]).clip(0, 2)
    played = number[None, :] <= rounds[:, None]
    shape = (n, k, most)
    fame, money, bonuses = (
        (rng.poisson(np.array(rates)[third][:, None, :], shape)[source] * played[:, None, :])
        for rates in (FAME_RATES, MONEY_RATES, BONUS_RATES)
    )
    die = rng.choice(len(DICE), shape, p=DIE_SHARES)[source]
    final_fame, final_money = fame.sum(axis=2), money.sum(axis=2)
    overlap = final_fame + final_money / 2.0 - 39.0
    rank = 1 + (overlap[:, None, :] > overlap[:, :, None]).sum(axis=2)
    winners = (rank == 1).sum(axis=1)
    best = np.sort(overlap, axis=1)
    met = (best[:, -1] >= 0) & (rng.random(n) < 0.99)
    games = {
        "seed": rng.integers(0, 2**63, n),
        "rounds": rounds,
        "turns": rounds * k * a_round,
        "decisions": rounds * k * 9 + rng.integers(0, 30, n),
        "end_reason": np.array(END_REASONS)[np.where(met, 1, 2)],
        "winners": winners,
        "trigger_position": np.where(met, 1 + overlap.argmax(axis=1), 0),
        "trigger_round": np.where(met, rounds, 0),
        "lead_changes": rng.poisson(3, n),
        "margin": best[:, -1] - best[:, -2],
    }
    causes: dict[str, Any] = {}
    for resource, total in (("fame", final_fame), ("money", final_money)):
        split = rng.multinomial(total.ravel(), CAUSE_SHARES[resource])[np.arange(n * k).reshape(n, k)[source].ravel()]
        causes |= {f"{resource}_from_{cause}": split[:, i] for i, cause in enumerate(CAUSES)}
    filled = _boxes(rng, k, n, source)
    boxes = list(BOXES)
    seats = {
        "position": np.tile(np.arange(1, k + 1), n),
        "strategy": who.ravel(),
        "win_share": ((rank == 1) / winners[:, None]).ravel(),
        "rank": rank.ravel(),
        "passed": (rank == 1).astype(int).ravel(),
        "fame": final_fame.ravel(),
        "money": final_money.ravel(),
        "overlap": overlap.ravel(),
        "karma": rng.integers(0, 4, n * k),
        "karma_collected": rng.integers(3, 6, n * k),
        "karma_used": rng.integers(0, 3, n * k),
        "river": rng.integers(5, 19, n * k),
        "n_river": _filled_in(filled, boxes, "river/").ravel(),
        "n_roads": _filled_in(filled, boxes, "province/").ravel(),
        "n_buildings": rng.integers(2, 9, n * k),
        "n_bonuses": bonuses.sum(axis=2).ravel(),
        "n_lost": rng.poisson(0.4, n * k),
        "n_no_action": ((die == 0) & played[:, None, :]).sum(axis=2).ravel(),
    } | causes
    seat_of = np.repeat(np.arange(n), k)
    sources = {"games": (games, slice(None)), "seats": (seats, seat_of)}
    at_end = played & (np.arange(most) % a_round == a_round - 1)[None, :]
    game, turn, seat = (axis.ravel() for axis in np.meshgrid(np.arange(n), np.arange(most), np.arange(k), indexing="ij"))
    for name, kept in (("turns", played), ("rounds", at_end)):
        rows = kept[game, turn]
        g, t, p = game[rows], turn[rows], seat[rows]
        where = {"round": number[t], "position": p + 1}
        if name == "turns":
            one = {"die": np.array(DICE)[die[g, p, t]], "karma_used": rng.integers(0, 2, len(g)), "n_bonuses": bonuses[g, p, t]}
            sources[name] = (where | one | {"fame": fame[g, p, t], "money": money[g, p, t]}, g)
        else:
            f, m = fame.cumsum(axis=2)[g, p, t], money.cumsum(axis=2)[g, p, t]
            sources[name] = (where | {"fame": f, "money": m, "overlap": f + m / 2.0 - 39.0, "n_roads": t // 2}, g)
    g, p, b = np.nonzero(filled)
    sources["boxes"] = ({"round": np.minimum(1 + b % 9, rounds[g]), "position": p + 1, "box": np.array(boxes)[b]}, g)
    return {name: synthetic_run.keyed(recipe, keys, *sources[name], types=_TYPES) for name in recipe.tables}


def _boxes(rng: np.random.Generator, k: int, n: int, source: NDArray[np.int64]) -> NDArray[np.bool_]:
    chances = np.array(list(BOXES.values()))
    if k != 5:
        chances[list(BOXES).index(ONLY_WITH_FIVE)] = 0.0
    filled: NDArray[np.bool_] = (rng.random((n, k, len(BOXES))) < chances)[source]
    return filled


def _filled_in(filled: NDArray[np.bool_], boxes: list[str], area: str) -> NDArray[np.int64]:
    inside = np.array([box.startswith(area) for box in boxes])
    return np.asarray(filled[:, :, inside].sum(axis=2))
