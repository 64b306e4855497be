"""The workers of a Dask cluster.

A call that fails on one worker is repeated on another.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from secrets import token_hex
from typing import Any

from distributed import Client, KilledWorker
from distributed import Future as DaskFuture

from rajas_sim.core.errors import RunError
from rajas_sim.core.game import Game
from rajas_sim.running.workers.at_worker import CallOutcome, Unpacking, UnwantedError, cancellation_check, perform, readiness
from rajas_sim.running.workers.ended import ended_error, games_text, suspects_text
from rajas_sim.running.workers.parcel import Packing
from rajas_sim.running.workers.shard import ShardPlayer, ShardResult, Watch
from rajas_sim.running.workers.workers import Workers
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.places import TEMPORARY, errors_of_writing, folder_at
from rajas_sim.study.folder.shards import Job, Shards, StagedShard

#: How many further workers try a call that failed.
RETRIES = 3
SECONDS_FOR_THE_FIRST_WORKER = 30
# A worker may die while the parcel is handed out; then all get it again.
TRIES_TO_HAND_OUT = 5
SECONDS_BETWEEN_COUNTS = 2.0
SECONDS_TO_CLOSE = 1.0


@dataclass(eq=False)
class _Call:
    """A call that is not finished.

    Attributes
    ----------
    packed_call
        Function and arguments as bytes (`Packing.dumps`).
    description, suspects
        As for `Cluster.submit`.
    future
        What the caller waits for.
    tried_at
        Addresses of the workers that have returned a result or an error.
    at_dask
        Dask's future for the present try; None before the first and once the call is finished.
    """

    packed_call: bytes
    description: str
    suspects: str
    future: Future[Any] = field(default_factory=Future)
    tried_at: list[str] = field(default_factory=list)
    at_dask: DaskFuture | None = None


class Cluster(Workers):
    """The workers of a Dask cluster, all of which have unpacked the same content.

    A worker that dies costs only time: Dask gives its calls to others. A call that raises an error, or returns a result
    with an error, is repeated on up to `RETRIES` other workers. Dask's own retries are not used: they may choose the same worker.

    Parameters
    ----------
    client
        Client of the cluster; it is left open.
    content
        First argument of every function that is called.
    say
        Called with a sentence about what takes long.

    Raises
    ------
    RunError
        If there are no workers, or some cannot play with the content.
    """

    can_be_ended = True

    def __init__(self, client: Client, game: Game, content: Any, say: Callable[[str], None]) -> None:
        self.client, self.game = client, game
        self.address = client.scheduler.address
        self.n_workers = 1
        self._packing = Packing(game)
        parcel = self._packing.parcel(content)
        self._key, self._plugin = parcel.key, Unpacking(parcel)
        self._calls: set[_Call] = set()
        self._n_threads_by_address: dict[str, int] = {}
        self._counted_at = 0.0
        self._is_stopped = False
        try:
            reports = self._distribute_parcel()
            problems = [worker.problem for worker in reports if worker.problem is not None]
            if problems:
                raise RunError("\n".join(problems))
        except RunError:
            self.close()
            raise
        machines = sorted({worker.machine for worker in reports if worker.must_compile})
        if machines:
            say(f"{', '.join(machines)}: compiling the game first. This takes about a minute, once per machine.")

    def submit(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        description: str = "a part of the games",
        suspects: str = "a strategy",
    ) -> Future[Any]:
        """Begin a call of a function, defined at the top level of a module, with the cluster's `content` and further arguments.

        The message of an error names the call by `description`. `suspects` names the strategies that may have ended a process;
        empty for none. Calls that begin after `stop` are cancelled at once.

        The future may hold a `RunError`: if the function raises an error on every worker that tries it, if it ends the processes
        that try it (then a `StrategyError`, unless `suspects` is empty), or if the scheduler is lost. The files of strategies
        among the arguments must be in the content.
        """
        call = _Call(self._packing.dumps((function, arguments)), description, suspects)
        call.future.set_running_or_notify_cancel()
        self._calls.add(call)
        if self._is_stopped:
            self._finish_call(call, error=CancelledError())
        else:
            self._begin_call(call)
        return call.future

    def stop(self) -> None:
        """Cancel all unfinished calls."""
        self._is_stopped = True
        for call in list(self._calls):
            if call.at_dask is not None:
                call.at_dask.release()
            self._finish_call(call, error=CancelledError())

    def close(self, *, at_once: bool = False) -> None:
        """Cancel all unfinished calls, and make the workers forget the content."""
        self.stop()
        with suppress(Exception):  # a scheduler that is gone needs no cleaning
            client = self.client
            client.sync(client._unregister_worker_plugin, self._plugin.name, callback_timeout=SECONDS_TO_CLOSE)

    def _distribute_parcel(self) -> list[Any]:
        """Make every worker unpack the parcel, and return their reports (`Readiness`)."""
        for _ in range(TRIES_TO_HAND_OUT):
            try:
                self.client.wait_for_workers(1, timeout=SECONDS_FOR_THE_FIRST_WORKER)
                self._require_package()
                self.client.register_plugin(self._plugin)
                reports = self.client.run(readiness, self._key, self.game.name, on_error="ignore")
                self._count_workers()
                return list(reports.values())
            except TimeoutError:
                raise RunError(f"{self.address}: has no workers; this starts one:\n  dask worker {self.address}") from None
            except OSError:  # a worker has just died, unless the scheduler has
                if self.client.status != "running":
                    break
            except RunError:
                raise
            except Exception as error:  # a worker raised it while it unpacked the parcel
                raise RunError(f"{self.address}: a worker cannot take part: {type(error).__name__}: {error}") from None
        raise self._lost_error()

    def _require_package(self) -> None:
        """Refuse workers that lack this package.

        They could not even report what they miss.
        """
        outcomes = self.client.run(import_module, Unpacking.__module__, on_error="return")
        errors = {address: outcome for address, outcome in outcomes.items() if isinstance(outcome, ImportError)}
        if errors:
            subject = f"worker{'s' if len(errors) > 1 else ''} {', '.join(errors)}"
            reason = " and ".join(sorted({str(error) for error in errors.values()}))
            raise RunError(f"{subject} cannot take part ({reason}); install the same version there: pip install 'rajas[cluster]'")

    def _begin_call(self, call: _Call) -> None:
        """Hand a call to the scheduler; after a failure, preferably to a worker that has not tried it."""
        untried_addresses = (
            [address for address in self._n_threads_by_address if address not in call.tried_at] if call.tried_at else None
        )
        try:
            call.at_dask = self.client.submit(
                perform,
                self._key,
                self.game.name,
                call.packed_call,
                key=f"rajas-{token_hex(8)}",
                pure=False,
                workers=untried_addresses,
                allow_other_workers=untried_addresses is not None,
            )
            call.at_dask.add_done_callback(lambda future: self._take_result(call, future))
        except Exception:  # the client is closed, since the scheduler is gone
            self._finish_call(call, error=self._lost_error())

    def _take_result(self, call: _Call, future: DaskFuture) -> None:
        """Finish a call with its result, or repeat it elsewhere if it failed.

        Dask calls this in a separate thread.
        """
        if self._is_stopped:
            return
        try:
            outcome: CallOutcome = future.result()
        except KilledWorker as killed:
            n_deaths = killed.allowed_failures + 1
            event = f"{call.description}: {n_deaths} worker processes in a row were ended"
            self._finish_call(call, error=ended_error(event, call.suspects))
        except Exception as error:
            is_scheduler_lost = isinstance(error, (CancelledError, OSError)) or self.client.status != "running"
            self._finish_call(call, error=self._lost_error() if is_scheduler_lost else RunError(f"{call.description}: {error}"))
        else:
            self._count_workers()
            call.tried_at.append(outcome.worker)
            may_be_tried_again = bool(self._n_threads_by_address.keys() - set(call.tried_at)) and len(call.tried_at) <= RETRIES
            has_failed = outcome.error is not None or getattr(outcome.value, "error", None) is not None
            if has_failed and may_be_tried_again and not self._is_stopped:
                self._begin_call(call)
            elif outcome.error is None:
                self._finish_call(call, value=outcome.value)
            else:
                addresses = ", ".join(call.tried_at)
                problem = f"{call.description}: failed at {addresses}: {type(outcome.error).__name__}: {outcome.error}"
                self._finish_call(call, error=outcome.error if isinstance(outcome.error, RunError) else RunError(problem))

    def _finish_call(self, call: _Call, value: Any = None, error: Exception | None = None) -> None:
        self._calls.discard(call)
        call.at_dask = None
        with suppress(InvalidStateError):  # the call ended just before it was cancelled
            call.future.set_result(value) if error is None else call.future.set_exception(error)

    def _count_workers(self) -> None:
        """Note the threads of each worker as the scheduler knows them, if the last count is old."""
        if time.monotonic() > self._counted_at + SECONDS_BETWEEN_COUNTS:
            with suppress(OSError):  # the scheduler is gone; the calls will report that
                self._n_threads_by_address = self.client.nthreads()
                self.n_workers = max(1, sum(self._n_threads_by_address.values()))
            self._counted_at = time.monotonic()

    def _lost_error(self) -> RunError:
        return RunError(f"{self.address}: the scheduler of the cluster is gone")


# --- shards


@dataclass(frozen=True)
class FolderReach:
    """A run folder as another process may see it, with a token that tells it from other folders of the same path.

    Attributes
    ----------
    folder
        Absolute path or URL of the folder.
    token
        Name and content of a file in it.
    """

    folder: str
    token: str

    def shards(self) -> Shards | None:
        """Return the shards of the run if this process sees the token, and so can write into the folder; otherwise None."""
        try:
            folder = folder_at(self.folder)
            return Shards(folder) if (folder / self.token).read_text() == self.token else None
        except Exception:  # each kind of store raises its own errors, and its library may be missing here
            return None


@contextmanager
def token_in_folder(folder: Path) -> Iterator[FolderReach]:
    """Keep a token in a folder during the `with` block.

    Raises
    ------
    RunError
        If the folder cannot be written.
    """
    token = f".{token_hex(8)}{TEMPORARY}"
    with errors_of_writing(folder):
        (folder / token).write_text(token)
    try:
        yield FolderReach(str(folder.absolute()), token)
    finally:
        with suppress(Exception):  # the next start of the run removes the token
            (folder / token).unlink(missing_ok=True)


@dataclass(frozen=True)
class _SharedRun:
    """What workers know about a run."""

    experiment: Experiment
    run_hash: str
    reach: FolderReach


@contextmanager
def shards_on_cluster(
    client: Client, experiment: Experiment, run_hash: str, folder: Path, say: Callable[[str], None]
) -> Iterator[tuple[Cluster, Callable[[Job], Future[ShardResult]], Watch]]:
    """During the `with` block, provide a cluster, a function that begins a shard on it, and a watch that adds up the games.

    Workers that see the run folder write their tables into it; the others send them.
    """

    def begin_shard(job: Job) -> Future[ShardResult]:
        games, suspects = games_text(experiment, job.players, job.missing), suspects_text(experiment, [job.players])
        future: Future[ShardResult] = cluster.submit(_play_shard, job, description=games, suspects=suspects)
        future.add_done_callback(count_games)
        return future

    def count_games(future: Future[ShardResult]) -> None:
        if future.exception() is None:
            watch.count(future.result().games)

    watch = Watch.of_threads()
    with (
        token_in_folder(folder) as reach,
        Cluster(client, experiment.game, _SharedRun(experiment, run_hash, reach), say) as cluster,
    ):
        yield cluster, begin_shard, watch


def _play_shard(shared: _SharedRun, job: Job) -> ShardResult:
    """Play a job in a process of the cluster, and write the tables into the run folder if it is in reach, else return them.

    Raise an `UnwantedError` if the run was stopped meanwhile.
    """
    shards = shared.reach.shards()
    player = ShardPlayer(shared.experiment, shared.run_hash, shards, cancellation_check(), lambda games: None)
    result = player.play(job)
    if isinstance(result.tables, StagedShard) and shared.reach.shards() is None:
        # The run was stopped meanwhile, and has already removed its temporary files.
        result.tables.discard()
        raise UnwantedError
    return result
