"""`rajas new`: an experiment file to begin with."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from rajas_sim.cli.options import Quiet, complete_experiment


def new(
    name: Annotated[str, typer.Argument(help="Name of the experiment; its file NAME.toml is written here.")],
    like: Annotated[
        str,
        typer.Option(metavar="CONFIG", help="Experiment to copy: a shipped one or a file.", autocompletion=complete_experiment),
    ] = "start_player",
    is_quiet: Quiet = False,
) -> None:
    """Write an experiment file like another one, with comments on what else it can ask."""
    from rajas_sim.study.new_experiment import write_experiment

    path = write_experiment(name, like)
    asked = re.search(rf"rajas \w+ {re.escape(str(path))}", path.read_text(encoding="utf-8"))
    then = asked[0] if asked else f"rajas run {path}"
    typer.echo(path if is_quiet else f"Wrote {path}. Change what it asks, then: {then}")
