"""Cells of typed tables as text, the same in every output."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from rajas_sim.analysis.answer import Cell, Column, Table, Unit
from rajas_sim.analysis.formatting import (
    difference_text,
    distance_text,
    duration_text,
    in_words,
    mean_text,
    number,
    part_text,
    percent,
    percentile_text,
    points,
    rating_text,
    share_text,
    signed_points,
    tolerance_points,
)
from rajas_sim.analysis.statistics.estimate import Estimate

EMPTY_CELL = "\u2013"
"""The text of an empty cell."""
_ESTIMATE_TEXTS: dict[Unit, Callable[[Estimate], str]] = {
    Unit.SHARE: share_text,
    Unit.PART: part_text,
    Unit.POINTS: lambda estimate: difference_text(estimate, is_share=True),
    Unit.DISTANCE: lambda estimate: distance_text(estimate, is_share=True),
    Unit.DEVIATION: lambda estimate: distance_text(estimate, is_share=True),
    Unit.MEAN: mean_text,
    Unit.RATING: rating_text,
    Unit.PERCENTILE: percentile_text,
    Unit.CHANGE: lambda estimate: difference_text(estimate, is_share=False),
}
_NUMBER_TEXTS: dict[Unit, Callable[[float], str]] = {
    Unit.WORD: in_words,
    Unit.SHARE: percent,
    Unit.PART: lambda share: percent(share, 0),
    Unit.POINTS: signed_points,
    Unit.DISTANCE: points,
    Unit.SIZE: lambda size: tolerance_points(round(size, 4)),
    Unit.SECONDS: duration_text,
    Unit.P_VALUE: lambda p: f"{p:.2g}",
    Unit.COUNT: lambda n: f"{n:,.0f}",
}
_RIGHT_ALIGNED_UNITS = (Unit.COUNT, Unit.NUMBER, Unit.SIZE, Unit.SECONDS, Unit.P_VALUE)


def cell_text(cell: Cell, unit: Unit) -> str:
    """Return a cell as text in the form of its unit; a number in a column of words is written in full.

    >>> cell_text(0.271, Unit.SHARE), cell_text(2000, Unit.COUNT), cell_text(True, Unit.YES_NO), cell_text(None, Unit.MEAN)
    ('27.1 %', '2,000', 'yes', '\u2013')
    >>> cell_text(0.125, Unit.WORD), cell_text("hard", Unit.WORD)
    ('0.125', 'hard')
    >>> cell_text(0.01398, Unit.SIZE), cell_text(5400.0, Unit.SECONDS)
    ('1.4 points', '90 minutes')
    """
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return EMPTY_CELL
    if isinstance(cell, Estimate):
        return _ESTIMATE_TEXTS[unit](cell)
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return _NUMBER_TEXTS[unit](cell) if unit in _NUMBER_TEXTS else number(cell, 0 if float(cell).is_integer() else 2)


def short_text(cell: Cell, unit: Unit, *, is_crowded: bool = False) -> str:
    """Return a cell as text without interval and unit, as figures have little room; with `is_crowded`, with fewer digits.

    >>> short_text(0.271, Unit.SHARE), short_text(0.271, Unit.SHARE, is_crowded=True)
    ('27.1', '27')
    """
    value = cell.value if isinstance(cell, Estimate) else cell
    if is_crowded and isinstance(value, float):
        return number(100 * value, 0) if unit is Unit.SHARE else number(value, 1)
    return re.split(r" \(| %| points", cell_text(cell, unit))[0]


def shown_columns(table: Table) -> tuple[Column, ...]:
    """Return the columns that are shown as text: all but hidden ones and keys for scripts."""
    return tuple(column for column in table.columns if column.unit is not Unit.KEY and not column.is_hidden)


def headings(table: Table) -> tuple[str, ...]:
    """Return the headings of the shown columns."""
    return tuple(column.title for column in shown_columns(table))


def text_rows(table: Table, *, in_short: bool = False) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table as text; with `in_short`, only the rows to show where room is short."""
    for row in table.rows_in_short if in_short else table.rows:
        yield tuple(text_at(table, row, column.key) for column in shown_columns(table))


def text_at(table: Table, row: Mapping[str, Cell], key: str) -> str:
    """Return the text of the cell in a row under the column with this key."""
    return cell_text(row.get(key), table.unit(key, row))


def right_aligned_headings(columns: Sequence[Column]) -> tuple[str, ...]:
    """Return the headings of the right-aligned columns."""
    return tuple(column.title for column in columns if column.unit in _RIGHT_ALIGNED_UNITS)
