"""What everybody sees at the end of each round, as arrays: one row per game and round, one column per seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.reading.run import Run, amount_columns
from rajas_sim.analysis.statistics.intervals import Floats

OVERLAP = "overlap"
GAMES_AT_ONCE = 2_000
"""Number of games whose chances are computed together; more games take more memory and no less time."""
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Games:
    """Games of whole blocks with k seats, round by round; n games with m rounds in all.

    Attributes
    ----------
    number, block, rounds
        Number, block and number of rounds of each game, shape (n,); games are in the order of their blocks.
    labels
        Strategy on each seat, shape (n, k).
    shares
        Win shares, shape (n, k).
    game_of_row, round_of_row
        For each row, the index of its game, and the round from 1; shape (m,).
    seen
        What the table `rounds` holds of each seat at the end of the round, shape (m, k, number of columns).
    overlap
        The overlap of each seat at the end of the round, shape (m, k).
    """

    number: Integers
    block: Integers
    rounds: Integers
    labels: NDArray[np.str_]
    shares: Floats
    game_of_row: Integers
    round_of_row: Integers
    seen: Floats
    overlap: Floats

    @property
    def is_running(self) -> NDArray[np.bool_]:
        """Whether each row's game goes on after its round, shape (m,); the last round of a game decides it."""
        return self.round_of_row < self.rounds[self.game_of_row]

    @property
    def last_rows(self) -> Integers:
        """The row of each game's last round, shape (n,)."""
        return np.cumsum(self.rounds) - 1

    def picked(self, is_kept: NDArray[np.bool_]) -> Games:
        """Return the games for which `is_kept`, shape (n,), is true."""
        is_row_kept = is_kept[self.game_of_row]
        new_indices = np.cumsum(is_kept) - 1
        return Games(
            number=self.number[is_kept],
            block=self.block[is_kept],
            rounds=self.rounds[is_kept],
            labels=self.labels[is_kept],
            shares=self.shares[is_kept],
            game_of_row=new_indices[self.game_of_row[is_row_kept]],
            round_of_row=self.round_of_row[is_row_kept],
            seen=self.seen[is_row_kept],
            overlap=self.overlap[is_row_kept],
        )


def seen_columns(run: Run, players: int) -> tuple[str, ...]:
    """List the columns of the table `rounds` that say what everybody sees of a seat."""
    return tuple(name for name in amount_columns(run.table("rounds", players)) if name != "round")


def has_positions(run: Run, players: int) -> bool:
    """Whether the run recorded what the model needs: the overlap at the end of each round."""
    return run.has_table("rounds", players) and OVERLAP in seen_columns(run, players)


def games_of(run: Run, players: int, line_ups: Sequence[int] | None = None) -> Iterator[Games]:
    """Yield the games of the first arm in whole blocks and in their order, `GAMES_AT_ONCE` or a little more at a time."""
    columns = seen_columns(run, players)
    for rounds, seats in zip(*(run.slices(name, players, line_ups=line_ups) for name in ("rounds", "seats")), strict=True):
        yield from _games_in_parts(*_collected_rows(seats, rounds, columns), players, columns)


def one_game(run: Run, players: int, number: int) -> Games | None:
    """Return a game by its number; ``None`` if the first arm has no such game."""
    columns = seen_columns(run, players)
    seats, rounds = (run.table(name, players).filter(game=number) for name in ("seats", "rounds"))
    return next(_games_in_parts(*_collected_rows(seats, rounds, columns), players, columns), None)


def _collected_rows(seats: pl.LazyFrame, rounds: pl.LazyFrame, columns: Sequence[str]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Collect the rows of seats, and the rows of rounds with what is seen of each seat, in the order of blocks and games."""
    seat_rows = seats.select("block", "game", "position", "strategy", "win_share").sort("block", "game", "position").collect()
    keys = ("block", "game", "round", "position")
    round_rows = rounds.select(*keys, *(pl.col(name).alias(f"seen.{name}") for name in columns)).sort(keys).collect()
    return seat_rows, round_rows


def _games_in_parts(seat_rows: pl.DataFrame, round_rows: pl.DataFrame, players: int, columns: Sequence[str]) -> Iterator[Games]:
    """Turn the rows of a slice into arrays, whole blocks at a time; arguments as in `_games_from_rows`."""
    seat_blocks, round_blocks = seat_rows["block"].to_numpy(), round_rows["block"].to_numpy()
    start = 0
    while start < len(seat_blocks):
        last_block = seat_blocks[min(start + GAMES_AT_ONCE * players, len(seat_blocks)) - 1]
        end = int(np.searchsorted(seat_blocks, last_block, side="right"))
        round_start = int(np.searchsorted(round_blocks, seat_blocks[start], side="left"))
        round_end = int(np.searchsorted(round_blocks, last_block, side="right"))
        yield _games_from_rows(seat_rows[start:end], round_rows[round_start:round_end], players, columns)
        start = end


def _games_from_rows(seat_rows: pl.DataFrame, round_rows: pl.DataFrame, players: int, columns: Sequence[str]) -> Games:
    """Turn rows into arrays: one per game and seat, and one per game, round and seat, in this order.

    `columns` are what everybody sees of a seat.
    """

    def first_seat_values(frame: pl.DataFrame, column: str) -> Integers:
        return frame[column].to_numpy().astype(np.int64).reshape(-1, players)[:, 0]

    game_numbers = first_seat_values(round_rows, "game")
    game_indices = np.cumsum(np.r_[True, game_numbers[1:] != game_numbers[:-1]]) - 1
    seen_frame = round_rows.select(pl.col([f"seen.{name}" for name in columns]).cast(pl.Float64))
    seen = seen_frame.to_numpy().reshape(-1, players, len(columns))
    return Games(
        number=first_seat_values(seat_rows, "game"),
        block=first_seat_values(seat_rows, "block"),
        rounds=np.bincount(game_indices),
        labels=seat_rows["strategy"].cast(pl.String).to_numpy().astype(str).reshape(-1, players),
        shares=seat_rows["win_share"].cast(pl.Float64).to_numpy().reshape(-1, players),
        game_of_row=game_indices,
        round_of_row=first_seat_values(round_rows, "round"),
        seen=seen,
        overlap=seen[:, :, list(columns).index(OVERLAP)],
    )
