"""Whether the manifest of a run and its shards agree on which games were played."""

from __future__ import annotations

import io
from collections import Counter
from itertools import product
from pathlib import Path
from typing import NamedTuple

from rajas_sim.study.folder.manifest import Manifest
from rajas_sim.study.folder.shards import RECEIPTS, Inventory, Shards
from rajas_sim.study.folder.store import RunFolder


class SeatKey(NamedTuple):
    """A strategy in the games of one line-up and arm; the fields are columns of the seats table."""

    line_up: int
    arm: str
    strategy: str


def missing_blocks(folder: Path, manifest: Manifest, inventory: Inventory) -> list[str]:
    """Return how many blocks that the manifest counts are missing on disk, one sentence for each number of players with any."""
    return [
        f"{folder / RECEIPTS}: {n - n_on_disk:,} of {n:,} blocks with {k} players are missing"
        for k, n in manifest.blocks.items()
        if (n_on_disk := inventory.n_without_gap(k)) < n
    ]


def contradictions(folder: Path, manifest: Manifest, inventory: Inventory) -> list[str]:
    """Return what a manifest says that whole shards contradict, as a sentence that begins with the file; empty if they agree.

    The checksum of a manifest does not prove that it is true: anybody can write a manifest with a valid checksum. Damaged or
    missing shards contradict nothing.
    """
    file, shards = RunFolder(folder).manifest_file, RunFolder(folder).shards
    listed_tables = [sorted(receipt.tables) for receipt in shards.receipts(manifest.hashes.run)]
    if listed_tables and sorted(manifest.tables) not in listed_tables:
        return [f"{file}: says that the tables are {', '.join(manifest.tables)}, but they are {', '.join(listed_tables[0])}"]
    if inventory.damage or missing_blocks(folder, manifest, inventory):
        return []
    for k in sorted({*manifest.players, *(receipt.players for receipt in inventory.receipts)}):
        n_stated, n_played = _seats_by_manifest(manifest, k), _seats_in_tables(shards, manifest, inventory, k)
        for seat in sorted({*n_stated, *n_played}):
            if n_stated[seat] != n_played[seat]:
                return [
                    f"{file}: says that {seat.strategy!r} takes {n_stated[seat]:,} seats with {k} players in line-up "
                    f"{seat.line_up} of arm {seat.arm!r}, but the tables hold {n_played[seat]:,}"
                ]
    return []


def _seats_by_manifest(manifest: Manifest, players: int) -> Counter[SeatKey]:
    """Return how many seats each strategy takes in the games with this number of players, as the manifest says."""
    seats: Counter[SeatKey] = Counter()
    if players in manifest.players:
        n_orders = manifest.orders_per_block(players)
        for i, (line_up, n_rotations) in enumerate(zip(manifest.line_ups[players], manifest.rotations[players], strict=True)):
            for arm, label in product(manifest.arms, line_up):
                seats[SeatKey(i, arm, label)] += manifest.blocks_of(players, i) * n_orders * n_rotations
    return seats


def _seats_in_tables(shards: Shards, manifest: Manifest, inventory: Inventory, players: int) -> Counter[SeatKey]:
    """Return how many seats each strategy takes in the tables, up to the last block that the manifest counts."""
    import polars as pl

    is_counted = pl.col("block") < manifest.blocks.get(players, inventory.n_begun())
    seats: Counter[SeatKey] = Counter()
    for receipt in inventory.receipts:
        if receipt.players == players:
            content = io.BytesIO(shards.table_file("seats", players, receipt.shard).read_bytes())
            table = pl.read_parquet(content, columns=["block", *SeatKey._fields])
            for *key, n in table.filter(is_counted).group_by(SeatKey._fields).len().iter_rows():
                seats[SeatKey(*key)] += n
    return seats
