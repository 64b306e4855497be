"""`rajas check`: whether the numbers of an experiment are what they are expected to be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.asking import opened, playing
from rajas_sim.cli.exit_codes import FAILED, UNDECIDED
from rajas_sim.cli.options import CONFIG, AsJson, Components, Keys, OnCluster, Quiet, Seed, Workers
from rajas_sim.cli.output import strategies_print_to_stderr
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.analysis.expectations import Answered


def check(
    config: Annotated[str, CONFIG],
    expect: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SENTENCE",
            help="Expect this instead of what the file does, e.g. 'rounds.2 between 6 and 9'. May be repeated.",
        ),
    ] = None,
    blocks: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Most blocks to play; by default those of the file.")
    ] = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: OnCluster = None,
    sets: Keys = None,
    components: Components = None,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where the games get their folder; URLs as well.")] = "reports",
    junit: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the answers as JUnit XML, for a CI.")] = None,
    as_json: AsJson = False,
    is_quiet: Quiet = False,
) -> None:
    """Play until every expectation of an experiment is known to hold or to fail, and no game more.

    It ends with 0 if all hold, 1 if one fails, and 3 if one is undecided after as many games as the file allows. However often it
    looks, the chance of a wrong answer among all is at most one minus the level of the experiment.
    """
    from rajas_sim.analysis.expectations import Answer
    from rajas_sim.asking.check import check as answered
    from rajas_sim.asking.check import junit_xml
    from rajas_sim.experiment.folder.files import write_file

    with strategies_print_to_stderr():
        experiment = opened(config, sets, seed=seed, components=components, expect=expect)
        with playing(experiment.game.name, out, workers=workers, cluster=cluster, is_quiet=is_quiet) as here:
            found = answered(experiment, here, blocks=blocks)
    if junit is not None:
        write_file(junit, junit_xml(experiment.config.name, found).encode())
    if as_json:
        typer.echo(json.dumps([_as_json(own) for own in found], indent=2))
    else:
        _print(found, is_quiet)
    kinds = {own.answer for own in found}
    if Answer.FAILS in kinds:
        raise typer.Exit(FAILED)
    if Answer.UNDECIDED in kinds:
        raise typer.Exit(UNDECIDED)


def _print(found: Sequence[Answered], is_quiet: bool) -> None:
    from rajas_sim.analysis.expectations import Answer
    from rajas_sim.analysis.text_tables import answers_table

    table = answers_table([own for own in found if not is_quiet or own.answer is not Answer.HOLDS])
    if table.rows:
        print_table(table.headers, table.rows, right=table.right)


def _as_json(own: Answered) -> dict[str, Any]:
    return {
        "expected": own.expectation.text,
        "players": own.players,
        "answer": str(own.answer),
        "found": own.estimate.as_dict(),
    }
