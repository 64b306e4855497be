"""What changed rules do in each of several line-ups: up, down or open, and one sentence over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rajas_sim.analysis.comparing.differences import PairedDifferences
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metric, Metrics, block_values, metrics_of
from rajas_sim.analysis.formatting import points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.ladder import Wording, sides_in_words, wording

HEADLINES = (START_PLAYER, "rounds")
"""Names of the metrics of which a change is a headline."""


class Move(StrEnum):
    """Which way a change is shown to move a number."""

    UP = "up"
    DOWN = "down"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class MovedRung:
    """What a changed rule set does in one line-up.

    Attributes
    ----------
    label
        The line-up.
    by
        By name of the metric: the difference from the baseline, block by block under the same luck. The intervals of one metric
        hold together for all line-ups and rule sets of the number of players.
    """

    label: str
    by: Mapping[str, Estimate]

    def move(self, metric: str) -> Move:
        """Say what the interval of a difference shows."""
        by = self.by[metric]
        if not by.excludes(0.0):
            return Move.OPEN
        return Move.UP if by.value > 0 else Move.DOWN


@dataclass(frozen=True, slots=True)
class MovedArm:
    """What a changed rule set does in all line-ups.

    Attributes
    ----------
    arm
        Name of the rule set.
    sentence
        In which line-ups it moves the start player's win share, and the number of rounds, up or down, and in which that is open;
        without its full stop.
    """

    arm: str
    rungs: tuple[MovedRung, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Moves:
    """What all changed rule sets of one player count do in each of several line-ups.

    Attributes
    ----------
    baseline
        Name of the rule set they are compared with.
    metrics
        By what: those of `HEADLINES` that the run recorded.
    arms
        One a rule set, in the order of the configuration.
    wording
        How sentences speak of the line-ups.
    """

    players: int
    baseline: str
    metrics: tuple[Metric, ...]
    arms: tuple[MovedArm, ...]
    wording: Wording


def moves(run: Run, players: int) -> Moves | None:
    """Compare every arm with the baseline in every line-up; ``None`` without arms, or where one line-up is asked of.

    Intervals over paired block differences (`rajas_sim.analysis.comparing.differences`), for each metric Bonferroni over all
    line-ups and arms: at the level 1 - alpha the chance that up or down is said falsely of this metric is at most alpha. Line-ups
    and arms share their luck, which Bonferroni allows. As with other changes, they are for one look.
    """
    rungs = run.rungs(players)
    if not rungs or len(run.arms) < 2:
        return None
    baseline, *arms = run.arms
    found: dict[str, list[MovedRung]] = {arm: [] for arm in arms}
    headlines: tuple[Metric, ...] = ()
    for label, members in rungs.items():
        own = run.of_line_ups(members)
        every = metrics_of(own, players)
        metrics = Metrics(every.positions[:1], (), tuple(m for m in every.means if m.name in HEADLINES))
        headlines, values = metrics.all, block_values(own, players, metrics)
        for arm in arms:
            pair = PairedDifferences.of(metrics, values[baseline], values[arm], own.alternating_orders(players))
            by = pair.estimates("change", run.level, len(rungs) * len(arms))
            found[arm].append(MovedRung(label, {m.name: e for m, e in zip(metrics.all, by, strict=True)}))
    words = wording(run, players)
    told = tuple(
        MovedArm(arm, tuple(own), sentence_of(players, run.spoken(arm), headlines, own, words)) for arm, own in found.items()
    )
    return Moves(players, baseline, headlines, told, words)


def sentence_of(players: int, rules: str, metrics: Sequence[Metric], rungs: Sequence[MovedRung], words: Wording) -> str:
    """Say what a rule set does over several line-ups, in a sentence without full stop.

    Parameters
    ----------
    rules
        The rule set, as it is named within a sentence.
    metrics
        Of which to tell; the start player's win share comes first, and of others only what moves is told.
    """
    first, *others = metrics
    start, share = f"With {players} players {rules}", f"the {first.title}"
    up, down, still_open = _places(first, rungs, words)
    if up and down:
        text = f"{start} moves {share} both ways: up {up}, and down {down}"
    elif up or down:
        text = f"{start} moves {share} {'up' if up else 'down'} {up or down}"
    elif not all(rung.by[first.name].has_interval for rung in rungs):
        text = f"{start}: one block is too few to say whether it moves {share}"
    else:
        most = max(abs(end) for r in rungs for end in (r.by[first.name].low, r.by[first.name].high))
        text = f"{start}: whether it moves {share} is open {still_open}; by at most {points(most)}, if at all"
    if still_open and (up or down):
        text += f"; {still_open} it is open"
    for metric in others:
        up, down, _ = _places(metric, rungs, words)
        ways = [f"{way} {where}" for way, where in (("up", up), ("down", down)) if where]
        text += f". The {metric.title} goes {', and '.join(ways)}" if ways else ""
    return text


def _places(metric: Metric, rungs: Sequence[MovedRung], words: Wording) -> tuple[str, str, str]:
    """Name the line-ups in which a metric goes up, in which down, and in which that is open."""
    places = sides_in_words({rung.label: rung.move(metric.name) for rung in rungs}, words)
    return places.get(Move.UP, ""), places.get(Move.DOWN, ""), places.get(Move.OPEN, "")
