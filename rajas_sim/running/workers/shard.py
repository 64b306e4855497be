"""Plays the games of one shard and writes its tables, or returns them to be written elsewhere."""

from __future__ import annotations

import math
import os
import platform
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import RunError, StrategyError
from rajas_sim.running.workers.tables import Batch, TableBuilder
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.shards import Job, PlayedShard, Shards, StagedShard, parquet

if TYPE_CHECKING:
    import polars as pl

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

# How long a portion of blocks should take under all line-ups and arms, and a first guess of how many games that is.
SECONDS_PER_PORTION = 0.2
FIRST_PORTION_GAMES = 16
KIB_PER_MIB = 1024
PROCESS_STATUS = Path("/proc/self/status")


@dataclass(frozen=True)
class ShardResult:
    """The result of a job.

    Attributes
    ----------
    games, decisions
        Counts for the blocks that were completed; 0 if these could not be written.
    seconds
        How long they took, without compiling.
    tables
        The tables of these games, written under temporary names or still to be written; they count once they are
        committed. None if there are none.
    error
        What a strategy did wrong; otherwise why nothing could be written; None if neither.
    peak_memory_mib
        Peak memory of the process that did the job.
    process
        The name of that process (`this_process`).
    """

    games: int
    decisions: int
    seconds: float
    tables: StagedShard | PlayedShard | None
    error: RunError | None
    peak_memory_mib: float
    process: str


@dataclass(frozen=True)
class Watch:
    """Tells the workers of this machine to stop, and counts the games they have played.

    Attributes
    ----------
    stopped
        An event, for threads or for processes.
    counter
        An array with one number.
    lock
        Lock of the counter.
    """

    stopped: Any
    counter: Any
    lock: Any

    @classmethod
    def of_threads(cls) -> Watch:
        """Return a watch for workers in this process."""
        return cls(threading.Event(), [0], threading.Lock())

    def count(self, games: int) -> None:
        """Add to the number of games that were played."""
        with self.lock:
            self.counter[0] += games

    @property
    def n_games(self) -> int:
        """How many games have been played so far."""
        return int(self.counter[0])


@dataclass(frozen=True)
class ShardPlayer:
    """Plays shards of an experiment.

    Attributes
    ----------
    run_hash
        The hash of the run.
    shards
        Where tables are written; None if this process cannot reach the run folder and returns the tables.
    is_stopped
        Called before each batch; returns whether to stop.
    count
        Called with the number of games of each batch.
    """

    experiment: Experiment
    run_hash: str
    shards: Shards | None
    is_stopped: Callable[[], bool]
    count: Callable[[int], None]

    def play(self, job: Job) -> ShardResult:
        """Play the missing blocks of a shard; write its tables under temporary names, or pack them if there are no `shards`.

        If the work is stopped or a strategy fails, the blocks that were completed until then are written.
        """
        experiment = self.experiment
        design, labels, vocabulary = experiment.design, tuple(experiment.strategies), experiment.game.vocabulary
        builders = {table: TableBuilder(table, design, labels, vocabulary) for table in experiment.tables}
        n_blocks = n_decisions = 0
        error: RunError | None = None
        start_time = time.perf_counter()
        try:
            self._prepare(job.players)
            start_time = time.perf_counter()
            for blocks in _portions(job.missing, max(design.rotations[job.players]) * design.orders_per_block(job.players)):
                decisions = self._play_blocks(job.players, blocks, builders)
                if decisions is None:
                    break
                n_blocks += len(blocks)
                n_decisions += decisions
        except StrategyError as failure:
            error = failure
        seconds = time.perf_counter() - start_time
        shard_tables: StagedShard | PlayedShard | None = None
        if n_blocks:
            try:
                shard_tables = self._stage_or_pack(job, n_blocks, {name: builder.table() for name, builder in builders.items()})
            except RunError as failure:
                error, n_blocks, n_decisions = error or failure, 0, 0
        games = design.n_games(job.players, job.missing[:n_blocks])
        return ShardResult(games, n_decisions, seconds, shard_tables, error, peak_memory_mib(), this_process())

    def _prepare(self, players: int) -> None:
        """Compile what the games with this number of players need, so that compiling is not measured as playing."""
        experiment = self.experiment
        labels = dict.fromkeys(label for line_up in experiment.design.line_ups[players] for label in line_up)
        strategies = (experiment.strategies[label] for label in labels)
        experiment.game.batches.prepare(experiment.rules[players][0], takewhile(lambda _: not self.is_stopped(), strategies))

    def _stage_or_pack(self, job: Job, n_blocks: int, tables: dict[str, pl.DataFrame]) -> StagedShard | PlayedShard:
        """Write the tables of the blocks of a job that were completed; return them as bytes if there are no `shards`."""
        contents = {name: parquet(table) for name, table in tables.items()}
        shard = PlayedShard(self.run_hash, replace(job, blocks=job.blocks[: job.n_on_disk + n_blocks]), contents)
        return shard if self.shards is None else self.shards.stage(shard)

    def _play_blocks(self, players: int, blocks: range, builders: dict[str, TableBuilder]) -> int | None:
        """Play blocks under every line-up and arm; return the number of decisions.

        If stopped, add no rows and return None.
        """
        experiment, design = self.experiment, self.experiment.design
        block_seeds = np.array([block_seed(experiment.config.seed, block) for block in blocks], dtype=np.uint64)
        results = []
        n_decisions = 0
        for line_up_index, arm in product(range(len(design.line_ups[players])), range(len(design.arms))):
            blocks_of_line_up = design.blocks_of(players, line_up_index, blocks)
            if not blocks_of_line_up:
                continue
            if self.is_stopped():
                return None
            batch = Batch.of(design, players, line_up_index, arm, blocks_of_line_up)
            seeds = block_seeds[batch.blocks - blocks.start]
            line_up = [experiment.strategies[label] for label in design.line_ups[players][line_up_index]]
            try:
                tables = experiment.game.batches.play(
                    experiment.rules[players][arm], line_up, batch.seatings, seeds, tuple(builders)
                )
            except StrategyError as error:
                if error.game is not None:
                    error.args = (f"{error}; game {batch.game_ids(design)[error.game]} of the run",)
                raise
            self.count(len(batch))
            n_decisions += int(tables["games"]["decisions"].sum())
            results.append((batch, seeds, tables))
        for batch, seeds, tables in results:
            for name, builder in builders.items():
                builder.add(batch, tables[name], seeds)
        return n_decisions


def _portions(blocks: range, games_per_block: int) -> Iterator[range]:
    """Cut blocks into portions that each take about `SECONDS_PER_PORTION` under all line-ups and arms together.

    The time until the next portion is asked for tells how large it should be, at most four times the size before.
    """
    size = max(1, FIRST_PORTION_GAMES // games_per_block)
    start = blocks.start
    while start < blocks.stop:
        portion = range(start, min(start + size, blocks.stop))
        start_time = time.perf_counter()
        yield portion
        seconds = max(time.perf_counter() - start_time, 1e-6)
        size = max(1, min(int(len(portion) * SECONDS_PER_PORTION / seconds), 4 * size))
        start = portion.stop


def peak_memory_mib() -> float:
    """Return the peak resident memory of this process so far, in MiB; not-a-number if the system does not say.

    On Linux, `getrusage` includes memory that the parent held before this program started. So the process status file is read
    where there is one.
    """
    if PROCESS_STATUS.exists():
        for line in PROCESS_STATUS.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / KIB_PER_MIB
    if resource is None:
        return math.nan
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / KIB_PER_MIB / (KIB_PER_MIB if sys.platform == "darwin" else 1)


def this_process() -> str:
    """Return a name for this process that no other process has, on any machine."""
    return f"{platform.node()}:{os.getpid()}"
