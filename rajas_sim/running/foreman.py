"""Handing jobs to workers, committing the shards they wrote, and reporting progress and speed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import dataclass

from rajas_sim.core.errors import RunError
from rajas_sim.running.looking import Looking
from rajas_sim.running.workers.ended import ended_error, games_text, suspects_text
from rajas_sim.running.workers.shard import ShardResult, Watch
from rajas_sim.running.workers.workers import Workers, carry_out
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.shards import Job, Shards


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes
    ----------
    games, total_games
        Games that this start has played so far, and all that it has to play.
    kept_games
        Games of earlier starts that count as well.
    estimates
        The estimates at the last look of the stopping rule, in a few words.
    """

    games: int
    total_games: int
    games_per_s: float
    estimates: str = ""
    kept_games: int = 0


@dataclass(frozen=True)
class WorkProgress:
    """How much is done of work that is not counted in games.

    Attributes
    ----------
    label
        What is counted, such as ``boxes``.
    remark
        Further news, such as how many boxes were tried.
    """

    label: str
    done: int
    total: int
    remark: str = ""


class Pace:
    """Counts games against the clock.

    The rate is measured from the first finished games on, so that compiling does not look like slow play.
    """

    def __init__(self, total_games: int, kept_games: int = 0) -> None:
        self.total_games, self.kept_games = total_games, kept_games
        self.games = 0
        self.start_time = self.latest_time = time.perf_counter()
        self.first_time: float | None = None
        self.first_games = 0

    def note_games(self, games: int) -> None:
        """Note how many games have been played by now."""
        self.latest_time = time.perf_counter()
        if games and self.first_time is None:
            self.first_time, self.first_games = self.latest_time, games
        self.games = games

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return self.latest_time - self.start_time

    @property
    def games_per_s(self) -> float:
        """Games per second since the first finished games; 0 until there are more."""
        if self.first_time is None or self.latest_time == self.first_time:
            return 0.0
        return (self.games - self.first_games) / (self.latest_time - self.first_time)


class Foreman:
    """Hands jobs to workers, commits the shards that they wrote, and reports progress.

    Workers only write files under temporary names; a shard counts once the foreman renames them. So a worker that outlives its
    run has no effect, and the games counted after Ctrl-C are the games that are kept.

    Attributes
    ----------
    memory
        Name of each process that has played (`workers.shard.this_process`) -> its peak memory in MiB; it may be NaN (unknown).
    n_games, n_decisions
        How many games and decisions have been played and kept.
    n_workers
        The largest number of shards that were played at the same time.
    """

    def __init__(
        self, experiment: Experiment, shards: Shards, pace: Pace, looking: Looking, on_progress: Callable[[Progress], None]
    ) -> None:
        self.experiment, self.shards, self.pace = experiment, shards, pace
        self.looking, self.on_progress = looking, on_progress
        self.memory: dict[str, float] = {}
        self.n_games = self.n_decisions = self.n_workers = self._n_results = 0
        self._worker_seconds = 0.0
        self._jobs: dict[Future[ShardResult], Job] = {}

    def per_second(self, count: int) -> float:
        """Return a count as a rate per second of all workers together, without the time that they spent compiling."""
        n_busy = min(self.n_workers, self._n_results)  # workers without a result have no seconds in the sum
        return count * n_busy / self._worker_seconds

    def play(self, workers: Workers, begin_job: Callable[[Job], Future[ShardResult]], jobs: Iterable[Job], watch: Watch) -> None:
        """Play jobs.

        The iterator of jobs is advanced only as jobs are handed out.

        Parameters
        ----------
        begin_job
            Hands a job to the workers and returns its future.
        watch
            Adds up the games that the workers play.

        Raises
        ------
        RunError
            The first error of a job; jobs that began before it are finished first.
        StoppedError
            After Ctrl-C.
        """
        self.n_workers = max(self.n_workers, workers.n_workers)
        games_before = self.pace.games

        def look_and_report() -> None:
            self.n_workers = max(self.n_workers, workers.n_workers)
            self.looking.look()
            self.pace.note_games(games_before + watch.n_games)
            pace = self.pace
            self.on_progress(Progress(pace.games, pace.total_games, pace.games_per_s, self.looking.estimates, pace.kept_games))

        def submit_each() -> Iterator[Future[ShardResult]]:
            for job in jobs:
                if self.looking.belongs(job):
                    future = begin_job(job)
                    self._jobs[future] = job
                    yield future

        try:
            carry_out(workers, submit_each(), self._take_result, look_and_report)
        except BrokenExecutor:
            raise self._ended_error() from None

    def _take_result(self, future: Future[ShardResult]) -> RunError | None:
        """Commit the shard that a worker has written; return what went wrong, or None."""
        try:
            result = future.result()
            if result.tables is not None:
                self.looking.add([self.shards.commit(result.tables)])
        except CancelledError:  # the run is being stopped
            return None
        except BrokenExecutor:
            return self._ended_error()
        except MemoryError:
            return RunError("there is not enough memory; give fewer --workers")
        except RunError as error:
            return error
        del self._jobs[future]
        self.memory[result.process] = result.peak_memory_mib
        self.n_games += result.games
        self.n_decisions += result.decisions
        self._n_results += 1
        self._worker_seconds += result.seconds
        return result.error

    def _ended_error(self) -> RunError:
        """Return the error for a worker process that ended.

        Each worker was at one of the unfinished jobs that began first.
        """
        unfinished = [job for future, job in self._jobs.items() if not (future.done() and future.exception() is None)]
        blocks_by_players: dict[int, range] = {}
        for job in unfinished[: self.n_workers]:
            earlier_blocks = blocks_by_players.setdefault(job.players, job.missing)
            blocks_by_players[job.players] = range(earlier_blocks.start, job.missing.stop)
        texts = [games_text(self.experiment, players, blocks) for players, blocks in blocks_by_players.items()]
        event = f"a worker process was ended while it played {' or '.join(texts)}"
        return ended_error(event, suspects_text(self.experiment, blocks_by_players))
