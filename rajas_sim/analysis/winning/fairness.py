"""The verdict about the seats: FAIR, UNFAIR or UNDECIDED, its sentence, and how many more blocks would decide.

`judge` defines the three words.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass

from rajas_sim.analysis.formatting import counted, duration, percent, percent_range, points, the_player, tolerance_points
from rajas_sim.analysis.statistics.estimate import SAME_SHARE, Estimate

MOST_TIMES_MORE = 1000.0
"""Beyond this many times the present blocks, a forecast says that no reasonable number would decide."""

FEW_BLOCKS = 100
"""With fewer blocks the estimates are too loose to forecast from; the forecast then assumes that all seats are equal."""


class Ruling(enum.StrEnum):
    """What may be said about the seats, given a tolerance."""

    FAIR = "FAIR"
    UNFAIR = "UNFAIR"
    UNDECIDED = "UNDECIDED"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A ruling with its reason.

    Attributes
    ----------
    ruling
        FAIR, UNFAIR or UNDECIDED.
    position
        The position the sentence is about (1 = start player): the one farthest from an even share.
    difference
        Its win share minus the even share.
    tolerance
        Largest deviation that counts as fair.
    more_blocks
        For UNDECIDED: how many blocks more would decide if the estimates stayed as they are; ``None`` when
        that is more than `MOST_TIMES_MORE` times what was played, and for the other rulings.
    minutes
        How long these would take at the rate of the run; ``None`` when not known.
    sentence
        The verdict, without its full stop; a second sentence gives the start player where the first is about another seat.
    """

    ruling: Ruling
    position: int
    difference: float
    tolerance: float
    more_blocks: int | None
    minutes: float | None
    sentence: str


def judge(
    shares: Sequence[Estimate], tolerance: float, *, minutes_per_block: float | None = None, with_whom: str = ""
) -> Verdict:
    """Rule whether a game is fair to its seats.

    FAIR when the simultaneous interval of every position lies within the even share plus or minus the tolerance; UNFAIR when some
    position's interval excludes the even share and its estimate is beyond the tolerance; otherwise UNDECIDED.

    Parameters
    ----------
    shares
        Win share by position, position 1 first, with simultaneous intervals.
    tolerance
        Largest deviation from an even share that counts as fair, as a share (0.02 = 2 percentage points).
    minutes_per_block
        Time a further block of the whole run takes, for the forecast.
    with_whom
        Words set after "With 4 players", for example " (balanced)".

    Notes
    -----
    The intervals must be valid for the moment of looking: not for judging repeatedly while a run grows.
    """
    players = len(shares)
    even = 1.0 / players
    beyond = [p for p, s in enumerate(shares, 1) if s.excludes(even) and _is_beyond(s, even, tolerance)]
    if all(s.lies_within(even - tolerance - SAME_SHARE, even + tolerance + SAME_SHARE) for s in shares):
        ruling = Ruling.FAIR
    elif beyond:
        ruling = Ruling.UNFAIR
    else:
        ruling = Ruling.UNDECIDED
    position = farthest(shares, beyond)
    more = blocks_to_decide(shares, tolerance) if ruling is Ruling.UNDECIDED else None
    minutes = None if more is None or minutes_per_block is None else more * minutes_per_block
    share = shares[position - 1]
    sentence = _sentence(ruling, share, position, players, tolerance, with_whom) + _forecast(ruling, more, minutes)
    if position > 1:
        sentence += f". The start player wins {_size(shares[0])}"
    return Verdict(ruling, position, share.value - even, tolerance, more, minutes, sentence)


def farthest(shares: Sequence[Estimate], among: Sequence[int] = ()) -> int:
    """Find the position whose win share is farthest from an even one, among some positions or all.

    Of equals, as always with two players, it is the first: the start player is what people ask about.
    """
    even = 1.0 / len(shares)
    return max(among or range(1, len(shares) + 1), key=lambda p: round(abs(shares[p - 1].value - even), 12))


def blocks_to_decide(shares: Sequence[Estimate], tolerance: float) -> int | None:
    """Forecast how many more blocks turn UNDECIDED into a ruling.

    A forecast, not a promise: it takes the estimates to stay and the intervals to shrink as 1/sqrt(n). With fewer
    than `FEW_BLOCKS` blocks it tells how many would show a fair game to be fair. ``None`` when an estimate sits so
    near the tolerance that it would take more than `MOST_TIMES_MORE` times the blocks there are.
    """
    even = 1.0 / len(shares)
    n = min(s.n for s in shares)
    if n < FEW_BLOCKS:
        times = max(_times_more((s.high - s.low) / 2, tolerance) for s in shares)
        return max(1, math.ceil(n * (times - 1.0) - SAME_SHARE * n)) if math.isfinite(times) else None
    beyond = [s for s in shares if _is_beyond(s, even, tolerance)]
    if beyond:
        times = min(_times_more(s.value - s.low if s.value > even else s.high - s.value, abs(s.value - even)) for s in beyond)
    else:
        times = max(
            max(
                _times_more(s.high - s.value, even + tolerance - s.value),
                _times_more(s.value - s.low, s.value - even + tolerance),
            )
            for s in shares
        )
    return max(1, math.ceil(n * (times - 1.0) - SAME_SHARE * n)) if times <= MOST_TIMES_MORE else None


def _is_beyond(share: Estimate, even: float, tolerance: float) -> bool:
    return abs(share.value - even) > tolerance + SAME_SHARE


def _times_more(half_width: float, distance: float) -> float:
    """How many times as many blocks it takes to shrink half the width of an interval to a distance."""
    if not math.isfinite(half_width) or distance <= SAME_SHARE:
        return math.inf
    return (half_width / distance) ** 2


def _sentence(ruling: Ruling, share: Estimate, position: int, players: int, tolerance: float, with_whom: str) -> str:
    difference = share.value - 1.0 / players
    beside = "above" if difference >= 0 else "below"
    who, size, limit = the_player(position, players), _size(share), tolerance_points(tolerance)
    start = f"With {players} players{with_whom}"
    if ruling is Ruling.FAIR and players > 2:
        return (
            f"{start} no seat is more than {limit} from an even share; {who} is farthest, winning {size}, "
            f"{points(difference)} {beside} it: FAIR within {limit}"
        )
    what = f"{start} {who} wins {size}, {points(difference)} {beside} an even share"
    if ruling is Ruling.FAIR:
        return f"{what}: FAIR within {limit}"
    if ruling is Ruling.UNFAIR:
        return f"{what}: UNFAIR (not even, and the estimate is beyond the tolerance of {limit})"
    return f"{what}: UNDECIDED at {limit}"


def _size(share: Estimate) -> str:
    return f"{percent(share.value)} of games ({percent_range(share.low, share.high)})"


def _forecast(ruling: Ruling, more: int | None, minutes: float | None) -> str:
    if ruling is not Ruling.UNDECIDED:
        return ""
    if more is None:
        return "; the effect is so near the tolerance that no reasonable number of blocks would decide"
    time = "" if minutes is None else f" ({duration(minutes)} at the present rate)"
    return f"; about {counted(_rounded(more), 'more block')}{time} would decide"


def _rounded(count: int) -> int:
    """Round up to two significant digits: a forecast is no more exact than that."""
    step: int = 10 ** max(0, len(str(count)) - 2)
    return -(-count // step) * step
