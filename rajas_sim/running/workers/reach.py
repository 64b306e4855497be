"""Whether the folder of a run can be reached from where its games are played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from rajas_sim.study.folder.files import TEMPORARY, writing
from rajas_sim.study.folder.places import place
from rajas_sim.study.folder.shards import Shards


@dataclass(frozen=True)
class Reach:
    """The folder of a run as its process sees it, with a token in it that tells it from another folder of the same name.

    Attributes
    ----------
    folder
        Its absolute path, or its URL.
    token
        Name and content of a file there.
    """

    folder: str
    token: str

    def shards(self) -> Shards | None:
        """Return the shards of the run if this process sees the token, and so may write them itself."""
        try:
            folder = place(self.folder)
            return Shards(folder) if (folder / self.token).read_text() == self.token else None
        except Exception:  # each kind of store has errors of its own, and what it needs may not be installed here
            return None


@contextmanager
def within_reach(folder: Path) -> Iterator[Reach]:
    """Leave a token in a folder for as long as the block runs.

    Raises
    ------
    RunError
        If the folder cannot be written.
    """
    token = f".{token_hex(8)}{TEMPORARY}"
    with writing(folder):
        (folder / token).write_text(token)
    try:
        yield Reach(str(folder.absolute()), token)
    finally:
        with suppress(Exception):  # the next start of the run removes it
            (folder / token).unlink(missing_ok=True)
