"""Sweeps: one or two rules that walk through lists of values; every point is an arm of the experiment."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictStr, model_validator

from rajas_sim.study.config.nested import by_path
from rajas_sim.study.config.toml_text import BARE_WORD, value_text

MAX_PATHS = 2
# Every point is played as often as the baseline, and a report shows each of them.
MAX_POINTS = 100
NESTED = "each entry of the list is one point; where a value is itself a list, write a list of lists: [[3, 4], [4, 4]]"


def point_name(values: Mapping[str, Any]) -> str:
    """Return the name of the arm that a point is.

    >>> point_name({"readings.tie": "turn_order", "setup.money": [3, 3]})
    'readings.tie=turn_order, setup.money=[3, 3]'
    """
    return ", ".join(f"{path}={spoken(value)}" for path, value in values.items())


def spoken(value: Any) -> str:
    """Return a value as names and messages show it: as in TOML, but a plain word without its quotes."""
    return value if isinstance(value, str) and BARE_WORD.fullmatch(value) else value_text(value)


def different_values(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Refuse a list of values that is empty, or in which one stands twice."""
    if not values:
        raise ValueError("at least one value is needed, such as [0, 1, 2]")
    texts = [spoken(value) for value in values]
    twice = list(dict.fromkeys(text for text in texts if texts.count(text) > 1))
    if twice:
        hint = "" if any(isinstance(value, list) for value in values) else f"; {NESTED}"
        raise ValueError(f"each value may be given once; given twice: {', '.join(twice)}{hint}")
    return values


def _one_or_two_paths(over: dict[str, Any]) -> dict[str, Any]:
    if not 1 <= len(over) <= MAX_PATHS:
        raise ValueError(f"found {len(over)} paths{': ' * bool(over)}{', '.join(over)}; one or two can be swept")
    return separate_paths(over)


def separate_paths(over: dict[str, Any]) -> dict[str, Any]:
    """Refuse paths of which one is a part of another."""
    for one, other in combinations(sorted(over), 2):
        if other.startswith(f"{one}."):
            raise ValueError(f"{other} is a part of {one}, so one would overwrite the other; give only one of them")
    return over


Values = Annotated[tuple[Any, ...], AfterValidator(different_values)]


class SweepForm(BaseModel):
    """One or two rules that take several values; every point is an arm, played with the same luck as the baseline."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    over: Annotated[dict[StrictStr, Values], BeforeValidator(by_path), AfterValidator(_one_or_two_paths)] = Field(
        description='One or two paths, each with the values it takes: { "setup.karma" = [0, 1, 2] }'
    )
    together: StrictBool = Field(
        default=False, description="Whether two lists are walked side by side; otherwise every pair of values is a point"
    )

    @model_validator(mode="after")
    def _can_be_walked(self) -> SweepForm:
        lengths = {path: len(values) for path, values in self.over.items()}
        if self.together and len(lengths) == 1:
            raise ValueError("together is for two paths; over has one")
        if self.together and len(set(lengths.values())) > 1:
            counts = " and ".join(f"{n} for {path}" for path, n in lengths.items())
            raise ValueError(f"together needs lists of the same length; found {counts} values")
        n_points = len(self.points)
        if n_points > MAX_POINTS:
            factors = " x ".join(str(n) for n in lengths.values())
            raise ValueError(f"makes {n_points:,} points ({factors}); at most {MAX_POINTS} can be played in one experiment")
        return self

    @property
    def points(self) -> dict[str, dict[str, Any]]:
        """The overrides of every point by its name, the last path changing fastest."""
        rows = zip(*self.over.values(), strict=True) if self.together else product(*self.over.values())
        points = (dict(zip(self.over, row, strict=True)) for row in rows)
        return {point_name(point): point for point in points}
