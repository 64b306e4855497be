"""The one figure beside the cards of an answer: a row for each of the numbers that matter most, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rajas_sim.analysis.answer import Column, Intervals, Mark, Panel, Table, Unit
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.questions.answer_tables import table_of
from rajas_sim.showing.cells import cell_text

MOST_ROWS = 14
"""More rows and headings do not fit on the first screen."""
FEWEST_ROWS = 3
"""Of the rows below one heading so many are drawn at least, if there are no more than `MOST_HEADINGS`."""
MOST_HEADINGS = 5
KEY = "headline"


@dataclass(frozen=True, slots=True)
class HeadlineRow:
    """One estimate of a headline.

    Attributes
    ----------
    heading
        What it has in common with the rows before or after it, as "4 players".
    is_stressed, is_filled
        Whether it has the second colour, and whether its point is filled.
    """

    heading: str
    label: str
    estimate: Estimate
    is_stressed: bool = False
    is_filled: bool = True


def headline_of(rows: Sequence[HeadlineRow], unit: Unit, axis: str, caption: str, **figure_fields: Any) -> Panel | None:
    """Draw the first rows below each heading; None where there are no rows, or too many headings.

    Parameters
    ----------
    rows
        Those with the same heading follow each other, the most important first.
    unit, axis
        How the estimates are read, and what stands below them.
    figure_fields
        The other fields of an `Intervals`.
    """
    headings = list(dict.fromkeys(row.heading for row in rows))
    if not rows or len(headings) > MOST_HEADINGS:
        return None
    n_lines = MOST_ROWS - (len(headings) if len(headings) > 1 else 0)
    most = max(FEWEST_ROWS, n_lines // len(headings))
    drawn = [row for heading in headings for row in [row for row in rows if row.heading == heading][:most]]
    if len(drawn) < len(rows):
        caption += f" Drawn: {len(drawn)} of {len(rows)}; the section below has all."
    table = table_of(KEY, "at a glance", drawn, _columns(unit, axis), n_open=0)
    figure = Intervals(KEY, "label", (Mark("estimate"),), axis, alt_text(caption, table), accented="is_stressed")
    figure = replace(figure, filled="is_filled", heading="heading" if len(headings) > 1 else None, **figure_fields)
    return Panel("At a glance", (table,), (figure,), caption)


def _columns(unit: Unit, axis: str) -> tuple[Column, ...]:
    return (
        Column("heading", "of"),
        Column("label", "what"),
        Column("estimate", axis, unit),
        Column("is_stressed", "in the second colour", Unit.KEY),
        Column("is_filled", "filled", Unit.KEY),
    )


def alt_text(caption: str, table: Table) -> str:
    """Say in words what a headline draws."""
    texts = (f"{row['heading']}, {row['label']}: {cell_text(row['estimate'], table.unit('estimate', row))}" for row in table.rows)
    return f"{caption} {'; '.join(texts)}"
