"""Line charts over a game, one line per seat: by how many fame spaces its markers overlap, or its chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

#: Size of the drawing; the page stretches it to its width.
WIDTH, HEIGHT = 1000, 100
#: Room for the number of a round on a phone, in per cent of the width.
LABEL_WIDTH = 6.0


@dataclass(frozen=True)
class Chart:
    """A chart with a line for every seat.

    Attributes
    ----------
    lines
        The data of SVG paths, one per seat, in a drawing of `WIDTH` by `HEIGHT`.
    rounds
        Distance from the left at which each round begins, in per cent, with the number of the round.
    zero
        Distance of the reference line from the top, in per cent: where the markers meet, or an even chance.
    low, high
        The values at the bottom and the top.
    """

    lines: tuple[Markup, ...]
    rounds: tuple[tuple[float, int], ...]
    zero: float
    low: float
    high: float

    @property
    def labelled_rounds(self) -> list[tuple[float, int]]:
        """Those of `rounds` whose numbers have enough room, even on a narrow page."""
        labelled: list[tuple[float, int]] = []
        for left, number in self.rounds:
            if left <= 100 - LABEL_WIDTH and (not labelled or left - labelled[-1][0] >= LABEL_WIDTH):
                labelled.append((left, number))
        return labelled


def race_chart(overlaps: Sequence[Sequence[float]], rounds: Sequence[tuple[int, int]]) -> Chart:
    """Return the chart of the race.

    Parameters
    ----------
    overlaps
        One row per position, one number per seat.
    rounds
        For every round its number and the index of its first position.
    """
    return _chart(overlaps, rounds, min(map(min, overlaps)), max(0.0, *map(max, overlaps)), 0.0)


def chance_chart(chances: Sequence[Sequence[float]], rounds: Sequence[tuple[int, int]]) -> Chart:
    """Return the chart of the chances to win; parameters as for `race_chart`."""
    return _chart(chances, rounds, 0.0, 1.0, 1.0 / len(chances[0]))


def _chart(
    values: Sequence[Sequence[float]], rounds: Sequence[tuple[int, int]], low: float, high: float, reference: float
) -> Chart:
    """Return a chart of values (axes: position, seat) between two limits; `rounds` as for `race_chart`.

    A path is horizontal until its value changes, and then vertical.
    """
    last_index = max(len(values) - 1, 1)

    def share_from_top(value: float) -> float:
        return (high - value) / (high - low or 1)

    paths = []
    for seat in range(len(values[0])):
        path, previous_value = "", None
        for i, row in enumerate(values):
            if row[seat] != previous_value or i == len(values) - 1:
                x = f"{i / last_index * WIDTH:.1f}".removesuffix(".0")
                path += f"H{x}" if path else f"M{x} {share_from_top(row[seat]) * HEIGHT:.1f}"
                if previous_value not in (None, row[seat]):
                    path += f"V{share_from_top(row[seat]) * HEIGHT:.1f}"
                previous_value = row[seat]
        paths.append(Markup(path))
    round_starts = tuple((round(first_index / last_index * 100, 2), number) for number, first_index in rounds)
    return Chart(tuple(paths), round_starts, round(share_from_top(reference) * 100, 2), low, high)
