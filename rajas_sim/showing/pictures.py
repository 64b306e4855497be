"""Figures of an answer, drawn from the tables they name: for a page as SVG, for a notebook as a picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.figure import Figure as MatplotlibFigure
from matplotlib.ticker import MaxNLocator

from rajas_sim.analysis.answer import Cell, Curves, Figure, Intervals, Mark, Rows, Table, Unit
from rajas_sim.analysis.formatting import signed
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.showing.cells import text_at
from rajas_sim.showing.figure import MARKERS, MUTED, SERIES, drawing, new_figure, new_picture, per_cent, tell_points, to_svg
from rajas_sim.showing.intervals import ROW, Line, draw_rows
from rajas_sim.showing.intervals import Rows as DrawnRows

_SHARES = (Unit.SHARE, Unit.PART)
_CURVES_HEIGHT = 2.6
"""In inches."""
_APART = 0.16
"""How far the points of two lines lie from each other where x is a count, so that their intervals can be read."""
_MOST_TOLD = 10
"""Of a line with more points, some tell their values under the pointer."""


def figure_svg(figure: Figure, tables: Mapping[str, Table], key: str) -> str:
    """Draw a figure as an ``<svg>`` element; `key`, lower case, is unique on the page."""
    table = tables[figure.table]
    with drawing(key):
        height = ROW * len(interval_rows(figure, table)) + 0.7 if isinstance(figure, Intervals) else _height(figure, table)
        canvas, (axes,) = new_figure(height)
        _draw(axes, figure, table)
        return to_svg(canvas, key, figure.alt)


def figure_picture(figure: Figure, tables: Mapping[str, Table], title: str) -> MatplotlibFigure:
    """Draw a figure for a notebook."""
    table = tables[figure.table]
    with drawing("plot"):
        height = 0.28 * len(interval_rows(figure, table)) + 0.8 if isinstance(figure, Intervals) else 1.2 * _height(figure, table)
        canvas, axes = new_picture(height)
        _draw(axes, figure, table)
        canvas.suptitle(title, x=0.01, ha="left", fontsize="medium", fontweight="bold")
    return canvas


def drawn_rows(figure: Intervals, table: Table) -> Sequence[Mapping[str, Cell]]:
    """Return the rows of a table that a figure draws and has room for."""
    first = figure.marks[0].column
    rows = table.rows if figure.unit is None else [row for row in table.rows if table.unit(first, row) is figure.unit]
    if len(rows) <= figure.most:
        return rows
    half = figure.most // 2
    return rows[: figure.most] if figure.from_top else (*rows[:half], *rows[-half:])


def _draw(axes: Axes, figure: Figure, table: Table) -> None:
    if isinstance(figure, Intervals):
        _draw_intervals(axes, figure, table)
    else:
        _draw_curves(axes, figure, table)


def _draw_intervals(axes: Axes, figure: Intervals, table: Table) -> None:
    draw_rows(axes, interval_rows(figure, table), figure.reference)
    axes.xaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10]))
    _scale(axes.xaxis, figure.unit or table.column(figure.marks[0].column).unit)
    axes.figure.supxlabel(figure.axis, fontsize="medium", color=MUTED)


def interval_rows(figure: Intervals, table: Table) -> DrawnRows:
    """Return what each row draws: its label, and its estimates."""
    if figure.group is None:
        return [(str(row[figure.label]), _lines(figure, table, row)) for row in drawn_rows(figure, table)]
    groups: dict[str, list[Line]] = {}
    for row in table.rows:
        named = [line._replace(text=f"{row[figure.label]}: {line.text}") for line in _lines(figure, table, row)]
        groups.setdefault(str(row[figure.group]), []).extend(named)

    def reach(lines: Sequence[Line]) -> float:
        return max((abs(line.estimate.value - (figure.reference or 0.0)) for line in lines), default=0.0)

    return sorted(groups.items(), key=lambda group: -reach(group[1]))[: figure.most]


def _lines(figure: Intervals, table: Table, row: Mapping[str, Cell]) -> list[Line]:
    lines = []
    for i, mark in enumerate(figure.marks):
        cell = row.get(mark.column)
        if isinstance(cell, Estimate):
            colour = SERIES[bool(row[figure.accented])] if figure.accented else SERIES[i]
            is_filled = bool(row[figure.filled]) if figure.filled else True
            text = f"{mark.title} {text_at(table, row, mark.column)}"
            lines.append(Line(cell, colour, is_filled, text.strip()))
    return lines


def _draw_curves(axes: Axes, figure: Curves, table: Table) -> None:
    x_unit, y_unit = table.column(figure.x).unit, table.column(figure.marks[0].column).unit
    if figure.has_diagonal:
        axes.plot([0, 1], [0, 1], color=MUTED, lw=1.0)
    apart = _APART if x_unit is Unit.COUNT else 0.0
    curves = _curves(figure, table)
    for i, (name, mark, rows) in enumerate(curves):
        shift = apart * (i - (len(curves) - 1) / 2)
        drawn = [row for row in rows if row.get(mark.column) is not None]
        points = [(_place(row[figure.x]) + shift, row[mark.column], row) for row in drawn]
        colour = SERIES[i % len(SERIES)]
        for x, y, _ in points:
            if isinstance(y, Estimate) and y.has_interval:
                axes.plot([x, x], [y.low, y.high], color=colour, lw=1.2)
        line = "-" if figure.is_joined else ""
        marker = MARKERS[i % len(MARKERS)] if isinstance(points[0][1], Estimate) else ""
        places, heights = [x for x, _, _ in points], [_place(y) for _, y, _ in points]
        title = name if name and len(figure.marks) == 1 else _joined(name, mark.title)
        axes.plot(places, heights, ls=line, marker=marker, ms=4, color=colour, label=title or None)
        beginning = _joined(name, mark.title)
        words = [
            f"{_joined(beginning, text_at(table, row, figure.x))}: {text_at(table, row, mark.column)}" for _, _, row in points
        ]
        tell_points(axes, [*zip(places, heights, words, strict=True)][:: math.ceil(len(words) / _MOST_TOLD)])
    if figure.reference is not None:
        axes.axhline(figure.reference, color=MUTED, lw=1.0)
    if figure.upright is not None:
        axes.axvline(figure.upright, color=MUTED, lw=1.2)
    _scale(axes.xaxis, x_unit, ticks=True)
    _scale(axes.yaxis, y_unit, ticks=True)
    axes.set_xlabel(figure.x_axis)
    axes.set_ylabel(figure.y_axis)
    axes.set_title(figure.title)
    if any(name or mark.title for name, mark, _ in curves[1:]):
        if figure.by is not None:
            axes.figure.legend(loc="outside lower left", frameon=False)
        else:
            axes.legend(loc="best", frameon=False)


def _height(figure: Curves, table: Table) -> float:
    """Return the height of a figure of lines in inches; the names of lines stand below it where rows are told apart by words."""
    n_lines = len(_curves(figure, table))
    return _CURVES_HEIGHT + (ROW * n_lines if figure.by is not None and n_lines > 1 else 0.0)


def _curves(figure: Curves, table: Table) -> list[tuple[str, Mark, Rows]]:
    """Return each line: the word that its rows have in common, its mark, and its rows."""
    groups: dict[str, list[Mapping[str, Cell]]] = {}
    for row in table.rows:
        groups.setdefault(str(row[figure.by]) if figure.by else "", []).append(row)
    return [(name, mark, tuple(rows)) for name, rows in groups.items() for mark in figure.marks]


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _place(cell: Cell) -> float:
    return cell.value if isinstance(cell, Estimate) else float(cell or 0.0)


def _scale(axis: XAxis | YAxis, unit: Unit, *, ticks: bool = False) -> None:
    if unit in _SHARES:
        per_cent(axis, ticks)
    elif unit is Unit.POINTS:
        axis.set_major_formatter(lambda x, _: signed(100 * x, 0))
    elif unit is Unit.DISTANCE:
        axis.set_major_formatter(lambda x, _: f"{100 * x:g}")
    elif unit is Unit.COUNT:
        axis.set_major_locator(MaxNLocator(integer=True))
