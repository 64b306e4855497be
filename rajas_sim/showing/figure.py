"""The common look of all figures, their axes, and their conversion to inline SVG that is the same byte for byte each time.

Figures are drawn in the colours of the page's light scheme, so that a notebook shows them as they are. In a page, each colour is
replaced by its CSS variable, so that one drawing serves the light scheme, the dark scheme and paper. Text stays text: it is set
in the page's font and can be searched and read aloud.
"""

from __future__ import annotations

import html
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import matplotlib
from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from rajas_sim.core.drawing.panel import ROOT, THUMBNAIL

WIDTH = 3.3
"""Width of a panel in inches of 72 points. The page scales it to its column, so text of 9.5 points has at least 12 pixels."""
NOTEBOOK_WIDTH = 6.0
"""Width of a figure in a notebook, in inches."""

PICTURE_SIZE, PICTURE_MARGIN = 13.5, 3
"""Side of a picture beside the label of a row, and the room around it, in points."""
SCREEN_DPI = 100
"""Pixels per inch of a screen, for figures in notebooks."""
INK, MUTED, GRID, BAND, PAPER = "#22262b", "#5d6570", "#dcdfe3", "#e7e9ec", "#fdfeff"
SERIES_COLOURS = ("#2f6f9f", "#b8502f", "#a67c00", "#2f8072", "#77569b", "#6b7280")
#: The CSS variable of each colour; `PAPER` is the background of a figure.
CSS_VARIABLES = {INK: "ink", MUTED: "muted", GRID: "grid", BAND: "band", PAPER: "paper"} | {
    colour: f"s{i}" for i, colour in enumerate(SERIES_COLOURS, 1)
}
MARKERS = ("o", "s", "D", "^", "v", "P")
COLOUR_BY_NAME = {
    "fame": SERIES_COLOURS[1],
    "money": SERIES_COLOURS[2],
    "overlap": SERIES_COLOURS[0],
    "dice": SERIES_COLOURS[3],
    "river": SERIES_COLOURS[0],
    "orange": SERIES_COLOURS[1],
    "green": SERIES_COLOURS[3],
    "blue": SERIES_COLOURS[0],
    "purple": SERIES_COLOURS[4],
    "none": SERIES_COLOURS[5],
}
"""Name of a thing -> its colour in all figures."""
MAX_OPACITY = 0.6
"""Opacity of the strongest cell of a map; its number must stay readable."""

_STYLE: dict[Any, object] = {  # keys are Any because only newer versions of matplotlib have a type for them
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlecolor": INK,
    "axes.labelcolor": MUTED,
    "axes.edgecolor": GRID,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": MUTED,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "lines.linewidth": 1.8,
    "lines.markersize": 5.5,
    "hatch.linewidth": 0.6,
    "path.simplify": False,
}


@contextmanager
def common_style(key: str) -> Iterator[None]:
    """Give figures their common look during the `with` block, whatever the user's matplotlibrc says.

    matplotlib derives the ids of an SVG's elements from `key`, so that they are the same each time.
    """
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**_STYLE, "svg.hashsalt": f"rajas-{key}"})
        yield


class NotebookFigure(Figure):
    """A figure that a notebook shows as a picture on white paper, whether or not the notebook uses pyplot."""

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        buffer = io.BytesIO()
        self.savefig(buffer, format="png", dpi=2 * SCREEN_DPI, facecolor="white")
        return buffer.getvalue(), {"width": round(self.get_figwidth() * SCREEN_DPI)}


def new_figure(height: float, n_rows: int = 1, heights: tuple[float, ...] | None = None) -> tuple[Figure, list[Axes]]:
    """Make a figure of the width of a panel with `n_rows` axes below each other.

    `height` is that of the figure in inches; `heights` are those of the axes in relation to each other, by default equal.
    """
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots(n_rows, 1, squeeze=False, height_ratios=heights)
    return figure, [row[0] for row in axes]


def new_notebook_figure(height: float) -> tuple[NotebookFigure, Axes]:
    """Make a figure of one set of axes on white paper, for a notebook; `height` in inches."""
    figure = NotebookFigure(figsize=(NOTEBOOK_WIDTH, height), layout="constrained", facecolor="white")
    return figure, figure.subplots()


def pointer_gid(text: str) -> str:
    """Return a group id that makes a drawn thing show a text under the pointer, and when selected with the arrow keys.

    Pass it to matplotlib as ``gid``; `to_svg` turns it into a title.
    """
    return f"value-{text.encode().hex()}"


def add_pointer_texts(axes: Axes, points: Iterable[tuple[float, float, str]]) -> None:
    """Make places show texts under the pointer; each point is x, y and the text."""
    for x, y, text in points:
        axes.plot(x, y, "o", color=INK, ms=8, alpha=0.0, zorder=5, gid=pointer_gid(text))


def label_in_per_cent(axis: XAxis | YAxis, sets_ticks: bool = False) -> None:
    """Label an axis of shares in per cent; with `sets_ticks`, also choose the places of the labels instead of matplotlib."""
    if sets_ticks:
        axis.set_major_locator(MaxNLocator(4 if isinstance(axis, XAxis) else 6, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(lambda x, _: f"{round(100 * x, 3) + 0.0:g}\N{NO-BREAK SPACE}%")  # + 0.0 turns -0 into 0


def label_rows(axes: Axes, labels: Sequence[str]) -> None:
    """Label rows from top to bottom; row i lies at y = i."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)


def write_heading_at_left(axes: Axes, heading: str, y: float) -> None:
    """Write a heading above a group of rows; it begins where the labels begin and may extend into the axes."""
    place = ("figure fraction", "data")
    annotation = axes.annotate(heading, (0.0, y), (4, 0), place, "offset points", va="center", annotation_clip=False)
    annotation.set(weight="bold", color=INK, in_layout=False)


TITLE_PAD = 5
"""How far a title stands above the axes, in points."""


def write_title_at_left(axes: Axes, title: str, room_below: float = 0.0) -> None:
    """Write a title that begins above the labels of the rows, where a title above the axes alone would not fit.

    Parameters
    ----------
    room_below
        Room to leave free below the title, in points.
    """
    axes.set_title(" ", pad=TITLE_PAD + room_below)  # reserves the room, because the annotation is not part of the layout
    annotation = axes.annotate(
        title,
        xy=(0.0, 1.0),
        xytext=(4, TITLE_PAD + room_below),
        xycoords=("figure fraction", "axes fraction"),
        textcoords="offset points",
        annotation_clip=False,
    )
    annotation.set(size=matplotlib.rcParams["axes.titlesize"], weight="bold", color=INK, in_layout=False)


class RowPicture(NamedTuple):
    """A picture beside the label of a row: its axes, the index of the row, and SVG for a square of 20 by 20 units."""

    axes: Axes
    row: int
    svg: str


def leave_room_for_pictures(axes: Axes) -> None:
    """Move the labels of rows to the left, so that pictures have room between them and the axes."""
    axes.tick_params(axis="y", pad=PICTURE_SIZE + 2 * PICTURE_MARGIN)


def to_svg(figure: Figure, key: str, alt: str, pictures: Sequence[RowPicture] = ()) -> str:
    """Turn a figure into an inline ``<svg>`` element with a text alternative.

    Parameters
    ----------
    key
        Lower case and unique in the page; put before all ids, so that figures cannot disturb each other.
    pictures
        Pictures to add. They need the style of tables (`rajas_sim.core.drawing.panel.style`) in the page.
    """
    # Done here at the resolution of SVG (72 points per inch), because savefig would draw the whole figure once more for it.
    FigureCanvasSVG(figure)
    figure.set_dpi(72)
    if layout := figure.get_layout_engine():
        layout.execute(figure)
        figure.set_layout_engine(None)
    pictures_svg = "".join(_picture_svg(picture, 72 * figure.get_figheight()) for picture in pictures)
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r'<g id="value-([0-9a-f]*)">', _with_title, svg)
    svg = _with_prefixed_ids(svg, key)
    svg = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", svg, flags=re.DOTALL)
    svg = _without_unused_parts(svg)
    svg = svg.replace(" font-family: 'DejaVu Sans';", "")
    svg = re.sub(r' transform="rotate\(-?0 [^"]*"', "", svg)
    svg = re.sub(r'\b(?:d|x|y|transform)="[^"]*"', _with_rounded_numbers, svg)
    for colour, variable in CSS_VARIABLES.items():
        svg = svg.replace(colour, f"var(--{variable})")
    view_box = re.search(r'viewBox="[^"]*"', svg)
    if view_box is None:
        raise AssertionError("matplotlib wrote an SVG without a viewBox")
    opening = f'<svg {view_box.group()} role="img" aria-label="{html.escape(alt)}" xmlns="http://www.w3.org/2000/svg">'
    styles, inner = _with_shared_styles(svg[svg.index(">") + 1 :], key)
    svg = re.sub(r"\n\s*", "\n", opening + styles + inner).strip()
    return svg.removesuffix("</svg>") + pictures_svg + "</svg>"


def _picture_svg(picture: RowPicture, figure_height: float) -> str:
    """Return a picture as an ``<svg>`` between the axes and the label of its row; `figure_height` in points."""
    right, middle = picture.axes.get_yaxis_transform().transform((0.0, picture.row))
    x, y = right - PICTURE_MARGIN - PICTURE_SIZE, figure_height - middle - PICTURE_SIZE / 2
    place = f'x="{x:.2f}" y="{y:.2f}" width="{PICTURE_SIZE}" height="{PICTURE_SIZE}" viewBox="0 0 {THUMBNAIL} {THUMBNAIL}"'
    return f'<svg class="{ROOT}" {place} aria-hidden="true">{picture.svg}</svg>'


def _with_shared_styles(svg: str, key: str) -> tuple[str, str]:
    """Return a style element, and the SVG with classes in place of styles that occur more than once; classes begin with `key`.

    >>> _with_shared_styles('<a style="b"/><c style="d"/><a style="b"/>', "key")
    ('<style>.key-1{b}</style>', '<a class="key-1"/><c style="d"/><a class="key-1"/>')
    """
    n_uses = Counter(re.findall(r' style="([^"]*)"', svg))
    class_names = {style: f"{key}-{i}" for i, style in enumerate((style for style, n in n_uses.items() if n > 1), 1)}
    inner = re.sub(r' style="([^"]*)"', lambda m: f' class="{class_names[m[1]]}"' if m[1] in class_names else m[0], svg)
    return "<style>" + "".join(f".{class_name}{{{style}}}" for style, class_name in class_names.items()) + "</style>", inner


def _with_title(group: re.Match[str]) -> str:
    """Turn the opening tag of a group with the id of `pointer_gid` into one of class ``value`` with the text as its title."""
    return f'<g class="value"><title>{html.escape(bytes.fromhex(group.group(1)).decode())}</title>'


def _without_unused_parts(svg: str) -> str:
    """Leave out unused parts: ids that nothing refers to, groups without attributes, and paths without paint.

    >>> _without_unused_parts('<g id="a"><g id="b"><path d="M0 0" style="fill: none"/><use href="#c"/></g><g id="c"/></g>')
    '<use href="#c"/><g id="c"/>'
    """
    referenced_ids = set(re.findall(r'(?:href="|url\()#([^")]+)', svg))
    svg = re.sub(r' id="([^"]+)"', lambda m: m.group() if m.group(1) in referenced_ids else "", svg)
    svg = re.sub(r'<path [^>]*style="fill: none"/>\s*|<g/>\s*', "", svg)
    n_removed = 1
    while n_removed:
        svg, n_removed = re.subn(r"<g>\s*((?:(?!</?g\b).|<g\b[^>]*/>)*?)</g>\s*", r"\1", svg, flags=re.DOTALL)
    return svg


def _with_rounded_numbers(attribute: re.Match[str]) -> str:
    """Return an attribute with its numbers rounded to a hundredth of a point, which is too small to see."""
    return re.sub(r"-?\d+\.\d+", lambda m: f"{round(float(m.group()), 2):g}", re.sub(r"\s+", " ", attribute.group()))


def _with_prefixed_ids(svg: str, key: str) -> str:
    """Put the key before all ids; ids that matplotlib derives from coordinates are first replaced by numbers."""
    hashed_ids = dict.fromkeys(re.findall(r'\bid="([pm][0-9a-f]{10})"', svg))
    for number, hashed_id in enumerate(hashed_ids, 1):
        svg = svg.replace(hashed_id, f"{hashed_id[0]}{number}")
    svg = re.sub(r'\bid="', f'id="{key}-', svg)
    svg = re.sub(r'xlink:href="#', f'href="#{key}-', svg)
    return re.sub(r"url\(#", f"url(#{key}-", svg)
