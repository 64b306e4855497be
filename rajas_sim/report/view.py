"""What a page is made of: values ready to be set, all of them text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A table of text; the first column names the rows."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """One figure with its title, its text alternative and the numbers it shows.

    Attributes
    ----------
    title
        Set above the figure.
    svg
        The figure, as an ``<svg>`` element that carries `alt`.
    alt
        The text alternative.
    caption
        Set below the figure: over which games, how many.
    table
        The numbers, folded away under the figure.
    """

    title: str
    svg: str
    alt: str
    caption: str
    table: Table


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, a lead that says what is shown and how to read it, and panels side by side."""

    anchor: str
    title: str
    lead: str
    panels: tuple[Panel, ...] = ()
    tables: tuple[tuple[str, Table], ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A verdict at a glance: colour, sign and word."""

    title: str
    ruling: str
    sign: str
    sentence: str
    small_print: str


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What the results rest on besides the rules: component values, and readings of doubtful rules."""

    summary: str
    table: Table
    readings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The whole page, from top to bottom."""

    title: str
    question: str
    subtitle: str
    notices: tuple[str, ...]
    cards: tuple[Card, ...]
    cards_lead: str
    sections: tuple[Section, ...]
    assumptions: Assumptions
    command: str
    facts: tuple[tuple[str, str], ...]
