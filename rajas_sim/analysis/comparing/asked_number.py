"""The number that a run is about if its question is not who wins, and what changed rules do to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.comparing.arms import ArmEffects
from rajas_sim.analysis.comparing.changes import MetricChange, metric_estimates
from rajas_sim.analysis.comparing.metrics import Metric, Metrics, block_values, metrics_of
from rajas_sim.analysis.formatting import counted, difference_text, mean_text, share_text
from rajas_sim.analysis.reading.blocks import matrix_moments
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.errors import InputError

HALF = 0.5
WIN_SPLIT_VERBS = {"winner.by_fame": "are mostly by", "winner.met_by_fame": "are ended by"}
"""Shares of wins that are even at one half, with the words of a sentence between "wins" and "fame" or "money"."""


@dataclass(frozen=True, slots=True)
class AskedNumber(Result):
    """The number that a run is about, with one player count; `n_games` counts the games of the first rule set.

    Attributes
    ----------
    baseline, estimate
        The first rule set, and the mean under it; interval by itself.
    changes
        Changes by the name of each changed rule set; their intervals hold together with those of all other numbers.
    """

    metric: Metric
    baseline: str
    estimate: Estimate
    changes: Mapping[str, MetricChange]

    @property
    def by_rule_set(self) -> dict[str, Estimate]:
        """The number under every rule set, including the first; each interval by itself."""
        return {self.baseline: self.estimate} | {arm: change.changed for arm, change in self.changes.items()}

    @property
    def is_undecided(self) -> bool:
        """Whether the number has an even value that the interval includes."""
        return self.metric.name in WIN_SPLIT_VERBS and not self.estimate.excludes(HALF)

    @property
    def value_text(self) -> str:
        """The number with its interval."""
        return self.text_of(self.estimate)

    def text_of(self, estimate: Estimate) -> str:
        """Write an estimate of the number with its interval, under any rule set."""
        return share_text(estimate) if self.metric.is_share else mean_text(estimate)

    @property
    def claim(self) -> str:
        """What may be said of the number: on which side of its even value it lies if it has one, else its value."""
        if self.metric.name not in WIN_SPLIT_VERBS:
            return f"the {self.metric.title} is {self.value_text} on average"
        verb_text = WIN_SPLIT_VERBS[self.metric.name]
        if self.is_undecided:
            return f"fame and money may win equally often: {self.value_text} of wins {verb_text} fame"
        more, less = ("fame", "money") if self.estimate.value > HALF else ("money", "fame")
        return f"more wins {verb_text} {more} than by {less}"

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The number itself, and its change by each changed rule set."""
        text = f"the {self.metric.title} is {self.value_text} on average"
        if self.metric.name in WIN_SPLIT_VERBS:
            text = f"{self.value_text} of wins {WIN_SPLIT_VERBS[self.metric.name]} fame"
        number_finding = Finding.about(self.players, "asked", f"{text}, n = {counted(self.estimate.n, 'block')}", self.estimate)
        return (number_finding, *(self._change_finding(arm, change) for arm, change in self.changes.items()))

    def _change_finding(self, arm: str, change: MetricChange) -> Finding:
        if change.is_shown:
            text = f"'{arm}' changes the {self.metric.title} by {change.size_text}"
        else:
            size_text = difference_text(change.difference, is_share=self.metric.is_share)
            text = f"a change of the {self.metric.title} by '{arm}' is not shown: {size_text}"
        return Finding.about(self.players, f"{arm}.asked", text, change.difference)


def asked_number(run: Run, players: int, effects: ArmEffects | None) -> AskedNumber | None:
    """Estimate the number that a run is about; ``None`` if it is about who wins.

    Parameters
    ----------
    effects
        What the changed rule sets do; None if there are none.

    Raises
    ------
    InputError
        If the tables of the run do not hold that number.
    """
    name = run.manifest.about
    if name is None:
        return None
    metric = next((metric for metric in metrics_of(run, players).means if metric.name == name), None)
    if metric is None:
        raise InputError(f"{run.folder}: is about {name}, which its tables do not hold; leave out about, or play with all tables")
    if effects is not None:
        changes = {comparison.arm: comparison.changes[name] for comparison in effects.comparisons}
        return AskedNumber(*run.result_size(players), metric, run.arms[0], next(iter(changes.values())).baseline, changes)
    metrics = Metrics((), (), (metric,))
    values = block_values(run, players, metrics, run.arms[:1])[run.arms[0]]
    (estimate,) = metric_estimates(metrics, matrix_moments(values, run.n_alternating_orders(players)), run.level)
    return AskedNumber(*run.result_size(players), metric, run.arms[0], estimate, {})
