"""The turns of a game, each with a sentence about what was done in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise

from rajas_sim.analysis.formatting import capitalised, listed, signed
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.state import State

#: A sentence names at most so many choices, and counts the others.
MOST_NAMED = 6
#: First words of options -> the same of what was done.
DONE = {
    "add": "added",
    "advance": "advanced",
    "carry": "carried",
    "cover": "covered",
    "draw": "drew",
    "give": "gave",
    "go": "went",
    "lay": "laid",
    "leave": "left",
    "make": "made",
    "move": "moved",
    "palace": "took the palace",
    "place": "placed",
    "receive": "received",
    "reroll": "rerolled",
    "roll": "rolled",
    "score": "scored",
    "sell": "sold",
    "take": "took",
    "upgrade": "upgraded",
    "use": "used",
}

#: Pattern of a choice -> several such choices, with their number.
SEVERAL = {r"take an? (\w+) die": r"take {} \1 dice", "(sell|take) (tea|silk|spices)": r"\1 {} \2"}


@dataclass(frozen=True)
class Turn:
    """All decisions of a seat until another seat decides, or the next stage or round begins.

    Attributes
    ----------
    last
        Index of the position after the last decision of the turn.
    seat
        Index of the seat.
    when
        Moment of the game, in a few words.
    sentence
        What was chosen in the turn and what the seats gained or lost.
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
        Names of the seats.
    most_named
        How many choices a sentence names at most; None for all. The others are counted.
    viewer
        The seat that reads the sentences; None may know everything.
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
    """Return a key that is the same for all positions of a turn: a turn ends when another seat decides or a stage begins."""
    return position.moment, int(position.seat_to_move)


def _key(step: Step) -> tuple[str, int]:
    return turn_of(_before(step))


def _before(step: Step) -> State:
    assert step.before is not None, "only the set-up has no position before it"
    return step.before


def _sentence(steps: Sequence[Step], names: Sequence[str], most_named: int | None, viewer: int | None) -> str:
    """Return the choices of a turn with what came of each, and the totals that changed by its end."""
    choices = [_choice_of(step, viewer) for step in steps]
    alike = [[*group] for _, group in groupby(choices, lambda choice: choice.text)]
    rest: list[_Choice] = []
    if most_named is not None and len(alike) > most_named:
        n_more = len(alike) - most_named + 1
        rest = [choice for group in alike[-n_more:] for choice in group]
        alike = alike[:-n_more]
    gained = _gained_text(steps, names)
    mover = capitalised(names[_before(steps[0]).seat_to_move])
    if len(alike) == 1 and not rest:
        return _as_done(mover, [_group_text(alike[0], gained)], "")
    if gained and any(choice.happened for choice in choices):
        gained = f"altogether {gained}"
    texts = [_group_text(group) for group in alike]
    if rest:
        texts.append(f"make {n_more} more choices{_in_brackets([text for choice in rest for text in choice.happened])}")
    return _as_done(mover, texts, _in_brackets([gained]))


def _as_done(mover: str, texts: Sequence[str], gained: str) -> str:
    """Return a sentence that a seat did what the texts say; where a game has other verbs, its choices stand as it names them."""
    first_words = [text.split(" ", 1)[0] for text in texts]
    if not all(word in DONE for word in first_words):
        return f"{mover}: {', then '.join(texts)}{gained}."
    done = [DONE[word] + text.removeprefix(word) for word, text in zip(first_words, texts, strict=True)]
    return f"{mover} {listed(done)}{gained}."


@dataclass(frozen=True)
class _Choice:
    """A choice of a turn in words.

    Attributes
    ----------
    happened
        What came of the choice.
    """

    text: str
    happened: tuple[str, ...]


def _choice_of(step: Step, viewer: int | None) -> _Choice:
    before = _before(step)
    text = before.option_text_for(before.option_codes[step.chosen], viewer)
    return _Choice(text, tuple(step.after.happened_texts(viewer)))


def _group_text(group: Sequence[_Choice], gained: str = "") -> str:
    """Return choices with the same text as one text, with gains and events in brackets."""
    happened = [text for choice in group for text in choice.happened]
    if len(group) == 1:
        return f"{group[0].text}{_in_brackets([gained, *happened])}"
    for alone, several in SEVERAL.items():
        if match := re.fullmatch(alone, group[0].text):
            return f"{match.expand(several).format(len(group))}{_in_brackets([gained, *happened])}"
    times = "twice" if len(group) == 2 else f"{len(group)} times"
    if not happened:
        return f"{group[0].text} ({times}){_in_brackets([gained])}"
    return f"{group[0].text} ({'; '.join(filter(None, [gained, f'{times}: {happened[0]}', *happened[1:]]))})"


def _in_brackets(texts: Sequence[str]) -> str:
    """Return texts in one pair of brackets; empty if there are none."""
    text = "; ".join(filter(None, texts))
    return f" ({text})" if text else ""


def _gained_text(steps: Sequence[Step], names: Sequence[str]) -> str:
    """Return by how much the totals have changed by the end of a turn, first those of its seat, then those of the others."""
    before, after, mover = _before(steps[0]), steps[-1].after, int(_before(steps[0]).seat_to_move)
    texts = []
    for seat in sorted(range(len(names)), key=lambda seat: seat != mover):
        earlier, later = before.totals(seat), after.totals(seat)
        gains = [f"{name} {signed(later[name] - earlier[name], 0)}" for name in earlier if later[name] != earlier[name]]
        if gains:
            texts.append(", ".join(gains) if seat == mover else f"seat {seat + 1} {', '.join(gains)}")
    return "; ".join(texts)
