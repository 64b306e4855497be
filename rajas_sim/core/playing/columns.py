"""From the rows of a batch to the columns of the tables of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.rulebook.rules import Rules

Columns = dict[str, NDArray[Any]]


def game_columns(games: NDArray[Any]) -> Columns:
    """Return the columns of the games table from its rows (core.engine.rows.GAME_ROW)."""
    names = [name for name in games.dtype.names or () if name not in ("leader", "padding")]
    return {"index": np.arange(len(games), dtype=np.uint32), **{name: games[name].copy() for name in names}}


def seat_columns(games: NDArray[Any], seats: NDArray[Any], seatings: NDArray[np.int8], names: Iterable[str]) -> Columns:
    """Return the columns of the seats table that every game has, then those of `names`.

    Parameters
    ----------
    games, seats
        Rows of the games (n,) and of their seats (n, most players).
    seatings
        (n, players): who of the line-up sat at each seat.
    """
    n, k = seatings.shape
    rows = seat_rows(seats, k)
    winners = np.repeat(games["winners"], k)
    return {
        "index": np.repeat(np.arange(n, dtype=np.uint32), k),
        "position": np.tile(np.arange(1, k + 1, dtype=np.uint8), n),
        "strategy": seatings.reshape(-1).astype(np.uint8),
        "win_share": np.where(rows["rank"] == 1, 1.0 / np.maximum(winners, 1), 0.0),
        **{name: rows[name].copy() for name in names},
    }


def seat_rows(seats: NDArray[Any], players: int) -> NDArray[Any]:
    """Return the rows of the seats (n, most players) that are taken, one after the other."""
    return seats[:, :players].reshape(-1)


def family_columns(rows: NDArray[Any], family: str, words: Iterable[str]) -> Columns:
    """Return a field with one number a word as one column a word: ``money_from`` as ``money_from_set_up`` and so on."""
    return {f"{family}_{word}": rows[family][:, number].copy() for number, word in enumerate(words)}


def event_columns(rows: NDArray[Any], n: int) -> Columns:
    """Return the columns of the first n rows of a table with one row an event."""
    return {name: rows[name][:n].copy() for name in rows.dtype.names or () if name != "padding"}


def number_fields(row: np.dtype[Any]) -> tuple[str, ...]:
    """Return the fields of a row that are one number, not a record or one number a word."""
    return tuple(name for name in row.names or () if row[name].shape == () and row[name].names is None)


def games_table(rows: Any, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
    """Return the games table, whose rows are ``rows.games``."""
    return game_columns(rows.games)


def events_table(name: str, kind: int) -> Callable[[Any, Rules, NDArray[np.int8]], Columns]:
    """Return what makes a table with one row an event, whose rows are ``rows.<name>`` and counted by ``rows.counts[kind]``."""

    def columns(rows: Any, rules: Rules, seatings: NDArray[np.int8]) -> Columns:
        return event_columns(getattr(rows, name), rows.counts[kind])

    return columns


def joined(parts: list[Columns]) -> Columns:
    """Return the columns of several parts one after the other."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}
