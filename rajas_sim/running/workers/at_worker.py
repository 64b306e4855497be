"""Code that runs on the workers of a cluster."""

from __future__ import annotations

import platform
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs
from distributed import WorkerPlugin, get_worker
from distributed.worker import Worker, thread_state
from filelock import FileLock

from rajas_sim.core.engine.kernel import must_be_compiled
from rajas_sim.core.errors import RajasError, RunError
from rajas_sim.core.game import find_game
from rajas_sim.running.workers.parcel import Parcel, declared_strategies, loads, unpack

#: Key of a parcel -> its content, or the error because of which this process cannot use it.
_contents: dict[str, Any] = {}
#: The keys of parcels whose strategies are compiled in this process.
_compiled_parcels: set[str] = set()


class Unpacking(WorkerPlugin):  # type: ignore[misc]  # Dask has no types
    """Unpacks a parcel once in each worker process, including workers that join or restart later."""

    def __init__(self, parcel: Parcel) -> None:
        self.parcel, self.name = parcel, f"rajas-{parcel.key}"

    def setup(self, worker: Worker) -> None:
        """Unpack the parcel.

        If something differs here, the error is reported when the worker is asked to play.
        """
        try:
            _contents[self.parcel.key] = unpack(self.parcel)
        except RajasError as error:
            _contents[self.parcel.key] = RunError(f"worker {worker.address} cannot take part: {error}")

    def teardown(self, worker: Worker) -> None:
        """Forget the content of the parcel."""
        _contents.pop(self.parcel.key, None)


@dataclass(frozen=True)
class Readiness:
    """A worker's report before it plays: its machine, why it cannot play, and whether its machine must compile first."""

    machine: str
    problem: str | None
    must_compile: bool


def readiness(parcel_key: str, game: str) -> Readiness:
    """Return whether this worker can play with the content of a parcel."""
    content = _contents.get(parcel_key)
    problem = str(content) if isinstance(content, RajasError) else None
    return Readiness(platform.node(), problem, problem is None and must_be_compiled(game))


@dataclass(frozen=True)
class CallOutcome:
    """The result of a call.

    Attributes
    ----------
    value
        What the function returned; None if it raised an error.
    error
        The error that the function raised; None if there was none.
    worker
        The address of the worker.
    """

    value: Any
    error: Exception | None
    worker: str


def perform(parcel_key: str, game: str, call: bytes) -> CallOutcome:
    """Call a function with the content of a parcel and further arguments; `call` is what `Packing.dumps` made of both."""
    worker = get_worker().address
    try:
        content = _contents.get(parcel_key) or RunError(f"worker {worker} did not receive what to play")
        if isinstance(content, RajasError):
            raise content
        function, arguments = loads(call)
        _compile_strategies(parcel_key, game)
        if must_be_compiled(game):
            with _compilation_lock():
                if must_be_compiled(game):
                    return CallOutcome(function(content, *arguments), None, worker)
        return CallOutcome(function(content, *arguments), None, worker)
    except Exception as error:
        return CallOutcome(None, error, worker)


class UnwantedError(Exception):
    """Nobody wants the result of the present call any more."""


def cancellation_check() -> Callable[[], bool]:
    """Return a function that returns False while the result of the present call is wanted, and raises an error once it is not.

    It serves as `is_stopped` of a `ShardPlayer`. If it returned True, the games played so far would be kept.

    Raises
    ------
    UnwantedError
        Raised by the returned function if the call was cancelled.
    """
    tasks, key = get_worker().state.tasks, thread_state.key  # the key of the task that this thread runs

    def raise_if_cancelled() -> bool:
        task = tasks.get(key)
        if task is None or task.state == "cancelled":
            raise UnwantedError
        return False

    return raise_if_cancelled


def _compile_strategies(parcel_key: str, game: str) -> None:
    """Compile the strategies of all parcels here.

    Errors are ignored; a strategy reports them when it plays.
    """
    if parcel_key in _compiled_parcels:
        return
    batches = find_game(game).batches
    with _compilation_lock():
        for strategy in declared_strategies() if batches.is_compiled else ():
            with suppress(Exception):
                strategy.function(game, (batches.state_class.layout, batches.rules_class.layout))
    _compiled_parcels.add(parcel_key)


def _compilation_lock() -> FileLock:
    """Return a lock that lets only one process of this machine compile at a time; the others then find the compiled code."""
    folder = Path(platformdirs.user_cache_dir("rajas"))
    folder.mkdir(parents=True, exist_ok=True)
    return FileLock(folder / "compiling.lock")
