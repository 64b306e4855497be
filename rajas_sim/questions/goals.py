"""Goals of rules, as in an experiment file: which number of the games should have which value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BeforeValidator, Field, StrictStr

from rajas_sim.analysis.comparing.goal_distance import GoalTarget
from rajas_sim.analysis.comparing.metrics import block_values, metrics_of
from rajas_sim.analysis.formatting import percent
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.core.errors import InputError, did_you_mean, unknown_name
from rajas_sim.study.config.expectations import MEANS, START_PLAYER, Number
from rajas_sim.study.config.keys import Problem, by_path
from rajas_sim.study.config.question_tables import AskedExperiment

EVEN_SEATS, EVEN_STRATEGIES, EVEN_ROUTES = "even_seats", "even_strategies", "even_routes"
ROUTES = "winner.by_fame"
EVEN = (EVEN_SEATS, EVEN_STRATEGIES, EVEN_ROUTES)
SHARES = (*EVEN, START_PLAYER, "seat_2", "strategy.NAME.share")
LARGEST = 1e12
"""Larger numbers are refused, since they cannot be computed with."""
# How far a number other than a share may be from its target and still count as reached, as a part of the target.
USUAL_WITHIN = 0.05
EXAMPLES = f'goal = "{EVEN_SEATS}", goal = "{START_PLAYER}", goal = {{ {START_PLAYER} = 0.27 }} or goal = {{ rounds = 8 }}'


@dataclass(frozen=True)
class Goal(Number):
    """Which number should come as near as possible to which value.

    Attributes
    ----------
    number
        ``even_seats``, ``even_strategies``, ``even_routes``, or a `rajas_sim.study.config.expectations.Number`.
    wanted
        The target value; None for an even share.
    within
        How far from it still counts as reached; None for the tolerance of the experiment, as for all shares.
    """

    wanted: float | None = None
    within: float | None = None

    def target(self, players: int) -> float:
        """Return the target value of the number, or of each of several shares."""
        if self.number == EVEN_ROUTES:
            return 0.5
        return 1.0 / players if self.wanted is None else self.wanted

    def names(self, players: int, strategy_metrics: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the goal's metrics, as in reports and tables; `strategy_metrics` are those of all strategies."""
        if self.number == EVEN_STRATEGIES:
            return tuple(strategy_metrics)
        if self.number == EVEN_ROUTES:
            return (ROUTES,)
        return Number("seats").metric_names(players) if self.number == EVEN_SEATS else self.metric_names(players)


def _checked_goal(goal: object) -> object:
    """Return a goal as a word or as a table of one number, or refuse it."""
    if isinstance(goal, str):
        _check_number(goal)
        if goal in MEANS:
            example = 0.5 if Number(goal).is_share else 8
            raise ValueError(f'say which value is wanted, such as goal = {{ "{goal}" = {example} }}')
        return goal
    table = by_path(goal)
    if not isinstance(table, dict) or len(table) != 1:
        raise ValueError(f"a goal is one number, such as {EXAMPLES}")
    ((number, wanted),) = table.items()
    _check_number(number)
    if number in EVEN:
        raise ValueError(f'{number} takes no value; write goal = "{number}"')
    if not is_number(wanted):
        raise ValueError(f"{number} must be a number")
    if Number(number).is_share and not 0 < wanted < 1:
        raise ValueError(f"{number} is a share between 0 and 1, such as 0.27")
    return {number: float(wanted)}


def is_number(value: object) -> bool:
    """Return whether a value is a number that can be computed with."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST


def _check_number(number: str) -> None:
    """Refuse a number that no goal can be about, with the known ones."""
    if number not in EVEN and (number == "seats" or not Number(number).is_known):
        known = (*SHARES, *MEANS)
        raise ValueError(f"unknown number {number!r}{did_you_mean(number, known) or '.'} Known: {', '.join(known)}")


GoalKey = Annotated[
    StrictStr | dict[StrictStr, float],
    BeforeValidator(_checked_goal),
    Field(description=f"What to come as near to as possible: {EXAMPLES}"),
]
#: The key `goal` of a question's table.


def goal_of(goal: str | Mapping[str, float], within: float | None = None) -> Goal:
    """Return the goal that a file gives.

    A number that is not a share counts as reached if it is `within` this far, by default `USUAL_WITHIN` of its target.
    """
    if isinstance(goal, str):
        return Goal(goal)
    ((number, wanted),) = goal.items()
    if within is None and not Number(number).is_share:
        within = abs(wanted) * USUAL_WITHIN
    return Goal(number, wanted, within)


def problems_of_goal_and_games(question: str, goal: Goal, config: AskedExperiment, players: Sequence[int]) -> Iterator[Problem]:
    """Yield why the experiment has more than one group of games, or nothing that the goal is about."""
    if len(config.asked_line_ups) > 1:
        yield Problem((question,), f"asks about one group of games; give a single line_up, or leave out [{question}]")
    seat, strategy, labels = goal.seat, goal.strategy, dict.fromkeys(config.labels)
    if seat is not None and seat > min(players, default=seat):
        yield Problem((question, "goal"), f"with {min(players)} players there is no seat {seat}")
    if goal.number == EVEN_STRATEGIES or strategy is not None:
        if len(labels) == 1 or config.mirror:
            yield Problem(
                (question, "goal"), f"{goal.number}: everybody plays the same strategy, so no strategy has a separate share"
            )
        elif strategy is not None and strategy not in labels:
            yield Problem((question, "goal"), unknown_name("strategy", strategy, labels))


def target_and_titles(run: Run, players: int, goal: Goal) -> tuple[GoalTarget, tuple[str, ...]]:
    """Return the goal in numbers, and the titles of its metrics.

    Raises
    ------
    InputError
        If the games do not have the number.
    """
    metrics = metrics_of(run, players)
    titles = {metric.name: metric.title for metric in metrics.all}
    names = goal.names(players, [metric.name for metric in metrics.strategies])
    if missing := [name for name in names if name not in titles]:
        raise InputError(f"goal: games with {players} players have no {' and no '.join(missing)}")
    within = run.tolerance if goal.within is None else goal.within
    return GoalTarget(names, goal.target(players), within, goal.is_share), tuple(titles[name] for name in names)


def goal_text(goal: Goal, target: GoalTarget, title: str) -> str:
    """Say what the goal is; `title` is the title of its first metric."""
    words = {
        EVEN_SEATS: "even seats",
        EVEN_STRATEGIES: "strategies that win equally often",
        EVEN_ROUTES: "as many wins by fame as by money",
    }
    return words.get(goal.number, f"{title}: {wanted_text(goal, target)}")


def wanted_text(goal: Goal, target: GoalTarget) -> str:
    """Write the target value."""
    if goal.wanted is None and goal.number != EVEN_ROUTES:
        return "an even share"
    return percent(target.value) if target.is_share else f"{target.value:g}"


def distance_axis(goal: Goal) -> str:
    """Say what an axis of distances from a goal measures."""
    return f"distance from the goal{', in percentage points' if goal.is_share else ''}"


def goal_values(run: Run, players: int, names: Sequence[str]) -> dict[str, Floats]:
    """Return block values of some metrics by arm: one row per block, one column per metric."""
    metrics = metrics_of(run, players)
    columns = [[metric.name for metric in metrics.all].index(name) for name in names]
    return {arm: values[:, columns] for arm, values in block_values(run, players, metrics).items()}
