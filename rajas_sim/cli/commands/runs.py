"""`rajas runs`: which runs there are, and whether their files are what was written."""

from __future__ import annotations

from typing import Annotated

import typer

from rajas_sim.cli.commands.report import RUN
from rajas_sim.cli.errors import say_error
from rajas_sim.cli.exit_codes import FAILED
from rajas_sim.cli.output import print_table

app = typer.Typer(help="Runs: which there are, and whether they are whole.", no_args_is_help=True)


@app.command("list")
def list_runs(
    out: Annotated[str, typer.Option(metavar="DIR", help="Where the folders of the runs lie; URLs as well.")] = "reports",
) -> None:
    """List all runs; how to mend those whose manifest is lost stands on stderr, and the command ends with 1."""
    from rajas_sim.core.errors import InputError
    from rajas_sim.experiment.folder.places import place
    from rajas_sim.experiment.folder.runs import runs_in
    from rajas_sim.experiment.folder.store import Store

    rows, is_all = [], True
    for folder in runs_in(place(out)):
        try:
            manifest = Store(folder).manifest()
        except InputError as error:
            say_error(str(error))
            is_all = False
            continue
        state = "finished" if manifest.complete else "not finished"
        rows.append((folder.name, state, f"{sum(manifest.games.values()):,}", manifest.question))
    print_table(("run", "state", "games", "question"), rows, right=("games",))
    if not is_all:
        raise typer.Exit(FAILED)


@app.command("check")
def check_run(run: RUN) -> None:
    """Compare the files of a run with the checksums taken when they were written; it ends with 1 if something is damaged.

    These are all but its pages: every table, receipt, manifest, config and component file. Whatever opens a run does the same.
    The run's command plays damaged games again.
    """
    from rajas_sim.experiment.folder.run_state import damage, how_to_mend
    from rajas_sim.experiment.folder.runs import find_run
    from rajas_sim.experiment.folder.store import Store

    folder = find_run(run)
    problems = damage(folder)
    for problem in problems:
        say_error(problem)
    store = Store(folder)
    manifest = store.manifest()
    if problems:
        typer.echo(how_to_mend(folder, manifest), err=True)
        raise typer.Exit(FAILED)
    receipts = store.shards.receipts(manifest.hashes.run)
    mib = sum(file.n_bytes for receipt in receipts for file in receipt.tables.values()) / 2**20
    typer.echo(f"{folder}: whole: {sum(manifest.games.values()):,} games in {len(receipts):,} shards, {mib:,.1f} MiB of tables")
