"""The rows that become the tables of a run, as far as every game has them; a game adds its own and fills them from the log.

Rows of seats have the fields ``rank``, ``passed`` and ``overlap``. Rows of rounds have ``index``, ``round``, ``position`` and
``overlap``. Other rows describe one event each and have ``index``, ``round`` and ``position``.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.any_game import AnySeat, AnyState
from rajas_sim.core.engine.kernel import Array1, Record, kernel
from rajas_sim.core.engine.record_types import GameRow

#: Lower than every overlap.
LOWEST_OVERLAP = -10_000.0


class EventRow(Record, Protocol):
    """A row about one event, or one seat in one round."""

    index: int
    position: int


class SeatRoundRow(Record, Protocol):
    """A row about a seat in a round."""

    position: int

    @property
    def overlap(self) -> float:
        """In the unit of the game's table, whole or in fractions."""


class SeatEndRow(Record, Protocol):
    """A row about a seat at the end of the game."""

    rank: int
    passed: int

    @property
    def overlap(self) -> float:
        """In the unit of the game's table, whole or in fractions."""


AnyEventRow = TypeVar("AnyEventRow", bound=EventRow)


@kernel
def next_row(  # noqa: PLR0913 - what the kernel computes with
    rows: Array1[AnyEventRow], counts: NDArray[np.int64], kind: int, index: int, round_number: int, position: int
) -> AnyEventRow:
    """Begin the next row of a kind; ``counts[kind]`` rows of that kind are already filled."""
    row = rows[counts[kind]]
    counts[kind] += 1
    row.index = index
    row["round"] = round_number
    row.position = position
    return row


@kernel
def count_lead_change(game: GameRow, rounds: Array1[SeatRoundRow], n_rows: int, players: int) -> None:
    """Count a change of the sole leader after a round, and remember the leader; a tie changes nothing.

    The rows of the round are the last `players` of the `n_rows` filled ones.
    """
    best_overlap = LOWEST_OVERLAP
    leader = 0  # position of the sole leader, 0 in a tie
    for i in range(n_rows - players, n_rows):
        overlap = float(rounds[i].overlap)
        if overlap > best_overlap:
            best_overlap = overlap
            leader = int(rounds[i].position)
        elif overlap == best_overlap:
            leader = 0
    if leader != 0:
        if game.leader != 0 and game.leader != leader:
            game.lead_changes += 1
        game.leader = leader


@kernel
def fill_game_row(game: GameRow, state: AnyState[AnySeat], seats: Array1[SeatEndRow], players: int) -> None:
    """Fill the row of a game that is over; `seats` (players,) are the filled rows of its seats."""
    game.seed = state.seed
    game.rounds = state.round_number
    game.turns = state.turns
    game.decisions = state.n_decisions
    game.end_reason = state.end_reason
    game.trigger_round = state.first_met_in_round
    best_overlap, second_overlap = LOWEST_OVERLAP, LOWEST_OVERLAP
    for i in range(players):
        row = seats[i]
        if row.rank == 1:
            game.winners += 1
        if row.passed == 1:
            game.trigger_position = i + 1
        overlap = float(row.overlap)
        if overlap > best_overlap:
            best_overlap, second_overlap = overlap, best_overlap
        elif overlap > second_overlap:
            second_overlap = overlap
    game.margin = best_overlap - second_overlap
