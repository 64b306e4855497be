"""Workers: what threads, processes and clusters have in common, and the workers of this machine.

Compiled games release the interpreter lock, so threads use every core and share one copy of everything. Plain Python does not
release the lock and gets separate processes. These are spawned, because a fork of a process with threads may hang.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Self

from rajas_sim.core.errors import RajasError, RunError, StoppedError
from rajas_sim.core.games import GAMES, name_of_game, named_files
from rajas_sim.running.signals import blocked, raise_if_missed, unbroken
from rajas_sim.running.workers.shard import ShardPlayer, Watch
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import resolve
from rajas_sim.study.folder.shards import Shards

# How many calls are handed out at a time, per worker: enough that no worker waits, few enough that nothing piles up.
CALLS_AHEAD = 2
SECONDS_BETWEEN_LOOKS = 0.1
SECONDS_TO_STOP = 0.7


class Workers(ABC):
    """Workers that all hold the same content, which is the first argument of every function they call.

    Used as a context manager, the workers are released at the end of the block. If the block raises an error, they are stopped.

    Attributes
    ----------
    n_workers
        How many calls are carried out at a time; a cluster may grow and shrink.
    can_be_ended
        Whether `close` can end workers that do not stop.
    """

    n_workers: int
    can_be_ended: bool

    @abstractmethod
    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Begin or queue a call of a function with the content and further arguments."""

    @abstractmethod
    def stop(self) -> None:
        """Ask every worker to stop its present work, and begin no more calls."""

    @abstractmethod
    def close(self, *, at_once: bool = False) -> None:
        """Release the workers.

        With `at_once`, do not wait for those that do not stop.
        """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: object, *details: object) -> None:
        if error is not None:
            self.stop()
        self.close(at_once=error is not None)


def carry_out(
    workers: Workers,
    submissions: Iterator[Future[Any]],
    take_result: Callable[[Future[Any]], RunError | None],
    on_tick: Callable[[], None],
) -> None:
    """Hand out calls, a few at a time, and take their results as they finish.

    Parameters
    ----------
    submissions
        Submits the next call and yields its future, each time it is advanced.
    take_result
        Called with each finished future; returns what went wrong, or None.
    on_tick
        Called about ten times a second.

    Raises
    ------
    RunError
        The first error that `take_result` returned; calls that began before it are finished first.
    StoppedError
        After Ctrl-C. Results of calls that end within `SECONDS_TO_STOP` are taken.
    """
    running: set[Future[Any]] = set()
    failure: RunError | None = None
    try:
        while True:
            raise_if_missed()
            with unbroken():
                if failure is None:
                    running.update(islice(submissions, max(0, CALLS_AHEAD * workers.n_workers - len(running))))
                if not running:
                    break
                for future in wait(running, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED).done:
                    running.remove(future)
                    error = take_result(future)
                    if error is not None and failure is None:
                        failure = error
                        workers.stop()
            on_tick()
    except KeyboardInterrupt as interrupt:
        with unbroken(is_the_end=True):
            raise _stopped_error(workers, running, take_result, interrupt) from None
    if failure is not None:
        raise failure


def _stopped_error(
    workers: Workers,
    running: set[Future[Any]],
    take_result: Callable[[Future[Any]], RunError | None],
    interrupt: KeyboardInterrupt,
) -> StoppedError:
    """Stop the workers, take the results of calls that end soon, and return the error to raise."""
    workers.stop()
    for future in running:
        future.cancel()
    done, unfinished = wait(running, SECONDS_TO_STOP)
    for future in done:
        # Polars passes Ctrl-C to the thread that is writing a table; that shard is then not on disk.
        if future.cancelled() or not isinstance(future.exception(), KeyboardInterrupt):
            with suppress(Exception):
                take_result(future)
    error = StoppedError.by_interrupt(interrupt)
    error.is_still_busy = bool(unfinished) and not workers.can_be_ended
    return error


def outcomes_of_calls(
    workers: Workers,
    function: Callable[..., Any],
    calls: Iterable[tuple[Any, ...]],
    on_n_done: Callable[[int], None] = lambda n: None,
) -> list[Any]:
    """Return the results of a function for several tuples of arguments, in their order.

    Parameters
    ----------
    on_n_done
        Called with the number of finished calls, about ten times a second.

    Raises
    ------
    StoppedError
        After Ctrl-C.
    RunError
        The first error of a call.
    """
    futures: list[Future[Any]] = []

    def submit_each() -> Iterator[Future[Any]]:
        for arguments in calls:
            futures.append(workers.submit(function, *arguments))
            yield futures[-1]

    def raise_error_of(future: Future[Any]) -> None:
        future.result()

    carry_out(workers, submit_each(), raise_error_of, lambda: on_n_done(sum(future.done() for future in futures)))
    return [future.result() for future in futures]


# --- workers of this machine

# Only the parent receives Ctrl-C and SIGTERM, and tells its workers. Otherwise they would die in the middle of a shard.
SIGNALS_FOR_THE_PARENT = (signal.SIGINT, signal.SIGTERM)


class _LocalWorkers(Workers):
    """Workers of this machine."""

    watch: Watch
    _executor: Executor

    def stop(self) -> None:
        """Let every worker finish its present batch, which takes a fraction of a second."""
        self.watch.stopped.set()

    def close(self, *, at_once: bool = False) -> None:
        """Release the workers.

        With `at_once`, do not wait for those that do not stop.
        """
        self._executor.shutdown(wait=not at_once, cancel_futures=True)


class Threads(_LocalWorkers):
    """Workers that are threads of this process."""

    can_be_ended = False

    def __init__(self, content: Any, n_workers: int, watch: Watch | None = None) -> None:
        self.content, self.n_workers = content, n_workers
        self.watch = watch or Watch.of_threads()
        self._executor = ThreadPoolExecutor(n_workers, thread_name_prefix="rajas")

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Begin or queue a call."""
        return self._executor.submit(function, self.content, *arguments)


class Processes(_LocalWorkers):
    """Workers that play shards of an experiment in separate processes."""

    can_be_ended = True
    _executor: ProcessPoolExecutor

    def __init__(self, config: Config, run_hash: str, shards: Shards, n_workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        counter = context.Array("q", 1)
        self.n_workers = n_workers
        self.watch = Watch(context.Event(), counter, counter.get_lock())
        arguments = GAMES, named_files(), config, run_hash, shards, self.watch
        self._executor = ProcessPoolExecutor(n_workers, context, initializer=_initialise_process, initargs=arguments)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Begin or queue a call.

        The first call starts the processes, which never receive Ctrl-C and SIGTERM.
        """
        with blocked(*SIGNALS_FOR_THE_PARENT):
            return self._executor.submit(_call_with_player, function, *arguments)

    def close(self, *, at_once: bool = False) -> None:
        """Release the processes.

        With `at_once`, kill those that are still at work.
        """
        busy_processes = list((self._executor._processes or {}).values()) if at_once else []
        super().close(at_once=at_once)
        for process in busy_processes:
            process.kill()


#: In a worker process: the player of its shards, or the error because of which it cannot play.
_player_or_error: ShardPlayer | RajasError


def _initialise_process(  # noqa: PLR0913 - what a process needs to know
    game_modules: dict[str, str], files: dict[str, Path], config: Config, run_hash: str, shards: Shards, watch: Watch
) -> None:
    """Prepare a process for its shards: leave signals to the parent, make its games known, and set `_player_or_error`.

    `files` has the files of games in plain Python that were named by their path.
    """
    global _player_or_error
    for signal_number in SIGNALS_FOR_THE_PARENT:
        signal.signal(signal_number, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Standard output belongs to the parent's results, so what strategies print goes to standard error.
    sys.stdout = sys.stderr
    GAMES.update(game_modules)
    for path in files.values():
        name_of_game(str(path))
    try:
        _player_or_error = ShardPlayer(resolve(config), run_hash, shards, watch.stopped.is_set, watch.count)
    except RajasError as error:  # a file has changed since the run began
        _player_or_error = error


def _end_with_parent() -> None:
    """End this process as soon as its parent has ended for any reason: nobody wants the games any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def _call_with_player(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function with this process's player; refuse if there is none."""
    if isinstance(_player_or_error, RajasError):
        raise RunError(f"a worker process could not begin: {_player_or_error}")
    return function(_player_or_error, *arguments)
