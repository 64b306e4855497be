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
    numbers
        One number per box. Words are numbered in alphabetical order; a missing amount is 0.
    paths
        The values that the column stands for: one, or all of the kind.
    row
        Present value, range and reason of the value, or of the first of its kind (`ComponentSource.list_values`); None if
        the component file does not have it.
    """

    name: str
    numbers: NDArray[np.float64]
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
    drawn_paths = [path for path in paths if (path not in rows or rows[path]["provenance"] == ASSUMED) and is_in_play(path)]
    columns = [ValueInBoxes(path, _as_numbers([box.get(path) for box in boxes]), (path,), rows.get(path)) for path in drawn_paths]
    paths_by_kind: dict[str, list[str]] = {}
    for path in drawn_paths:
        paths_by_kind.setdefault(kind_of(path), []).append(path)
    for kind, paths_of_kind in paths_by_kind.items():
        if len(paths_of_kind) >= FEWEST_OF_A_KIND:
            row = next((rows[path] for path in paths_of_kind if path in rows), None)
            summaries = _summaries(kind, paths_of_kind, boxes)
            columns += [ValueInBoxes(name, numbers, tuple(paths_of_kind), row) for name, numbers in summaries]
    most_equal = len(boxes) - max(1.0, MIN_DEVIATING_SHARE * len(boxes))
    return tuple(column for column in columns if np.unique(column.numbers, return_counts=True)[1].max() <= most_equal)


def _summaries(kind: str, paths: Sequence[str], boxes: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Yield name and numbers, one per box, of each summary of a kind: number and mean of its values, shares of words, mean place.

    `paths` are those of the kind; a box has the value at each of its paths.
    """
    values_of_boxes = [{path: box[path] for path in paths if path in box} for box in boxes]
    counts = [len(value_by_path) for value_by_path in values_of_boxes]
    yield f"number of {kind}", np.array(counts, float)
    words = sorted({value for value_by_path in values_of_boxes for value in value_by_path.values() if isinstance(value, str)})
    for word in words:
        shares = [_mean([value == word for value in value_by_path.values()]) for value_by_path in values_of_boxes]
        yield f"share of {word} in {kind}", np.array(shares)
    if not words:
        yield f"mean of {kind}", np.array([_mean([*value_by_path.values()]) for value_by_path in values_of_boxes])
    # Every box has as many of these values, but not at the same places.
    if kind.count(".") > 1 and len(set(counts)) == 1 and counts[0] < len(paths):
        mean_places = [_mean([_place_number(path) for path in value_by_path]) for value_by_path in values_of_boxes]
        yield f"place of {kind}", np.array(mean_places)


def _place_number(path: str) -> int:
    """Return the first number in a path; 0 if there is none."""
    return next((int(part) for part in path.split(".") if part.isdecimal()), 0)


def _mean(values: Sequence[float]) -> float:
    """Return the mean of values, 0 if there are none."""
    return sum(values) / len(values) if values else 0.0


def _as_numbers(values: Sequence[Any]) -> NDArray[np.float64]:
    """Return values as numbers; words get their index in alphabetical order. None, a missing value, is 0, or counts as a word."""
    if all(value is None or isinstance(value, int | float) for value in values):
        return np.array([value or 0 for value in values], float)
    words = sorted({str(value) for value in values})
    return np.array([words.index(str(value)) for value in values], float)
