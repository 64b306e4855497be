"""The turns of a game, each with one sentence that says what was done in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise

from rajas_sim.analysis.formatting import capitalised, signed
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.state import State

#: Choices a sentence names; of more it says how many.
MOST_NAMED = 4


@dataclass(frozen=True)
class Turn:
    """What a seat decides until another seat decides, or the next stage or round begins.

    Attributes
    ----------
    last
        Index of the position after its last decision.
    seat
        Whose turn it was.
    when
        When in the game it was, in a few words.
    sentence
        What was chosen in it and what the seat gained or lost.
    """

    last: int
    seat: int
    when: str
    sentence: str


def turns_of(
    steps: Sequence[Step], names: Sequence[str], most_named: int | None = MOST_NAMED, viewer: int | None = None
) -> list[Turn]:
    """Return the turns of a game from its steps.

    Parameters
    ----------
    names
        Of the seats.
    most_named
        So many choices a sentence names, of those between several options; None for all choices, and which of them were forced.
    viewer
        The seat that is told; None is told everything.
    """
    turns = []
    for first, last in pairwise([0, *turn_ends(steps)]):
        turn_steps = steps[first + 1 : last + 1]
        before = _before(turn_steps[0])
        seat = int(before.seat_to_move)
        turns.append(Turn(last, seat, before.moment, _sentence(turn_steps, names[seat], most_named, viewer)))
    return turns


def turn_ends(steps: Sequence[Step]) -> list[int]:
    """Return the indices of the positions after the last decision of each turn."""
    return [*accumulate(len(list(turn_steps)) for _, turn_steps in groupby(steps[1:], _key))]


def _key(step: Step) -> tuple[str, int]:
    before = _before(step)
    return before.moment, int(before.seat_to_move)


def _before(step: Step) -> State:
    assert step.before is not None, "only the set-up has no position before it"
    return step.before


def _sentence(steps: Sequence[Step], name: str, most_named: int | None, viewer: int | None) -> str:
    """Return the choices of a turn one after the other, and what its seat has more or less of at the end."""
    befores = [_before(step) for step in steps]
    # In a short sentence a choice between one option says nothing, unless it is all there was.
    chosen = [
        before.option_text_for(before.option_codes[step.chosen], viewer) for before, step in zip(befores, steps, strict=True)
    ]
    real_choices = [text for text, before in zip(chosen, befores, strict=True) if len(before.option_codes) > 1] or chosen
    if most_named is None:
        real_choices = [
            text if len(before.option_codes) > 1 else f"{text} (forced)" for text, before in zip(chosen, befores, strict=True)
        ]
    counts = ((text, len(list(same))) for text, same in groupby(real_choices))
    named_choices = [text if n == 1 else f"{text} ({n} times)" for text, n in counts]
    if most_named is not None and len(named_choices) > most_named:
        named_choices = [*named_choices[: most_named - 1], f"{len(named_choices) - most_named + 1} more choices"]
    seat = int(befores[0].seat_to_move)
    earlier, later = befores[0].totals(seat), steps[-1].after.totals(seat)
    gains = {name: later[name] - earlier[name] for name in earlier}
    happened = [text for step in steps for text in step.after.happened_texts(viewer)]
    gained = ", ".join(f"{name} {signed(gain, 0)}" for name, gain in gains.items() if gain)
    brought = "; ".join(filter(None, [gained, *happened]))
    return f"{capitalised(name)}: {', then '.join(named_choices)}{f' ({brought})' if brought else ''}."
