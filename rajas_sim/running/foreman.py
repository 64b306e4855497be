"""Handing jobs to workers and making what they have written count."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import replace

from rajas_sim.core.errors import RunError, StoppedError
from rajas_sim.running.looking import Looking
from rajas_sim.running.pace import Pace, Progress
from rajas_sim.running.signals import look_out, unbroken
from rajas_sim.running.workers.protocol import Workers
from rajas_sim.running.workers.shard import Job, ShardResult
from rajas_sim.study.folder.shards import Shards

# Shards handed out at a time, for each worker: enough that nobody waits, few enough that nothing piles up.
JOBS_AHEAD = 2
SECONDS_BETWEEN_LOOKS = 0.1
SECONDS_TO_STOP = 0.7


class Foreman:
    """Has jobs played; workers only write files under temporary names, and here is where these begin to count.

    So a worker that outlives its run changes nothing, and what is counted after Ctrl-C is what is kept.

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

    def play(self, workers: Workers, jobs: Iterable[Job]) -> None:
        """Play jobs, of which no more are listed at a time than are handed out.

        Raises
        ------
        RunError
            The first that a job met with; those that were begun before it are brought to an end first.
        StoppedError
            After Ctrl-C.
        """
        wanted = (job for job in jobs if self.looking.is_wanted(job))
        is_all_begun = False
        running: set[Future[ShardResult]] = set()
        games_before, decisions_before = self.pace.games, self.pace.decisions
        failure: RunError | None = None
        try:
            while running or not (is_all_begun or failure is not None):
                look_out()
                with unbroken():
                    self.n_workers = max(self.n_workers, workers.n_workers)
                    while not is_all_begun and failure is None and len(running) < JOBS_AHEAD * workers.n_workers:
                        job = next(wanted, None)
                        is_all_begun = job is None
                        if job is not None:
                            running.add(workers.submit(job))
                    for future in wait(running, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED).done:
                        running.remove(future)
                        error = self._take(future)
                        if error is not None and failure is None:
                            failure = error
                            workers.stop()
                self.looking.look()
                games, decisions = workers.counted()
                self.pace.at(games_before + games, decisions_before + decisions)
                self.on_progress(replace(self.pace.progress(), estimates=self.looking.estimates))
            workers.close()
        except KeyboardInterrupt as interrupt:
            with unbroken(is_the_end=True):
                workers.stop()
                done, busy = wait(running, SECONDS_TO_STOP)
                for future in done:
                    # Polars hands Ctrl-C to the thread that is writing a table; that shard is not on disk.
                    if future.cancelled() or not isinstance(future.exception(), KeyboardInterrupt):
                        self._take(future)
                workers.close(at_once=True)
                stopped = StoppedError.of(interrupt)
                stopped.is_still_busy = bool(busy) and not workers.can_be_ended
                raise stopped from None
        except BrokenExecutor:
            failure = _killed()
            workers.close(at_once=True)
        except BaseException:
            workers.stop()
            workers.close(at_once=True)
            raise
        if failure is not None:
            raise failure

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
            return RunError("there is not enough memory; fewer --workers need less")
        except RunError as error:
            return error
        self.memory[result.process] = result.peak_memory_mib
        self.n_games += result.games
        return result.error


def _killed() -> RunError:
    return RunError(
        "a worker process was ended from outside, most often by the system for want of memory (fewer --workers need less), "
        "or by a strategy that ends its process"
    )
