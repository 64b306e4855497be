"""`rajas new` and `rajas schema`: a first experiment file, and the form of experiment and tuning files, for editors."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from rajas_sim.cli.output import print_json
from rajas_sim.cli.shared_options import Quiet, complete_experiment
from rajas_sim.showing.printing import echo


def new(
    name: Annotated[str, typer.Argument(help="Name of the experiment; its file NAME.toml is written here.")],
    like: Annotated[
        str,
        typer.Option(metavar="CONFIG", help="Experiment to copy: a shipped one or a file.", autocompletion=complete_experiment),
    ] = "start_player",
    is_quiet: Quiet = False,
) -> None:
    """Write an experiment file like another one, with comments on what else it can ask."""
    from rajas_sim.running.authoring.new_files import write_experiment

    path = write_experiment(name, like)
    command_match = re.search(rf"rajas \w+ {re.escape(str(path))}", path.read_text(encoding="utf-8"))
    next_command = command_match[0] if command_match else f"rajas run {path}"
    echo(path if is_quiet else f"Wrote {path}. Change what it asks, then: {next_command}")


def schema(
    is_of_tunings: Annotated[bool, typer.Option("--tuning", help="The schema of tuning files instead.")] = False,
    is_of_answers: Annotated[bool, typer.Option("--answer", help="The schema of what --json prints instead.")] = False,
) -> None:
    """Print the JSON schema of experiment files, which editors use to complete and check them."""
    if is_of_answers:
        from rajas_sim.showing.as_json import answer_schema

        print_json(answer_schema())
        return
    from rajas_sim.running.tuning.load import tuning_schema
    from rajas_sim.study.config.form import experiment_schema

    print_json(tuning_schema() if is_of_tunings else experiment_schema())
