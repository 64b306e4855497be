"""A drawing: the panels of a table, and the panel of the race on the two tracks, which every game has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rajas_sim.core.drawing.shapes import group, line, mover, piece, rectangle, symbols, tag, text

#: The class of the element to which `style` applies.
ROOT = "rajas-table"
#: Largest width of a row of panels when all are drawn as one picture.
MAX_WIDTH = 1090
#: Width of the race panel and of the panel that explains symbols.
PANEL_WIDTH = 344
#: Space around panels, and the height of the title above each.
GAP = 14
TITLE_HEIGHT = 24
#: Side of a thumbnail beside a name; symbols have the same size.
THUMBNAIL = 20


@dataclass(frozen=True)
class TablePanel:
    """A part of the table with a drawing of its own, such as the board of one seat.

    Attributes
    ----------
    key
        A name that is the same in every position of a game.
    seat
        The seat it belongs to; None if it belongs to nobody.
    width, height
        Size of the drawing in pixels at its natural size; the same in every position of a game.
    parts
        SVG elements, drawn one over the other; their number is the same in every position of a game. What can change alone is a
        part of its own, so that two positions share the parts that are alike.
    alt
        A description of the picture, in words.
    fold
        Where a page may split the panel to show the lower part beside the upper one: the number of parts above, and the height
        there; None if the panel is shown in one piece.
    """

    key: str
    title: str
    width: int
    height: int
    parts: tuple[str, ...]
    alt: str
    seat: int | None = None
    fold: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class OptionSpot:
    """Where an option lies on the drawing: a rectangle of a panel.

    Attributes
    ----------
    panel
        The key of the panel.
    x, y, width, height
        The rectangle, in pixels at the natural size of the panel's drawing.
    preview
        SVG of what the option would put at the corner of the rectangle; empty if there is nothing to show.
    twins
        Corners of further rectangles of this size that stand for the same option, such as those of dice with the same face.
    """

    panel: str
    x: float
    y: float
    width: float
    height: float
    preview: str = ""
    twins: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Drawing:
    """A drawn position.

    Attributes
    ----------
    key
        The panel that explains the symbols; None if they need no explanation.
    """

    panels: tuple[TablePanel, ...]
    key: TablePanel | None = None

    def marked(self, spots: Mapping[str, OptionSpot | None]) -> Drawing:
        """Return the drawing with a coloured frame and the preview at each spot, by colour; spots that are None are left out."""
        panels = self.panels
        for colour, spot in spots.items():
            if spot is not None:
                frame = tag(
                    "rect",
                    x=spot.x,
                    y=spot.y,
                    width=spot.width,
                    height=spot.height,
                    rx=4,
                    style=f"fill:none;stroke:{colour};stroke-width:3",
                )
                mark = tag("g", spot.preview, transform=f"translate({spot.x:.5g} {spot.y:.5g})") + frame
                panels = tuple(
                    replace(panel, parts=(*panel.parts, mark)) if panel.key == spot.panel else panel for panel in panels
                )
        return replace(self, panels=panels)

    def to_svg(self, *, has_style: bool = True, max_width: int = MAX_WIDTH) -> str:
        """Return all panels as one SVG that is complete in itself; without style and symbols if its page already has them."""
        placements, width, height = _arrange(self.panels, max_width)
        panels_svg = "".join(_panel_svg(panel, x, y) for panel, x, y in placements)
        paper = tag("rect", width=width, height=height, rx=6, class_="paper")
        alt = "; ".join(panel.alt for panel in self.panels)
        return tag(
            "svg",
            (tag("style", style()) + tag("defs", symbols()) if has_style else "") + paper + panels_svg,
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
    """Return the CSS of drawings; colours come from the page around them, or else from the light scheme."""
    return (Path(__file__).parent / "table.css").read_text(encoding="utf-8")


def thumbnail(drawing: str, width: float, height: float) -> str:
    """Return a drawing of a given size, scaled to a square of `THUMBNAIL`, without words, which would be too small to read."""
    scale = THUMBNAIL / max(width, height)
    x, y = (THUMBNAIL - scale * width) / 2, (THUMBNAIL - scale * height) / 2
    without_words = re.sub(r"<(text|title)\b[^>]*>.*?</\1>", "", drawing)
    return tag("g", without_words, transform=f"translate({x:.3g} {y:.3g}) scale({scale:.3g})")


def _panel_svg(panel: TablePanel, x: int, y: int) -> str:
    inner = tag("g", "".join(panel.parts), transform=f"translate(0 {TITLE_HEIGHT})")
    return tag("g", text(0, 15, panel.title, class_="plain heading") + inner, transform=f"translate({x} {y})")


def _arrange(panels: tuple[TablePanel, ...], max_width: int) -> tuple[list[tuple[TablePanel, int, int]], int, int]:
    """Place each panel into the column that is the shortest so far; the panels of seats come below all others.

    Returns each panel with its x and y, then the width and height of the picture. There are as many columns as fit.
    """
    column_width = max((panel.width for panel in panels), default=1) + GAP
    columns = max(1, max_width // column_width)
    placements = []
    top = GAP
    for panels_of_kind in ([p for p in panels if p.seat is None], [p for p in panels if p.seat is not None]):
        column_ends = [top] * columns
        for panel in panels_of_kind:
            column = column_ends.index(min(column_ends))
            placements.append((panel, GAP + column * column_width, column_ends[column]))
            column_ends[column] += TITLE_HEIGHT + panel.height + GAP
        top = max(column_ends)
    return placements, GAP + columns * column_width, top


def key_panel(meanings: Sequence[tuple[str, str]], middle_x: int) -> TablePanel:
    """Return the panel that explains symbols, two side by side; `middle_x` is the middle of the first one.

    `meanings` are pairs of a symbol, drawn around the point 0, 0, and what it means.
    """
    column_width, row_height = PANEL_WIDTH // 2, 26
    parts = tuple(
        group(symbol_svg + text(middle_x + 4, 4, words), middle_x + column_width * (i % 2), 14 + row_height * (i // 2))
        for i, (symbol_svg, words) in enumerate(meanings)
    )
    height = row_height * ((len(meanings) + 1) // 2) + 4
    return TablePanel("key", "What the symbols mean", PANEL_WIDTH, height, parts, "; ".join(words for _, words in meanings))


_LANES_LEFT, _LANES_RIGHT, _LANES_TOP, _LANE_HEIGHT = 52, PANEL_WIDTH - 8, 44, 34
#: Spaces between two numbers on the scales.
SCALE_STEP = 10
#: Width that is reserved for the number beside a marker.
_NUMBER_WIDTH = 28


@dataclass(frozen=True, eq=False, slots=True)
class DrawnTracks:
    """What is printed on the tracks.

    Attributes
    ----------
    length
        The fame spaces at which a seat's markers meet: its fame, and its money in fame spaces, add up to this.
    money_per_fame
        How many money spaces lie beside one fame space.
    fame_bonuses, money_bonuses
        By space, a drawing of at most 18 by 18 around the point 0, 0.
    """

    length: int
    money_per_fame: int
    fame_bonuses: Mapping[int, str]
    money_bonuses: Mapping[int, str]


def race_panel(tracks: DrawnTracks, state: Any) -> TablePanel:  # noqa: ANN401 - a position, which imports this module
    """Return the panel of the race in a position; it also shows who starts the round."""
    bottom = _LANES_TOP + _LANE_HEIGHT * len(state.seats)
    scale = _scale_svg(tracks, bottom)
    seat_values = [(i, seat.fame, seat.money, state.overlap_of(seat.record)) for i, seat in enumerate(state.seats)]
    lanes = [_lane_svg(tracks, *values) for values in seat_values]
    standings_text = [f"seat {i + 1} fame {fame}, money {money}, overlap {overlap:g}" for i, fame, money, overlap in seat_values]
    starter = int(state.start_player)
    first_mark = text(23, _LANES_TOP + _LANE_HEIGHT * starter + 21, "1st", "small")
    parts = (scale, *lanes, group(first_mark, title=f"seat {starter + 1} starts this round"))
    alt = f"The race: {'; '.join(standings_text)}; seat {starter + 1} starts this round"
    return TablePanel("race", "Fame and money", PANEL_WIDTH, bottom + 46, parts, alt)


def _track_x(tracks: DrawnTracks, spaces: float) -> float:
    """Return the x of a point so many fame spaces from the left end of the tracks; beyond an end, the x of that end."""
    return _LANES_LEFT + (_LANES_RIGHT - _LANES_LEFT) * min(max(spaces, 0.0), tracks.length) / tracks.length


@lru_cache(maxsize=16)
def _scale_svg(tracks: DrawnTracks, bottom: int) -> str:
    """Return the scales and the bonuses of both tracks: fame above the lanes from the left, money below them from the right.

    `bottom` is the y of the lower end of the lanes.
    """
    elements, numbers = [], []  # the numbers lie above the lines, with a gap around them
    for fame in range(0, tracks.length + 1, SCALE_STEP):
        x = _track_x(tracks, fame)
        elements.append(line(x, _LANES_TOP - 4, x, bottom, "grid"))
        numbers.append(text(x, _LANES_TOP - 7, fame, "small middle on-line"))
    for money in range(0, tracks.length * tracks.money_per_fame + 1, SCALE_STEP * tracks.money_per_fame):
        x = _track_x(tracks, tracks.length - money / tracks.money_per_fame)
        elements.append(line(x, bottom, x, bottom + 4, "grid"))
        numbers.append(text(x, bottom + 14, money, "small middle on-line"))
    for space, bonus in tracks.fame_bonuses.items():
        x = _track_x(tracks, space)
        elements += [group(bonus, x, 14), line(x, 24, x, _LANES_TOP + 2, "mark fame-line")]
    for space, bonus in tracks.money_bonuses.items():
        x = _track_x(tracks, tracks.length - space / tracks.money_per_fame)
        elements += [group(bonus, x, bottom + 32), line(x, bottom - 2, x, bottom + 22, "mark money-line")]
    elements += [text(0, _LANES_TOP - 7, "fame", "small"), text(0, bottom + 14, "money", "small")]
    return "".join(elements + numbers)


@lru_cache(maxsize=256)
def _lane_svg(tracks: DrawnTracks, i: int, fame: int, money: int, overlap: float) -> str:
    """Return the lane of seat `i`: fame above, money below; where both bars overlap, its markers have passed each other."""
    y = _LANES_TOP + _LANE_HEIGHT * i + 3
    fame_x = _track_x(tracks, fame)
    money_x = _track_x(tracks, fame - overlap)
    svg = rectangle(_LANES_LEFT, y, _LANES_RIGHT - _LANES_LEFT, _LANE_HEIGHT - 6, "lane")
    if overlap > 0:
        svg += rectangle(money_x, y, fame_x - money_x, _LANE_HEIGHT - 6, "passed", 0)
    svg += rectangle(_LANES_LEFT, y + 3, fame_x - _LANES_LEFT, 8, "fame-bar", 1) + rectangle(
        money_x, y + 17, _LANES_RIGHT - money_x, 8, "money-bar", 1
    )
    fame_marker = _marker_svg(fame_x, y + 7, "fame", fame, fame_x < _LANES_RIGHT - _NUMBER_WIDTH)
    money_marker = _marker_svg(money_x, y + 21, "coin", money, money_x < _LANES_LEFT + _NUMBER_WIDTH)
    svg += mover(fame_marker, f"fame {i + 1}") + mover(money_marker, f"money {i + 1}")
    return svg + piece(11, y + 14, i, 9)


def _marker_svg(x: float, y: float, class_: str, amount: int, is_to_the_right: bool) -> str:
    """Return a marker with its number, to its right or to its left."""
    label = text(x + 8, y + 4, amount, "over strong") if is_to_the_right else text(x - 8, y + 4, amount, "over strong end")
    return tag("circle", cx=x, cy=y, r=5, class_=class_) + label
