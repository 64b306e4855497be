"""What of a run is on disk, and what is left to be played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import merge

from rajas_sim.running.looking import Looking
from rajas_sim.running.workers.shard import Job
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.shards import Stock
from rajas_sim.study.folder.store import Store


def stock_of(experiment: Experiment, store: Store, run: str) -> Stock:
    """Return what is on disk of the run with a hash; a shard that does not hold the blocks it would be given today is damaged."""
    design = experiment.design
    stock = store.shards.stock(run, experiment.tables)
    fitting = []
    damage = list(stock.damage)
    for r in stock.receipts:
        share = design.blocks_per_shard(r.players) if r.players in design.players else 0
        if r.first_block == r.shard * share and 0 < r.n_blocks <= share:
            fitting.append(r)
        else:
            damage.append(f"{store.shards.receipt_file(r.players, r.shard)}: is of a run cut into other shards")
    return replace(stock, receipts=tuple(fitting), damage=tuple(damage))


def jobs_of(experiment: Experiment, stock: Stock, looking: Looking) -> Iterator[Job]:
    """Yield the shards to play, all numbers of players side by side, but for those after a rule was met.

    There may be a million; so they are listed one by one, when they are wanted.
    """
    design = experiment.design

    def jobs_with(players: int) -> Iterator[Job]:
        for shard, blocks in enumerate(design.shards(players, experiment.config.most_blocks)):
            job = Job(players, shard, blocks, stock.n_blocks(players, shard))
            if job.missing and looking.is_wanted(job):
                yield job

    return merge(*map(jobs_with, design.players), key=lambda job: (job.blocks.start, job.players))
