"""Playing rule sets side by side until the expected loss of the one that looks best is small enough."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rajas_sim.analysis import Run
from rajas_sim.analysis.blocks_needed import rounded_up
from rajas_sim.analysis.comparing.expected_loss import ExpectedLosses, expected_losses, loss_draws, savings_of
from rajas_sim.analysis.comparing.goal_distance import GoalDistance, GoalTarget, goal_distance
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.core.errors import InputError
from rajas_sim.questions.decide.costs import USUAL_PART, DecideTable
from rajas_sim.questions.goals import Goal, goal_values, target_and_titles
from rajas_sim.questions.runner import FEWEST_TABLES, Runner
from rajas_sim.study.config.resolve import Experiment, resolve
from rajas_sim.study.design import fresh_seed

FIRST_LOOK = 500
"""Number of blocks at the first look at the expected loss; each further look has twice as many."""
FEWEST_OF_AN_ORDER = 3
"""Number of blocks of each cyclic order that are needed in either half to weight them."""
PERCENT = 100.0


@dataclass(frozen=True)
class DecisionOfPlayers:
    """How the rule sets do with one number of players, in the blocks that judge.

    Attributes
    ----------
    target, titles
        The goal in numbers, and its metrics in words.
    distances
        Distance of each rule set from the goal; the intervals of all rule sets hold together.
    losses
        Mean loss of each rule set compared with the best for this number of players.
    savings
        How much less each rule set loses than the one chosen for all numbers of players; the intervals of all rule sets hold
        together.
    """

    players: int
    target: GoalTarget
    titles: tuple[str, ...]
    distances: tuple[GoalDistance, ...]
    losses: ExpectedLosses
    savings: tuple[Estimate, ...] = ()


@dataclass(frozen=True)
class Decision:
    """Which rule set to print.

    Attributes
    ----------
    goal
        The goal.
    run
        The run with the games; it may have more blocks than were used.
    blocks
        Number of blocks that were used: half of them to choose, the others to judge the choice.
    is_sure
        Whether the rule set that loses least in the blocks that chose has a small enough expected loss in the others.
    chosen
        Index of that rule set.
    costs
        Cost of each rule set, in the unit of the goal.
    limit
        The expected loss that is small enough.
    results
        One for each number of players.
    losses
        Mean loss of each rule set in the blocks that judge, over all numbers of players with equal weight.
    savings
        How much less each rule set loses in these blocks than the chosen one; the intervals of all rule sets hold together.
    """

    goal: Goal
    run: Run
    blocks: int
    is_sure: bool
    chosen: int
    costs: tuple[float, ...]
    limit: float
    results: tuple[DecisionOfPlayers, ...]
    losses: ExpectedLosses
    savings: tuple[Estimate, ...]

    @property
    def n_chose(self) -> int:
        """Number of blocks that chose."""
        return self.blocks // 2

    @property
    def candidates(self) -> tuple[int, ...]:
        """The chosen rule set and those that are not shown to lose more; the smallest expected loss comes first."""
        # An interval that could not be computed, with ends that are not numbers, shows nothing.
        return tuple(i for i in by_expected_loss(self.losses) if i == self.chosen or not self.savings[i].high < 0.0)

    @property
    def arms(self) -> tuple[str, ...]:
        """Names of the rule sets; the unchanged rules come first."""
        return self.run.arms

    @property
    def loss(self) -> float:
        """Mean loss if the chosen rule set is printed."""
        return float(self.losses.expected[self.chosen])

    @property
    def blocks_if_equal(self) -> int | None:
        """The rough number of blocks that makes the loss small enough if the best are equally good; None if no number does.

        Between equals the expected loss falls with the root of the number of blocks. The next look has at least twice as many.
        """
        least = float(self.losses.expected[self.losses.best])
        return rounded_up(self.blocks * max(2.0, (least / self.limit) ** 2)) if self.limit > 0.0 else None


def by_expected_loss(losses: ExpectedLosses) -> list[int]:
    """Return the indices of the rule sets, the smallest expected loss first; rounding errors do not change the order."""
    order: list[int] = np.argsort(np.round(losses.expected, 12), kind="stable").tolist()
    return order


def play_decide(experiment: Experiment, runner: Runner) -> Decision:
    """Play more and more blocks until the expected loss is small enough, or as far as the experiment allows.

    The games are in ``<name>_decide-<hash>``. When asked again, no game is played twice, and the answer is the same.

    Raises
    ------
    InputError
        If the experiment does not say what to decide, or its games do not have a number of the goal.
    """
    config = experiment.config
    decide_table = config.table(DecideTable)
    if decide_table is None:
        arms_text = "" if len(config.rules_of_arms) > 1 else "[[arms]] or a sweep to choose from, and "
        table_text = 'a table [decide] with goal = "even_seats", or --set \'decide.goal="even_seats"\''
        raise InputError(f"{config.name}: does not say what to decide; add {arms_text}{table_text}")
    name, emptied_keys = f"{config.name}_decide", dict.fromkeys(config.tables_of_questions)
    changes = {"name": name, "tables": FEWEST_TABLES, "seed": fresh_seed(config.seed, name), "expect": (), **emptied_keys}
    decide_experiment = resolve(config.model_copy(update=changes))
    blocks = min(FIRST_LOOK, config.most_blocks)
    while True:
        decision = _decision(runner.play_more(decide_experiment, blocks, experiment), blocks, decide_table)
        if decision.is_sure or blocks == config.most_blocks:
            return decision
        blocks = min(2 * blocks, config.most_blocks)


def _decision(run: Run, blocks: int, decide_table: DecideTable) -> Decision:
    """Choose with the first half of the first blocks of a run, and judge with the other half.

    The blocks that chose would flatter their choice, and even more so if the games end because one rule set happens to be ahead.
    Since looks double the number of blocks, no block judges twice, unless the last look has fewer than twice as many.
    """
    goal = decide_table.parsed_goal
    scale = PERCENT if goal.is_share else 1.0
    costs = tuple(decide_table.costs.get(arm, 0.0) / scale for arm in run.arms)
    n_choosing = blocks // 2
    n_judging = blocks - n_choosing
    results, choosing_draws, judging_draws = list[DecisionOfPlayers](), list[Floats](), list[Floats]()
    for k in run.players:
        target, titles = target_and_titles(run, k, goal)
        values_by_arm = goal_values(run, k, target.names)
        n_orders = run.n_alternating_orders(k)
        if n_choosing < FEWEST_OF_AN_ORDER * n_orders:
            fewest = 2 * FEWEST_OF_AN_ORDER * n_orders
            raise InputError(f"blocks: {blocks} are too few to decide with {k} players; at least {fewest} are needed")
        judging_by_arm = {arm: values[n_choosing:blocks] for arm, values in values_by_arm.items()}
        distances = tuple(
            goal_distance(judging_by_arm[arm], target, n_orders, run.level, settings=len(run.arms)) for arm in run.arms
        )
        choosing_values = np.stack([values_by_arm[arm][:n_choosing] for arm in run.arms], axis=1)
        choosing_draws.append(loss_draws(choosing_values, target.value, costs, n_orders, seed=k))
        judging_values = np.stack([judging_by_arm[arm] for arm in run.arms], axis=1)
        judging_draws.append(loss_draws(judging_values, target.value, costs, n_orders, seed=k))
        results.append(DecisionOfPlayers(k, target, titles, distances, expected_losses(judging_draws[-1])))
    limit = results[0].target.within * USUAL_PART if decide_table.loss is None else decide_table.loss / scale
    chosen = expected_losses(np.mean(choosing_draws, axis=0)).best
    draws_over_players = np.mean(judging_draws, axis=0)
    losses = expected_losses(draws_over_players)
    is_sure = bool(losses.expected[chosen] <= limit)
    results_with_savings = tuple(
        replace(result, savings=savings_of(draws, chosen, run.level, n_judging))
        for result, draws in zip(results, judging_draws, strict=True)
    )
    savings = savings_of(draws_over_players, chosen, run.level, n_judging)
    return Decision(goal, run, blocks, is_sure, chosen, costs, limit, results_with_savings, losses, savings)
