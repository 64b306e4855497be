"""The fields of every game's records that kernels of the core use; the records of a game have more (its ``layout.py``)."""

from __future__ import annotations

from typing import Protocol, TypeVar

from rajas_sim.core.engine.kernel import Array1, Record
from rajas_sim.core.engine.record_types import LuckRecord, TaskRecord


class AnySeat(Record, Protocol):
    """A seat of any game."""

    fame: int
    money: int
    passed: int  # 1 for the first seat whose markers met, 2 for the second and so on; 0 until they meet
    levels: Array1[int]  # upgrades of each building type


class AnyRules(Record, Protocol):
    """Rules of any game."""

    players: int
    luck: LuckRecord


Seat_co = TypeVar("Seat_co", bound=AnySeat, covariant=True)


class AnyState(Record, Protocol[Seat_co]):
    """A position of any game."""

    seed: int
    n_decisions: int
    turns: int
    round_number: int
    seat_to_move: int
    n_met: int  # seats whose markers have met
    first_met_in_round: int  # 0 until then
    end_reason: int  # the codes are those of core.engine.course
    n_tasks: int
    tasks: Array1[TaskRecord]

    @property
    def seats(self) -> Array1[Seat_co]:
        """Seats of the players, in turn order of the first round."""
