"""What changed rules do: each arm against the baseline under the same luck.

The estimand is the change in the mean of a metric; the estimator is the mean of the paired block differences. Intervals hold
together for all arms and metrics of a player count (Bonferroni), and changes are found by p-values adjusted after Holm, so that
"something changed" is said wrongly in at most one run of twenty at 95 %, however many arms there are. An A/A check, the baseline
paired with itself, stands beside them (`self_check`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from rajas_sim.analysis.comparing.changes import Change, adjusted_p_values, changes, design_effects, what_changed
from rajas_sim.analysis.comparing.differences import PairedDifferences
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metrics, block_values, metrics_of
from rajas_sim.analysis.formatting import counted, difference_text, percent
from rajas_sim.analysis.reading.blocks import block_means
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.rule_changes.self_check import SelfCheck, self_check
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates

_GAME = ("block", "line_up", "order", "rotation")
_NOT_PLAY = ("game", "players", "arm", "seed", "decisions")
"""Columns that do not say how a game was played; one more option to decline changes `decisions`, but not the game."""


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

    Intervals over paired block differences (`rajas_sim.analysis.comparing.differences`), Bonferroni over all arms and metrics,
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
    p_values = adjusted_p_values(pairs)
    compared = []
    for arm, paired in pairs.items():
        differences = paired.estimates("change", run.level, len(pairs) * len(metrics.free))
        effects = design_effects(metrics, values[run.arms[0]], values[arm], run.level)
        comparison = ArmComparison(*extent, arm, touched[arm], changes(paired, differences, p_values[arm], effects), "")
        finding = _finding(comparison, metrics, run.spoken(arm), run.spoken(run.arms[0]))
        compared.append(replace(comparison, finding=finding))
    again = block_values(run, players, metrics, run.arms[:1])[run.arms[0]]
    check = self_check(players, metrics, values[run.arms[0]], again, orders, run.level)
    return ArmEffects(*extent, run.arms[0], metrics, tuple(compared), check)


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
    free = {m.name: comparison.changes[m.name] for m in metrics.free}
    touched = comparison.touched
    first = free[START_PLAYER]
    share = difference_text(first.difference, is_share=True)
    if not any(c.difference.has_interval for c in free.values() if not c.metric.is_share):
        return f"{start}: one block is too few to say what it changes; the start player's win share differs by {share}"
    found = what_changed([*free.values()])
    if found is None:
        played = "every game is" if touched.value == 1.0 else f"{percent(touched.value)} of games are"
        return f"{start}: no change is shown, though {played} played differently; the start player's win share differs by {share}"
    return f"{start} changes most surely {found}"
