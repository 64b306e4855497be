"""Whether what holds of the start player holds in each of several line-ups.

Where each is one strategy that plays against itself, they are the rungs of a ladder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from rajas_sim.analysis.formatting import listed, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage, seat_moments

K = TypeVar("K")


class Side(StrEnum):
    """On which side of an even share the start player's is shown to lie."""

    LESS = "less"
    MORE = "more"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Wording:
    """How sentences speak of several line-ups.

    Attributes
    ----------
    noun, preposition
        What one is, and what stands before it.
    differing
        What differs between them.
    is_ordered
        Whether their order means something, from the weakest to the strongest.
    """

    noun: str
    preposition: str
    differing: str
    is_ordered: bool

    def where(self, labels: Sequence[str], among: Sequence[str]) -> str:
        """Name some of them, in their order, as in "on every rung, from 'random' to 'strong'"; nothing if there are none."""
        names, every = [f"'{label}'" for label in labels], f"{self.preposition} every {self.noun}"
        if not names:
            return ""
        if len(names) == len(among):
            return f"{every}, from {names[0]} to {names[-1]}" if self.is_ordered else every
        first = among.index(labels[0])
        is_stretch = self.is_ordered and len(labels) > 2 and list(among[first : first + len(labels)]) == list(labels)
        return f"{every} from {names[0]} to {names[-1]}" if is_stretch else f"{self.preposition} {listed(names)}"


LADDER = Wording("rung", "on", "strategy", is_ordered=True)
LINE_UPS = Wording("line-up", "in", "line-up", is_ordered=False)


def wording(run: Run, players: int) -> Wording:
    """Return how sentences speak of the line-ups of which a run asks."""
    return LADDER if run.is_ladder(players) else LINE_UPS


@dataclass(frozen=True, slots=True)
class Rung:
    """The start player in one line-up.

    Attributes
    ----------
    label
        The line-up: the strategy where one plays every seat.
    share
        Expected win share of the start player; the intervals of all rungs of a ladder hold together.
    side
        What this interval shows.
    ruling
        The verdict about the seats of this rung, by intervals of its own.
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
    rungs
        In the order of the experiment; of strategies, from the weakest to the strongest as it is meant.
    wording
        How sentences speak of them.
    tolerance
        How far a win share may be from even and still be fair.
    sentence
        Where the start player wins less or more than an even share, and where that is open; without its full stop.
    """

    players: int
    rungs: tuple[Rung, ...]
    wording: Wording
    tolerance: float
    sentence: str

    @property
    def even_share(self) -> float:
        """Win share of each seat if all are equal."""
        return 1.0 / self.players


def ladder(run: Run, verdicts: Sequence[SeatAdvantage]) -> Ladder:
    """Estimate the start player's win share in every line-up, and say what holds over them.

    Intervals as in `rajas_sim.analysis.winning.seats.seat_advantage`, but simultaneous over the line-ups (Bonferroni) instead of
    the seats: at the level 1 - alpha the chance that the sentence says less or more of any of them falsely is at most alpha. They
    share their luck, which Bonferroni allows.

    Parameters
    ----------
    verdicts
        The verdicts about the seats of one player count and rule set, one a line-up.
    """
    rungs = []
    for advantage in verdicts:
        group = advantage.group
        (share,) = share_estimates(
            ["win_share.position_1"],
            seat_moments(run, group).table()[:1],
            level=run.level,
            comparisons=len(verdicts),
            method=run.share_method(group.players, group.line_ups),
        )
        rungs.append(Rung(group.label, share, side_of(share, advantage.even_share), advantage.verdict.ruling))
    players, arm = verdicts[0].players, verdicts[0].group.arm
    rules = f" (rules {run.spoken(arm)})" if len(run.arms) > 1 else ""
    words = wording(run, players)
    return Ladder(players, tuple(rungs), words, run.tolerance, sentence_of(players, rungs, words, run.tolerance, rules))


def side_of(share: Estimate, even: float) -> Side:
    """Say on which side of an even share an interval lies."""
    if not share.excludes(even):
        return Side.OPEN
    return Side.LESS if share.value < even else Side.MORE


def sentence_of(players: int, rungs: Sequence[Rung], words: Wording, tolerance: float, rules: str = "") -> str:
    """Say what holds over several line-ups, in a sentence without full stop; `rules` is set after "With 4 players".

    That every verdict is FAIR, or UNFAIR, needs no adjustment for several, since each of them must say so.
    """
    start = f"With {players} players{rules}"
    places = sides_in_words({rung.label: rung.side for rung in rungs}, words)
    less, more, still_open = (places.get(side, "") for side in Side)
    if less and more:
        text = f"{start} the answer depends on the {words.differing}: the start player wins less than an even share {less}"
        text += f", and more {more}"
    elif less or more:
        text = f"{start} the start player wins {'less' if less else 'more'} than an even share {less or more}"
    else:
        text = f"{start} it is open {still_open}, whether the start player wins less or more than an even share"
    if still_open and (less or more):
        text += f"; {still_open} it is open"
    rulings, every = {rung.ruling for rung in rungs}, f"{words.preposition} every {words.noun}"
    limit, alone = tolerance_points(tolerance), [f"'{r.label}'" for r in rungs if r.ruling in (Ruling.UNFAIR, Ruling.UNEVEN)]
    if alone and not (less or more) and rulings != {Ruling.UNFAIR}:
        text += f"; judged alone, {listed(alone)} would be uneven"
    if rulings == {Ruling.FAIR}:
        text += f"; {every} the seats are FAIR within {limit}"
    if rulings == {Ruling.UNFAIR}:
        text += f"; {every} the seats are UNFAIR by more than {limit}"
    return text


def sides_in_words(sides: Mapping[str, K], words: Wording) -> dict[K, str]:
    """Name the line-ups on each side, given the side of each in their order; sides on which there is none are left out."""
    found: dict[K, list[str]] = {}
    for label, side in sides.items():
        found.setdefault(side, []).append(label)
    return {side: words.where(labels, [*sides]) for side, labels in found.items()}
