"""Tables as files for other programs: CSV and Parquet files, an Excel workbook or an SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from importlib.util import find_spec
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
from polars import selectors

from rajas_sim.core.errors import InputError, RunError, not_installed
from rajas_sim.study.folder.places import errors_of_writing, part_of, rename, require_place, require_writable

if TYPE_CHECKING:
    from typing_extensions import Buffer
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

EXCEL_ROWS = 1_048_576
"""Rows of an Excel sheet, including the heading."""
EXACT_IN_EXCEL = 2**53
"""Excel holds every number as a floating-point number, so larger integers lose digits."""
WIDEST_COLUMN = 60
"""Greatest width of a column of a sheet, in letters."""


class FileFormat(StrEnum):
    """The formats of table files."""

    CSV = "csv"
    PARQUET = "parquet"
    XLSX = "xlsx"
    SQLITE = "sqlite"

    @property
    def is_one_file(self) -> bool:
        """Whether one file holds all tables."""
        return self in (FileFormat.XLSX, FileFormat.SQLITE)


@dataclass(frozen=True)
class NamedTable:
    """A table that may be larger than memory.

    Attributes
    ----------
    parts
        The rows from first to last; each part fits into memory, and all parts have the same columns.
    """

    name: str
    parts: Sequence[pl.LazyFrame]

    @cached_property
    def frame(self) -> pl.LazyFrame:
        """All rows, with words as plain text."""
        return _with_plain_text(pl.concat(self.parts))

    @cached_property
    def n_rows(self) -> int:
        """The number of rows."""
        n_rows: int = self.frame.select(pl.len()).collect().item()
        return n_rows

    def frames(self) -> Iterator[pl.DataFrame]:
        """Yield the parts of the table, read one at a time."""
        for part in self.parts:
            yield _with_plain_text(part).collect()


def _with_plain_text(frame: pl.LazyFrame) -> pl.LazyFrame:
    """Turn enumerated words into text; other programs would read them as numbers or as special types."""
    return frame.with_columns(selectors.by_dtype(pl.Enum, pl.Categorical).cast(pl.String))


def require_new_files(names: Iterable[str], file_format: FileFormat, out: Path) -> dict[str, Path]:
    """Return the file of each table; refuse places where nothing can be written or a file already exists.

    Parameters
    ----------
    names
        Names of the tables.
    out
        The folder for the files, which is made later if it does not exist; or the one file that holds all tables.

    Raises
    ------
    InputError
        If a file exists already, even as a link, or a folder is missing, or a library is not installed.
    RunError
        If the folder cannot be written.
    """
    if file_format is FileFormat.XLSX and find_spec("xlsxwriter") is None:
        raise not_installed("--format xlsx", "XlsxWriter", "excel")
    if file_format.is_one_file:
        require_place(out, "--out")
    elif out.is_dir():
        require_writable(out)
    elif not out.parent.is_dir() or out.exists() or out.is_symlink():
        is_missing = not out.parent.is_dir()
        raise InputError(f"--out {out}: {f'there is no folder {out.parent}' if is_missing else 'is not a folder'}")
    else:
        require_writable(out.parent)
    files = {name: out if file_format.is_one_file else out / f"{name}.{file_format}" for name in names}
    if taken := [path for path in dict.fromkeys(files.values()) if path.exists() or path.is_symlink()]:
        names_text = ", ".join(path.name for path in taken)
        verb = "exists" if len(taken) == 1 else "exist"
        raise InputError(f"--out {out}: {names_text} {verb} already; choose another place")
    return files


def require_room_in_sheets(tables: Iterable[NamedTable]) -> None:
    """Refuse tables that are longer than an Excel sheet.

    Raises
    ------
    InputError
        With each of these tables, and what to do.
    """
    problems = [
        f"table {table.name}: has {table.n_rows:,} rows, and a sheet of Excel holds {EXCEL_ROWS - 1:,} below its heading. Use "
        "--format csv, or name the other tables with --table"
        for table in tables
        if table.n_rows >= EXCEL_ROWS
    ]
    if problems:
        raise InputError(problems)


def write_tables(tables: Sequence[NamedTable], files: dict[str, Path], file_format: FileFormat) -> None:
    """Write tables to new files: all of them, or none if one fails.

    Parameters
    ----------
    files
        Name of each table -> its file, as `require_new_files` returns them.

    Raises
    ------
    RunError
        If a file cannot be written.
    """
    paths = list(dict.fromkeys(files.values()))
    folder = paths[0].parent
    with errors_of_writing(folder), ExitStack() as new_files:
        new_files.enter_context(_new_folder(folder))
        temporary_paths = {path: new_files.enter_context(_new_file(path)) for path in paths}
        for path, temporary_path in temporary_paths.items():
            tables_of_file = [table for table in tables if files[table.name] == path]
            try:
                with errors_of_writing(path):
                    _WRITERS[file_format](tables_of_file, temporary_path)
            except (sqlite3.Error, pl.exceptions.PolarsError, _LibraryError) as error:
                raise RunError(f"{path}: cannot be written: {error}") from None


@contextmanager
def _new_folder(folder: Path) -> Iterator[None]:
    """Make a folder if it does not exist, and remove it again if the `with` block fails."""
    is_new = not folder.is_dir()
    folder.mkdir(exist_ok=True)
    try:
        yield
    except BaseException:
        if is_new:
            with suppress(OSError):  # somebody else may have put a file there
                folder.rmdir()
        raise


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside a file to write to; it becomes the file after the `with` block unless that fails."""
    temporary_path = part_of(path)
    try:
        yield temporary_path
        rename(temporary_path, path)
    finally:
        temporary_path.unlink(missing_ok=True)


class _LibraryError(Exception):
    """A message of XlsxWriter about a file that it cannot write; its own class cannot be named, as it may not be installed."""


class _FileOfWorkbook(FileIO):
    """A file that remembers the first writing error.

    Raised at once, it would make `zipfile` print another error when the `ZipFile` is deleted.
    """

    error: OSError | None = None

    def write(self, content: Buffer) -> int:
        """Write the whole content, but nothing after an error; return its length in either case."""
        unwritten = memoryview(content).cast("B")
        n_bytes = len(unwritten)
        try:
            while unwritten and self.error is None:
                unwritten = unwritten[super().write(unwritten) :]
        except OSError as error:
            self.error = error
        return n_bytes


def _write_csv(tables: Iterable[NamedTable], path: Path) -> None:
    """Write one table; if it has text, begin with the mark by which Excel recognises UTF-8."""
    (table,) = tables
    has_text = pl.String in table.frame.collect_schema().dtypes()
    table.frame.sink_csv(path, include_bom=has_text)


def _write_parquet(tables: Iterable[NamedTable], path: Path) -> None:
    (table,) = tables
    table.frame.sink_parquet(path)


def _write_workbook(tables: Iterable[NamedTable], path: Path) -> None:
    """Write an Excel workbook with a sheet for each table.

    XlsxWriter writes row by row here and forgets each row. `DataFrame.write_excel` would hold all cells: 2.1 GiB instead of 0.1
    GiB for 100,000 rows of the table seats, and take two and a half times as long.
    """
    from xlsxwriter import Workbook
    from xlsxwriter.exceptions import XlsxWriterException

    # The label of a strategy is text, even if it looks like a formula.
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    try:
        with _FileOfWorkbook(path, "w") as file:
            with Workbook(file, options) as workbook:
                heading_format = workbook.add_format({"bold": True})
                for table in tables:
                    _write_sheet(table, workbook.add_worksheet(table.name), heading_format)
            if file.error is not None:
                raise file.error
    except XlsxWriterException as error:
        raise _LibraryError(str(error)) from None


def _write_sheet(table: NamedTable, sheet: Worksheet, heading_format: Format) -> None:
    """Write a table below a frozen heading; one without rows leaves the sheet empty.

    Columns with integers that Excel would round become text; not-a-number becomes empty.
    """
    long_integers_as_text = pl.col(_columns_with_long_integers(table.frame)).cast(pl.String)
    n_rows = 0
    for frame in table.frames():
        if not n_rows:
            sheet.freeze_panes(1, 0)
            sheet.autofilter(0, 0, table.n_rows, frame.width - 1)
            for i, width in enumerate(_column_widths(frame)):
                sheet.set_column(i, i, width)
            sheet.write_row(0, 0, frame.columns, heading_format)
        for row in frame.with_columns(long_integers_as_text, selectors.float().fill_nan(None)).iter_rows():
            n_rows += 1
            sheet.write_row(n_rows, 0, row)


def _columns_with_long_integers(frame: pl.LazyFrame) -> list[str]:
    """Return the names of the columns whose integers Excel would round, such as seeds."""
    largest = frame.select(selectors.by_dtype(pl.Int64, pl.UInt64).max()).collect()
    return [column.name for column in largest if (column.item() or 0) > EXACT_IN_EXCEL]


def _column_widths(frame: pl.DataFrame) -> list[int]:
    """Return the width of each column in letters."""
    most_letters = frame.select(pl.all().cast(pl.String).str.len_chars().max()).row(0)
    return [
        min(WIDEST_COLUMN, max(len(name), n_letters or 0) + 3)  # 3: room for the button of the filter
        for name, n_letters in zip(frame.columns, most_letters, strict=True)
    ]


def _write_database(tables: Iterable[NamedTable], path: Path) -> None:
    """Write all tables to one SQLite database."""
    with closing(sqlite3.connect(path)) as database:
        # The file counts only when it is whole, so the database needs no rollback.
        database.execute("PRAGMA journal_mode = OFF")
        for table in tables:
            schema = table.frame.collect_schema()
            columns = ", ".join(f'"{name}" {_sql_type(dtype)}' for name, dtype in schema.items())
            database.execute(f'CREATE TABLE "{table.name}" ({columns})')
            insert = f'INSERT INTO "{table.name}" VALUES ({", ".join("?" * len(schema))})'
            for frame in table.frames():
                database.executemany(insert, frame.iter_rows())
        database.commit()


def _sql_type(dtype: pl.DataType) -> str:
    if dtype.is_integer() or dtype == pl.Boolean:
        return "INTEGER"
    return "REAL" if dtype.is_float() else "TEXT"


_WRITERS: dict[FileFormat, Callable[[Iterable[NamedTable], Path], None]] = {
    FileFormat.CSV: _write_csv,
    FileFormat.PARQUET: _write_parquet,
    FileFormat.XLSX: _write_workbook,
    FileFormat.SQLITE: _write_database,
}
