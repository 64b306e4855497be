"""`rajas compare`: what changed from one run to another."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from rajas_sim.cli.options import RUN, AnswerPage, AsJson, Quiet
from rajas_sim.cli.output import say_page
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.analysis import Run
    from rajas_sim.analysis.comparing.runs import RunComparison
    from rajas_sim.experiment.rule_sets.differences import Difference


def compare(
    old: RUN,
    new: RUN,
    page: AnswerPage = None,
    as_json: AsJson = False,
    is_quiet: Quiet = False,
) -> None:
    """Compare two runs of one game: what differs between them, and what that changed, number by number.

    Runs with the same seed had the same luck: their blocks are paired, which shows smaller changes. Of experiments with several
    rule sets the first ones are compared.
    """
    from rajas_sim.analysis import load_run
    from rajas_sim.analysis.comparing.runs import compare_runs
    from rajas_sim.experiment.folder.places import copied_here
    from rajas_sim.experiment.folder.runs import find_run, require_finished
    from rajas_sim.experiment.rule_sets.of_runs import differences_of_runs

    folders = copied_here(find_run(old)), copied_here(find_run(new))
    for folder in folders:
        require_finished(folder)
    runs = [load_run(folder) for folder in folders]
    found = compare_runs(runs[0], runs[1])
    differing = differences_of_runs(*folders)
    if page is not None:
        from rajas_sim.report import write_comparison

        write_comparison(runs[0], runs[1], found, differing, page)
    if as_json:
        typer.echo(json.dumps(_as_json(runs, found, differing, page), indent=2, default=str))
    elif is_quiet:
        for comparison in found:
            typer.echo(f"{comparison.finding}.")
    else:
        _print(runs, found, differing)
        say_page(page, is_quiet)


def _print(runs: Sequence[Run], found: Sequence[RunComparison], differing: Sequence[Difference]) -> None:
    from rajas_sim.analysis.comparing.runs import how_compared
    from rajas_sim.analysis.text_tables import changes_table
    from rajas_sim.experiment.rule_sets.differences import spelled

    typer.echo(f"Old     {runs[0].folder}\nNew     {runs[1].folder}\n")
    if differing:
        print_table(("what differs", "old", "new"), [(d.path, spelled(d.a), spelled(d.b)) for d in differing])
    else:
        typer.echo("Nothing differs between their questions, rules, players and versions.")
    typer.echo(f"\n{how_compared(found)}\n")
    for comparison in found:
        typer.echo(f"{comparison.finding}.")
    typer.echo()
    table = changes_table(found)
    print_table(table.headers, table.rows, right=table.right)


def _as_json(
    runs: Sequence[Run], found: Sequence[RunComparison], differing: Sequence[Difference], page: Path | None
) -> dict[str, Any]:
    return {
        "old": str(runs[0].folder),
        "new": str(runs[1].folder),
        "page": None if page is None else str(page),
        "same_luck": found[0].is_paired,
        "differing": [{key: asdict(d)[key] for key in ("path", "a", "b")} for d in differing],
        "changes": [
            {
                "players": comparison.players,
                "line_up": comparison.line_up,
                "metric": change.metric.name,
                "old": change.baseline.as_dict(),
                "new": change.changed.as_dict(),
                "difference": change.difference.as_dict(),
                "p_value": change.p_value,
                "is_found": change.is_found,
            }
            for comparison in found
            for change in comparison.changes.values()
        ],
        "findings": [f"{comparison.finding}." for comparison in found],
    }
