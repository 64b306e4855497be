"""Rows of text on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rajas_sim.showing.printing import echo, on_one_line


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], right_aligned: Sequence[str] = ()) -> None:
    """Print rows under headings; into a pipe, print one line per row with tabs between the cells.

    Parameters
    ----------
    columns
        The headings.
    right_aligned
        Those of the headings whose columns are aligned to the right.
    """
    headings = [on_one_line(column) for column in columns]
    cells_of_rows = ([on_one_line(cell) for cell in row] for row in rows)
    if not sys.stdout.isatty():
        for cells in (headings, *cells_of_rows):
            echo("\t".join(cells))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
    for column, heading in zip(columns, headings, strict=True):
        table.add_column(Text(heading), justify="right" if column in right_aligned else "left", overflow="fold")
    for cells in cells_of_rows:
        table.add_row(*map(Text, cells))
    Console().print(table)
