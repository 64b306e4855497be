"""Games whose chances are known: the difference of two seats is a walk with normal steps, and who is ahead at the end wins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

from rajas_sim.analysis.course.positions import Games
from rajas_sim.analysis.statistics.intervals import Floats
from tests.analysis.synthetic_run import Recipe, keyed, seatings, write_run
from tests.untyped import Array

ROUNDS = 8
STEP = 100.0
"""Overlap of one standard deviation of a step of one seat; whole numbers are fine enough."""


def games_from(overlap: Array, labels: Array = None, rounds: Array = None, block: Array = None) -> Games:
    """Make games of the overlaps (games, rounds, seats), of which the highest at the end of a game's last round wins."""
    overlap = np.asarray(overlap, dtype=float)
    n, most, k = overlap.shape
    rounds = np.full(n, most) if rounds is None else np.asarray(rounds)
    game, place = np.repeat(np.arange(n), rounds), np.concatenate([np.arange(r) for r in rounds])
    last = overlap[np.arange(n), rounds - 1]
    best = last == last.max(axis=1, keepdims=True)
    rows = overlap[game, place]
    return Games(
        number=np.arange(n),
        block=np.arange(n) if block is None else np.asarray(block),
        rounds=rounds,
        labels=np.full((n, k), "balanced") if labels is None else np.asarray(labels),
        shares=best / best.sum(axis=1, keepdims=True),
        game_of_row=game,
        round_of_row=place + 1,
        seen=rows[:, :, None],
        overlap=rows,
    )


def walks(rng: np.random.Generator, n: int, luck: float = 0.0, a_block: int = 1) -> Games:
    """Draw n games, `a_block` of which follow each other in a block; in a share `luck` of the blocks all are the same game."""
    overlap = rng.normal(scale=STEP, size=(n, ROUNDS, 2)).round().cumsum(axis=1)
    block = np.arange(n) // a_block
    is_shared = rng.random(block[-1] + 1) < luck
    first = block * a_block
    return games_from(overlap[np.where(is_shared[block], first, np.arange(n))], block=block)


def true_chances(games: Games) -> Floats:
    """Return the chance of each seat after each round: what is left to come has a known spread."""
    left = ROUNDS - games.round_of_row
    ahead = games.overlap[:, 0] - games.overlap[:, 1]
    first = stats.norm.cdf(ahead / (STEP * np.sqrt(2.0 * np.maximum(left, 1e-9))))
    first = np.where(left == 0, games.shares[games.game_of_row, 0], first)
    return np.stack([first, 1.0 - first], axis=1)


def write_walks(folder: Path, recipe: Recipe) -> Path:
    """Write a run of such games."""
    return write_run(folder, recipe, _tables)


def _tables(rng: np.random.Generator, recipe: Recipe, k: int, blocks: Array) -> dict[str, Any]:
    keys, who = seatings(recipe, k, blocks)
    games = walks(rng, len(who))
    n = len(who)
    last = games.overlap[games.last_rows]
    labels = np.array(recipe.strategies)[who] if np.issubdtype(np.asarray(who).dtype, np.integer) else who
    per_game = {"rounds": np.full(n, ROUNDS), "decisions": np.full(n, 100), "end_reason": np.full(n, "markers_passed")}
    per_seat = {
        "position": np.tile([1, 2], n),
        "strategy": labels.ravel(),
        "win_share": games.shares.ravel(),
        "overlap": last.ravel(),
    }
    per_round = {
        "round": np.repeat(games.round_of_row, 2),
        "position": np.tile([1, 2], len(games.round_of_row)),
        "overlap": games.overlap.ravel(),
    }
    return {
        "games": keyed(recipe, keys, per_game),
        "seats": keyed(recipe, keys, per_seat, np.repeat(np.arange(n), 2)),
        "rounds": keyed(recipe, keys, per_round, np.repeat(games.game_of_row, 2)),
    }
