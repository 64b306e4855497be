"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class Standing:
    """The final standing of a seat.

    Attributes
    ----------
    rank
        1 for the winner; equal seats share the better rank.
    win_share
        1 for a sole winner, 1 / m each for m tied winners, 0 for the others.
    overlap
        By how many fame spaces the markers have passed each other; whole or in fractions, depending on the game.
    """

    seat: int
    rank: int
    win_share: float
    fame: int
    money: int
    overlap: float


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes
    ----------
    reason
        Why it ended: one of the game's ``EndReason``.
    standings
        The seats from first to last.
    """

    reason: StrEnum
    standings: tuple[Standing, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several if they are tied."""
        return tuple(standing.seat for standing in self.standings if standing.rank == 1)
