"""Numbers, values of the rules and positions as plain text, for sentences, tables and figures.

`rajas_sim.analysis.reading.names` writes the words of a game.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal

from rajas_sim.analysis.statistics.estimate import Estimate

FEWEST_BLOCKS_SHOWN = 5
"""With fewer blocks a mean is shown with their number instead of an interval, which would be too wide to be useful."""
TOO_WIDE = 0.6
"""An interval of a share that is wider says next to nothing: the games are too few to tell."""
_ORDINALS = {1: "start", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}


def percent(share: float, digits: int = 1) -> str:
    """Write a share as a percentage, and not-a-number as "not known".

    >>> percent(0.2714)
    '27.1 %'
    """
    return f"{_fixed_digits_text(100 * share, digits)} %" if math.isfinite(share) else "not known"


def percent_range(low: float, high: float, digits: int = 1) -> str:
    """Write the ends of an interval of shares in per cent, without the sign.

    >>> percent_range(0.2641, 0.2777)
    '26.4 to 27.8'
    """
    return f"{_fixed_digits_text(100 * low, digits)} to {_fixed_digits_text(100 * high, digits)}"


def points(share: float) -> str:
    """Write a difference of shares in percentage points, without its sign.

    >>> points(-0.021), points(0.02)
    ('2.1 points', '2.0 points')
    """
    return f"{_fixed_digits_text(abs(100 * share), 1)} points"


def signed_points(share: float) -> str:
    """Write a difference of shares in percentage points with its sign.

    >>> signed_points(0.021), signed_points(-0.021), signed_points(0.0)
    ('+2.1 points', '\u22122.1 points', '0.0 points')
    """
    return f"{signed(100 * share, 1)} points"


def signed(value: float, digits: int = 2) -> str:
    """Write a number with its sign; a number that is rounded to 0 has none.

    >>> signed(0.424), signed(-3.0, 1), signed(0.001)
    ('+0.42', '\u22123.0', '0.00')
    """
    text = _fixed_digits_text(value, digits)
    return f"{'+' if value > 0 and text.strip('0.,') else ''}{text}"


def with_minus_signs(text: str) -> str:
    """Write negative numbers in a text with a minus sign, as `minus` does on pages.

    >>> with_minus_signs("money -1 (overlap -3), seats 1-2")
    'money \u22121 (overlap \u22123), seats 1-2'
    """
    return re.sub(r"(^|[\s=(])-(?=\d)", "\\1\N{MINUS SIGN}", text)


def tolerance_points(tolerance: float) -> str:
    """Write a tolerance in percentage points, with as few digits as possible.

    >>> tolerance_points(0.02), tolerance_points(0.01), tolerance_points(0.025)
    ('2 points', '1 point', '2.5 points')
    """
    text = f"{100 * tolerance:g}"
    return f"{text} point" if text == "1" else f"{text} points"


def number(value: float, digits: int = 2) -> str:
    """Write a number with thousands separators and a fixed number of decimals; one that is not finite is "not known"."""
    return _fixed_digits_text(value, digits) if math.isfinite(value) else "not known"


def amount_text(value: float) -> str:
    """Write an amount such as fame or overlap, without decimals if it is a whole number, else with one.

    >>> amount_text(-3.0), amount_text(2.5)
    ('\u22123', '2.5')
    """
    return number(value, 0 if float(value).is_integer() else 1)


def duration_text(seconds: float) -> str:
    """Write how long something takes, only as exactly as people plan.

    >>> duration_text(0.4), duration_text(75), duration_text(5400), duration_text(400_000)
    ('1 s', '75 s', '90 minutes', '4.6 days')
    """
    units = ((100.0, 1.0, "s", 0), (6000.0, 60.0, "minutes", 0), (172_800.0, 3600.0, "hours", 1))
    for limit, seconds_per_unit, unit, digits in units:
        if seconds < limit:
            return f"{max(seconds / seconds_per_unit, 1.0):,.{digits}f} {unit}"
    return f"{seconds / 86_400:,.1f} days"


def counted(value: int, noun: str) -> str:
    """Write a count and its noun, singular or plural.

    >>> counted(1, "block"), counted(2000, "block")
    ('1 block', '2,000 blocks')
    """
    return f"{value:,} {noun}{'' if value == 1 else 's'}"


def share_text(estimate: Estimate) -> str:
    """Write a share with its interval.

    A share too small for one digit gets more of them, so that a rare event does not read as 0 %.

    >>> share_text(Estimate("win", 2 / 3, 0.09, 0.99, 0.95, 3, "exact"))
    '66.7 % (9.0 to 99.0)'
    """
    smallest = min((share for share in (estimate.value, estimate.high) if share > 0), default=1.0)
    # With one digit, a share below 0.0005 reads as 0.0 %.
    digits = min(4, math.ceil(-math.log10(100 * smallest))) if smallest < 0.0005 else 1
    if not estimate.has_interval:
        return f"{percent(estimate.value, digits)} (no interval)"
    digits = _distinguishing_digits(100 * estimate.low, 100 * estimate.high, digits)
    return f"{percent(estimate.value, digits)} ({percent_range(estimate.low, estimate.high, digits)})"


def is_interval_too_wide(estimate: Estimate) -> bool:
    """Say whether the interval of a share is wider than `TOO_WIDE`."""
    return estimate.has_interval and estimate.high - estimate.low > TOO_WIDE


def part_text(estimate: Estimate) -> str:
    """Write a part of a variance with its interval in whole per cent, limited to 0 and 100.

    >>> part_text(Estimate("index", 0.44, 0.38, 0.502, 0.95, 60, "t"))
    '44 % (38 to 50)'
    >>> part_text(Estimate("index", -0.02, -0.17, 0.13, 0.95, 60, "t"))
    'at most 13 %'
    """
    if math.isnan(estimate.value):
        return percent(estimate.value)
    part = estimate.clipped(0.0, 1.0)
    value, low, high = part.value, part.low, part.high
    if value == 0.0 < high:
        return f"at most {percent(high, 0)}"
    return f"{percent(value, 0)} ({percent_range(low, high, 0)})"


def mean_text(estimate: Estimate, digits: int | None = None) -> str:
    """Write a mean with its interval; with two decimals by default, one from 20 on, none from 1,000 on.

    >>> mean_text(Estimate("mean", 3.0, -1372.0, 1378.0, 0.95, 2, "t over blocks"))
    '3.00 (only 2 blocks)'
    >>> mean_text(Estimate("mean", 16.0, 16.0, 16.0, 0.95, 1200, "t over blocks"))
    '16.00 (in all 1,200 blocks)'
    """
    if digits is None:
        digits = 2 if abs(estimate.value) < 20 else 1 if abs(estimate.value) < 1000 else 0
    if not estimate.has_interval:
        return f"{number(estimate.value, digits)} (no interval)"
    if estimate.n < FEWEST_BLOCKS_SHOWN:
        return f"{number(estimate.value, digits)} (only {estimate.n} blocks)"
    if math.isclose(estimate.low, estimate.high, rel_tol=1e-9):
        return f"{number(estimate.value, digits)} (in all {estimate.n:,} blocks)"
    digits = _distinguishing_digits(estimate.low, estimate.high, digits)
    return f"{number(estimate.value, digits)} ({number(estimate.low, digits)} to {number(estimate.high, digits)})"


def percentile_text(estimate: Estimate) -> str:
    """Write a percentile with its interval, one end of which may be open.

    >>> percentile_text(Estimate("fame.p50", 2.5, 2.0, 3.0, 0.95, 60, "inverted"))
    '2.5 (2 to 3)'
    >>> percentile_text(Estimate("fame.p99", 41.0, 39.0, math.inf, 0.95, 60, "inverted"))
    '41 (39 or more)'
    """
    low, high = estimate.low, estimate.high
    if math.isfinite(low) and math.isfinite(high):
        ends_text = f"{amount_text(low)} to {amount_text(high)}"
    elif math.isfinite(low):
        ends_text = f"{amount_text(low)} or more"
    else:
        ends_text = f"{amount_text(high)} or less" if math.isfinite(high) else "no interval"
    return f"{amount_text(estimate.value)} ({ends_text})"


def rating_text(estimate: Estimate) -> str:
    """Write a rating with its sign and interval, one end of which may be open; the rating itself may be infinite.

    >>> rating_text(Estimate("rating.a", 126.1, 119.8, 132.2, 0.95, 60, "bootstrap"))
    '+126 (+120 to +132)'
    >>> rating_text(Estimate("rating.b", -1243.0, -math.inf, -1003.4, 0.95, 60, "bootstrap"))
    '\u22121,003 or less'
    """
    if math.isinf(estimate.low) and math.isfinite(estimate.high):
        return f"{signed(estimate.high, 0)} or less"
    if math.isinf(estimate.high) and math.isfinite(estimate.low):
        return f"{signed(estimate.low, 0)} or more"
    if not math.isfinite(estimate.value):
        return f"beyond {'the others' if estimate.value > 0 else 'all others'} (no interval)"
    if not estimate.has_interval:
        return f"{signed(estimate.value, 0)} (no interval)"
    return f"{signed(estimate.value, 0)} ({signed(estimate.low, 0)} to {signed(estimate.high, 0)})"


def rating_gap_text(estimate: Estimate) -> str:
    """Write by how many rating points one strategy is above another; the upper end may be open.

    >>> rating_gap_text(Estimate("rating.behind.b", 146.3, 133.6, 159.4, 0.95, 60, "bootstrap"))
    '146 rating points (134 to 159)'
    >>> rating_gap_text(Estimate("rating.behind.b", 1361.0, 1161.2, math.inf, 0.95, 60, "bootstrap"))
    '1,161 rating points or more'
    """
    if math.isinf(estimate.high):
        return f"{number(estimate.low, 0)} rating points or more"
    digits = 0 if abs(estimate.low) >= 0.5 else 1  # a gap that is certain does not read as one of 0
    value, low, high = (number(x, digits) for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} rating points ({low} to {high})"


def estimate_text(estimate: Estimate, *, is_share: bool) -> str:
    """Write an estimate with its interval: a share as in `share_text`, any other mean as in `mean_text`."""
    return share_text(estimate) if is_share else mean_text(estimate)


def difference_text(estimate: Estimate, *, is_share: bool) -> str:
    """Write a difference with its sign and interval: of shares in percentage points, of means as in `mean_text`.

    >>> difference_text(Estimate("change", -0.012, -0.03, 0.006, 0.95, 400, "t"), is_share=True)
    '\u22121.2 points (\u22123.0 to +0.6)'

    If the interval excludes 0, it gets as many digits as it takes to show that.

    >>> difference_text(Estimate("change", 0.23, 0.0031, 0.46, 0.95, 400, "t"), is_share=False)
    '+0.230 (+0.003 to +0.460)'
    """
    scale, unit = (100.0, " points") if is_share else (1.0, "")
    value, low, high = (scale * x for x in (estimate.value, estimate.low, estimate.high))
    largest = max((abs(x) for x in (value, low, high) if math.isfinite(x)), default=0.0)
    digits = 1 if is_share or largest >= 20 else 2
    if estimate.excludes(0.0):
        while digits < 4 and min(abs(low), abs(high)) < 0.5 * 10.0**-digits:
            digits += 1
    if not estimate.has_interval:
        return f"{signed(value, digits)}{unit} (no interval)"
    return f"{signed(value, digits)}{unit} ({signed(low, digits)} to {signed(high, digits)})"


def distance_text(estimate: Estimate, *, is_share: bool) -> str:
    """Write how far two numbers lie apart: shares in percentage points, means as in `mean_text`.

    An estimate, such as that of what a choice costs, may lie below 0 by chance.

    >>> distance_text(Estimate("distance", 0.012, 0.0, 0.03, 0.95, 400, "t"), is_share=True)
    '1.2 points (0.0 to 3.0)'
    >>> distance_text(Estimate("loss", -0.09, -0.183, 0.003, 0.95, 400, "t"), is_share=True)
    '\u22129.0 points (\u221218.3 to 0.3)'
    >>> distance_text(Estimate("deviation", 0.0304, 0.0, math.inf, 0.95, 5, "bootstrap"), is_share=True)
    '3.0 points (no interval)'
    """
    if not is_share:
        return mean_text(estimate)
    ends_text = percent_range(estimate.low, estimate.high) if estimate.has_interval else "no interval"
    return f"{_fixed_digits_text(100 * estimate.value, 1)} points ({ends_text})"


def saving_text(design_effect: Estimate) -> str:
    """Say what playing both sides under the same luck saved.

    The design effect is the variance of their difference, divided by what it would be with separate luck.

    >>> saving_text(Estimate("pairing", 0.69, 0.62, 0.76, 0.95, 400, "t"))
    'pairing saved 31 % of the games (24 to 38)'
    >>> saving_text(Estimate("pairing", 1.06, 1.02, 1.1, 0.95, 400, "t"))
    'pairing cost 6 % more games (2 to 10)'
    >>> saving_text(Estimate("pairing", 0.99, 0.93, 1.05, 0.95, 400, "t"))
    'it is undecided whether pairing saved games (\u22125 % to +7 %)'
    """
    saved, least, most = (100.0 * (1.0 - x) for x in (design_effect.value, design_effect.high, design_effect.low))
    if least > 0:
        return f"pairing saved {number(saved, 0)} % of the games ({number(least, 0)} to {number(most, 0)})"
    if most < 0:
        return f"pairing cost {number(-saved, 0)} % more games ({number(-most, 0)} to {number(-least, 0)})"
    return f"it is undecided whether pairing saved games ({signed(least, 0)} % to {signed(most, 0)} %)"


def in_words(value: object) -> str:
    """Write a name or a value of the rules as people do: without underscores, lists with slashes.

    >>> in_words("one_a_round"), in_words([3, 4.0, 5]), in_words(2.5), in_words(True)
    ('one a round', '3/4/5', '2.5', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}".replace("-", "\N{MINUS SIGN}")
    if isinstance(value, int):
        return str(value).replace("-", "\N{MINUS SIGN}")
    if isinstance(value, list | tuple):
        return "/".join(in_words(v) for v in value)
    return str(value).replace("_", " ")


def the_player(position: int, players: int) -> str:
    """Name the player at a position, counted from 1 in turn order.

    >>> the_player(1, 4), the_player(2, 2), the_player(4, 4), the_player(4, 5)
    ('the start player', 'the second player', 'the last player', 'the fourth player')
    >>> the_player(7, 8)
    'the player at position 7'
    """
    if position == players > 2:
        return "the last player"
    return f"the {_ORDINALS[position]} player" if position in _ORDINALS else f"the player at position {position}"


def position_label(position: int) -> str:
    """Label a position on an axis or in a table.

    >>> position_label(1), position_label(2)
    ('1 (start)', '2')
    """
    return f"{position} (start)" if position == 1 else str(position)


def capitalised(text: str) -> str:
    """Write a text with a capital at the beginning, and leave the rest as it is.

    >>> capitalised("number of NPCs")
    'Number of NPCs'
    """
    return text[:1].upper() + text[1:]


def listed(texts: Sequence[str], joined_by: str = "and") -> str:
    """Join texts as in a sentence; empty without texts.

    >>> listed(["a"]), listed(["a", "b", "c"]), listed(["a", "b"], "or")
    ('a', 'a, b and c', 'a or b')
    """
    return f" {joined_by} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def first_few(texts: Sequence[str], most: int = 12) -> list[str]:
    """Return as many texts as a sentence has room for; if some are left out, the last text says how many.

    >>> first_few(["a", "b", "c"], 3), first_few(["a", "b", "c", "d"], 3)
    (['a', 'b', 'c'], ['a', 'b', '2 more'])
    """
    return [*texts] if len(texts) <= most else [*texts[: most - 1], f"{len(texts) - most + 1} more"]


def _distinguishing_digits(low: float, high: float, digits: int) -> int:
    """Return `digits`, or up to two more if the ends of an interval would otherwise read as one number."""
    most = digits + 2
    while digits < most and high - low > 1e-9 and _fixed_digits_text(low, digits) == _fixed_digits_text(high, digits):
        digits += 1
    return digits


def _fixed_digits_text(value: float, digits: int) -> str:
    # Floating-point noise must not decide how a half is rounded: 72.75 and 27.25 would otherwise both be rounded up.
    text = f"{Decimal(str(round(value, 9))):,.{digits}f}"
    return text.lstrip("-") if float(text.replace(",", "")) == 0 else text.replace("-", "\N{MINUS SIGN}")
