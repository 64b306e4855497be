"""Handing jobs to workers, making what they have written count, and how far and how fast that is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import dataclass

from rajas_sim.core.errors import RunError
from rajas_sim.running.looking import Looking
from rajas_sim.running.workers.shard import ShardResult, Watch
from rajas_sim.running.workers.workers import Workers, carry_out
from rajas_sim.study.folder.shards import Job, Shards


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


class Foreman:
    """Has jobs played. Workers only write files under temporary names; a shard counts once it is renamed here.

    So a worker that outlives its run changes nothing, and the games counted after Ctrl-C are those that are kept.

    Attributes
    ----------
    memory
        The peak memory of each process that has played, in MiB, by its name (`workers.shard.this_process`).
    n_games
        How many games have been played and kept.
    n_workers
        How many shards were played at a time, at most.
    """

    def __init__(self, shards: Shards, pace: Pace, looking: Looking, on_progress: Callable[[Progress], None]) -> None:
        self.shards, self.pace = shards, pace
        self.looking, self.on_progress = looking, on_progress
        self.memory: dict[str, float] = {}
        self.n_games = self.n_workers = 0

    def play(self, workers: Workers, begin: Callable[[Job], Future[ShardResult]], jobs: Iterable[Job], watch: Watch) -> None:
        """Play jobs; they are listed only as they are handed out.

        Parameters
        ----------
        begin
            Begins a job at the workers.
        watch
            Adds up what the workers play.

        Raises
        ------
        RunError
            The first error of a job; jobs that were begun before it are finished first.
        StoppedError
            After Ctrl-C.
        """
        games_before, decisions_before = self.pace.games, self.pace.decisions

        def look() -> None:
            self.n_workers = max(self.n_workers, workers.n_workers)
            self.looking.look()
            games, decisions = watch.counted()
            self.pace.at(games_before + games, decisions_before + decisions)
            pace = self.pace
            self.on_progress(Progress(pace.games, pace.total_games, pace.games_per_s, self.looking.estimates))

        begun = (begin(job) for job in jobs if self.looking.belongs(job))
        try:
            carry_out(workers, begun, self._take, look)
        except BrokenExecutor:
            raise _killed() from None

    def _take(self, future: Future[ShardResult]) -> RunError | None:
        """Make what a worker has written count; return what went wrong, if anything did."""
        try:
            result = future.result()
            if result.tables is not None:
                self.looking.add([self.shards.commit(result.tables)])
        except CancelledError:  # the work is being stopped
            return None
        except BrokenExecutor:
            return _killed()
        except MemoryError:
            return RunError("there is not enough memory; give fewer --workers")
        except RunError as error:
            return error
        self.memory[result.process] = result.peak_memory_mib
        self.n_games += result.games
        return result.error


def _killed() -> RunError:
    return RunError(
        "a worker process was ended from outside: either the system had too little memory (give fewer --workers), or a strategy "
        "ends its process"
    )
