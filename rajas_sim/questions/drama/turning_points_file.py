"""The turning points of all games as a file, and the commands that play their games again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from rajas_sim.analysis.course.drama import GameDrama, turning_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.core.errors import InputError, RunError
from rajas_sim.study.folder.places import part_of


def check_ending(file: Path) -> None:
    """Refuse a file for turning points with an unknown ending.

    Raises
    ------
    InputError
        If the ending is neither .csv nor .parquet.
    """
    if file.suffix not in (".csv", ".parquet"):
        raise InputError(f"{file}: found the ending {file.suffix!r}; .csv and .parquet can be written")


def write_turning_points(run: Run, dramas: Sequence[GameDrama], file: Path) -> int:
    """Write the turning points of all results to a ``.csv`` or ``.parquet`` file; return the number of rows.

    Games are read and written slice by slice, so memory does not grow with their number. The column ``replay`` holds the command
    that plays the game of the row again.

    Raises
    ------
    InputError
        If the ending of the file is unknown.
    RunError
        If it cannot be written.
    """
    check_ending(file)
    command = command_column(run.folder)
    slices = (
        points.with_columns(players=pl.lit(drama.players, pl.UInt8), line_up=pl.lit(drama.label), replay=command)
        for drama in dramas
        for points in turning_points(run, drama)
    )
    n_rows, partial_file = 0, part_of(file)
    try:
        if file.suffix == ".csv":
            with partial_file.open("wb") as csv_file:
                for points in slices:
                    points.write_csv(csv_file, include_header=csv_file.tell() == 0)
                    n_rows += points.height
        else:
            from pyarrow.parquet import ParquetWriter

            writer = None
            try:
                for points in slices:
                    rows = points.to_arrow()
                    writer = writer or ParquetWriter(partial_file, rows.schema)
                    writer.write_table(rows)
                    n_rows += points.height
            finally:
                if writer is not None:
                    writer.close()
        if partial_file.exists():
            partial_file.replace(file)
    except OSError as error:
        raise RunError(f"{file}: the turning points cannot be written: {error.strerror or error}") from error
    finally:
        partial_file.unlink(missing_ok=True)
    return n_rows


def game_command(folder: Path, game: int) -> str:
    """Return the command that plays a game of a run again."""
    return shlex.join(["rajas", "replay", str(folder), str(game)])


def command_column(folder: Path) -> pl.Expr:
    """Return the expression for the `game_command` of each row's game."""
    return pl.format("rajas replay {} {}", pl.lit(shlex.quote(str(folder))), "game")
