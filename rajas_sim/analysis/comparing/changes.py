"""Changes of metrics from one side to another: how large, how sure, and in words."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import polars as pl

from rajas_sim.analysis.comparing.differences import Differences, PairedDifferences, holm
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metric, Metrics
from rajas_sim.analysis.formatting import difference_text, first_few, listed, number, percent
from rajas_sim.analysis.reading.blocks import FEWEST_FOR_EFFECTS
from rajas_sim.analysis.statistics.estimate import SAME_SHARE, Estimate
from rajas_sim.analysis.statistics.intervals import (
    BLOCKS_PER_SQUARED_KURTOSIS,
    Floats,
    comparisons_of,
    mean_estimates,
    share_estimates,
    skewed_mean_interval,
)
from rajas_sim.analysis.statistics.paired import FEWEST_DIFFERING

K = TypeVar("K", bound=Hashable)
"""What a pair of sides is known by, such as the name of the arm that is compared with the baseline."""
MOST_NAMED = 3
"""How many further changes a finding names; the table has the others."""


@dataclass(frozen=True, slots=True)
class MetricChange:
    """Change of the mean of one metric.

    Attributes
    ----------
    metric
        What changed.
    baseline, changed
        Mean of the metric on each side, with the interval of `metric_estimates`.
    difference
        Changed minus baseline; the interval holds together with those of all metrics, and all pairs of sides, of the number of
        players.
    p_value
        P-value of the difference, adjusted after Holm for the same comparisons.
    design_effect
        For paired blocks: the variance of the difference as played, divided by what it would be with separate luck for each side.
        It is the number of games that a paired comparison needs for each game of an unpaired one: below 1 pairing saved games,
        above 1 it cost some. ``None`` if nothing varies, or the blocks are too few or not paired.
    deviation
        Standard deviation of the metric from block to block before the change.
    """

    metric: Metric
    baseline: Estimate
    changed: Estimate
    difference: Estimate
    p_value: float
    design_effect: Estimate | None
    deviation: float

    @property
    def is_shown(self) -> bool:
        """Whether the interval, which holds together with those of all other changes, excludes 0.

        A p-value adjusted after Holm may be small although the interval includes 0; a reader who sees the interval would not
        believe it.
        """
        return self.difference.excludes(0.0)

    @property
    def sureness(self) -> float:
        """How sure the change is: the difference, divided by its distance to the end of the interval nearer to 0."""
        return sureness_of(self.difference)

    @property
    def shown_size(self) -> float:
        """The least size of the change: the end of the interval nearer to 0, in standard deviations; 0 if it is not shown."""
        if not self.is_shown:
            return 0.0
        nearer_end = min(abs(self.difference.low), abs(self.difference.high))
        return nearer_end / self.deviation if self.deviation > 0 else math.inf

    @property
    def size_text(self) -> str:
        """The size of the change, and the new value."""
        size_text = difference_text(self.difference, is_share=self.metric.is_share)
        new_value = self.changed.value
        digits = 1 if abs(new_value) >= 20 else 2
        return f"{size_text}, to {percent(new_value) if self.metric.is_share else number(new_value, digits)}"


def sureness_of(difference: Estimate) -> float:
    """Say how sure a difference is: its size, divided by its distance to the end of the interval nearer to 0.

    It is 0 without an interval or a difference, and infinite if the interval has no width.
    """
    if not difference.has_interval or difference.value == 0:
        return 0.0
    nearer_end = difference.low if difference.value > 0 else difference.high
    half_width = abs(difference.value - nearer_end)
    return abs(difference.value) / half_width if half_width > 0 else math.inf


def adjusted_p_values(differences_by_pair: Mapping[K, Differences]) -> dict[K, dict[str, float]]:
    """Return the p-values by pair of sides and name of the metric, adjusted after Holm for the metrics of all pairs.

    If two shares add to 1, the second has the p-value of the first.
    """
    free_p_values = []
    for differences in differences_by_pair.values():
        metrics = differences.metrics
        free_p_values.append(differences.p_values()[[metrics.all.index(metric) for metric in metrics.free]])
    adjusted_values = iter(holm(np.concatenate(free_p_values)).tolist())
    p_values: dict[K, dict[str, float]] = {}
    for pair, differences in differences_by_pair.items():
        p_values[pair] = {metric.name: next(adjusted_values) for metric in differences.metrics.free}
        p_values[pair] |= {second: p_values[pair][first] for second, first in differences.metrics.mirrored.items()}
    return p_values


def changes(differences_by_pair: Mapping[K, Differences], level: float) -> dict[K, dict[str, MetricChange]]:
    """Return the changes by pair of sides and name of the metric; intervals and p-values are adjusted for all pairs together."""
    n_free = sum(len(differences.metrics.free) for differences in differences_by_pair.values())
    p_values = adjusted_p_values(differences_by_pair)
    return {
        pair: _changes_of_pair(differences, differences.estimates("change", level, n_free), p_values[pair], level)
        for pair, differences in differences_by_pair.items()
    }


def _changes_of_pair(
    differences: Differences, difference_estimates: Sequence[Estimate], p_values: Mapping[str, float], level: float
) -> dict[str, MetricChange]:
    """Return the changes from one side to the other, by name of the metric.

    The estimates are in the order of the metrics, the p-values by their names; design effects are for paired blocks only.
    """
    is_paired, metrics = isinstance(differences, PairedDifferences), differences.metrics
    effects = design_effects(metrics, *differences.blocks, level) if is_paired else [None] * len(metrics.all)
    baseline, changed = (metric_estimates(metrics, moments, level) for moments in (differences.before, differences.after))
    deviations = np.sqrt(differences.before["variance"].to_numpy()).tolist()
    metric_rows = zip(metrics.all, baseline, changed, difference_estimates, effects, deviations, strict=True)
    return {
        metric.name: MetricChange(metric, before, after, difference, p_values[metric.name], effect, deviation)
        for metric, before, after, difference, effect, deviation in metric_rows
    }


def metric_estimates(metrics: Metrics, moments: pl.DataFrame, level: float) -> list[Estimate]:
    """Estimate the means of metrics from their moments over blocks, one row per metric.

    Intervals of win shares hold together for all seats, and for all strategies; those of other means stand by themselves.
    """
    names = [metric.name for metric in metrics.all]
    n_seats, n_shares = len(metrics.positions), len(metrics.positions) + len(metrics.strategies)
    seats = share_estimates(names[:n_seats], moments[:n_seats], level=level, comparisons=comparisons_of(n_seats))
    strategies = share_estimates(names[n_seats:n_shares], moments[n_seats:n_shares], level=level)
    names_of_means, moments_of_means = names[n_shares:], moments[n_shares:]
    as_shares = share_estimates(names_of_means, moments_of_means, level=level, comparisons=1)
    as_means = mean_estimates(names_of_means, moments_of_means, level=level)
    means = [as_shares[i] if metric.is_share else as_means[i] for i, metric in enumerate(metrics.means)]
    return [*seats, *strategies, *means]


def design_effects(metrics: Metrics, before: Floats, after: Floats, level: float) -> list[Estimate | None]:
    """Estimate the variance of each metric's paired block differences, divided by that of unpaired ones, linearised over blocks.

    `before` and `after` have one row per block and one column per metric. ``None`` if there are fewer than `FEWEST_FOR_EFFECTS`
    blocks, if fewer than `FEWEST_DIFFERING` of them differ, if nothing varies between blocks, or if values are so skewed that the
    blocks are too few to show their variance (`BLOCKS_PER_SQUARED_KURTOSIS`).
    """
    n, differences = len(before), after - before
    paired_squares, squares_before, squares_after = (
        (values - values.mean(axis=0)) ** 2 for values in (differences, before, after)
    )
    unpaired_squares = squares_before + squares_after
    is_known = (np.abs(differences) > SAME_SHARE).sum(axis=0) >= FEWEST_DIFFERING
    is_known &= (n >= FEWEST_FOR_EFFECTS) & (n >= BLOCKS_PER_SQUARED_KURTOSIS * _kurtosis(squares_before) ** 2)
    is_known &= unpaired_squares.any(axis=0)
    effects: list[Estimate | None] = []
    for i, metric in enumerate(metrics.all):
        if not is_known[i]:
            effects.append(None)
            continue
        unpaired_variance = unpaired_squares[:, i].mean()
        ratio = paired_squares[:, i].mean() / unpaired_variance
        errors = (paired_squares[:, i] - ratio * unpaired_squares[:, i]) / unpaired_variance
        low, high = skewed_mean_interval(ratio, errors, level=level)
        name, method = f"design_effect.{metric.name}", "t over blocks, linearised ratio of variances"
        effects.append(Estimate(name, float(ratio), max(float(low), 0.0), float(high), level, n, method))
    return effects


def _kurtosis(squares: Floats) -> Floats:
    """Return the kurtosis of each column from squared deviations; 0 for a column that never varies."""
    kurtosis: Floats = (squares**2).mean(axis=0) / np.maximum(squares.mean(axis=0) ** 2, SAME_SHARE**4)
    return kurtosis


def shown_changes(free_changes: Sequence[MetricChange]) -> list[MetricChange]:
    """Return the changes that are shown, the surest first."""
    return sorted((change for change in free_changes if change.is_shown), key=lambda change: -round(change.sureness, 6))


def largest_shown(free_changes: Sequence[MetricChange]) -> MetricChange | None:
    """Return the largest of the shown changes, relative to how much the number varies, those of seats before all others.

    None if no change is shown.
    """
    shown = [change for change in free_changes if change.is_shown]
    return max(shown, key=lambda change: (change.metric.is_of_seat, round(change.shown_size, 6)), default=None)


def surest_change_text(free_changes: Sequence[MetricChange]) -> str | None:
    """Describe the surest change, and what the start player gains or loses; None if no change is shown.

    Parameters
    ----------
    free_changes
        Changes of the metrics that can change independently.
    """
    shown = shown_changes(free_changes)
    if not shown:
        return None
    start_player = next(change for change in free_changes if change.metric.name == START_PLAYER)
    surest, others = shown[0], [change for change in shown[1:] if change is not start_player]
    text = f"the {surest.metric.title}: {surest.size_text}"
    titles = first_few([f"the {change.metric.title}" for change in others], MOST_NAMED)
    text += f"; also {listed(titles)}" if titles else ""
    if surest is start_player:
        return text
    if start_player.is_shown:
        return f"{text}. The start player's win share changes as well: {start_player.size_text}"
    size_text = difference_text(start_player.difference, is_share=True)
    return f"{text}. A change of the start player's win share is not shown: {size_text}"
