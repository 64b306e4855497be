"""The rounds in which games turned: the largest swings of the eventual winner's chance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from rajas_sim.analysis.drama.positions import Games
from rajas_sim.analysis.statistics.intervals import Floats

PER_GAME = 3
"""Turning points kept of each game and winner."""
DIGITS = 4


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A round in which the chance of an eventual winner changed a lot.

    Attributes
    ----------
    game, block
        Numbers of the game, as ``rajas replay`` takes it, and of its block.
    round
        The round.
    position, strategy
        Who won.
    before, after
        Its chance before and after the round.
    swing
        What it gained by the round; below 0 for what it lost.
    place
        1 for the largest swing of this winner's game, by its size, 2 for the next, ...
    """

    game: int
    block: int
    round: int
    position: int
    strategy: str
    before: float
    after: float
    swing: float
    place: int


SCHEMA = {
    "game": pl.UInt64,
    "block": pl.UInt32,
    "round": pl.UInt16,
    "position": pl.UInt8,
    "strategy": pl.String,
    "before": pl.Float64,
    "after": pl.Float64,
    "swing": pl.Float64,
    "place": pl.UInt8,
}


def turning_points_of(games: Games, chances: Floats, before: Floats) -> pl.DataFrame:
    """List the largest swings of each winner's chance, up to `PER_GAME` a game and winner, as rows of `TurningPoint`.

    Parameters
    ----------
    chances, before
        Chance of each seat after and before each round, shape (m, k).
    """
    row, seat = np.nonzero(games.shares[games.game] > 0)
    swing = (chances - before)[row, seat].round(DIGITS)
    game = games.game[row]
    # By game, winner and size of the swing; of equals the earlier round first.
    order = np.lexsort((games.round[row], -np.abs(swing), seat, game))
    row, seat, game, swing = row[order], seat[order], game[order], swing[order]
    is_new = np.r_[True, (game[1:] != game[:-1]) | (seat[1:] != seat[:-1])]
    starts = np.flatnonzero(is_new)
    place = np.arange(len(row)) - starts[np.cumsum(is_new) - 1] + 1
    kept = place <= PER_GAME
    row, seat, game = row[kept], seat[kept], game[kept]
    columns = {
        "game": games.number[game],
        "block": games.block[game],
        "round": games.round[row],
        "position": seat + 1,
        "strategy": games.labels[game, seat],
        "before": before[row, seat].round(DIGITS),
        "after": chances[row, seat].round(DIGITS),
        "swing": swing[kept],
        "place": place[kept],
    }
    return pl.DataFrame(columns).cast(SCHEMA)  # type: ignore[arg-type]


def largest(points: pl.DataFrame, n: int) -> pl.DataFrame:
    """Pick the n largest swings, one a game at most; of equals that of the smaller game number."""
    first = points.filter(pl.col("place") == 1).unique("game", keep="first", maintain_order=True)
    return first.sort(pl.col("swing").abs(), "game", descending=[True, False]).head(n)


def as_turning_points(points: pl.DataFrame) -> tuple[TurningPoint, ...]:
    """Return the rows of `turning_points_of` as values."""
    return tuple(TurningPoint(**row) for row in points.iter_rows(named=True))
