"""An answer in a notebook or a script: sentences, tables as polars frames, figures, and its page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from rajas_sim.analysis.answer import Answer, Curves, Figure, Finding, Map, Mark, SheetMap, Table, Unit
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.errors import InputError
from rajas_sim.showing.cells import headings, right_aligned_headings, shown_columns, text_at, text_rows
from rajas_sim.showing.page import write_page
from rajas_sim.showing.pictures import notebook_figure
from rajas_sim.showing.printing import printable

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure


class ShownAnswer:
    """The answer to a question in Python: `print` shows its sentences, and a notebook its sentences and tables."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    @property
    def answer(self) -> Answer:
        """The whole answer as data."""
        return self._answer

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of the findings."""
        return tuple(finding.sentence for finding in self.answer.findings)

    @property
    def findings(self) -> dict[str, Finding]:
        """The findings by their keys, with the estimates behind them."""
        return {finding.key: finding for finding in self.answer.findings}

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """All tables by their keys, as `table` returns them."""
        return {key: polars_frame(table) for key, table in self.answer.tables.items()}

    @property
    def numbers(self) -> pl.DataFrame:
        """Every estimate of all tables, one per row.

        Columns are players (None for all), section, panel, table, row (the first cell of the row, if it is a count, and its
        words), number (the heading of the column), value, low, high, level, n, method and name.
        """
        answer = self.answer
        return pl.DataFrame(
            [
                {"players": table.players, "section": section.title, "panel": panel.title, "table": table.title, **number}
                for section in answer.sections
                for panel in section.panels
                for table in panel.tables
                for number in _numbers_of(table)
            ],
            infer_schema_length=None,
        )

    def table(self, key: str | None = None, *, players: int | None = None) -> pl.DataFrame:
        """Return a table as a frame; an estimate becomes four columns: its value, ``_low``, ``_high`` and ``_n``.

        Parameters
        ----------
        key
            Key of a table, or an ending that several keys share; several tables are put below each other. By default the ending
            of the first key, without its number of players.
        players
            Only the tables with this number of players.

        Raises
        ------
        InputError
            If there is no such table.
        """
        matching_tables = self._matching_tables(key, players)
        frames = [polars_frame(table, with_players=len(matching_tables) > 1) for table in matching_tables]
        return pl.concat(frames, how="diagonal_relaxed")

    def plot(self, key: str | None = None, *columns: str, players: int | None = None) -> MatplotlibFigure:
        """Draw a figure.

        Parameters
        ----------
        key
            Key of the table that the figure is drawn from, as for `table`; by default that of the first figure.
        columns
            Columns of estimates to draw in place of the figure's own; a single column is filled where ``<column>_is_shown`` is
            yes.

        Raises
        ------
        InputError
            If there is no such figure, or several match.
        """
        all_figures = [(panel, figure) for panel in self.answer.panels for figure in panel.figures]
        if not all_figures:
            raise InputError(f"plot: an answer of {self.answer.question} has no figures")
        keys = [table.key for table in self._matching_tables(key or _without_players(all_figures[0][1].table), players)]
        matching_figures = [(panel, figure) for panel, figure in all_figures if figure.table in keys]
        matching_figures = matching_figures or [  # figures drawn from another table of the panel
            (panel, figure) for panel, figure in all_figures if any(table.key in keys for table in panel.tables)
        ]
        if not matching_figures or (len({figure.table for _, figure in matching_figures}) > 1):
            known_tables = ", ".join(dict.fromkeys(figure.table for _, figure in all_figures))
            raise InputError(f"plot: name one figure by its table, or players=...; there are {known_tables}")
        panel, figure = matching_figures[0]
        if columns:
            figure = self._with_columns(figure, columns)
        return notebook_figure(figure, self.answer.tables, f"{self.answer.title}\n{panel.title}")

    def write(self, out: Path | str) -> Path:
        """Write the answer as a page, and return the file; an existing one is replaced.

        Raises
        ------
        RunError
            If the file cannot be written.
        """
        return write_page(self.answer, out)

    def _with_columns(self, figure: Figure, columns: Sequence[str]) -> Figure:
        """Return a figure that draws these columns instead of its own; refuse columns without estimates, and a map."""
        table = self.answer.tables[figure.table]
        known_columns = _keys_of_estimates(table)
        unknown_columns = [column for column in columns if column not in known_columns]
        if unknown_columns:
            raise InputError(
                f"plot: {', '.join(map(repr, unknown_columns))} is no column of estimates; known: {', '.join(known_columns)}"
            )
        marks = tuple(Mark(column, table.column(column).title) for column in columns)
        if isinstance(figure, Map | SheetMap):
            raise InputError("plot: this figure draws all columns of its table")
        if isinstance(figure, Curves):
            return replace(figure, marks=marks)
        filled_column = next((column.key for column in table.columns if column.key == f"{columns[0]}_is_shown"), None)
        return replace(
            figure,
            marks=marks,
            axis=", ".join(mark.title for mark in marks),
            filled=filled_column if len(marks) == 1 else None,
            stressed=figure.stressed if figure.group else None,
        )

    def _matching_tables(self, key: str | None, players: int | None) -> list[Table]:
        """Return the tables whose key is `key` or ends in it, for a number of players; None: the first key's ending, any number.

        Raise an `InputError` if there are none.
        """
        tables = self.answer.tables
        key_end = _without_players(next(iter(tables))) if key is None else key
        matching_tables = [
            table
            for table_key, table in tables.items()
            if f".{table_key}".endswith(f".{key_end}") and players in (None, table.players)
        ]
        if not matching_tables:
            restriction = f" with {players} players" if players is not None else ""
            raise InputError(f"there is no table {key_end!r}{restriction}; known: {', '.join(tables)}")
        return matching_tables

    def __repr__(self) -> str:
        return printable("\n".join(filter(None, (self.answer.in_one_sentence, *self.sentences))))

    def _repr_html_(self) -> str:
        """Return the sentences and the tables with their notes as HTML; figures are drawn by `plot` only."""
        parts = [f"<h4>{escape(self.answer.title)}</h4>"]
        parts += [f"<p><b>{escape(self.answer.in_one_sentence)}</b></p>"] if self.answer.in_one_sentence else []
        parts += [f"<p>{escape(sentence)}</p>" for sentence in self.sentences]
        for panel in self.answer.panels:
            for table in panel.tables:
                title = ": ".join(filter(None, (panel.title, table.title)))
                parts += [f"<h5>{escape(title)}</h5>", _html_table(table), f"<p><small>{escape(table.note)}</small></p>"]
        return "".join(parts)


def _without_players(key: str) -> str:
    """Return the key of a table without what stands before its first point: "sources" for "2p.sources" and for "sources"."""
    return key.partition(".")[2] or key


def _numbers_of(table: Table) -> Iterator[dict[str, object]]:
    """Yield the estimates of the shown columns, each as cells of a row of `ShownAnswer.numbers` without those for its table."""
    columns = shown_columns(table)
    for row in table.rows:
        words = [text_at(table, row, column.key) for column in columns if column.unit is Unit.WORD and row.get(column.key)]
        if columns[0].unit is Unit.COUNT:
            words.insert(0, f"{columns[0].title} {text_at(table, row, columns[0].key)}")
        for column in columns:
            cell = row.get(column.key)
            if isinstance(cell, Estimate):
                number = cell.as_dict()
                name = number.pop("name")
                yield {"row": ", ".join(words), "number": column.title, **number, "name": name}


def _keys_of_estimates(table: Table) -> list[str]:
    """Return the keys of the columns that hold an estimate in some row."""
    return [column.key for column in table.columns if next(table.estimates(column.key), None) is not None]


def polars_frame(table: Table, *, with_players: bool = False) -> pl.DataFrame:
    """Return a table as a polars frame, an estimate as four columns (`ShownAnswer.table`).

    With `with_players`, the first column is the number of players.
    """
    keys_of_estimates = _keys_of_estimates(table)
    rows = []
    for row in table.rows:
        cells: dict[str, object] = {"players": table.players} if with_players else {}
        for column in table.columns:
            cell = row.get(column.key)
            cells[column.key] = cell.value if isinstance(cell, Estimate) else cell
            if column.key in keys_of_estimates:
                interval = (cell.low, cell.high, cell.n) if isinstance(cell, Estimate) else (None, None, None)
                cells |= dict(zip((f"{column.key}_low", f"{column.key}_high", f"{column.key}_n"), interval, strict=True))
        rows.append(cells)
    return pl.DataFrame(rows, infer_schema_length=None)


def _html_table(table: Table) -> str:
    """Return the rows of a table to show where room is short as HTML, with numbers aligned to the right."""
    right_headings = right_aligned_headings(table.columns)

    def html_row(tag: str, cells: tuple[str, ...]) -> str:
        sides = ["right" if heading in right_headings else "left" for heading in headings(table)]
        html_cells = (
            f'<{tag} style="text-align: {side}">{escape(cell)}</{tag}>' for cell, side in zip(cells, sides, strict=True)
        )
        return f"<tr>{''.join(html_cells)}</tr>"

    body = "".join(html_row("td", cells) for cells in text_rows(table, in_short=True))
    return f"<table><thead>{html_row('th', headings(table))}</thead><tbody>{body}</tbody></table>"
