"""The layout of the panels of a table on the page.

It lets a window show all that matters at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rajas_sim.analysis.formatting import capitalised
from rajas_sim.core.drawing.panel import Drawing, TablePanel

#: Panels that belong to no seat are put into columns of at most this height, in pixels at the natural size of drawings.
COLUMN_HEIGHT = 570
#: Smallest scale of the panels of other seats, if they then fit beside each other.
LEAST_SMALL_SCALE = 0.45
#: Room between the pieces of a folded panel.
FOLD_GAP = 12


@dataclass(frozen=True)
class Piece:
    """A piece of a panel that is drawn by itself: the whole panel, or what lies above or below its fold.

    Attributes
    ----------
    width, top, height
        The size of the piece, and where it begins within the panel, in pixels at the natural size of drawings.
    parts
        Parts of the drawing: the index of the part in a frame, and what it shows in the first position.
    """

    width: int
    top: int
    height: int
    parts: tuple[tuple[int, Markup], ...]


@dataclass(frozen=True)
class DrawnPanel:
    """A panel of the table on the page.

    Attributes
    ----------
    title, key
        The title above the panel, and the key of the drawn panel (`TablePanel`).
    pieces
        The pieces that are drawn side by side.
    alt
        The text alternative of the first position; `alt_index` is its index in the frames of all positions.
    seat
        Number of the seat, from 1; 0 for a panel of the whole table.
    """

    title: str
    key: str
    pieces: tuple[Piece, ...]
    alt: str
    alt_index: int
    seat: int

    @property
    def width(self) -> int:
        """Width of all pieces side by side."""
        return sum(piece.width for piece in self.pieces) + FOLD_GAP * (len(self.pieces) - 1)

    @property
    def height(self) -> int:
        """Height of the highest piece."""
        return max(piece.height for piece in self.pieces)


@dataclass(frozen=True)
class Layout:
    """The panels of a table.

    Attributes
    ----------
    columns
        The panels of the whole table, in columns.
    seats
        The panels of the seats, in their order.
    """

    columns: tuple[tuple[DrawnPanel, ...], ...]
    seats: tuple[DrawnPanel, ...]

    @property
    def width(self) -> int:
        """Width of all columns and the panel of one seat side by side."""
        return sum(max(panel.width for panel in column) for column in self.columns) + self.seats[0].width

    @property
    def columns_height(self) -> int:
        """Height of the highest column."""
        return max(sum(panel.height for panel in column) for column in self.columns)

    @property
    def small_scale(self) -> float:
        """Scale of the other seats' panels, which lie side by side below that of one seat.

        They fill its width. If that is higher than what the columns leave, they fill this height, but at `LEAST_SMALL_SCALE` or
        more.
        """
        seat_panel, n_others = self.seats[0], max(len(self.seats) - 1, 1)
        return round(min(1 / n_others, max(self.columns_height / seat_panel.height - 1, LEAST_SMALL_SCALE)), 3)

    @property
    def seats_height(self) -> int:
        """Height of one seat's panel with the panels of the others below it."""
        return round(self.seats[0].height * (1 + self.small_scale))


def layout_of(drawing: Drawing, names: Sequence[str]) -> Layout:
    """Return the layout of the panels of a position; it is the same in all positions of a game."""
    first_index, panels = 0, []
    n_parts = sum(len(panel.parts) for panel in drawing.panels)
    for i, panel in enumerate(drawing.panels):
        panels.append(drawn_panel(panel, first_index, n_parts + i, names))
        first_index += len(panel.parts)
    seats = tuple(panel for panel in panels if panel.seat)
    return Layout(_in_columns([panel for panel in panels if not panel.seat]), seats)


def _in_columns(panels: Sequence[DrawnPanel]) -> tuple[tuple[DrawnPanel, ...], ...]:
    """Distribute panels to few columns of at most `COLUMN_HEIGHT`, in which they then lie in their given order.

    The highest panels are placed first, each in the first column with room for it.
    """
    columns: list[list[DrawnPanel]] = []
    for panel in sorted(panels, key=lambda panel: -panel.height):
        column = next((c for c in columns if sum(p.height for p in c) + panel.height <= COLUMN_HEIGHT), None)
        if column is None:
            columns.append(column := [])
        column.append(panel)
    ordered_columns = [sorted(column, key=panels.index) for column in columns]
    return tuple(tuple(column) for column in sorted(ordered_columns, key=lambda column: panels.index(column[0])))


def drawn_panel(panel: TablePanel, first_index: int, alt_index: int, names: Sequence[str]) -> DrawnPanel:
    """Return a panel as it is on the page, in two pieces if it has a fold.

    Parameters
    ----------
    first_index, alt_index
        Indices in a frame of the panel's first part and of its text alternative.
    names
        Names of the seats, with the labels of their strategies.
    """
    title = panel.title if panel.seat is None else capitalised(names[panel.seat])
    seat = 0 if panel.seat is None else panel.seat + 1
    parts = tuple((first_index + i, Markup(part)) for i, part in enumerate(panel.parts))
    pieces: tuple[Piece, ...]
    if panel.fold is None:
        pieces = (Piece(panel.width, 0, panel.height, parts),)
    else:
        n_above, fold_y = panel.fold
        pieces = (
            Piece(panel.width, 0, fold_y, parts[:n_above]),
            Piece(panel.width, fold_y, panel.height - fold_y, parts[n_above:]),
        )
    return DrawnPanel(title, panel.key, pieces, panel.alt, alt_index, seat)
