"""What commands that ask an experiment have in common: opening it with what was typed, and where and how its games are played."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rajas_sim.cli.errors import say_note
from rajas_sim.cli.progress import progress_bar
from rajas_sim.cli.settings import chosen_cluster
from rajas_sim.core.errors import InputError

if TYPE_CHECKING:
    from rajas_sim.questions.runner import Runner


def given(**options: Any) -> dict[str, Any]:
    """Return the options that were given, as values of the keys of a file.

    >>> given(blocks=200, seed=None, components=Path("box.toml"))
    {'blocks': 200, 'components': 'box.toml'}
    """
    return {key: str(value) if isinstance(value, Path) else value for key, value in options.items() if value is not None}


def check_page(page: Path | None, flag: str = "--html") -> None:
    """Refuse a page, or another file that an option asks for, that could not be written, before anything is played for it.

    Raises
    ------
    InputError
        If its folder is not there.
    """
    if page is not None and not page.parent.is_dir():
        raise InputError(f"{flag} {page}: there is no folder {page.parent}")


@contextmanager
def playing(game: str, out: str, *, workers: int | None, cluster: str | None, is_quiet: bool) -> Iterator[Runner]:
    """Connect to the cluster, if there is one, and show progress while the block runs; yield where and how games are played.

    Parameters
    ----------
    game
        Which game is played.
    out
        Where runs get their folders.
    workers, cluster, is_quiet
        As the options of these names.

    Raises
    ------
    InputError, RunError
        As `rajas_sim.cli.settings.chosen_cluster`.
    """
    from rajas_sim.questions.runner import Runner

    with (
        chosen_cluster(cluster, workers, is_quiet) as client,
        progress_bar(game, is_quiet, is_elsewhere=client is not None) as (on_progress, on_count),
    ):
        yield Runner(
            out=out,
            workers=workers,
            cluster=client,
            on_progress=on_progress,
            on_note=None if is_quiet else say_note,
            command=shlex.join(["rajas", *sys.argv[1:]]),
            on_count=on_count,
        )
