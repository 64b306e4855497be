"""Draws the figures of an answer from the tables they name: as SVG for a page, as a picture for a notebook."""

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
    COLOUR_BY_NAME,
    INK,
    MARKERS,
    MAX_OPACITY,
    MUTED,
    PAPER,
    SERIES_COLOURS,
    RowPicture,
    add_pointer_texts,
    common_style,
    label_in_per_cent,
    label_rows,
    leave_room_for_pictures,
    new_figure,
    new_notebook_figure,
    pointer_gid,
    to_svg,
    write_heading_at_left,
    write_title_at_left,
)
from rajas_sim.showing.sheet import draw_sheet, sheet_height

_SHARE_UNITS = (Unit.SHARE, Unit.PART)
"""Units whose axes are labelled in per cent."""
_ROW_HEIGHT = 0.21
"""Height of a row in inches."""
_ESTIMATE_SPACING = 0.24
"""Distance between the estimates of a row, in rows."""
_CURVES_HEIGHT = 2.3
"""Height of curves in inches."""
_NOTEBOOK_HEIGHT_FACTOR = 1.25
"""Height of a figure in a notebook as a multiple of that in a page."""
_AXIS_MARGIN_FACTOR = 1.1
"""A centred axis reaches this much farther than its farthest point."""
_POINT_SPACING = 0.16
"""Distance between the points of two lines at the same count, so that their intervals can be told apart."""
_MAX_POINTERS_IN_LINE = 10
"""A line with more points shows values under the pointer for only some of them."""
_LABEL_LINE_LETTERS, _MAX_LABEL_LETTERS = 20, 38
"""Letters of one line of a row's label, and of the whole label. Longer labels are cut in the middle; tables have all of it."""
_MAX_WORD_LETTERS = 24
"""A longer word is broken."""
_MAP_LABEL_LINE_LETTERS = 16
"""Letters of one line of a row's label in a map."""
_COLUMN_LABELS_LETTERS, _MIN_COLUMN_LINE_LETTERS = 30, 6
"""Letters that fit beside each other below a map, and the fewest letters in one line of a column's label."""
_AXIS_LINE_LETTERS = 26
"""Letters of one line of the label of an axis."""
_LEGEND_LINE_LETTERS = 38
"""Letters of one line of a legend."""
_CROWDED_FROM_COLUMNS = 7
"""With this many columns or more, the numbers of a map lose a decimal."""
_MOST_COLUMNS_WITH_NUMBERS = 8
"""With more columns, the numbers of a map appear only under the pointer."""


class AxisLimits(NamedTuple):
    """Where axes begin and end."""

    left: float
    right: float
    bottom: float
    top: float

    def joined(self, other: AxisLimits) -> AxisLimits:
        """Return the smallest limits that contain both."""
        return AxisLimits(
            min(self.left, other.left), max(self.right, other.right), min(self.bottom, other.bottom), max(self.top, other.top)
        )


def panel_svg(
    figures: Sequence[Figure], tables: Mapping[str, Table], key: str, limits: Mapping[str, AxisLimits] | None = None
) -> str:
    """Draw the figures of a panel below each other as one ``<svg>`` element.

    Parameters
    ----------
    key
        Put before all ids of the SVG (`to_svg`): lower case, and unique on the page.
    limits
        The result of `shared_limits`, for figures on the same scale as others; by default each axis fits its own figure.
    """
    with common_style(key):
        heights = [_figure_height(figure, tables[figure.table]) for figure in figures]
        canvas, all_axes = new_figure(sum(heights), len(figures), tuple(heights))
        row_pictures: list[RowPicture] = []
        for axes, figure in zip(all_axes, figures, strict=True):
            table = tables[figure.table]
            _draw_figure(axes, figure, table, limits or {})
            row_pictures += _place_pictures(axes, figure, table) if isinstance(figure, Intervals | Map) else []
        return to_svg(canvas, key, " ".join(figure.alt.rstrip(".") + "." for figure in figures), row_pictures)


def _place_pictures(axes: Axes, figure: Intervals | Map, table: Table) -> list[RowPicture]:
    """Make room beside the labels of rows for their pictures, and return these; empty if no row has one."""
    rows = interval_rows(figure, table) if isinstance(figure, Intervals) else None
    labels = [str(row[figure.label]) for row in table.rows] if rows is None else [row.label for row in rows]
    row_pictures = [RowPicture(axes, y, figure.pictures[label]) for y, label in enumerate(labels) if figure.pictures.get(label)]
    if row_pictures:
        leave_room_for_pictures(axes)
    return row_pictures


def notebook_figure(figure: Figure, tables: Mapping[str, Table], title: str) -> MatplotlibFigure:
    """Draw a figure for a notebook: wider than in a page, and higher, with a title above it."""
    table = tables[figure.table]
    with common_style("plot"):
        canvas, axes = new_notebook_figure(_NOTEBOOK_HEIGHT_FACTOR * _figure_height(figure, table))
        _draw_figure(axes, figure, table, {})
        canvas.suptitle(title, x=0.01, ha="left", fontsize="medium", fontweight="bold")
    return canvas


def shared_limits(figures: Sequence[Figure], tables: Mapping[str, Table]) -> dict[str, AxisLimits]:
    """Return `_limits_key` -> axis limits that contain all figures with this key, so that readers can compare these figures.

    A figure that shares its key with no other has no entry.
    """
    figures_by_key: dict[str, list[Intervals | Curves]] = {}
    for figure in figures:
        if isinstance(figure, Intervals | Curves):
            figures_by_key.setdefault(_limits_key(figure), []).append(figure)
    limits: dict[str, AxisLimits] = {}
    with common_style("limits"):
        for key, same_figures in figures_by_key.items():
            for figure in same_figures if len(same_figures) > 1 else ():
                _, (axes,) = new_figure(1.0)
                _draw_figure(axes, figure, tables[figure.table], {})
                drawn = AxisLimits(*axes.get_xlim(), *axes.get_ylim())
                limits[key] = drawn.joined(limits.get(key, drawn))
    return limits


def _limits_key(figure: Intervals | Curves) -> str:
    """Return a text that is equal for figures whose axes should have the same limits."""
    axes = (figure.axis,) if isinstance(figure, Intervals) else (figure.x_axis, figure.y_axis)
    return " ".join([figure.title, *axes, str(figure.reference)])


def drawn_rows(figure: Intervals, table: Table) -> Sequence[Mapping[str, Cell]]:
    """Return the rows of a table that a figure selects; of more than its `max_rows`, the first, or the first and last ones."""
    first_column = figure.marks[0].column
    rows = [*table.rows]
    if figure.only_unit is not None:
        rows = [row for row in rows if table.unit(first_column, row) is figure.only_unit]
    rows = [row for row in rows if all(row.get(column) == value for column, value in figure.only_rows)]
    if len(rows) <= figure.max_rows:
        return rows
    half = figure.max_rows // 2
    return rows[: figure.max_rows] if figure.from_top else (*rows[:half], *rows[-half:])


class _Point(NamedTuple):
    """An estimate as it is drawn.

    Attributes
    ----------
    pointer_text
        Appears under the pointer: the title of the mark, the value and its interval.
    value_text
        The value alone, which may be written beside the row.
    """

    estimate: Estimate
    colour: str
    marker: str
    is_filled: bool
    pointer_text: str
    value_text: str


class _PointRow(NamedTuple):
    """A row of a figure of intervals: its label and its estimates, or a heading above the rows that it names."""

    label: str
    points: Sequence[_Point] = ()
    is_heading: bool = False


def interval_rows(figure: Intervals, table: Table) -> Sequence[_PointRow]:
    """Return the rows that a figure of intervals draws: one per row of the table and per heading, or one per group."""
    if figure.group is None:
        rows: list[_PointRow] = []
        heading = None
        for row in drawn_rows(figure, table):
            if figure.heading is not None and row[figure.heading] != heading:
                heading = row[figure.heading]
                rows.append(_PointRow(str(heading), is_heading=True))
            rows.append(_PointRow(str(row[figure.label]), _points(figure, table, row)))
        return rows
    groups: dict[str, list[_Point]] = {}
    for row in table.rows:
        points = [
            point._replace(pointer_text=f"{row[figure.label]}: {point.pointer_text}") for point in _points(figure, table, row)
        ]
        groups.setdefault(str(row[figure.group]), []).extend(points)

    def farthest_distance(points: Sequence[_Point]) -> float:
        return max((abs(point.estimate.value - (figure.reference or 0.0)) for point in points), default=0.0)

    sorted_groups = sorted(groups.items(), key=lambda group: -farthest_distance(group[1]))
    return [_PointRow(label, points) for label, points in sorted_groups[: figure.max_rows]]


def _points(figure: Intervals, table: Table, row: Mapping[str, Cell]) -> list[_Point]:
    """Return a point for each mark with a finite estimate in this row; the others are left out."""
    points = []
    for i, mark in enumerate(figure.marks):
        cell = row.get(mark.column)
        if isinstance(cell, Estimate) and math.isfinite(cell.value):
            colour = SERIES_COLOURS[bool(row[figure.stressed])] if figure.stressed else _mark_colour(mark, i)
            is_filled = bool(row[figure.filled]) if figure.filled else True
            pointer_text = f"{mark.title} {text_at(table, row, mark.column)}".strip()
            value_text = text_at(table, row, mark.column).partition(" (")[0].removesuffix(" points")
            drawn_estimate = cell.clipped(0.0, 1.0) if table.unit(mark.column, row) is Unit.PART else cell
            points.append(_Point(drawn_estimate, colour, MARKERS[i % len(MARKERS)], is_filled, pointer_text, value_text))
    return points


def _ends_of_axis(figure: Intervals, table: Table) -> tuple[float, float]:
    """Return both ends of a horizontal axis that is centred or has arrows at its edges.

    Both are infinite for any other axis: matplotlib fits it to its points.
    """
    if not figure.is_centred and figure.farthest is None:
        return -math.inf, math.inf
    centre = figure.reference or 0.0
    distances = [
        abs(end - centre)
        for row in interval_rows(figure, table)
        for point in row.points
        for end in (point.estimate.low, point.estimate.value, point.estimate.high)
        if math.isfinite(end) and (figure.farthest is None or abs(end - centre) <= figure.farthest)
    ]
    reach = max(
        _AXIS_MARGIN_FACTOR * max(distances, default=0.0) or 1.0,  # 1.0 if no point lies off the centre
        _AXIS_MARGIN_FACTOR * (figure.tolerance or 0.0),
    )
    return centre - reach, centre + reach


def _figure_height(figure: Figure, table: Table) -> float:
    """Return the height of a figure in inches; the room for each of its parts was chosen by eye."""
    titles_height = 0.2 if figure.title else 0.0
    if not isinstance(figure, SheetMap):
        axis_title = figure.axis if isinstance(figure, Intervals) else figure.x_axis
        titles_height += _ROW_HEIGHT * _wrapped_axis_title(axis_title).count("\n")
    match figure:
        case Intervals():
            rows = interval_rows(figure, table)
            n_label_lines = max((_shortened_label(row.label).count("\n") + 1 for row in rows if not row.is_heading), default=1)
            n_marks = len(figure.marks) if figure.group is None else 1
            return (
                _ROW_HEIGHT * max(1.0 + 0.35 * (n_marks - 1), 0.75 * n_label_lines) * max(1, len(rows))
                + 0.6
                + _legend_height(_legend_titles(figure))
                + titles_height
            )
        case Curves():
            n_lines = len(_curve_lines(figure, table))
            legend_height = (
                _ROW_HEIGHT * n_lines if figure.by is not None and n_lines > 1 else _legend_height(_legend_titles(figure))
            )
            return _CURVES_HEIGHT + legend_height + titles_height
        case Map():
            label_lines = [len(textwrap.wrap(str(row[figure.label]), _MAP_LABEL_LINE_LETTERS)) for row in table.rows]
            return 0.75 + max(0.28, 0.165 * max(label_lines, default=1)) * len(table.rows) + titles_height
        case SheetMap():
            return sheet_height(table.rows) + titles_height


def _legend_height(titles: Sequence[str]) -> float:
    """Return the height of a legend in inches; 0 with fewer than two titles."""
    return _ROW_HEIGHT * math.ceil(len(titles) / _n_legend_columns(titles)) if len(titles) > 1 else 0.0


def _n_legend_columns(titles: Sequence[str]) -> int:
    """Return how many titles stand side by side in a legend: all if they fit, otherwise as many as the longest one lets fit."""
    entry_letters = [len(title) + 4 for title in titles]  # 4: room for the marker and a gap
    return len(titles) if sum(entry_letters) <= _LEGEND_LINE_LETTERS else max(1, _LEGEND_LINE_LETTERS // max(entry_letters))


def _legend_titles(figure: Intervals | Curves) -> list[str]:
    """Return the titles in a legend; empty for fewer than two, and if colours stand for something other than marks."""
    titles = [mark.title for mark in figure.marks if mark.title]
    return titles if len(titles) > 1 and not (isinstance(figure, Intervals) and figure.stressed) else []


def _draw_figure(axes: Axes, figure: Figure, table: Table, limits: Mapping[str, AxisLimits]) -> None:
    """Draw a figure of any kind with its title; `limits` has axis limits by `_limits_key`, for the figures that share them."""
    match figure:
        case Intervals():
            _draw_intervals(axes, figure, table, limits.get(_limits_key(figure)))
        case Curves():
            _draw_curves(axes, figure, table)
            if axis_limits := limits.get(_limits_key(figure)):
                axes.set_xlim(axis_limits.left, axis_limits.right)
                axes.set_ylim(axis_limits.bottom, axis_limits.top)
        case Map():
            _draw_map(axes, figure, table)
        case SheetMap():
            draw_sheet(axes, table.rows)
    if figure.title:
        has_legend = axes.get_legend() is not None
        legend_room = (
            72 * _legend_height(_legend_titles(figure)) if has_legend and isinstance(figure, Intervals | Curves) else 0.0
        )
        write_title_at_left(axes, figure.title, legend_room)


def _draw_intervals(axes: Axes, figure: Intervals, table: Table, limits: AxisLimits | None) -> None:
    """Draw rows of estimates, one below the other, with the reference and its band of tolerance.

    `limits` are those that the figure shares with others; None if it has its own.
    """
    rows, centre = interval_rows(figure, table), figure.reference
    left, right = (limits.left, limits.right) if limits is not None else _ends_of_axis(figure, table)
    if math.isfinite(left):
        axes.set_xlim(left, right)
    if centre is not None:
        if figure.tolerance is not None:
            axes.axvspan(centre - figure.tolerance, centre + figure.tolerance, color=BAND, lw=0, zorder=0)
        axes.axvline(centre, color=MUTED, lw=1.2)
    for y, (label, points, is_heading) in enumerate(rows):
        if is_heading:
            write_heading_at_left(axes, label, y)
        for i, point in enumerate(points):
            spacing = 0.0 if figure.group is not None else min(_ESTIMATE_SPACING, 0.8 / len(points))
            shift = spacing * (i - (len(points) - 1) / 2)
            _draw_point(axes, point, y + shift, (left, right), pointer_gid(f"{label}: {point.pointer_text}"))
        if figure.shows_values and points:
            _write_value(axes, points[0], y, is_stressed=figure.stressed is not None and points[0].colour == SERIES_COLOURS[1])
    label_rows(axes, ["" if row.is_heading else _shortened_label(row.label) for row in rows])
    axes.xaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 2.5, 5, 10]))
    first_column, figure_rows = figure.marks[0].column, drawn_rows(figure, table)
    _format_axis(axes.xaxis, table.unit(first_column, figure_rows[0]) if figure_rows else table.column(first_column).unit)
    axes.set_xlabel(_wrapped_axis_title(figure.axis))
    if _legend_titles(figure):
        for i, mark in enumerate(figure.marks):
            axes.plot([], [], MARKERS[i % len(MARKERS)], color=_mark_colour(mark, i), label=mark.title)
        _add_legend(axes, _legend_titles(figure))


def _write_value(axes: Axes, point: _Point, y: float, *, is_stressed: bool) -> None:
    """Write the value of a row's estimate beside the row, to the right of the axes."""
    axes.annotate(
        point.value_text,
        xy=(1.0, y),
        xytext=(4, 0),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        va="center",
        color=INK,
        weight="bold" if is_stressed else "normal",
        annotation_clip=False,
    )


def _draw_point(axes: Axes, point: _Point, y: float, x_limits: tuple[float, float], gid: str) -> None:
    """Draw an estimate with its interval, cut off at the ends of the axis; an estimate beyond the axis is an arrow at its edge.

    An interval with an open end is drawn only on an axis with finite `x_limits`.
    """
    left, right = x_limits
    estimate = point.estimate
    if not left <= estimate.value <= right:
        inset = 0.03 * (right - left)
        edge_x, marker = (left + inset, "<") if estimate.value < left else (right - inset, ">")
        axes.plot(edge_x, y, marker, color=point.colour, ms=7, ls="", gid=gid)
        return
    if estimate.low <= estimate.high and (estimate.has_interval or math.isfinite(right)):
        ends = [max(estimate.low, left), min(estimate.high, right)]
        axes.plot(ends, [y, y], color=point.colour, lw=2.2, alpha=0.7)
    face_colour = point.colour if point.is_filled else PAPER
    axes.plot(estimate.value, y, point.marker, color=point.colour, markerfacecolor=face_colour, gid=gid, zorder=3, ls="")


class _Line(NamedTuple):
    """A line of a figure of curves: one mark over the rows that have the same word in the column `Curves.by`.

    Attributes
    ----------
    name
        This word; empty if the figure has no such column.
    rows
        Those of the rows in which the mark has a value.
    """

    name: str
    mark: Mark
    rows: list[Mapping[str, Cell]]
    colour: str
    marker: str

    @property
    def y_values(self) -> list[float]:
        return [_number_of(row[self.mark.column]) for row in self.rows]

    def x_values(self, x_column: str) -> list[float]:
        return [_number_of(row[x_column]) for row in self.rows]

    def legend_title(self, n_marks: int) -> str:
        """Return the title in the legend of a figure with this many marks; a single mark is not named beside a word."""
        return self.name if self.name and n_marks == 1 else _joined_text(self.name, self.mark.title)


def _curve_lines(figure: Curves, table: Table) -> list[_Line]:
    """Return the lines, with their rows from left to right if points are joined; a line without any value is left out."""
    rows_by_name: dict[str, list[Mapping[str, Cell]]] = {}
    for row in table.rows:
        if row.get(figure.x) is not None and (figure.drawn_column is None or row.get(figure.drawn_column)):
            rows_by_name.setdefault(str(row[figure.by]) if figure.by else "", []).append(row)
    lines: list[_Line] = []
    for name, rows in rows_by_name.items():
        ordered_rows = sorted(rows, key=lambda row: _number_of(row[figure.x])) if figure.style is Style.LINE else rows
        for mark in figure.marks:
            line_index = len(lines)
            rows_with_mark = [row for row in ordered_rows if row.get(mark.column) is not None]
            lines.append(_Line(name, mark, rows_with_mark, _mark_colour(mark, line_index), MARKERS[line_index % len(MARKERS)]))
    return [line for line in lines if line.rows]


def _draw_curves(axes: Axes, figure: Curves, table: Table) -> None:
    """Draw lines, points or bars over the rows of a table, with reference lines and legend."""
    x_unit, y_unit = table.column(figure.x).unit, table.column(figure.marks[0].column).unit
    if figure.has_diagonal:
        axes.plot([0, 1], [0, 1], color=MUTED, lw=1.0)
    lines = _curve_lines(figure, table)
    if figure.style in (Style.BARS, Style.STACK):
        _draw_bars(axes, figure, table, lines)
    else:
        spacing = _POINT_SPACING if x_unit is Unit.COUNT and not any(mark.low for mark in figure.marks) else 0.0
        for i, line in enumerate(lines):
            _draw_line(axes, figure, table, line, spacing * (i - (len(lines) - 1) / 2))
    if figure.reference is not None:
        axes.axhline(figure.reference, color=MUTED, lw=1.0)
    if figure.upright is not None:
        axes.axvline(figure.upright, color=MUTED, lw=1.2, zorder=1)
    _format_axis(axes.xaxis, x_unit, sets_ticks=True)
    _format_axis(axes.yaxis, y_unit, sets_ticks=True)
    axes.set_xlabel(_wrapped_axis_title(figure.x_axis))
    axes.set_ylabel(figure.y_axis)
    if any(line.name or line.mark.title for line in lines[1:]):
        if figure.by is not None:
            axes.figure.legend(loc="outside lower left", frameon=False)
        else:
            _add_legend(axes, [line.legend_title(len(figure.marks)) for line in lines])


def _draw_line(axes: Axes, figure: Curves, table: Table, line: _Line, shift: float) -> None:
    """Draw a line or points with their band or intervals; `shift` is added to x, so that intervals do not cover each other."""
    mark, colour = line.mark, line.colour
    x_values, y_values = [x + shift for x in line.x_values(figure.x)], line.y_values
    cells = [row[mark.column] for row in line.rows]
    if mark.low and mark.high:
        lows, highs = ([_number_of(row[column]) for row in line.rows] for column in (mark.low, mark.high))
        axes.fill_between(x_values, lows, highs, color=colour, alpha=0.2, lw=0)
    else:
        _draw_vertical_intervals(axes, x_values, cells, colour)
    marker = line.marker if isinstance(cells[0], Estimate) or mark.low else ""
    line_style = "-" if figure.style is Style.LINE else ""
    axes.plot(
        x_values, y_values, ls=line_style, marker=marker, ms=4, color=colour, label=line.legend_title(len(figure.marks)) or None
    )
    pointer_texts = [_pointer_text(figure, table, line, row) for row in line.rows]
    add_pointer_texts(
        axes, [*zip(x_values, y_values, pointer_texts, strict=True)][:: math.ceil(len(pointer_texts) / _MAX_POINTERS_IN_LINE)]
    )


def _draw_bars(axes: Axes, figure: Curves, table: Table, lines: Sequence[_Line]) -> None:
    """Draw one bar per row for a single mark, or the bars of all marks on top of each other."""
    stack_heights: dict[float, float] = {}
    for line in lines:
        x_values, y_values = line.x_values(figure.x), line.y_values
        bottoms = [stack_heights.get(x, 0.0) for x in x_values]
        title = line.mark.title or None
        axes.bar(x_values, y_values, bottom=bottoms, width=0.82, color=line.colour, alpha=0.6, lw=0, label=title)
        if figure.style is Style.BARS:
            _draw_vertical_intervals(axes, x_values, [row[line.mark.column] for row in line.rows], INK)
        pointer_texts = [_pointer_text(figure, table, line, row) for row in line.rows]
        middles = [bottom + height / 2 for bottom, height in zip(bottoms, y_values, strict=True)]
        add_pointer_texts(axes, zip(x_values, middles, pointer_texts, strict=True))
        stack_heights |= {x: bottom + height for x, bottom, height in zip(x_values, bottoms, y_values, strict=True)}
    axes.set_ylim(0, 1 if figure.style is Style.STACK else None)
    axes.grid(axis="x", visible=False)


def _draw_vertical_intervals(axes: Axes, x_values: Sequence[float], cells: Sequence[Cell], colour: str) -> None:
    for x, cell in zip(x_values, cells, strict=True):
        if isinstance(cell, Estimate) and cell.has_interval:
            axes.plot([x, x], [cell.low, cell.high], color=colour, lw=1.2)


def _draw_map(axes: Axes, figure: Map, table: Table) -> None:
    """Draw a map: coloured cells with their numbers, and the labels of its rows and columns."""
    _draw_map_cells(axes, figure, table)
    _label_map(axes, figure, table)
    axes.set_xlim(-0.55, len(figure.columns) - 0.45)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.set_ylabel(figure.y_axis)
    axes.spines[:].set_visible(False)


def _draw_map_cells(axes: Axes, figure: Map, table: Table) -> None:
    """Draw the cells that are not empty; with many columns, their numbers appear only under the pointer."""
    filled_cells = [
        (row, y, x) for y, row in enumerate(table.rows) for x, key in enumerate(figure.columns) if row.get(key) is not None
    ]
    distances = [abs(_number_of(row[figure.columns[x]]) - (figure.middle or 0.0)) for row, _, x in filled_cells]
    farthest = max(distances, default=0.0) or 1.0
    for (row, y, x), distance in zip(filled_cells, distances, strict=True):
        key = figure.columns[x]
        cell = row[key]
        if figure.middle is None or not isinstance(cell, Estimate) or cell.excludes(figure.middle):
            colour = SERIES_COLOURS[1] if figure.middle is not None and _number_of(cell) < figure.middle else SERIES_COLOURS[0]
            axes.add_patch(_map_rectangle(x, y, color=colour, alpha=MAX_OPACITY * distance / farthest, lw=0))
        if figure.marked is not None and row.get(figure.marked) == key:
            axes.add_patch(_map_rectangle(x, y, fill=False, ec=INK, lw=1.5))
        if figure.dashed is not None and row.get(figure.dashed) == key:
            axes.add_patch(_map_rectangle(x, y, fill=False, ec=INK, lw=1.5, ls=(0, (2, 2))))
        pointer_text = f"{row[figure.label]}, {table.column(key).title}: {text_at(table, row, key)}"
        if len(figure.columns) > _MOST_COLUMNS_WITH_NUMBERS:
            add_pointer_texts(axes, [(x, y, pointer_text)])
            continue
        text = short_text(cell, table.unit(key, row), is_crowded=len(figure.columns) >= _CROWDED_FROM_COLUMNS)
        axes.annotate(text, (x, y), ha="center", va="center", gid=pointer_gid(pointer_text))


def _label_map(axes: Axes, figure: Map, table: Table) -> None:
    """Label the rows and columns of a map and its x axis.

    A word with which all columns begin becomes the title of the axis. Where rows and columns have the same long labels, columns
    are labelled by the numbers of their rows.
    """
    row_labels = [str(row[figure.label]) for row in table.rows]
    x_title = figure.x_axis
    column_labels = [table.column(key).title.removeprefix(f"{x_title} ") for key in figure.columns]
    first_words = {label.partition(" ")[0] for label in column_labels}
    if not x_title and len(first_words) == 1 and len(column_labels) > 1:
        (x_title,), column_labels = first_words, [label.partition(" ")[2] for label in column_labels]
    letters_per_column = _COLUMN_LABELS_LETTERS // len(column_labels)
    if row_labels == column_labels and max(map(len, column_labels)) > letters_per_column:
        row_labels = [f"{i} {label}" for i, label in enumerate(row_labels, 1)]
        column_labels = [str(i) for i in range(1, len(column_labels) + 1)]
    label_rows(axes, [textwrap.fill(label, _MAP_LABEL_LINE_LETTERS) for label in row_labels])
    line_letters = max(letters_per_column, _MIN_COLUMN_LINE_LETTERS)
    if max(len(word) for label in column_labels for word in label.split()) > line_letters:
        column_labels = ["\n" * (i % 2) + label for i, label in enumerate(column_labels)]  # every other label is lower
    else:
        column_labels = [textwrap.fill(label, line_letters) for label in column_labels]
    axes.set_xticks(range(len(column_labels)), column_labels)
    axes.set_xlabel(_wrapped_axis_title(x_title))


def _map_rectangle(x: float, y: float, **appearance: Any) -> Rectangle:
    return Rectangle((x - 0.47, y - 0.45), 0.94, 0.9, **appearance)


def _add_legend(axes: Axes, titles: Sequence[str]) -> None:
    """Put the legend above the axes."""
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        ncols=_n_legend_columns(titles),
        frameon=False,
        handlelength=1.0,
        handletextpad=0.3,
        columnspacing=0.8,
        borderaxespad=0.1,
    )


def _pointer_text(figure: Curves, table: Table, line: _Line, row: Mapping[str, Cell]) -> str:
    """Return the text under the pointer at a point of a line."""
    x_name = figure.x_axis if table.column(figure.x).unit is Unit.COUNT else ""
    mark = line.mark
    text = f"{_joined_text(line.name, mark.title, x_name, text_at(table, row, figure.x))}: {text_at(table, row, mark.column)}"
    return f"{text} ({text_at(table, row, mark.low)} to {text_at(table, row, mark.high)})" if mark.low and mark.high else text


def _mark_colour(mark: Mark, index: int) -> str:
    """Return the colour of the thing that a mark names, otherwise the colour of the series with this index."""
    return COLOUR_BY_NAME.get(mark.colour, SERIES_COLOURS[index % len(SERIES_COLOURS)])


def _joined_text(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _wrapped_axis_title(title: str) -> str:
    return textwrap.fill(title, _AXIS_LINE_LETTERS)


def _shortened_label(label: str) -> str:
    """Return the label of a row in lines, without its middle if it is long."""
    half = _MAX_LABEL_LETTERS // 2
    shortened = label if len(label) <= _MAX_LABEL_LETTERS else f"{label[: half - 1]}\u2026{label[-half:]}"
    has_long_word = max(map(len, shortened.split()), default=0) > _MAX_WORD_LETTERS
    return textwrap.fill(shortened, _LABEL_LINE_LETTERS, break_long_words=has_long_word)


def _number_of(cell: Cell) -> float:
    """Return a number or the value of an estimate; 0 for an empty cell."""
    return cell.value if isinstance(cell, Estimate) else float(cell or 0.0)


_TICK_FORMATS: dict[Unit, Callable[[float], str]] = {
    Unit.POINTS: lambda x: signed(100 * x, 0 if round(100 * x, 6).is_integer() else 1),
    Unit.DISTANCE: lambda x: f"{100 * x:g}",
}


def _format_axis(axis: XAxis | YAxis, unit: Unit, *, sets_ticks: bool = False) -> None:
    """Set the form of tick labels; choose the ticks too for counts, and with `sets_ticks` for shares."""
    if unit in _SHARE_UNITS:
        label_in_per_cent(axis, sets_ticks)
    elif unit in _TICK_FORMATS:
        axis.set_major_formatter(lambda x, _: _TICK_FORMATS[unit](x))
    elif unit is Unit.COUNT:
        axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
