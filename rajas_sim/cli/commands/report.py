"""`rajas report`: write a run's page again."""

from __future__ import annotations

from typing import Annotated

import typer

from rajas_sim.cli.options import RUN


def report(
    run: RUN,
    tolerance: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="How far a win share may be from even and still be fair; another one than the run's makes a second page.",
        ),
    ] = None,
    is_opened: Annotated[bool, typer.Option("--open", help="Show the report in the browser.")] = False,
) -> None:
    """Write the report of a run again, and print its path."""
    from rajas_sim.analysis import findings, load_run
    from rajas_sim.analysis.results import rulings
    from rajas_sim.questions.run.write import write_pages
    from rajas_sim.study.folder.notes import note_looks, note_verdicts
    from rajas_sim.study.folder.places import copied_here, copied_there
    from rajas_sim.study.folder.runs import find_run, require_finished

    folder = find_run(run)
    require_finished(folder)
    copy = copied_here(folder)
    results = load_run(copy, tolerance=tolerance)
    note_looks(copy, tolerance)
    all_findings = findings(results)
    page = write_pages(results, all_findings)
    if tolerance in (None, results.manifest.tolerance):
        note_verdicts(copy, results.manifest, rulings(all_findings))
    copied_there(copy, folder)
    typer.echo(folder / page.name)
    if is_opened:
        typer.launch(str(page))
