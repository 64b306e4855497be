"""An answer in a notebook or a script: sentences, tables as polars frames, figures, and its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from rajas_sim.analysis.answer import Answer, Curves, Figure, Finding, Map, Mark, SheetMap, Table
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.errors import InputError
from rajas_sim.showing.cells import headings, right_aligned, text_rows
from rajas_sim.showing.page import write_page
from rajas_sim.showing.pictures import figure_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure


class ShownAnswer:
    """What a question found; it prints as its sentences, and shows itself in a notebook as sentences and tables."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    @property
    def answer(self) -> Answer:
        """All of it as data."""
        return self._answer

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said."""
        return tuple(finding.sentence for finding in self.answer.findings)

    @property
    def findings(self) -> dict[str, Finding]:
        """What may be said by its key, with the estimates behind it."""
        return {finding.key: finding for finding in self.answer.findings}

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """All tables by their keys, as `table` returns them."""
        return {key: frame(table) for key, table in self.answer.tables.items()}

    def table(self, key: str | None = None, *, players: int | None = None) -> pl.DataFrame:
        """Return a table: one row a row, an estimate as its value and the columns ``_low``, ``_high`` and ``_n`` beside it.

        Parameters
        ----------
        key
            Of one table, or what the keys of several end with, which are then put below each other; left out: that of the first
            table.

        Raises
        ------
        InputError
            If there is no such table.
        """
        fitting = self._fitting(key, players)
        several = len({table.players for table in fitting}) > 1 or len(fitting) > 1
        frames = [frame(table, with_players=several) for table in fitting]
        return pl.concat(frames, how="diagonal_relaxed")

    def plot(self, key: str | None = None, *columns: str, players: int | None = None) -> MatplotlibFigure:
        """Draw a figure.

        Parameters
        ----------
        key
            Of the table that it is drawn from, as for `table`; left out: the first figure.
        columns
            Which estimates are drawn in place of its own; those of one column are filled where ``<column>_is_shown`` says yes.

        Raises
        ------
        InputError
            If there is no such figure, or none at all, or there are several and nothing says which.
        """
        named = [(panel, figure) for panel in self.answer.panels for figure in panel.figures]
        if not named:
            raise InputError(f"plot: an answer of {self.answer.question} has no figures")
        keys = [table.key for table in self._fitting(key or _without_players(named[0][1].table), players)]
        fitting = [(panel, figure) for panel, figure in named if figure.table in keys]
        fitting = fitting or [(panel, figure) for panel, figure in named if any(table.key in keys for table in panel.tables)]
        if not fitting or (len({figure.table for _, figure in fitting}) > 1):
            known = ", ".join(dict.fromkeys(figure.table for _, figure in named))
            raise InputError(f"plot: name one figure by its table, or players=...; there are {known}")
        panel, figure = fitting[0]
        if columns:
            figure = self._of(figure, columns)
        return figure_picture(figure, self.answer.tables, f"{self.answer.title}\n{panel.title}")

    def write(self, out: Path | str) -> Path:
        """Write the answer as a page, and return the file; an existing one is replaced.

        Raises
        ------
        RunError
            If the file cannot be written.
        """
        return write_page(self.answer, out)

    def _of(self, figure: Figure, columns: Sequence[str]) -> Figure:
        table = self.answer.tables[figure.table]
        known = [column.key for column in table.columns if any(isinstance(row.get(column.key), Estimate) for row in table.rows)]
        unknown = [column for column in columns if column not in known]
        if unknown:
            raise InputError(f"plot: {', '.join(map(repr, unknown))} is no column of estimates; known: {', '.join(known)}")
        marks = tuple(Mark(column, table.column(column).title) for column in columns)
        if isinstance(figure, Map | SheetMap):
            raise InputError("plot: this figure draws all columns of its table")
        if isinstance(figure, Curves):
            return replace(figure, marks=marks)
        filled = next((column.key for column in table.columns if column.key == f"{columns[0]}_is_shown"), None)
        return replace(
            figure,
            marks=marks,
            axis=", ".join(mark.title for mark in marks),
            filled=filled if len(marks) == 1 else None,
            accented=figure.accented if figure.group else None,
        )

    def _fitting(self, key: str | None, players: int | None) -> list[Table]:
        tables = self.answer.tables
        wanted = _without_players(next(iter(tables))) if key is None else key
        fitting = [
            table for name, table in tables.items() if f".{name}".endswith(f".{wanted}") and players in (None, table.players)
        ]
        if not fitting:
            restriction = f" with {players} players" if players is not None else ""
            raise InputError(f"there is no table {wanted!r}{restriction}; known: {', '.join(tables)}")
        return fitting

    def __repr__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        parts = [f"<h4>{escape(self.answer.title)}</h4>", *(f"<p>{escape(sentence)}</p>" for sentence in self.sentences)]
        for panel in self.answer.panels:
            for table in panel.tables:
                title = ": ".join(filter(None, (panel.title, table.title)))
                parts += [f"<h5>{escape(title)}</h5>", _html(table), f"<p><small>{escape(table.note)}</small></p>"]
        return "".join(parts)


def _without_players(key: str) -> str:
    """Return what follows the number of players in the key of a table, or the whole key where it begins with none."""
    return key.partition(".")[2] or key


def frame(table: Table, *, with_players: bool = False) -> pl.DataFrame:
    """Return a table as a polars frame; with the number of players as its first column where that is asked for."""
    rows = []
    for row in table.rows:
        cells: dict[str, object] = {"players": table.players} if with_players else {}
        for column in table.columns:
            cell = row.get(column.key)
            is_estimated = any(isinstance(other.get(column.key), Estimate) for other in table.rows)
            cells[column.key] = cell.value if isinstance(cell, Estimate) else cell
            if is_estimated:
                ends = (cell.low, cell.high, cell.n) if isinstance(cell, Estimate) else (None, None, None)
                cells |= dict(zip((f"{column.key}_low", f"{column.key}_high", f"{column.key}_n"), ends, strict=True))
        rows.append(cells)
    return pl.DataFrame(rows, infer_schema_length=None)


def _html(table: Table) -> str:
    right = right_aligned(table.columns)

    def row(tag: str, cells: tuple[str, ...]) -> str:
        sides = ["right" if heading in right else "left" for heading in headings(table)]
        each = zip(cells, sides, strict=True)
        return "<tr>" + "".join(f'<{tag} style="text-align: {side}">{escape(cell)}</{tag}>' for cell, side in each) + "</tr>"

    body = "".join(row("td", cells) for cells in text_rows(table, table.n_open))
    return f"<table><thead>{row('th', headings(table))}</thead><tbody>{body}</tbody></table>"
