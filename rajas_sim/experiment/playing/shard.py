"""Playing the games of one shard and writing its tables."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import RunError, StrategyError
from rajas_sim.experiment.folder.store import Store
from rajas_sim.experiment.playing.memory import peak_memory_mib
from rajas_sim.experiment.playing.tables import Batch, TableBuilder
from rajas_sim.experiment.question.resolve import Experiment

# How long the compiled loop may run between two looks at whether to stop, and the first guess of games for that.
SECONDS_PER_BATCH = 0.2
FIRST_GAMES = 16


@dataclass(frozen=True)
class Job:
    """One shard to be played.

    Attributes
    ----------
    blocks
        Its blocks.
    n_on_disk
        How many of its blocks are on disk already; fewer are never written over more.
    """

    players: int
    shard: int
    blocks: range
    n_on_disk: int


@dataclass(frozen=True)
class Outcome:
    """What became of a job.

    Attributes
    ----------
    n_blocks
        Blocks of the shard that were played and written.
    error
        What a strategy did wrong, or why nothing could be written; None if all is well or the work was stopped.
    peak_memory_mib
        Of the process that did the job.
    process
        Its number.
    """

    job: Job
    n_blocks: int
    games: int
    decisions: int
    error: RunError | None
    peak_memory_mib: float
    process: int


@dataclass(frozen=True)
class Watch:
    """What a job asks and tells the runner: whether to stop, and how many games and decisions were played."""

    is_stopped: Callable[[], bool]
    count: Callable[[int, int], None]


def play_shard(experiment: Experiment, store: Store, job: Job, watch: Watch) -> Outcome:
    """Play the blocks of a shard and write its tables.

    If the work is stopped or a strategy fails, the blocks that were complete until then are written.
    """
    builders = _builders(experiment)
    played = _Played()
    error: RunError | None = None
    try:
        for blocks in _portions(job.blocks, experiment, job.players):
            if not _play_blocks(experiment, job, blocks, builders, played, watch):
                break
    except StrategyError as failure:
        error = failure
    if played.n_blocks > job.n_on_disk:
        try:
            store.write_shard(job.players, job.shard, {name: b.table() for name, b in builders.items()})
        except RunError as failure:
            error, played = failure, _Played()
    return Outcome(job, played.n_blocks, played.games, played.decisions, error, peak_memory_mib(), os.getpid())


@dataclass
class _Played:
    n_blocks: int = 0
    games: int = 0
    decisions: int = 0


def _builders(experiment: Experiment) -> dict[str, TableBuilder]:
    labels = tuple(experiment.strategies)
    vocabulary = experiment.game.vocabulary
    return {table: TableBuilder(table, experiment.design, labels, vocabulary) for table in experiment.tables}


class _Portions:
    """Cuts blocks into portions that take about `SECONDS_PER_BATCH` for each line-up and arm."""

    def __init__(self, blocks: range, games_per_batch: int) -> None:
        self.blocks = blocks
        self.size = max(1, FIRST_GAMES // games_per_batch)

    def __iter__(self) -> Iterator[range]:
        start = self.blocks.start
        while start < self.blocks.stop:
            stop = min(start + self.size, self.blocks.stop)
            begun = time.perf_counter()
            yield range(start, stop)
            self._adapt(stop - start, time.perf_counter() - begun)
            start = stop

    def _adapt(self, n_blocks: int, seconds: float) -> None:
        fitting = int(n_blocks * SECONDS_PER_BATCH / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 4 * self.size))


def _portions(blocks: range, experiment: Experiment, players: int) -> _Portions:
    return _Portions(blocks, max(experiment.design.rotations[players]))


def _play_blocks(
    experiment: Experiment,
    job: Job,
    blocks: range,
    builders: dict[str, TableBuilder],
    played: _Played,
    watch: Watch,
) -> bool:
    """Play some blocks under every line-up and arm; return False, adding nothing, if told to stop."""
    design, players = experiment.design, job.players
    block_seeds = np.array([block_seed(experiment.config.seed, b) for b in blocks], dtype=np.uint64)
    results = []
    decisions = 0
    for i, labels in enumerate(design.line_ups[players]):
        line_up = [experiment.strategies[label] for label in labels]
        for arm in range(len(design.arms)):
            if watch.is_stopped():
                return False
            batch = Batch.of(design, players, i, arm, blocks)
            seeds = block_seeds[batch.blocks - blocks.start]
            tables = experiment.game.batches.play(experiment.rules[players][arm], line_up, batch.seatings, seeds, tuple(builders))
            n_decisions = int(tables["games"]["decisions"].sum())
            decisions += n_decisions
            watch.count(len(batch), n_decisions)
            results.append((batch, seeds, tables))
    for batch, seeds, tables in results:
        for name, builder in builders.items():
            builder.add(batch, tables[name], seeds)
    played.n_blocks += len(blocks)
    played.games += sum(len(batch) for batch, _, _ in results)
    played.decisions += decisions
    return True
