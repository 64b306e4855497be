"""How much is done of long work, and how fast games are played."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes
    ----------
    games, total_games
        Played this time, and to be played this time.
    estimates
        The estimates at a rule's last look, in a few words.
    """

    games: int
    total_games: int
    games_per_s: float
    estimates: str = ""


@dataclass(frozen=True)
class Counted:
    """How much is done of work that is not counted in games.

    Attributes
    ----------
    what
        What is counted, such as ``boxes``.
    remark
        What else there is to say, such as how many were tried.
    """

    what: str
    done: int
    total: int
    remark: str = ""


class Pace:
    """Counts games against the clock.

    The clock of the rate starts with the first games, so that compiling does not look like slow play.
    """

    def __init__(self, total_games: int) -> None:
        self.total_games = total_games
        self.games = self.decisions = 0
        self.begun = self.now = time.perf_counter()
        self.first: tuple[float, int, int] | None = None

    def at(self, games: int, decisions: int) -> None:
        """Note how much has been played by now."""
        self.now = time.perf_counter()
        if games and self.first is None:
            self.first = (self.now, games, decisions)
        self.games, self.decisions = games, decisions

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return self.now - self.begun

    @property
    def games_per_s(self) -> float:
        """Rate since the first games."""
        return self._rate(self.games, 1)

    @property
    def decisions_per_s(self) -> float:
        """Rate since the first games."""
        return self._rate(self.decisions, 2)

    def _rate(self, count: int, index: int) -> float:
        if self.first is None:
            return 0.0
        since, seconds = count - self.first[index], self.now - self.first[0]
        if since > 0 and seconds > 0:
            return since / seconds
        return count / self.seconds if self.seconds > 0 else 0.0
