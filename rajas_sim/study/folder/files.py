"""Writing files so that they are whole or not there, even if the power fails, and checking that they still are.

What a system refuses is a `RunError`. Stores promise by themselves that a file is whole or not there, so files are only renamed.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from rajas_sim.core.errors import RunError
from rajas_sim.study.folder.places import is_here, reaching

#: How the name of a file ends that is not whole yet.
TEMPORARY = ".part"


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the operating system refuses into a `RunError` that names the place."""
    try:
        with reaching(path):
            yield
    except OSError as error:
        raise RunError(f"{error.filename or path}: cannot be written: {error.strerror or error}") from None


def write_part(path: Path, content: bytes | memoryview) -> Path:
    """Write the content of a file under a temporary name beside it, sync it to the disk, and return that name."""
    # Two machines may number their processes alike, and write the same file.
    part = path.with_name(f"{path.name}.{token_hex(8)}{TEMPORARY}")
    path.parent.mkdir(parents=True, exist_ok=True)
    if not is_here(path):
        part.write_bytes(content)
        return part
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        error.filename = error.filename or str(path)
        raise
    return part


def sync_folders(folders: Iterable[Path]) -> None:
    """Sync folders to the disk, so that the names of their files are there too; where a system cannot do that, it need not."""
    for folder in set(filter(is_here, folders)):
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def rename(part: Path, path: Path) -> None:
    """Give what was written under a temporary name its own, in place of what has it."""
    if is_here(part):
        part.replace(path)
    else:
        part.rename(path)


def write_file(path: Path, content: bytes | str) -> None:
    """Write a file, whole or not at all; one that holds this already is left alone.

    Raises
    ------
    RunError
        If it cannot be written; the file is then as it was.
    """
    data = content.encode() if isinstance(content, str) else content
    with writing(path):
        if path.is_file() and path.read_bytes() == data:
            return
        rename(write_part(path, data), path)
        sync_folders([path.parent])


def sha256_of(content: bytes) -> str:
    """Return the SHA-256 of what a file holds, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def damage_of(path: Path, sha256: str, n_bytes: int | None = None) -> str | None:
    """Return what is wrong with a file, in a sentence that begins with it; None if it is whole."""
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            size = file.seek(0, io.SEEK_END)
    except FileNotFoundError:
        return f"{path}: is missing"
    except OSError as error:
        return f"{path}: cannot be read: {error.strerror}"
    if n_bytes not in (None, size):
        return f"{path}: is damaged: it has {size:,} bytes instead of {n_bytes:,}"
    return None if digest == sha256 else f"{path}: is damaged: it does not hold what was written"
