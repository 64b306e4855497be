"""`rajas report` and `rajas runs`: the page of a run, the list of runs, and checks that their files are undamaged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated

import typer

from rajas_sim.cli.errors import EXIT_FAILED, say_error
from rajas_sim.cli.output import print_json
from rajas_sim.cli.shared_options import RUN, AsJson
from rajas_sim.showing.printing import echo
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.study.folder.listing import ListedRun

app = typer.Typer(help="List runs, label them, and check their files.")

Out = Annotated[str, typer.Option(metavar="DIR", help="Folder with the runs; may be a URL.")]
DEFAULT_FOLDER = "reports"


ShowsParts = Annotated[
    bool, typer.Option("--all", help="Also list each run that a question such as solve or plan played as a part of its answer.")
]


@app.callback(invoke_without_command=True)
def runs(context: typer.Context, shows_parts: ShowsParts = False) -> None:
    """List, label, check, go on with, or clean up runs."""
    if context.invoked_subcommand is None:
        list_runs(DEFAULT_FOLDER, shows_parts=shows_parts)
    elif shows_parts:
        from rajas_sim.core.errors import InputError

        raise InputError("--all belongs to the list: rajas runs list --all")


@app.command("list")
def list_runs(out: Out = DEFAULT_FOLDER, shows_parts: ShowsParts = False, as_json: AsJson = False) -> None:
    """List all runs with their verdicts.

    The pilots, stages and boxes that a question played as a part of its answer are counted beside the only run of the
    experiment, or in a line of their own; --all lists each of them. With --json all runs are listed; asked_by says which
    question and experiment a run is a part of.

    Verdicts are about the seats under the first rule set (the baseline), by number of players, as `rajas run` or `rajas
    report` last gave them. If a run has lost its manifest or has that of another, stderr says how to repair it, and the
    command exits with status 1.
    """
    from rajas_sim.study.folder import listing
    from rajas_sim.study.folder.places import folder_at

    rows, problems = listing.list_runs(folder_at(out))
    for problem in problems:
        say_error(problem)
    if as_json:
        print_json([asdict(row) | {"asked_by": row.asked_by and row.asked_by.model_dump()} for row in rows])
    else:
        _print_rows(rows, shows_parts)
    if problems:
        raise typer.Exit(EXIT_FAILED)


def _print_rows(rows: Sequence[ListedRun], shows_parts: bool) -> None:
    """Print runs as a table; runs that a question played are counted in the row of their experiment or in an additional row."""
    listed_rows = [row for row in rows if shows_parts or row.asked_by is None]
    parts_by_experiment: dict[str, list[ListedRun]] = {}
    for row in rows:
        if not shows_parts and row.asked_by is not None:
            parts_by_experiment.setdefault(row.asked_by.experiment, []).append(row)
    also_text_by_run: dict[str, str] = {}
    for experiment, parts in parts_by_experiment.items():
        runs_of_experiment = [row for row in listed_rows if row.experiment == experiment]
        # If an experiment has several runs, nobody knows which of them the parts belong to.
        row = runs_of_experiment[0] if len(runs_of_experiment) == 1 else _row_of_parts(experiment, parts)
        listed_rows += [row] if row not in listed_rows else []
        also_text_by_run[row.run] = _also_text([part.asked_by.question for part in parts if part.asked_by is not None])
    columns = ["run", "label", "day", "game", "strategies", "blocks", "games", "players: verdict", "question", "settings", "also"]
    cells = [(*_cells(row), also_text_by_run.get(row.run, "")) for row in sorted(listed_rows, key=lambda row: row.run)]
    shown_indices = [i for i, column in enumerate(columns) if column not in ("settings", "also") or any(row[i] for row in cells)]
    print_table(
        [columns[i] for i in shown_indices], ([row[i] for i in shown_indices] for row in cells), right_aligned=("blocks", "games")
    )


def _row_of_parts(experiment: str, parts: Sequence[ListedRun]) -> ListedRun:
    """Return an additional row for the parts of answers about an experiment that has no run of its own, or several."""
    return replace(
        max(parts, key=lambda row: row.day),
        run=experiment,
        label="",
        blocks={},
        games=sum(row.games for row in parts),
        is_finished=all(row.is_finished for row in parts),
        verdicts={},
        sentence="",
        settings={},
    )


def _also_text(questions: Sequence[str]) -> str:
    """Return how many runs each question played, as text.

    >>> _also_text(["solve", "plan", "solve"])
    '1 run for plan, 2 runs for solve'
    """
    return ", ".join(f"{n} run{'s' * (n > 1)} for {question}" for question, n in sorted(Counter(questions).items()))


def _cells(row: ListedRun) -> tuple[str, ...]:
    """Return the cells of a run without ``also``; of its strategies, only the first two are named."""
    strategies = ", ".join(row.strategies[:2]) + (f" and {len(row.strategies) - 2} more" if len(row.strategies) > 2 else "")
    cells = (row.run, row.label, row.day, row.game, strategies, row.blocks_text, f"{row.games:,}", row.verdict_text)
    return (*cells, row.question, row.settings_text)


@app.command("label")
def label_run(run: RUN, label: Annotated[str, typer.Argument(metavar="LABEL", help="The new name of the run.")]) -> None:
    """Give a run a label, which any command takes as RUN."""
    from rajas_sim.study.folder.notes import write_label
    from rajas_sim.study.folder.runs import find_run

    folder = find_run(run)
    write_label(folder, label)
    echo(f"{folder} is called {label.strip()}.")


@app.command("check")
def check_run(run: RUN) -> None:
    """Compare the files of a run with their checksums; exit with status 1 if one is damaged.

    All files but pages have checksums. Every command that opens a run checks them as well. To play damaged
    games again, repeat the command that played the run.
    """
    from rajas_sim.study.folder.runs import find_run
    from rajas_sim.study.folder.state import damage_of_run, how_to_mend
    from rajas_sim.study.folder.store import RunFolder

    folder = find_run(run)
    problems = damage_of_run(folder)
    for problem in problems:
        say_error(problem)
    run_folder = RunFolder(folder)
    manifest = run_folder.manifest()
    if problems:
        echo(how_to_mend(folder, manifest), err=True)
        raise typer.Exit(EXIT_FAILED)
    receipts = run_folder.shards.receipts(manifest.hashes.run)
    mib = sum(file.n_bytes for receipt in receipts for file in receipt.tables.values()) / 2**20
    echo(f"{folder}: whole: {sum(manifest.games.values()):,} games in {len(receipts):,} shards, {mib:,.1f} MiB of tables")


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
    has_pdf: Annotated[
        bool, typer.Option("--pdf", help="Write it as a PDF file as well; this needs Chromium, Chrome or Edge.")
    ] = False,
) -> None:
    """Write the report of a run again, and print its path."""
    from rajas_sim.analysis import load_run, results_of
    from rajas_sim.analysis.results import rulings
    from rajas_sim.questions.run.run_answer import other_answer, run_answer
    from rajas_sim.questions.run.write import write_pages
    from rajas_sim.showing.pdf import save_pdf
    from rajas_sim.study.folder.notes import note_looks, note_verdicts
    from rajas_sim.study.folder.places import local_copy, require_writable, upload_changes
    from rajas_sim.study.folder.runs import find_run, require_finished

    folder = find_run(run)
    require_finished(folder)
    local_folder = local_copy(folder)
    require_writable(local_folder)
    loaded_run = load_run(local_folder, tolerance=tolerance)
    note_looks(local_folder, tolerance)
    results = results_of(loaded_run)
    answer = run_answer(loaded_run, results)
    page = write_pages(loaded_run, results, answer)
    if tolerance in (None, loaded_run.manifest.tolerance):
        note_verdicts(local_folder, loaded_run.manifest, rulings(results), other_answer(answer))
    pdf = save_pdf(page) if has_pdf else None
    upload_changes(local_folder, folder)
    echo(folder / page.name)
    if pdf is not None:
        echo(folder / pdf.name)
    if is_opened:
        typer.launch(str(page))
