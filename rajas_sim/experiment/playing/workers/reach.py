"""Whether the folder of a run can be reached from where its games are played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from rajas_sim.experiment.folder.files import TEMPORARY, writing
from rajas_sim.experiment.folder.shards import Shards


@dataclass(frozen=True)
class Reach:
    """The folder of a run as its process sees it, with a token in it that tells it from another folder of the same name.

    Attributes
    ----------
    folder
        Absolute.
    token
        Name and content of a file there.
    """

    folder: Path
    token: str

    def shards(self) -> Shards | None:
        """Return the shards of the run if this process sees the token, and so may write them itself."""
        with suppress(OSError):
            if (self.folder / self.token).read_text() == self.token:
                return Shards(self.folder)
        return None


@contextmanager
def within_reach(folder: Path) -> Iterator[Reach]:
    """Leave a token in a folder for as long as the block runs.

    Raises
    ------
    RunError
        If the folder cannot be written.
    """
    reach = Reach(folder.absolute(), f".{token_hex(8)}{TEMPORARY}")
    with writing(folder):
        (reach.folder / reach.token).write_text(reach.token)
    try:
        yield reach
    finally:
        with suppress(OSError):
            (reach.folder / reach.token).unlink(missing_ok=True)
