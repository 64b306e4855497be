"""The verdict cards at the top of the page."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rajas_sim.analysis import PlayerCount, Ruling, SeatAdvantage
from rajas_sim.analysis.words import number, tolerance_points
from rajas_sim.report.phrases import basis, group_title, level_text, with_players
from rajas_sim.report.view import Card

_SIGNS = {Ruling.FAIR: "\u2713", Ruling.UNFAIR: "\u2715", Ruling.UNDECIDED: "?"}


def verdict_cards(found: Sequence[PlayerCount]) -> tuple[Card, ...]:
    """Make one card for every verdict about the seats."""
    return tuple(_card(advantage, len(count.seats) > 1) for count in found for advantage in count.seats)


def verdict_lead(found: Sequence[PlayerCount]) -> str:
    """Explain the three words once."""
    verdict = found[0].seats[0].verdict
    limit = tolerance_points(verdict.tolerance)
    level = level_text(found[0].seats[0].shares[0].level)
    return (
        f"FAIR: the intervals of all seats lie within {limit} of an even share. UNFAIR: some seat is beyond {limit} and "
        "its interval excludes an even share. UNDECIDED: neither can be said yet. Intervals hold for all seats of a card "
        f"together at {level}. A block is one luck (dice, tiles, who starts) played under every seating of the strategies; "
        "blocks are independent, so n counts them. A verdict is about the strategies that played and the component values "
        "below, not about every way to play."
    )


def _card(advantage: SeatAdvantage, several: bool) -> Card:
    verdict, group = advantage.verdict, advantage.group
    title = with_players(group.players) + (f": {group_title(group)}" if several else "")
    p_value = advantage.equality.p_value
    equal = "" if math.isnan(p_value) else f"; all seats equal: p {_p_text(p_value)} ({advantage.equality.method})"
    return Card(
        title,
        verdict.ruling.value,
        _SIGNS[verdict.ruling],
        verdict.sentence + ".",
        f"{basis(advantage.n_games, advantage.n_blocks)}; {advantage.shares[0].method} intervals{equal}.",
    )


def _p_text(p_value: float) -> str:
    return "< 0.0001" if p_value < 0.0001 else f"= {number(p_value, 4 if p_value < 0.01 else 2)}"
