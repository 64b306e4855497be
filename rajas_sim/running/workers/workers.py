"""What threads, processes and clusters have in common: a call is handed in, and its result comes back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from itertools import islice
from typing import Any, Self

from rajas_sim.core.errors import RunError, StoppedError
from rajas_sim.running.signals import look_out, unbroken

# Calls handed out at a time, for each worker: enough that no worker waits, few enough that nothing piles up.
CALLS_AHEAD = 2
SECONDS_BETWEEN_LOOKS = 0.1
SECONDS_TO_STOP = 0.7


class Workers(ABC):
    """Workers that all hold the same content, the first argument of every function they call.

    As a context manager it releases the workers at the end of the block, and ends them if the block raises an error.

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
    def submit(self, function: Callable[..., Any], *arguments: Any, what: str = "a part of the games") -> Future[Any]:
        """Begin or queue a call of a function with the content and further arguments; `what` describes it in messages."""

    @abstractmethod
    def stop(self) -> None:
        """Ask every worker to end what it does, and begin nothing more."""

    @abstractmethod
    def close(self, *, at_once: bool = False) -> None:
        """Release the workers; at once: without waiting for those that do not stop."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: object, *details: object) -> None:
        if error is not None:
            self.stop()
        self.close(at_once=error is not None)


def carry_out(
    workers: Workers, begun: Iterator[Future[Any]], take: Callable[[Future[Any]], RunError | None], between: Callable[[], None]
) -> None:
    """Hand out calls, a few at a time, and take their results as they come.

    Parameters
    ----------
    begun
        Submits the next call and yields its future, each time it is asked.
    take
        Called with each finished future; returns what went wrong, if anything did.
    between
        Called about ten times a second.

    Raises
    ------
    RunError
        The first error that `take` returned; calls that were begun before it are finished first.
    StoppedError
        After Ctrl-C. Calls that end within `SECONDS_TO_STOP` are taken.
    """
    running: set[Future[Any]] = set()
    failure: RunError | None = None
    try:
        while True:
            look_out()
            with unbroken():
                if failure is None:
                    running.update(islice(begun, max(0, CALLS_AHEAD * workers.n_workers - len(running))))
                if not running:
                    break
                for future in wait(running, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED).done:
                    running.remove(future)
                    error = take(future)
                    if error is not None and failure is None:
                        failure = error
                        workers.stop()
            between()
    except KeyboardInterrupt as interrupt:
        with unbroken(is_the_end=True):
            raise _stopped(workers, running, take, interrupt) from None
    if failure is not None:
        raise failure


def _stopped(
    workers: Workers, running: set[Future[Any]], take: Callable[[Future[Any]], RunError | None], interrupt: KeyboardInterrupt
) -> StoppedError:
    """Stop the workers, take what ends at once, and return the error that says so."""
    workers.stop()
    for future in running:
        future.cancel()
    done, busy = wait(running, SECONDS_TO_STOP)
    for future in done:
        # Polars hands Ctrl-C to the thread that is writing a table; that shard is not on disk.
        if future.cancelled() or not isinstance(future.exception(), KeyboardInterrupt):
            with suppress(Exception):
                take(future)
    stopped = StoppedError.of(interrupt)
    stopped.is_still_busy = bool(busy) and not workers.can_be_ended
    return stopped


def results_of(
    workers: Workers, function: Callable[..., Any], calls: Iterable[tuple[Any, ...]], say: Callable[[int], None] = lambda n: None
) -> list[Any]:
    """Return what a function returns for each tuple of arguments, in their order.

    Parameters
    ----------
    say
        Called with how many calls are done, about ten times a second.

    Raises
    ------
    StoppedError
        After Ctrl-C.
    RunError
        The first error of a call.
    """
    futures: list[Future[Any]] = []

    def begun() -> Iterator[Future[Any]]:
        for arguments in calls:
            futures.append(workers.submit(function, *arguments))
            yield futures[-1]

    carry_out(workers, begun(), lambda future: future.result() and None, lambda: say(sum(f.done() for f in futures)))
    return [future.result() for future in futures]
