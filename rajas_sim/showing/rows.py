"""Rows of text on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import typer


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], right_aligned: Sequence[str] = ()) -> None:
    """Print rows under headings; in a pipe, one line a row with tabs between the cells.

    Parameters
    ----------
    right_aligned
        Columns that are aligned to the right.
    """
    if not sys.stdout.isatty():
        for row in (columns, *rows):
            typer.echo("\t".join(row))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in right_aligned else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console().print(table)
