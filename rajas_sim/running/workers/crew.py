"""Having functions carried out by the workers of a Dask cluster, and again elsewhere where one fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from secrets import token_hex
from typing import Any

from distributed import Client, KilledWorker
from distributed import Future as DaskFuture

from rajas_sim.core.errors import RunError, StrategyError
from rajas_sim.core.game import Game
from rajas_sim.running.workers.parcel import Packing
from rajas_sim.running.workers.remote import Outcome, Readiness, Unpacking, carry_out, readiness

#: How often a call that failed is tried again, each time by another worker.
RETRIES = 3
SECONDS_FOR_THE_FIRST_WORKER = 30
TRIES_TO_HAND_OUT = 5
SECONDS_BETWEEN_COUNTS = 2.0
SECONDS_TO_CLOSE = 1.0


@dataclass(eq=False)
class _Call:
    """A call that is under way.

    Attributes
    ----------
    packed
        The function and its arguments.
    what
        What it does, for messages.
    is_failure
        Whether what it returned is to be tried elsewhere.
    failed_at
        The workers at which it failed.
    at_dask
        Dask's future of the present try.
    """

    packed: bytes
    what: str
    is_failure: Callable[[Any], bool]
    result: Future[Any] = field(default_factory=Future)
    failed_at: list[str] = field(default_factory=list)
    at_dask: DaskFuture | None = None


class Crew:
    """The workers of a Dask cluster, all of which have unpacked the same content.

    It is for the caller to bound how many calls are under way, by `n_workers`: what was handed in is kept here and by the
    scheduler until it is done, and nothing of it afterwards.

    Parameters
    ----------
    client
        Is left open.
    content
        What the functions that are called get first.
    say
        Called with a sentence about what takes long.

    Raises
    ------
    RunError
        If there are no workers, or some cannot play with the content.
    """

    def __init__(self, client: Client, game: Game, content: Any, say: Callable[[str], None]) -> None:
        self.client, self.game = client, game
        self.address = client.scheduler.address
        self._packing = Packing(game)
        parcel = self._packing.parcel(content)
        self._key, self._plugin = parcel.key, Unpacking(parcel)
        self._calls: set[_Call] = set()
        self._threads: dict[str, int] = {}
        self._counted_at = 0.0
        self._is_closed = False
        self._done: SimpleQueue[_Call | None] = SimpleQueue()
        ready = self._hand_out()
        problems = [worker.problem for worker in ready if worker.problem is not None]
        if problems:
            self.close()
            raise RunError("\n".join(problems))
        compiling = sorted({worker.machine for worker in ready if worker.must_compile})
        if compiling:
            say(f"{', '.join(compiling)}: compiling the game first; once a machine, about a minute")
        threading.Thread(target=self._collect, name="rajas-crew", daemon=True).start()

    def _hand_out(self) -> list[Readiness]:
        """Let every worker unpack the parcel, and return what they say."""
        for _ in range(TRIES_TO_HAND_OUT):
            try:
                self.client.wait_for_workers(1, timeout=SECONDS_FOR_THE_FIRST_WORKER)
                self.client.register_plugin(self._plugin)
                ready = self.client.run(readiness, self._key, self.game.name, on_error="ignore")
                self._count_workers()
                return list(ready.values())
            except TimeoutError:
                raise RunError(f"{self.address}: has no workers; this starts one:\n  dask worker {self.address}") from None
            except OSError:  # a worker has just died, unless it was the scheduler
                if self.client.status != "running":
                    break
        raise self._lost()

    @property
    def n_workers(self) -> int:
        """How many calls are carried out at a time: the threads of all workers, as many as there are now; 1 if there are none."""
        return max(1, sum(self._threads.values()))

    def submit(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        what: str = "a part of the games",
        is_failure: Callable[[Any], bool] = lambda value: False,
    ) -> Future[Any]:
        """Have a function of a module called, with the content and further arguments; strategies among them are of the content.

        A worker that dies costs nothing but time. Where the function raises an error, or returns a failure, other workers try.

        Parameters
        ----------
        what
            What it does, for messages.
        is_failure
            Whether what it returned is a failure; it is returned in the end if it is one everywhere.

        Returns
        -------
        Future
            It may hold a `RunError`: if the function raises errors everywhere, ends every worker that tries it
            (`StrategyError`), or the scheduler is lost.
        """
        call = _Call(self._packing.dumps((function, arguments)), what, is_failure)
        call.result.set_running_or_notify_cancel()
        self._calls.add(call)
        self._begin(call)
        return call.result

    def cancel(self) -> None:
        """Let nothing more be done; calls that are under way end as cancelled."""
        self._is_closed = True
        self._done.put(None)
        for call in list(self._calls):
            future = call.at_dask
            if future is not None:
                future.release()
            self._end(call, error=CancelledError())

    def close(self) -> None:
        """Cancel what is under way, and let the workers forget the content."""
        self.cancel()
        with suppress(Exception):  # a scheduler that is gone has forgotten it
            client = self.client
            client.sync(client._unregister_worker_plugin, self._plugin.name, callback_timeout=SECONDS_TO_CLOSE)

    # --- what is done, in a thread of its own

    def _collect(self) -> None:
        """Take what is done, and all that was done meanwhile at once, which costs little more, until the crew is closed."""
        while not self._is_closed:
            done = [self._done.get()]
            with suppress(Empty):
                while True:
                    done.append(self._done.get_nowait())
            calls = [call for call in done if call is not None]
            for call, outcome in zip(calls, self._outcomes(calls), strict=True):
                if not self._is_closed:
                    self._took(call, outcome)

    def _outcomes(self, calls: list[_Call]) -> list[Outcome | Exception]:
        """Return what became of calls, fetched together, or one by one if that of some cannot be had."""
        try:
            return list(self.client.gather([call.at_dask for call in calls]))
        except Exception as error:
            if len(calls) <= 1:
                return [error for _ in calls]
            return [outcome for call in calls for outcome in self._outcomes([call])]

    def _begin(self, call: _Call) -> None:
        elsewhere = [address for address in self._threads if address not in call.failed_at] if call.failed_at else None
        try:
            future = self.client.submit(
                carry_out,
                self._key,
                self.game.name,
                call.packed,
                key=f"rajas-{token_hex(8)}",
                pure=False,
                workers=elsewhere,
                allow_other_workers=elsewhere is not None,
            )
            call.at_dask = future
            future.add_done_callback(lambda done: self._done.put(call))
        except Exception:  # the client is closed, since the scheduler is gone
            self._end(call, error=self._lost())

    def _took(self, call: _Call, outcome: Outcome | Exception) -> None:
        """Take what became of a call, and try it elsewhere if it failed."""
        if isinstance(outcome, KilledWorker):
            n = outcome.allowed_failures + 1
            why = f"ended {n} worker processes one after the other, by a strategy that ends its process or for want of memory"
            self._end(call, error=StrategyError(f"{call.what}: {why}"))
            return
        if isinstance(outcome, Exception):
            is_lost = isinstance(outcome, (CancelledError, OSError)) or self.client.status != "running"
            self._end(call, error=self._lost() if is_lost else RunError(f"{call.what}: {outcome}"))
            return
        self._count_workers()
        is_done = outcome.error is None and not call.is_failure(outcome.value)
        call.failed_at.append(outcome.worker)
        others = self._threads.keys() - set(call.failed_at)
        if not is_done and others and len(call.failed_at) <= RETRIES:
            self._begin(call)
        elif outcome.error is None:
            self._end(call, value=outcome.value)
        else:
            self._end(call, error=_as_run_error(outcome.error, call))

    def _end(self, call: _Call, value: Any = None, error: Exception | None = None) -> None:
        self._calls.discard(call)
        call.at_dask = None
        with suppress(InvalidStateError):  # it ended just before it was cancelled
            call.result.set_result(value) if error is None else call.result.set_exception(error)

    def _count_workers(self) -> None:
        if time.monotonic() > self._counted_at + SECONDS_BETWEEN_COUNTS:
            with suppress(OSError):  # the scheduler is gone, which the calls will be told of
                self._threads = self.client.nthreads()
            self._counted_at = time.monotonic()

    def _lost(self) -> RunError:
        return RunError(f"{self.address}: the scheduler of the cluster is gone")


def _as_run_error(error: Exception, call: _Call) -> RunError:
    if isinstance(error, RunError):
        return error
    where = ", ".join(call.failed_at)
    return RunError(f"{call.what}: failed at {where}: {type(error).__name__}: {error}")
