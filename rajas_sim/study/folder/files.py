"""Writing files so that they are whole or not there, even if the power fails; what a system refuses is a `RunError`.

What is written to a store is whole or not there by the store's own promise, and is only renamed here.
"""

from __future__ import annotations

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
    """Write what is to become a file under a temporary name beside it, synced to the disk, and return that name."""
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


def write_file(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all; one that holds this already is left alone.

    Raises
    ------
    RunError
        If it cannot be written; the file is then as it was.
    """
    with writing(path):
        if path.is_file() and path.read_bytes() == content:
            return
        rename(write_part(path, content), path)
        sync_folders([path.parent])
