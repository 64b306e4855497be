"""Who plays the games of a tuning: threads, or the workers of a Dask cluster. What is found does not depend on it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from rajas_sim.core.errors import StoppedError
from rajas_sim.core.game import Game
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.running.signals import look_out, unbroken

if TYPE_CHECKING:
    from distributed import Client

# Calls handed out at a time, for each worker, and how long to wait for the last of them when the work is stopped.
CALLS_AHEAD = 2
SECONDS_BETWEEN_LOOKS = 0.1
SECONDS_TO_STOP = 3.0


@dataclass(frozen=True)
class Kinds:
    """The kinds of games that are played, and by whom.

    Attributes
    ----------
    rules
        Those of each kind.
    strategies
        All that play, with whatever parameters.
    """

    game: Game
    rules: tuple[Any, ...]
    strategies: tuple[Strategy, ...]


class Team(Protocol):
    """Workers that carry out calls."""

    @property
    def n_workers(self) -> int:
        """How many calls are carried out at a time."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have a function of a module called with the kinds of games and further arguments."""

    def cancel(self) -> None:
        """Let nothing more begin."""


class _Threads:
    """Threads of this process. Strategies in plain Python need but one, since threads do not make Python faster."""

    def __init__(self, kinds: Kinds, n_workers: int) -> None:
        self.kinds = kinds
        self.n_workers = n_workers if all(strategy.is_compiled for strategy in kinds.strategies) else 1
        self._stopped = threading.Event()
        self._pool = ThreadPoolExecutor(self.n_workers, thread_name_prefix="rajas")

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        return self._pool.submit(self._call, partial(function, self.kinds, *arguments))

    def cancel(self) -> None:
        self._stopped.set()

    def _call(self, function: Callable[[], Any]) -> Any:
        if self._stopped.is_set():
            raise CancelledError
        return function()

    def close(self) -> None:
        self._pool.shutdown(wait=not self._stopped.is_set(), cancel_futures=True)


@contextmanager
def team(kinds: Kinds, n_workers: int, client: Client | None, say: Callable[[str], None]) -> Iterator[Team]:
    """Provide workers while the block runs.

    Parameters
    ----------
    n_workers
        How many threads, if there is no cluster.
    say
        Called with a sentence about what takes long at a cluster.

    Raises
    ------
    RunError
        If the cluster has no workers, or some that cannot play these games.
    """
    if client is None:
        threads = _Threads(kinds, n_workers)
        try:
            yield threads
        except BaseException:
            threads.cancel()
            raise
        finally:
            threads.close()
    else:
        from rajas_sim.running.workers.crew import Crew

        crew = Crew(client, kinds.game, kinds, say)
        try:
            yield crew
        finally:
            crew.close()


def carried_out(
    team: Team, function: Callable[..., Any], calls: Iterable[tuple[Any, ...]], say: Callable[[int], None] = lambda n: None
) -> list[Any]:
    """Return what a function returns for each tuple of arguments, in their order; few are under way at a time.

    Parameters
    ----------
    say
        Called with how many calls are done, as often as one is.

    Raises
    ------
    StoppedError
        After Ctrl-C.
    RunError
        The first that a call met with.
    """
    waiting = enumerate(calls)
    running: dict[Future[Any], int] = {}
    results: dict[int, Any] = {}
    try:
        while True:
            look_out()
            with unbroken():
                for number, arguments in islice(waiting, max(0, CALLS_AHEAD * team.n_workers - len(running))):
                    running[team.submit(function, *arguments)] = number
                done = wait(running, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED).done
            if not running:
                return [results[number] for number in sorted(results)]
            for future in done:
                results[running.pop(future)] = future.result()
                say(len(results))
    except KeyboardInterrupt as interrupt:
        with unbroken(is_the_end=True):
            team.cancel()
            for future in running:
                future.cancel()
            stopped = StoppedError.of(interrupt)
            stopped.is_still_busy = bool(wait(running, SECONDS_TO_STOP).not_done)
            raise stopped from None
