"""The parts of a page: text that is ready for the template."""

from __future__ import annotations

from dataclasses import dataclass, field

from rajas_sim.analysis import answer as data


@dataclass(frozen=True, slots=True)
class Table:
    """A table of text; the first column names the rows."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """One figure with its title and the numbers it shows.

    Attributes
    ----------
    title
        Set above the figure.
    svg
        The figure, as an ``<svg>`` element that carries its text alternative.
    caption
        Set below the figure: over which games, how many.
    table
        The numbers, folded away under the figure.
    more
        Further tables with their headings, folded away with it.
    sentences
        What was found, set above the figure.
    """

    title: str
    svg: str
    caption: str
    table: Table
    more: tuple[tuple[str, Table], ...] = ()
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing.

    Attributes
    ----------
    title
        The thing.
    detail
        Set beside the title: what it is.
    findings
        What was found.
    note
        Set below in small print.
    """

    title: str
    detail: str
    findings: tuple[data.Finding, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """An answer at a glance: what of, a word, its findings; `tone` names its colour and sign."""

    title: str
    tone: str
    sign: str
    word: str
    findings: tuple[data.Finding, ...]
    small_print: str


@dataclass(frozen=True, slots=True)
class Rulings:
    """The verdicts of all rule sets in one table; one too long to lie open is folded away under its title."""

    title: str
    table: Table
    is_folded: bool


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards side by side, what their words mean, and below them the verdicts of all rule sets."""

    cards: tuple[Card, ...]
    words: str = ""
    rulings: Rulings | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, the finding, panels side by side, tables, and how to read them.

    Attributes
    ----------
    anchor, title, lead
        Id, heading, and how to read the section, folded away.
    finding
        The section in one sentence.
    cards
        Set above all else.
    findings
        Set above the panels.
    panels
        Figures side by side.
    tables
        Tables with their headings, open below the panels.
    folded
        Tables that are folded away under their headings, below the others.
    notes
        Set at the end, in small print.
    fold
        What opens findings, panels and tables where they are folded away; empty where they lie open.
    """

    anchor: str
    title: str
    lead: str
    panels: tuple[Panel, ...] = ()
    tables: tuple[tuple[str, Table], ...] = ()
    findings: tuple[Finding, ...] = ()
    folded: tuple[tuple[str, Table], ...] = ()
    notes: tuple[str, ...] = ()
    fold: str = ""
    finding: str = ""
    cards: Cards | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What a reader may choose to see in place of what the page shows first: other games, described by the same sections.

    Attributes
    ----------
    name
        What the games are of.
    sections
        Empty for those that the page shows.
    """

    name: str
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class Views:
    """Which views a reader may choose from, in their order, and what tells them apart."""

    title: str
    views: tuple[View, ...]


@dataclass(frozen=True, slots=True)
class OpenedGames:
    """Games that open in the page: their numbers, and their pages as one text (`rajas_sim.showing.replay.packed`)."""

    numbers: tuple[int, ...]
    pages: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What the results rest on besides the rules: component values, and readings of doubtful rules."""

    summary: str
    table: Table
    readings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The whole page, from top to bottom.

    Attributes
    ----------
    strategies
        Names of the strategies that played (`played_strategies`).
    answer
        What the run answers to its own question.
    how_sure
        What was varied to find it, and what was not: its name and a sentence each.
    sections
        About all games.
    described, views
        About the games that are described, and which others a reader may choose in place of them; None if there are no others.
    games
        Those that can be looked at, by the number of players.
    command, how
        What plays the same games again, if there is such a command, and a sentence about it.
    """

    title: str
    run: str
    strategies: tuple[str, ...]
    question: str
    subtitle: str
    notices: tuple[str, ...]
    answer: Cards
    how_sure: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    described: tuple[Section, ...]
    views: Views | None
    games: tuple[OpenedGames, ...]
    assumptions: Assumptions
    command: str
    how: str
    facts: tuple[tuple[str, str], ...]
