"""A sweep: how the game changes along one value of its rules, or over two crossed ones."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from rajas_sim.analysis.blocks import matrix_moments
from rajas_sim.analysis.estimate import Estimate
from rajas_sim.analysis.intervals import mean_estimates, share_estimates
from rajas_sim.analysis.metrics import Metrics, block_values, metrics_of
from rajas_sim.analysis.run import Run
from rajas_sim.analysis.words import counted, listed, share_text, the_player, value_text

MOST_LISTED = 6
"""Values a sentence lists before it only counts them."""


@dataclass(frozen=True, slots=True)
class Axis:
    """What is varied along one direction.

    Attributes
    ----------
    paths
        The path of the rules, or both where two are changed together.
    values
        The values in the order of the configuration, each once; a pair where two paths are changed together.
    labels
        The same in words.
    is_numeric
        Whether the values are numbers, so that distances between them mean something.
    """

    paths: tuple[str, ...]
    values: tuple[Any, ...]
    labels: tuple[str, ...]
    is_numeric: bool

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
    shares
        Win share by position, position 1 first; simultaneous over all points and positions.
    means
        Means per game by metric; simultaneous over the points, each metric by itself.
    """

    arm: str
    place: tuple[int, ...]
    label: str
    shares: tuple[Estimate, ...]
    means: Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class Sweep:
    """A curve (one axis) or a grid (two) with one player count.

    Attributes
    ----------
    players, n_games, n_blocks
        Player count, games of each point, blocks.
    even_share
        What each position would win if all were equal.
    axes
        One or two.
    metrics
        What is shown of each point.
    points
        In the order of the configuration.
    baseline
        The unchanged rules, in the same families of intervals; its `place` is empty.
    nearest
        The point at which the start player's win share is nearest to an even share.
    finding
        Which point that is, in a sentence without its full stop.
    """

    players: int
    n_games: int
    n_blocks: int
    even_share: float
    axes: tuple[Axis, ...]
    metrics: Metrics
    points: tuple[Point, ...]
    baseline: Point
    nearest: Point
    finding: str

    @property
    def is_grid(self) -> bool:
        """Whether two values are crossed."""
        return len(self.axes) == 2


def sweep(run: Run, players: int) -> Sweep | None:
    """Describe the points of a sweep, over all line-ups of a player count; ``None`` if the run is no sweep.

    Block means. Win shares: score intervals with the design effect, Bonferroni over points and positions; means: t, Bonferroni
    over points. All points share their luck, so that neighbours differ more surely than their intervals suggest; for
    differences see `rajas_sim.analysis.arms`.

    The point nearest to an even share is the best of those tried and, with few blocks, picked by luck in part: read the values
    whose intervals hold an even share as well.
    """
    if run.sweep is None:
        return None
    arms = [str(arm) for arm in run.sweep["arms"]]
    axes, places = _axes(run.sweep, run.overrides)
    metrics = metrics_of(run, players)
    values = block_values(run, players, metrics)
    shown = [run.arms[0], *arms]
    moments = pl.concat([matrix_moments(values[arm]) for arm in shown])
    n_metrics, n_shares = len(metrics.all), len(metrics.positions)
    row = np.arange(len(shown))[:, None] * n_metrics
    columns = (row + np.arange(n_shares)).ravel()
    names = [f"{m.name}" for _ in shown for m in metrics.positions]
    shares = share_estimates(names, moments[columns], level=run.level)
    first_mean = n_metrics - len(metrics.means)
    means = [
        mean_estimates([f"mean.{m.name}"] * len(shown), moments[row.ravel() + first_mean + i], level=run.level, simultaneous=True)
        for i, m in enumerate(metrics.means)
    ]
    made = [
        Point(
            arm,
            places.get(arm, ()),
            _label(axes, places[arm]) if arm in places else arm,
            shares[i * n_shares : (i + 1) * n_shares],
            {m.name: means[j][i] for j, m in enumerate(metrics.means)},
        )
        for i, arm in enumerate(shown)
    ]
    baseline, points = made[0], tuple(made[1:])
    even = 1.0 / players
    nearest = min(points, key=lambda p: round(abs(p.shares[0].value - even), 12))
    n_games = run.blocks(players) * run.games_per_block(players)
    finding = _finding(players, axes, points, nearest)
    return Sweep(players, n_games, run.blocks(players), even, axes, metrics, points, baseline, nearest, finding)


def _axes(
    stated: Mapping[str, Any], overrides: Mapping[str, Mapping[str, Any]]
) -> tuple[tuple[Axis, ...], dict[str, tuple[int, ...]]]:
    """Find the axes, and where on them each arm lies."""
    arms = [str(arm) for arm in stated["arms"]]
    paths = tuple(str(p) for p in stated["paths"])
    groups = (paths,) if stated.get("together") else tuple((p,) for p in paths)
    axes = []
    at: dict[str, tuple[int, ...]] = dict.fromkeys(arms, ())
    for group in groups:
        own = {arm: tuple(overrides[arm].get(p) for p in group) for arm in arms}
        values: list[tuple[Any, ...]] = []
        for value in own.values():
            if value not in values:
                values.append(value)
        at = {arm: (*at[arm], values.index(own[arm])) for arm in arms}
        numeric = len(group) == 1 and all(isinstance(v, int | float) and not isinstance(v, bool) for (v,) in values)
        labels = tuple(" with ".join(value_text(v) for v in value) for value in values)
        axes.append(Axis(group, tuple(v[0] if len(group) == 1 else v for v in values), labels, numeric))
    return tuple(axes), at


def _label(axes: Sequence[Axis], place: Sequence[int]) -> str:
    parts = [axis.labels[i] for axis, i in zip(axes, place, strict=True)]
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def _finding(players: int, axes: Sequence[Axis], points: Sequence[Point], nearest: Point) -> str:
    """Say where the start player's share is nearest to even, and which other values cannot be told from it."""
    even = 1.0 / players
    what = f"{counted(len(points), 'value' if len(axes) == 1 else 'combination')} of {listed([a.title for a in axes])}"
    text = (
        f"With {players} players, of the {what} tried, {nearest.label} brings the start player's win share nearest to an even "
        f"one: {share_text(nearest.shares[0])}"
    )
    if players > 2:
        far = max(range(players), key=lambda i: (round(abs(nearest.shares[i].value - even), 12), -i))
        if far > 0:
            text += f"; farthest from even there is {the_player(far + 1, players)} with {share_text(nearest.shares[far])}"
    text += _crossing(axes, points, even)
    also = [p.label for p in points if p is not nearest and not p.shares[0].excludes(even)]
    if nearest.shares[0].excludes(even):
        return f"{text}. None of them makes it even"
    if not also:
        return f"{text}. At all others an even share lies outside the interval"
    which = listed(also) if len(also) <= MOST_LISTED else f"{counted(len(also), 'other')} of them"
    if len(also) == 1:
        return f"{text}. An even share lies within the interval of {which} as well, so that this may be as even"
    return f"{text}. An even share lies within the intervals of {which} as well, so that these may be as even"


def _crossing(axes: Sequence[Axis], points: Sequence[Point], even: float) -> str:
    """Say between which two numbers the estimates pass an even share, if they do so once only."""
    if len(axes) > 1 or not axes[0].is_numeric:
        return ""
    row = sorted(points, key=lambda p: float(axes[0].values[p.place[0]]))
    passed = [(a, b) for a, b in itertools.pairwise(row) if (a.shares[0].value < even) != (b.shares[0].value < even)]
    return f". The estimates pass an even share between {passed[0][0].label} and {passed[0][1].label}" if len(passed) == 1 else ""
