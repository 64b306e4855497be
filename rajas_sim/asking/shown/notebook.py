"""What all answers have in common: how they print, show themselves in a notebook, and draw their intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import polars as pl

from rajas_sim.analysis import Estimate
from rajas_sim.analysis.text_tables import TextTable
from rajas_sim.core.errors import InputError
from rajas_sim.report.figure import drawing, new_picture
from rajas_sim.report.intervals import Rows, draw_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class OfPlayers(Protocol):
    """A result for one number of players."""

    @property
    def players(self) -> int:
        """How many play."""


Result = TypeVar("Result", bound=OfPlayers)


class InNotebook:
    """An answer that prints as its sentences, and shows itself in a notebook as title, sentences and table."""

    title: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said."""
        raise NotImplementedError

    def table(self) -> pl.DataFrame:
        """Return the numbers with their intervals."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        return as_html(self.sentences, title=self.title) + self.table()._repr_html_()


class OnAPage(InNotebook):
    """An answer that can be written as a page as well."""

    def write(self, out: Path | str, command: str = "") -> Path:
        """Write it as one HTML page, and return the file; an existing one is replaced.

        Parameters
        ----------
        command
            What plays it again, which the page then names.

        Raises
        ------
        RunError
            If the file cannot be written.
        """
        return self._write(Path(out), command)

    def _write(self, out: Path, command: str) -> Path:
        raise NotImplementedError


def as_sentences(results: Iterable[str]) -> tuple[str, ...]:
    """Return findings as sentences that end."""
    return tuple(f"{finding}." for finding in results)


def the_one(results: Sequence[Result], players: int | None) -> Result:
    """Return the result for a number of players, or the only one.

    Raises
    ------
    InputError
        If there are several and none is named, or none for that number.
    """
    fitting = [own for own in results if players in (None, own.players)]
    if len(fitting) != 1:
        raise InputError(f"players: found {players}; name one of {', '.join(str(own.players) for own in results)}")
    return fitting[0]


def estimates_table(estimates: Sequence[Estimate]) -> pl.DataFrame:
    """Return estimates as a table with the columns name, value, low, high, level, n and method."""
    return pl.DataFrame([estimate.as_dict() for estimate in estimates])


def as_html(sentences: Sequence[str], *tables: TextTable, title: str = "", small_print: str = "") -> str:
    """Return sentences and tables of text as a notebook shows them."""
    parts = [f"<h4>{escape(title)}</h4>"] if title else []
    parts += [f"<p>{escape(sentence)}</p>" for sentence in sentences]
    parts += [_table(table) for table in tables if table.rows]
    parts += [f"<p><small>{escape(small_print)}</small></p>"] if small_print else []
    return "".join(parts)


def _table(table: TextTable) -> str:
    def row(tag: str, cells: Sequence[str]) -> str:
        sides = ["right" if header in table.right else "left" for header in table.headers]
        each = zip(cells, sides, strict=True)
        return "<tr>" + "".join(f'<{tag} style="text-align: {side}">{escape(cell)}</{tag}>' for cell, side in each) + "</tr>"

    body = "".join(row("td", cells) for cells in table.rows)
    return f"<table><thead>{row('th', table.headers)}</thead><tbody>{body}</tbody></table>"


def draw_intervals(rows: Rows, title: str, *, even: float | None = 0.0) -> Figure:
    """Draw the estimates of each row with their intervals, one row below the other, and a line where nothing is to be seen."""
    with drawing("plot"):
        figure, axes = new_picture(0.28 * len(rows) + 0.8)
        draw_rows(axes, rows, even)
        figure.suptitle(title, x=0.01, ha="left", fontsize="medium", fontweight="bold")
    return figure
