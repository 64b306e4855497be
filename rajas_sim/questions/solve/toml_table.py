"""What is to be solved: the rules that may change, the values they may take, and the goal; and what is wrong with these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator, Field, StrictStr, model_validator

from rajas_sim.core.errors import InputError, did_you_mean, unknown_name
from rajas_sim.study.config.expectations import MEANS, START_PLAYER, Number
from rajas_sim.study.config.keys import RANGE, Problem, by_path, is_range
from rajas_sim.study.config.question_tables import AskedExperiment, LookUpRules, QuestionTable
from rajas_sim.study.config.sweep import different_values, separate_paths
from rajas_sim.study.config.toml_text import value_text

EVEN_SEATS, EVEN_STRATEGIES, EVEN_ROUTES = "even_seats", "even_strategies", "even_routes"
ROUTES = "winner.by_fame"
EVEN = (EVEN_SEATS, EVEN_STRATEGIES, EVEN_ROUTES)
SHARES = (*EVEN, START_PLAYER, "seat_2", "strategy.NAME.share")
MOST_VALUES = 1000
LARGEST = 1e12
# How far a number other than a share may be from its target, as a part of it, and still count as reached.
USUAL_WITHIN = 0.05
EXAMPLES = f'goal = "{EVEN_SEATS}", goal = "{START_PLAYER}", goal = {{ {START_PLAYER} = 0.27 }} or goal = {{ rounds = 8 }}'
OVER = ("solve", "over")


@dataclass(frozen=True)
class Goal(Number):
    """Which number is to come as near as can be to which value.

    Attributes
    ----------
    number
        ``even_seats``, ``even_strategies``, ``even_routes``, or a `rajas_sim.study.config.expectations.Number`.
    wanted
        The value; None for an even share.
    within
        How far from it still counts as reached; None for the tolerance of the experiment, as for all shares.
    """

    wanted: float | None = None
    within: float | None = None

    def target(self, players: int) -> float:
        """Return the value it is to have; of several shares, each."""
        if self.number == EVEN_ROUTES:
            return 0.5
        return 1.0 / players if self.wanted is None else self.wanted

    def names(self, players: int, strategies: Sequence[str]) -> tuple[str, ...]:
        """Return the metrics that are meant, as reports and tables name them; `strategies` are the metrics of all of those."""
        if self.number == EVEN_STRATEGIES:
            return tuple(strategies)
        if self.number == EVEN_ROUTES:
            return (ROUTES,)
        return Number("seats").metrics(players) if self.number == EVEN_SEATS else self.metrics(players)


def _checked_goal(goal: object) -> object:
    """Return a goal as a word, or as a table of one number, or refuse it."""
    if isinstance(goal, str):
        _check_number(goal)
        if goal in MEANS:
            raise ValueError(f"say which value is wanted, such as goal = {{ {goal} = 8 }}")
        return goal
    table = by_path(goal)
    if not isinstance(table, dict) or len(table) != 1:
        raise ValueError(f"a goal is one number, such as {EXAMPLES}")
    ((number, wanted),) = table.items()
    _check_number(number)
    if number in EVEN:
        raise ValueError(f'{number} takes no value; write goal = "{number}"')
    if not _is_number(wanted):
        raise ValueError(f"{number} must be a number")
    if Number(number).is_share and not 0 < wanted < 1:
        raise ValueError(f"{number} is a share between 0 and 1, such as 0.27")
    return {number: float(wanted)}


def _is_number(value: object) -> bool:
    """Return whether a value is a number that can be computed with."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST


def _check_number(number: str) -> None:
    if number not in EVEN and (number == "seats" or not Number(number).is_known):
        known = (*SHARES, *MEANS)
        raise ValueError(f"unknown number {number!r}{did_you_mean(number, known) or '.'} Known: {', '.join(known)}")


def _expanded_values(value: object) -> object:
    """Return the numbers of a range, and any other value as it is."""
    if not is_range(value):
        return value
    if unknown_keys := [key for key in value if key not in RANGE]:
        raise ValueError("; ".join(unknown_name("key", key, RANGE) for key in unknown_keys))
    if missing_keys := [key for key in RANGE[:2] if key not in value]:
        raise ValueError(f"{' and '.join(missing_keys)} is missing; a range is written {{ from = 0, to = 9, step = 1 }}")
    range_values = {"step": 1, **value}
    if wrong_keys := [key for key, range_value in range_values.items() if not _is_number(range_value)]:
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
    goal: Annotated[StrictStr | dict[StrictStr, float], BeforeValidator(_checked_goal)] = Field(
        description=f"What to come as near to as possible: {EXAMPLES}"
    )
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
        aim = self.aim
        if aim.is_share and self.within is not None:
            raise ValueError(f"within is for numbers other than shares; for {aim.number} the tolerance decides")
        if aim.wanted == 0.0 and self.within is None:
            raise ValueError(f"say how far from 0 still counts as reached, such as within = 0.5, for {aim.number} = 0")
        return self

    @property
    def aim(self) -> Goal:
        """The goal."""
        if isinstance(self.goal, str):
            return Goal(self.goal)
        ((number, wanted),) = self.goal.items()
        aim = Goal(number, wanted, self.within)
        return aim if aim.is_share or self.within is not None else replace(aim, within=abs(wanted) * USUAL_WITHIN)

    def problems(self, config: AskedExperiment, players: Sequence[int], rules: LookUpRules) -> Iterator[Problem]:
        """Yield why there is no answer, and what does not go together with this question."""
        conflicting_keys = [key for key in ("arms", "sweep", "stop") if getattr(config, key)]
        if conflicting_keys:
            yield Problem(("solve",), f"chooses its own rule sets and blocks; leave out {' and '.join(conflicting_keys)}")
        if len(config.asked_of) > 1:
            yield Problem(("solve",), "asks about one group of games; give a single line_up")
        yield from problems_of_goal(self.aim, players, config.labels, is_mirror=config.mirror)
        yield from problems_of_paths(self.over, players, rules)


def problems_of_goal(aim: Goal, players: Sequence[int], line_up: Sequence[str], *, is_mirror: bool) -> Iterator[Problem]:
    """Yield why a goal is about nothing that the games of an experiment have."""
    seat, strategy, labels = aim.seat, aim.strategy, dict.fromkeys(line_up)
    if seat is not None and seat > min(players, default=seat):
        yield Problem(("solve", "goal"), f"with {min(players)} players there is no seat {seat}")
    if aim.number == EVEN_STRATEGIES or strategy is not None:
        if len(labels) == 1 or is_mirror:
            yield Problem(
                ("solve", "goal"), f"{aim.number}: everybody plays the same strategy, so no strategy has a separate share"
            )
        elif strategy is not None and strategy not in labels:
            yield Problem(("solve", "goal"), unknown_name("strategy", strategy, labels))


def problems_of_paths(over: Mapping[str, Sequence[Any]], players: Sequence[int], rules: LookUpRules) -> Iterator[Problem]:
    """Yield the paths that are no rules with any of some numbers of players, or none of whose values is possible.

    Parameters
    ----------
    rules
        Looks up the rules for a number of players with changed values, and raises an `InputError` if it refuses them.
    """
    for path, values in over.items():
        refusals = [_refusals(rules, k, path, values) for k in players]
        if players and all(refusals):
            for message in dict.fromkeys(messages[0] for messages in refusals):
                values_text = f"; none of its {len(values)} values is possible" if len(refusals[0]) > 1 else ""
                yield Problem((*OVER, path), f"{message.removeprefix('overrides: ').removeprefix(f'{path}: ')}{values_text}")


def _refusals(rules: LookUpRules, players: int, path: str, values: Sequence[Any]) -> list[str]:
    """Return why values alone are refused; nothing as soon as one is allowed. A message that comes twice is about the path."""
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
