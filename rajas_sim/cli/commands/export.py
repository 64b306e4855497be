"""`rajas export`: the tables of a run for Excel, R, a database or anything else that reads files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rajas_sim.cli.shared_options import RUN, Quiet, choice_text
from rajas_sim.showing.printing import echo


def export(
    run: RUN,
    file_format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="csv or parquet: a file for each table; xlsx or sqlite: one file.")
    ] = "csv",
    tables: Annotated[
        list[str] | None,
        typer.Option("--table", metavar="NAME", help="Only this table, such as seats or results. May be repeated."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="PLACE", help="Folder (csv, parquet) or file (xlsx, sqlite) to write; left out: named after the run, here."
        ),
    ] = None,
    is_quiet: Quiet = False,
) -> None:
    """Write the tables of a finished run as files for Excel, R or a database.

    The table `results` has every number of the report with its interval; docs/tables.md says what is in the others. Existing
    files are never overwritten. A workbook has tables of more than 100,000 rows only if --table names them, and it needs the
    library XlsxWriter: pip install 'rajas[excel]'.

    For example: rajas export start_player --format xlsx
    """
    from rajas_sim.core.errors import InputError
    from rajas_sim.questions.asking import open_run
    from rajas_sim.questions.run.exported_tables import export_tables
    from rajas_sim.showing.table_files import FileFormat
    from rajas_sim.study.folder.store import REPORTS

    if file_format not in tuple(FileFormat):
        raise InputError(f"--format {file_format}: possible are {choice_text(FileFormat)}")
    chosen_format = FileFormat(file_format)
    opened_run = open_run(run, REPORTS)
    run_name = opened_run.folder.resolve().name
    place = out or Path(f"{run_name}.{chosen_format}" if chosen_format.is_one_file else f"{run_name}-tables")
    if chosen_format.is_one_file and not place.suffix and not place.is_dir():
        place = place.with_suffix(f".{chosen_format}")
    exported_tables, left_out = export_tables(opened_run, tables or [], chosen_format, place)
    if is_quiet:
        echo(place)
        return
    for table in exported_tables:
        echo(f"{table.n_rows:>12,} rows  {table.name}")
    for table in left_out:
        echo(
            f"{table.n_rows:>12,} rows  {table.name}: left out, since so long a sheet is slow; "
            f"--table {table.name} or --format csv has it"
        )
    echo(f"Wrote {place}")
