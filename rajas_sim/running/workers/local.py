"""Threads for compiled strategies, processes for plain Python ones, with the same methods.

Compiled games leave the interpreter lock, so threads use every core and share one copy of everything. Plain Python does not,
and gets processes of its own; they are started afresh, because a copy of a process with threads may hang.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from typing import Any

from rajas_sim.core.errors import RajasError, RunError
from rajas_sim.core.games import GAMES
from rajas_sim.running.workers.shard import Job, ShardResult, Watch, play_shard
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import Experiment, resolve
from rajas_sim.study.folder.shards import Shards


class _Pool:
    """Workers of this machine.

    Attributes
    ----------
    stopped, counts
        What workers look at to know whether to stop, and where they add up games and decisions.
    """

    can_be_ended: bool

    def __init__(self, pool: Executor, n_workers: int, play: Callable[[Job], ShardResult], stopped: Any, counts: Any) -> None:
        self.pool, self.n_workers, self.play, self.stopped, self.counts = pool, n_workers, play, stopped, counts

    def submit(self, job: Job) -> Future[ShardResult]:
        """Begin a shard, or queue it."""
        return self.pool.submit(self.play, job)

    def counted(self) -> tuple[int, int]:
        """Return the games and decisions played until now."""
        games, decisions = self.counts[:]
        return games, decisions

    def stop(self) -> None:
        """Ask every worker to end its present batch, which takes a fraction of a second."""
        self.stopped.set()

    def close(self, *, at_once: bool = False) -> None:
        """Release the workers; at once: without waiting for those that do not stop."""
        self.pool.shutdown(wait=not at_once, cancel_futures=True)


# Ctrl-C and SIGTERM, of which the parent tells its workers; they would die in the middle of a shard.
HEARD_BY_THE_PARENT = (signal.SIGINT, signal.SIGTERM)


class Threads(_Pool):
    """Workers inside this process."""

    can_be_ended = False

    def __init__(self, experiment: Experiment, run: str, shards: Shards, n: int) -> None:
        stopped, counts = threading.Event(), [0, 0]
        watch = _watch(stopped, counts, threading.Lock())
        pool = ThreadPoolExecutor(n, thread_name_prefix="rajas")
        super().__init__(pool, n, partial(play_shard, experiment, run, shards, watch=watch), stopped, counts)


class Processes(_Pool):
    """Workers in processes of their own."""

    can_be_ended = True
    pool: ProcessPoolExecutor

    def __init__(self, config: Config, run: str, shards: Shards, n: int) -> None:
        context = multiprocessing.get_context("spawn")
        stopped, counts = context.Event(), context.Array("q", 2)
        pool = ProcessPoolExecutor(n, context, initializer=_begin, initargs=(GAMES, config, run, shards, stopped, counts))
        super().__init__(pool, n, _play, stopped, counts)

    def submit(self, job: Job) -> Future[ShardResult]:
        """Hand over a job. Processes, which begin with the first one, are deaf to Ctrl-C and SIGTERM from their first moment."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, HEARD_BY_THE_PARENT)
        try:
            return super().submit(job)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def close(self, *, at_once: bool = False) -> None:
        """Release the processes; at once: end those that are still at work."""
        at_work = list((self.pool._processes or {}).values()) if at_once else []
        super().close(at_once=at_once)
        for process in at_work:
            process.kill()


def _watch(stopped: Any, counts: Any, lock: Any) -> Watch:
    def count(games: int, decisions: int) -> None:
        with lock:
            counts[0] += games
            counts[1] += decisions

    return Watch(stopped.is_set, count)


#: What a worker process knows, or why it cannot play.
_here: list[Callable[[Job], ShardResult] | RajasError] = []


def _begin(games: dict[str, str], config: Config, run: str, shards: Shards, stopped: Any, counts: Any) -> None:
    for number in HEARD_BY_THE_PARENT:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Standard output is the parent's, for results alone; what strategies print is not among them.
    sys.stdout = sys.stderr
    GAMES.update(games)
    watch = _watch(stopped, counts, counts.get_lock())
    try:
        _here[:] = [partial(play_shard, resolve(config), run, shards, watch=watch)]
    except RajasError as error:  # a file was changed since the run began
        _here[:] = [error]


def _end_with_parent() -> None:
    """End this process as soon as its parent is gone, however it went: nobody wants its games any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def _play(job: Job) -> ShardResult:
    play = _here[0]
    if isinstance(play, RajasError):
        raise RunError(f"a worker process could not begin: {play}")
    return play(job)
