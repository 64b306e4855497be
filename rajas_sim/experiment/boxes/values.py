"""The values of sampled boxes, one column a value: what an analysis relates findings to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.game import Game
from rajas_sim.core.rulebook.component_file import BY_PLAYERS
from rajas_sim.core.rulebook.component_source import Row, values_of
from rajas_sim.core.rulebook.unknown_box import ASSUMED, kind_of

# A value that all but so few boxes have alike explains nothing that could be shown.
FEWEST_OTHERS = 0.05
# From so many numbers of a kind on, their mean is a column of its own.
FEWEST_OF_A_KIND = 3


@dataclass(frozen=True)
class Column:
    """A value, or the mean of all values of a kind, in every box.

    Attributes
    ----------
    name
        The path of the value, or of the kind with ``*``.
    values
        One number a box; words are numbered in their order, and an amount that is not there is 0.
    paths
        The values it stands for: one, or all of the kind.
    row
        Present value, range and reason of the value, or of the first of its kind (`ComponentSource.list_values`); None where
        the component file has nothing there.
    """

    name: str
    values: NDArray[np.float64]
    paths: tuple[str, ...]
    row: Row | None

    @property
    def is_kind(self) -> bool:
        """Whether it is the mean of several values."""
        return len(self.paths) > 1


@dataclass(frozen=True)
class BoxValues:
    """What differs between boxes."""

    game: Game
    columns: tuple[Column, ...]

    def in_play(self, players: int, variant: str, modules: Sequence[str]) -> tuple[Column, ...]:
        """Return the columns that matter in a game."""
        source = self.game.components

        def matters(path: str) -> bool:
            section, *below = path.split(".")
            is_of_others = section == BY_PLAYERS and below[:1] != [str(players)]
            return not is_of_others and source.is_in_play(path, variant, modules)

        return tuple(column for column in self.columns if matters(column.paths[0]))


def values_of_boxes(contents: Sequence[Mapping[str, Any]], game: Game, base: Path | None = None) -> BoxValues:
    """Return what differs between boxes that were drawn from a component file, by default the reference."""
    rows = {row["path"]: row for row in game.components.list_values(base)}
    boxes = [dict(values_of(content)) for content in contents]
    paths = dict.fromkeys([*rows, *(path for box in boxes for path in box)])
    columns, kinds = [], dict[str, list[Column]]()
    for path in paths:
        row = rows.get(path)
        if row is not None and row["provenance"] != ASSUMED:
            continue
        own = _numbered([box.get(path) for box in boxes])
        column = Column(path, own, (path,), row)
        if _n_others(own) >= FEWEST_OTHERS * len(boxes):
            columns.append(column)
        if all(isinstance(box.get(path, 0), int) for box in boxes):
            kinds.setdefault(kind_of(path), []).append(column)
    for kind, members in kinds.items():
        if len(members) >= FEWEST_OF_A_KIND:
            # Of those that are there: a place that only some boxes have must not count as nothing in the others.
            amounts = np.array([[box.get(m.name, np.nan) for m in members] for box in boxes], float)
            own = np.nan_to_num(np.nansum(amounts, axis=1) / np.maximum(1, (~np.isnan(amounts)).sum(axis=1)))
            if _n_others(own) >= FEWEST_OTHERS * len(boxes):
                row = next((m.row for m in members if m.row is not None), None)
                columns.append(Column(kind, own, tuple(m.name for m in members), row))
    return BoxValues(game, tuple(columns))


def _numbered(values: Sequence[Any]) -> NDArray[np.float64]:
    """Return values as numbers; nothing is 0 among numbers, and a word of its own among words."""
    if all(value is None or isinstance(value, int) for value in values):
        return np.array([value or 0 for value in values], float)
    words = sorted({str(value) for value in values})
    return np.array([words.index(str(value)) for value in values], float)


def _n_others(values: NDArray[np.float64]) -> int:
    """Return how many boxes do not have the commonest value."""
    return int(len(values) - np.unique(values, return_counts=True)[1].max())
