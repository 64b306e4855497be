"""Which boxes of the sheet get filled: a map of the sheet."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from rajas_sim.analysis.formatting import share_text
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.scoring.boxes import Area, BoxUsage, split_name
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.showing.figure import DARKEST, INK, MUTED, SERIES, drawing, new_figure, to_svg
from rajas_sim.showing.phrases import basis, method_note
from rajas_sim.showing.view import Panel, Section, Table

_ACROSS = 11.0
"""Width of the figure in boxes."""
_HEIGHT = 0.28
"""Height of a box in inches."""
_LETTER = 0.285
"""Width of a letter of a label in boxes."""
_HEADING = 1.9
"""Height of the name of an area and of its column numbers, in boxes."""
_GAP = 0.5


@dataclass
class _Block:
    """An area as it is drawn: width of its labels, columns of each line, and its place."""

    area: Area
    margin: float
    lines: list[tuple[str, ...]]
    x: float = 0.0
    y: float = 0.0

    @property
    def width(self) -> float:
        heading = _LETTER * 1.15 * len(self.area.name)
        return max(self.margin + max(len(line) for line in self.lines), heading)

    @property
    def height(self) -> float:
        return _HEADING - 0.9 + len(self.lines) * (len(self.area.rows) + 0.9)


def box_section(results: Sequence[PlayerCount], names: Names) -> Section | None:
    """Show which boxes get filled; ``None`` if the run did not record it."""
    usages = [count.boxes for count in results if count.boxes is not None]
    if not usages:
        return None
    return Section(
        "boxes",
        "Which boxes get filled",
        "Per cent of all seats that had filled each box of the sheet by the end of the game; the stronger the colour, the more. "
        "How often a box is filled does not tell whether it helps to win.",
        tuple(_panel(u, names) for u in usages),
    )


def _panel(usage: BoxUsage, names: Names) -> Panel:
    title = f"{usage.players} players"
    alt = f"Boxes filled with {title}. {' '.join(f.sentence for f in usage.findings)} The table below holds the numbers."
    key = f"boxes{usage.players}"
    blocks = _placed([_block(area, names) for area in usage.areas])
    height = max(block.y + block.height for block in blocks) + 0.2
    with drawing(key):
        figure, (axes,) = new_figure(_HEIGHT * height)
        for block in blocks:
            _draw(axes, block, usage.filled, names)
        axes.set_xlim(0, _ACROSS)
        axes.set_ylim(height, 0)
        axes.set_axis_off()
        svg = to_svg(figure, key, alt)
    named = [(split_name(box), share) for box, share in usage.filled.items()]
    rows = tuple((names.human(area), _label(row, names), column, share_text(share)) for (area, row, column), share in named)
    table = Table(("area", "row", "box", "share of seats (interval)"), rows, method_note(usage.filled.values()))
    sentences = tuple(finding.sentence for finding in usage.findings)
    return Panel(title, svg, basis(usage), table, sentences=sentences)


def _label(row: str, names: Names) -> str:
    return row if row.isdigit() else names.human(row)


def _block(area: Area, names: Names) -> _Block:
    """Break an area that is too wide into lines of about equal length."""
    labels = [] if len(area.rows) == 1 else [_label(row, names) for row in area.rows]
    margin = _LETTER * max((len(label) for label in labels), default=0) + (0.25 if labels else 0.0)
    n_lines = math.ceil(len(area.columns) / max(1, math.floor(_ACROSS - margin)))
    each = math.ceil(len(area.columns) / n_lines)
    return _Block(area, margin, [area.columns[i : i + each] for i in range(0, len(area.columns), each)])


def _placed(blocks: Sequence[_Block]) -> list[_Block]:
    """Set areas side by side where they fit, one line of areas below the other."""
    lines: list[list[_Block]] = []
    for block in blocks:
        for line in lines:
            end = line[-1].x + line[-1].width + _GAP
            if end + block.width <= _ACROSS and (line is lines[-1] or block.height <= _tallest(line) + 1.0):
                block.x = end
                line.append(block)
                break
        else:
            lines.append([block])
    y = 0.0
    for line in lines:
        for block in line:
            block.y = y
        y += _tallest(line) + _GAP
    return list(blocks)


def _tallest(line: Sequence[_Block]) -> float:
    return max(block.height for block in line)


def _draw(axes: Axes, block: _Block, filled: Mapping[str, Estimate], names: Names) -> None:
    area, y = block.area, block.y
    axes.annotate(names.human(area.name), (block.x, y + 0.45), va="center", weight="bold", color=INK)
    y += _HEADING - 0.9
    for line in block.lines:
        for i, column in enumerate(line):
            x = block.x + block.margin + i
            axes.annotate(_label(column, names), (x + 0.5, y + 0.45), ha="center", va="center", color=MUTED)
        y += 0.9
        for row in area.rows:
            if len(area.rows) > 1:
                where = (block.x + block.margin - 0.2, y + 0.5)
                axes.annotate(_label(row, names), where, ha="right", va="center", color=MUTED)
            for i, column in enumerate(line):
                box = area.boxes.get((row, column))
                if box is not None:
                    _box(axes, block.x + block.margin + i, y, filled[box].value)
            y += 1.0


def _box(axes: Axes, x: float, y: float, share: float) -> None:
    shape = (x + 0.04, y + 0.05), 0.92, 0.9
    axes.add_patch(Rectangle(*shape, color=SERIES[0], alpha=DARKEST * share, lw=0))
    axes.add_patch(Rectangle(*shape, fill=False, ec=MUTED, lw=0.4, alpha=0.6))
    axes.annotate(_cell_text(share), (x + 0.5, y + 0.52), ha="center", va="center", color=INK)


def _cell_text(share: float) -> str:
    """Write per cent without the sign, never rounding to all or nothing.

    >>> _cell_text(0.004), _cell_text(0.999), _cell_text(0.456), _cell_text(0.0)
    ('<1', '>99', '46', '0')
    """
    if 0.0 < share < 0.005:
        return "<1"
    return ">99" if 0.995 < share < 1.0 else f"{100 * share:.0f}"
