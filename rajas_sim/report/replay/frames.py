"""Frames of a page, stored so that every text stands in the file once."""

from __future__ import annotations

from collections.abc import Sequence


class Texts:
    """Texts by number, each once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def all(self) -> list[str]:
        """The texts in the order of their numbers."""
        return [*self._numbers]

    def number(self, text: str) -> int:
        """Return the number of a text, a new one if it was not there."""
        return self._numbers.setdefault(text, len(self._numbers))

    def numbers(self, texts: Sequence[str]) -> list[int]:
        """Return the numbers of several texts."""
        return [self.number(text) for text in texts]


def changes(frames: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return for each frame what differs from the one before: pairs of a place and the number that is there now, in one row.

    The first frame differs from an empty one in everything. All frames are equally long.

    >>> changes([[5, 6], [5, 7]])
    [[0, 5, 1, 6], [1, 7]]
    """
    before: Sequence[int] = [-1] * len(frames[0])
    found = []
    for frame in frames:
        pairs = [(i, new) for i, (old, new) in enumerate(zip(before, frame, strict=True)) if old != new]
        found.append([number for pair in pairs for number in pair])
        before = frame
    return found


def in_full(differences: Sequence[Sequence[int]], frame: int) -> list[int]:
    """Return a frame, given what `changes` returned.

    >>> in_full([[0, 5, 1, 6], [1, 7]], 1)
    [5, 7]
    """
    row: dict[int, int] = {}
    for change in differences[: frame + 1]:
        row |= zip(change[::2], change[1::2], strict=True)
    return [row[i] for i in sorted(row)]
