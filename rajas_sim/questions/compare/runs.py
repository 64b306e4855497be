"""What changed between two runs, by the numbers that both have.

Runs with the same seed have the same luck in each block, so their blocks are paired, as far as both have them; others are
compared by the interval of each. Intervals hold together for all groups of games and metrics of a number of players (Bonferroni),
and changes are found by p-values adjusted after Holm for the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rajas_sim.analysis.comparing.changes import MetricChange, adjusted_p_values, changes, design_effects
from rajas_sim.analysis.comparing.differences import Differences, PairedDifferences, UnpairedDifferences
from rajas_sim.analysis.comparing.metrics import Metrics, block_values, metrics_of
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.core.errors import InputError
from rajas_sim.study.design import line_up_label


@dataclass(frozen=True, slots=True)
class RunComparison:
    """What changed from one run to another in the games of one group.

    Attributes
    ----------
    players
        Number of players.
    line_up
        Which line-up, where the question is asked of several: its label, such as the strategy on every seat; else None.
    is_paired
        Whether the blocks of both had the same luck.
    n_blocks
        Of the old run and of the new one, as far as they are compared.
    where
        The same in words; empty where there is one line-up.
    metrics
        Which numbers both have.
    changes
        By name of the metric.
    """

    players: int
    line_up: str | None
    is_paired: bool
    n_blocks: tuple[int, int]
    where: str
    metrics: Metrics
    changes: Mapping[str, MetricChange]

    @property
    def free(self) -> list[MetricChange]:
        """The changes of the numbers that can change by themselves."""
        return [self.changes[metric.name] for metric in self.metrics.free]


def compare_runs(old: Run, new: Run) -> tuple[RunComparison, ...]:
    """Compare the baselines of two runs of one game, for each number of players that both have.

    Metrics are those of `metrics_of` that both runs have, so that strategies are compared under the labels that both know.

    Raises
    ------
    InputError
        If they are of different games, or have no number of players, or no line-up, in common.
    """
    if old.manifest.game != new.manifest.game:
        games = old.manifest.game, new.manifest.game
        raise InputError(f"{old.folder} is a run of {games[0]}, {new.folder} one of {games[1]}; nothing to compare")
    shared = [k for k in old.players if k in new.players]
    comparisons = tuple(comparison for k in shared for comparison in _compared(old, new, k))
    if not comparisons:
        what = "a number of players" if not shared else "a line-up"
        raise InputError(f"{old.folder} and {new.folder} do not have {what} in common; nothing to compare")
    return comparisons


def _compared(old: Run, new: Run, players: int) -> list[RunComparison]:
    groups = _groups(old, new, players)
    is_paired = old.manifest.seed == new.manifest.seed
    pairs: dict[str | None, Differences] = {}
    values: dict[str | None, tuple[Floats, Floats]] = {}
    for line_up, sides in groups.items():
        metrics = _shared_metrics(*(metrics_of(side, players) for side in sides))
        before, after = (block_values(side, players, metrics, side.arms[:1])[side.arms[0]] for side in sides)
        first, second = (side.alternating_orders(players) for side in sides)
        if is_paired:
            n = min(len(before), len(after))
            before, after = before[:n], after[:n]
            pairs[line_up] = PairedDifferences.of(metrics, before, after, max(first, second))
        else:
            pairs[line_up] = UnpairedDifferences.of(metrics, before, after, (first, second))
        values[line_up] = before, after
    level = min(old.level, new.level)
    n_intervals = sum(len(pair.metrics.free) for pair in pairs.values())
    p_values = adjusted_p_values(pairs)
    comparisons = []
    for line_up, pair in pairs.items():
        before, after = values[line_up]
        effects = design_effects(pair.metrics, before, after, level) if is_paired else [None] * len(pair.metrics.all)
        changed = changes(pair, pair.estimates("change", level, n_intervals), p_values[line_up], effects)
        where, n_blocks = _where(groups[line_up][1], players, line_up), (len(before), len(after))
        comparisons.append(RunComparison(players, line_up, is_paired, n_blocks, where, pair.metrics, changed))
    return comparisons


def _groups(old: Run, new: Run, players: int) -> dict[str | None, tuple[Run, Run]]:
    """Return the games that are compared: of every line-up of which both ask, or all."""
    if not any(run.rungs(players) for run in (old, new)):
        return {None: (old, new)}
    one, other = (_asked_of(run, players) for run in (old, new))
    return {label: (old.of_line_ups(one[label]), new.of_line_ups(other[label])) for label in one if label in other}


def _asked_of(run: Run, players: int) -> Mapping[str, tuple[int, ...]]:
    """Return the line-ups of a run by their labels: those of which it asks, or those in which one strategy plays every seat."""
    line_ups = run.line_ups(players)
    mirrors = {labels[0]: (i,) for i, labels in enumerate(line_ups) if len(set(labels)) == 1}
    return run.rungs(players) or (mirrors if len(line_ups) > 1 else {line_up_label(line_ups[0]): (0,)})


def _shared_metrics(first: Metrics, second: Metrics) -> Metrics:
    """Return the metrics that both have, in the order of the first."""
    groups = (first.positions, first.strategies, first.means)
    return Metrics(*(tuple(metric for metric in group if metric in second.all) for group in groups))


def _where(run: Run, players: int, line_up: str | None) -> str:
    if line_up is None:
        return ""
    is_strategy = line_up in run.manifest.strategies and not run.mixed_line_ups(players)
    return f"{line_up} on every seat" if is_strategy else f"line-up {line_up}"
