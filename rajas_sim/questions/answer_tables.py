"""Tables made from items or from rows of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any

from rajas_sim.analysis.answer import Cell, Column, Table

FilledColumn = Column | tuple[Column, Callable[[Any], Cell]]
"""A column with the function that computes its cell from an item; a column alone takes the item's attribute with its key."""


def table_of(key: str, title: str, items: Iterable[object], columns: Sequence[FilledColumn], **table_fields: Any) -> Table:
    """Make a table with one row for each item.

    Parameters
    ----------
    table_fields
        Other fields of the `Table`.
    """
    column_functions = [(column, attrgetter(column.key)) if isinstance(column, Column) else column for column in columns]
    rows = ([cell_of(item) for _, cell_of in column_functions] for item in items)
    return table_of_cells(key, title, rows, [column for column, _ in column_functions], **table_fields)


def table_of_cells(key: str, title: str, rows: Iterable[Sequence[Cell]], columns: Sequence[Column], **table_fields: Any) -> Table:
    """Make a table from rows whose cells are in the order of the columns; `table_fields` are as in `table_of`."""
    keys = [column.key for column in columns]
    return Table(key, title, tuple(columns), tuple(dict(zip(keys, cells, strict=True)) for cells in rows), **table_fields)
