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
        So many choices a sentence names, of those between several options or of which something came; None for all choices, and
        which of them were forced, as far as `viewer` may know.
    viewer
        The seat that is told; None is told everything.
    """
    turns = []
    for first, last in pairwise([0, *turn_ends(steps)]):
        turn_steps = steps[first + 1 : last + 1]
        before = _before(turn_steps[0])
        seat = int(before.seat_to_move)
        turns.append(Turn(last, seat, before.moment, _sentence(turn_steps, names, most_named, viewer)))
    return turns


def turn_ends(steps: Sequence[Step]) -> list[int]:
    """Return the indices of the positions after the last decision of each turn."""
    return [*accumulate(len(list(turn_steps)) for _, turn_steps in groupby(steps[1:], _key))]


def turn_of(position: State) -> tuple[str, int]:
    """Return what tells turns apart: a turn is what a seat decides until another one does, or a stage or round begins."""
    return position.moment, int(position.seat_to_move)


def _key(step: Step) -> tuple[str, int]:
    return turn_of(_before(step))


def _before(step: Step) -> State:
    assert step.before is not None, "only the set-up has no position before it"
    return step.before


def _sentence(steps: Sequence[Step], names: Sequence[str], most_named: int | None, viewer: int | None) -> str:
    """Return the choices of a turn one after the other with what came of each, and what seats have more or less of at the end."""
    choices = [_choice_of(step, viewer, says_forced=most_named is None) for step in steps]
    # In a short sentence a choice between one option says nothing, unless something came of it or it is all there was.
    named = [choice for choice in choices if most_named is None or choice.is_free or choice.happened] or choices
    alike = [[*group] for _, group in groupby(named, lambda choice: choice.text)]
    rest: list[_Choice] = []
    if most_named is not None and len(alike) > most_named:
        n_more = len(alike) - most_named + 1
        rest = [choice for group in alike[-n_more:] for choice in group]
        alike = alike[:-n_more]
    gained = _gained_text(steps, names)
    if len(alike) == 1 and not rest:
        return f"{_turn_start(steps, names)}{_group_text(alike[0], gained)}."
    if gained and any(choice.happened for choice in named):
        gained = f"altogether {gained}"
    texts = [_group_text(group) for group in alike]
    if rest:
        texts.append(f"{n_more} more choices{_in_brackets([text for choice in rest for text in choice.happened])}")
    return f"{_turn_start(steps, names)}{', then '.join(texts)}{_in_brackets([gained])}."


@dataclass(frozen=True)
class _Choice:
    """A choice of a turn in words.

    Attributes
    ----------
    is_free
        Whether there were several options.
    happened
        What came of it.
    """

    text: str
    is_free: bool
    happened: tuple[str, ...]


def _choice_of(step: Step, viewer: int | None, *, says_forced: bool) -> _Choice:
    before = _before(step)
    text, is_free = before.option_text_for(before.option_codes[step.chosen], viewer), len(before.option_codes) > 1
    if says_forced and not is_free and not before.hides_options_from(viewer):
        text += " (forced)"
    return _Choice(text, is_free, tuple(step.after.happened_texts(viewer)))


def _turn_start(steps: Sequence[Step], names: Sequence[str]) -> str:
    return f"{capitalised(names[_before(steps[0]).seat_to_move])}: "


def _group_text(group: Sequence[_Choice], gained: str = "") -> str:
    """Return choices with the same text, and what was gained and happened, in brackets."""
    happened = [text for choice in group for text in choice.happened]
    if len(group) == 1:
        return f"{group[0].text}{_in_brackets([gained, *happened])}"
    times = f"{len(group)} times"
    if not happened:
        return f"{group[0].text} ({times}){_in_brackets([gained])}"
    return f"{group[0].text} ({'; '.join(filter(None, [gained, f'{times}: {happened[0]}', *happened[1:]]))})"


def _in_brackets(texts: Sequence[str]) -> str:
    """Return texts in brackets; nothing if there are none."""
    text = "; ".join(filter(None, texts))
    return f" ({text})" if text else ""


def _gained_text(steps: Sequence[Step], names: Sequence[str]) -> str:
    """Return what the seat of a turn, and then the others, have more or less of at its end."""
    before, after, mover = _before(steps[0]), steps[-1].after, int(_before(steps[0]).seat_to_move)
    texts = []
    for seat in sorted(range(len(names)), key=lambda seat: seat != mover):
        earlier, later = before.totals(seat), after.totals(seat)
        gains = [f"{name} {signed(later[name] - earlier[name], 0)}" for name in earlier if later[name] != earlier[name]]
        if gains:
            texts.append(", ".join(gains) if seat == mover else f"seat {seat + 1} {', '.join(gains)}")
    return "; ".join(texts)
