"""Lines over a game, one a seat: by how many fame spaces its markers have passed each other, and its chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

#: Size of the drawing, which the page stretches to its width.
WIDTH, HEIGHT = 1000, 100
#: Room for the number of a round on a phone, in per cent of the width.
LABEL_WIDTH = 6.0


@dataclass(frozen=True)
class Chart:
    """A line for every seat.

    Attributes
    ----------
    lines
        Paths, one a seat.
    rounds
        How far from the left each round begins, in per cent, with its number.
    zero
        How far from the top the line lies at which markers meet, or that of an even chance, in per cent.
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
        """The rounds whose numbers have room beside each other, also on a narrow page."""
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
        One row a position, one number a seat.
    rounds
        Number of every round, and of the first position in it.
    """
    return _chart(overlaps, rounds, min(map(min, overlaps)), max(0.0, *map(max, overlaps)), 0.0)


def chance_chart(chances: Sequence[Sequence[float]], rounds: Sequence[tuple[int, int]]) -> Chart:
    """Return the chart of the chances to win; parameters as of `race_chart`."""
    return _chart(chances, rounds, 0.0, 1.0, 1.0 / len(chances[0]))


def _chart(
    values: Sequence[Sequence[float]], rounds: Sequence[tuple[int, int]], low: float, high: float, reference: float
) -> Chart:
    last_position = max(len(values) - 1, 1)

    def from_top(value: float) -> float:
        return (high - value) / (high - low or 1)

    paths = []
    for seat in range(len(values[0])):
        path, previous = "", None
        for i, row in enumerate(values):
            if row[seat] != previous or i == len(values) - 1:
                x = f"{i / last_position * WIDTH:.1f}".removesuffix(".0")
                path += f"H{x}" if path else f"M{x} {from_top(row[seat]) * HEIGHT:.1f}"
                if previous not in (None, row[seat]):
                    path += f"V{from_top(row[seat]) * HEIGHT:.1f}"
                previous = row[seat]
        paths.append(Markup(path))
    round_starts = tuple((round(first / last_position * 100, 2), number) for number, first in rounds)
    return Chart(tuple(paths), round_starts, round(from_top(reference) * 100, 2), low, high)
