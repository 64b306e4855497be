"""The folder of a run: what is in it, and how it stays whole whatever happens.

::

    reports/<name>-<hash8>/
        config.toml  manifest.json  report.html  .lock
        tables/<table>/<players>p-<shard>.parquet

A shard is a fixed number of blocks of one number of players. Its files are written under a temporary name and renamed;
the ``games`` file comes last, and a shard without it does not exist. The last shard of a run may hold fewer blocks than
its share; adding blocks plays that shard again, so that the folder ends up as one longer run would have left it.
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.experiment.folder.manifest import Manifest, parse_manifest

if TYPE_CHECKING:
    import polars as pl

REPORTS = Path("reports")
MARKER = "games"
TEMPORARY = ".part"
LOCK = ".lock"


@dataclass(frozen=True)
class Store:
    """A run folder."""

    folder: Path

    @property
    def manifest_file(self) -> Path:
        """Where the manifest stands."""
        return self.folder / "manifest.json"

    @property
    def config_file(self) -> Path:
        """Where the resolved config stands."""
        return self.folder / "config.toml"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Make the folder, if it is not there, and keep other runs from writing into it while the block runs.

        The operating system holds the lock and lets go of it when the process ends, however it ends.

        Raises
        ------
        RunError
            If another process, or another run in this one, holds it, or it cannot be made or written.
        """
        lock = FileLock(self.folder / LOCK)
        with _writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                lock.acquire(blocking=False)
            except Timeout:
                raise RunError(
                    f"{self.folder}: another run is writing into it now; wait until it is done, or give another folder with --out"
                ) from None
        try:
            yield
        finally:
            lock.release()

    def shard_file(self, table: str, players: int, shard: int) -> Path:
        """Return the file of one table of one shard."""
        return self.folder / "tables" / table / f"{players}p-{shard:05d}.parquet"

    def read_manifest(self) -> Manifest | None:
        """Return the manifest, or None if the folder does not exist or is empty.

        Raises
        ------
        RunError
            If the folder holds something else, or cannot be read.
        """
        try:
            if not self.folder.exists() or all(path.name == LOCK for path in self.folder.iterdir()):
                return None
            return self.manifest()
        except OSError as error:
            raise RunError(f"{self.folder}: cannot be read: {error.strerror}") from None
        except InputError as error:
            raise RunError(str(error)) from None

    def manifest(self) -> Manifest:
        """Return the manifest of a folder that a user calls a run.

        Raises
        ------
        InputError
            If it is none, or cannot be read.
        """
        path = self.manifest_file
        try:
            if not path.is_file():
                raise InputError(
                    f"{self.folder}: is not the folder of a run (it has no {path.name}); "
                    "if a run was interrupted here, give its `rajas run` command again to continue it"
                )
            return parse_manifest(path.read_bytes())
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise InputError(f"{path}: {problem}" for problem in str(error).splitlines()) from None

    def write_text(self, path: Path, text: str) -> None:
        """Write a text file, whole or not at all."""
        with _writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_part(path, text.encode()).replace(path)

    def copy_in(self, source: Path, name: str) -> None:
        """Copy a file or folder into the run folder."""
        target = self.folder / name
        with _writing(target):
            self.folder.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True)
            elif source.resolve() != target.resolve():
                shutil.copyfile(source, target)

    def write_shard(self, players: int, shard: int, tables: Mapping[str, pl.DataFrame]) -> None:
        """Write all tables of a shard, replacing what there was.

        Raises
        ------
        RunError
            If the folder cannot be written. The shard is then as it was before, or missing.
        """
        files = {table: self.shard_file(table, players, shard) for table in tables}
        parts: dict[str, Path] = {}
        with _writing(self.folder):
            try:
                for table, frame in tables.items():
                    buffer = io.BytesIO()
                    frame.write_parquet(buffer, compression="zstd", row_group_size=1 << 20)
                    files[table].parent.mkdir(parents=True, exist_ok=True)
                    parts[table] = _write_part(files[table], buffer.getbuffer())
                files[MARKER].unlink(missing_ok=True)
                for table in sorted(tables, key=lambda t: t == MARKER):
                    parts.pop(table).replace(files[table])
            finally:
                for part in parts.values():
                    part.unlink(missing_ok=True)

    def shards(self, players: int) -> dict[int, int]:
        """Return how many blocks each shard on disk of a number of players holds.

        Raises
        ------
        RunError
            If a shard cannot be read.
        """
        import polars as pl

        found = {}
        for path in sorted((self.folder / "tables" / MARKER).glob(f"{players}p-*.parquet")):
            try:
                n_blocks = pl.scan_parquet(path).select(pl.col("block").n_unique()).collect().item()
            except (OSError, pl.exceptions.PolarsError):
                raise RunError(f"{path}: is damaged; delete it, and the same command plays its games again") from None
            found[int(path.stem.partition("-")[2])] = n_blocks
        return found

    def clean(self) -> None:
        """Remove what an interrupted run left half written."""
        with _writing(self.folder):
            for path in self.folder.rglob(f"*{TEMPORARY}"):
                path.unlink(missing_ok=True)
            for path in (self.folder / "tables").glob("*/*.parquet"):
                if not (self.folder / "tables" / MARKER / path.name).exists():
                    path.unlink(missing_ok=True)


def _write_part(path: Path, content: bytes | memoryview) -> Path:
    part = path.with_name(f"{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        part.write_bytes(content)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    return part


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn what the operating system refuses into a `RunError` that names the place."""
    try:
        yield
    except OSError as error:
        raise RunError(f"{error.filename or path}: cannot be written: {error.strerror or error}") from None
