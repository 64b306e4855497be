"""What rules find wrong with the points of a sweep, each mistake reported once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rajas_sim.core.errors import InputError
from rajas_sim.study.config.lines_of_keys import Problem, mentions
from rajas_sim.study.config.sweep import NESTED, SweepForm, point_name, spoken

KEYS = ("sweep", "over")
POINTS_NAMED = 3


@dataclass
class RefusedPoints:
    """Collects refusals and finds out which value is to blame.

    A value that is refused is refused at every point that has it, so the points with the same message tell the path and the
    values of it that are wrong.
    """

    sweep: SweepForm
    points: dict[str, list[Mapping[str, Any]]] = field(default_factory=dict)

    def add(self, point: Mapping[str, Any], error: InputError) -> None:
        """Note that the rules of a point were refused."""
        for message in error.problems:
            # That a value is no list is one mistake, whatever stands in its place.
            message = re.sub(r"(must be a list), found .*", r"\1", message.removeprefix("overrides: "))
            refused = self.points.setdefault(message, [])
            if point not in refused:
                refused.append(point)

    def problems(self) -> list[Problem]:
        """Return one problem for every message."""
        return [self._problem(message, refused) for message, refused in self.points.items()]

    def _problem(self, message: str, refused: list[Mapping[str, Any]]) -> Problem:
        path = self._path_to_blame(message, refused)
        if path is None:
            return Problem(KEYS, f"{_listed([point_name(point) for point in refused], '; ')}: {message}")
        values = [point[path] for point in refused]
        names = list(dict.fromkeys(map(spoken, values)))
        hint = f"; {NESTED}" if "list" in message and not any(isinstance(value, list) for value in values) else ""
        is_every_value = len(names) == len(self.sweep.over[path]) > 1
        where = "" if is_every_value else f"value {_listed(names, ', ')}: "
        return Problem((*KEYS, path), f"{where}{message.removeprefix(f'{path}: ')}{hint}")

    def _path_to_blame(self, message: str, refused: list[Mapping[str, Any]]) -> str | None:
        explaining = [path for path in self.sweep.over if self._explains(path, refused)]
        named = [path for path in explaining if mentions(message, path)]
        candidates = named or explaining
        return candidates[0] if len(candidates) == 1 else None

    def _explains(self, path: str, refused: list[Mapping[str, Any]]) -> bool:
        """Whether the refused points are all points with some values of this path."""
        values = [point[path] for point in refused]
        return all(point in refused for point in self.sweep.points.values() if point[path] in values)


def _listed(texts: list[str], separator: str) -> str:
    more = len(texts) - POINTS_NAMED
    return separator.join(texts[:POINTS_NAMED]) + (f" and {more} more" if more > 0 else "")
