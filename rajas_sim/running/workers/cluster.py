"""The workers of a Dask cluster, with the methods that threads and processes have."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass

from distributed import Client

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.running.workers.crew import Crew
from rajas_sim.running.workers.reach import Reach, within_reach
from rajas_sim.running.workers.remote import UnwantedError, asking_whether_wanted
from rajas_sim.running.workers.shard import Job, ShardResult, Watch, play_shard
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.design import GameKey
from rajas_sim.study.folder.shards import Shards, StagedShard


@dataclass(frozen=True)
class _Run:
    """What workers know of a run: its experiment, its hash and where its folder is."""

    experiment: Experiment
    hash: str
    reach: Reach


class Cluster:
    """Workers of a Dask cluster. Those that reach the folder of the run write their tables there, others send them."""

    can_be_ended = True

    def __init__(self, client: Client, experiment: Experiment, run: str, shards: Shards, say: Callable[[str], None]) -> None:
        self._games = self._decisions = 0
        self._experiment = experiment
        self._open = ExitStack()
        with ExitStack() as stack:
            reach = stack.enter_context(within_reach(shards.folder))
            self._crew = Crew(client, experiment.game, _Run(experiment, run, reach), say)
            self._open = stack.pop_all()

    @property
    def n_workers(self) -> int:
        """How many shards are played at a time now."""
        return self._crew.n_workers

    def submit(self, job: Job) -> Future[ShardResult]:
        """Begin a shard, or queue it."""
        future: Future[ShardResult] = self._crew.submit(_play, job, what=self._words(job), is_failure=_has_failed)
        future.add_done_callback(self._count)
        return future

    def counted(self) -> tuple[int, int]:
        """Return the games and decisions of the shards that came back until now."""
        return self._games, self._decisions

    def stop(self) -> None:
        """Cancel what is being played."""
        self._crew.cancel()

    def close(self, *, at_once: bool = False) -> None:
        """Release the workers."""
        self._crew.close()
        self._open.close()

    def _count(self, future: Future[ShardResult]) -> None:
        if future.exception() is None:
            self._games += future.result().games
            self._decisions += future.result().decisions

    def _words(self, job: Job) -> str:
        """Return which games are played in a shard, for messages."""
        first, last = job.missing[0], job.missing[-1]
        game = self._experiment.design.game_id(GameKey(job.players, 0, 0, first, 0, 0))
        seed = block_seed(self._experiment.config.seed, first)
        return f"game {game} and those after it ({job.players} players, blocks {first} to {last}; seed {seed} and on)"


def _play(run: _Run, job: Job) -> ShardResult:
    watch = Watch(asking_whether_wanted(), lambda games, decisions: None)
    result = play_shard(run.experiment, run.hash, run.reach.shards(), job, watch)
    if isinstance(result.tables, StagedShard) and run.reach.shards() is None:
        # The run was stopped, and has removed already what lay about.
        result.tables.discard()
        raise UnwantedError
    return result


def _has_failed(result: ShardResult) -> bool:
    return result.error is not None
