"""The values of sampled boxes as columns, to which an analysis relates findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.game import Game
from rajas_sim.core.rulebook.component_file import BY_PLAYERS
from rajas_sim.core.rulebook.component_source import ValueRow, values_of
from rajas_sim.core.rulebook.unknown_box import ASSUMED, kind_of

# A value that deviates in a smaller share of the boxes explains nothing.
MIN_DEVIATING_SHARE = 0.05
# If there are this many values of a kind, they are also summed up in separate columns.
FEWEST_OF_A_KIND = 3


@dataclass(frozen=True)
class ValueInBoxes:
    """One value in every box, or a summary of all values of a kind.

    Attributes
    ----------
    name
        The path of the value. For a summary, the kind's path with ``*`` after what is summed up: ``mean of``, ``number of``,
        ``place of`` (the mean number of the places that have such a value) or ``share of fork in``.
    values
        One number per box. Words are numbered in alphabetical order; a missing amount is 0.
    paths
        The values that the column stands for: one, or all of the kind.
    row
        Present value, range and reason of the value, or of the first of its kind (`ComponentSource.list_values`); None if
        the component file does not have it.
    """

    name: str
    values: NDArray[np.float64]
    paths: tuple[str, ...]
    row: ValueRow | None

    @property
    def is_kind(self) -> bool:
        """Whether the column sums up several values."""
        return len(self.paths) > 1


def columns_of_boxes(  # noqa: PLR0913 what determines the values in play
    contents: Sequence[Mapping[str, Any]],
    game: Game,
    players: int,
    variant: str,
    modules: Sequence[str],
    base: Path | None = None,
) -> tuple[ValueInBoxes, ...]:
    """Return what differs between boxes that were drawn from a component file, but only what is in play in a game.

    Parameters
    ----------
    contents
        The component files of the boxes, as read.
    base
        The file from which they were drawn; by default the reference.
    """
    source = game.components

    def is_in_play(path: str) -> bool:
        section, *keys_below = path.split(".")
        is_for_other_counts = section == BY_PLAYERS and keys_below[:1] != [str(players)]
        return not is_for_other_counts and source.is_in_play(path, variant, modules)

    rows = {row["path"]: row for row in source.list_values(base)}
    boxes = [dict(values_of(content)) for content in contents]
    paths = dict.fromkeys([*rows, *(path for box in boxes for path in box)])
    assumed = [path for path in paths if (path not in rows or rows[path]["provenance"] == ASSUMED) and is_in_play(path)]
    columns = [ValueInBoxes(path, _as_numbers([box.get(path) for box in boxes]), (path,), rows.get(path)) for path in assumed]
    kinds: dict[str, list[str]] = {}
    for path in assumed:
        kinds.setdefault(kind_of(path), []).append(path)
    for kind, members in kinds.items():
        if len(members) >= FEWEST_OF_A_KIND:
            row = next((rows[path] for path in members if path in rows), None)
            columns += [ValueInBoxes(name, numbers, tuple(members), row) for name, numbers in _summaries(kind, members, boxes)]
    min_deviating = max(1.0, MIN_DEVIATING_SHARE * len(boxes))
    return tuple(column for column in columns if _n_deviating(column.values) >= min_deviating)


def _summaries(
    kind: str, members: Sequence[str], boxes: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Yield summaries of all values of a kind in each box: their number, their mean, shares of words and mean place."""
    present_values = [[(path, box[path]) for path in members if path in box] for box in boxes]
    yield f"number of {kind}", np.array([len(present) for present in present_values], float)
    words = sorted({str(value) for present in present_values for _, value in present if isinstance(value, str)})
    for word in words:
        yield (
            f"share of {word} in {kind}",
            np.array([_mean([value == word for _, value in present]) for present in present_values]),
        )
    if not words:
        yield f"mean of {kind}", np.array([_mean([value for _, value in present]) for present in present_values])
    if kind.count(".") > 1 and len({len(present) for present in present_values}) == 1 and len(present_values[0]) < len(members):
        path_numbers = [
            [next((int(part) for part in path.split(".") if part.isdecimal()), 0) for path, _ in present]
            for present in present_values
        ]
        yield f"place of {kind}", np.array([_mean(present) for present in path_numbers])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _as_numbers(values: Sequence[Any]) -> NDArray[np.float64]:
    """Return values as numbers; a missing value is 0 among numbers, and a word of its own among words."""
    if all(value is None or isinstance(value, int | float) for value in values):
        return np.array([value or 0 for value in values], float)
    words = sorted({str(value) for value in values})
    return np.array([words.index(str(value)) for value in values], float)


def _n_deviating(values: NDArray[np.float64]) -> int:
    """Return how many boxes do not have the most common value."""
    return int(len(values) - np.unique(values, return_counts=True)[1].max())
