"""What the colours of cards mean, in a line each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rajas_sim.analysis.answer import Card, Meaning, Tone
from rajas_sim.analysis.formatting import tolerance_points

UNDECIDED_MEANING = Meaning(Tone.UNDECIDED, "UNDECIDED", "too few games to say; more may decide it.")


def verdict_meanings(tolerance: float) -> tuple[Meaning, ...]:
    """Say what each verdict about the seats means; `tolerance` is a part of 1."""
    limit_text = tolerance_points(tolerance)
    return (
        Meaning(Tone.FAIR, "FAIR", f"every seat wins within {limit_text} of an even share."),
        Meaning(Tone.UNFAIR, "UNFAIR", f"some seat is more than {limit_text} off."),
        Meaning(Tone.UNEVEN, "UNEVEN", f"some seat is off; undecided whether by more than {limit_text}."),
        UNDECIDED_MEANING,
    )


def meanings_of(cards: Iterable[Card], meanings: Sequence[Meaning] = (UNDECIDED_MEANING,)) -> tuple[Meaning, ...]:
    """Return the meanings of the colours of some cards, and of the verdicts that the cards name."""
    tones, words = set[Tone](), set[str]()
    for card in cards:
        tones.add(card.tone)
        words.update(re.findall(r"\w+", card.word))
    return tuple(meaning for meaning in meanings if meaning.tone in tones or meaning.word in words)
