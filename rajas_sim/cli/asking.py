"""What commands that play have in common: the options given, the cluster, and the progress shown."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rajas_sim.cli.errors import say_note
from rajas_sim.cli.output import progress_bar
from rajas_sim.core.errors import InputError
from rajas_sim.showing.printing import echo

if TYPE_CHECKING:
    from distributed import Client

    from rajas_sim.questions.runner import Runner


def given_options(**options: Any) -> dict[str, Any]:
    """Return the options that were given, as values for the keys of a file.

    >>> given_options(blocks=200, seed=None, components=Path("box.toml"))
    {'blocks': 200, 'components': 'box.toml'}
    """
    return {key: str(value) if isinstance(value, Path) else value for key, value in options.items() if value is not None}


def check_output_file(path: Path | None, flag: str = "--html") -> None:
    """Refuse a page, or another file that an option asks for, that could not be written, before any games are played for it.

    Raises
    ------
    InputError, RunError
        As `require_place`.
    """
    if path is not None:
        from rajas_sim.study.folder.places import require_place

        require_place(path, flag)


@contextmanager
def open_runner(game: str, out: str, *, workers: int | None, cluster: str | None, is_quiet: bool) -> Iterator[Runner]:
    """Connect to the cluster, if any, and show progress during the `with` block; yield the settings with which games are played.

    Parameters
    ----------
    game
        Name of the game.
    out
        Folder in which runs get their folders.
    workers, cluster, is_quiet
        As the options of these names.

    Raises
    ------
    InputError, RunError
        As `chosen_cluster`.
    """
    from rajas_sim.questions.runner import Runner

    with (
        chosen_cluster(cluster, workers, is_quiet) as client,
        progress_bar(game, is_quiet, plays_on_cluster=client is not None) as (on_progress, on_count),
    ):
        yield Runner(
            out=out,
            workers=workers,
            cluster=client,
            on_progress=on_progress,
            on_note=None if is_quiet else cache(say_note),  # a note that several runs give is printed once
            command=shlex.join(["rajas", *sys.argv[1:]]),
            on_count=on_count,
        )


# --- which cluster plays


def settings_file() -> Path:
    """Return the path of the user's settings file, which may not exist."""
    import platformdirs

    return Path(platformdirs.user_config_dir("rajas")) / "settings.toml"


def default_cluster() -> str | None:
    """Return the default cluster: the key ``cluster`` of the user's settings; None without one.

    Raises
    ------
    InputError
        If the file cannot be read, or has other content.
    """
    path = settings_file()
    if not path.is_file():
        return None
    from pydantic import Field, StrictStr

    from rajas_sim.study.config.keys import KeySources
    from rajas_sim.study.config.load import check_form, read_toml
    from rajas_sim.study.config.question_tables import StrictForm

    class Settings(StrictForm):
        """The keys that the settings file may have."""

        cluster: StrictStr | None = Field(default=None, description="The cluster that plays, as for --cluster")

    document, text = read_toml(path)
    return check_form(Settings, document, KeySources(str(path), text)).cluster


@contextmanager
def chosen_cluster(address: str | None, workers: int | None, is_quiet: bool) -> Iterator[Client | None]:
    """Connect to the cluster that plays during the `with` block; yield None if this machine plays.

    Parameters
    ----------
    address
        The value of ``--cluster``. If it is None, the user's settings apply, unless `workers` asks for this machine.

    Raises
    ------
    InputError
        If both `address` and `workers` are given, or the address is not possible.
    RunError
        If no scheduler answers at the address.
    """
    if address is not None and workers is not None:
        raise InputError("--cluster and --workers: give one of them; a cluster has as many workers as were started")
    address = default_cluster() if address is None and workers is None else address
    if address is None:
        yield None
        return
    from rajas_sim.running.workers.connecting import connected

    with connected(address, lambda sentence: None if is_quiet else echo(sentence, err=True)) as client:
        yield client
