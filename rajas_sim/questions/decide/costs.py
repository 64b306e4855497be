"""What to decide: the goal, the costs of rule sets, and which expected loss is small enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, StrictFloat, StrictInt, StrictStr

from rajas_sim.core.errors import unknown_name
from rajas_sim.questions.goals import Goal, GoalKey, goal_of, problems_of_goal_and_games
from rajas_sim.study.config.keys import Problem
from rajas_sim.study.config.question_tables import AskedExperiment, LookUpRules, QuestionTable

#: By default, the loss that is small enough, as a part of the distance that counts as reached.
USUAL_PART = 0.1


class DecideTable(QuestionTable):
    """Which of the rule sets is to be printed: the goal, what each costs, and when the answer is sure enough."""

    goal: GoalKey
    costs: dict[StrictStr, Annotated[StrictFloat | StrictInt, Field(allow_inf_nan=False)]] = Field(
        default={},
        description=(
            "Cost of printing an arm, in percentage points if the goal is a share, otherwise in the unit of the goal: "
            "{ rich = 0.5 }"
        ),
    )
    loss: StrictFloat | StrictInt | None = Field(
        default=None,
        ge=0,
        allow_inf_nan=False,
        description="Expected loss that is small enough, in the unit of the costs; left out: a tenth of what counts as reached",
    )

    @property
    def parsed_goal(self) -> Goal:
        """The goal."""
        return goal_of(self.goal)

    def problems(self, config: AskedExperiment, players: Sequence[int], rules: LookUpRules) -> Iterator[Problem]:
        """Yield why there is nothing to decide, and which costs belong to no rule set."""
        if getattr(config, "stop", None) is not None:
            yield Problem(("decide",), "stops by itself when the expected loss is small enough; leave out stop")
        if self.parsed_goal.wanted == 0.0 and self.loss is None:
            yield Problem(("decide",), f"say which loss is small enough, such as loss = 0.5, for {self.parsed_goal.number} = 0")
        arms = tuple(config.rules_of_arms)
        if len(arms) == 1:
            yield Problem(("decide",), "needs rule sets to choose from; add [[arms]] or a sweep")
        yield from (
            Problem(("decide", "costs", arm), f"{unknown_name('arm', arm, arms)}; --set 'decide.costs={{}}' leaves all costs out")
            for arm in self.costs
            if arm not in arms
        )
        yield from problems_of_goal_and_games("decide", self.parsed_goal, config, players)
