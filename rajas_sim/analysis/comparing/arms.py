"""What changed rules do: each arm against the baseline under the same luck.

The change in the mean of a metric is estimated by the mean of the paired block differences. Intervals hold together for all arms
and metrics of a player count (Bonferroni), and a change is shown if its interval excludes 0. So "something changed" is wrong in
at most one run of twenty at 95 %, with any number of arms. An A/A check stands beside the comparisons: the baseline paired with
itself (`self_check`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.comparing.changes import MetricChange, changes, largest_shown, surest_change_text
from rajas_sim.analysis.comparing.differences import PairedDifferences
from rajas_sim.analysis.comparing.distances import Distances, change_text
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metrics, block_values, metrics_of
from rajas_sim.analysis.formatting import counted, difference_text, listed, percent
from rajas_sim.analysis.reading.blocks import block_means
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, share_estimates

_GAME_KEY = ("block", "line_up", "order", "rotation")
_NOT_ABOUT_PLAY = ("game", "players", "arm", "seed", "decisions")
"""Columns that do not say how a game was played: one more option to decline changes `decisions`, but not the game."""


@dataclass(frozen=True, slots=True)
class ArmComparison(Result):
    """One arm against the baseline with one player count; `n_games` counts the games of the arm, and the baseline has as many.

    Attributes
    ----------
    arm
        Name of the changed rule set.
    title, baseline_title
        Titles of both rule sets within a sentence.
    touched
        Share of games that were played differently in anything that the tables of games and seats record, except the number of
        decisions; interval by itself.
    changes
        Change of each metric, by its name.
    free_changes
        Changes of the metrics that can change independently.
    from_even
        How much farther from an even share the arm's farthest seat is than the baseline's; below 0 the arm is fairer to the
        seats.
        The intervals of all arms hold together (`rajas_sim.analysis.comparing.distances`).
    """

    arm: str
    title: str
    baseline_title: str
    touched: Estimate
    changes: Mapping[str, MetricChange]
    free_changes: tuple[MetricChange, ...]
    from_even: Estimate

    @property
    def is_same(self) -> bool:
        """Whether every game is the same as in the baseline."""
        return self.touched.value == 0.0

    def change_of(self, metric: str) -> Estimate | None:
        """Return the change of a metric; None if every game is the same, or the run does not have the metric."""
        change = None if self.is_same else self.changes.get(metric)
        return None if change is None else change.difference

    @property
    def seats(self) -> tuple[MetricChange, ...]:
        """The changes of the win shares of the seats, in turn order."""
        return tuple(change for change in self.changes.values() if change.metric.is_of_seat)

    @property
    def surest_seat(self) -> MetricChange:
        """The change of the seat whose win share changes most surely; the first in turn order if several are equal."""
        seats = [change for change in self.free_changes if change.metric.is_of_seat]
        return max(seats, key=lambda change: round(change.sureness, 6))

    @property
    def largest_shown(self) -> MetricChange | None:
        """The largest of the shown changes, relative to how much the number varies, seats first; None if none is shown."""
        return largest_shown(self.free_changes)

    @property
    def size_rank(self) -> tuple[bool, float]:
        """Sort key of rule sets: whether the win share of a seat is shown to change, and how large `largest_shown` is."""
        largest = self.largest_shown
        return (False, 0.0) if largest is None else (largest.metric.is_of_seat, largest.shown_size)

    @property
    def finding(self) -> Finding:
        """What the arm changes most surely, and whether it is fairer to the seats.

        Its estimates are the changes in win share of the start player and of the seat that changes most surely, and `from_even`.
        """
        estimates = dict.fromkeys([self.changes[START_PLAYER].difference, self.surest_seat.difference, self.from_even])
        text = ". ".join(filter(None, [self._change_text(), self._fairness_text()]))
        return Finding.about(self.players, f"{self.arm}.changes", text, *estimates)

    @property
    def fairness(self) -> str:
        """How fair the arm is to the seats compared with the baseline: "fairer" or "less fair"; empty if neither is shown."""
        if not self.from_even.excludes(0.0):
            return ""
        return "fairer" if self.from_even.value < 0 else "less fair"

    def _fairness_text(self) -> str:
        """Say whether the arm is fairer to the seats than the baseline; empty if no game differs, or without an interval."""
        change = self.from_even
        if self.is_same or not change.has_interval:
            return ""
        verdict = f"It is {self.fairness} to the seats" if self.fairness else "Whether it is fairer to the seats is undecided"
        return f"{verdict}: its farthest seat is {change_text(change)}"

    def _change_text(self) -> str:
        """Describe the surest change; if none is shown, say how the start player's win share differs, unless no game does."""
        if self.is_same:
            same_text = f"every game is the same as in {self.baseline_title} ({counted(self.n_games, 'game')})"
            return f"{self.title} changes nothing: {same_text}"
        size_text = difference_text(self.changes[START_PLAYER].difference, is_share=True)
        start_player = f"The start player's win share differs by {size_text}"
        if not any(change.difference.has_interval for change in self.free_changes if not change.metric.is_share):
            return f"one block is too few to say what {self.title} changes. {start_player}"
        surest = surest_change_text(self.free_changes)
        if surest is None:
            games_text = "every game" if self.touched.value == 1.0 else f"{percent(self.touched.value)} of games"
            text = f"no change by {self.title} is shown, though it plays {games_text} differently. {start_player}"
            seat = self.surest_seat
            if seat.metric.name == START_PLAYER:
                return text
            return f"{text}, the {seat.metric.title} by {difference_text(seat.difference, is_share=True)}"
        return f"the surest change by {self.title} is in {surest}"


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """The baseline against itself through the code that pairs arms, once with other luck and once with the same.

    Attributes
    ----------
    n_blocks
        Blocks of the baseline.
    differences
        By name of the metric: blocks minus other blocks in the same cyclic order; simultaneous over the metrics. Empty if there
        are too few blocks.
    is_zero_with_same_luck
        Whether every block minus the same block, read from the tables a second time, is 0 in all metrics.
    """

    players: int
    n_blocks: int
    metrics: Metrics
    differences: Mapping[str, Estimate]
    is_zero_with_same_luck: bool

    @property
    def finding(self) -> Finding:
        """What the check shows."""
        same_luck_text = "every difference is 0" if self.is_zero_with_same_luck else "some difference is not 0, which is an error"
        sentences = [
            "the baseline is compared with itself as a check",
            f"With the same luck {same_luck_text}",
            *self._other_luck_sentences(),
        ]
        return Finding.about(self.players, "self_check", ". ".join(sentences), *self.differences.values())

    def _other_luck_sentences(self) -> list[str]:
        """Say which metrics are shown to differ by luck alone, and by how much the start player's win share does.

        With too few blocks, say only that.
        """
        if not self.differences:
            return [f"{counted(self.n_blocks, 'block')} {'is' if self.n_blocks == 1 else 'are'} too few to check with other luck"]
        difference = self.differences[START_PLAYER]
        size_text = f"{difference_text(difference, is_share=True)}, n = {counted(difference.n, 'pair')} of blocks"
        start_player_text = f"The start player's win share differs by {size_text}"
        differing_titles = [metric.title for metric in self.metrics.all if self.differences[metric.name].excludes(0.0)]
        opening = "With other luck (each block against another)"
        if not differing_titles:
            return [f"{opening} all intervals of differences include 0, as they should", start_player_text]
        is_one = len(differing_titles) == 1
        differ_text = "differs: the interval excludes 0" if is_one else "differ: their intervals exclude 0"
        false_alarm_text = (
            f"Luck alone does this in at most one run of {round(1 / (1 - difference.level))}; read the changes with that in mind"
        )
        return [f"{opening} the {listed(differing_titles)} {differ_text}", false_alarm_text, start_player_text]


@dataclass(frozen=True, slots=True)
class ArmEffects(Result):
    """All arms of one player count against the baseline; `n_games` counts the games of one arm.

    Attributes
    ----------
    baseline
        Name of the rule set that the arms are compared with.
    metrics
        The metrics that are compared.
    comparisons
        One for each arm, in the order of the configuration.
    check
        The A/A check.
    """

    baseline: str
    metrics: Metrics
    comparisons: tuple[ArmComparison, ...]
    check: SelfCheck

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What each arm changes."""
        return tuple(comparison.finding for comparison in self.comparisons)

    def comparison_of(self, arm: str) -> ArmComparison:
        """Return the comparison of one arm."""
        return next(comparison for comparison in self.comparisons if comparison.arm == arm)


def arm_effects(run: Run, players: int) -> ArmEffects | None:
    """Compare every arm with the baseline, over all line-ups of a player count; ``None`` if there is no other arm.

    Intervals are over paired block differences (`rajas_sim.analysis.comparing.differences`), Bonferroni over all arms and
    metrics, including arms that changed no game. P-values are adjusted after Holm over the same. The design effect is a ratio of
    variances over blocks, with linearised variance.

    Not for comparing two arms with each other: both differ from the same baseline.
    """
    if len(run.arms) < 2:
        return None
    metrics = metrics_of(run, players)
    values_by_arm = block_values(run, players, metrics)
    baseline, *other_arms = run.arms
    result_size = run.result_size(players)
    differing_shares = _differing_shares(run, players)
    n_orders = run.n_alternating_orders(players)
    differences_by_arm = {
        arm: PairedDifferences.of(metrics, values_by_arm[baseline], values_by_arm[arm], n_orders) for arm in other_arms
    }
    n_seats = len(metrics.positions)
    distances = Distances(np.stack([values_by_arm[arm][:, :n_seats] for arm in run.arms], axis=1), n_orders)
    from_even = dict(zip(run.arms, distances.differences_from(0, run.level), strict=True))
    comparisons, baseline_title = [], run.title_in_sentence(baseline)
    for arm, changes_of_arm in changes(differences_by_arm, run.level).items():
        free_changes = tuple(changes_of_arm[metric.name] for metric in metrics.free)
        titles, share = (run.title_in_sentence(arm), baseline_title), differing_shares[arm]
        comparisons.append(ArmComparison(*result_size, arm, *titles, share, changes_of_arm, free_changes, from_even[arm]))
    values_again = block_values(run, players, metrics, [baseline])[baseline]
    check = self_check(players, metrics, values_by_arm[baseline], values_again, n_orders, run.level)
    return ArmEffects(*result_size, baseline, metrics, tuple(comparisons), check)


def _differing_shares(run: Run, players: int) -> dict[str, Estimate]:
    """Estimate the share of each arm's games that differ from the baseline's game of the same luck and seating."""
    game_slices = _differing_rows(run, players, "games", _GAME_KEY)
    seat_slices = _differing_rows(run, players, "seats", (*_GAME_KEY, "position"))
    games = [
        pl.concat(game_and_seat_rows).group_by(pl.col("arm").cast(pl.String), *_GAME_KEY).agg(pl.col("differs").any())
        for game_and_seat_rows in zip(game_slices, seat_slices, strict=True)
    ]
    moments = block_means(games, ["arm"], pl.col("differs"), run.n_alternating_orders(players))
    arms = moments["arm"].to_list()
    shares = share_estimates([f"touched.{arm}" for arm in arms], moments, level=run.level, comparisons=1)
    return dict(zip(arms, shares, strict=True))


def _differing_rows(run: Run, players: int, table: str, row_key: Sequence[str]) -> list[pl.LazyFrame]:
    """Say for each row of the changed arms whether it differs from the baseline's row, in slices of whole blocks.

    `row_key` identifies a row of one arm. The rows returned have the columns ``arm``, those of `_GAME_KEY`, and ``differs``.
    """
    columns = run.table(table, players).collect_schema().names()
    columns_of_play = [column for column in columns if column not in _NOT_ABOUT_PLAY and column not in row_key]
    is_other_arm = pl.col("arm") != run.arms[0]
    slices = []
    for slice_of_arms in run.slices(table, players, every_arm=True):
        rows = slice_of_arms.select("arm", *row_key, pl.struct(columns_of_play).hash().alias("content"))
        baseline = rows.filter(~is_other_arm).select(*row_key, pl.col("content").alias("before"))
        paired_rows = rows.filter(is_other_arm).join(baseline, on=list(row_key))
        slices.append(paired_rows.select("arm", *_GAME_KEY, (pl.col("content") != pl.col("before")).alias("differs")))
    return slices


def self_check(players: int, metrics: Metrics, blocks: Floats, blocks_again: Floats, n_orders: int, level: float) -> SelfCheck:  # noqa: PLR0913 - two sets of blocks and how they are paired
    """Pair the blocks of the baseline with other blocks of the baseline, and with themselves, as an arm is paired with it.

    `blocks` are the values of the metrics: one row per block, one column per metric. `blocks_again` are the same, read again.
    Cyclic orders take turns: every `n_orders` blocks are one turn, and every second turn is paired with the turn before it.
    """
    pairs_of_turns = blocks[: len(blocks) // (2 * n_orders) * 2 * n_orders].reshape(-1, 2, n_orders, blocks.shape[1])
    before, after = (pairs_of_turns[:, side].reshape(-1, blocks.shape[1]) for side in (0, 1))
    with_itself = PairedDifferences.of(metrics, blocks, blocks_again, n_orders)
    is_zero = not np.nan_to_num([with_itself.moments.mean, with_itself.moments.variance]).any()
    differences: dict[str, Estimate] = {}
    if len(before) > 1:
        estimates = PairedDifferences.of(metrics, before, after, n_orders).estimates("self_check", level, len(metrics.free))
        differences = {metric.name: estimate for metric, estimate in zip(metrics.all, estimates, strict=True)}
    return SelfCheck(players, len(blocks), metrics, differences, is_zero)
