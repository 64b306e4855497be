"""The user's settings for all commands, and which cluster plays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from rajas_sim.core.errors import InputError

if TYPE_CHECKING:
    from distributed import Client


def settings_file() -> Path:
    """Return where a user's settings stand, if there are any."""
    import platformdirs

    return Path(platformdirs.user_config_dir("rajas")) / "settings.toml"


def usual_cluster() -> str | None:
    """Return the default cluster: the key ``cluster`` of the user's settings.

    Raises
    ------
    InputError
        If the file cannot be read, or says something else.
    """
    path = settings_file()
    if not path.is_file():
        return None
    from pydantic import Field, StrictStr

    from rajas_sim.study.config.keys import KeySources
    from rajas_sim.study.config.load import checked, read_toml
    from rajas_sim.study.config.question_tables import StrictForm

    class Settings(StrictForm):
        """What the file may say."""

        cluster: StrictStr | None = Field(default=None, description="The cluster that plays, as for --cluster")

    document, lines = read_toml(path)
    return checked(Settings, document, KeySources(str(path), lines)).cluster


@contextmanager
def chosen_cluster(address: str | None, workers: int | None, is_quiet: bool) -> Iterator[Client | None]:
    """Connect to the cluster that plays while the block runs; None if this machine does.

    Parameters
    ----------
    address
        What ``--cluster`` says; left out: the user's settings, unless a number of workers asks for this machine.

    Raises
    ------
    InputError
        If both are given, or there can be no such cluster.
    RunError
        If no scheduler answers there.
    """
    if address is not None and workers is not None:
        raise InputError("--cluster and --workers: give one of them; a cluster has as many workers as were started")
    address = usual_cluster() if address is None and workers is None else address
    if address is None:
        yield None
        return
    from rajas_sim.running.workers.connecting import connected

    with connected(address, lambda sentence: None if is_quiet else typer.echo(sentence, err=True)) as client:
        yield client
