"""How the rows of a batch become the columns of the tables of a run.

Each game declares its rows in ``output/tables.py``; `rajas_sim.running.workers.tables` adds columns that identify the game.
"""

# ruff: noqa: ANN401 - the rows of any game

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.records import field_names

Columns = dict[str, NDArray[Any]]
#: ``(rows, seatings) -> columns``, where `seatings` (n, players) holds the line-up index of each seat.
TableMaker = Callable[[Any, NDArray[np.int8]], Columns]


def games_table(rows: Any, seatings: NDArray[np.int8]) -> Columns:
    """Return the games table, whose rows are ``rows.games`` (core.engine.record_types.GameRow)."""
    games = rows.games
    names = [name for name in field_names(games.dtype) if name != "leader"]
    return {"index": np.arange(len(games), dtype=np.uint32), **{name: games[name].copy() for name in names}}


def seats_table(*families: tuple[str, str, Iterable[str]]) -> TableMaker:
    """Return a function that makes the seats table from ``rows.seats`` (n, most players).

    Every field of a row that is a single number becomes a column.

    Parameters
    ----------
    families
        Fields with one number per word, which become one column per word: the field, the names of its columns with ``{}`` for
        the word, and the words.
    """

    def columns(rows: Any, seatings: NDArray[np.int8]) -> Columns:
        n_games, players = seatings.shape
        seats = rows.seats[:, :players].reshape(-1)
        n_winners = np.repeat(rows.games["winners"], players)
        number_fields = [
            name for name in field_names(seats.dtype) if seats.dtype[name].shape == () and seats.dtype[name].names is None
        ]
        word_columns = [(pattern.format(word), field, i) for field, pattern, words in families for i, word in enumerate(words)]
        return {
            "index": np.repeat(np.arange(n_games, dtype=np.uint32), players),
            "position": np.tile(np.arange(1, players + 1, dtype=np.uint8), n_games),
            "strategy": seatings.reshape(-1).astype(np.uint8),
            "win_share": np.where(seats["rank"] == 1, 1.0 / np.maximum(n_winners, 1), 0.0),
            **{name: seats[name].copy() for name in number_fields},
            **{name: seats[field][:, i].copy() for name, field, i in word_columns},
        }

    return columns


def events_table(name: str, kind: int) -> TableMaker:
    """Return a function that makes a table with one row per event from ``rows.<name>``, which ``rows.counts[kind]`` counts."""

    def columns(rows: Any, seatings: NDArray[np.int8]) -> Columns:
        filled_rows = getattr(rows, name)[: rows.counts[kind]]
        return {field: filled_rows[field].copy() for field in field_names(filled_rows.dtype)}

    return columns


def counts_table(field: str) -> TableMaker:
    """Return a function that makes a table of how often each seat used each thing: a row per game, seat and thing used.

    Parameters
    ----------
    field
        The field of ``rows.seats`` (n, most players) with one count per thing.
    """

    def columns(rows: Any, seatings: NDArray[np.int8]) -> Columns:
        players = seatings.shape[1]
        counts = rows.seats[field][:, :players]
        index, seat, thing = np.nonzero(counts)
        return {
            "index": index.astype(np.uint32),
            "position": (seat + 1).astype(np.uint8),
            "thing": thing.astype(np.uint16),
            "times": counts[index, seat, thing],
        }

    return columns


def single_use_table(name: str, kind: int, field_of_thing: str) -> TableMaker:
    """Return a function that makes such a table as `counts_table` does, for things that are used at most once.

    Parameters
    ----------
    name, kind
        The rows of the uses, as in `events_table`.
    field_of_thing
        The field of these rows with the number of the thing.
    """

    def columns(rows: Any, seatings: NDArray[np.int8]) -> Columns:
        filled_rows = getattr(rows, name)[: rows.counts[kind]]
        return {
            "index": filled_rows["index"].copy(),
            "position": filled_rows["position"].copy(),
            "thing": filled_rows[field_of_thing].astype(np.uint16),
            "times": np.ones(len(filled_rows), np.uint8),
        }

    return columns


def joined_columns(parts: list[Columns]) -> Columns:
    """Return the columns of several parts, joined end to end; none if there are no parts."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}
