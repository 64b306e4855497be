"""SVG elements, and the shapes that both games draw with: dice, roads, pieces of the seats, amounts of fame and money."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable
from functools import cache
from pathlib import Path

#: Where the pips of a die lie: offsets from its middle, in quarters of its side.
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

#: The smallest size of words, in pixels at the natural size of a drawing.
SMALLEST_WORDS = 11
#: Coins and stars of at least this radius have numbers that are readable at half the size (class ``large``).
LARGE_RADIUS = 16


def tag(name: str, content: str = "", **attributes: object) -> str:
    """Return an SVG element; underscores in attribute names stand for hyphens, and an attribute that is None is left out."""
    attributes_text = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{attributes_text}>{content}</{name}>" if content else f"<{name}{attributes_text}/>"


def _attribute_value(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, float) else html.escape(str(value))


def group(content: str, x: float = 0, y: float = 0, title: str = "") -> str:
    """Return elements moved to a place, with a title as a hint for the mouse; empty if there are no elements."""
    if not content:
        return ""
    hint = tag("title", html.escape(title)) if title else ""
    return tag("g", hint + content, transform=f"translate({x:g} {y:g})" if x or y else None)


def mover(content: str, name: str, origin: str | None = None, among: object = None) -> str:
    """Return a drawn thing that moves over the table, under a lasting name, so that a page can show where it went.

    Parameters
    ----------
    origin
        The name of the place (`place`) that it comes from when it appears.
    among
        The group of things it lies in, in an order that means nothing: while the group stays the same, it has not moved.
    """
    return tag("g", content, data_mover=name, data_origin=origin, data_among=among) if content else ""


def place(content: str, name: str) -> str:
    """Return a drawn place under a name, from which things that move come (`mover`)."""
    return tag("g", content, data_place=name)


def text(x: float, y: float, words: object, class_: str = "plain", style: str | None = None) -> str:
    """Return words that begin at a point; with the class ``middle`` they are centred on it, with ``end`` they end there."""
    return tag("text", html.escape(str(words), quote=False), x=x, y=y, class_=class_, style=style)


def font_size_style(size: float) -> str:
    """Return the style for words of a size, but at least `SMALLEST_WORDS` so that they can be read."""
    return f"font-size:{max(size, SMALLEST_WORDS):.0f}px"


@cache
def rectangle(x: float, y: float, width: float, height: float, class_: str = "box", rx: float = 3) -> str:  # noqa: PLR0913 - what a box consists of
    """Return a rectangle; `rx` is the radius of its corners."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=rx, class_=class_)


def line(x1: float, y1: float, x2: float, y2: float, class_: str = "line") -> str:
    """Return a straight line."""
    return tag("path", d=f"M{x1:g} {y1:g}L{x2:g} {y2:g}", class_=class_)


@cache
def symbol(name: str, x: float, y: float, size: float, class_: str | None = None) -> str:
    """Return a symbol, by its name and its top left corner."""
    return tag("use", href=f"#rt-{name}", x=x, y=y, width=size, height=size, class_=class_)


def die(x: float, y: float, value: int, colour: str, size: float = 18) -> str:
    """Return a die of a colour."""
    return symbol(f"d{value}", x, y, size, colour)


@cache
def piece(x: float, y: float, seat: int, radius: float = 8) -> str:
    """Return the disc of a seat with its number, given its middle."""
    disc = tag("circle", cx=x, cy=y, r=radius, class_=f"s{seat + 1}")
    return disc + text(x, y + radius * 0.45, seat + 1, "inverse middle", style=font_size_style(radius * 1.35))


@cache
def coin(x: float, y: float, amount: object, radius: float = 8) -> str:
    """Return an amount of money as a coin, given its middle."""
    disc = tag("circle", cx=x, cy=y, r=radius, class_="coin")
    class_ = "on-coin middle" + " large" * (radius >= LARGE_RADIUS)
    return disc + text(x, y + radius * 0.45, amount, class_, style=font_size_style(radius * 1.3))


@cache
def star(x: float, y: float, amount: object, radius: float = 9) -> str:
    """Return an amount of fame on a star, given its middle."""
    corners = (
        (x + r * math.sin(math.pi * i / 8), y - r * math.cos(math.pi * i / 8))
        for i in range(16)
        for r in [radius * (1 if i % 2 else 0.82)]
    )
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
    class_ = "inverse middle" + " large" * (radius >= LARGE_RADIUS)
    shape = tag("polygon", points=points, class_="fame")
    return shape + text(x, y + radius * 0.38, amount, class_, style=font_size_style(radius * 1.1))


@cache
def roads(sides: int, size: float, width: float) -> str:
    """Return roads (core.board) on a square cell of a given size, from its middle to its sides; `width` is that of a road."""
    if not sides:
        return ""
    half = size / 2
    ends = ((half, 0), (size, half), (half, size), (0, half))
    path = "".join(f"M{half:g} {half:g}L{x:g} {y:g}" for i, (x, y) in enumerate(ends) if sides >> i & 1)
    casing = tag("path", d=path, class_="casing", stroke_width=width + 3)
    return casing + tag("path", d=path, class_="road", stroke_width=width)


def with_number(element: str, n: int, x: float = 0, y: float = 0) -> str:
    """Return a drawn thing, given its middle, with the number of such things at its bottom right unless there is only one."""
    return element if n == 1 else element + text(x + 4, y + 11, n, "over")


def labelled(name: str, label: str, class_: str | None = None) -> str:
    """Return a symbol around the point 0, 0 with a few letters below it."""
    return badge(name, 0, -5, 14, class_) + text(0, 11, label, "over middle")


def badge(name: str, x: float = 0, y: float = 0, size: float = 18, class_: str | None = None) -> str:
    """Return a symbol, given its middle."""
    return symbol(name, x - size / 2, y - size / 2, size, class_)


def row(elements: Iterable[str], x: float, y: float, step: float) -> str:
    """Return elements, each drawn around the point 0, 0, side by side."""
    return "".join(group(element, x + i * step, y) for i, element in enumerate(elements))


def _die_symbol(name: str, pip_centres: Iterable[tuple[float, float]] = ()) -> str:
    """Return the symbol of a die with pips at some places."""
    face = tag("rect", x=1, y=1, width=18, height=18, rx=4, fill="currentColor", style="stroke:var(--edge)", stroke_width=0.8)
    pips = "".join(tag("circle", cx=10 + 4.6 * x, cy=10 + 4.6 * y, r=1.9) for x, y in pip_centres)
    return tag("symbol", face + (tag("g", pips, fill="#fff") if pips else ""), id=f"rt-{name}", viewBox="0 0 20 20")


@cache
def symbols() -> str:
    """Return the symbols: the six faces of a die, a die without pips, and pictures named after what they show."""
    pictures = (Path(__file__).parent / "pictures.svg").read_text(encoding="utf-8").replace("\n", "")
    return _die_symbol("d") + "".join(_die_symbol(f"d{value}", pip_centres) for value, pip_centres in _PIPS.items()) + pictures
