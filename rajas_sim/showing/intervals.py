"""Estimates with their intervals, one row below the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from matplotlib.axes import Axes

from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.showing.figure import MUTED, PAPER, SERIES, label_rows, told

ROW = 0.21
"""Height of a row in inches."""
_APART = 0.24
"""How far the estimates of a row lie from each other, in rows."""
_LONGEST = 28
"""A longer label is cut in the middle; the table has it whole."""


class Line(NamedTuple):
    """An estimate as a figure has it.

    Attributes
    ----------
    text
        What it tells under the pointer; empty for nothing.
    is_filled
        Whether its point is.
    """

    estimate: Estimate
    colour: str = SERIES[0]
    is_filled: bool = True
    text: str = ""


Scale = Literal["share", "points", "plain"]
"""How the axis is labelled: in per cent, in percentage points with their sign, or as numbers are."""
Rows = Sequence[tuple[str, Sequence[Line]]]
"""The label of each row, and its estimates; a row may have none."""


def draw_rows(axes: Axes, rows: Rows, even: float | None = 0.0) -> None:
    """Draw the estimates of each row, and a line where nothing is to be seen, unless that is None."""
    for row, (label, lines) in enumerate(rows):
        for i, line in enumerate(lines):
            y = row + _APART * (i - (len(lines) - 1) / 2)
            if line.estimate.has_interval:
                axes.plot([line.estimate.low, line.estimate.high], [y, y], color=line.colour, lw=2.2, alpha=0.7)
            face = line.colour if line.is_filled else PAPER
            gid = told(f"{label}: {line.text}") if line.text else None
            axes.plot(line.estimate.value, y, "o", color=line.colour, markerfacecolor=face, gid=gid, zorder=3)
    if even is not None:
        axes.axvline(even, color=MUTED, lw=1.2)
    label_rows(axes, [_cut(label) for label, _ in rows])


def _cut(label: str) -> str:
    half = _LONGEST // 2
    return label if len(label) <= _LONGEST else f"{label[: half - 1]}\u2026{label[-half:]}"
