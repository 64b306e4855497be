"""The folder of a run: what is in it, and who may write into it.

::

    reports/<name>-<hash8>/
        config.toml  manifest.json  report.html  .lock
        shards/<players>p-<shard>.json              receipt: makes a shard count, with its checksums
        tables/<table>/<players>p-<shard>.parquet

A folder without shards is a new run. The manifest is written before the first game and after the last one. If it is lost, the
same command derives it again from config and shards.
"""

from __future__ import annotations

import hashlib
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.core.rulebook.component_file import parse_toml
from rajas_sim.study.config.form import MOST_BLOCKS, Config
from rajas_sim.study.folder.manifest import DamagedManifestError, Manifest, parse_manifest
from rajas_sim.study.folder.places import damage_of, errors_of_writing, is_local, sha256_of, store_errors, write_file
from rajas_sim.study.folder.shards import Shards

REPORTS = Path("reports")
CONFIG, LOCK = "config.toml", ".lock"
LOCK_TIMEOUT_S = 0.3
"""How long a run waits for the lock; `RunFolder.is_locked` holds it for a moment."""


class LostManifestError(InputError):
    """A run folder has no manifest, or a damaged one."""


@dataclass(frozen=True)
class RunFolder:
    """A run folder."""

    folder: Path

    @property
    def manifest_file(self) -> Path:
        """The path of the manifest."""
        return self.folder / "manifest.json"

    @property
    def config_file(self) -> Path:
        """The path of the resolved config."""
        return self.folder / CONFIG

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Make the folder if it does not exist, and keep other runs from writing into it during the `with` block.

        The operating system releases the lock when the process ends, for any reason. The lock of a run in a store
        keeps only other runs on this machine away.

        Raises
        ------
        RunError
            If another process, or another run in this process, holds the lock, or if the folder or the lock cannot be written.
        """
        lock = FileLock(self._lock_file())
        with errors_of_writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                lock.acquire(timeout=LOCK_TIMEOUT_S)
            except Timeout:
                raise RunError(
                    f"{self.folder}: another run is writing into it now; wait until it is done, or give another folder with --out"
                ) from None
        try:
            yield
        finally:
            lock.release()

    @property
    def is_locked(self) -> bool:
        """Whether another run is writing into the folder now.

        No lock file is made to find out.
        """
        file = self._lock_file()
        if file.is_symlink() or not file.is_file():
            return False
        lock = FileLock(file)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return True
        except OSError:  # this user may not open the lock file
            return False
        lock.release()
        return False

    def _lock_file(self) -> Path:
        """Return the path of the lock: in the folder, or for a store in the folder of temporary files."""
        if is_local(self.folder):
            return self.folder / LOCK
        name = hashlib.sha256(str(self.folder).encode()).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"rajas-{name}{LOCK}"

    @property
    def shards(self) -> Shards:
        """The shards in the folder."""
        return Shards(self.folder)

    @property
    def command(self) -> str:
        """The command that plays the missing part of the run, and writes its manifest again if it is lost."""
        return shlex.join(["rajas", "run", str(self.config_file), "--out", str(self.folder.parent)])

    def read_manifest(self) -> Manifest | None:
        """Return the manifest, or None if it is missing or damaged.

        Raises
        ------
        RunError
            If another version of this program wrote it, or it cannot be read.
        """
        try:
            return self.manifest()
        except LostManifestError:
            return None
        except InputError as error:
            raise RunError(str(error)) from None

    def manifest(self) -> Manifest:
        """Return the manifest of a folder that a user named as a run.

        Raises
        ------
        InputError
            If it cannot be read; a `LostManifestError` if it is missing or damaged.
        """
        path = self.manifest_file
        try:
            with store_errors(self.folder):
                content = path.read_bytes()
            return parse_manifest(content)
        except FileNotFoundError:
            if not self.config_file.is_file():
                raise LostManifestError(f"{self.folder}: is not the folder of a run (it has no {path.name})") from None
            raise LostManifestError(f"{self.folder}: has lost its {path.name}; this writes it again:\n  {self.command}") from None
        except DamagedManifestError as error:
            raise LostManifestError(f"{path}: {error}; this writes it again:\n  {self.command}") from None
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise InputError(f"{path}: {problem}" for problem in str(error).splitlines()) from None

    def blocks_of_config(self) -> int:
        """Return how many blocks the config of the folder asks for; 0 if it does not say or cannot be read."""
        blocks = self._value_of_config("blocks")
        return blocks if isinstance(blocks, int) and 1 <= blocks <= MOST_BLOCKS else 0

    def name_of_config(self) -> str:
        """Return the name of the experiment, from the config of the folder; empty if the config cannot be read."""
        name = self._value_of_config("name")
        return name if isinstance(name, str) else ""

    def _value_of_config(self, key: str) -> object:
        """Return the value of a key of the config; None if it is missing or the config cannot be read."""
        try:
            return parse_toml(self.config_file.read_text(encoding="utf-8")).get(key)
        except (OSError, ValueError):
            return None

    def write_question(self, config: Config) -> dict[str, str]:
        """Write the config, and beside it the component file if the run has one; return the SHA-256 of each file by name.

        Raises
        ------
        RunError
            If the folder cannot be written.
        OSError
            If the component file cannot be read.
        """
        files = {}
        if config.components is not None:
            name = f"components{config.components.suffix}"
            files[name] = config.components.read_bytes()
            config = config.model_copy(update={"components": Path(name)})
        files = {CONFIG: config.to_toml().encode(), **files}
        for name, content in files.items():
            write_file(self.folder / name, content)
        return {name: sha256_of(content) for name, content in files.items()}

    def damaged_question_files(self, manifest: Manifest) -> list[str]:
        """Return what is wrong with the files of `write_question`, one sentence for each damaged file."""
        problems = (damage_of(self.folder / name, sha256) for name, sha256 in manifest.question_files.items())
        return [problem for problem in problems if problem is not None]
