"""Where the panels of a table lie on the page, so that a window shows all that matters at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rajas_sim.analysis.formatting import capitalised
from rajas_sim.core.drawing.panel import Drawing, TablePanel

#: Panels of all seats share columns of at most this height, in pixels at the natural size of drawings.
COLUMN_HEIGHT = 570
#: Panels of other seats are at least this large, if they fit beside each other.
LEAST_SMALL_SCALE = 0.45
#: Room between the folded parts of a panel.
FOLD_GAP = 12


@dataclass(frozen=True)
class Piece:
    """A part of a panel that is drawn by itself: the whole panel, or what lies above or below its fold.

    Attributes
    ----------
    top
        Where it begins in the panel.
    parts
        What the first position shows in each of its parts, with the index in a frame of the number that says what others show.
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
    pieces
        What is drawn side by side.
    alt
        The text alternative of the first position; `alt_index` is the index of the others in their frames.
    seat
        Its number from 1, 0 if it is everybody's.
    """

    title: str
    key: str
    pieces: tuple[Piece, ...]
    alt: str
    alt_index: int
    seat: int

    @property
    def width(self) -> int:
        """Of all pieces side by side."""
        return sum(piece.width for piece in self.pieces) + FOLD_GAP * (len(self.pieces) - 1)

    @property
    def height(self) -> int:
        """Of the highest piece."""
        return max(piece.height for piece in self.pieces)


@dataclass(frozen=True)
class Layout:
    """The panels of a table.

    Attributes
    ----------
    columns
        The panels that are everybody's, in columns.
    seats
        The panels of the seats, in their order.
    """

    columns: tuple[tuple[DrawnPanel, ...], ...]
    seats: tuple[DrawnPanel, ...]

    @property
    def width(self) -> int:
        """Of the columns and the panel of one seat side by side."""
        return sum(max(panel.width for panel in column) for column in self.columns) + self.seats[0].width

    @property
    def columns_height(self) -> int:
        """Of the highest column."""
        return max(sum(panel.height for panel in column) for column in self.columns)

    @property
    def small_scale(self) -> float:
        """How large the panels of the other seats are below that of one: they fill its width, or what height is left."""
        seat, n_others = self.seats[0], max(len(self.seats) - 1, 1)
        return round(min(1 / n_others, max(self.columns_height / seat.height - 1, LEAST_SMALL_SCALE)), 3)

    @property
    def seats_height(self) -> int:
        """Of the panel of a seat above those of the others."""
        return round(self.seats[0].height * (1 + self.small_scale))


def layout_of(drawing: Drawing, names: Sequence[str]) -> Layout:
    """Return where the panels of a position lie; they lie there in all positions of the game."""
    first_index, panels = 0, []
    n_parts = sum(len(panel.parts) for panel in drawing.panels)
    for i, panel in enumerate(drawing.panels):
        panels.append(drawn_panel(panel, first_index, n_parts + i, names))
        first_index += len(panel.parts)
    seats = tuple(panel for panel in panels if panel.seat)
    return Layout(_in_columns([panel for panel in panels if not panel.seat]), seats)


def _in_columns(panels: Sequence[DrawnPanel]) -> tuple[tuple[DrawnPanel, ...], ...]:
    """Put panels into few columns: the highest first, each into the first column with room; columns keep the order of panels."""
    columns: list[list[DrawnPanel]] = []
    for panel in sorted(panels, key=lambda panel: -panel.height):
        column = next((c for c in columns if sum(p.height for p in c) + panel.height <= COLUMN_HEIGHT), None)
        if column is None:
            columns.append(column := [])
        column.append(panel)
    ordered = [sorted(column, key=panels.index) for column in columns]
    return tuple(tuple(column) for column in sorted(ordered, key=lambda column: panels.index(column[0])))


def drawn_panel(panel: TablePanel, first_index: int, alt_index: int, names: Sequence[str]) -> DrawnPanel:
    """Return a panel on the page.

    Parameters
    ----------
    first_index, alt_index
        Indices in a frame of its first part and of its text alternative.
    names
        Seats with the labels of their strategies.
    """
    title = panel.title if panel.seat is None else capitalised(names[panel.seat])
    seat = 0 if panel.seat is None else panel.seat + 1
    parts = tuple((first_index + i, Markup(part)) for i, part in enumerate(panel.parts))
    pieces: tuple[Piece, ...]
    if panel.fold is None:
        pieces = (Piece(panel.width, 0, panel.height, parts),)
    else:
        n_above, top = panel.fold
        pieces = (Piece(panel.width, 0, top, parts[:n_above]), Piece(panel.width, top, panel.height - top, parts[n_above:]))
    return DrawnPanel(title, panel.key, pieces, panel.alt, alt_index, seat)
