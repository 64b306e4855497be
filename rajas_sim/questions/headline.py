"""The one figure beside the cards of an answer: a row for each of the numbers that matter most, with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rajas_sim.analysis.answer import Column, Intervals, Mark, Panel, Table, Unit
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.questions.answer_tables import FilledColumn, table_of
from rajas_sim.showing.cells import text_at
from rajas_sim.showing.pictures import drawn_rows

MOST_ROWS = 15
"""More rows and headings do not fit on the first screen."""
LINES_OF_AN_AXIS = 3
"""A second axis takes up as much room as this many rows."""
FEWEST_ROWS = 3
"""At least this many rows are drawn below each heading, if there are no more than `MOST_HEADINGS`."""
MOST_HEADINGS = 5
KEY = "headline"


@dataclass(frozen=True, slots=True)
class HeadlineRow:
    """One estimate of a headline.

    Attributes
    ----------
    heading
        What the row has in common with adjacent rows, such as "4 players".
    is_stressed, is_filled
        Whether it has the second colour, and whether its point is filled.
    is_share
        Whether the estimate is a share; used if some rows are shares and others are not.
    """

    heading: str
    label: str
    estimate: Estimate
    is_stressed: bool = False
    is_filled: bool = True
    is_share: bool = True


def headline_of(rows: Sequence[HeadlineRow], axes: Mapping[Unit, str], caption: str, **figure_fields: Any) -> Panel | None:
    """Draw the first rows below each heading; None if there are no rows, or too many headings.

    Parameters
    ----------
    rows
        Rows with the same heading are adjacent, the most important first.
    axes
        By unit of the estimates, the title of the axis. Of two units, the first is for shares and the second for other numbers,
        which get a separate figure.
    figure_fields
        Other fields of the `Intervals`.
    """
    headings = list(dict.fromkeys(row.heading for row in rows))
    if not rows or len(headings) > MOST_HEADINGS:
        return None
    n_heading_lines = len(headings) * len(axes) if len(headings) > 1 else 0
    n_lines = MOST_ROWS - n_heading_lines - LINES_OF_AN_AXIS * (len(axes) - 1)
    n_rows_per_heading = max(FEWEST_ROWS, n_lines // len(headings))
    rows_by_heading = ([row for row in rows if row.heading == heading] for heading in headings)
    drawn = [row for rows_below in rows_by_heading for row in rows_below[:n_rows_per_heading]]
    if len(drawn) < len(rows):
        caption += f" Drawn: {len(drawn)} of {len(rows)}."
    estimate_unit = next(iter(axes)) if len(axes) == 1 else Unit.CHANGE_BY_ROW
    table = table_of(KEY, "at a glance", drawn, _columns(estimate_unit), n_rows_in_short=0)
    figures = []
    for unit, axis in axes.items():
        figure = Intervals(KEY, "label", (Mark("estimate"),), axis, _alt_text(caption, table), stressed="is_stressed")
        figure = replace(figure, filled="is_filled", heading="heading" if len(headings) > 1 else None, **figure_fields)
        figure = figure if len(axes) == 1 else replace(figure, only_unit=unit)
        figures += [figure] if drawn_rows(figure, table) else []
    return Panel("At a glance", (table,), tuple(figures), caption)


def _columns(estimate_unit: Unit) -> tuple[FilledColumn, ...]:
    """Return the columns of the table behind a headline."""
    return (
        Column("heading", "of"),
        Column("label", "what"),
        (Column("unit", "unit", Unit.KEY), lambda row: Unit.SHARE if row.is_share else Unit.MEAN),
        Column("estimate", "estimate", estimate_unit),
        Column("is_stressed", "in the second colour", Unit.KEY),
        Column("is_filled", "filled", Unit.KEY),
    )


def _alt_text(caption: str, table: Table) -> str:
    """Describe in words what a headline draws."""
    texts = (
        f"{', '.join(filter(None, (str(row['heading']), str(row['label']))))}: {text_at(table, row, 'estimate')}"
        for row in table.rows
    )
    return f"{caption} {'; '.join(texts)}"
