"""What a drawn position consists of: panels, each of parts that change by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rajas_sim.core.drawing.shapes import symbols, tag, text

#: The class within which `style` holds.
ROOT = "rajas-table"
#: Widest row of panels when all are drawn as one picture.
WIDTH = 1090
GAP = 14
TITLE_HEIGHT = 24


@dataclass(frozen=True)
class Panel:
    """A part of the table that is drawn by itself, such as the board of one seat.

    Attributes
    ----------
    key
        Its name, the same in every position of a game.
    seat
        Whose it is; None if it is everybody's.
    width, height
        Of the drawing, in pixels at its natural size; the same in every position of a game.
    parts
        SVG elements, one drawn over the other; as many in every position of a game. What changes by itself is a part by itself,
        so that two positions share what is alike.
    alt
        What is to be seen, in words.
    """

    key: str
    title: str
    width: int
    height: int
    parts: tuple[str, ...]
    alt: str
    seat: int | None = None


@dataclass(frozen=True)
class Drawing:
    """A drawn position.

    Attributes
    ----------
    key
        What the symbols mean; None if they need no words.
    """

    panels: tuple[Panel, ...]
    key: Panel | None = None

    def to_svg(self) -> str:
        """Return all panels as one SVG that needs nothing else."""
        placed, width, height = _in_rows(self.panels)
        drawn = "".join(_placed(panel, x, y) for panel, x, y in placed)
        paper = tag("rect", width=width, height=height, rx=6, class_="paper")
        alt = "; ".join(panel.alt for panel in self.panels)
        return tag(
            "svg",
            tag("style", style()) + tag("defs", symbols()) + paper + drawn,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width} {height}",
            width="100%",
            style=f"max-width:{width}px",
            class_=ROOT,
            role="img",
            aria_label=alt,
        )


@cache
def style() -> str:
    """Return the style of drawings; colours are those of the page they stand in, or else those of its light scheme."""
    return (Path(__file__).parent / "table.css").read_text(encoding="utf-8")


def _placed(panel: Panel, x: int, y: int) -> str:
    inner = tag("g", "".join(panel.parts), transform=f"translate(0 {TITLE_HEIGHT})")
    return tag("g", text(0, 15, panel.title, class_="t b") + inner, transform=f"translate({x} {y})")


def _in_rows(panels: tuple[Panel, ...]) -> tuple[list[tuple[Panel, int, int]], int, int]:
    """Place panels beside each other, and below each other in columns where one is much higher; return the size of it all.

    Each panel goes where there is most room: into the column that is the shortest so far, those of seats below all others.
    """
    wide = max((panel.width for panel in panels), default=1) + GAP
    columns = max(1, WIDTH // wide)
    placed = []
    top = GAP
    for group in ([p for p in panels if p.seat is None], [p for p in panels if p.seat is not None]):
        ends = [top] * columns
        for panel in group:
            column = ends.index(min(ends))
            placed.append((panel, GAP + column * wide, ends[column]))
            ends[column] += TITLE_HEIGHT + panel.height + GAP
        top = max(ends)
    return placed, GAP + columns * wide, top
