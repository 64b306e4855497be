"""The answer to a question in one sentence, from what may be said of each number of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rajas_sim.analysis.formatting import capitalised, counted, listed

UNDECIDED = "undecided"
VERDICTS = ("unfair", "uneven", "fair", UNDECIDED)
"""Words of verdicts about seats, in the order in which they are counted."""
MAX_LETTERS = 200
"""A longer sentence about verdicts counts them instead."""


@dataclass(frozen=True, slots=True)
class Clause:
    """What may be said of some games.

    Attributes
    ----------
    text
        What stands after the number of players, as in "the start player wins less than its share". Clauses with the same text
        are put together.
    word
        The verdict, as "unfair"; empty where there is none.
    games
        Which of the games with this number of players; empty for all.
    """

    players: int
    text: str
    word: str = ""
    games: str = ""


def one_sentence(clauses: Iterable[Clause]) -> str:
    """Say it all in one sentence: what is the same for several numbers of players once, and what is undecided last.

    >>> unfair = Clause(4, "the start player wins less than its share", "unfair")
    >>> one_sentence([Clause(2, "too few games were played", UNDECIDED), unfair])
    'Unfair: with 4 players the start player wins less than its share; undecided: with 2 players too few games were played.'
    >>> one_sentence([Clause(2, "'a' wins most"), Clause(3, "'a' wins most"), Clause(4, "'b' wins most", games="short")])
    "With 2 and 3 players 'a' wins most; with 4 players (short) 'b' wins most."
    >>> one_sentence(Clause(k, f"seat {s} wins more", "unfair" if s < 3 else "uneven") for k in (2, 3, 4) for s in range(5))
    'Of 15 verdicts, 9 are unfair and 6 are uneven.'
    """
    ordered = sorted(clauses, key=lambda clause: clause.word == UNDECIDED)
    sentence = _sentence(ordered)
    counts = Counter(clause.word for clause in ordered)
    if len(sentence) <= MAX_LETTERS or not {*counts} <= {*VERDICTS}:
        return sentence
    texts = [f"{counts[word]} {'is' if counts[word] == 1 else 'are'} {word}" for word in sorted(counts, key=VERDICTS.index)]
    return f"Of {counted(len(ordered), 'verdict')}, {listed(texts)}."


def _sentence(clauses: Iterable[Clause]) -> str:
    groups: dict[tuple[str, str], dict[int, list[str]]] = {}
    for clause in clauses:
        games_by_players = groups.setdefault((clause.word, clause.text), {})
        games_by_players.setdefault(clause.players, []).extend([clause.games] if clause.games else [])
    parts: list[str] = []
    last_word = ""
    for (word, text), games_by_players in groups.items():
        numbers = [f"{k} ({listed(games)})" if games else str(k) for k, games in games_by_players.items()]
        if len(numbers) == 1:
            ((k, games),) = games_by_players.items()
            players_text = f"{k} players{f' ({listed(games)})' if games else ''}"
        else:
            players_text = f"{listed(numbers)} players"
        parts.append(f"{f'{word}: ' if word and word != last_word else ''}with {players_text} {text}")
        last_word = word
    return capitalised("; ".join(parts)) + "." if parts else ""
