"""The shards of a run on disk, and how to check that they are whole.

A shard holds some blocks of one number of players. It consists of a Parquet file for each table, and a receipt,
``shards/<players>p-<shard>.json``. The receipt names the run and the blocks, with the size and SHA-256 of every table, and has a
checksum of itself.

A shard counts once it has a receipt. First the tables are written under temporary names, synced and renamed; then, in the same
way, the receipt. So a shard appears all at once, wherever a process is killed or the power fails. The checksums are in the
receipt and not in the manifest: the manifest would have to be rewritten for each shard, or would not know the latest shards.

The last shard of a run may be partly filled. When the run gets more blocks, these are added to its tables, so that the shard ends
up as one longer run would have left it.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ValidationError

from rajas_sim.study.folder.places import (
    TEMPORARY,
    damage_of,
    errors_of_writing,
    rename,
    sha256_of,
    sync_folders,
    write_file,
    write_part,
)

if TYPE_CHECKING:
    import polars as pl

RECEIPTS = "shards"
TABLES = "tables"
GAMES_TABLE = "games"


class _Form(BaseModel, extra="forbid", strict=True, frozen=True):
    """A form that refuses unknown keys and values of another type."""


class FileSum(_Form):
    """The size of a file in bytes, and its SHA-256."""

    n_bytes: int
    sha256: str


class Receipt(_Form):
    """What a shard holds.

    Attributes
    ----------
    run
        The hash of the run (`Hashes.run`).
    first_block, n_blocks
        The shard holds `n_blocks` blocks, from `first_block` on.
    tables
        Size and checksum of the file of each table.
    sha256
        The SHA-256 of everything else in the receipt; receipts of version 0.1.0 have none.
    """

    run: str
    players: int
    shard: int
    first_block: int
    n_blocks: int
    tables: dict[str, FileSum]
    sha256: str | None = None

    def sealed(self) -> Receipt:
        """Return the receipt with its checksum."""
        return self.model_copy(update={"sha256": sha256_of(self.model_dump_json(exclude={"sha256"}).encode())})

    @property
    def blocks(self) -> range:
        """The blocks that the shard holds."""
        return range(self.first_block, self.first_block + self.n_blocks)

    @property
    def name(self) -> str:
        """The name of the shard's files, without suffix."""
        return _shard_name(self.players, self.shard)


@dataclass(frozen=True)
class StagedShard:
    """A shard whose tables lie on disk under temporary names.

    Attributes
    ----------
    parts
        Temporary file of each table.
    """

    receipt: Receipt
    parts: Mapping[str, Path]

    def discard(self) -> None:
        """Remove the temporary files."""
        _remove(self.parts.values())


@dataclass(frozen=True)
class Job:
    """One shard to play.

    Attributes
    ----------
    blocks
        All blocks that the shard will hold.
    n_on_disk
        How many of these blocks, the first ones, are on disk already.
    """

    players: int
    shard: int
    blocks: range
    n_on_disk: int

    @property
    def missing(self) -> range:
        """The blocks that remain to be played."""
        return self.blocks[self.n_on_disk :]


@dataclass(frozen=True)
class PlayedShard:
    """A shard that was played, but is not yet in the run folder.

    Attributes
    ----------
    run
        The hash of the run.
    job
        What was played; `job.blocks` are all blocks that the shard holds from now on.
    tables
        For each table the content of a Parquet file with the new blocks only, without those that are on disk already.
    """

    run: str
    job: Job
    tables: Mapping[str, bytes]


@dataclass(frozen=True)
class Inventory:
    """What a run has on disk.

    Attributes
    ----------
    receipts
        Receipts of the whole shards, by number of players and first block.
    damage
        What is wrong with the other shards, as sentences that begin with the file.
    is_of_another_run
        Whether there are shards, and all of them have receipts of another run.
    """

    receipts: tuple[Receipt, ...]
    damage: tuple[str, ...]
    is_of_another_run: bool = False

    def n_blocks(self, players: int, shard: int) -> int:
        """Return how many blocks a shard holds; 0 if it is missing or not whole."""
        return self._n_blocks.get((players, shard), 0)

    @cached_property
    def _n_blocks(self) -> dict[tuple[int, int], int]:
        """(number of players, number of the shard) -> how many blocks the shard holds."""
        return {(r.players, r.shard): r.n_blocks for r in self.receipts}

    def n_without_gap(self, players: int) -> int:
        """Return how many blocks with this number of players are there, from block 0 without a gap."""
        end_block = 0
        for receipt in self.receipts:
            if receipt.players == players and receipt.first_block == end_block:
                end_block += receipt.n_blocks
        return end_block

    def n_begun(self) -> int:
        """Return the end of the last block on disk, for any number of players and with any gaps; 0 if there is none."""
        return max((r.first_block + r.n_blocks for r in self.receipts), default=0)


@dataclass(frozen=True)
class Shards:
    """The shards in a run folder."""

    folder: Path

    def table_file(self, table: str, players: int, shard: int) -> Path:
        """Return the file of one table of a shard."""
        return self.folder / TABLES / table / f"{_shard_name(players, shard)}.parquet"

    def receipt_file(self, players: int, shard: int) -> Path:
        """Return the file of a shard's receipt."""
        return self.folder / RECEIPTS / f"{_shard_name(players, shard)}.json"

    # --- writing

    def stage(self, shard: PlayedShard) -> StagedShard:
        """Write the tables of a shard under temporary names; `commit` makes them count.

        Raises
        ------
        RunError
            If the folder cannot be written. The shard is then as it was before.
        """
        job, parts = shard.job, dict[str, Path]()
        sums: dict[str, FileSum] = {}
        with errors_of_writing(self.folder):
            try:
                for table, played_content in shard.tables.items():
                    file = self.table_file(table, job.players, job.shard)
                    content = _joined_parquet(file.read_bytes(), played_content) if job.n_on_disk else played_content
                    parts[table] = write_part(file, content)
                    sums[table] = FileSum(n_bytes=len(content), sha256=sha256_of(content))
            except BaseException:
                _remove(parts.values())
                raise
        first_block, n_blocks = job.blocks.start, len(job.blocks)
        receipt = Receipt(
            run=shard.run, players=job.players, shard=job.shard, first_block=first_block, n_blocks=n_blocks, tables=sums
        )
        return StagedShard(receipt.sealed(), parts)

    def commit(self, shard: StagedShard | PlayedShard) -> Receipt:
        """Make a shard count, replacing what was there of it, and return its receipt.

        Raises
        ------
        RunError
            If the folder cannot be written. The shard is then unchanged or missing.
        """
        staged = self.stage(shard) if isinstance(shard, PlayedShard) else shard
        receipt = staged.receipt
        file = self.receipt_file(receipt.players, receipt.shard)
        with errors_of_writing(self.folder):
            try:
                if file.exists():
                    file.unlink()
                    sync_folders([file.parent])
                files = [self.table_file(table, receipt.players, receipt.shard) for table in staged.parts]
                for part, table in zip(staged.parts.values(), files, strict=True):
                    rename(part, table)
                sync_folders(table.parent for table in files)
            finally:
                staged.discard()
        write_file(file, receipt.model_dump_json(indent=2) + "\n")
        return receipt

    def clean(self, inventory: Inventory) -> None:
        """Remove files that do not count: half-written files, and the files of shards that are not in the inventory."""
        names_of_whole_shards = {receipt.name for receipt in inventory.receipts}
        with errors_of_writing(self.folder):
            _remove(self.folder.glob(f"*{TEMPORARY}"))
            for pattern in (f"{RECEIPTS}/*", f"{TABLES}/*/*"):
                _remove(path for path in self.folder.glob(pattern) if path.stem not in names_of_whole_shards)
            sync_folders([self.folder / RECEIPTS])

    # --- reading

    def receipts(self, run: str) -> list[Receipt]:
        """Return the readable receipts of a run, by number of players and first block.

        The tables are not read.
        """
        parsed = [self._receipt_or_problem(path) for path in self._receipt_files()]
        return sorted((r for r in parsed if isinstance(r, Receipt) and r.run == run), key=lambda r: (r.players, r.first_block))

    def runs(self) -> set[str]:
        """Return the hashes of the runs that have receipts in this folder."""
        parsed = [self._receipt_or_problem(path) for path in self._receipt_files()]
        return {receipt.run for receipt in parsed if isinstance(receipt, Receipt)}

    def inventory(self, run: str, tables: Iterable[str]) -> Inventory:
        """Read every file of the shards; return which shards of a run are whole, and what is wrong with the others.

        Parameters
        ----------
        run
            The hash of the run.
        tables
            Names of the tables that every shard must have.
        """
        wanted_tables = set(tables)
        whole_receipts, damage, n_of_other_runs = [], [], 0
        for path in self._receipt_files():
            receipt = self._receipt_or_problem(path)
            if isinstance(receipt, Receipt) and receipt.run == run:
                problems = list(self.problems(receipt, wanted_tables))
                damage += problems
                whole_receipts += [] if problems else [receipt]
            else:
                n_of_other_runs += isinstance(receipt, Receipt)
                damage.append(f"{path}: is the receipt of another run" if isinstance(receipt, Receipt) else receipt)
        whole_receipts.sort(key=lambda r: (r.players, r.first_block))
        is_of_another_run = n_of_other_runs > 0 and n_of_other_runs == len(damage) and not whole_receipts
        return Inventory(tuple(whole_receipts), tuple(damage), is_of_another_run)

    def problems(self, receipt: Receipt, tables: Iterable[str]) -> Iterator[str]:
        """Yield what is wrong with the tables of a shard, one sentence per file."""
        if receipt.tables.keys() != set(tables):
            yield f"{self.receipt_file(receipt.players, receipt.shard)}: is damaged: it does not list the tables of the run"
            return
        for table, expected in receipt.tables.items():
            file = self.table_file(table, receipt.players, receipt.shard)
            if (problem := damage_of(file, expected.sha256, expected.n_bytes)) is not None:
                yield problem
            elif table == GAMES_TABLE and receipt.sha256 is None and _blocks_in(file) != receipt.blocks:
                yield f"{self.receipt_file(receipt.players, receipt.shard)}: is damaged: its tables hold other blocks"

    def _receipt_files(self) -> list[Path]:
        return sorted(self.folder.glob(f"{RECEIPTS}/*.json"))

    def _receipt_or_problem(self, path: Path) -> Receipt | str:
        """Return a receipt from its file, or a sentence about what is wrong with it."""
        try:
            receipt = Receipt.model_validate_json(path.read_bytes())
        except OSError as error:
            return f"{path}: cannot be read: {error.strerror}"
        except ValidationError:
            return f"{path}: is damaged: it is not the receipt of a shard"
        if receipt.sha256 not in (None, receipt.sealed().sha256):
            return f"{path}: is damaged: it does not hold what was written"
        return receipt if path.stem == receipt.name else f"{path}: is the receipt of another shard, {receipt.name}"


def parquet(table: pl.DataFrame) -> bytes:
    """Return a table as the content of a Parquet file."""
    buffer = io.BytesIO()
    table.write_parquet(buffer, compression="zstd", row_group_size=1 << 20)
    return buffer.getvalue()


def _joined_parquet(on_disk: bytes, played: bytes) -> bytes:
    """Return the content of a Parquet file with the rows on disk, followed by the rows that were played now."""
    import polars as pl

    return parquet(pl.concat([pl.read_parquet(io.BytesIO(content)) for content in (on_disk, played)], rechunk=True))


def _blocks_in(file: Path) -> range:
    """Return the range of blocks in a table, from the first to the last."""
    import polars as pl

    block = pl.scan_parquet(file).select(first=pl.col("block").min(), last=pl.col("block").max()).collect()
    return range(block["first"][0], block["last"][0] + 1) if block["first"][0] is not None else range(0)


def _shard_name(players: int, shard: int) -> str:
    return f"{players}p-{shard:05d}"


def _remove(paths: Iterable[Path]) -> None:
    """Delete files, and folders with all that is in them; missing ones are ignored."""
    for path in list(paths):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
