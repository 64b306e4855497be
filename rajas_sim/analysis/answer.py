"""An answer: what a question found, as plain data.

A question returns it. The terminal, JSON, a notebook and a page show it, and none of them knows the question. Code finds a
statement by its key and never searches the text of a sentence.
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
    """What kind of value a column holds, which decides how its cells are shown."""

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
    """Shown in percentage points without a sign or a digit more than it needs: "2 points"."""
    SECONDS = "seconds"
    """Shown only as exactly as people plan: "75 s", "90 minutes"."""
    DEVIATION = "standard deviation of shares"
    """Shown in percentage points without a sign."""
    P_VALUE = "p-value"
    BY_ROW = "as the row says"
    """`SHARE` or `MEAN`, as the row's cell ``unit`` says."""
    CHANGE_BY_ROW = "change, as the row says"
    """`POINTS` or `CHANGE`: the unit of a change of what the row's cell ``unit`` says."""
    DEVIATION_BY_ROW = "standard deviation, as the row says"
    """`DEVIATION` or `MEAN`: the unit of a standard deviation of what the row's cell ``unit`` says."""


_BY_ROW = {
    Unit.BY_ROW: (Unit.SHARE, Unit.MEAN),
    Unit.CHANGE_BY_ROW: (Unit.POINTS, Unit.CHANGE),
    Unit.DEVIATION_BY_ROW: (Unit.DEVIATION, Unit.MEAN),
}
"""The unit of a cell in a row about a share, and in a row about any other number."""

Cell = Estimate | str | bool | int | float | None
"""Content of one cell of a table; None where there is nothing to say."""
Row = dict[str, Cell]
"""Cells by the keys of their columns."""
Rows = tuple[Mapping[str, Cell], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: the key of its cells, its heading, and how they are read.

    Attributes
    ----------
    is_hidden
        Whether text leaves it out because room is short; scripts and figures have it.
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
        Small print; whatever shows the table adds how the intervals were computed.
    players
        Number of players that the table is about; None for all.
    n_rows_in_short
        How many rows are shown where room is short; None for all. With 0 the terminal leaves the table out.
    row_indices_in_short
        Indices of the rows shown where room is short; empty for the first `n_rows_in_short` rows.
    counts
        What the n of its estimates counts; empty if different estimates count different things.
    """

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: Rows
    note: str = ""
    players: int | None = None
    n_rows_in_short: int | None = None
    counts: str = "blocks"
    row_indices_in_short: tuple[int, ...] = ()

    @property
    def rows_in_short(self) -> Rows:
        """The rows that are shown where room is short."""
        if self.row_indices_in_short:
            return tuple(self.rows[i] for i in self.row_indices_in_short)
        return self.rows[: self.n_rows_in_short]

    def column(self, key: str) -> Column:
        """Return a column by its key."""
        return next(column for column in self.columns if column.key == key)

    def unit(self, key: str, row: Mapping[str, Cell]) -> Unit:
        """Return the unit of a column's cell in one row; only units named "as the row says" depend on the row."""
        unit = self.column(key).unit
        if unit not in _BY_ROW:
            return unit
        unit_of_share, unit_of_number = _BY_ROW[unit]
        return unit_of_share if row["unit"] == Unit.SHARE else unit_of_number

    def estimates(self, key: str | None = None) -> Iterator[Estimate]:
        """Yield the estimates in its cells, row by row; with a key, only those of this column."""
        for row in self.rows:
            for column in self.columns:
                cell = row.get(column.key)
                if isinstance(cell, Estimate) and key in (None, column.key):
                    yield cell


@dataclass(frozen=True, slots=True)
class Mark:
    """One column that a figure draws for each row.

    Attributes
    ----------
    column
        The column of an estimate or a number.
    title
        Its name in the legend and under the pointer.
    colour
        A thing that has the same colour in all figures, such as ``fame`` or ``orange``; empty for the next colour.
    low, high
        Columns with the ends of a band around it; empty to draw its interval.
    """

    column: str
    title: str = ""
    colour: str = ""
    low: str = ""
    high: str = ""


@dataclass(frozen=True, slots=True)
class Intervals:
    """A figure that draws the estimates of each row of a table with their intervals, one row below the other.

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
    filled, stressed
        Columns of truth values: whether a point is filled, and whether it has the second colour.
    reference
        Value that means "no effect"; a line is drawn there. None for no line.
    tolerance
        How far a grey band reaches to both sides of the reference; None for no band.
    is_centred
        Whether the reference is in the middle, and all centred figures of a section have axes of the same length.
    shows_values
        Whether the value of the first mark is written beside its row.
    farthest
        A value farther than this from the reference is drawn as an arrow at the edge; None to draw all values.
    max_rows
        If there are more rows, half are drawn from the top and half from the bottom; with `from_top`, only the first ones are.
    group
        Column that names groups of rows, for a tornado. Each group is one row of the figure, and those that go farthest from the
        reference come first; `label` names each estimate under the pointer. None: every row stands by itself.
    heading
        Column whose word is written once above the adjacent rows that share it; None for no headings.
    only_unit
        If units differ by row, draw only the rows whose first mark has this unit; None for all rows.
    only_rows
        Pairs of a column and the value that it must hold for a row to be drawn; empty for all rows.
    pictures
        Picture beside the name of a row, by that name: SVG in a square of 20 units.
    """

    table: str
    label: str
    marks: tuple[Mark, ...]
    axis: str
    alt: str
    filled: str | None = None
    stressed: str | None = None
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
        Column of the horizontal position: a number, a share or an estimate.
    marks
        One line each: the columns that are drawn over x.
    x_axis, y_axis
        What stands beside the axes.
    reference
        Height of a horizontal line; None for no line.
    upright
        Where on the x axis a vertical line stands; None for no line.
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
        Titles of the axes: below, and to the left.
    middle
        Cells above this value have one colour and cells below it another; the farther away, the stronger. Cells whose interval
        includes it have no colour. None: the larger the value, the stronger the colour.
    marked
        Column that holds the key of a column: the row's cell in that column is framed; None for no frames.
    dashed
        The same, for a dashed frame.
    pictures
        As in `Intervals`.
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
    """A figure of a game's sheet: every box shows the share from its row of a table.

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
        The sentence, with its intervals and a full stop.
    estimates
        The estimates that it rests on.
    in_table
        Whether a table shows the same; the terminal then leaves the sentence out.
    """

    key: str
    sentence: str
    estimates: tuple[Estimate, ...] = ()
    players: int | None = None
    in_table: bool = False

    @classmethod
    def about(cls, players: int, key: str, sentence: str, *estimates: Estimate, qualifier: str = "") -> Finding:
        """Make a finding whose sentence and key begin with the number of players.

        `qualifier` says which of their games it is about. Pass the sentence without a full stop.

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
        What it is about.
    word
        The answer in a few words.
    findings
        Keys of the findings shown on it.
    basis
        Small print: which games it rests on, and how intervals were computed.
    number, measure
        The number that the word is about, and what it measures: "16.7 %", "of games, not 25 %"; empty if there is no single
        number.
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
    """Figures, tables and findings about one number of players, or one strategy.

    Attributes
    ----------
    findings
        Keys of the findings shown above the figures and tables, except those on a card.
    tables
        Folded away below the figures; open if there are no figures.
    caption
        Which games it shows, and what is left out.
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
        Shown above everything else.
    fold
        Label of what unfolds its panels; empty if they are not folded away.
    notes
        Small print at its end.
    is_of_one
        Whether it describes one of several rule sets or line-ups, so that a page may show another in its place.
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
    labels
        Labels by which tables name these strategies.
    facts
        What determines the games, and what it took to play them: pairs of a name and a text.
    assumptions
        Says how many printed values are assumed.
    assumed
        These values with their plausible ranges.
    readings
        How doubtful rules were read.
    pace
        How fast games were played, and how many were played this time, by name; empty if not measured.
    plays
        For an answer about finished runs: the commands that play each run again from its folder.
    name
        Title of the experiment.
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
    """Whether the expectations hold; an answer without expectations is done."""

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
        The answer in one sentence of words; it claims only what the verdicts on the cards support.
    cards
        The answer for each number of players at a glance.
    meanings
        What the colours of these cards mean, in a line each.
    headline
        The one figure beside the cards; None if there is none.
    how_sure
        What was varied to reach the answer, and what was not: pairs of a name and a sentence.
    command
        Command that gives the same answer again, in an empty folder or where its finished runs are; empty if it was asked from
        Python with a mapping.
    subtitle
        Which runs it is about, if their names do not say it; shown above the title of its page.
    notices
        What a reader must know before believing the rest.
    words
        What the words on its cards mean, in full.
    remarks
        How the games were played, in sentences that the terminal prints first.
    hints
        What a reader should know even if all went well.
    files
        Other files that were written, by name.
    brief
        Text printed in place of all tables if nothing else is asked for; empty to print the tables.
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
