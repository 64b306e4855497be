"""What numbers are over many plausible boxes: what lies between boxes, what is luck, and which unknown value matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metric, Metrics, block_values, metrics_of
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.given_data import FEWEST_MEMBERS, explained
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.statistics.random_effects import MemberValues
from rajas_sim.running.boxes.values import ValueInBoxes

BOX, RULES, LINE_UP = "box", "rules", "line-up"
SPREAD = (0.05, 0.95)
"""Nine boxes in ten lie between these."""


@dataclass(frozen=True, slots=True)
class InBoxes:
    """The start player's share over all boxes, under one rule set and with one line-up.

    Attributes
    ----------
    arm, line_up
        Which; the line-up is empty where there is one only.
    own
        The share in the experiment's own box, over the same blocks.
    below
        The share of boxes in which it is less than an even share.
    median, low, high
        Of the share over boxes: the middle, and the ends of nine boxes in ten.
    positions
        The share of every position in every box, drawn together by what is luck: one row a box, one column a position.
    errors
        The standard error that luck gives the mean of each position over all boxes.
    """

    arm: str
    line_up: str
    own_share: float
    below: Estimate
    median: Estimate
    low: Estimate
    high: Estimate
    positions: Floats
    errors: Floats


@dataclass(frozen=True, slots=True)
class Split:
    """How the variance of a number in one box is made up.

    Attributes
    ----------
    metric
        The number.
    mean
        Over boxes, and over rule sets and line-ups where there are several.
    parts
        Variances by what they come from; `LUCK` is that of a mean over the blocks each box plays.
    """

    metric: Metric
    mean: Estimate
    parts: Mapping[str, Estimate]

    def share(self, part: str) -> float:
        """Return which share of the whole a part is; 0 where nothing varies."""
        total = sum(variance.value for variance in self.parts.values())
        return self.parts[part].value / total if total else 0.0

    def deviation(self, part: str) -> Estimate:
        """Return a part as a standard deviation."""
        variance = self.parts[part]
        value, low, high = (float(np.sqrt(end)) for end in (variance.value, variance.low, variance.high))
        return replace(variance, name=f"deviation.{part}", value=value, low=low, high=high)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value, or what a kind of values comes to, and which share of the variance between boxes it explains.

    Attributes
    ----------
    floor
        What the largest share of all single values, or of all kinds, stays below in 95 % of cases where none has an effect.
    """

    column: ValueInBoxes
    share: Estimate
    floor: float

    @property
    def is_beyond_chance(self) -> bool:
        """Whether it explains more than the largest of its family does where none has an effect, in 95 % of cases."""
        return self.share.value > self.floor


@dataclass(frozen=True, slots=True)
class OverBoxes:
    """What numbers are over many boxes, with one number of players.

    Attributes
    ----------
    boxes
        Names of the boxes.
    n_blocks
        How many blocks each plays.
    groups
        The start player's share, under each rule set and with each line-up.
    splits
        One for each headline number, the start player's share among them.
    unknowns
        What explains the start player's share, the most first; none where boxes do not differ.
    """

    players: int
    boxes: tuple[str, ...]
    n_blocks: int
    groups: tuple[InBoxes, ...]
    splits: tuple[Split, ...]
    unknowns: tuple[Unknown, ...]

    @property
    def n_boxes(self) -> int:
        """How many boxes there are."""
        return len(self.boxes)

    @property
    def of_start_player(self) -> Split:
        """How the variance of the start player's share is made up."""
        return next(split for split in self.splits if split.metric.name == START_PLAYER)


def estimates_over_boxes(
    run: Run, players: int, boxes: Sequence[str], arms: Mapping[str, Sequence[str]], columns: Sequence[ValueInBoxes]
) -> OverBoxes:
    """Estimate how the numbers of a game are spread over many boxes.

    Parameters
    ----------
    run
        One in which every box is a rule set, and the first rule set is the experiment's own box.
    boxes
        Names of the boxes.
    arms
        For each rule set of the experiment: the name of its arm in the experiment's own box, then in each box.
    columns
        What differs between boxes.
    """
    by_line_up = run.compared_line_ups(players)
    runs = {line_up: run.of_line_ups(indices) for line_up, indices in by_line_up.items()} or {"": run}
    metrics = {line_up: metrics_of(part, players) for line_up, part in runs.items()}
    values = {line_up: block_values(part, players, metrics[line_up]) for line_up, part in runs.items()}
    n_blocks = min(len(by_arm[run.arms[0]]) for by_arm in values.values())

    def cells(name: str) -> Floats:
        """Return a number by box, rule set, line-up and block."""
        at = {line_up: [m.name for m in known.all].index(name) for line_up, known in metrics.items()}
        in_boxes = [
            [[values[line_up][arm][:n_blocks, at[line_up]] for line_up in runs] for arm in names[1:]] for names in arms.values()
        ]
        return np.moveaxis(np.array(in_boxes), 1, 0)

    def measured(name: str) -> MemberValues:
        numbers = cells(name)
        factors = [BOX, RULES, LINE_UP]
        kept = [i for i in range(3) if i == 0 or numbers.shape[i] > 1]
        return MemberValues(
            numbers.reshape(*(numbers.shape[i] for i in kept), n_blocks), tuple(factors[i] for i in kept), run.level
        )

    def averaged(number: MemberValues) -> MemberValues:
        """Return the mean of a number over rule sets and line-ups."""
        return MemberValues(number.values.reshape(len(boxes), -1, n_blocks).mean(axis=1), (BOX,), run.level)

    def split(metric: Metric) -> Split:
        number = measured(metric.name)
        return Split(metric, averaged(number).mean(metric.name), number.split())

    start = measured(START_PLAYER)
    positions = [measured(metric.name) for metric in next(iter(metrics.values())).positions]
    expected = [position.expected.reshape(len(boxes), len(arms), len(runs)) for position in positions]
    groups = []
    for a, (arm, names) in enumerate(arms.items()):
        for i, line_up in enumerate(runs):
            at = tuple(place for place, n in ((a, len(arms)), (i, len(runs))) if n > 1)
            column = [m.name for m in metrics[line_up].all].index(START_PLAYER)
            own_share = float(values[line_up][names[0]][:n_blocks, column].mean())
            shares = np.stack([by_cell[:, a, i] for by_cell in expected], axis=1)
            errors = np.array([position.error_by_luck(at) for position in positions])
            groups.append(_in_boxes(start, at, arm, line_up, own_share, shares, errors))
    # Kinds are few and values many: by themselves kinds have the lower floor.
    families = [[c for c in columns if c.is_kind is is_kind] for is_kind in (True, False)]
    whole = averaged(start)
    unknowns = sorted((u for family in families for u in _unknowns(whole, family)), key=lambda u: -u.share.value)
    splits = tuple(split(metric) for metric in _shared([*metrics.values()]))
    return OverBoxes(players, tuple(boxes), n_blocks, tuple(groups), splits, tuple(unknowns))


def _shared(metrics: Sequence[Metrics]) -> list[Metric]:
    """Return the numbers that all line-ups have and that can change by themselves, in their order."""
    names = [{m.name for m in known.free} for known in metrics]
    return [m for m in metrics[0].free if all(m.name in others for others in names)]


def _in_boxes(  # noqa: PLR0913 - what it consists of
    start: MemberValues, at: tuple[int, ...], arm: str, line_up: str, own_share: float, shares: Floats, errors: Floats
) -> InBoxes:
    below = start.share_below("boxes.start_player_below_even", 1.0 / shares.shape[1], at)
    median, low, high = (
        start.quantile(f"boxes.start_player_{name}", q, at)
        for name, q in (("median", 0.5), ("low", SPREAD[0]), ("high", SPREAD[1]))
    )
    return InBoxes(arm, line_up, own_share, below, median, low, high, shares, errors)


def _unknowns(whole: MemberValues, columns: Sequence[ValueInBoxes]) -> list[Unknown]:
    """Say what explains a number between boxes; nothing where there are few of them or nothing but luck."""
    spread = float(whole.means.var(ddof=1))
    reliability = float(whole.between) / spread if spread > 0 else 0.0
    if whole.n_members < FEWEST_MEMBERS or not columns or reliability <= 0:
        return []
    inputs = np.stack([column.values for column in columns], axis=1)
    result = explained([c.name for c in columns], inputs, whole.means, level=whole.level, reliability=reliability)
    by_name = {column.name: column for column in columns}
    # With few boxes or much luck indices are estimated beyond the whole.
    indices = (replace(share, value=min(1.0, share.value)) for share in result.indices)
    return [Unknown(by_name[share.name], share, min(1.0, result.floor)) for share in indices]
