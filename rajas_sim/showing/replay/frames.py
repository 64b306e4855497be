"""The frames of a page, stored so that every text is in the file once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence


class Texts:
    """The numbers of texts from 0; equal texts have the same number.

    Texts are sorted, because similar texts side by side compress well.

    >>> Texts([["b", "a"], ["b"]]).caption_numbers({"who": 1, "what": "b", "options": ["a", "b"]})
    {'who': 1, 'what': 1, 'options': [0, 1]}
    """

    def __init__(self, text_groups: Iterable[Iterable[str]]) -> None:
        self.sorted_texts = sorted({text for group in text_groups for text in group})
        self._numbers = {text: number for number, text in enumerate(self.sorted_texts)}

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """Return the numbers of several texts."""
        return [self._numbers[text] for text in texts]

    def caption_numbers(self, caption: Mapping[str, int | str | Sequence[str]]) -> dict[str, int | list[int]]:
        """Return a caption with numbers in place of its texts; values that are numbers stay."""
        return {
            key: value if isinstance(value, int) else self._numbers[value] if isinstance(value, str) else self.numbers(value)
            for key, value in caption.items()
        }


def texts_in(caption: Mapping[str, int | str | Sequence[str]]) -> Iterator[str]:
    """Yield the texts in the caption of a position.

    >>> [*texts_in({"who": 1, "what": "b", "options": ["a", "b"]})]
    ['b', 'a', 'b']
    """
    for value in caption.values():
        if isinstance(value, str):
            yield value
        elif not isinstance(value, int):
            yield from value


def frame_changes(frames: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return for each frame the changes from the previous one as a flat list: index, new number, index, new number, and so on.

    All numbers of the first frame count as changes. All frames have the same length.

    >>> frame_changes([[5, 6], [5, 7]])
    [[0, 5, 1, 6], [1, 7]]
    """
    previous: Sequence[int] = [-1] * len(frames[0])
    changes = []
    for frame in frames:
        changed = [(i, new) for i, (old, new) in enumerate(zip(previous, frame, strict=True)) if old != new]
        changes.append([number for index_and_new in changed for number in index_and_new])
        previous = frame
    return changes
