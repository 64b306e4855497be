"""The sheet of a game as a map: every box with a share, its areas side by side where they fit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from rajas_sim.analysis.answer import Cell
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.showing.figure import DARKEST, INK, MUTED, SERIES

_ACROSS = 11.0
"""Width of the figure in boxes."""
_HEIGHT = 0.28
"""Height of a box in inches."""
_LETTER = 0.285
"""Width of a letter of a label in boxes."""
_HEADING = 1.9
"""Height of the name of an area and of its column numbers, in boxes."""
_GAP = 0.5

Boxes = Sequence[Mapping[str, Cell]]
"""Rows with the area, row and column of a box, and the share of seats that filled it."""


@dataclass
class _Area:
    """An area as it is drawn: its boxes by row and column, the columns of each line, the width of its labels, and its place."""

    name: str
    boxes: dict[tuple[str, str], float]
    margin: float
    lines: list[list[str]]
    x: float = 0.0
    y: float = 0.0

    @property
    def rows(self) -> list[str]:
        return list(dict.fromkeys(row for row, _ in self.boxes))

    @property
    def width(self) -> float:
        return max(self.margin + max(len(line) for line in self.lines), _LETTER * 1.15 * len(self.name))

    @property
    def height(self) -> float:
        return _HEADING - 0.9 + len(self.lines) * (len(self.rows) + 0.9)


def sheet_height(boxes: Boxes) -> float:
    """Return the height of a sheet in inches."""
    return _HEIGHT * _bottom(_areas(boxes))


def draw_sheet(axes: Axes, boxes: Boxes) -> None:
    """Draw every box, the stronger coloured the more seats filled it."""
    areas = _areas(boxes)
    for area in areas:
        _draw(axes, area)
    axes.set_xlim(0, _ACROSS)
    axes.set_ylim(_bottom(areas), 0)
    axes.set_axis_off()


def _bottom(areas: Sequence[_Area]) -> float:
    return max(area.y + area.height for area in areas) + 0.2


def _areas(boxes: Boxes) -> list[_Area]:
    """Collect the boxes of each area, and break one that is too wide into lines of about equal length."""
    by_area: dict[str, dict[tuple[str, str], float]] = {}
    for box in boxes:
        share = box["share"]
        filled = share.value if isinstance(share, Estimate) else 0.0
        by_area.setdefault(str(box["area"]), {})[str(box["row"]), str(box["column"])] = filled
    areas = []
    for name, shares in by_area.items():
        rows, columns = (list(dict.fromkeys(labels)) for labels in zip(*shares, strict=True))
        columns.sort(key=lambda label: (not label.isdigit(), int(label) if label.isdigit() else 0))
        labels = rows if len(rows) > 1 else []
        margin = _LETTER * max((len(label) for label in labels), default=0) + (0.25 if labels else 0.0)
        n_lines = math.ceil(len(columns) / max(1, math.floor(_ACROSS - margin)))
        each = math.ceil(len(columns) / n_lines)
        areas.append(_Area(name, shares, margin, [columns[i : i + each] for i in range(0, len(columns), each)]))
    _place(areas)
    return areas


def _place(areas: Sequence[_Area]) -> None:
    """Set areas side by side where they fit, one line of areas below the other."""
    lines: list[list[_Area]] = []
    for area in areas:
        for line in lines:
            end = line[-1].x + line[-1].width + _GAP
            if end + area.width <= _ACROSS and (line is lines[-1] or area.height <= _tallest(line) + 1.0):
                area.x = end
                line.append(area)
                break
        else:
            lines.append([area])
    y = 0.0
    for line in lines:
        for area in line:
            area.y = y
        y += _tallest(line) + _GAP


def _tallest(line: Sequence[_Area]) -> float:
    return max(area.height for area in line)


def _draw(axes: Axes, area: _Area) -> None:
    y = area.y
    axes.annotate(area.name, (area.x, y + 0.45), va="center", weight="bold", color=INK)
    y += _HEADING - 0.9
    left = area.x + area.margin
    for line in area.lines:
        for i, column in enumerate(line):
            axes.annotate(column, (left + i + 0.5, y + 0.45), ha="center", va="center", color=MUTED)
        y += 0.9
        for row in area.rows:
            if len(area.rows) > 1:
                axes.annotate(row, (left - 0.2, y + 0.5), ha="right", va="center", color=MUTED)
            for i, column in enumerate(line):
                if (row, column) in area.boxes:
                    _draw_box(axes, left + i, y, area.boxes[row, column])
            y += 1.0


def _draw_box(axes: Axes, x: float, y: float, share: float) -> None:
    shape = (x + 0.04, y + 0.05), 0.92, 0.9
    axes.add_patch(Rectangle(*shape, color=SERIES[0], alpha=DARKEST * share, lw=0))
    axes.add_patch(Rectangle(*shape, fill=False, ec=MUTED, lw=0.4, alpha=0.6))
    axes.annotate(box_text(share), (x + 0.5, y + 0.52), ha="center", va="center", color=INK)


def box_text(share: float) -> str:
    """Write per cent without the sign, never rounding to all or nothing.

    >>> box_text(0.004), box_text(0.999), box_text(0.456), box_text(0.0)
    ('<1', '>99', '46', '0')
    """
    if 0.0 < share < 0.005:
        return "<1"
    return ">99" if 0.995 < share < 1.0 else f"{100 * share:.0f}"
