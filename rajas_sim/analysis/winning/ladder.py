"""Whether what holds for the start player holds in each of several line-ups.

If each line-up is one strategy that plays against itself, the line-ups are the rungs of a ladder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.formatting import capitalised, listed, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage, seat_moments


class Side(StrEnum):
    """On which side of a value, such as an even share, an interval lies."""

    LESS = "less"
    MORE = "more"
    UNDECIDED = "undecided"


def side_of(estimate: Estimate, value: float) -> Side:
    """Say on which side of a value the interval lies; undecided if it includes the value, or does not exist."""
    if not estimate.excludes(value):
        return Side.UNDECIDED
    return Side.LESS if estimate.value < value else Side.MORE


@dataclass(frozen=True, slots=True)
class Wording:
    """How sentences speak of several line-ups.

    Attributes
    ----------
    noun, nouns, preposition
        Words for one and for several line-ups, and the preposition before them.
    before_labels
        Words before the labels of some line-ups.
    differing_noun
        What differs between the line-ups.
    is_ordered
        Whether the order of the line-ups means something, from the weakest to the strongest.
    """

    noun: str
    nouns: str
    preposition: str
    before_labels: str
    differing_noun: str
    is_ordered: bool

    @property
    def everywhere(self) -> str:
        """Words for all line-ups: "at every strength"."""
        return f"{self.preposition} every {self.noun}"

    @property
    def somewhere(self) -> str:
        """Words for some line-ups: "at some strengths (at others that is undecided)"."""
        return f"{self.preposition} some {self.nouns} ({self.preposition} others that is undecided)"

    def where_text(self, labels: Sequence[str], all_labels: Sequence[str]) -> str:
        """Name some of the line-ups in order, as in "at every strength, from 'random' to 'strong'"; empty if there are none."""
        if not labels:
            return ""
        names = [f"'{label}'" for label in labels]
        if len(names) == len(all_labels):
            return f"{self.everywhere}, from {names[0]} to {names[-1]}" if self.is_ordered else self.everywhere
        first_index = all_labels.index(labels[0])
        is_unbroken = (
            self.is_ordered and len(labels) > 2 and list(all_labels[first_index : first_index + len(labels)]) == list(labels)
        )
        return f"{self.everywhere} from {names[0]} to {names[-1]}" if is_unbroken else f"{self.before_labels} {listed(names)}"

    def where_texts(self, sides: Mapping[str, Side]) -> dict[Side, str]:
        """Name the line-ups on each side, from the side of each in their order; a side without line-ups is empty."""
        return {side: self.where_text([label for label in sides if sides[label] is side], [*sides]) for side in Side}


LADDER = Wording("strength", "strengths", "at", "with", "strategy", is_ordered=True)
LINE_UPS = Wording("line-up", "line-ups", "in", "in", "line-up", is_ordered=False)


def wording(run: Run, players: int) -> Wording:
    """Return how sentences speak of the line-ups of a run."""
    return LADDER if run.is_ladder(players) else LINE_UPS


@dataclass(frozen=True, slots=True)
class Rung:
    """The start player in one line-up.

    Attributes
    ----------
    label
        The line-up: the strategy if one strategy plays every seat.
    share
        Expected win share of the start player; the intervals of all rungs of a ladder hold together.
    side
        On which side of an even share the interval lies.
    ruling
        The verdict about the seats in this line-up, from separate intervals.
    """

    label: str
    share: Estimate
    side: Side
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Ladder:
    """The start player in several line-ups with one player count.

    Attributes
    ----------
    arm
        The rule set in words; empty if there is only one.
    rungs
        In the order of the experiment; strategies are meant to be from the weakest to the strongest.
    wording
        How sentences speak of the line-ups.
    tolerance
        How far a win share may be from an even share and still be fair.
    """

    players: int
    arm: str
    rungs: tuple[Rung, ...]
    wording: Wording
    tolerance: float

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Where the start player wins less or more than an even share, where that is undecided, and the verdict if all agree.

        That every verdict is FAIR, or UNFAIR, needs no adjustment for several verdicts, since each of them must say so.
        """
        less, more, undecided = self.wording.where_texts({rung.label: rung.side for rung in self.rungs}).values()
        side_texts = [f"{side} than an even share {where}" for side, where in (("less", less), ("more", more)) if where]
        if side_texts:
            sentences = [f"the start player wins {', and '.join(side_texts)}", *([f"Undecided {undecided}"] if undecided else [])]
        else:
            sentences = [f"the start player may win less or more than an even share: undecided {undecided}"]
        rulings, everywhere = {rung.ruling for rung in self.rungs}, capitalised(self.wording.everywhere)
        uneven_labels = [f"'{rung.label}'" for rung in self.rungs if rung.ruling in (Ruling.UNFAIR, Ruling.UNEVEN)]
        if uneven_labels and not side_texts and rulings != {Ruling.UNFAIR}:
            sentences.append(f"Judged alone, {listed(uneven_labels)} would be uneven")
        if rulings == {Ruling.FAIR}:
            sentences.append(f"{everywhere} the seats are FAIR within {tolerance_points(self.tolerance)}")
        if rulings == {Ruling.UNFAIR}:
            sentences.append(f"{everywhere} the seats are UNFAIR by more than {tolerance_points(self.tolerance)}")
        qualifier, shares = f"rules {self.arm}" if self.arm else "", (rung.share for rung in self.rungs)
        return (Finding.about(self.players, "ladder", ". ".join(sentences), *shares, qualifier=qualifier),)


def ladder(run: Run, seat_advantages: Sequence[SeatAdvantage]) -> Ladder:
    """Estimate the start player's win share in every line-up.

    Intervals are as in `rajas_sim.analysis.winning.seats.seat_advantage`, but simultaneous over the line-ups (Bonferroni) instead
    of the seats: at the level 1 - alpha, the chance of a false "less" or "more" for any line-up is at most alpha. Line-ups share
    their luck, which Bonferroni allows.

    Parameters
    ----------
    seat_advantages
        The win shares by seat of one player count and rule set, one for each line-up.
    """
    rungs = []
    for advantage in seat_advantages:
        group = advantage.group
        moments, method = seat_moments(run, group).table()[:1], run.share_method(group.players, group.line_ups)
        (share,) = share_estimates(
            ["win_share.position_1"], moments, level=run.level, comparisons=len(seat_advantages), method=method
        )
        rungs.append(Rung(group.label, share, side_of(share, advantage.even_share), advantage.verdict.ruling))
    players, arm = seat_advantages[0].players, seat_advantages[0].group.arm
    rules = run.title_in_sentence(arm) if len(run.arms) > 1 else ""
    return Ladder(players, rules, tuple(rungs), wording(run, players), run.tolerance)
