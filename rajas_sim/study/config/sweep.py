"""Sweeps: one or two rules that each take a list of values; every setting but the printed one is an arm of the experiment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool, StrictStr, model_validator

from rajas_sim.core.errors import InputError
from rajas_sim.study.config.keys import Problem, by_path, mentions, repeated
from rajas_sim.study.config.question_tables import StrictForm
from rajas_sim.study.config.toml_text import BARE_WORD, value_text

MAX_PATHS = 2
# Every point is played as often as the baseline, and a report shows every point.
MAX_POINTS = 100
NESTED_LIST_HINT = (
    "each entry of the list is one point; where a value is itself a list, write a list of lists: [[3, 4, 5, 6], [4, 4, 4, 4]]"
)


def point_name(values: Mapping[str, Any]) -> str:
    """Return the name of the arm that plays a point of the sweep.

    >>> point_name({"readings.tie": "turn_order", "setup.money": [3, 3]})
    'readings.tie=turn_order, setup.money=[3, 3]'
    """
    return ", ".join(f"{path}={unquoted_text(value)}" for path, value in values.items())


def unquoted_text(value: object) -> str:
    """Return a value as names and messages show it: as TOML writes it, but a plain word without quotes."""
    return value if isinstance(value, str) and BARE_WORD.fullmatch(value) else value_text(value)


def different_values(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Refuse an empty list of values, or one with repeated values."""
    if not values:
        raise ValueError("at least one value is needed, such as [0, 1, 2]")
    if duplicates := repeated(map(unquoted_text, values)):
        hint = "" if any(isinstance(value, list) for value in values) else f"; {NESTED_LIST_HINT}"
        raise ValueError(f"each value may be given once; given twice: {', '.join(duplicates)}{hint}")
    return values


def _one_or_two_paths(over: dict[str, Any]) -> dict[str, Any]:
    if not 1 <= len(over) <= MAX_PATHS:
        raise ValueError(f"found {len(over)} paths{': ' * bool(over)}{', '.join(over)}; one or two can be swept")
    return separate_paths(over)


def separate_paths(over: dict[str, Any]) -> dict[str, Any]:
    """Refuse paths of which one lies inside another."""
    for path, longer_path in combinations(sorted(over), 2):
        if longer_path.startswith(f"{path}."):
            raise ValueError(f"{longer_path} is a part of {path}, so one would overwrite the other; give only one of them")
    return over


Values = Annotated[tuple[Any, ...], AfterValidator(different_values)]


class SweepForm(StrictForm):
    """One or two rules that take several values; every point is an arm, played with the same luck as the baseline.

    The baseline itself stands for a point with the printed values.
    """

    over: Annotated[dict[StrictStr, Values], BeforeValidator(by_path), AfterValidator(_one_or_two_paths)] = Field(
        description='One or two paths, each with the values it takes: { "setup.karma" = [0, 1, 2] }'
    )
    together: StrictBool = Field(
        default=False,
        description="Whether the values of two lists are paired one by one; otherwise every pair of values is a point",
    )

    @model_validator(mode="after")
    def _check_points(self) -> SweepForm:
        """Refuse lists that cannot be paired, and too many points."""
        lengths = {path: len(values) for path, values in self.over.items()}
        if self.together and len(lengths) == 1:
            raise ValueError("together is for two paths; over has one")
        if self.together and len(set(lengths.values())) > 1:
            lengths_text = " and ".join(f"{n} for {path}" for path, n in lengths.items())
            raise ValueError(f"together needs lists of the same length; found {lengths_text} values")
        n_points = len(self.points)
        if n_points > MAX_POINTS:
            factors_text = " x ".join(str(n) for n in lengths.values())
            raise ValueError(f"makes {n_points:,} points ({factors_text}); at most {MAX_POINTS} can be played in one experiment")
        return self

    @property
    def points(self) -> dict[str, dict[str, Any]]:
        """The overrides of every point by its name; the last path changes fastest."""
        settings = zip(*self.over.values(), strict=True) if self.together else product(*self.over.values())
        points = (dict(zip(self.over, values, strict=True)) for values in settings)
        return {point_name(point): point for point in points}


SWEEP_KEYS = ("sweep", "over")
MAX_NAMED_POINTS = 3


@dataclass
class RefusedPoints:
    """Collects the points that a game refuses and finds the value to blame.

    The game refuses a bad value at every point that has it, with the same message. So the points with the same message show
    the path and its bad values.
    """

    sweep: SweepForm
    points: dict[str, list[Mapping[str, Any]]] = field(default_factory=dict)

    def add(self, point: Mapping[str, Any], error: InputError) -> None:
        """Note that the rules of a point were refused."""
        for message in error.problems:
            # "Must be a list" is one mistake, whatever value was found.
            message = re.sub(r"(must be a list), found .*", r"\1", message.removeprefix("overrides: "))
            refused_points = self.points.setdefault(message, [])
            if point not in refused_points:
                refused_points.append(point)

    def problems(self) -> list[Problem]:
        """Return one problem for every message of the game."""
        return [self._problem(message, refused_points) for message, refused_points in self.points.items()]

    def _problem(self, message: str, refused_points: list[Mapping[str, Any]]) -> Problem:
        """Return the problem for a message: with the values of the path to blame, or else with the refused points."""
        path = self._path_to_blame(message, refused_points)
        if path is None:
            return Problem(SWEEP_KEYS, f"{_shortened_list([point_name(point) for point in refused_points], '; ')}: {message}")
        values = [point[path] for point in refused_points]
        value_texts = list(dict.fromkeys(map(unquoted_text, values)))
        hint = f"; {NESTED_LIST_HINT}" if "list" in message and not any(isinstance(value, list) for value in values) else ""
        is_every_value = len(value_texts) == len(self.sweep.over[path]) > 1
        values_text = "" if is_every_value else f"value {_shortened_list(value_texts, ', ')}: "
        return Problem((*SWEEP_KEYS, path), f"{values_text}{message.removeprefix(f'{path}: ')}{hint}")

    def _path_to_blame(self, message: str, refused_points: list[Mapping[str, Any]]) -> str | None:
        """Return the path whose values explain the refusals; if several do, the one that the message names; None if unclear."""
        explaining_paths = [path for path in self.sweep.over if self._explains(path, refused_points)]
        mentioned_paths = [path for path in explaining_paths if mentions(message, path)]
        candidates = mentioned_paths or explaining_paths
        return candidates[0] if len(candidates) == 1 else None

    def _explains(self, path: str, refused_points: list[Mapping[str, Any]]) -> bool:
        """Return whether some values of this path explain the refusals: every point with one of these values was refused."""
        values = [point[path] for point in refused_points]
        return all(point in refused_points for point in self.sweep.points.values() if point[path] in values)


def _shortened_list(texts: list[str], separator: str) -> str:
    n_more = len(texts) - MAX_NAMED_POINTS
    return separator.join(texts[:MAX_NAMED_POINTS]) + (f" and {n_more} more" if n_more > 0 else "")
