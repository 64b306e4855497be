"""What the folder of a run holds: nothing, a run that has begun, a complete one, or a damaged one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from rajas_sim.core.errors import RunError
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.manifest import Hashes, Manifest
from rajas_sim.study.folder.question_files import damaged_question_files
from rajas_sim.study.folder.run_state import check_same_run, missing
from rajas_sim.study.folder.shards import Stock
from rajas_sim.study.folder.store import Store


class RunState(StrEnum):
    """The states of a run folder."""

    ABSENT = "absent"
    BEGUN = "begun"
    COMPLETE = "complete"
    DAMAGED = "damaged"


@dataclass(frozen=True)
class RunOnDisk:
    """What a folder holds of the run of an experiment.

    Attributes
    ----------
    state
        Damaged: a complete run of which files are lost or changed, or a run without its manifest.
    manifest
        None if there is none, or if it is damaged.
    stock
        Its whole shards.
    damaged_shards, damaged_files
        What is wrong with shards, and with the files of the question; one sentence each, which begins with the file.
    """

    state: RunState
    manifest: Manifest | None
    stock: Stock
    damaged_shards: tuple[str, ...] = ()
    damaged_files: tuple[str, ...] = ()


def read_state(experiment: Experiment, store: Store, hashes: Hashes) -> RunOnDisk:
    """Read the folder of a run, every file of its tables included.

    Raises
    ------
    RunError
        If it holds the run of another experiment, or cannot be read.
    """
    stock = _stock(experiment, store, hashes.run)
    manifest = store.read_manifest()
    if manifest is None:
        if stock.is_of_another_run:
            raise RunError(f"{store.folder}: holds the shards of another run; delete or move that folder")
        state = RunState.DAMAGED if stock.receipts or stock.damage else RunState.ABSENT
        return RunOnDisk(state, None, stock, stock.damage)
    check_same_run(store, manifest, hashes)
    shards = tuple(stock.damage or (missing(store.folder, manifest, stock) if manifest.complete else ()))
    files = tuple(damaged_question_files(store.folder, manifest))
    state = RunState.DAMAGED if shards or files else RunState.COMPLETE
    return RunOnDisk(state if manifest.complete else RunState.BEGUN, manifest, stock, shards, files)


def _stock(experiment: Experiment, store: Store, run: str) -> Stock:
    """Return the shards of the run with a hash; a shard that does not hold the blocks it would be given today is damaged."""
    design = experiment.design
    stock = store.shards.stock(run, experiment.tables)
    fitting = []
    damage = list(stock.damage)
    for receipt in stock.receipts:
        n_blocks = design.blocks_per_shard(receipt.players) if receipt.players in design.players else 0
        if receipt.first_block == receipt.shard * n_blocks and 0 < receipt.n_blocks <= n_blocks:
            fitting.append(receipt)
        else:
            damage.append(f"{store.shards.receipt_file(receipt.players, receipt.shard)}: is of a run cut into other shards")
    return replace(stock, receipts=tuple(fitting), damage=tuple(damage))
