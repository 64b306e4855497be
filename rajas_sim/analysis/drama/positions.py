"""What everybody sees at the end of each round, as arrays: one row a game and round, one column a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.reading.run import Run, amounts
from rajas_sim.analysis.statistics.intervals import Floats

OVERLAP = "overlap"
GAMES_AT_ONCE = 2_000
"""Games whose chances are computed together; more take more memory and no less time."""
Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Games:
    """Games of whole blocks, k seats each, round by round; n games with m rounds in all.

    Attributes
    ----------
    number, block, rounds
        Of each game, shape (n,); games stand in the order of their blocks.
    seats
        Number of each game's first row below, shape (n,).
    labels
        Strategy in each seat, shape (n, k).
    shares
        Win shares, shape (n, k).
    game, round
        Of each row: the index of its game, and the round, from 1; shape (m,).
    seen
        What the table `rounds` holds of each seat at the end of the round, shape (m, k, number of columns).
    overlap
        The same of the overlap alone, shape (m, k).
    """

    number: Whole
    block: Whole
    rounds: Whole
    labels: NDArray[np.str_]
    shares: Floats
    game: Whole
    round: Whole
    seen: Floats
    overlap: Floats

    @property
    def is_running(self) -> NDArray[np.bool_]:
        """Whether each row is of a round after which the game goes on, shape (m,); the last round of a game decides it."""
        return self.round < self.rounds[self.game]

    @property
    def ends(self) -> Whole:
        """The row of each game's last round, shape (n,)."""
        ends: Whole = np.cumsum(self.rounds) - 1
        return ends

    def picked(self, keep: NDArray[np.bool_]) -> Games:
        """Return some of the games, given for each whether it is kept."""
        rows = keep[self.game]
        places = np.cumsum(keep) - 1
        return Games(
            number=self.number[keep],
            block=self.block[keep],
            rounds=self.rounds[keep],
            labels=self.labels[keep],
            shares=self.shares[keep],
            game=places[self.game[rows]],
            round=self.round[rows],
            seen=self.seen[rows],
            overlap=self.overlap[rows],
        )


def seen_columns(run: Run, players: int) -> tuple[str, ...]:
    """List the columns of the table `rounds` that say what everybody sees of a seat."""
    return tuple(name for name in amounts(run.table("rounds", players)) if name != "round")


def has_positions(run: Run, players: int) -> bool:
    """Whether the run recorded what the model needs: the overlap at the end of each round."""
    return run.has_table("rounds", players) and OVERLAP in seen_columns(run, players)


def games_of(run: Run, players: int, line_ups: Sequence[int] | None = None) -> Iterator[Games]:
    """Yield the games of the first arm, `GAMES_AT_ONCE` at a time or more, of whole blocks and in the order of the blocks."""
    columns = seen_columns(run, players)
    for rounds, seats in zip(*(run.slices(name, players, line_ups=line_ups) for name in ("rounds", "seats")), strict=True):
        yield from _parts(*_rows(seats, rounds, columns), players, columns)


def one_game(run: Run, players: int, number: int) -> Games | None:
    """Return a game of the first arm by its number; ``None`` if there is no such game."""
    columns = seen_columns(run, players)
    seats, rounds = (run.table(name, players).filter(game=number) for name in ("seats", "rounds"))
    return next(_parts(*_rows(seats, rounds, columns), players, columns), None)


def _rows(seats: pl.LazyFrame, rounds: pl.LazyFrame, columns: Sequence[str]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Collect the rows of seats, and of rounds with what is seen of each seat, in the order of blocks and games."""
    by_seat = seats.select("block", "game", "position", "strategy", "win_share").sort("block", "game", "position").collect()
    in_order = ("block", "game", "round", "position")
    by_round = rounds.select(*in_order, *(pl.col(name).alias(f"seen.{name}") for name in columns)).sort(in_order).collect()
    return by_seat, by_round


def _parts(by_seat: pl.DataFrame, by_round: pl.DataFrame, players: int, columns: Sequence[str]) -> Iterator[Games]:
    """Turn the rows of a slice into arrays of wide numbers, a few blocks at a time."""
    seats, rounds = by_seat["block"].to_numpy(), by_round["block"].to_numpy()
    start = 0
    while start < len(seats):
        last = seats[min(start + GAMES_AT_ONCE * players, len(seats)) - 1]
        end = int(np.searchsorted(seats, last, side="right"))
        first_row = int(np.searchsorted(rounds, seats[start], side="left"))
        end_row = int(np.searchsorted(rounds, last, side="right"))
        yield _games(by_seat[start:end], by_round[first_row:end_row], players, columns)
        start = end


def _games(by_seat: pl.DataFrame, by_round: pl.DataFrame, players: int, columns: Sequence[str]) -> Games:
    def whole(frame: pl.DataFrame, column: str) -> Whole:
        return frame[column].to_numpy().astype(np.int64).reshape(-1, players)[:, 0]

    game_of_row = whole(by_round, "game")
    game = np.cumsum(np.r_[True, game_of_row[1:] != game_of_row[:-1]]) - 1
    seen = by_round.select(pl.col("^seen\\..*$").cast(pl.Float64)).to_numpy().reshape(-1, players, len(columns))
    return Games(
        number=whole(by_seat, "game"),
        block=whole(by_seat, "block"),
        rounds=np.bincount(game).astype(np.int64),
        labels=by_seat["strategy"].cast(pl.String).to_numpy().astype(str).reshape(-1, players),
        shares=by_seat["win_share"].cast(pl.Float64).to_numpy().reshape(-1, players),
        game=game,
        round=whole(by_round, "round"),
        seen=seen,
        overlap=seen[:, :, list(columns).index(OVERLAP)],
    )
