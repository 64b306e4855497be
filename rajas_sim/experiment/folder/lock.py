"""Keeping two processes from writing into one folder at the same time.

The operating system holds the lock and lets go of it when the process ends, however it ends; nothing is left in the folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rajas_sim.core.errors import RunError

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder while the block runs. Where the system cannot lock folders, nothing is held.

    Raises
    ------
    RunError
        If another process, or another run in this one, holds it, or it cannot be read.
    """
    if fcntl is None:
        yield
        return
    try:
        place = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise RunError(f"{folder}: cannot be read: {error.strerror}") from None
    try:
        try:
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunError(
                f"{folder}: another run is writing into it now; wait until it is done, or give another folder with --out"
            ) from None
        except OSError:  # some network folders have no locks
            pass
        yield
    finally:
        os.close(place)
