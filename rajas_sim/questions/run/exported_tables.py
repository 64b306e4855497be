"""The tables of a run, and the numbers of its report, written for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from rajas_sim.analysis import Run
from rajas_sim.core.errors import InputError
from rajas_sim.questions.run.played import PlayedRun
from rajas_sim.showing.table_files import FileFormat, NamedTable, require_new_files, require_room_in_sheets, write_tables
from rajas_sim.study.folder.shards import TABLES
from rajas_sim.study.folder.store import RunFolder

SENTENCES, RESULTS = "sentences", "results"
"""Tables of the run's statements, and of every number of the report in words with its interval; they are written together."""


HANDY_ROWS = 100_000
"""A workbook holds no longer tables unless they are asked for by name: they take minutes to write and to open."""


def export_tables(
    run: Run, wanted: Sequence[str], file_format: FileFormat, out: Path
) -> tuple[list[NamedTable], list[NamedTable]]:
    """Write tables of a run into new files: all tables if no names are given, with the numbers of the report first.

    Returns the tables that were written, and those that are too long for a workbook and were left out.

    Parameters
    ----------
    out
        A folder, or the one file for all tables, as in `require_new_files`.

    Raises
    ------
    InputError
        If the run has no such table, if a table does not fit, or if a file exists already.
    RunError
        If a file cannot be written.
    """
    names = _names_of_tables(run, wanted)
    files = require_new_files([*([SENTENCES] if RESULTS in names else []), *names], file_format, out)
    tables, left_out = [_table_of_games(run, name) for name in names if name != RESULTS], list[NamedTable]()
    if file_format is FileFormat.XLSX and not wanted:
        left_out = [table for table in tables if table.n_rows > HANDY_ROWS]
        tables = [table for table in tables if table.n_rows <= HANDY_ROWS]
    if file_format is FileFormat.XLSX:
        require_room_in_sheets(tables)
    if RESULTS in names:
        played_run = PlayedRun(run)
        sentences = pl.LazyFrame({"sentence": [played_run.answer.in_one_sentence, *played_run.sentences]})
        tables = [NamedTable(SENTENCES, [sentences]), NamedTable(RESULTS, [played_run.numbers.lazy()]), *tables]
    write_tables(tables, files, file_format)
    return tables, left_out


def _names_of_tables(run: Run, wanted: Sequence[str]) -> list[str]:
    """Return the wanted names, or all, in the order of the run after `RESULTS`; unknown or unsafe ones are an `InputError`."""
    # These names become file names, and whoever made the run chose them.
    if strange_names := [name for name in run.manifest.tables if not name.isidentifier()]:
        manifest_file = RunFolder(run.folder).manifest_file
        raise InputError(f"{manifest_file}: {name!r} is no name of a table" for name in strange_names)
    known_names = [RESULTS, *run.manifest.tables]
    if unknown_names := [name for name in wanted if name not in known_names]:
        raise InputError(f"--table {name}: this run has no such table; it has {', '.join(known_names)}" for name in unknown_names)
    return [name for name in known_names if name in wanted or not wanted]


def _table_of_games(run: Run, name: str) -> NamedTable:
    """Return a table with the rows of all rule sets and numbers of players."""
    folder = run.folder / TABLES / name
    if links := [path for path in (folder.parent, folder, *sorted(folder.iterdir())) if path.is_symlink()]:
        raise InputError(f"{links[0]}: is a link; only files in the folder of the run are exported")
    return NamedTable(name, [rows for k in run.players for rows in run.slices(name, k, every_arm=True)])
