"""What to solve: the rules that may change, the values they may take, and the goal; and problems with these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator, Field, StrictStr, model_validator

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.questions.goals import LARGEST, USUAL_WITHIN, Goal, GoalKey, goal_of, is_number, problems_of_goal_and_games
from rajas_sim.study.config.keys import RANGE, Problem, by_path, is_range
from rajas_sim.study.config.question_tables import AskedExperiment, LookUpRules, QuestionTable
from rajas_sim.study.config.sweep import different_values, separate_paths
from rajas_sim.study.config.toml_text import value_text

MOST_VALUES = 1000
"""A range of one path may have at most this many values."""
OVER = ("solve", "over")
"""Where problems with paths are."""


def _expanded_values(value: object) -> object:
    """Return the numbers of a range; any other value is returned as it is."""
    if not is_range(value):
        return value
    if unknown_keys := [key for key in value if key not in RANGE]:
        raise ValueError("; ".join(unknown_name("key", key, RANGE) for key in unknown_keys))
    if missing_keys := [key for key in RANGE[:2] if key not in value]:
        raise ValueError(f"{' and '.join(missing_keys)} is missing; a range is written {{ from = 0, to = 9, step = 1 }}")
    range_values = {"step": 1, **value}
    if wrong_keys := [key for key, range_value in range_values.items() if not is_number(range_value)]:
        raise ValueError(f"{' and '.join(wrong_keys)} must be numbers of at most {LARGEST:,.0f}, found {value_text(value)}")
    first_value, last_value, step = (Decimal(str(range_values[key])) for key in RANGE)
    if step <= 0 or first_value > last_value:
        raise ValueError(f"from must be at most to, and step greater than 0; found {value_text(value)}")
    n = int((last_value - first_value) / step) + 1
    if n > MOST_VALUES:
        raise ValueError(f"makes {n:,} values; one path may have at most {MOST_VALUES:,}")
    is_whole = all(isinstance(range_value, int) for range_value in range_values.values())
    return tuple(int(first_value + i * step) if is_whole else float(first_value + i * step) for i in range(n))


def _checked_paths(over: dict[str, Any]) -> dict[str, Any]:
    if not over:
        raise ValueError('at least one path is needed, such as { "setup.karma" = { from = 0, to = 3 } }')
    return separate_paths(over)


class SolveTable(QuestionTable):
    """Rules whose values are searched for those that come nearest to a goal."""

    checked_as_a_whole: ClassVar = ((), ("over",))
    over: Annotated[
        dict[StrictStr, Annotated[tuple[Any, ...], BeforeValidator(_expanded_values), AfterValidator(different_values)]],
        BeforeValidator(by_path),
        AfterValidator(_checked_paths),
    ] = Field(
        description='Paths of rules, each with the values it may take: { "setup.karma" = [0, 1, 2] } or '
        '{ "setup.karma" = { from = 0, to = 2, step = 1 } }'
    )
    goal: GoalKey
    within: float | None = Field(
        default=None,
        gt=0,
        strict=True,
        allow_inf_nan=False,
        description="For numbers other than shares: how far from its value the goal still counts as reached; by default "
        f"{100 * USUAL_WITHIN:g} % of the value. For shares the tolerance decides",
    )

    @model_validator(mode="after")
    def _knows_when_it_is_reached(self) -> SolveTable:
        parsed_goal = self.parsed_goal
        if parsed_goal.is_share and self.within is not None:
            raise ValueError(f"within is for numbers other than shares; for {parsed_goal.number} the tolerance decides")
        if parsed_goal.wanted == 0.0 and self.within is None:
            raise ValueError(f"say how far from 0 still counts as reached, such as within = 0.5, for {parsed_goal.number} = 0")
        return self

    @property
    def parsed_goal(self) -> Goal:
        """The goal."""
        return goal_of(self.goal, self.within)

    def problems(self, config: AskedExperiment, players: Sequence[int], rules: LookUpRules) -> Iterator[Problem]:
        """Yield why there is no answer, and which settings of the experiment do not fit this question."""
        yield from problems_of_goal_and_games("solve", self.parsed_goal, config, players)
        yield from problems_of_paths(self.over, players, rules)


def problems_of_paths(over: Mapping[str, Sequence[Any]], players: Sequence[int], rules: LookUpRules) -> Iterator[Problem]:
    """Yield paths that are not rules with any of the numbers of players, or none of whose values is possible.

    Parameters
    ----------
    rules
        Looks up the rules for a number of players with changed values; raises `InputError` if these are refused.
    """
    for path, values in over.items():
        refusals = [_refusals(rules, k, path, values) for k in players]
        if players and all(refusals):
            for message in dict.fromkeys(messages[0] for messages in refusals):
                values_text = f"; none of its {len(values)} values is possible" if len(refusals[0]) > 1 else ""
                yield Problem((*OVER, path), f"{message.removeprefix('overrides: ').removeprefix(f'{path}: ')}{values_text}")


def _refusals(rules: LookUpRules, players: int, path: str, values: Sequence[Any]) -> list[str]:
    """Return why values are refused, or nothing if one is allowed. A message that comes twice is about the path."""
    messages: list[str] = []
    for value in values:
        try:
            rules(players, {path: value})
            return []
        except InputError as error:
            if error.problems[0] in messages:
                break
            messages.append(error.problems[0])
    return messages
