"""Handing jobs to workers and making what they have written count."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Future

from rajas_sim.core.errors import RunError
from rajas_sim.running.looking import Looking
from rajas_sim.running.pace import Pace, Progress
from rajas_sim.running.workers.shard import Job, ShardResult, Watch
from rajas_sim.running.workers.workers import Workers, carry_out
from rajas_sim.study.folder.shards import Shards


class Foreman:
    """Has jobs played. Workers only write files under temporary names; a shard counts once it is renamed here.

    So a worker that outlives its run changes nothing, and the games counted after Ctrl-C are those that are kept.

    Attributes
    ----------
    memory
        The peak memory of each process that has played, in MiB, by its name (`workers.memory.this_process`).
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
