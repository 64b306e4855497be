"""`rajas schema`: the form of experiment and tuning files, for editors."""

from __future__ import annotations

import json
from typing import Annotated

import typer


def schema(
    is_of_tunings: Annotated[bool, typer.Option("--tuning", help="The schema of tuning files instead.")] = False,
    is_of_answers: Annotated[bool, typer.Option("--answer", help="The schema of what --json prints instead.")] = False,
) -> None:
    """Print the JSON schema of experiment files, which editors use to complete and check them."""
    if is_of_answers:
        from rajas_sim.showing.as_json import answer_schema

        typer.echo(json.dumps(answer_schema(), indent=2))
        return
    from rajas_sim.running.tuning.form import tuning_schema
    from rajas_sim.study.config.form import json_schema

    typer.echo(json.dumps(tuning_schema() if is_of_tunings else json_schema(), indent=2))
