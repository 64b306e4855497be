"""Figures of an answer, drawn from the tables they name: for a page as SVG, for a notebook as a picture."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.figure import Figure as MatplotlibFigure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from rajas_sim.analysis.answer import Cell, Curves, Figure, Intervals, Map, Mark, SheetMap, Style, Table, Unit
from rajas_sim.analysis.formatting import signed
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.showing.cells import short_text, text_at
from rajas_sim.showing.figure import (
    BAND,
    COLOURS,
    DARKEST,
    INK,
    MARKERS,
    MUTED,
    PAPER,
    SERIES,
    common_style,
    label_rows,
    new_figure,
    new_picture,
    per_cent,
    tell_points,
    title_from_the_left,
    to_svg,
    under_pointer,
)
from rajas_sim.showing.sheet import draw_sheet, sheet_height

_SHARES = (Unit.SHARE, Unit.PART)
_ROW = 0.21
"""Height of a row in inches."""
_APART = 0.24
"""How far the estimates of a row lie from each other, in rows."""
_CURVES_HEIGHT = 2.3
"""In inches."""
_POINTS_APART = 0.16
"""How far the points of two lines lie from each other where x is a count, so that their intervals can be read."""
_MOST_TITLED = 10
"""Of a line with more points, some have their values under the pointer."""
_LINE, _LONGEST = 20, 38
"""Letters of a line of the label of a row, and of all of it; a longer one is cut in the middle, and the table has it whole."""
_LABEL = 16
"""Letters of a label of the row of a map before it is broken."""
_LETTERS, _SHORTEST = 30, 6
"""Letters that all labels of the columns of a map have room for, and those of the shortest line of one."""
_LEGEND = 38
"""Letters of a line of a legend."""
_CROWDED = 7
"""From so many columns on, the numbers of a map lose a decimal."""


def panel_svg(figures: Sequence[Figure], tables: Mapping[str, Table], key: str, limits: Mapping[str, float] | None = None) -> str:
    """Draw the figures of a panel below each other as one ``<svg>`` element.

    Parameters
    ----------
    key
        Lower case, unique on the page.
    limits
        How far centred axes reach to both sides, by what they show (`reaches`).
    """
    with common_style(key):
        heights = [_height(figure, tables[figure.table]) for figure in figures]
        canvas, all_axes = new_figure(sum(heights), len(figures), tuple(heights))
        for axes, figure in zip(all_axes, figures, strict=True):
            _draw(axes, figure, tables[figure.table], limits or {})
        return to_svg(canvas, key, " ".join(figure.alt.rstrip(".") + "." for figure in figures))


def figure_picture(figure: Figure, tables: Mapping[str, Table], title: str) -> MatplotlibFigure:
    """Draw a figure for a notebook."""
    table = tables[figure.table]
    with common_style("plot"):
        canvas, axes = new_picture(1.25 * _height(figure, table))
        _draw(axes, figure, table, {})
        canvas.suptitle(title, x=0.01, ha="left", fontsize="medium", fontweight="bold")
    return canvas


def reaches(figures: Sequence[Figure], tables: Mapping[str, Table]) -> dict[str, float]:
    """Return how far centred axes must reach to both sides of their references, by what they show."""
    ends: dict[str, float] = {}
    for figure in figures:
        if isinstance(figure, Intervals) and figure.is_centred:
            reach = _reach(figure, tables[figure.table])
            ends[_axis_of(figure)] = max(ends.get(_axis_of(figure), 0.0), reach)
    return ends


def _axis_of(figure: Intervals) -> str:
    return f"{figure.title} {figure.axis}"


def drawn_rows(figure: Intervals, table: Table) -> Sequence[Mapping[str, Cell]]:
    """Return the rows of a table that a figure draws and has room for."""
    first = figure.marks[0].column
    rows = table.rows if figure.only_unit is None else [row for row in table.rows if table.unit(first, row) is figure.only_unit]
    rows = [row for row in rows if all(row.get(column) == value for column, value in figure.only_rows)]
    if len(rows) <= figure.max_rows:
        return rows
    half = figure.max_rows // 2
    return rows[: figure.max_rows] if figure.from_top else (*rows[:half], *rows[-half:])


class _Point(NamedTuple):
    """An estimate in a row: `text` stands under the pointer, `value` beside the row where values are written."""

    estimate: Estimate
    colour: str
    marker: str
    is_filled: bool
    text: str
    value: str


_PointRows = Sequence[tuple[str, Sequence[_Point]]]
"""The label of each row, and its estimates; a row may have none."""


def interval_rows(figure: Intervals, table: Table) -> _PointRows:
    """Return what each row draws: its label, and its estimates."""
    if figure.group is None:
        return [(str(row[figure.label]), _points(figure, table, row)) for row in drawn_rows(figure, table)]
    groups: dict[str, list[_Point]] = {}
    for row in table.rows:
        named = [point._replace(text=f"{row[figure.label]}: {point.text}") for point in _points(figure, table, row)]
        groups.setdefault(str(row[figure.group]), []).extend(named)

    def reach(points: Sequence[_Point]) -> float:
        return max((abs(point.estimate.value - (figure.reference or 0.0)) for point in points), default=0.0)

    return sorted(groups.items(), key=lambda group: -reach(group[1]))[: figure.max_rows]


def _points(figure: Intervals, table: Table, row: Mapping[str, Cell]) -> list[_Point]:
    points = []
    for i, mark in enumerate(figure.marks):
        cell = row.get(mark.column)
        if isinstance(cell, Estimate):
            colour = SERIES[bool(row[figure.accented])] if figure.accented else _colour(mark, i)
            is_filled = bool(row[figure.filled]) if figure.filled else True
            text = f"{mark.title} {text_at(table, row, mark.column)}".strip()
            value = text_at(table, row, mark.column).partition(" (")[0].removesuffix(" points")
            points.append(_Point(cell, colour, MARKERS[i % len(MARKERS)], is_filled, text, value))
    return points


def _reach(figure: Intervals, table: Table) -> float:
    centre = figure.reference or 0.0
    ends = [
        abs(end - centre)
        for _, points in interval_rows(figure, table)
        for point in points
        for end in (point.estimate.low, point.estimate.value, point.estimate.high)
        if math.isfinite(end) and (figure.farthest is None or abs(end - centre) <= figure.farthest)
    ]
    return 1.1 * max(ends, default=0.0) or 1.0


def _height(figure: Figure, table: Table) -> float:
    """Return the height of a figure in inches."""
    title = 0.2 if figure.title else 0.0
    match figure:
        case Intervals():
            rows = interval_rows(figure, table)
            n_lines = max((_label(label).count("\n") + 1 for label, _ in rows), default=1)
            n_marks = len(figure.marks) if figure.group is None else 1
            return (
                _ROW * max(1.0 + 0.35 * (n_marks - 1), 0.75 * n_lines) * max(1, len(rows))
                + 0.6
                + _legend_height(_titles(figure))
                + title
            )
        case Curves():
            n_lines = len(_lines(figure, table))
            names = _ROW * n_lines if figure.by is not None and n_lines > 1 else _legend_height(_titles(figure))
            return _CURVES_HEIGHT + names + title
        case Map():
            return 0.75 + 0.28 * len(table.rows) + title
        case SheetMap():
            return sheet_height(table.rows) + title


def _legend_height(titles: Sequence[str]) -> float:
    """Return the height of a legend in inches."""
    return _ROW * math.ceil(len(titles) / _legend_columns(titles)) if len(titles) > 1 else 0.0


def _legend_columns(titles: Sequence[str]) -> int:
    letters = [len(title) + 4 for title in titles]
    return len(titles) if sum(letters) <= _LEGEND else max(1, _LEGEND // max(letters))


def _titles(figure: Intervals | Curves) -> list[str]:
    """Return what a legend names; nothing where a single thing is drawn, or colours mean something else."""
    titles = [mark.title for mark in figure.marks if mark.title]
    return titles if len(titles) > 1 and not (isinstance(figure, Intervals) and figure.accented) else []


def _draw(axes: Axes, figure: Figure, table: Table, limits: Mapping[str, float]) -> None:
    match figure:
        case Intervals():
            _draw_intervals(axes, figure, table, limits)
        case Curves():
            _draw_curves(axes, figure, table)
        case Map():
            _draw_map(axes, figure, table)
        case SheetMap():
            draw_sheet(axes, table.rows)
    if figure.title:
        has_legend = axes.get_legend() is not None
        above = 72 * _legend_height(_titles(figure)) if has_legend and isinstance(figure, Intervals | Curves) else 0.0
        title_from_the_left(axes, figure.title, above)


def _draw_intervals(axes: Axes, figure: Intervals, table: Table, limits: Mapping[str, float]) -> None:
    rows, centre = interval_rows(figure, table), figure.reference
    left, right = -math.inf, math.inf
    if figure.is_centred or figure.farthest is not None:
        reach = max(limits.get(_axis_of(figure), 0.0), _reach(figure, table), 1.1 * (figure.tolerance or 0.0))
        left, right = (centre or 0.0) - reach, (centre or 0.0) + reach
        axes.set_xlim(left, right)
    if centre is not None:
        if figure.tolerance is not None:
            axes.axvspan(centre - figure.tolerance, centre + figure.tolerance, color=BAND, lw=0, zorder=0)
        axes.axvline(centre, color=MUTED, lw=1.2)
    for y, (label, points) in enumerate(rows):
        for i, point in enumerate(points):
            apart = 0.0 if figure.group is not None else min(_APART, 0.8 / len(points))
            shift = apart * (i - (len(points) - 1) / 2)
            _draw_point(axes, point, y + shift, (left, right), under_pointer(f"{label}: {point.text}"))
        if figure.shows_values and points:
            _write_value(axes, points[0], y, is_stressed=figure.accented is not None and points[0].colour == SERIES[1])
    label_rows(axes, [_label(label) for label, _ in rows])
    axes.xaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10]))
    first, drawn = figure.marks[0].column, drawn_rows(figure, table)
    _scale(axes.xaxis, table.unit(first, drawn[0]) if drawn else table.column(first).unit)
    axes.set_xlabel(figure.axis)
    if _titles(figure):
        for i, mark in enumerate(figure.marks):
            axes.plot([], [], MARKERS[i % len(MARKERS)], color=_colour(mark, i), label=mark.title)
        _legend(axes, _titles(figure))


def _write_value(axes: Axes, point: _Point, y: float, *, is_stressed: bool) -> None:
    axes.annotate(
        point.value,
        (1.0, y),
        (4, 0),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        va="center",
        color=INK,
        weight="bold" if is_stressed else "normal",
        annotation_clip=False,
    )


def _draw_point(axes: Axes, point: _Point, y: float, limits: tuple[float, float], gid: str) -> None:
    """Draw an estimate with its interval; what lies beyond the axis as an arrow at its edge."""
    left, right = limits
    estimate = point.estimate
    if not left <= estimate.value <= right:
        inset = 0.03 * (right - left)
        edge, marker = (left + inset, "<") if estimate.value < left else (right - inset, ">")
        axes.plot(edge, y, marker, color=point.colour, ms=7, ls="", gid=gid)
        return
    if estimate.low <= estimate.high and (estimate.has_interval or math.isfinite(right)):
        ends = [max(estimate.low, left), min(estimate.high, right)]
        axes.plot(ends, [y, y], color=point.colour, lw=2.2, alpha=0.7)
    face = point.colour if point.is_filled else PAPER
    axes.plot(estimate.value, y, point.marker, color=point.colour, markerfacecolor=face, gid=gid, zorder=3, ls="")


class _Line(NamedTuple):
    """A mark over the rows that have a word in common.

    Attributes
    ----------
    name
        This word; empty where all rows are one line.
    rows
        Those in which the mark has something to draw.
    """

    name: str
    mark: Mark
    rows: list[Mapping[str, Cell]]
    colour: str
    marker: str

    @property
    def heights(self) -> list[float]:
        return [_place(row[self.mark.column]) for row in self.rows]

    def places(self, x: str) -> list[float]:
        return [_place(row[x]) for row in self.rows]

    def title(self, n_marks: int) -> str:
        return self.name if self.name and n_marks == 1 else _joined(self.name, self.mark.title)


def _lines(figure: Curves, table: Table) -> list[_Line]:
    groups: dict[str, list[Mapping[str, Cell]]] = {}
    for row in table.rows:
        if row.get(figure.x) is not None and (figure.drawn is None or row.get(figure.drawn)):
            groups.setdefault(str(row[figure.by]) if figure.by else "", []).append(row)
    lines: list[_Line] = []
    for name, rows in groups.items():
        in_order = sorted(rows, key=lambda row: _place(row[figure.x])) if figure.style is Style.LINE else rows
        for mark in figure.marks:
            i = len(lines)
            drawn = [row for row in in_order if row.get(mark.column) is not None]
            lines.append(_Line(name, mark, drawn, _colour(mark, i), MARKERS[i % len(MARKERS)]))
    return [line for line in lines if line.rows]


def _draw_curves(axes: Axes, figure: Curves, table: Table) -> None:
    x_unit, y_unit = table.column(figure.x).unit, table.column(figure.marks[0].column).unit
    if figure.has_diagonal:
        axes.plot([0, 1], [0, 1], color=MUTED, lw=1.0)
    lines = _lines(figure, table)
    if figure.style in (Style.BARS, Style.STACK):
        _draw_bars(axes, figure, table, lines)
    else:
        apart = _POINTS_APART if x_unit is Unit.COUNT and not any(mark.low for mark in figure.marks) else 0.0
        for i, line in enumerate(lines):
            _draw_line(axes, figure, table, line, apart * (i - (len(lines) - 1) / 2))
    if figure.reference is not None:
        axes.axhline(figure.reference, color=MUTED, lw=1.0)
    if figure.upright is not None:
        axes.axvline(figure.upright, color=MUTED, lw=1.2)
    _scale(axes.xaxis, x_unit, ticks=True)
    _scale(axes.yaxis, y_unit, ticks=True)
    axes.set_xlabel(figure.x_axis)
    axes.set_ylabel(figure.y_axis)
    if any(line.name or line.mark.title for line in lines[1:]):
        if figure.by is not None:
            axes.figure.legend(loc="outside lower left", frameon=False)
        else:
            _legend(axes, [line.title(len(figure.marks)) for line in lines])


def _draw_line(axes: Axes, figure: Curves, table: Table, line: _Line, shift: float) -> None:
    mark, colour = line.mark, line.colour
    places, heights = [x + shift for x in line.places(figure.x)], line.heights
    cells = [row[mark.column] for row in line.rows]
    if mark.low and mark.high:
        low, high = ([_place(row[end]) for row in line.rows] for end in (mark.low, mark.high))
        axes.fill_between(places, low, high, color=colour, alpha=0.2, lw=0)
    else:
        _draw_intervals_upright(axes, places, cells, colour)
    marker = line.marker if isinstance(cells[0], Estimate) or mark.low else ""
    style = "-" if figure.style is Style.LINE else ""
    axes.plot(places, heights, ls=style, marker=marker, ms=4, color=colour, label=line.title(len(figure.marks)) or None)
    texts = [_text(figure, table, line, row) for row in line.rows]
    tell_points(axes, [*zip(places, heights, texts, strict=True)][:: math.ceil(len(texts) / _MOST_TITLED)])


def _draw_bars(axes: Axes, figure: Curves, table: Table, lines: Sequence[_Line]) -> None:
    """Draw a bar a row for one mark, or the bars of all marks on top of each other."""
    bottoms: dict[float, float] = {}
    for line in lines:
        places, heights = line.places(figure.x), line.heights
        below = [bottoms.get(x, 0.0) for x in places]
        title = line.mark.title or None
        axes.bar(places, heights, bottom=below, width=0.82, color=line.colour, alpha=0.6, lw=0, label=title)
        if figure.style is Style.BARS:
            _draw_intervals_upright(axes, places, [row[line.mark.column] for row in line.rows], INK)
        texts = [_text(figure, table, line, row) for row in line.rows]
        middles = [bottom + height / 2 for bottom, height in zip(below, heights, strict=True)]
        tell_points(axes, zip(places, middles, texts, strict=True))
        bottoms |= {x: bottom + height for x, bottom, height in zip(places, below, heights, strict=True)}
    axes.set_ylim(0, 1 if figure.style is Style.STACK else None)
    axes.grid(axis="x", visible=False)


def _draw_intervals_upright(axes: Axes, places: Sequence[float], cells: Sequence[Cell], colour: str) -> None:
    for x, cell in zip(places, cells, strict=True):
        if isinstance(cell, Estimate) and cell.has_interval:
            axes.plot([x, x], [cell.low, cell.high], color=colour, lw=1.2)


def _draw_map(axes: Axes, figure: Map, table: Table) -> None:
    cells = [(row, y, x) for y, row in enumerate(table.rows) for x, key in enumerate(figure.columns) if row.get(key) is not None]
    distances = [abs(_place(row[figure.columns[x]]) - (figure.middle or 0.0)) for row, _, x in cells]
    farthest = max(distances, default=0.0) or 1.0
    for (row, y, x), distance in zip(cells, distances, strict=True):
        key = figure.columns[x]
        cell = row[key]
        if figure.middle is None or not isinstance(cell, Estimate) or cell.excludes(figure.middle):
            colour = SERIES[1] if figure.middle is not None and _place(cell) < figure.middle else SERIES[0]
            axes.add_patch(_cell(x, y, color=colour, alpha=DARKEST * distance / farthest, lw=0))
        if figure.marked is not None and row.get(figure.marked) == key:
            axes.add_patch(_cell(x, y, fill=False, ec=INK, lw=1.5))
        if figure.dashed is not None and row.get(figure.dashed) == key:
            axes.add_patch(_cell(x, y, fill=False, ec=INK, lw=1.5, ls=(0, (2, 2))))
        where = f"{row[figure.label]}, {table.column(key).title}: {text_at(table, row, key)}"
        text = short_text(cell, table.unit(key, row), is_crowded=len(figure.columns) >= _CROWDED)
        axes.annotate(text, (x, y), ha="center", va="center", gid=under_pointer(where))
    names, titles = [str(row[figure.label]) for row in table.rows], [table.column(key).title for key in figure.columns]
    room = _LETTERS // len(titles)
    if names == titles and max(map(len, titles)) > room:
        names, titles = [f"{i} {name}" for i, name in enumerate(names, 1)], [str(i) for i in range(1, len(titles) + 1)]
    label_rows(axes, [textwrap.fill(name, _LABEL) for name in names])
    axes.set_xticks(range(len(titles)), [textwrap.fill(title, max(room, _SHORTEST)) for title in titles])
    axes.set_xlim(-0.55, len(figure.columns) - 0.45)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.set_xlabel(figure.x_axis)
    axes.set_ylabel(figure.y_axis)
    axes.spines[:].set_visible(False)


def _cell(x: float, y: float, **look: Any) -> Rectangle:
    return Rectangle((x - 0.47, y - 0.45), 0.94, 0.9, **look)


def _legend(axes: Axes, titles: Sequence[str]) -> None:
    """Set the legend above the axes."""
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        ncols=_legend_columns(titles),
        frameon=False,
        handlelength=1.0,
        handletextpad=0.3,
        columnspacing=0.8,
        borderaxespad=0.1,
    )


def _text(figure: Curves, table: Table, line: _Line, row: Mapping[str, Cell]) -> str:
    """Say what stands under the pointer at a point of a line."""
    x = figure.x_axis if table.column(figure.x).unit is Unit.COUNT else ""
    mark = line.mark
    text = f"{_joined(line.name, mark.title, x, text_at(table, row, figure.x))}: {text_at(table, row, mark.column)}"
    return f"{text} ({text_at(table, row, mark.low)} to {text_at(table, row, mark.high)})" if mark.low and mark.high else text


def _colour(mark: Mark, index: int) -> str:
    return COLOURS.get(mark.colour, SERIES[index % len(SERIES)])


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _label(text: str) -> str:
    half = _LONGEST // 2
    return textwrap.fill(text if len(text) <= _LONGEST else f"{text[: half - 1]}\u2026{text[-half:]}", _LINE)


def _place(cell: Cell) -> float:
    return cell.value if isinstance(cell, Estimate) else float(cell or 0.0)


_FORMATS: dict[Unit, Callable[[float], str]] = {
    Unit.POINTS: lambda x: signed(100 * x, 1 if 0 < abs(100 * x) < 1 else 0),
    Unit.DISTANCE: lambda x: f"{100 * x:g}",
}


def _scale(axis: XAxis | YAxis, unit: Unit, *, ticks: bool = False) -> None:
    if unit in _SHARES:
        per_cent(axis, ticks)
    elif unit in _FORMATS:
        axis.set_major_formatter(lambda x, _: _FORMATS[unit](x))
    elif unit is Unit.COUNT:
        axis.set_major_locator(MaxNLocator(integer=True))
