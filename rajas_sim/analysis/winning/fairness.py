"""The verdict about the seats and its sentence: FAIR, UNFAIR, UNEVEN or UNDECIDED. `judge` defines the four words."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from rajas_sim.analysis.blocks_needed import blocks_to_narrow
from rajas_sim.analysis.formatting import (
    TOO_WIDE,
    counted,
    is_interval_too_wide,
    percent,
    percent_range,
    points,
    the_player,
    tolerance_points,
)
from rajas_sim.analysis.statistics.estimate import SAME_SHARE, Estimate


class Ruling(enum.StrEnum):
    """What may be said about the seats, given a tolerance."""

    FAIR = "FAIR"
    UNFAIR = "UNFAIR"
    UNEVEN = "UNEVEN"
    UNDECIDED = "UNDECIDED"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A ruling with its reason.

    Attributes
    ----------
    ruling
        FAIR, UNFAIR, UNEVEN or UNDECIDED.
    position
        The position that the sentence is about (1 = start player): the one farthest from an even share among those that show the
        ruling.
    difference
        Win share of this position minus the even share.
    tolerance
        Largest deviation that counts as fair.
    beyond
        All positions whose interval lies entirely beyond the tolerance.
    sentence
        The verdict as a sentence that begins with the start player, without its full stop.
    n_players
        Number of players.
    """

    ruling: Ruling
    position: int
    difference: float
    tolerance: float
    beyond: tuple[int, ...]
    sentence: str
    n_players: int

    @property
    def word(self) -> str:
        """The ruling, with the seat that it is about if it is ahead or behind, as in "UNFAIR: the start player behind"."""
        if self.ruling in (Ruling.FAIR, Ruling.UNDECIDED):
            return str(self.ruling)
        return f"{self.ruling}: {the_player(self.position, self.n_players)} {'ahead' if self.difference > 0 else 'behind'}"


def judge(shares: Sequence[Estimate], one_sided_shares: Sequence[Estimate], tolerance: float, *, qualifier: str = "") -> Verdict:
    """Rule whether a game is fair to its seats.

    It is FAIR if the intervals of all positions lie within the even share plus or minus the tolerance. It is UNFAIR if the
    interval of some position lies entirely beyond. It is UNEVEN if neither, but the interval of some position excludes an even
    share. Otherwise it is UNDECIDED. At the level 1 - alpha of `shares`, the chances of a false FAIR, of a false UNFAIR and of a
    false UNEVEN are at most alpha each.

    Parameters
    ----------
    shares
        Win share by position, position 1 first, with simultaneous intervals of level 1 - alpha. They show UNFAIR and UNEVEN.
    one_sided_shares
        The same with intervals whose ends each have the level 1 - alpha by themselves. They show FAIR: two one-sided tests at
        alpha for each position, not adjusted for several, since all must pass.
    tolerance
        Largest deviation from an even share that counts as fair, as a share (0.02 = 2 percentage points).
    qualifier
        Words after "With 4 players", for example " (balanced)".

    Notes
    -----
    The intervals must be valid at the moment of looking; to judge while a run grows, use those of confidence sequences.

    References
    ----------
    Schuirmann (1987), Journal of Pharmacokinetics and Biopharmaceutics 15; Berger (1982), Technometrics 24, for tests of which
    all must reject.
    """
    players = len(shares)
    even = 1.0 / players
    least, most = fair_shares(players, tolerance)
    beyond = [p for p, share in enumerate(shares, 1) if share.has_interval and (share.high < least or share.low > most)]
    uneven = [p for p, share in enumerate(shares, 1) if share.excludes(even)]
    if all(share.lies_within(least, most) for share in one_sided_shares):
        ruling, shown_by = Ruling.FAIR, []
    elif beyond:
        ruling, shown_by = Ruling.UNFAIR, beyond
    elif uneven:
        ruling, shown_by = Ruling.UNEVEN, uneven
    else:
        ruling, shown_by = Ruling.UNDECIDED, []
    position = farthest_position(shares, shown_by)
    share = shares[position - 1]
    if ruling is Ruling.UNDECIDED and any(map(is_interval_too_wide, shares)):
        sentence = f"With {players} players{qualifier}, {too_few_text(shares)}"
    else:
        sentence = f"With {players} players{qualifier}, {_verdict_text(ruling, shares, position, tolerance)}"
    return Verdict(ruling, position, share.value - even, tolerance, tuple(beyond), sentence, players)


def fair_shares(players: int, tolerance: float) -> tuple[float, float]:
    """Return the least and the largest fair win share, with room for rounding errors (`SAME_SHARE`)."""
    even = 1.0 / players
    return even - tolerance - SAME_SHARE, even + tolerance + SAME_SHARE


def farthest_position(shares: Sequence[Estimate], among: Sequence[int] = ()) -> int:
    """Find the position whose win share is farthest from an even share, among the given positions, or among all if none is given.

    If several are equally far, as always with two players, it is the first: the start player is what people ask about.
    """
    even = 1.0 / len(shares)
    return max(among or range(1, len(shares) + 1), key=lambda p: round(abs(shares[p - 1].value - even), 12))


def _verdict_text(ruling: Ruling, shares: Sequence[Estimate], position: int, tolerance: float) -> str:
    """Say what the start player wins, then the seat that the ruling is about, then the ruling."""
    players, tolerance_text = len(shares), tolerance_points(tolerance)
    difference = shares[position - 1].value - 1.0 / players
    seat_texts = [f"the start player wins {_share_of_games_text(shares[0])}"]
    if position > 1:
        seat_texts.append(f"{the_player(position, players)} {_share_of_games_text(shares[position - 1])}")
    shares_text = f"{', and '.join(seat_texts)}, {points(difference)} {'above' if difference >= 0 else 'below'} an even share"
    if ruling is Ruling.FAIR:
        return f"{shares_text}: FAIR within {tolerance_text}{', like every other seat' if players > 2 else ''}"
    if ruling is Ruling.UNFAIR:
        return f"{shares_text}: UNFAIR by more than {tolerance_text}"
    if ruling is Ruling.UNEVEN:
        return f"{shares_text}: UNEVEN; undecided whether by more than {tolerance_text}"
    return f"{shares_text}{f', the farthest of {players} seats' if players > 2 else ''}: UNDECIDED at {tolerance_text}"


def too_few_text(shares: Sequence[Estimate]) -> str:
    """Say that there are too few blocks for these shares, and how many would make all intervals half as wide as `TOO_WIDE`."""
    n = shares[0].n
    n_enough = max(blocks_to_narrow(share, TOO_WIDE / 4) for share in shares)
    return f"{counted(n, 'block')} {'is' if n == 1 else 'are'} too few to tell who wins how often; some {n_enough:,} would do"


def _share_of_games_text(share: Estimate) -> str:
    return f"{percent(share.value)} of games ({percent_range(share.low, share.high)})"
