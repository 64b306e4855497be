"""Whether what holds of the start player holds on every rung of a ladder of strategies, each of which plays against itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rajas_sim.analysis.formatting import listed, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage, seat_moments


class Side(StrEnum):
    """On which side of an even share the start player's is shown to lie."""

    LESS = "less"
    MORE = "more"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Rung:
    """The start player where one strategy plays every seat.

    Attributes
    ----------
    label
        The strategy.
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
    """The start player along a ladder of strategies with one player count.

    Attributes
    ----------
    rungs
        In the order of the experiment, from the weakest strategy to the strongest as it is meant.
    tolerance
        How far a win share may be from even and still be fair.
    sentence
        On which rungs the start player wins less or more than an even share, and on which that is open; without its full stop.
    """

    players: int
    rungs: tuple[Rung, ...]
    tolerance: float
    sentence: str

    @property
    def even_share(self) -> float:
        """Win share of each seat if all are equal."""
        return 1.0 / self.players


def ladder(run: Run, verdicts: Sequence[SeatAdvantage]) -> Ladder:
    """Estimate the start player's win share on every rung, and say what holds along the ladder.

    Intervals as in `rajas_sim.analysis.winning.seats.seat_advantage`, but simultaneous over the rungs (Bonferroni) instead of the
    seats: at the level 1 - alpha the chance that the sentence says less or more of any rung falsely is at most alpha. Rungs share
    their luck, which Bonferroni allows.

    Parameters
    ----------
    verdicts
        The verdicts about the seats of one player count and rule set, one a rung.
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
        label = run.rungs(group.players)[group.line_ups[0]]
        rungs.append(Rung(label, share, side_of(share, advantage.even_share), advantage.verdict.ruling))
    players, arm = verdicts[0].players, verdicts[0].group.arm
    rules = f" (rules {run.spoken(arm)})" if len(run.arms) > 1 else ""
    return Ladder(players, tuple(rungs), run.tolerance, sentence_of(players, rungs, run.tolerance, rules))


def side_of(share: Estimate, even: float) -> Side:
    """Say on which side of an even share an interval lies."""
    if not share.excludes(even):
        return Side.OPEN
    return Side.LESS if share.value < even else Side.MORE


def sentence_of(players: int, rungs: Sequence[Rung], tolerance: float, rules: str = "") -> str:
    """Say what holds along a ladder, in a sentence without full stop; `rules` is set after "With 4 players".

    That every verdict is FAIR, or UNFAIR, needs no adjustment for several, since each of them must say so.
    """
    start = f"With {players} players{rules}"
    less, more, still_open = (_on(rungs, side) for side in Side)
    if less and more:
        text = (
            f"{start} the answer depends on the strategy: the start player wins less than an even share {less}, and more {more}"
        )
    elif less or more:
        text = f"{start} the start player wins {'less' if less else 'more'} than an even share {less or more}"
    else:
        text = f"{start} it is open {still_open}, whether the start player wins less or more than an even share"
    if still_open and (less or more):
        text += f"; {still_open} it is open"
    rulings = {rung.ruling for rung in rungs}
    limit = tolerance_points(tolerance)
    if rulings == {Ruling.FAIR}:
        text += f"; on every rung the seats are FAIR within {limit}"
    if rulings == {Ruling.UNFAIR}:
        text += f"; on every rung the seats are UNFAIR by more than {limit}"
    return text


def _on(rungs: Sequence[Rung], side: Side) -> str:
    """Say on which rungs there is this side; nothing if on none."""
    places = [i for i, rung in enumerate(rungs) if rung.side is side]
    names = [f"'{rungs[i].label}'" for i in places]
    if not places:
        return ""
    if len(places) == len(rungs):
        return f"on every rung, from {names[0]} to {names[-1]}"
    is_stretch = len(places) > 2 and places[-1] - places[0] == len(places) - 1
    return f"on every rung from {names[0]} to {names[-1]}" if is_stretch else f"on {listed(names)}"
