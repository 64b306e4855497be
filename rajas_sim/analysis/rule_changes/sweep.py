"""A sweep: how the game changes along one value of its rules, or over two crossed ones."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from rajas_sim.analysis.comparing.metrics import Metrics, block_values, metrics_of
from rajas_sim.analysis.formatting import counted, in_words, listed, percent, percent_range, points, share_text, the_player
from rajas_sim.analysis.reading.blocks import matrix_moments, share_moments
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.rule_changes.distances import Distances
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import ONE_LOOK, mean_estimates, share_estimates
from rajas_sim.analysis.winning.fairness import farthest
from rajas_sim.study.folder.manifest import SweptRules

MOST_LISTED = 6
"""Values a sentence lists before it only counts them."""
UNCHANGED = "the unchanged rules"
"""The baseline in a sentence."""


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
        Whether no other point is shown to be fairer to the seats.
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
    fairest
        The point, or the baseline where it is not among the points, whose farthest seat is nearest to an even share by the
        estimates.
    finding
        Which one that is, and what becomes of the start player; sentences without the last full stop.
    """

    axes: tuple[Axis, ...]
    metrics: Metrics
    points: tuple[Point, ...]
    baseline: Point
    fairest: Point
    finding: str

    @property
    def is_none_even(self) -> bool:
        """Whether no point, nor the unchanged rules where they were tried beside them, may have even seats."""
        tried = [*self.points, *([] if any(p is self.baseline for p in self.points) else [self.baseline])]
        return len(tried) > 1 and not any(p.may_be_even for p in tried)

    @property
    def is_grid(self) -> bool:
        """Whether two values are crossed."""
        return len(self.axes) == 2


def sweep(run: Run, players: int) -> Sweep | None:
    """Describe the points of a sweep, over all line-ups of a player count; ``None`` if the run is no sweep.

    Block means. Win shares: exact binomial intervals with the design effect; means: t; both Bonferroni
    over points. All points share their luck, so that neighbours differ more surely than their intervals suggest; for
    differences see `rajas_sim.analysis.rule_changes.arms`.

    The fairest point is the best of those tried by its estimate, and in part picked by luck. That it is fairer than another is
    said only where the difference of their distances from even excludes 0, and that it is the fairest only where no other may be
    (`rajas_sim.analysis.rule_changes.distances`).
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
    made = [
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
    baseline, *points = made
    is_among = any(np.array_equal(values[baseline.arm], values[p.arm]) for p in points)
    tried = points if is_among else made
    fairest = min(tried, key=lambda p: p.distance)
    finding = _finding(axes, tried, fairest, baseline)
    if method is not ONE_LOOK:
        finding += ". One has looked more than once, or a rule has: how values compare is said as if it had been once"
    return Sweep(*run.extent(players), axes, metrics, tuple(points), baseline, fairest, finding)


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


def _finding(axes: Sequence[Axis], tried: Sequence[Point], fairest: Point, baseline: Point) -> str:
    """Say which rules come nearest to even seats, which others may be as fair, and what becomes of the start player."""
    players = len(fairest.shares)
    share = fairest.shares[fairest.farthest - 1]
    beside = "above" if share.value >= 1.0 / players else "below"
    is_none_even = len(tried) > 1 and not any(p.may_be_even for p in tried)
    which = "neither of the two" if len(tried) == 2 else f"none of {len(tried)}"
    none = f" {which} rule sets makes all seats even;" if is_none_even else ","
    first = (
        f"With {players} players{none} {_place(tried, fairest)}: the seat farthest from an even share, "
        f"{the_player(fairest.farthest, players)}, wins {share_text(share)}, {points(fairest.distance)} {beside} it"
    )
    others = (_rivals(tried, fairest), _against_unchanged(fairest, baseline), _start_player(axes, tried, fairest))
    return ". ".join([first, *(sentence for sentence in others if sentence)])


def _place(tried: Sequence[Point], fairest: Point) -> str:
    """Say how the fairest stands among those that were tried: as the fairest only where this is shown."""
    if len(tried) == 1:
        return f"{fairest.name} was tried alone, and plays the same games as {UNCHANGED}"
    verb, own = ("are", "come") if fairest.name == UNCHANGED else ("is", "comes")
    others = [p for p in tried if p is not fairest]
    values = [p for p in tried if p.place]
    kind = "value" if len(values[0].place) == 1 else "combination"
    if _rivals_of(tried, fairest):
        among = others[0].name if len(others) == 1 else f"the {counted(len(values), kind)} tried"
        return (
            f"{fairest.name} {own} {'nearer to even seats than' if len(others) == 1 else 'nearest to even seats among'} {among}"
        )
    if len(others) == 1:
        return f"{fairest.name} {verb} fairer to the seats than {others[0].name}"
    if not fairest.place:
        return f"{fairest.name} {verb} fairer to the seats than all {counted(len(values), kind)} tried"
    return f"{fairest.name} {verb} the fairest to the seats of the {counted(len(values), kind)} tried"


def _rivals_of(tried: Sequence[Point], fairest: Point) -> list[Point]:
    """List the others that may be the fairest."""
    return [p for p in tried if p is not fairest and p.may_be_fairest]


def _rivals(tried: Sequence[Point], fairest: Point) -> str:
    """Say which others may be as fair."""
    if len(tried) == 1:
        return ""
    rivals = _rivals_of(tried, fairest)
    sentences = []
    if rivals:
        which = (
            listed([p.label if p.place else p.name for p in rivals]) if len(rivals) <= MOST_LISTED else f"{len(rivals)} others"
        )
        rest = len(tried) - 1 - len(rivals)
        less = "" if not rest else ", the others are not the fairest" if rest > 1 else ", the other is not the fairest"
        sentences.append(f"It may be by luck: {which} may be as fair or fairer{less}")
    return ". ".join(sentences)


def _against_unchanged(fairest: Point, baseline: Point) -> str:
    """Say whether the fairest is fairer than the unchanged rules, which need not be among those that were tried."""
    difference = fairest.from_baseline
    if fairest is baseline or not difference.has_interval or difference.value == difference.low == difference.high == 0.0:
        return ""
    if difference.high < 0.0:
        size = f"{points(difference.value)} ({percent_range(-difference.high, -difference.low)})"
        return f"It is fairer than {UNCHANGED}: its farthest seat lies {size} nearer to an even share than theirs"
    size = f"{points(difference.value)} {'farther from' if difference.value > 0 else 'nearer to'} an even share than theirs"
    ends = f"from {points(difference.low)} nearer to {points(difference.high)} farther"
    return f"Whether it is fairer than {UNCHANGED} cannot be told: its farthest seat lies {size} ({ends})"


def _start_player(axes: Sequence[Axis], tried: Sequence[Point], fairest: Point) -> str:
    """Say where the start player's own share is nearest to an even one."""
    even = 1.0 / len(fairest.shares)
    nearest = min(tried, key=lambda p: (round(abs(p.shares[0].value - even), 12), p is not fairest))
    crossing = _crossing(axes, [p for p in tried if p.place], even)
    if nearest is not fairest:
        return (
            f"By the estimates the start player alone is nearest to an even share with {nearest.name}: "
            f"{share_text(nearest.shares[0])}, against {share_text(fairest.shares[0])} there{crossing}"
        )
    if fairest.farthest == 1:
        return f"An even share would be {percent(even)}{crossing}"
    wins = f"The start player wins {share_text(nearest.shares[0])} there"
    return f"{wins}, by the estimates nearest to an even share as well{crossing}"


def _crossing(axes: Sequence[Axis], swept: Sequence[Point], even: float) -> str:
    """Say between which two numbers the start player's estimates pass an even share, if they do so once only."""
    if len(axes) > 1 or not axes[0].numbers:
        return ""
    row = sorted(swept, key=lambda p: axes[0].numbers[p.place[0]])
    passed = [(a, b) for a, b in itertools.pairwise(row) if (a.shares[0].value < even) != (b.shares[0].value < even)]
    if len(passed) != 1:
        return ""
    return f". The start player's estimates pass an even share between {passed[0][0].label} and {passed[0][1].label}"
