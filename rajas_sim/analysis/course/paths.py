"""What happens to each seat's chance in the course of a game: numbers of single games, seat by seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.course.positions import Games, Integers
from rajas_sim.analysis.statistics.intervals import Floats

DECIDED = 0.9
"""A game is decided from the round on after which its winner's chance stays above this."""
ALIKE = 1e-9
"""Chances and overlaps that differ by less count as equal."""


@dataclass(frozen=True, slots=True)
class Paths:
    """Numbers of n games with k seats and m rounds in all.

    Attributes
    ----------
    lead_from, decided_from
        The round at whose end a seat has the lead by overlap for good, alone or shared; and at whose end its chance is above
        `DECIDED` for good. The last round if neither ever holds, shape (n, k). They are meaningful for winners only.
    lowest_chance, highest_chance
        Lowest and highest chance of each seat before the end, including the start, shape (n, k).
    drama
        Drama after Browne: the square root of the difference between the favourite's chance and the seat's, averaged over the
        ends of rounds, without the last, at which the seat was behind the favourite; 0 if it never was, shape (n, k).
    share_behind
        Share of the ends of rounds, without the last, at which a seat was behind the favourite; 0 in a game of one round, shape
        (n, k).
    lead_changes, favourite_changes
        How often the sole leader by overlap changed, and how often the favourite changed; at the end of the last round the
        favourite is the winner, shape (n,).
    is_upset
        Whether a seat had a chance above `DECIDED` after some round but did not win or share the win, shape (n,).
    surprise
        For each round, the Euclidean distance between the chances of all seats before and after it, shape (m,).
    """

    lead_from: Integers
    decided_from: Integers
    lowest_chance: Floats
    highest_chance: Floats
    drama: Floats
    share_behind: Floats
    lead_changes: Integers
    favourite_changes: Integers
    is_upset: NDArray[np.bool_]
    surprise: Floats


def paths_of(games: Games, after: Floats, before: Floats) -> Paths:
    """Return what happened to the chance and the overlap of each seat in each game.

    Parameters
    ----------
    after, before
        Chance of each seat after and before each round, shape (m, k).
    """
    is_running = games.is_running
    starts = games.last_rows - games.rounds + 1
    round_, rounds = games.round_of_row[:, None], games.rounds[:, None]
    is_leading = games.overlap >= games.overlap.max(axis=1, keepdims=True) - ALIKE
    favourite_chance = after.max(axis=1, keepdims=True)
    gap = np.where(is_running[:, None] & (after < favourite_chance - ALIKE), favourite_chance - after, 0.0)
    n_behind = np.add.reduceat((gap > 0).astype(float), starts, axis=0)
    severity = np.add.reduceat(np.sqrt(gap), starts, axis=0)
    has_been_sure = np.maximum.reduceat((after > DECIDED) & is_running[:, None], starts, axis=0)
    return Paths(
        lead_from=_round_for_good(is_leading, round_, rounds, starts),
        decided_from=_round_for_good(after > DECIDED, round_, rounds, starts),
        # Before each round: at the start, and after every round but the last.
        lowest_chance=np.minimum.reduceat(before, starts, axis=0),
        highest_chance=np.maximum.reduceat(before, starts, axis=0),
        drama=np.divide(severity, n_behind, out=np.zeros_like(severity), where=n_behind > 0),
        share_behind=np.divide(n_behind, rounds - 1, out=np.zeros_like(n_behind), where=rounds > 1),
        lead_changes=_changes_of_lead(games, is_leading),
        favourite_changes=_changes_of_favourite(games, after),
        is_upset=(has_been_sure & (games.shares == 0)).any(axis=1),
        surprise=np.sqrt(((after - before) ** 2).sum(axis=1)),
    )


def _round_for_good(holds: NDArray[np.bool_], round_: Integers, rounds: Integers, starts: Integers) -> Integers:
    """Return the first round from whose end on something holds for a seat until the game ends; else the last round.

    `holds` has the shape (m, k), `round_` (m, 1) and `rounds` (n, 1); `starts` are the first rows of the games.
    """
    last_without = np.maximum.reduceat(np.where(holds, 0, round_), starts, axis=0)
    first: Integers = np.minimum(last_without + 1, rounds)
    return first


def _changes_of_lead(games: Games, is_leading: NDArray[np.bool_]) -> Integers:
    """Count how often the leader of each game changes, as the table `games` does: rounds with a shared lead do not count."""
    is_sole = is_leading.sum(axis=1) == 1
    game_of_row, leader = games.game_of_row[is_sole], is_leading[is_sole].argmax(axis=1)
    is_change = (game_of_row[1:] == game_of_row[:-1]) & (leader[1:] != leader[:-1])
    return np.bincount(game_of_row[1:][is_change], minlength=len(games.number))


def _changes_of_favourite(games: Games, chances: Floats) -> Integers:
    """Count the rounds of each game at whose end the favourite of the round before is behind another seat."""
    rows = np.arange(len(chances) - 1)
    favourite = chances.argmax(axis=1)
    is_behind = chances[rows + 1, favourite[:-1]] < chances[1:].max(axis=1) - ALIKE
    is_change = (games.game_of_row[1:] == games.game_of_row[:-1]) & is_behind
    return np.bincount(games.game_of_row[1:][is_change], minlength=len(games.number))


MOST_PER_WINNER = 3
"""Most turning points kept for each winner of a game."""
DIGITS = 4
"""Chances of turning points are rounded to this many digits."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A round in which the chance of an eventual winner changed a lot.

    Attributes
    ----------
    game, block
        Number of the game, as ``rajas replay`` takes it, and of its block.
    round
        The round.
    position, strategy
        Position and strategy of the winner.
    before, after
        Chance of the winner before and after the round.
    swing
        How much its chance rose in the round; below 0 if it fell.
    place
        Rank of the swing by its size among those of this winner in the game; 1 is the largest, rising or falling.
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


def turning_points_of(games: Games, after: Floats, before: Floats) -> pl.DataFrame:
    """List the largest swings of each winner's chance, up to `MOST_PER_WINNER` for each, as rows of `TurningPoint`.

    Parameters
    ----------
    after, before
        Chance of each seat after and before each round, shape (m, k).
    """
    rows, seats = np.nonzero(games.shares[games.game_of_row] > 0)
    swing = (after - before)[rows, seats].round(DIGITS)
    game_index = games.game_of_row[rows]
    # Sort by game, winner and size of the swing; the earlier round first if equal.
    order = np.lexsort((games.round_of_row[rows], -np.abs(swing), seats, game_index))
    rows, seats, game_index, swing = rows[order], seats[order], game_index[order], swing[order]
    is_first_of_winner = np.r_[True, (game_index[1:] != game_index[:-1]) | (seats[1:] != seats[:-1])]
    starts = np.flatnonzero(is_first_of_winner)
    rank_of_swing = np.arange(len(rows)) - starts[np.cumsum(is_first_of_winner) - 1] + 1
    is_kept = rank_of_swing <= MOST_PER_WINNER
    rows, seats, game_index = rows[is_kept], seats[is_kept], game_index[is_kept]
    columns = {
        "game": games.number[game_index],
        "block": games.block[game_index],
        "round": games.round_of_row[rows],
        "position": seats + 1,
        "strategy": games.labels[game_index, seats],
        "before": before[rows, seats].round(DIGITS),
        "after": after[rows, seats].round(DIGITS),
        "swing": swing[is_kept],
        "place": rank_of_swing[is_kept],
    }
    return pl.DataFrame(columns).cast(SCHEMA)  # type: ignore[arg-type]


def largest_swings(points: pl.DataFrame, n: int) -> pl.DataFrame:
    """Pick the n largest of the swings that `turning_points_of` lists, at most one a game; if equal, the smaller game number."""
    largest_of_games = points.filter(pl.col("place") == 1).unique("game", keep="first", maintain_order=True)
    return largest_of_games.sort(pl.col("swing").abs(), "game", descending=[True, False]).head(n)
