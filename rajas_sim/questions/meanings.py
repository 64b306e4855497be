"""What the colours of cards mean, in a line each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rajas_sim.analysis.answer import Card, Tone
from rajas_sim.analysis.formatting import tolerance_points

UNDECIDED = {Tone.UNDECIDED: "UNDECIDED: too few games to say; more may decide it."}


def verdict_meanings(tolerance: float) -> dict[Tone, str]:
    """Say what each verdict about the seats means."""
    limit = tolerance_points(tolerance)
    return {
        Tone.FAIR: f"FAIR: every seat wins within {limit} of an even share.",
        Tone.UNFAIR: f"UNFAIR: some seat is more than {limit} off.",
        Tone.UNEVEN: f"UNEVEN: some seat is off; undecided whether by more than {limit}.",
        **UNDECIDED,
    }


def meanings_of(cards: Iterable[Card], texts: Mapping[Tone, str]) -> tuple[tuple[Tone, str], ...]:
    """Return what the colours of some cards mean, and the verdicts that they name, in the order of `texts`."""
    tones, words = set[Tone](), set[str]()
    for card in cards:
        tones.add(card.tone)
        words.update(re.findall(r"\w+", card.word))
    return tuple((tone, text) for tone, text in texts.items() if tone in tones or tone.upper() in words)
