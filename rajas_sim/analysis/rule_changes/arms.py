"""What changed rules do: each arm against the baseline under the same luck.

The estimand is the change in the mean of a metric; the estimator is the mean of the paired block differences. Intervals hold
together for all arms and metrics of a player count (Bonferroni), and changes are found by p-values adjusted after Holm, so that
"something changed" is said wrongly in at most one run of twenty at 95 %, however many arms there are. An A/A check, the baseline
paired with itself, stands beside them (`self_check`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from scipy import stats

from rajas_sim.analysis.formatting import counted, difference_text, listed, number, percent, points
from rajas_sim.analysis.reading.blocks import FEWEST_FOR_EFFECTS, block_means
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.rule_changes.metrics import START_PLAYER, Metric, Metrics, block_values, metrics_of
from rajas_sim.analysis.rule_changes.pairing import PairedDifferences, holm
from rajas_sim.analysis.rule_changes.self_check import SelfCheck, self_check
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_estimates, share_estimates

MOST_NAMED = 3
"""Further changes a finding names; the table holds the others."""
_GAME = ("block", "line_up", "order", "rotation")
_NOT_PLAY = ("game", "players", "arm", "seed", "decisions")
"""Columns that do not say how a game was played; one more option to decline changes `decisions`, but not the game."""


@dataclass(frozen=True, slots=True)
class Change:
    """Change of the mean of one metric from the baseline to an arm.

    Attributes
    ----------
    metric
        What changed.
    baseline, changed
        Its mean under both rule sets, each interval by itself.
    difference
        Mean of the paired block differences, the arm minus the baseline; the interval holds together with those of all arms
        and metrics of the player count.
    p_value
        Adjusted after Holm for all arms and metrics of the player count.
    design_effect
        Variance of the difference as it was played, divided by what it would be with other luck for each side: the games a
        paired comparison needs for each game of an unpaired one. Below 1 pairing saved games, above 1 it cost some. ``None``
        where nothing varies or the blocks are too few.
    """

    metric: Metric
    baseline: Estimate
    changed: Estimate
    difference: Estimate
    p_value: float
    design_effect: Estimate | None

    @property
    def is_found(self) -> bool:
        """Whether "no change" is excluded: by the p-value, and so wherever the interval does."""
        return self.p_value <= 1.0 - self.difference.level

    @property
    def sureness(self) -> float:
        """How sure the change is: the difference, divided by its distance to the end of the interval that is nearer to 0."""
        end = self.difference.low if self.difference.value > 0 else self.difference.high
        half = abs(self.difference.value - end)
        if not self.difference.has_interval or self.difference.value == 0:
            return 0.0
        return abs(self.difference.value) / half if half > 0 else math.inf


@dataclass(frozen=True, slots=True)
class ArmComparison(Result):
    """One arm against the baseline with one player count; games are those of the arm, and as many of the baseline.

    Attributes
    ----------
    arm
        Name of the changed rule set.
    touched
        Share of games that were played differently in anything the tables of games and seats record, but for the number of
        decisions; interval by itself.
    changes
        By name of the metric.
    finding
        What changed, in a sentence without its full stop.
    """

    arm: str
    touched: Estimate
    changes: Mapping[str, Change]
    finding: str

    @property
    def is_same(self) -> bool:
        """Whether every game is the same as in the baseline."""
        return self.touched.value == 0.0


@dataclass(frozen=True, slots=True)
class ArmEffects(Result):
    """All arms of one player count against the baseline; games are those of one arm.

    Attributes
    ----------
    baseline
        Name of the rule set they are compared with.
    metrics
        By what they are compared.
    comparisons
        One an arm, in the order of the configuration.
    check
        The A/A check.
    """

    baseline: str
    metrics: Metrics
    comparisons: tuple[ArmComparison, ...]
    check: SelfCheck

    def of(self, arm: str) -> ArmComparison:
        """Return the comparison of one arm."""
        return next(c for c in self.comparisons if c.arm == arm)


def arm_effects(run: Run, players: int) -> ArmEffects | None:
    """Compare every arm with the baseline, over all line-ups of a player count; ``None`` if there is no other arm.

    Intervals over paired block differences (`rajas_sim.analysis.rule_changes.pairing`), Bonferroni over all arms and metrics,
    those of arms that changed no game included; p-values adjusted after Holm over the same. The design effect is a ratio of
    variances over blocks, with linearised variance.

    Not for comparing two arms with each other: both differ from the same baseline.
    """
    if len(run.arms) < 2:
        return None
    metrics = metrics_of(run, players)
    values = block_values(run, players, metrics)
    extent = run.extent(players)
    touched = _touched(run, players)
    orders = run.alternating_orders(players)
    pairs = {arm: PairedDifferences.of(metrics, values[run.arms[0]], values[arm], orders) for arm in run.arms[1:]}
    p_values = _adjusted_p_values(metrics, pairs)
    compared = []
    for arm, paired in pairs.items():
        differences = paired.estimates("change", run.level, len(pairs) * len(metrics.free))
        changes = _changes(paired, values[run.arms[0]], values[arm], differences, p_values[arm])
        comparison = ArmComparison(*extent, arm, touched[arm], changes, "")
        finding = _finding(comparison, metrics, run.spoken(arm), run.spoken(run.arms[0]))
        compared.append(replace(comparison, finding=finding))
    again = block_values(run, players, metrics, run.arms[:1])[run.arms[0]]
    check = self_check(players, metrics, values[run.arms[0]], again, orders, run.level)
    return ArmEffects(*extent, run.arms[0], metrics, tuple(compared), check)


def _adjusted_p_values(metrics: Metrics, pairs: Mapping[str, PairedDifferences]) -> dict[str, dict[str, float]]:
    """Return the p-values by arm and metric; of two shares that add to 1 the second has the value of the first."""
    free = [metrics.all.index(m) for m in metrics.free]
    by_itself = np.array([paired.p_values() for paired in pairs.values()])
    counted_on = holm(by_itself[:, free].ravel()).reshape(len(pairs), -1)
    found = {arm: dict(zip((m.name for m in metrics.free), row, strict=True)) for arm, row in zip(pairs, counted_on, strict=True)}
    for own in found.values():
        own |= {second: own[first] for second, first in metrics.mirrored.items()}
    return found


def _changes(
    paired: PairedDifferences, before: Floats, after: Floats, differences: Sequence[Estimate], p_values: Mapping[str, float]
) -> dict[str, Change]:
    metrics, level = paired.metrics, differences[0].level
    baseline, changed = (_levels(metrics, moments, level) for moments in (paired.before, paired.after))
    effects = _design_effects(metrics, after - before, before, after, level)
    columns = zip(metrics.all, baseline, changed, differences, effects, strict=True)
    return {m.name: Change(m, first, second, by, p_values[m.name], effect) for m, first, second, by, effect in columns}


def _levels(metrics: Metrics, moments: pl.DataFrame, level: float) -> list[Estimate]:
    names = [m.name for m in metrics.all]
    n_shares = len(metrics.positions) + len(metrics.strategies)
    shares = share_estimates(names[:n_shares], moments[:n_shares], level=level, comparisons=1)
    return [*shares, *mean_estimates(names[n_shares:], moments[n_shares:], level=level)]


def _design_effects(metrics: Metrics, difference: Floats, before: Floats, after: Floats, level: float) -> list[Estimate | None]:
    """Ratio of the variance of the differences to that of unpaired blocks, linearised over blocks."""
    n = len(difference)
    if n < FEWEST_FOR_EFFECTS:
        return [None] * len(metrics.all)
    paired, first, second = ((m - m.mean(axis=0)) ** 2 for m in (difference, before, after))
    unpaired = first + second
    quantile = float(stats.t.isf((1.0 - level) / 2, n - 1))
    effects: list[Estimate | None] = []
    for i, metric in enumerate(metrics.all):
        whole = float(unpaired[:, i].mean())
        if whole == 0.0 or not difference[:, i].any():
            effects.append(None)
            continue
        ratio = float(paired[:, i].mean()) / whole
        half = quantile * float(((paired[:, i] - ratio * unpaired[:, i]) / whole).std(ddof=1)) / math.sqrt(n)
        name, method = f"design_effect.{metric.name}", "t over blocks, linearised ratio of variances"
        effects.append(Estimate(name, ratio, max(ratio - half, 0.0), ratio + half, level, n, method))
    return effects


def _touched(run: Run, players: int) -> dict[str, Estimate]:
    """Estimate the share of each arm's games that differ from the baseline's game of the same luck and seating."""
    games, seats = _differs(run, players, "games", _GAME), _differs(run, players, "seats", (*_GAME, "position"))
    each = [
        pl.concat(both).group_by(pl.col("arm").cast(pl.String), *_GAME).agg(pl.col("differs").any())
        for both in zip(games, seats, strict=True)
    ]
    moments = block_means(each, ["arm"], pl.col("differs"), run.alternating_orders(players))
    arms = moments["arm"].to_list()
    shares = share_estimates([f"touched.{arm}" for arm in arms], moments, level=run.level, comparisons=1)
    return dict(zip(arms, shares, strict=True))


def _differs(run: Run, players: int, table: str, row: Sequence[str]) -> list[pl.LazyFrame]:
    """Say for each row of a table whether it differs from that of the baseline, in slices of whole blocks."""
    names = run.table(table, players).collect_schema().names()
    played = [c for c in names if c not in _NOT_PLAY and c not in row]
    is_changed = pl.col("arm") != run.arms[0]
    found = []
    for part in run.slices(table, players, every_arm=True):
        rows = part.select("arm", *row, pl.struct(played).hash().alias("content"))
        baseline = rows.filter(~is_changed).select(*row, pl.col("content").alias("before"))
        others = rows.filter(is_changed).join(baseline, on=list(row))
        found.append(others.select("arm", *_GAME, (pl.col("content") != pl.col("before")).alias("differs")))
    return found


def _finding(comparison: ArmComparison, metrics: Metrics, title: str, baseline: str) -> str:
    """Say which metric changed most surely and by how much, and what became of the start player."""
    start = f"With {comparison.players} players {title}"
    if comparison.is_same:
        return f"{start} changes nothing: every game is the same as in {baseline} ({counted(comparison.n_games, 'game')})"
    changes = {m.name: comparison.changes[m.name] for m in metrics.free}
    touched = comparison.touched
    first = changes[START_PLAYER]
    share = difference_text(first.difference, is_share=True)
    if not any(c.difference.has_interval for c in changes.values() if not c.metric.is_share):
        return f"{start}: one block is too few to say what it changes; the start player's win share differs by {share}"
    found = sorted((c for c in changes.values() if c.is_found), key=lambda c: -c.sureness)
    if not found:
        most = points(max(abs(first.difference.low), abs(first.difference.high)))
        played = "every game is" if touched.value == 1.0 else f"{percent(touched.value)} of games are"
        return (
            f"{start}: no change found, though {played} played differently; "
            f"the start player's win share changes by at most {most}: {share}"
        )
    surest, others = found[0], [c for c in found[1:] if c is not first]
    text = f"{start} changes most surely the {surest.metric.title}: {_size(surest)}"
    names = [f"the {c.metric.title}" for c in others]
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
    text += f"; also {listed(names)}" if names else ""
    if surest is first:
        return text
    if first.is_found:
        return f"{text}. The start player's win share changes as well: {_size(first)}"
    return f"{text}. For the start player's win share no change is found: {share}"


def _size(change: Change) -> str:
    """Write a change and where it leads; where Holm finds what the interval of all together does not show, its p-value."""
    size = difference_text(change.difference, is_share=change.metric.is_share)
    if change.is_found and not change.difference.excludes(0.0):
        size += f", adjusted p = {number(change.p_value, 3)}"
    changed = change.changed.value
    return f"{size}, to {percent(changed) if change.metric.is_share else number(changed, 1 if abs(changed) >= 20 else 2)}"
