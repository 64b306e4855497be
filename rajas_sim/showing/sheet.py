"""The sheet of a game as a map: every box with a share, and areas side by side where they fit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from rajas_sim.analysis.answer import Cell
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.showing.figure import INK, MAX_OPACITY, MUTED, SERIES_COLOURS

_SHEET_WIDTH = 11.0
"""Width of the figure in boxes."""
_BOX_HEIGHT = 0.28
"""Height of a box in inches."""
_LETTER_WIDTH = 0.285
"""Width of a letter of a label, in boxes."""
_LABEL_GAP = 0.25
"""Room between the labels of the rows and the boxes, in boxes."""
_NAME_HEIGHT = 1.0
"""Height of the name of an area, in boxes."""
_LABELS_HEIGHT = 0.9
"""Height of a line of labels of columns, in boxes."""
_MOST_HEIGHT_ADDED = 1.0
"""An area makes a line higher by at most this, in boxes, unless it is the last line."""
_GAP = 0.5
"""Space between areas, in boxes."""

BoxRows = Sequence[Mapping[str, Cell]]
"""The rows of a `SheetMap`, each with the area, the row and the column of a box, and the share of seats that filled it."""


@dataclass
class _Area:
    """An area as it is drawn.

    Attributes
    ----------
    x, y
        The upper left corner, in boxes from that of the sheet.
    shares
        (row, column) of each box -> share of seats that filled it.
    label_width
        Width of the labels of its rows, in boxes.
    column_lines
        The columns in each line. An area that is too wide is broken into several lines, one below the other.
    """

    name: str
    shares: dict[tuple[str, str], float]
    label_width: float
    column_lines: list[list[str]]
    x: float = 0.0
    y: float = 0.0

    @property
    def rows(self) -> list[str]:
        return list(dict.fromkeys(row for row, _ in self.shares))

    @property
    def width(self) -> float:
        return max(self.label_width + max(len(line) for line in self.column_lines), _LETTER_WIDTH * 1.15 * len(self.name))

    @property
    def height(self) -> float:
        return _NAME_HEIGHT + len(self.column_lines) * (len(self.rows) + _LABELS_HEIGHT)


def sheet_height(boxes: BoxRows) -> float:
    """Return the height of a sheet in inches."""
    return _BOX_HEIGHT * _bottom_y(_areas(boxes))


def draw_sheet(axes: Axes, boxes: BoxRows) -> None:
    """Draw a sheet; the more seats filled a box, the stronger its colour."""
    areas = _areas(boxes)
    for area in areas:
        _draw_area(axes, area)
    axes.set_xlim(0, _SHEET_WIDTH)
    axes.set_ylim(_bottom_y(areas), 0)
    axes.set_axis_off()


def _bottom_y(areas: Sequence[_Area]) -> float:
    return max(area.y + area.height for area in areas) + 0.2


def _areas(boxes: BoxRows) -> list[_Area]:
    """Return the areas in their places; an area that is too wide is broken into lines of about equal length."""
    shares_by_area: dict[str, dict[tuple[str, str], float]] = {}
    for box in boxes:
        cell = box["share"]
        share = cell.value if isinstance(cell, Estimate) else 0.0  # a box that nobody filled has no estimate
        shares_by_area.setdefault(str(box["area"]), {})[str(box["row"]), str(box["column"])] = share
    areas = []
    for name, shares in shares_by_area.items():
        rows, columns = (list(dict.fromkeys(labels)) for labels in zip(*shares, strict=True))
        columns.sort(key=lambda label: (not label.isdigit(), int(label) if label.isdigit() else 0))
        row_labels = rows if len(rows) > 1 else []
        label_width = _LETTER_WIDTH * max((len(label) for label in row_labels), default=0) + (_LABEL_GAP if row_labels else 0.0)
        n_lines = math.ceil(len(columns) / max(1, math.floor(_SHEET_WIDTH - label_width)))
        columns_per_line = math.ceil(len(columns) / n_lines)
        column_lines = [columns[i : i + columns_per_line] for i in range(0, len(columns), columns_per_line)]
        areas.append(_Area(name, shares, label_width, column_lines))
    _put_in_places(areas)
    return areas


def _put_in_places(areas: Sequence[_Area]) -> None:
    """Put areas into lines one below the other, each into the first line that has room at its end."""
    area_lines: list[list[_Area]] = []
    for area in areas:
        for line in area_lines:
            next_x = line[-1].x + line[-1].width + _GAP
            makes_line_little_higher = area.height <= _max_height(line) + _MOST_HEIGHT_ADDED
            if next_x + area.width <= _SHEET_WIDTH and (line is area_lines[-1] or makes_line_little_higher):
                area.x = next_x
                line.append(area)
                break
        else:
            area_lines.append([area])
    y = 0.0
    for line in area_lines:
        for area in line:
            area.y = y
        y += _max_height(line) + _GAP


def _max_height(line: Sequence[_Area]) -> float:
    return max(area.height for area in line)


def _draw_area(axes: Axes, area: _Area) -> None:
    """Draw the name of an area and its boxes, with the labels of columns and, if there are several rows, of rows."""
    y = area.y
    axes.annotate(area.name, (area.x, y + 0.45), va="center", weight="bold", color=INK)
    y += _NAME_HEIGHT
    left = area.x + area.label_width
    for line in area.column_lines:
        for i, column in enumerate(line):
            axes.annotate(column, (left + i + 0.5, y + 0.45), ha="center", va="center", color=MUTED)
        y += _LABELS_HEIGHT
        for row in area.rows:
            if len(area.rows) > 1:
                axes.annotate(row, (left - 0.2, y + 0.5), ha="right", va="center", color=MUTED)
            for i, column in enumerate(line):
                if (row, column) in area.shares:
                    _draw_box(axes, left + i, y, area.shares[row, column])
            y += 1.0


def _draw_box(axes: Axes, x: float, y: float, share: float) -> None:
    """Draw a box and its share, a little smaller than the square of side 1 with its upper left corner at (x, y)."""
    corner_and_size = (x + 0.04, y + 0.05), 0.92, 0.9
    axes.add_patch(Rectangle(*corner_and_size, color=SERIES_COLOURS[0], alpha=MAX_OPACITY * share, lw=0))
    axes.add_patch(Rectangle(*corner_and_size, fill=False, ec=MUTED, lw=0.4, alpha=0.6))
    axes.annotate(box_text(share), (x + 0.5, y + 0.52), ha="center", va="center", color=INK)


def box_text(share: float) -> str:
    """Return a share in per cent, without the sign; only exactly 0 and 1 are shown as 0 and 100.

    >>> box_text(0.004), box_text(0.999), box_text(0.456), box_text(0.0)
    ('<1', '>99', '46', '0')
    """
    if 0.0 < share < 0.005:
        return "<1"
    return ">99" if 0.995 < share < 1.0 else f"{100 * share:.0f}"
