"""A sweep: how the game changes along one value of its rules, or over two crossed ones."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.comparing.distances import Distances, change_text
from rajas_sim.analysis.comparing.metrics import Metrics, block_values, metrics_of
from rajas_sim.analysis.formatting import counted, in_words, listed, percent, points, share_text, the_player
from rajas_sim.analysis.reading.blocks import matrix_moments
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import ONE_LOOK, comparisons_of, mean_estimates, share_estimates
from rajas_sim.analysis.winning.fairness import farthest_position
from rajas_sim.study.folder.manifest import SweptRules

MOST_LISTED = 6
"""A sentence lists at most this many values; if there are more, it only counts them."""
UNCHANGED = "the unchanged rules"
"""Name of the baseline in a sentence."""
SWEEP_LOOKS_NOTE = "The estimates were seen more than once; the comparison of values holds for a single look only"


@dataclass(frozen=True, slots=True)
class Axis:
    """What varies along one direction of a sweep.

    Attributes
    ----------
    paths
        The path of the rules that varies, or both paths if two are changed together.
    labels
        The values in words, in the order of the configuration, each once.
    numbers
        The same values as numbers; empty if they are not numbers.
    """

    paths: tuple[str, ...]
    labels: tuple[str, ...]
    numbers: tuple[float, ...]

    @property
    def title(self) -> str:
        """The path, or both paths."""
        return " with ".join(self.paths)


@dataclass(frozen=True, slots=True)
class Point:
    """One rule set of a sweep.

    Attributes
    ----------
    arm
        Name of the rule set; that of the baseline if the baseline stands for the point.
    value_indices
        Index of its value on each axis, counted from 0.
    label
        Its values in words; printed values are marked as such.
    name
        The same with the paths of the values, for sentences.
    shares
        Win share by position, position 1 first; the intervals are those of a verdict, simultaneous over the positions.
    means
        Means per game by metric; each interval by itself.
    from_baseline
        Its distance from even minus the distance of the unchanged rules, from paired blocks; below 0 it is fairer to the seats.
        Simultaneous over the points.
    may_be_fairest
        Whether no other point is clearly fairer to the seats.
    """

    arm: str
    value_indices: tuple[int, ...]
    label: str
    name: str
    shares: tuple[Estimate, ...]
    means: Mapping[str, Estimate]
    from_baseline: Estimate
    may_be_fairest: bool

    @property
    def farthest_position(self) -> int:
        """The position whose win share is farthest from an even share, as in a verdict."""
        return farthest_position(self.shares)

    @property
    def distance(self) -> float:
        """How far the win share of that position is from an even share; rounded, so that equal games are equally far."""
        return round(abs(self.shares[self.farthest_position - 1].value - 1.0 / len(self.shares)), 12)

    @property
    def may_be_even(self) -> bool:
        """Whether an even share lies within the intervals of all positions."""
        return not any(share.excludes(1.0 / len(self.shares)) for share in self.shares)


@dataclass(frozen=True, slots=True)
class Sweep(Result):
    """A curve (one axis) or a grid (two) with one player count; `n_games` counts the games of one point.

    Attributes
    ----------
    axes
        One axis for a curve, two for a grid.
    metrics
        The metrics shown of each point.
    points
        In the order of the configuration.
    baseline
        The unchanged rules: one of the points if the printed values were tried; otherwise its `value_indices` are empty.
    tried_points
        The points, and the baseline if no point plays the same games.
    fairest
        The tried point whose farthest seat is nearest to an even share by the estimates.
    is_one_look
        Whether the estimates were looked at only once.
    """

    axes: tuple[Axis, ...]
    metrics: Metrics
    points: tuple[Point, ...]
    baseline: Point
    tried_points: tuple[Point, ...]
    fairest: Point
    is_one_look: bool

    @property
    def is_none_even(self) -> bool:
        """Whether several rule sets were tried and none of them may have even seats."""
        return len(self.tried_points) > 1 and not any(point.may_be_even for point in self.tried_points)

    @property
    def rivals(self) -> tuple[Point, ...]:
        """The other tried points that may be the fairest."""
        return tuple(point for point in self.tried_points if point is not self.fairest and point.may_be_fairest)

    @property
    def is_grid(self) -> bool:
        """Whether two values are crossed."""
        return len(self.axes) == 2

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Which rules come nearest to even seats, which others may be as fair, and how the start player does."""
        sentences = [
            self._fairest_text(),
            self._farthest_seat_text(),
            self._rivals_text(),
            self._against_unchanged_text(),
            self._start_player_text(),
        ]
        sentences += [self._crossing_text(), "" if self.is_one_look else SWEEP_LOOKS_NOTE]
        return (Finding.about(self.players, "sweep", ". ".join(filter(None, sentences)), *self.fairest.shares),)

    def _fairest_text(self) -> str:
        """Say how the fairest point compares with the others; it is called the fairest only if this is shown."""
        name, others = self.fairest.name, [point for point in self.tried_points if point is not self.fairest]
        if not others:
            return f"{name} was tried alone, and plays the same games as {UNCHANGED}"
        are, come = ("are", "come") if name == UNCHANGED else ("is", "comes")
        values_text = counted(len(self.points), "combination" if self.is_grid else "value")
        if self.rivals:
            nearer_text = f"nearer to even seats than {others[0].name}"
            return f"{name} {come} {nearer_text if len(others) == 1 else f'nearest to even seats of {values_text} tried'}"
        if len(others) == 1:
            return f"{name} {are} fairer to the seats than {others[0].name}"
        fairer_text = "the fairest to the seats of" if self.fairest.value_indices else "fairer to the seats than"
        return f"{name} {are} {fairer_text} all {values_text} tried"

    def _farthest_seat_text(self) -> str:
        """Say how often the farthest seat of the fairest point wins and, if it is shown, that no point has even seats."""
        point = self.fairest
        share = point.shares[point.farthest_position - 1]
        side = "above" if share.value >= self.even_share else "below"
        its = "Their" if point.name == UNCHANGED else "Its"
        text = f"{its} farthest seat, {the_player(point.farthest_position, self.players)}, wins {share_text(share)}"
        text += f", {points(point.distance)} {side} an even share"
        if self.is_none_even:
            n_tried = len(self.tried_points)
            text += f". {'Neither' if n_tried == 2 else 'None'} of the {n_tried} rule sets makes all seats even"
        return text

    def _rivals_text(self) -> str:
        """Say which other points may be as fair; empty if none may."""
        if not self.rivals:
            return ""
        names = [point.label if point.value_indices else point.name for point in self.rivals]
        rivals_text = listed(names) if len(names) <= MOST_LISTED else f"{len(names)} others"
        n_less_fair = len(self.tried_points) - 1 - len(names)
        less_fair_text = f", the other{'s are' if n_less_fair > 1 else ' is'} not" if n_less_fair else ""
        return f"This may be luck: {rivals_text} may be as fair or fairer{less_fair_text}"

    def _against_unchanged_text(self) -> str:
        """Say whether the fairest point is shown to be fairer than the unchanged rules.

        Empty if it stands for the unchanged rules, or if one block is too few to say.
        """
        change = self.fairest.from_baseline
        if self.fairest is self.baseline or not change.has_interval or change.value == change.low == change.high == 0.0:
            return ""
        verdict = "It is fairer" if change.high < 0.0 else "It is undecided whether it is fairer"
        return f"{verdict} than {UNCHANGED}: its farthest seat is {change_text(change, ' than theirs')}"

    def _start_player_text(self) -> str:
        """Say where the start player's share is nearest to an even share."""
        even = self.even_share
        nearest = min(
            self.tried_points, key=lambda point: (round(abs(point.shares[0].value - even), 12), point is not self.fairest)
        )
        if nearest is not self.fairest:
            wins_text = f"{share_text(nearest.shares[0])}, against {share_text(self.fairest.shares[0])} there"
            return f"By the estimates the start player alone is nearest to an even share with {nearest.name}: {wins_text}"
        if self.fairest.farthest_position == 1:
            return f"An even share is {percent(even)}"
        return f"The start player wins {share_text(nearest.shares[0])} there, by the estimates nearest to an even share as well"

    def _crossing_text(self) -> str:
        """Say between which two numbers the start player's estimates cross an even share, if they do so exactly once.

        Empty otherwise, for a grid, and for values that are not numbers.
        """
        if self.is_grid or not self.axes[0].numbers:
            return ""
        points_in_order = sorted(self.points, key=lambda point: self.axes[0].numbers[point.value_indices[0]])
        even = self.even_share
        crossings = [
            (before, after)
            for before, after in itertools.pairwise(points_in_order)
            if (before.shares[0].value < even) != (after.shares[0].value < even)
        ]
        if len(crossings) != 1:
            return ""
        ((before, after),) = crossings
        return f"The start player's estimates pass an even share between {before.label} and {after.label}"


def sweep(run: Run, players: int) -> Sweep | None:
    """Describe the points of a sweep, over all line-ups of a player count; ``None`` if the run has no sweep.

    Estimates are block means. Win shares have the intervals of the verdicts, means t intervals by themselves. All points share
    their luck, so differences of neighbours are more certain than their intervals suggest; for differences see
    `rajas_sim.analysis.comparing.arms`.

    The fairest point is the best of those tried by its estimate, and in part picked by luck. It is said to be fairer than another
    only if the difference of their distances from even excludes 0, and to be the fairest only if no other may be
    (`rajas_sim.analysis.comparing.distances`).
    """
    if run.sweep is None:
        return None
    swept = run.sweep
    axes, indices_by_arm = _axes(run, swept)
    metrics = metrics_of(run, players)
    values_by_arm = block_values(run, players, metrics)
    # The baseline stands for the points with printed values.
    arms = [run.arms[0], *(arm for arm in swept.arms if arm not in swept.printed)]
    n_orders, n_seats = run.n_alternating_orders(players), len(metrics.positions)
    moments = [matrix_moments(values_by_arm[arm], n_orders) for arm in arms]
    method, comparisons = run.share_method(players), comparisons_of(n_seats)
    seat_names = [metric.name for metric in metrics.positions]
    moments_of_seats = [matrix_moments(values_by_arm[arm][:, :n_seats], n_orders) for arm in arms]
    shares = [
        share_estimates(seat_names, moments_of_arm, level=run.level, comparisons=comparisons, method=method)
        for moments_of_arm in moments_of_seats
    ]
    means = {
        metric.name: (share_estimates if metric.is_share else mean_estimates)(
            [f"mean.{metric.name}"] * len(arms), pl.concat([moments_of_arm[row] for moments_of_arm in moments]), level=run.level
        )
        for row, metric in enumerate(metrics.means, len(metrics.all) - len(metrics.means))
    }
    distances = Distances(np.stack([values_by_arm[arm][:, :n_seats] for arm in arms], axis=1), n_orders)
    from_baseline = distances.differences_from(0, run.level)
    may_be_fairest = distances.may_be_fairest(run.level)

    def point_of(arm_index: int, value_indices: tuple[int, ...], label: str, name: str) -> Point:
        arm, shares_of_arm = arms[arm_index], shares[arm_index]
        means_of_arm = {metric: estimates_of_arms[arm_index] for metric, estimates_of_arms in means.items()}
        distance, is_candidate = from_baseline[arm_index], bool(may_be_fairest[arm_index])
        return Point(arm, value_indices, label, name, shares_of_arm, means_of_arm, distance, is_candidate)

    baseline = point_of(0, (), run.arms[0], UNCHANGED)
    swept_points = []
    for arm, value_indices in indices_by_arm.items():
        is_printed = arm in swept.printed
        remark = " (printed)" if is_printed else ""
        label, name = f"{_point_label(axes, value_indices)}{remark}", f"{run.title(arm)}{remark}"
        swept_points.append(point_of(0 if is_printed else arms.index(arm), value_indices, label, name))
        baseline = swept_points[-1] if is_printed else baseline
    is_baseline_tried = any(np.array_equal(values_by_arm[baseline.arm], values_by_arm[point.arm]) for point in swept_points)
    tried_points = tuple(swept_points if is_baseline_tried else [baseline, *swept_points])
    fairest = min(tried_points, key=lambda point: point.distance)
    return Sweep(
        *run.result_size(players), axes, metrics, tuple(swept_points), baseline, tried_points, fairest, method is ONE_LOOK
    )


def _axes(run: Run, swept: SweptRules) -> tuple[tuple[Axis, ...], dict[str, tuple[int, ...]]]:
    """Return the axes, and by name of each arm the index of its value on each axis."""
    path_groups = (swept.paths,) if swept.together else tuple((path,) for path in swept.paths)
    axes = []
    indices_by_arm: dict[str, tuple[int, ...]] = dict.fromkeys(swept.arms, ())
    for paths in path_groups:
        # Each entry has one value for each path that is changed together.
        values_by_arm = {arm: tuple(run.overrides(arm).get(path) for path in paths) for arm in swept.arms}
        distinct_values: list[tuple[object, ...]] = []  # not a set, since values may be lists
        for values in values_by_arm.values():
            if values not in distinct_values:
                distinct_values.append(values)
        indices_by_arm = {arm: (*indices_by_arm[arm], distinct_values.index(values_by_arm[arm])) for arm in swept.arms}
        labels = tuple(" with ".join(in_words(value) for value in values) for values in distinct_values)
        first_values = [values[0] for values in distinct_values]
        numbers = [float(value) for value in first_values if isinstance(value, int | float) and not isinstance(value, bool)]
        is_numeric = len(paths) == 1 and len(numbers) == len(distinct_values)
        axes.append(Axis(paths, labels, tuple(numbers) if is_numeric else ()))
    return tuple(axes), indices_by_arm


def _point_label(axes: Sequence[Axis], value_indices: Sequence[int]) -> str:
    labels = [axis.labels[i] for axis, i in zip(axes, value_indices, strict=True)]
    return labels[0] if len(labels) == 1 else f"({', '.join(labels)})"
