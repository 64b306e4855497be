"""Numbers over many plausible boxes: what lies between boxes, what is luck, and which unknown value matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    column
        The value, or the kind of values, in every box.
    share
        The part of the variance that it explains.
    floor
        What the largest share of all single values, or of all kinds, stays below in 97.5 % of cases if none has an effect. So
        both stay below their floors in at least 95 %.
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
    run: Run, players: int, boxes: Sequence[str], arms_by_rule_set: Mapping[str, Sequence[str]], columns: Sequence[ValueInBoxes]
) -> EnsembleResult:
    """Estimate how the numbers of a game vary over many boxes.

    Parameters
    ----------
    run
        A run in which every box is a rule set, and the first rule set is the experiment's own box.
    boxes
        Names of the boxes.
    arms_by_rule_set
        By rule set of the experiment: the name of its arm of `run` in the experiment's own box, then in each box.
    columns
        The values that differ between boxes.
    """
    values_by_line_up = _values_by_line_up(run, players)
    start_player = _member_values(_values_in_boxes(values_by_line_up, arms_by_rule_set, START_PLAYER), run.level)
    # Kinds are few and values many, so kinds have a lower floor when they are tested separately.
    families = [[column for column in columns if column.is_kind is is_kind] for is_kind in (True, False)]
    averaged_share = _averaged_over_conditions(start_player)
    unknowns = [unknown for family in families for unknown in _explaining_values(averaged_share, family)]
    unknowns.sort(key=lambda unknown: -unknown.share.value)
    groups = tuple(_groups(run, players, values_by_line_up, arms_by_rule_set))
    splits = tuple(
        _split(metric, _member_values(_values_in_boxes(values_by_line_up, arms_by_rule_set, metric.name), run.level))
        for metric in _shared_metrics([values.metrics for values in values_by_line_up.values()])
    )
    return EnsembleResult(players, tuple(boxes), start_player.n_blocks, groups, splits, tuple(unknowns))


@dataclass(frozen=True, slots=True)
class _LineUpValues:
    """The values of all metrics with one line-up: by arm, one row per block and one column per metric."""

    metrics: Metrics
    values_by_arm: Mapping[str, Floats]

    def of(self, arm: str, name: str) -> Floats:
        """Return the values of a metric under an arm, by block."""
        return self.values_by_arm[arm][:, [metric.name for metric in self.metrics.all].index(name)]


def _values_by_line_up(run: Run, players: int) -> dict[str, _LineUpValues]:
    """Return the values of all metrics by line-up, over the blocks that all line-ups have; one without a name stands alone."""
    line_up_indices = run.compared_line_ups(players)
    run_by_line_up = {line_up: run.of_line_ups(indices) for line_up, indices in line_up_indices.items()} or {"": run}
    metrics = {line_up: metrics_of(line_up_run, players) for line_up, line_up_run in run_by_line_up.items()}
    values = {line_up: block_values(line_up_run, players, metrics[line_up]) for line_up, line_up_run in run_by_line_up.items()}
    n_blocks = min(len(values_by_arm[run.arms[0]]) for values_by_arm in values.values())
    return {
        line_up: _LineUpValues(metrics[line_up], {arm: rows[:n_blocks] for arm, rows in values_by_arm.items()})
        for line_up, values_by_arm in values.items()
    }


def _values_in_boxes(
    values_by_line_up: Mapping[str, _LineUpValues], arms_by_rule_set: Mapping[str, Sequence[str]], name: str
) -> Floats:
    """Return the values of a metric in all boxes but the experiment's own; axes: box, rule set, line-up, block."""
    values_by_rule_set = [
        [[values.of(arm, name) for values in values_by_line_up.values()] for arm in arms[1:]]
        for arms in arms_by_rule_set.values()
    ]
    return np.moveaxis(np.array(values_by_rule_set), 1, 0)


def _member_values(values: Floats, level: float) -> MemberValues:
    """Return the values of `_values_in_boxes` without axes of a single rule set or line-up; boxes are the members."""
    kept_axes = [i for i in range(3) if i == 0 or values.shape[i] > 1]
    factors = (BOX, RULES, LINE_UP)
    shape = (*(values.shape[i] for i in kept_axes), values.shape[-1])
    return MemberValues(values.reshape(shape), tuple(factors[i] for i in kept_axes), level)


def _averaged_over_conditions(members: MemberValues) -> MemberValues:
    """Return the mean over rule sets and line-ups."""
    values = members.values.reshape(members.n_members, -1, members.n_blocks).mean(axis=1)
    return MemberValues(values, (BOX,), members.level)


def _split(metric: Metric, members: MemberValues) -> Split:
    """Split the variance of a metric by boxes, rule sets, line-ups and luck."""
    return Split(metric, _averaged_over_conditions(members).mean(metric.name), members.split())


def _groups(
    run: Run, players: int, values_by_line_up: Mapping[str, _LineUpValues], arms_by_rule_set: Mapping[str, Sequence[str]]
) -> Iterator[StartPlayerShares]:
    """Yield the start player's share under each rule set and with each line-up; parameters as in `estimates_over_boxes`."""
    position_names = [metric.name for metric in next(iter(values_by_line_up.values())).metrics.positions]
    values_by_position = [_values_in_boxes(values_by_line_up, arms_by_rule_set, name) for name in position_names]
    positions = [_member_values(values, run.level) for values in values_by_position]
    start_player = positions[position_names.index(START_PLAYER)]
    n_orders = run.n_alternating_orders(players)
    for rule_set_index, (rule_set, arms) in enumerate(arms_by_rule_set.items()):
        for line_up_index, (line_up, line_up_values) in enumerate(values_by_line_up.items()):
            indices_and_numbers = ((rule_set_index, len(arms_by_rule_set)), (line_up_index, len(values_by_line_up)))
            condition = tuple(index for index, n in indices_and_numbers if n > 1)
            own_values = line_up_values.of(arms[0], START_PLAYER)[:, np.newaxis]
            (own_share,) = share_estimates(["own_box.start_player"], matrix_moments(own_values, n_orders), level=run.level)
            share_values = np.stack([values[:, rule_set_index, line_up_index] for values in values_by_position])
            errors = np.array([position.error_by_luck(condition) for position in positions])
            population = start_player.population(condition)
            yield _start_player_shares(population, rule_set, line_up, own_share, share_values, errors)


def _shared_metrics(metrics: Sequence[Metrics]) -> list[Metric]:
    """Return the metrics that can change independently and that all line-ups have, in the order of the first line-up."""
    names_by_line_up = [{metric.name for metric in line_up_metrics.free} for line_up_metrics in metrics]
    return [metric for metric in metrics[0].free if all(metric.name in names for names in names_by_line_up)]


def _start_player_shares(  # noqa: PLR0913 - what it consists of
    population: Population, arm: str, line_up: str, own_share: Estimate, share_values: Floats, errors: Floats
) -> StartPlayerShares:
    """Return the start player's share over all boxes; axes of `share_values`: position, box, block. Errors are by position."""
    even_share = 1.0 / len(share_values)
    below = population.share_below("boxes.start_player_below_even", even_share)
    median, low, high = (
        population.quantile(f"boxes.start_player_{name}", quantile)
        for name, quantile in (("median", 0.5), ("low", SPREAD[0]), ("high", SPREAD[1]))
    )
    positions, covariance = share_values.mean(axis=2).T, luck_covariance(share_values)
    return StartPlayerShares(arm, line_up, own_share, below, median, low, high, population, positions, covariance, errors)


def _explaining_values(members: MemberValues, columns: Sequence[ValueInBoxes]) -> list[Unknown]:
    """Return what explains a metric between boxes; empty if there are few boxes, or nothing but luck differs."""
    variance = float(members.means.var(ddof=1))
    reliability = float(members.variance_between) / variance if variance > 0 else 0.0
    if members.n_members < FEWEST_MEMBERS or not columns or reliability <= 0:
        return []
    column_by_name = {column.name: column for column in columns}
    inputs = np.stack([column.numbers for column in columns], axis=1)
    # Values and kinds of values are two families; one sentence is about both.
    level = 1.0 - (1.0 - members.level) / 2.0
    result = first_order_indices([column.name for column in columns], inputs, members.means, level=level, reliability=reliability)
    # With few boxes or much luck, an index may be estimated above 1.
    shares = (replace(index, value=min(1.0, index.value)) for index in result.indices)
    return [Unknown(column_by_name[share.name], share, min(1.0, result.floor)) for share in shares]
