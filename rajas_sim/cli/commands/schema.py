"""`rajas schema`: the form of an experiment file, for editors."""

from __future__ import annotations

import json

import typer


def schema() -> None:
    """Print the JSON schema of experiment files, with which editors complete and check them."""
    from rajas_sim.experiment.question.form import json_schema

    typer.echo(json.dumps(json_schema(), indent=2))
