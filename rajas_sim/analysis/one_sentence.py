"""The answer to a question in one sentence, from what may be said of each number of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rajas_sim.analysis.formatting import capitalised, counted, listed

UNDECIDED = "undecided"
VERDICTS = ("unfair", "uneven", "fair", UNDECIDED)
"""Words of verdicts about seats, in the order in which a sentence counts them."""
MAX_LETTERS = 270
"""A longer sentence leaves out its remarks, then its numbers, and then counts verdicts instead of naming them."""


@dataclass(frozen=True, slots=True)
class Clause:
    """What may be said about some of the games.

    Attributes
    ----------
    text
        The words after the number of players, such as "the start player wins less than its share". Clauses with the same text are
        merged.
    word
        The verdict, such as "unfair"; empty if there is none.
    games
        Which games with this number of players; empty for all.
    number, number_end
        The number behind it with its interval, and the words that follow the number: "16.7 % (11.8 to 22.5)", "of games"; empty
        if there is no single number. A remark may follow after a semicolon.
    """

    players: int
    text: str
    word: str = ""
    games: str = ""
    number: str = ""
    number_end: str = ""


def one_sentence(clauses: Iterable[Clause]) -> str:
    """Put all clauses into one sentence: merge those that differ only in their games and number, and put undecided ones last.

    A sentence longer than `MAX_LETTERS` is shortened as said there, unless there are no verdicts to count.

    >>> unfair = Clause(4, "the start player wins less than its share", "unfair")
    >>> one_sentence([Clause(2, "too few games were played", UNDECIDED), unfair])
    'Unfair: with 4 players the start player wins less than its share; undecided: with 2 players too few games were played.'
    >>> a_wins_most = [Clause(k, "'a' wins most", number=f"{share} %", number_end="of games") for k, share in ((2, 70), (3, 50))]
    >>> one_sentence([*a_wins_most, Clause(4, "'b' wins most", games="short")])
    "With 2 and 3 players 'a' wins most, 70 % and 50 % of games; with 4 players (short) 'b' wins most."
    >>> one_sentence([Clause(2, "'a' wins most", number="70 %", number_end=f"of games; {'a long remark, ' * 20}")])
    "With 2 players 'a' wins most, 70 % of games."
    >>> words = ["unfair"] + 6 * ["uneven"]
    >>> one_sentence(Clause(k, f"seat {s} wins more", words[s], number=f"{k}0 %") for k in (2, 3, 4) for s in range(7))
    'Unfair: with 2, 3 and 4 players seat 0 wins more, 20 %, 30 % and 40 %; of the other verdicts 18 are uneven.'
    """
    ordered = sorted(clauses, key=lambda clause: clause.word == UNDECIDED)
    counts_by_word = Counter(clause.word for clause in ordered)
    without_remarks = [replace(clause, number_end=clause.number_end.partition(";")[0]) for clause in ordered]
    without_numbers = [replace(clause, number="") for clause in ordered]
    sentences = [_sentence(version) for version in (ordered, without_remarks, without_numbers)]
    for sentence in sentences:
        if len(sentence) <= MAX_LETTERS:
            return sentence
    if not {*counts_by_word} <= {*VERDICTS} or {*counts_by_word} == {UNDECIDED}:
        return sentences[-1]
    words = sorted(counts_by_word, key=VERDICTS.index)
    count_texts = [f"{counts_by_word[word]} {'is' if counts_by_word[word] == 1 else 'are'} {word}" for word in words]
    gravest_with_numbers, gravest_without_numbers = (
        [clause for clause in version if clause.word == words[0]] for version in (without_remarks, without_numbers)
    )
    games_by_players = _games_by_players(gravest_without_numbers)
    games_text = ", ".join(f"with {k} players {listed(games)}".rstrip() for k, games in games_by_players.items())
    others_text = f"; of the other verdicts {listed(count_texts[1:])}" if count_texts[1:] else ""
    shortest = f"{capitalised(words[0])}: {games_text}."
    for gravest_text in (_sentence(gravest_with_numbers), _sentence(gravest_without_numbers), shortest):
        if len(gravest_text) + len(others_text) <= MAX_LETTERS:
            return f"{gravest_text.removesuffix('.')}{others_text}."
    return f"Of {counted(len(ordered), 'verdict')}, {listed(count_texts)}."


def _sentence(clauses: Iterable[Clause]) -> str:
    """Join clauses to a sentence, and merge those that differ in nothing but players, games and number; empty without clauses."""
    groups: dict[tuple[str, str, str | None], list[Clause]] = {}
    for clause in clauses:
        groups.setdefault((clause.word, clause.text, clause.number_end if clause.number else None), []).append(clause)
    parts: list[str] = []
    last_word = ""
    for (word, text, number_end), alike_clauses in groups.items():
        number_text = (
            "" if number_end is None else f", {listed([clause.number for clause in alike_clauses])} {number_end}".rstrip()
        )
        word_text = f"{word}: " if word and word != last_word else ""
        parts.append(f"{word_text}with {_players_text(alike_clauses)} {text}{number_text}")
        last_word = word
    return capitalised("; ".join(parts)) + "." if parts else ""


def _players_text(clauses: Iterable[Clause]) -> str:
    """Name the games of some clauses, such as "2 (short) and 4 players" or "4 players (short and long)"."""
    games_texts = {k: f" ({listed(games)})" if games else "" for k, games in _games_by_players(clauses).items()}
    if len(games_texts) == 1:
        ((k, games_text),) = games_texts.items()
        return f"{k} players{games_text}"
    return f"{listed([f'{k}{games_text}' for k, games_text in games_texts.items()])} players"


def _games_by_players(clauses: Iterable[Clause]) -> dict[int, list[str]]:
    """Return by number of players the texts that say which games; empty where a clause is about all of them."""
    games_by_players: dict[int, list[str]] = {}
    for clause in clauses:
        games_by_players.setdefault(clause.players, []).extend(filter(None, [clause.games]))
    return games_by_players
