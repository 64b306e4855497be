"""Finds doubtful values that somebody read off a box: implausible numbers, and things that are printed nowhere any more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import get_origin

from rajas_sim.analysis.formatting import capitalised, counted, listed
from rajas_sim.analysis.reading.names import Names
from rajas_sim.core.game import Game
from rajas_sim.core.positions.wording import spaced
from rajas_sim.live.box_file import BoxEntry, parsed
from rajas_sim.live.box_titles import sections_of, titles_of


def doubt_texts(game: Game, entries: Sequence[BoxEntry]) -> list[str]:
    """Return the questions about all values of a box that look wrong, and about what is printed nowhere any more."""
    titles = titles_of(game, entries)
    texts = [doubt_text(entry, question, titles) for entry, question in doubtful_entries(entries)]
    return [*texts, *lost_texts(sections_of(entries, Names.of(game.name)), titles)]


def doubt_text(entry: BoxEntry, question: str, titles: Mapping[str, str]) -> str:
    """Return what was read at a doubtful entry, under its title, and the question whether it is right."""
    return f"{capitalised(titles[entry.path])}: {entry.text}. {question}"


def question_about(entry: BoxEntry, entries: Sequence[BoxEntry]) -> str:
    """Return a question whether an entry is right, with what may be a mistake in it; empty if it is plausible."""
    doubts = doubts_about(entry, entries)
    return f"{'. '.join(doubts)}. Is that what is printed?" if doubts else ""


def doubts_about(entry: BoxEntry, entries: Sequence[BoxEntry]) -> list[str]:
    """Return what may be a mistake in an entry, in words; empty if it is plausible.

    Parameters
    ----------
    entries
        All entries of the box; they say what else may be printed at similar places.
    """
    n_typed, n_assumed = (len(text.split(",")) for text in (entry.text, entry.reference_text))  # values between commas
    doubts = []
    if get_origin(entry.form) is list and n_typed != n_assumed:
        doubts.append(f"{counted(n_typed, 'value')} instead of the assumed {n_assumed}")
    if _has_stopped_rising(entry):
        doubts.append("These numbers do not rise from the first to the last")
    if entry.names and _words(entry.text) != _words(entry.reference_text):
        doubts += [*_doubts_about_kinds(entry), *_doubts_about_amounts(entry, entries)]
    elif n_typed != n_assumed:
        if n_outside := _n_outside_all_ranges(entry):
            subject = "It is" if n_typed == 1 else "One of them is" if n_outside == 1 else f"{n_outside} of them are"
            doubts.append(f"{subject} outside all plausible ranges ({entry.range_text})")
    elif not doubts and not _is_plausible(entry):
        doubts.append(f"That is outside the plausible range ({entry.range_text})")
    return doubts


def lost_names(entries: Sequence[BoxEntry]) -> dict[str, BoxEntry]:
    """Return name -> entry for each thing that was assumed at an entry that has been read, and that no entry has any more.

    An entry that was confirmed has lost nothing.
    """
    printed_names = {name for entry in entries for name in _amounts(entry, entry.text)}
    read_entries = [entry for entry in entries if entry.is_read and not entry.is_confirmed]
    return {
        spaced(name): entry
        for entry in read_entries
        for name in _amounts(entry, entry.reference_text)
        if name not in printed_names
    }


def _doubts_about_kinds(entry: BoxEntry) -> Iterable[str]:
    """Yield a doubt if something is printed that is neither assumed nor plausible there, such as money instead of dice."""
    typed, assumed = ([spaced(name) for name in _amounts(entry, text)] for text in (entry.text, entry.reference_text))
    plausible = {spaced(row["path"].rpartition(".")[2]) for row in entry.rows}
    if assumed and not plausible.issuperset(typed):
        yield f"{capitalised(listed(typed))} instead of the assumed {listed(assumed)}"


def _doubts_about_amounts(entry: BoxEntry, entries: Iterable[BoxEntry]) -> Iterable[str]:
    """Yield a doubt about each amount of an entry that is plausible nowhere in the box, whose entries are `entries`.

    It is for an entry with other things than assumed, for which the box gives no ranges.
    """
    rows = [row for any_entry in entries if any_entry.names for row in any_entry.rows if row["low"] is not None]
    for name, amount in _amounts(entry, entry.text).items():
        ranges = [(row["low"], row["high"]) for row in rows if row["path"].endswith(f".{name}")]
        if ranges and not any(low <= amount <= high for low, high in ranges):
            lowest, highest = min(low for low, _ in ranges), max(high for _, high in ranges)
            yield f"{spaced(name)} {amount} is plausible nowhere in the box ({lowest} to {highest} is)"


def _is_plausible(entry: BoxEntry) -> bool:
    """Return whether the numbers lie in their plausible ranges.

    True if other things or more or fewer numbers are printed than assumed, as their ranges are unknown.
    """
    numbers, rows = typed_numbers(entry.text), [row for row in entry.rows if row["low"] is not None]
    are_ranges_unknown = _words(entry.text) != _words(entry.reference_text) or len(numbers) != len(rows)
    return are_ranges_unknown or all(row["low"] <= number <= row["high"] for row, number in zip(rows, numbers, strict=True))


def _n_outside_all_ranges(entry: BoxEntry) -> int:
    """Return how many of the typed numbers lie in none of the entry's plausible ranges; 0 if it has no ranges."""
    ranges = [(row["low"], row["high"]) for row in entry.rows if row["low"] is not None]
    if not ranges:
        return 0
    return sum(not any(low <= number <= high for low, high in ranges) for number in typed_numbers(entry.text))


def _has_stopped_rising(entry: BoxEntry) -> bool:
    """Return whether the assumed numbers of a list never fall from one to the next, but the typed ones do."""
    numbers, assumed_numbers = typed_numbers(entry.text), typed_numbers(entry.reference_text)
    is_of_numbers = get_origin(entry.form) is list and not _words(entry.text)
    return is_of_numbers and assumed_numbers == sorted(assumed_numbers) and numbers != sorted(numbers)


def _amounts(entry: BoxEntry, text: str) -> dict[str, int]:
    """Return name -> amount in the text or reference text of an entry; empty if its amounts have no names."""
    return dict(parsed(text, entry.form)) if entry.names else {}


def _words(text: str) -> list[str]:
    """Return the words of a typed text, without the numbers."""
    return [word for word in re.split(r"[ ,]+", text) if not word.isdecimal()]


def typed_numbers(text: str) -> list[int]:
    """Return the numbers in a typed text.

    >>> typed_numbers("fame 2, money 3"), typed_numbers("temple")
    ([2, 3], [])
    """
    return [int(number) for number in re.findall(r"(?<![\w-])-?\d+", text)]


def doubtful_entries(entries: Sequence[BoxEntry]) -> Iterator[tuple[BoxEntry, str]]:
    """Yield entries that were read and not confirmed and look wrong, each with a question whether it is right."""
    for entry in entries:
        if entry.is_read and entry.text and not entry.is_confirmed and (question := question_about(entry, entries)):
            yield entry, question


def lost_texts(sections: Mapping[str, Sequence[BoxEntry]], titles: Mapping[str, str]) -> Iterator[str]:
    """Yield what was assumed to be printed in a section, and is now printed nowhere in it."""
    for title, entries in sections.items():
        for name, entry in lost_names(entries).items():
            assumed_place = f"it was assumed at {titles[entry.path]}"
            yield f"{capitalised(title)}: nothing pays {name} any more; {assumed_place}. Is it at another place?"


def suspects_among(entries: Sequence[BoxEntry], sections: Mapping[str, Sequence[BoxEntry]]) -> list[BoxEntry]:
    """Return the entries that look wrong, and those without a thing that was assumed there and is now printed nowhere."""
    losers = [entry for members in sections.values() for entry in lost_names(members).values()]
    suspects = [*(entry for entry, _ in doubtful_entries(entries)), *losers]
    return list({entry.path: entry for entry in suspects}.values())
