"""Numbers and names as people write them; plain text, used in sentences and by the report alike."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rajas_sim.analysis.estimate import Estimate

_ORDINALS = {1: "start", 2: "second", 3: "third", 4: "fourth"}


def percent(share: float, digits: int = 1) -> str:
    """Write a share as a percentage.

    >>> percent(0.2714)
    '27.1 %'
    """
    return f"{_fixed(100 * share, digits)} %" if math.isfinite(share) else "not known"


def percent_range(low: float, high: float, digits: int = 1) -> str:
    """Write an interval of shares without repeating the sign.

    >>> percent_range(0.2641, 0.2777)
    '26.4 to 27.8'
    """
    return f"{_fixed(100 * low, digits)} to {_fixed(100 * high, digits)}"


def points(share: float, digits: int = 1) -> str:
    """Write a difference of shares in percentage points, without its sign.

    >>> points(-0.021), points(0.02)
    ('2.1 points', '2.0 points')
    """
    return f"{_fixed(abs(100 * share), digits)} points"


def signed_points(share: float, digits: int = 1) -> str:
    """Write a difference of shares in percentage points with its sign.

    >>> signed_points(0.021), signed_points(-0.021), signed_points(0.0)
    ('+2.1 points', '\u22122.1 points', '0.0 points')
    """
    text = _fixed(100 * share, digits)
    return f"{'+' if share > 0 and text.strip('0.') else ''}{text} points"


def tolerance_points(tolerance: float) -> str:
    """Write a tolerance in percentage points, as short as it can be.

    >>> tolerance_points(0.02), tolerance_points(0.01), tolerance_points(0.025)
    ('2 points', '1 point', '2.5 points')
    """
    text = f"{100 * tolerance:g}"
    return f"{text} point" if text == "1" else f"{text} points"


def number(value: float, digits: int = 2) -> str:
    """Write a number with thousands separators and a fixed number of digits."""
    return f"{_fixed(value, digits)}" if math.isfinite(value) else "not known"


def whole(value: int) -> str:
    """Write a whole number with thousands separators.

    >>> whole(10000)
    '10,000'
    """
    return f"{value:,d}"


def counted(value: int, noun: str) -> str:
    """Write a count and its noun in the right number.

    >>> counted(1, "block"), counted(2000, "block")
    ('1 block', '2,000 blocks')
    """
    return f"{whole(value)} {noun}" if value == 1 else f"{whole(value)} {noun}s"


def share_text(estimate: Estimate, digits: int = 1) -> str:
    """Write a share with its interval.

    A share too small for the digits gets more of them, so that a rare event does not read as one that never
    happens.
    """
    smallest = min((abs(v) for v in (estimate.value, estimate.high) if v > 0), default=1.0)
    if smallest < 0.5 * 10.0 ** (-2 - digits):
        digits = min(4, math.ceil(-math.log10(100 * smallest)))
    if not estimate.has_interval:
        return f"{percent(estimate.value, digits)} (no interval)"
    return f"{percent(estimate.value, digits)} ({percent_range(estimate.low, estimate.high, digits)})"


def mean_text(estimate: Estimate, digits: int | None = None) -> str:
    """Write a mean with its interval; two digits by default, from 20 on one, from 1,000 on none."""
    if digits is None:
        digits = 2 if abs(estimate.value) < 20 else 1 if abs(estimate.value) < 1000 else 0
    if not estimate.has_interval:
        return f"{number(estimate.value, digits)} (no interval)"
    return f"{number(estimate.value, digits)} ({number(estimate.low, digits)} to {number(estimate.high, digits)})"


def the_player(position: int, players: int) -> str:
    """Name who sits at a position.

    >>> the_player(1, 4), the_player(2, 2), the_player(4, 4)
    ('the start player', 'the second player', 'the last player')
    """
    if position == players > 2:
        return "the last player"
    return f"the {_ORDINALS.get(position, f'player at position {position}')} player".replace(" player player", " player")


def position_label(position: int) -> str:
    """Label a position on an axis or in a table.

    >>> position_label(1), position_label(2)
    ('1 (start)', '2')
    """
    return f"{position} (start)" if position == 1 else str(position)


def human(name: str) -> str:
    """Turn a lower_snake_case word of the game into one for people.

    >>> human("outer_terrace_3"), human("great_mogul")
    ('Outer terrace 3', 'Great mogul')
    """
    text = name.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def duration(minutes: float) -> str:
    """Write a time for a person who waits.

    >>> duration(0.2), duration(1.2), duration(42.4), duration(300.0)
    ('less than a minute', '1 minute', '42 minutes', '5 hours')
    """
    if minutes < 0.75:
        return "less than a minute"
    if minutes < 90:
        return counted(max(1, round(minutes)), "minute")
    return counted(round(minutes / 60), "hour")


def listed(words: Sequence[str]) -> str:
    """Join words as in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _fixed(value: float, digits: int) -> str:
    text = f"{value:,.{digits}f}"
    return text.lstrip("-") if float(text.replace(",", "")) == 0 else text.replace("-", "\N{MINUS SIGN}")
