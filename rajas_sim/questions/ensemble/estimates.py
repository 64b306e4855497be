"""Numbers over many plausible boxes: what lies between boxes, what is luck, and which unknown value matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metric, Metrics, block_values, metrics_of
from rajas_sim.analysis.reading.blocks import matrix_moments
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.given_data import FEWEST_MEMBERS, first_order_indices
from rajas_sim.analysis.statistics.intervals import Floats, share_estimates
from rajas_sim.analysis.statistics.population import Population
from rajas_sim.analysis.statistics.random_effects import MemberValues, luck_covariance
from rajas_sim.running.boxes.values import ValueInBoxes

BOX, RULES, LINE_UP = "box", "rules", "line-up"
SPREAD = (0.05, 0.95)
"""Nine boxes in ten lie between these quantiles."""


@dataclass(frozen=True, slots=True)
class StartPlayerShares:
    """The start player's share over all boxes, under one rule set and with one line-up.

    Attributes
    ----------
    arm, line_up
        The rule set and the line-up; the line-up is empty if there is only one.
    own_share
        Share in the experiment's own box, over the same blocks.
    below
        Share of boxes in which the start player wins less than an even share.
    median, quantile_5, quantile_95
        Quantiles of the share over boxes: the middle, and the ends of nine boxes in ten.
    population
        The population of boxes, with the part of them below any share.
    positions
        Measured share of every position in every box: one row per box, one column per position.
    covariance
        Covariance of the measured shares of a box from luck that it shares with no other box.
    errors
        Standard error that luck gives the mean of each position over all boxes.
    """

    arm: str
    line_up: str
    own_share: Estimate
    below: Estimate
    median: Estimate
    quantile_5: Estimate
    quantile_95: Estimate
    population: Population
    positions: Floats
    covariance: Floats
    errors: Floats


@dataclass(frozen=True, slots=True)
class Split:
    """The parts of a number's variance in one box.

    Attributes
    ----------
    metric
        The number.
    mean
        Mean over boxes, and over rule sets and line-ups if there are several.
    parts
        Variances by their origin; `LUCK` is the variance of a mean over the blocks that each box plays.
    """

    metric: Metric
    mean: Estimate
    parts: Mapping[str, Estimate]

    def deviation(self, part: str) -> Estimate:
        """Return a part as a standard deviation."""
        variance = self.parts[part]
        value, low, high = (float(np.sqrt(end)) for end in (variance.value, variance.low, variance.high))
        return replace(variance, name=f"deviation.{part}", value=value, low=low, high=high)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value, or the total of a kind of values, and the share of the variance between boxes that it explains.

    Attributes
    ----------
    floor
        What the largest share of all single values, or of all kinds, stays below in 97.5 % of cases if none has an effect; so
        both do in 95 %.
    """

    column: ValueInBoxes
    share: Estimate
    floor: float

    @property
    def is_beyond_chance(self) -> bool:
        """Whether it explains more than the largest of its family does by chance (`floor`)."""
        return self.share.value > self.floor


@dataclass(frozen=True, slots=True)
class EnsembleResult:
    """Results over many boxes with one number of players.

    Attributes
    ----------
    boxes
        Names of the boxes.
    n_blocks
        Number of blocks that each box plays.
    groups
        The start player's share under each rule set and with each line-up.
    splits
        One for each headline number, including the start player's share.
    unknowns
        What explains the start player's share, the largest first; empty if boxes do not differ.
    """

    players: int
    boxes: tuple[str, ...]
    n_blocks: int
    groups: tuple[StartPlayerShares, ...]
    splits: tuple[Split, ...]
    unknowns: tuple[Unknown, ...]

    @property
    def n_boxes(self) -> int:
        """Number of boxes."""
        return len(self.boxes)

    @property
    def of_start_player(self) -> Split:
        """How the variance of the start player's share is split."""
        return next(split for split in self.splits if split.metric.name == START_PLAYER)


def estimates_over_boxes(
    run: Run, players: int, boxes: Sequence[str], arms: Mapping[str, Sequence[str]], columns: Sequence[ValueInBoxes]
) -> EnsembleResult:
    """Estimate how the numbers of a game vary over many boxes.

    Parameters
    ----------
    run
        A run in which every box is a rule set, and the first rule set is the experiment's own box.
    boxes
        Names of the boxes.
    arms
        By rule set of the experiment: the name of its arm in the experiment's own box, then in each box.
    columns
        The values that differ between boxes.
    """
    by_line_up = run.compared_line_ups(players)
    runs = {line_up: run.of_line_ups(indices) for line_up, indices in by_line_up.items()} or {"": run}
    metrics = {line_up: metrics_of(line_up_run, players) for line_up, line_up_run in runs.items()}
    values = {line_up: block_values(line_up_run, players, metrics[line_up]) for line_up, line_up_run in runs.items()}
    n_blocks = min(len(by_arm[run.arms[0]]) for by_arm in values.values())

    def values_by_condition(name: str) -> Floats:
        """Return a number by box, by condition (rule set and line-up), and by block."""
        metric_number_by_line_up = {
            line_up: [m.name for m in line_up_metrics.all].index(name) for line_up, line_up_metrics in metrics.items()
        }
        by_arm_and_box = [
            [[values[line_up][arm][:n_blocks, metric_number_by_line_up[line_up]] for line_up in runs] for arm in names[1:]]
            for names in arms.values()
        ]
        return np.moveaxis(np.array(by_arm_and_box), 1, 0)

    def member_values(name: str) -> MemberValues:
        """Return a number in every box; boxes are the members of the ensemble."""
        numbers = values_by_condition(name)
        factors = [BOX, RULES, LINE_UP]
        kept_axes = [i for i in range(3) if i == 0 or numbers.shape[i] > 1]
        return MemberValues(
            numbers.reshape(*(numbers.shape[i] for i in kept_axes), n_blocks), tuple(factors[i] for i in kept_axes), run.level
        )

    def averaged_over_conditions(members: MemberValues) -> MemberValues:
        """Return the mean of a number over rule sets and line-ups."""
        return MemberValues(members.values.reshape(len(boxes), -1, n_blocks).mean(axis=1), (BOX,), run.level)

    def split_of(metric: Metric) -> Split:
        """Split the variance of a number by boxes, rule sets, line-ups and luck."""
        values = member_values(metric.name)
        return Split(metric, averaged_over_conditions(values).mean(metric.name), values.split())

    start_player = member_values(START_PLAYER)
    positions = [member_values(metric.name) for metric in next(iter(metrics.values())).positions]
    groups = []
    for arm_number, (arm, names) in enumerate(arms.items()):
        for line_up_number, line_up in enumerate(runs):
            condition = tuple(index for index, n in ((arm_number, len(arms)), (line_up_number, len(runs))) if n > 1)
            column = [m.name for m in metrics[line_up].all].index(START_PLAYER)
            own_values = values[line_up][names[0]][:n_blocks, [column]]
            (own_share,) = share_estimates(
                ["own_box.start_player"], matrix_moments(own_values, run.n_alternating_orders(players)), level=run.level
            )
            share_values = np.stack(
                [p.values.reshape(len(boxes), len(arms), len(runs), -1)[:, arm_number, line_up_number] for p in positions]
            )
            errors = np.array([position.error_by_luck(condition) for position in positions])
            population = start_player.population(condition)
            groups.append(_start_player_shares(population, arm, line_up, own_share, share_values, errors))
    # Kinds are few and values many, so kinds have a lower floor when they are tested separately.
    families = [[c for c in columns if c.is_kind is is_kind] for is_kind in (True, False)]
    averaged_share = averaged_over_conditions(start_player)
    unknowns = sorted(
        (u for family in families for u in _explaining_values(averaged_share, family)), key=lambda u: -u.share.value
    )
    splits = tuple(split_of(metric) for metric in _shared_metrics([*metrics.values()]))
    return EnsembleResult(players, tuple(boxes), n_blocks, tuple(groups), splits, tuple(unknowns))


def _shared_metrics(metrics: Sequence[Metrics]) -> list[Metric]:
    """Return the numbers that all line-ups have and that can change independently, in order."""
    names = [{m.name for m in line_up_metrics.free} for line_up_metrics in metrics]
    return [m for m in metrics[0].free if all(m.name in other_names for other_names in names)]


def _start_player_shares(  # noqa: PLR0913 - what it consists of
    population: Population, arm: str, line_up: str, own_share: Estimate, share_values: Floats, errors: Floats
) -> StartPlayerShares:
    """Return the start player's share over all boxes; axes of `share_values`: position, box, block. Errors are by position."""
    below = population.share_below("boxes.start_player_below_even", 1.0 / len(share_values))
    median, low, high = (
        population.quantile(f"boxes.start_player_{name}", quantile)
        for name, quantile in (("median", 0.5), ("low", SPREAD[0]), ("high", SPREAD[1]))
    )
    positions, covariance = share_values.mean(axis=2).T, luck_covariance(share_values)
    return StartPlayerShares(arm, line_up, own_share, below, median, low, high, population, positions, covariance, errors)


def _explaining_values(number: MemberValues, columns: Sequence[ValueInBoxes]) -> list[Unknown]:
    """Return what explains a number between boxes; empty if there are few boxes, or nothing but luck differs."""
    variance = float(number.means.var(ddof=1))
    reliability = float(number.variance_between) / variance if variance > 0 else 0.0
    if number.n_members < FEWEST_MEMBERS or not columns or reliability <= 0:
        return []
    inputs = np.stack([column.values for column in columns], axis=1)
    # Values and kinds of values are two families; one sentence is about both.
    level = 1.0 - (1.0 - number.level) / 2.0
    result = first_order_indices([c.name for c in columns], inputs, number.means, level=level, reliability=reliability)
    by_name = {column.name: column for column in columns}
    # With few boxes or much luck, an index may be estimated above 1.
    indices = (replace(share, value=min(1.0, share.value)) for share in result.indices)
    return [Unknown(by_name[share.name], share, min(1.0, result.floor)) for share in indices]
