"""What changed rules do in each of several line-ups: more, less or undecided, and one finding over all line-ups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.comparing.changes import sureness_of
from rajas_sim.analysis.comparing.differences import PairedDifferences
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metric, block_values, metrics_of
from rajas_sim.analysis.formatting import difference_text, points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate, largest_possible
from rajas_sim.analysis.winning.ladder import Side, Wording, side_of, wording

HEADLINES = (START_PLAYER, "rounds")
"""Names of the metrics whose changes are headlines."""


@dataclass(frozen=True, slots=True)
class ArmByLineUp:
    """What a changed rule set does in each line-up.

    Attributes
    ----------
    arm
        Name of the rule set.
    title
        Title of the rule set within a sentence.
    by_line_up
        By label of the line-up and name of the metric: the difference from the baseline, block by block under the same luck. The
        intervals of one metric hold together for all line-ups and rule sets of the number of players.
    """

    arm: str
    title: str
    by_line_up: Mapping[str, Mapping[str, Estimate]]

    def changes_of(self, metric: str) -> list[Estimate]:
        """Return the difference of a metric in each line-up."""
        return [changes[metric] for changes in self.by_line_up.values()]

    def sides(self, metric: str) -> dict[str, Side]:
        """Return by label of the line-up on which side of 0 the interval of the metric's difference lies."""
        return {label: side_of(changes[metric], 0.0) for label, changes in self.by_line_up.items()}


@dataclass(frozen=True, slots=True)
class ChangeInLineUp:
    """What one changed rule set does to one number in one line-up.

    Attributes
    ----------
    arm, title
        Name of the rule set, and its title within a sentence.
    label
        Label of the line-up.
    difference
        Difference from the baseline; its interval holds together with those of all numbers, line-ups and rule sets.
    """

    arm: str
    title: str
    label: str
    metric: Metric
    difference: Estimate


@dataclass(frozen=True, slots=True)
class LineUpChanges:
    """What all changed rule sets of one player count do in each of several line-ups.

    Attributes
    ----------
    baseline
        Name of the rule set that the others are compared with.
    metrics
        The metrics that are compared: those of `HEADLINES` that the run recorded, the start player's win share first.
    arms
        One for each changed rule set, in the order of the configuration.
    wording
        How sentences speak of the line-ups.
    surest
        The surest of all shown changes, those of seats before all others; None if none is shown.
    """

    players: int
    baseline: str
    metrics: tuple[Metric, ...]
    arms: tuple[ArmByLineUp, ...]
    wording: Wording
    surest: ChangeInLineUp | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The surest change; then for each rule set where it moves the start player's share, and what else it moves."""
        k = self.players
        arm_findings = (
            Finding.about(k, f"{arm.arm}.moves", self._moves_text(arm), *arm.changes_of(START_PLAYER)) for arm in self.arms
        )
        if self.surest is None:
            return tuple(arm_findings)
        return Finding.about(k, "surest_move", self._surest_text(self.surest), self.surest.difference), *arm_findings

    def _surest_text(self, surest: ChangeInLineUp) -> str:
        opening = "the surest change of a seat's win share" if surest.metric.is_of_seat else "the surest change"
        size_text = difference_text(surest.difference, is_share=surest.metric.is_share)
        return f"{opening} is that of the {surest.metric.title} by {surest.title} in line-up '{surest.label}': {size_text}"

    def _moves_text(self, arm: ArmByLineUp) -> str:
        """Say where a rule set moves each metric up or down, and where the start player's win share is undecided."""
        sentences = []
        for metric in self.metrics:
            where_texts, changes = self.wording.where_texts(arm.sides(metric.name)), arm.changes_of(metric.name)
            up, down, undecided = where_texts[Side.MORE], where_texts[Side.LESS], where_texts[Side.UNDECIDED]
            directions = ", and ".join(f"{direction} {where}" for direction, where in (("up", up), ("down", down)) if where)
            if metric.name != START_PLAYER:
                sentences += [f"The {metric.title} goes {directions}"] if directions else []
            elif directions:
                sentences.append(f"{arm.title} moves the {metric.title} {directions}")
                sentences += [f"Undecided {undecided}"] if undecided else []
            elif (most := largest_possible(changes)) is None:
                sentences.append(f"one block is too few to say whether {arm.title} moves the {metric.title}")
            else:
                sentences.append(f"{arm.title} may move the {metric.title} either way: undecided {undecided}")
                sentences.append(f"A change of up to {points(most)} is not excluded")
        return ". ".join(sentences)


def line_up_changes(run: Run, players: int) -> LineUpChanges | None:
    """Compare every arm with the baseline in every line-up; ``None`` without other arms, or with a single line-up.

    Intervals are over paired block differences (`rajas_sim.analysis.comparing.differences`). For each metric they are Bonferroni
    over all line-ups and arms: at the level 1 - alpha, the chance of a false "up" or "down" of this metric is at most alpha. The
    surest change is picked from all metrics, so its interval is Bonferroni over these as well. Line-ups and arms share their
    luck, which Bonferroni allows. As with other changes, the intervals are for one look.
    """
    line_ups = run.compared_line_ups(players)
    if not line_ups or len(run.arms) < 2:
        return None
    baseline, *arms = run.arms
    # By arm, label of the line-up, and name of the metric.
    changes_by_arm: dict[str, dict[str, dict[str, Estimate]]] = {arm: {} for arm in arms}
    headlines: tuple[Metric, ...] = ()
    differences_by_arm_and_label: dict[tuple[str, str], PairedDifferences] = {}
    for label, indices in line_ups.items():
        line_up_run = run.of_line_ups(indices)
        metrics = metrics_of(line_up_run, players)
        values, n_orders = block_values(line_up_run, players, metrics), line_up_run.n_alternating_orders(players)
        headlines = tuple(metric for metric in metrics.all if metric.name in HEADLINES)
        for arm in arms:
            differences = PairedDifferences.of(metrics, values[baseline], values[arm], n_orders)
            changes = zip(metrics.all, differences.estimates("change", run.level, len(line_ups) * len(arms)), strict=True)
            changes_by_arm[arm][label] = {metric.name: change for metric, change in changes if metric in headlines}
            differences_by_arm_and_label[arm, label] = differences
    compared_arms = tuple(ArmByLineUp(arm, run.title_in_sentence(arm), by_line_up) for arm, by_line_up in changes_by_arm.items())
    surest = _surest_change(run, differences_by_arm_and_label)
    return LineUpChanges(players, baseline, headlines, compared_arms, wording(run, players), surest)


def _surest_change(run: Run, differences_by_arm_and_label: Mapping[tuple[str, str], PairedDifferences]) -> ChangeInLineUp | None:
    """Return the surest of all shown changes over rule sets and line-ups, those of seats before all others; None without any."""
    n_free = sum(len(differences.metrics.free) for differences in differences_by_arm_and_label.values())
    changes = [
        ChangeInLineUp(arm, run.title_in_sentence(arm), label, metric, change)
        for (arm, label), differences in differences_by_arm_and_label.items()
        for metric, change in zip(differences.metrics.all, differences.estimates("change", run.level, n_free), strict=True)
        if metric in differences.metrics.free and change.excludes(0.0)
    ]
    return max(changes, key=lambda change: (change.metric.is_of_seat, round(sureness_of(change.difference), 6)), default=None)
