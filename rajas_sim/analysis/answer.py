"""An answer: what a question found, as plain data.

A question makes it; the terminal, JSON, a notebook and a page each show it, and none of them knows the question. What was said is
known by its key: nobody looks into the text of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from rajas_sim.analysis.statistics.estimate import Estimate

VERSION = 1
"""Version of the JSON form; it grows when a key goes away or means something else."""


class Unit(StrEnum):
    """How the cells of a column are read."""

    KEY = "key"
    """A name for scripts; text leaves it out."""
    WORD = "word"
    COUNT = "count"
    NUMBER = "number"
    YES_NO = "yes or no"
    SHARE = "share"
    """A share between 0 and 1, shown in per cent."""
    PART = "part of a variance"
    """A part of a whole, shown in whole per cent; its estimate may lie below 0 or above 1."""
    POINTS = "difference of shares"
    """Shown in percentage points with its sign."""
    DISTANCE = "distance between shares"
    """Shown in percentage points; it has no sign."""
    MEAN = "mean"
    CHANGE = "difference of means"
    PERCENTILE = "percentile"
    """Its interval may have an open end."""
    RATING = "rating"
    SIZE = "size of a difference of shares"
    """Shown in percentage points without a sign, as short as it can be."""
    SECONDS = "seconds"
    """Shown as exactly as anybody plans."""
    DEVIATION = "standard deviation of shares"
    """Shown in percentage points without a sign."""
    P_VALUE = "adjusted p-value"
    BY_ROW = "as the row says"
    """`SHARE` or `MEAN`: what the row's cell ``unit`` says."""
    CHANGE_BY_ROW = "change, as the row says"
    """`POINTS` or `CHANGE`: the change of what the row's cell ``unit`` says."""
    DEVIATION_BY_ROW = "standard deviation, as the row says"
    """`DEVIATION` or `MEAN`: the standard deviation of what the row's cell ``unit`` says."""


_BY_ROW = {
    Unit.BY_ROW: (Unit.SHARE, Unit.MEAN),
    Unit.CHANGE_BY_ROW: (Unit.POINTS, Unit.CHANGE),
    Unit.DEVIATION_BY_ROW: (Unit.DEVIATION, Unit.MEAN),
}
"""How a cell is read in a row about a share, and in one about any other number."""

Cell = Estimate | str | bool | int | float | None
"""What a table holds in one place; None where there is nothing to say."""
Row = dict[str, Cell]
"""Cells by the keys of their columns."""
Rows = tuple[Mapping[str, Cell], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: the key of its cells, its heading, and how they are read.

    Attributes
    ----------
    is_hidden
        Whether text leaves it out for want of room; scripts and figures have it.
    """

    key: str
    title: str
    unit: Unit = Unit.WORD
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table of typed cells.

    Attributes
    ----------
    key
        Unique in the answer, such as ``2p.sources``.
    rows
        Each with its cells by the keys of their columns; a cell may be missing.
    note
        Small print; how the intervals were computed is added by what shows it.
    players
        Of which number of players; None for all.
    n_open
        How many rows are shown where room is short; None for all, 0 for none: the terminal leaves the table out.
    open_rows
        Which rows these are; empty for the first ones.
    counts
        What the numbers n of its estimates count; empty where they count different things.
    """

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: Rows
    note: str = ""
    players: int | None = None
    n_open: int | None = None
    counts: str = "blocks"
    open_rows: tuple[int, ...] = ()

    @property
    def rows_in_short(self) -> Rows:
        """The rows that are shown where room is short."""
        return tuple(self.rows[i] for i in self.open_rows) if self.open_rows else self.rows[: self.n_open]

    def column(self, key: str) -> Column:
        """Return a column by its key."""
        return next(column for column in self.columns if column.key == key)

    def unit(self, key: str, row: Mapping[str, Cell]) -> Unit:
        """Return how the cell of a column is read in a row."""
        unit = self.column(key).unit
        if unit not in _BY_ROW:
            return unit
        unit_of_share, unit_of_number = _BY_ROW[unit]
        return unit_of_share if row["unit"] == Unit.SHARE else unit_of_number

    def estimates(self, key: str | None = None) -> Iterator[Estimate]:
        """Go through the estimates in its cells, row by row; with a key, those of one column."""
        for row in self.rows:
            for column in self.columns:
                cell = row.get(column.key)
                if isinstance(cell, Estimate) and key in (None, column.key):
                    yield cell


@dataclass(frozen=True, slots=True)
class Mark:
    """What a figure draws of a row.

    Attributes
    ----------
    column
        The column of an estimate or a number.
    title
        What it is called in the legend and under the pointer.
    colour
        A thing that has the same colour in all figures, such as ``fame`` or ``orange``; empty for the next colour.
    low, high
        Columns of the ends of a band around it; empty for its interval.
    """

    column: str
    title: str = ""
    colour: str = ""
    low: str = ""
    high: str = ""


@dataclass(frozen=True, slots=True)
class Intervals:
    """A figure with one row below the other, each with the estimates of one row of a table and their intervals.

    Attributes
    ----------
    table
        Key of the table.
    label
        Column that names the rows.
    marks
        Which estimates are drawn, side by side in one row.
    axis
        What stands below the axis.
    alt
        What the figure shows, in words.
    filled, accented
        Columns that say yes or no: whether a point is filled, and whether it has the second colour.
    reference
        Where a line is drawn: the value at which there is nothing to see; None for no line.
    tolerance
        How far a grey band reaches to both sides of the reference; None for no band.
    is_centred
        Whether the reference stands in the middle, and the axis is as long as those of other such figures of a section.
    shows_values
        Whether the value of the first mark is written beside its row.
    farthest
        A value farther than this from the reference is an arrow at the edge; None where all are drawn.
    max_rows
        Of more rows, half are drawn from the top and half from the bottom, unless `from_top` asks for the first ones only.
    group
        Column that names groups of rows, for a tornado: a group is drawn in one row, those on top that go farthest from the
        reference, and `label` names each estimate under the pointer. None: every row stands by itself.
    heading
        Column whose word stands once above the rows that have it, which follow each other; None for no such lines.
    only_unit
        Where units differ by row: draw the rows whose first mark has this unit; None for all rows.
    only_rows
        Columns, and the value each must hold for a row to be drawn; empty for all rows.
    pictures
        What stands beside the names of rows, by the name: SVG in a square of 20 units.
    """

    table: str
    label: str
    marks: tuple[Mark, ...]
    axis: str
    alt: str
    filled: str | None = None
    accented: str | None = None
    reference: float | None = 0.0
    tolerance: float | None = None
    is_centred: bool = False
    shows_values: bool = False
    farthest: float | None = None
    max_rows: int = 40
    from_top: bool = False
    group: str | None = None
    heading: str | None = None
    only_unit: Unit | None = None
    only_rows: tuple[tuple[str, str], ...] = ()
    title: str = ""
    pictures: Mapping[str, str] = field(default_factory=dict, repr=False)


class Style(StrEnum):
    """How a figure over the rows of a table draws each of its marks."""

    LINE = "line"
    POINTS = "points"
    BARS = "bars"
    STACK = "stack"
    """Bars of all marks on top of each other, the first at the bottom."""


@dataclass(frozen=True, slots=True)
class Curves:
    """A figure of lines, points or bars over the rows of a table.

    Attributes
    ----------
    table
        Key of the table.
    x
        Column of the horizontal place: a number, a share or an estimate.
    marks
        One line each: the columns that are drawn over x.
    x_axis, y_axis
        What stands beside the axes.
    reference
        Where a level line is drawn; None for none.
    has_diagonal
        Whether a line is drawn on which x and y are equal.
    by
        Column of words: a line is drawn for each of them; None for one line over all rows.
    drawn_column
        Column that says which rows are drawn; None for all.
    """

    table: str
    x: str
    marks: tuple[Mark, ...]
    x_axis: str
    y_axis: str
    alt: str
    reference: float | None = None
    upright: float | None = None
    has_diagonal: bool = False
    style: Style = Style.LINE
    title: str = ""
    by: str | None = None
    drawn_column: str | None = None


@dataclass(frozen=True, slots=True)
class Map:
    """A figure of coloured cells: the rows and some columns of a table.

    Attributes
    ----------
    table
        Key of the table.
    label
        Column that names the rows.
    columns
        Keys of the columns that are drawn.
    x_axis, y_axis
        What stands below, and to the left.
    middle
        Cells above it have one colour and those below it another, the stronger the farther from it; those whose interval includes
        it have none. None: the larger, the stronger the colour.
    marked
        Column that holds the key of a column: the cell of a row that is framed; None for no frames.
    dashed
        Another one, for a dashed frame.
    pictures
        As of `Intervals`.
    """

    table: str
    label: str
    columns: tuple[str, ...]
    x_axis: str
    alt: str
    y_axis: str = ""
    middle: float | None = None
    marked: str | None = None
    dashed: str | None = None
    title: str = ""
    pictures: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class SheetMap:
    """A figure of the sheet of a game: every box with the share of its row of a table.

    The table has the columns ``area``, ``row``, ``column`` and ``share``.
    """

    table: str
    alt: str
    title: str = ""


Figure = Intervals | Curves | Map | SheetMap


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that may be said.

    Attributes
    ----------
    key
        Unique in the answer, such as ``2p.known_by_round``; the same for every run of the same design.
    sentence
        What may be said, with its intervals and a full stop.
    estimates
        The numbers that it rests on.
    in_table
        Whether a table shows it as well, so that the terminal leaves the sentence out.
    """

    key: str
    sentence: str
    estimates: tuple[Estimate, ...] = ()
    players: int | None = None
    in_table: bool = False

    @classmethod
    def about(cls, players: int, key: str, sentence: str, *estimates: Estimate, qualifier: str = "") -> Finding:
        """Make a finding that begins with the number of players, and a key that does.

        `qualifier` says which of their games it is about; the sentence comes without a full stop.

        >>> Finding.about(4, "refused", "the rules refuse 2 settings", qualifier="balanced")
        Finding(key='4p.refused', sentence='With 4 players (balanced), the rules refuse 2 settings.', estimates=(), players=4, \
in_table=False)
        """
        opening = f"With {players} players{f' ({qualifier})' if qualifier else ''}"
        return cls(f"{players}p.{key}", f"{opening}, {sentence}.", estimates, players)


class Tone(StrEnum):
    """How a card is marked."""

    PLAIN = "plain"
    FAIR = "fair"
    UNFAIR = "unfair"
    UNEVEN = "uneven"
    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Card:
    """The answer for one number of players at a glance.

    Attributes
    ----------
    title
        About what.
    word
        The answer in a few words.
    findings
        Keys of the findings that stand on it.
    basis
        Over which games, and how intervals were computed, in small print.
    number, measure
        The number that the word is about, and what it measures: "16.7 %", "of games, not 25 %"; empty where no one number is.
    """

    title: str
    word: str
    findings: tuple[str, ...]
    basis: str
    tone: Tone = Tone.PLAIN
    players: int | None = None
    number: str = ""
    measure: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word on cards means: "UNFAIR", "some seat is more than 2 points off."."""

    tone: Tone
    word: str
    text: str


@dataclass(frozen=True, slots=True)
class Panel:
    """Figures and tables about one number of players, or one strategy, with what was found.

    Attributes
    ----------
    findings
        Keys of the findings that stand above them, unless they stand on a card.
    tables
        Folded away below the figures; open where there are none.
    caption
        Over which games, and what is left out.
    note
        Small print below the findings.
    drawing
        A position as SVG (`rajas_sim.core.drawing.panel.Drawing.to_svg`), below the findings; empty for none. Only for panels
        without figures.
    """

    title: str
    tables: tuple[Table, ...]
    figures: Annotated[tuple[Figure, ...], Field(exclude=True)] = ()
    caption: str = ""
    findings: tuple[str, ...] = ()
    players: int | None = None
    note: str = ""
    drawing: Annotated[str, Field(exclude=True)] = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, how to read what stands below it, and panels.

    Attributes
    ----------
    findings
        Keys of the findings that stand above all panels.
    cards
        Set above all else.
    fold
        What opens its panels where they are folded away; empty where they lie open.
    notes
        Small print at its end.
    is_of_one
        Whether it describes one rule set or line-up of several, in place of which a page may show another.
    """

    key: str
    title: str
    how_to_read: str
    panels: tuple[Panel, ...]
    findings: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    fold: str = ""
    notes: tuple[str, ...] = ()
    is_of_one: bool = False


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where an answer comes from.

    Attributes
    ----------
    question
        What the experiment asks, in its own words.
    runs
        Names of the folders in which the games lie.
    game
        The game in words, with variant and modules.
    strategies
        Names of the strategies that played.
    facts
        What determines the games, and what it took to play them, each with its name.
    assumptions
        How many printed values are assumed.
    assumed
        These values with their plausible ranges.
    readings
        How doubtful rules were read.
    pace
        How fast games were played, and how many this time, by name; empty where that is not measured.
    plays
        Of an answer about finished runs: what plays each run again from its folder.
    name
        The experiment in words.
    """

    question: str
    runs: tuple[str, ...]
    game: str
    strategies: tuple[str, ...]
    labels: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    assumptions: str
    assumed: Annotated[Table, Field(exclude=True)]
    readings: tuple[tuple[str, str], ...]
    pace: Mapping[str, float] = field(default_factory=dict)
    plays: tuple[str, ...] = ()
    name: str = ""


class Status(StrEnum):
    """Whether what was expected holds; where nothing was expected, an answer is done."""

    DONE = "done"
    FAILS = "fails"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a question found.

    Attributes
    ----------
    question
        Name of the question: ``luck``, ``power``, ...
    title
        What is asked, as the heading of its page.
    findings
        All that may be said, in the order in which it is read.
    in_one_sentence
        The answer in one sentence of words, which claims what the verdicts on the cards support.
    cards
        The answer for each number of players at a glance.
    meanings
        What the colours of these cards mean, in a line each.
    headline
        The one figure that stands beside the cards; None where there is none.
    how_sure
        What was varied to find it, and what was not: a name and a sentence each.
    command
        What gives the same answer again: in an empty folder, or where its finished runs are; empty if it was asked from Python
        by a mapping.
    subtitle
        Which runs it is about, where their names do not say it: above the title of its page.
    notices
        What a reader must know before believing the rest.
    words
        What the words on its cards mean, in full.
    remarks
        How it was played, in sentences that the terminal prints first.
    hints
        What a person should know although all went well.
    files
        What else was written: each file by its name.
    brief
        What is printed in place of all tables where nothing else is wanted; empty for the tables.
    """

    question: str
    title: str
    findings: tuple[Finding, ...]
    cards: tuple[Card, ...]
    sections: tuple[Section, ...]
    how_sure: tuple[tuple[str, str], ...]
    provenance: Provenance
    command: str = ""
    subtitle: str = ""
    notices: tuple[str, ...] = ()
    words: str = ""
    remarks: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    brief: str = ""
    status: Status = Status.DONE
    version: int = VERSION
    headline: Panel | None = None
    in_one_sentence: str = ""
    meanings: tuple[Meaning, ...] = ()

    @property
    def panels(self) -> Iterator[Panel]:
        """All panels, section by section, and the headline."""
        for section in self.sections:
            yield from section.panels
        if self.headline is not None:
            yield self.headline

    @property
    def tables(self) -> dict[str, Table]:
        """All tables by their keys."""
        return {table.key: table for panel in self.panels for table in panel.tables}
