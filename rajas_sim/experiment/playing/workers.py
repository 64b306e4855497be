"""Threads for compiled strategies, processes for plain Python ones, with the same methods.

Compiled games leave the interpreter lock, so threads use every core and share one copy of everything. Plain Python does not,
and gets processes of its own; they are started afresh, because a copy of a process with threads may hang.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from abc import ABC, abstractmethod
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, ClassVar

from rajas_sim.core.games import GAMES
from rajas_sim.experiment.folder.store import Store
from rajas_sim.experiment.playing.shard import Job, Outcome, Watch, play_shard
from rajas_sim.experiment.question.form import Config
from rajas_sim.experiment.question.resolve import Experiment, resolve


class Workers(ABC):
    """What plays shards.

    Attributes
    ----------
    can_be_ended
        Whether `close` can end those that do not stop.
    """

    can_be_ended: ClassVar[bool]
    pool: Executor
    stopped: Any

    @abstractmethod
    def submit(self, job: Job) -> Future[Outcome]:
        """Begin a shard, or queue it."""

    @abstractmethod
    def counted(self) -> tuple[int, int]:
        """Return the games and decisions played until now."""

    def stop(self) -> None:
        """Ask every worker to end its present batch, which takes a fraction of a second."""
        self.stopped.set()

    def close(self, *, at_once: bool = False) -> None:
        """Release the workers; at once: without waiting for those that do not stop."""
        self.pool.shutdown(wait=not at_once, cancel_futures=True)


class Threads(Workers):
    """Workers inside this process."""

    can_be_ended = False

    def __init__(self, experiment: Experiment, store: Store, n: int) -> None:
        self.experiment, self.store = experiment, store
        self.stopped = threading.Event()
        self.lock = threading.Lock()
        self.games = self.decisions = 0
        self.pool = ThreadPoolExecutor(n, thread_name_prefix="rajas")

    def submit(self, job: Job) -> Future[Outcome]:
        """Begin a shard, or queue it."""
        watch = Watch(self.stopped.is_set, self._count)
        return self.pool.submit(play_shard, self.experiment, self.store, job, watch)

    def counted(self) -> tuple[int, int]:
        """Return the games and decisions played until now."""
        return self.games, self.decisions

    def _count(self, games: int, decisions: int) -> None:
        with self.lock:
            self.games += games
            self.decisions += decisions


class Processes(Workers):
    """Workers in processes of their own."""

    can_be_ended = True
    pool: ProcessPoolExecutor

    def __init__(self, config: Config, store: Store, n: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.stopped = context.Event()
        self.counts = context.Array("q", 2)
        self.pool = ProcessPoolExecutor(
            n, context, initializer=_begin, initargs=(GAMES, config, store, self.stopped, self.counts)
        )

    def submit(self, job: Job) -> Future[Outcome]:
        """Begin a shard, or queue it."""
        return self.pool.submit(_play, job)

    def counted(self) -> tuple[int, int]:
        """Return the games and decisions played until now."""
        games, decisions = self.counts[:]
        return games, decisions

    def close(self, *, at_once: bool = False) -> None:
        """Release the processes; at once: end those that are still at work."""
        at_work = list((self.pool._processes or {}).values()) if at_once else []
        super().close(at_once=at_once)
        for process in at_work:
            process.terminate()


#: What a worker process knows.
_here: list[tuple[Experiment, Store, Watch]] = []


def _begin(games: dict[str, str], config: Config, store: Store, stopped: Any, counts: Any) -> None:
    # The parent hears Ctrl-C and tells the workers; they would die in the middle of a shard.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def count(games: int, decisions: int) -> None:
        with counts.get_lock():
            counts[0] += games
            counts[1] += decisions

    GAMES.update(games)
    _here[:] = [(resolve(config), store, Watch(stopped.is_set, count))]


def _play(job: Job) -> Outcome:
    experiment, store, watch = _here[0]
    return play_shard(experiment, store, job, watch)
