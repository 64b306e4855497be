"""A sweep: how the game changes along one value of its rules, or over two crossed ones."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.comparing.distances import Distances
from rajas_sim.analysis.comparing.metrics import Metrics, block_values, metrics_of
from rajas_sim.analysis.formatting import counted, in_words, listed, percent, percent_range, points, share_text, the_player
from rajas_sim.analysis.reading.blocks import matrix_moments, share_moments
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import ONE_LOOK, mean_estimates, share_estimates
from rajas_sim.analysis.winning.fairness import farthest
from rajas_sim.study.folder.manifest import SweptRules

MOST_LISTED = 6
"""Values a sentence lists before it only counts them."""
UNCHANGED = "the unchanged rules"
"""The baseline in a sentence."""
SEVERAL_LOOKS = "The estimates were seen more than once; the comparison of values holds for a single look only"


@dataclass(frozen=True, slots=True)
class Axis:
    """What is varied along one direction.

    Attributes
    ----------
    paths
        The path of the rules, or both where two are changed together.
    labels
        The values in words, in the order of the configuration, each once.
    numbers
        The same as numbers, whose distances mean something; empty where the values are none.
    """

    paths: tuple[str, ...]
    labels: tuple[str, ...]
    numbers: tuple[float, ...]

    @property
    def title(self) -> str:
        """The path, or both."""
        return " with ".join(self.paths)


@dataclass(frozen=True, slots=True)
class Point:
    """One rule set of a sweep.

    Attributes
    ----------
    arm
        Its name.
    place
        On which value of each axis it lies, counted from 0.
    label
        Its values in words.
    name
        The same with their paths, for sentences.
    shares
        Win share by position, position 1 first; simultaneous over all points and positions.
    means
        Means per game by metric; simultaneous over the points, each metric by itself.
    from_baseline
        Its distance from even minus that of the unchanged rules, from paired blocks; below 0 it is fairer to the seats.
        Simultaneous over the points.
    may_be_fairest
        Whether no other point is clearly fairer to the seats.
    """

    arm: str
    place: tuple[int, ...]
    label: str
    name: str
    shares: tuple[Estimate, ...]
    means: Mapping[str, Estimate]
    from_baseline: Estimate
    may_be_fairest: bool

    @property
    def farthest(self) -> int:
        """The position whose win share is farthest from an even one, as in a verdict."""
        return farthest(self.shares)

    @property
    def distance(self) -> float:
        """How far that win share is from an even one; rounded, so that equal games are equally far."""
        return round(abs(self.shares[self.farthest - 1].value - 1.0 / len(self.shares)), 12)

    @property
    def may_be_even(self) -> bool:
        """Whether an even share lies within the intervals of all positions."""
        return not any(share.excludes(1.0 / len(self.shares)) for share in self.shares)


@dataclass(frozen=True, slots=True)
class Sweep(Result):
    """A curve (one axis) or a grid (two) with one player count; games are those of each point.

    Attributes
    ----------
    axes
        One or two.
    metrics
        What is shown of each point.
    points
        In the order of the configuration.
    baseline
        The unchanged rules, in the same families of intervals; its `place` is empty.
    tried
        The points, and the baseline where it plays other games than all of them.
    fairest
        Of these the one whose farthest seat is nearest to an even share by the estimates.
    is_one_look
        Whether the estimates were seen once only.
    """

    axes: tuple[Axis, ...]
    metrics: Metrics
    points: tuple[Point, ...]
    baseline: Point
    tried: tuple[Point, ...]
    fairest: Point
    is_one_look: bool

    @property
    def is_none_even(self) -> bool:
        """Whether several rule sets were tried and none of them may have even seats."""
        return len(self.tried) > 1 and not any(point.may_be_even for point in self.tried)

    @property
    def rivals(self) -> tuple[Point, ...]:
        """The others that may be the fairest."""
        return tuple(point for point in self.tried if point is not self.fairest and point.may_be_fairest)

    @property
    def is_grid(self) -> bool:
        """Whether two values are crossed."""
        return len(self.axes) == 2

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Which rules come nearest to even seats, which others may be as fair, and how the start player does."""
        sentences = [self._fairest(), self._farthest_seat(), self._rivals(), self._against_unchanged(), self._start_player()]
        sentences += [self._crossing(), "" if self.is_one_look else SEVERAL_LOOKS]
        return (Finding.about(self.players, "sweep", ". ".join(filter(None, sentences)), *self.fairest.shares),)

    def _fairest(self) -> str:
        """Say how the fairest compares with the others; it is called the fairest only where this is shown."""
        name, others = self.fairest.name, [point for point in self.tried if point is not self.fairest]
        if not others:
            return f"{name} was tried alone, and plays the same games as {UNCHANGED}"
        are, come = ("are", "come") if name == UNCHANGED else ("is", "comes")
        values = counted(len(self.points), "combination" if self.is_grid else "value")
        if self.rivals:
            nearer = f"nearer to even seats than {others[0].name}"
            return f"{name} {come} {nearer if len(others) == 1 else f'nearest to even seats of {values} tried'}"
        if len(others) == 1:
            return f"{name} {are} fairer to the seats than {others[0].name}"
        fairest = "the fairest to the seats of" if self.fairest.place else "fairer to the seats than"
        return f"{name} {are} {fairest} all {values} tried"

    def _farthest_seat(self) -> str:
        point = self.fairest
        share = point.shares[point.farthest - 1]
        side = "above" if share.value >= self.even_share else "below"
        its = "Their" if point.name == UNCHANGED else "Its"
        text = f"{its} farthest seat, {the_player(point.farthest, self.players)}, wins {share_text(share)}"
        text += f", {points(point.distance)} {side} an even share"
        if self.is_none_even:
            text += f". {'Neither' if len(self.tried) == 2 else 'None'} of the {len(self.tried)} rule sets makes all seats even"
        return text

    def _rivals(self) -> str:
        """Say which others may be as fair."""
        if not self.rivals:
            return ""
        names = [point.label if point.place else point.name for point in self.rivals]
        which = listed(names) if len(names) <= MOST_LISTED else f"{len(names)} others"
        n_rest = len(self.tried) - 1 - len(names)
        rest = f", the other{'s are' if n_rest > 1 else ' is'} not" if n_rest else ""
        return f"This may be luck: {which} may be as fair or fairer{rest}"

    def _against_unchanged(self) -> str:
        """Say whether the fairest is fairer than the unchanged rules, which need not be among the rule sets tried."""
        change = self.fairest.from_baseline
        if self.fairest is self.baseline or not change.has_interval or change.value == change.low == change.high == 0.0:
            return ""
        if change.high < 0.0:
            size = f"{points(change.value)} ({percent_range(-change.high, -change.low)})"
            return f"It is fairer than {UNCHANGED}: its farthest seat is {size} nearer to an even share than theirs"
        size = f"{points(change.value)} {'farther from' if change.value > 0 else 'nearer to'} an even share than theirs"
        ends = f"from {points(change.low)} nearer to {points(change.high)} farther"
        return f"It is undecided whether it is fairer than {UNCHANGED}: its farthest seat is {size} ({ends})"

    def _start_player(self) -> str:
        """Say where the start player's share is nearest to an even one."""
        even = self.even_share
        nearest = min(self.tried, key=lambda p: (round(abs(p.shares[0].value - even), 12), p is not self.fairest))
        if nearest is not self.fairest:
            wins = f"{share_text(nearest.shares[0])}, against {share_text(self.fairest.shares[0])} there"
            return f"By the estimates the start player alone is nearest to an even share with {nearest.name}: {wins}"
        if self.fairest.farthest == 1:
            return f"An even share is {percent(even)}"
        return f"The start player wins {share_text(nearest.shares[0])} there, by the estimates nearest to an even share as well"

    def _crossing(self) -> str:
        """Say between which two numbers the start player's estimates pass an even share, if they do so once only."""
        if self.is_grid or not self.axes[0].numbers:
            return ""
        row = sorted(self.points, key=lambda p: self.axes[0].numbers[p.place[0]])
        is_below = [point.shares[0].value < self.even_share for point in row]
        passed = [pair for pair, (a, b) in zip(itertools.pairwise(row), itertools.pairwise(is_below), strict=True) if a != b]
        if len(passed) != 1:
            return ""
        return f"The start player's estimates pass an even share between {passed[0][0].label} and {passed[0][1].label}"


def sweep(run: Run, players: int) -> Sweep | None:
    """Describe the points of a sweep, over all line-ups of a player count; ``None`` if the run is no sweep.

    Block means. Win shares: exact binomial intervals with the design effect; means: t; both Bonferroni
    over points. All points share their luck, so that differences of neighbours are more certain than their intervals suggest; for
    differences see `rajas_sim.analysis.comparing.arms`.

    The fairest point is the best of those tried by its estimate, and in part picked by luck. That it is fairer than another is
    said only where the difference of their distances from even excludes 0, and that it is the fairest only where no other may be
    (`rajas_sim.analysis.comparing.distances`).
    """
    if run.sweep is None:
        return None
    axes, places = _axes(run, run.sweep)
    metrics = metrics_of(run, players)
    values = block_values(run, players, metrics)
    shown = [run.arms[0], *run.sweep.arms]
    orders, n_shares = run.alternating_orders(players), len(metrics.positions)
    moments = [matrix_moments(values[arm], orders) for arm in shown]
    of_shares = pl.concat([share_moments(values[arm][:, :n_shares], orders) for arm in shown])
    names = [m.name for _ in shown for m in metrics.positions]
    method = run.share_method(players)
    shares = share_estimates(names, of_shares, level=run.level, method=method)
    means = {
        m.name: mean_estimates(
            [f"mean.{m.name}"] * len(shown), pl.concat([rows[i] for rows in moments]), level=run.level, simultaneous=True
        )
        for i, m in enumerate(metrics.means, len(metrics.all) - len(metrics.means))
    }
    distances = Distances(np.stack([values[arm][:, :n_shares] for arm in shown], axis=1), orders)
    from_baseline = distances.differences_from(0, run.level)
    may_be_fairest = distances.may_be_fairest(run.level)
    every = [
        Point(
            arm,
            place,
            _label(axes, place) if place else arm,
            run.title(arm) if place else UNCHANGED,
            shares[i * n_shares : (i + 1) * n_shares],
            {name: of_arms[i] for name, of_arms in means.items()},
            from_baseline[i],
            bool(may_be_fairest[i]),
        )
        for i, arm in enumerate(shown)
        for place in [places.get(arm, ())]
    ]
    baseline, *swept = every
    is_among = any(np.array_equal(values[baseline.arm], values[p.arm]) for p in swept)
    tried = tuple(swept if is_among else every)
    fairest = min(tried, key=lambda p: p.distance)
    return Sweep(*run.extent(players), axes, metrics, tuple(swept), baseline, tried, fairest, method is ONE_LOOK)


def _axes(run: Run, swept: SweptRules) -> tuple[tuple[Axis, ...], dict[str, tuple[int, ...]]]:
    """Find the axes, and where on them each arm lies."""
    groups = (swept.paths,) if swept.together else tuple((p,) for p in swept.paths)
    axes = []
    places: dict[str, tuple[int, ...]] = dict.fromkeys(swept.arms, ())
    for group in groups:
        of_arms = {arm: tuple(run.overrides(arm).get(path) for path in group) for arm in swept.arms}
        values: list[tuple[object, ...]] = []
        for value in of_arms.values():
            if value not in values:
                values.append(value)
        places = {arm: (*places[arm], values.index(of_arms[arm])) for arm in swept.arms}
        labels = tuple(" with ".join(in_words(part) for part in value) for value in values)
        numbers = [float(v[0]) for v in values if isinstance(v[0], int | float) and not isinstance(v[0], bool)]
        is_numeric = len(group) == 1 and len(numbers) == len(values)
        axes.append(Axis(group, labels, tuple(numbers) if is_numeric else ()))
    return tuple(axes), places


def _label(axes: Sequence[Axis], place: Sequence[int]) -> str:
    parts = [axis.labels[i] for axis, i in zip(axes, place, strict=True)]
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
