"""What of a run is on disk, and what is left to be played."""

from __future__ import annotations

from dataclasses import replace

from rajas_sim.experiment.folder.shards import Stock
from rajas_sim.experiment.folder.store import Store
from rajas_sim.experiment.playing.looking import Looking
from rajas_sim.experiment.playing.shard import Job
from rajas_sim.experiment.question.resolve import Experiment


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


def jobs_of(experiment: Experiment, stock: Stock, looking: Looking) -> list[Job]:
    """Return the shards to play, all numbers of players side by side, but for those after a rule was met."""
    design = experiment.design
    jobs = [
        Job(k, shard, blocks, stock.n_blocks(k, shard))
        for k in design.players
        for shard, blocks in enumerate(design.shards(k, experiment.config.most_blocks))
    ]
    wanted = (job for job in jobs if job.missing and looking.is_wanted(job))
    return sorted(wanted, key=lambda job: (job.blocks.start, job.players))
