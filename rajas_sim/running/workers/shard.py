"""Playing the games of one shard and writing its tables, or sending them to where they are written."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import RunError, StrategyError
from rajas_sim.running.workers.memory import peak_memory_mib, this_process
from rajas_sim.running.workers.tables import Batch, TableBuilder
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.shards import SentShard, Shards, StagedShard, parquet

# How long the compiled loop may run between two looks at whether to stop, and the first guess of games for that.
SECONDS_PER_BATCH = 0.2
FIRST_GAMES = 16


@dataclass(frozen=True)
class Job:
    """One shard to be played.

    Attributes
    ----------
    blocks
        All blocks it is to hold.
    n_on_disk
        How many of them, the first ones, are on disk already.
    """

    players: int
    shard: int
    blocks: range
    n_on_disk: int

    @property
    def missing(self) -> range:
        """The blocks to be played."""
        return self.blocks[self.n_on_disk :]


@dataclass(frozen=True)
class ShardResult:
    """What became of a job.

    Attributes
    ----------
    games, decisions
        Of the blocks that were played to their end; none if they could not be written.
    tables
        What was written of them, or is to be written; it counts once the runner says so. None if there is nothing.
    error
        What a strategy did wrong, or why nothing could be written; None if all is well or the work was stopped.
    peak_memory_mib
        Of the process that did the job.
    process
        What tells that process from others (`memory.this_process`).
    """

    games: int
    decisions: int
    tables: StagedShard | SentShard | None
    error: RunError | None
    peak_memory_mib: float
    process: str


@dataclass(frozen=True)
class Watch:
    """What a job asks and tells the runner: whether to stop, and how many games and decisions were played."""

    is_stopped: Callable[[], bool]
    count: Callable[[int, int], None]


def play_shard(experiment: Experiment, run: str, shards: Shards | None, job: Job, watch: Watch) -> ShardResult:
    """Play the missing blocks of a shard and write its tables under temporary names.

    If the work is stopped or a strategy fails, the blocks that were complete until then are written.

    Parameters
    ----------
    run
        The hash of the run.
    shards
        Where they are written; None if this process does not reach the folder of the run, and the tables are to be sent.
    """
    design, labels, vocabulary = experiment.design, tuple(experiment.strategies), experiment.game.vocabulary
    builders = {table: TableBuilder(table, design, labels, vocabulary) for table in experiment.tables}
    n_blocks = n_decisions = 0
    error: RunError | None = None
    try:
        for blocks in _portions(job.missing, max(design.rotations[job.players]) * design.orders_per_block(job.players)):
            decisions = _play_blocks(experiment, job.players, blocks, builders, watch)
            if decisions is None:
                break
            n_blocks += len(blocks)
            n_decisions += decisions
    except StrategyError as failure:
        error = failure
    written: StagedShard | SentShard | None = None
    if n_blocks:
        tables = {name: builder.table() for name, builder in builders.items()}
        whole = job.blocks[: job.n_on_disk + n_blocks]
        try:
            if shards is None:
                contents = {name: parquet(table) for name, table in tables.items()}
                written = SentShard(run, job.players, job.shard, whole, contents, job.n_on_disk)
            else:
                written = shards.stage(run, job.players, job.shard, whole, tables, n_kept=job.n_on_disk)
        except RunError as failure:
            error, n_blocks, n_decisions = failure, 0, 0
    games = design.n_games(job.players, job.missing[:n_blocks])
    return ShardResult(games, n_decisions, written, error, peak_memory_mib(), this_process())


def _portions(blocks: range, games_per_batch: int) -> Iterator[range]:
    """Cut blocks into portions that take about `SECONDS_PER_BATCH` under all line-ups and arms together."""
    size = max(1, FIRST_GAMES // games_per_batch)
    start = blocks.start
    while start < blocks.stop:
        portion = range(start, min(start + size, blocks.stop))
        begun = time.perf_counter()
        yield portion
        seconds = max(time.perf_counter() - begun, 1e-6)
        size = max(1, min(int(len(portion) * SECONDS_PER_BATCH / seconds), 4 * size))
        start = portion.stop


def _play_blocks(
    experiment: Experiment, players: int, blocks: range, builders: dict[str, TableBuilder], watch: Watch
) -> int | None:
    """Play some blocks under every line-up and arm; return how many decisions they had; None, adding nothing, if stopped."""
    design = experiment.design
    block_seeds = np.array([block_seed(experiment.config.seed, b) for b in blocks], dtype=np.uint64)
    results = []
    n_decisions = 0
    for i, labels in enumerate(design.line_ups[players]):
        own = design.blocks_of(players, i, blocks)
        if not own:
            continue
        line_up = [experiment.strategies[label] for label in labels]
        for arm in range(len(design.arms)):
            if watch.is_stopped():
                return None
            batch = Batch.of(design, players, i, arm, own)
            seeds = block_seeds[batch.blocks - blocks.start]
            try:
                tables = experiment.game.batches.play(
                    experiment.rules[players][arm], line_up, batch.seatings, seeds, tuple(builders)
                )
            except StrategyError as error:
                if error.game is not None:
                    error.args = (f"{error}; game {batch.game_ids(design)[error.game]} of the run",)
                raise
            decisions = int(tables["games"]["decisions"].sum())
            watch.count(len(batch), decisions)
            n_decisions += decisions
            results.append((batch, seeds, tables))
    for batch, seeds, tables in results:
        for name, builder in builders.items():
            builder.add(batch, tables[name], seeds)
    return n_decisions
