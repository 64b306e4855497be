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
#: A sentence has at most so many clauses; of a turn with more, what follows the first choice is listed below it.
MOST_CLAUSES = 4
#: First word of the text of an option -> the same in the past tense.
PAST_TENSE = {
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
    "reroll": "chose to reroll",
    "roll": "rolled",
    "score": "scored",
    "sell": "sold",
    "take": "took",
    "upgrade": "upgraded",
    "use": "used",
}

#: Beginnings of choices that a sentence gives once for several choices in a row.
SHARED_BEGINNINGS = ("give up ", "reroll ", "sell ", "upgrade ")
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
    steps
        The game from its set-up on.
    names
        Names of the seats.
    most_named
        How many choices a sentence names at most, equal ones in a row as one; None for all. The others are counted.
    viewer
        The seat that reads the sentences, which leave out what it may not know; None if the reader may know everything.
    """
    turns = []
    for first, last in pairwise([0, *turn_ends(steps)]):
        turn_steps = steps[first + 1 : last + 1]
        start = _position_before(turn_steps[0])
        sentence = _turn_sentence(turn_steps, names, most_named, viewer)
        turns.append(Turn(last, int(start.seat_to_move), start.moment, sentence))
    return turns


def turn_ends(steps: Sequence[Step]) -> list[int]:
    """Return the indices of the positions after the last decision of each turn."""
    turns = groupby(steps[1:], lambda step: turn_of(_position_before(step)))
    return [*accumulate(len(list(turn_steps)) for _, turn_steps in turns)]


def turn_of(position: State) -> tuple[str, int]:
    """Return a key that is the same for all positions of a turn: the moment of the game and the seat that decides."""
    return position.moment, int(position.seat_to_move)


def _position_before(step: Step) -> State:
    assert step.before is not None, "only the set-up has no position before it"
    return step.before


def _turn_sentence(steps: Sequence[Step], names: Sequence[str], most_named: int | None, viewer: int | None) -> str:
    """Return a sentence with the choices of a turn, what came of each, and the totals that changed by its end.

    `most_named` and `viewer` are those of `turns_of`.
    """
    choices = [_choice_of(step, viewer) for step in steps]
    named_groups = [[*group] for _, group in groupby(choices, lambda choice: choice.text)]
    counted_choices: list[_Choice] = []
    if most_named is not None and len(named_groups) > most_named:
        counted_choices = [choice for group in named_groups[most_named - 1 :] for choice in group]
        named_groups = named_groups[: most_named - 1]
    happened_texts = [text for choice in choices for text in choice.happened]
    names_mover = any("seat " in text for text in happened_texts)
    total_text = _gains_text(steps, names, names_mover=names_mover, prefix="altogether ")
    gains_text = total_text if happened_texts else _gains_text(steps, names, names_mover=names_mover)
    mover = capitalised(names[_position_before(steps[0]).seat_to_move])
    if len(named_groups) == 1 and not counted_choices:
        return _past_tense_sentence(mover, [_group_text(named_groups[0], gains_text)])
    texts = [_group_text(group) for group in named_groups]
    if counted_choices:
        happened = [text for choice in counted_choices for text in choice.happened]
        texts.append(f"make {len(counted_choices)} more choices{_in_brackets(happened)}")
    return _past_tense_sentence(mover, texts, gains_text, total_text)


def _past_tense_sentence(mover: str, texts: Sequence[str], gains_text: str = "", total_text: str = "") -> str:
    """Return a sentence that a seat did what the texts of choices say; if the past tense of one is not known, list the texts.

    Of a long turn the sentence has the first choice and `total_text`, and each other choice follows on a line of its own. Of
    other turns the sentence ends with `gains_text`.
    """
    first_words = [text.split(" ", 1)[0] for text in texts]
    if not all(word in PAST_TENSE for word in first_words):
        return f"{mover}: {', then '.join(texts)}{_in_brackets([gains_text])}."
    joined_texts = _joined_by_beginning(texts)
    past_texts = [PAST_TENSE[text.split(" ", 1)[0]] + text.removeprefix(text.split(" ", 1)[0]) for text in joined_texts]
    if len(past_texts) > MOST_CLAUSES:
        return "\n\u2022 ".join([f"{mover} {past_texts[0]}, and then did more{_in_brackets([total_text])}:", *past_texts[1:]])
    *first_texts, last_text = past_texts
    all_text = f"{', '.join(first_texts)}, and {last_text}" if " and " in " ".join(first_texts) else listed(past_texts)
    return f"{mover} {all_text}{_in_brackets([gains_text])}."


def _joined_by_beginning(texts: Sequence[str]) -> list[str]:
    """Join texts in a row that share a beginning: ``give up blue die 5 and blue die 4``."""
    joined = []
    for beginning, group in groupby(texts, lambda text: next(filter(text.startswith, SHARED_BEGINNINGS), "")):
        if beginning:
            joined.append(beginning + listed([text.removeprefix(beginning) for text in group]))
        else:
            joined += group
    return joined


@dataclass(frozen=True)
class _Choice:
    """A choice of a turn in words: its text, and texts of what happened because of it."""

    text: str
    happened: tuple[str, ...]


def _choice_of(step: Step, viewer: int | None) -> _Choice:
    before = _position_before(step)
    text = before.option_text_for(before.option_codes[step.chosen], viewer)
    return _Choice(text, tuple(step.after.happened_texts(viewer)))


def _group_text(group: Sequence[_Choice], gains_text: str = "") -> str:
    """Return choices with the same text as one text, with what came of the choices and then the gains in brackets."""
    happened = [text for choice in group for text in choice.happened]
    if len(group) == 1:
        return f"{group[0].text}{_in_brackets([*happened, gains_text])}"
    for alone, several in SEVERAL.items():
        if match := re.fullmatch(alone, group[0].text):
            return f"{match.expand(several).format(len(group))}{_in_brackets([*happened, gains_text])}"
    times = "twice" if len(group) == 2 else f"{len(group)} times"
    if not happened:
        return f"{group[0].text} ({times}){_in_brackets([gains_text])}"
    return f"{group[0].text} ({'; '.join(filter(None, [f'{times}: {happened[0]}', *happened[1:], gains_text]))})"


def _in_brackets(texts: Sequence[str]) -> str:
    """Return texts that are not empty in one pair of brackets after a space; empty if there are none."""
    joined = "; ".join(filter(None, texts))
    return f" ({joined})" if joined else ""


def _gains_text(steps: Sequence[Step], names: Sequence[str], *, names_mover: bool, prefix: str = "") -> str:
    """Return by how much the totals have changed by the end of a turn, first those of its seat, then those of the others.

    What the seat gained beside its totals follows them. It is empty if nothing has changed. With `names_mover`, the seat is named
    like the others. The prefix stands before the totals, if any changed.
    """
    before, after = _position_before(steps[0]), steps[-1].after
    mover = int(before.seat_to_move)
    texts_by_seat = dict[int, str]()
    for seat in range(len(names)):
        earlier, later = before.totals(seat), after.totals(seat)
        gains = [f"{name} {signed(later[name] - earlier[name], 0)}" for name in earlier if later[name] != earlier[name]]
        if gains:
            texts_by_seat[seat] = ", ".join(gains)
    mover_text = texts_by_seat.pop(mover, "")
    if mover_text and names_mover:
        mover_text = f"seat {mover + 1} {mover_text}"
    gained_texts = after.gained_texts([event for step in steps for event in step.events if event.seat == mover])
    totals_text = "; ".join(filter(None, [mover_text, *(f"seat {seat + 1} {text}" for seat, text in texts_by_seat.items())]))
    return "; ".join(filter(None, [totals_text and prefix + totals_text, *gained_texts]))
