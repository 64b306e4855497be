"""What a finding is over many plausible boxes: in how many it holds, what lies between them, what is luck, and what matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metrics, block_values, metrics_of
from rajas_sim.analysis.formatting import listed, number, percent, percent_range, share_text
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.given_data import FEWEST_MEMBERS, explained
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.statistics.random_effects import LUCK, Measured
from rajas_sim.experiment.boxes.values import Column

BOX, RULES, LINE_UP = "box", "rules", "line-up"
#: Nine boxes in ten lie between these.
SPREAD = (0.05, 0.95)
# As many values are named in a sentence, and a finding says no more.
NAMED = 3


@dataclass(frozen=True, slots=True)
class InBoxes:
    """The start player's share over all boxes, under one rule set and with one line-up.

    Attributes
    ----------
    arm, line_up
        Which; the line-up is empty where there is one only.
    own
        His share in the experiment's own box, over the same blocks.
    below
        The share of boxes in which he wins less than an even share.
    median, low, high
        Of his share over boxes: the middle, and the ends of nine boxes in ten.
    positions
        The share of every position in every box, drawn together by what is luck: one row a box, one column a position.
    errors
        The standard error that luck gives the mean of each position over all boxes.
    sentence
        What may be said, without its full stop.
    """

    arm: str
    line_up: str
    own: float
    below: Estimate
    median: Estimate
    low: Estimate
    high: Estimate
    positions: Floats
    errors: Floats
    sentence: str


@dataclass(frozen=True, slots=True)
class Split:
    """How the variance of a number in one box is made up.

    Attributes
    ----------
    name, title, is_share
        The number, and whether it is a win share.
    mean
        Over boxes, and over rule sets and line-ups where there are several.
    parts
        Variances by what they come from; `LUCK` is that of a mean over the blocks each box plays.
    """

    name: str
    title: str
    is_share: bool
    mean: Estimate
    parts: Mapping[str, Estimate]

    @property
    def total(self) -> float:
        """The sum of all parts."""
        return sum(part.value for part in self.parts.values())

    def share(self, part: str) -> float:
        """Return which share of the whole a part is; 0 where nothing varies."""
        return self.parts[part].value / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value, or what a kind of values comes to, and which share of the variance between boxes it explains.

    Attributes
    ----------
    floor
        What the largest share of all single values, or of all kinds, stays below in 95 % of cases where none has an effect.
    """

    column: Column
    share: Estimate
    floor: float

    @property
    def is_beyond_chance(self) -> bool:
        """Whether it explains more than the largest of its family does where none has an effect, in 95 % of cases."""
        return self.share.value > self.floor


@dataclass(frozen=True, slots=True)
class EnsembleFinding:
    """What a question comes to over many boxes, with one number of players.

    Attributes
    ----------
    n_boxes, n_blocks
        How many boxes, and blocks each.
    in_boxes
        The start player's share, under each rule set and with each line-up.
    splits
        One a headline number.
    unknowns
        What explains the start player's share, the most first; none where boxes do not differ.
    sentences
        What may be said, without full stops.
    """

    players: int
    n_boxes: int
    n_blocks: int
    level: float
    in_boxes: tuple[InBoxes, ...]
    splits: tuple[Split, ...]
    unknowns: tuple[Unknown, ...]
    sentences: tuple[str, ...]

    @property
    def even_share(self) -> float:
        """Win share of each seat if all are equal."""
        return 1.0 / self.players

    @property
    def single(self) -> tuple[Unknown, ...]:
        """Those that are one value each."""
        return tuple(unknown for unknown in self.unknowns if not unknown.column.is_kind)

    @property
    def kinds(self) -> tuple[Unknown, ...]:
        """Those that are the mean of all values of a kind."""
        return tuple(unknown for unknown in self.unknowns if unknown.column.is_kind)


def ensemble_findings(
    run: Run, players: int, boxes: Sequence[str], arms: Mapping[str, Sequence[str]], columns: Sequence[Column]
) -> EnsembleFinding:
    """Say what a number is over many boxes.

    Parameters
    ----------
    run
        One in which every box is a rule set, and the first rule set is the experiment's own box.
    boxes
        Names of the boxes.
    arms
        By name of each rule set of the experiment: what it is called in its own box, and then in every box.
    columns
        What differs between boxes.
    """
    rungs = run.rungs(players)
    runs = {label: run.of_line_ups(own) for label, own in rungs.items()} or {"": run}
    metrics = {label: metrics_of(own, players) for label, own in runs.items()}
    by_line_up = {label: block_values(own, players, metrics[label]) for label, own in runs.items()}
    shared = _shared(list(metrics.values()))
    n_blocks = min(len(values[run.arms[0]]) for values in by_line_up.values())

    def cells(name: str) -> Floats:
        """Return a number by box, rule set, line-up and block."""
        at = {label: [m.name for m in own.all].index(name) for label, own in metrics.items()}
        of_arms = [[[by_line_up[label][arm][:n_blocks, at[label]] for label in runs] for arm in own[1:]] for own in arms.values()]
        return np.moveaxis(np.array(of_arms), 1, 0)

    def measured(name: str) -> Measured:
        values = cells(name)
        factors = [BOX, RULES, LINE_UP]
        kept = [i for i in range(3) if i == 0 or values.shape[i] > 1]
        return Measured(values.reshape(*(values.shape[i] for i in kept), n_blocks), tuple(factors[i] for i in kept), run.level)

    positions = [m.name for m in next(iter(metrics.values())).positions]
    start = measured(START_PLAYER)
    of_positions = [measured(name) for name in positions]
    expected = [_by_cell(own.expected, len(arms), len(runs)) for own in of_positions]
    found = []
    for a, (arm, own) in enumerate(arms.items()):
        for i, label in enumerate(runs):
            at = tuple(place for place, n in ((a, len(arms)), (i, len(runs))) if n > 1)
            of_own = by_line_up[label][own[0]][:n_blocks, [m.name for m in metrics[label].all].index(START_PLAYER)]
            shares = np.stack([own[:, a, i] for own in expected], axis=1)
            errors = np.array([own.error_by_luck(at) for own in of_positions])
            found.append(_in_boxes(start, at, arm, label, float(of_own.mean()), shares, errors, is_only=len(arms) == 1))
    splits = []
    for metric_name in shared:
        metric = next(m for own in metrics.values() for m in own.all if m.name == metric_name)
        of_metric = measured(metric_name)
        whole = Measured(of_metric.values.reshape(len(boxes), -1, n_blocks).mean(axis=1), (BOX,), run.level)
        splits.append(Split(metric_name, metric.title, metric.is_share, whole.mean(metric_name), of_metric.split()))
    whole = Measured(start.values.reshape(len(boxes), -1, n_blocks).mean(axis=1), (BOX,), run.level)
    # Kinds are few and values many: by themselves kinds have the lower floor.
    families = [[c for c in columns if c.is_kind is is_kind] for is_kind in (True, False)]
    unknowns = tuple(sorted((u for own in families for u in _unknowns(whole, own)), key=lambda u: -u.share.value))
    first = next(own for own in splits if own.name == START_PLAYER)
    sentences = (*(own.sentence for own in found), _of_split(first, n_blocks), *_of_unknowns(unknowns, players))
    return EnsembleFinding(players, len(boxes), n_blocks, run.level, tuple(found), tuple(splits), unknowns, sentences)


def _shared(metrics: Sequence[Metrics]) -> list[str]:
    """Return the numbers that all line-ups have and that can change by themselves, in their order."""
    names = [{m.name for m in own.free} for own in metrics]
    return [m.name for m in metrics[0].free if all(m.name in own for own in names)]


def _by_cell(expected: Floats, n_arms: int, n_line_ups: int) -> Floats:
    return expected.reshape(len(expected), n_arms, n_line_ups)


def _in_boxes(
    start: Measured, at: tuple[int, ...], arm: str, label: str, own: float, shares: Floats, errors: Floats, *, is_only: bool
) -> InBoxes:
    n, players = shares.shape
    even = 1.0 / players
    below = start.share_below("boxes.start_player_below_even", even, at)
    median, low, high = (
        start.quantile(f"boxes.start_player_{name}", q, at)
        for name, q in (("median", 0.5), ("low", SPREAD[0]), ("high", SPREAD[1]))
    )
    is_less = below.value >= 0.5
    side = "less" if is_less else "more"
    count = round(below.value * n) if is_less else n - round(below.value * n)
    ends = (below.low, below.high) if is_less else (1.0 - below.high, 1.0 - below.low)
    where = "" if is_only else f", rules '{arm}',"
    with_whom = f" between {label}" if label else ""
    sentence = (
        f"In {count:,} of {n:,} plausible boxes ({percent_range(*ends)} % of all such boxes) the start player of a "
        f"{players}-player game{with_whom}{where} wins {side} than an even share: median {share_text(median)}, nine in ten boxes "
        f"between {percent(low.value)} and {percent(high.value)}"
    )
    return InBoxes(arm, label, own, below, median, low, high, shares, errors, sentence)


def _of_split(split: Split, n_blocks: int) -> str:
    box, luck = split.parts[BOX], split.parts[LUCK]
    others = [part for part in split.parts if part not in (BOX, LUCK)]
    more = "".join(f", {percent(split.share(part), 0)} {part}" for part in others)
    return (
        f"Of the variance of his share over {n_blocks:,} blocks {percent(split.share(BOX), 0)} lies between boxes (standard "
        f"deviation {_points(box)}), {percent(split.share(LUCK), 0)} is luck ({_points(luck)}){more}"
    )


def deviation_text(split: Split, part: str) -> str:
    """Write a part of a variance as a standard deviation, with its interval; that of shares in points."""
    variance = split.parts[part]
    if split.is_share:
        return _points(variance)
    value, low, high = (float(np.sqrt(end)) for end in (variance.value, variance.low, variance.high))
    return f"{number(value)}, {number(low)} to {number(high)}"


def _points(variance: Estimate) -> str:
    """Write a variance of shares as a standard deviation in points, with its interval."""
    value, low, high = (100 * float(np.sqrt(end)) for end in (variance.value, variance.low, variance.high))
    return f"{number(value, 1)} points, {number(low, 1)} to {number(high, 1)}"


def _unknowns(whole: Measured, columns: Sequence[Column]) -> list[Unknown]:
    """Say what explains a number between boxes; nothing where there are few of them or nothing but luck."""
    spread = float(whole.means.var(ddof=1))
    reliability = float(whole.between) / spread if spread > 0 else 0.0
    if whole.n_members < FEWEST_MEMBERS or not columns or reliability <= 0:
        return []
    inputs = np.stack([column.values for column in columns], axis=1)
    found = explained([c.name for c in columns], inputs, whole.means, level=whole.level, reliability=reliability)
    by_name = {column.name: column for column in columns}
    # With few boxes or much luck indices are estimated beyond the whole.
    indices = (replace(share, value=min(1.0, share.value)) for share in found.indices)
    return [Unknown(by_name[share.name], share, min(1.0, found.floor)) for share in indices]


def _of_unknowns(unknowns: Sequence[Unknown], players: int) -> list[str]:
    if not unknowns:
        return []
    shown = [unknown for unknown in unknowns if unknown.is_beyond_chance][:NAMED]
    if not shown:
        most = unknowns[0]
        return [
            f"With {players} players no value and no kind of values explains more of what lies between boxes than chance alone "
            f"shows (the largest: {most.column.name}, {share_text(most.share)}; by chance alone up to {percent(most.floor)})"
        ]
    named = listed([f"{u.column.name} ({share_text(u.share)}; by chance alone up to {percent(u.floor)})" for u in shown])
    return [f"With {players} players what explains most of what lies between boxes is {named}"]
