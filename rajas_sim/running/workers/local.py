"""Threads for compiled strategies, processes for plain Python ones.

Compiled games release the interpreter lock, so threads use every core and share one copy of everything. Plain Python does not
release it and gets separate processes. These are started afresh, because a copy of a process with threads may hang.
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
from typing import Any

from rajas_sim.core.errors import RajasError, RunError
from rajas_sim.core.games import GAMES
from rajas_sim.running.signals import blocked
from rajas_sim.running.workers.shard import ShardPlayer, Watch
from rajas_sim.running.workers.workers import Workers
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.folder.shards import Shards

# Only the parent hears Ctrl-C and SIGTERM, and tells its workers; they would die in the middle of a shard.
HEARD_BY_THE_PARENT = (signal.SIGINT, signal.SIGTERM)


class _Pool(Workers):
    """Workers of this machine."""

    watch: Watch
    _pool: Executor

    def stop(self) -> None:
        """Let every worker end its present batch, which takes a fraction of a second."""
        self.watch.stopped.set()

    def close(self, *, at_once: bool = False) -> None:
        """Release the workers; at once: without waiting for those that do not stop."""
        self._pool.shutdown(wait=not at_once, cancel_futures=True)


class Threads(_Pool):
    """Workers inside this process."""

    can_be_ended = False

    def __init__(self, content: Any, n_workers: int, watch: Watch | None = None) -> None:
        self.content, self.n_workers = content, n_workers
        self.watch = watch or Watch.of_threads()
        self._pool = ThreadPoolExecutor(n_workers, thread_name_prefix="rajas")

    def submit(self, function: Callable[..., Any], *arguments: Any, what: str = "") -> Future[Any]:
        """Begin a call, or queue it."""
        return self._pool.submit(function, self.content, *arguments)


class Processes(_Pool):
    """Workers that play shards of an experiment in separate processes."""

    can_be_ended = True
    _pool: ProcessPoolExecutor

    def __init__(self, config: Config, run: str, shards: Shards, n_workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        numbers = context.Array("q", 2)
        self.n_workers = n_workers
        self.watch = Watch(context.Event(), numbers, numbers.get_lock())
        self._pool = ProcessPoolExecutor(
            n_workers, context, initializer=_begin, initargs=(GAMES, config, run, shards, self.watch)
        )

    def submit(self, function: Callable[..., Any], *arguments: Any, what: str = "") -> Future[Any]:
        """Begin a call, or queue it. Processes begin with the first one; they never hear Ctrl-C and SIGTERM."""
        with blocked(*HEARD_BY_THE_PARENT):
            return self._pool.submit(_call, function, *arguments)

    def close(self, *, at_once: bool = False) -> None:
        """Release the processes; at once: end those that are still at work."""
        at_work = list((self._pool._processes or {}).values()) if at_once else []
        super().close(at_once=at_once)
        for process in at_work:
            process.kill()


#: What plays in a worker process, or why it cannot.
_content: list[ShardPlayer | RajasError] = []


def _begin(games: dict[str, str], config: Config, run: str, shards: Shards, watch: Watch) -> None:
    for number in HEARD_BY_THE_PARENT:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Standard output is the parent's, for results alone; what strategies print is not among them.
    sys.stdout = sys.stderr
    GAMES.update(games)
    try:
        _content[:] = [ShardPlayer(resolve(config), run, shards, watch.stopped.is_set, watch.count)]
    except RajasError as error:  # a file was changed since the run began
        _content[:] = [error]


def _end_with_parent() -> None:
    """End this process as soon as its parent is gone, however that ended: nobody wants the games any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def _call(function: Callable[..., Any], *arguments: Any) -> Any:
    content = _content[0]
    if isinstance(content, RajasError):
        raise RunError(f"a worker process could not begin: {content}")
    return function(content, *arguments)
