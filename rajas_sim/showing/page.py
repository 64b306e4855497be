"""An answer as one HTML page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from rajas_sim.analysis.answer import Answer, Card, Finding, Intervals, Map, Panel, Provenance, Section, Table, Tone
from rajas_sim.analysis.formatting import listed
from rajas_sim.core.drawing.panel import style
from rajas_sim.core.drawing.shapes import symbols
from rajas_sim.showing.cells import headings, shown_columns, text_rows
from rajas_sim.showing.phrases import method_note
from rajas_sim.showing.pictures import AxisLimits, panel_svg, shared_limits
from rajas_sim.showing.render import render, write_whole

REPEAT_NOTE = "This command gives the same answer again. It reads the games that are there and plays all others."
REPEAT_NOTE_OF_RUNS = "This command gives the same answer again, in the place where the runs are."
OPEN_SECTIONS = ("seats", "length", "skill", "unknowns", "needs", "expectations", "differing")
"""Keys of sections that are open on every page, unless their tables are long."""
MOST_OPEN_ROWS = 40
"""With more rows, the tables of a section are long."""
MOST_OPEN_SECTIONS = 4
"""Without a headline, a page with this many sections or fewer has all of them open."""
SIGN_BY_TONE = {
    Tone.FAIR: "\u2713",
    Tone.HOLDS: "\u2713",
    Tone.UNFAIR: "\u2715",
    Tone.FAILS: "\u2715",
    Tone.UNEVEN: "\u2260",
    Tone.UNDECIDED: "?",
}


class TextTable(NamedTuple):
    """A table as text; the first column names the rows."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class OpenedGames(NamedTuple):
    """Games that open inside the page: their numbers, and their pages packed as one text (`rajas_sim.showing.replay.packed`)."""

    numbers: tuple[int, ...]
    pages: str


class View(NamedTuple):
    """A rule set or line-up that a reader may choose on a page; `page` describes it, and is None for the one shown first."""

    name: str
    page: Page | None = None


@dataclass(frozen=True)
class Page:
    """An answer as the template needs it.

    Attributes
    ----------
    repeat_note
        What the command needs to give the same answer again; empty for the usual sentence.
    views_title, views
        What differs between views, such as the rule set, and the views that a reader may choose from; empty if there is only
        one.
    games
        Games that can be opened, one entry per number of players.
    """

    answer: Answer
    repeat_note: str = ""
    views_title: str = ""
    views: tuple[View, ...] = ()
    games: tuple[OpenedGames, ...] = ()

    @property
    def origin(self) -> Provenance:
        """Where the answer comes from."""
        return self.answer.provenance

    @property
    def eyebrow(self) -> str:
        """The line above the title: the game, and what the experiment asks (or its name, if the question is the title)."""
        experiment = self.origin.question if self.origin.question != self.answer.title else self.origin.name
        return f"{self.origin.game} \u00b7 experiment: {experiment}"

    @property
    def facts(self) -> Sequence[tuple[str, str]]:
        """What determines the games, and the commands that play them again."""
        return (*self.origin.facts, *(("plays a run again", command) for command in self.origin.plays))

    @property
    def repeat_text(self) -> str:
        """What the command needs to give the same answer again."""
        return self.repeat_note or (REPEAT_NOTE_OF_RUNS if self.origin.plays else REPEAT_NOTE)

    def sections(self, *, of_one: bool) -> list[Section]:
        """Return the sections about one rule set or line-up out of several, or all other sections."""
        return [section for section in self.answer.sections if section.is_of_one is of_one]

    def is_folded(self, section: Section) -> bool:
        """Return whether a section is folded, so that a page with a headline or many sections begins with its answer."""
        folds_sections = self.answer.headline is not None or len(self.answer.sections) > MOST_OPEN_SECTIONS
        n_visible_rows = sum(len(table.rows) for panel in section.panels if not panel.figures for table in panel.tables)
        return folds_sections and (section.key not in OPEN_SECTIONS or n_visible_rows > MOST_OPEN_ROWS)

    def first_finding(self, section: Section) -> Finding | None:
        """Return the finding on the line of a folded section; None if the section is open or cards have all its findings."""
        keys = [*section.findings, *(key for panel in section.panels for key in panel.findings)]
        return next(iter(self._findings_off_cards(keys)), None) if self.is_folded(section) else None

    def card_findings(self, card: Card) -> list[Finding]:
        """Return the findings on a card."""
        return [self._finding_by_key[key] for key in card.findings]

    def findings_inside(self, section: Section, keys: Sequence[str]) -> list[Finding]:
        """Return the findings with these keys, without those on a card or on the line of the folded section."""
        finding_on_line = self.first_finding(section)
        return [finding for finding in self._findings_off_cards(keys) if finding != finding_on_line]

    def _findings_off_cards(self, keys: Sequence[str]) -> list[Finding]:
        on_cards = {key for card in self.answer.cards for key in card.findings}
        return [self._finding_by_key[key] for key in keys if key not in on_cards]

    @property
    def drawing_style(self) -> Markup:
        """The style and the symbols for drawn positions and for pictures in figures; empty if the page has neither."""
        figures = [figure for panel in self.answer.panels for figure in panel.figures]
        has_pictures = any(isinstance(figure, Intervals | Map) and figure.pictures for figure in figures)
        if not has_pictures and not any(panel.drawing for panel in self.answer.panels):
            return Markup("")
        defs = f'<svg class="symbols" aria-hidden="true" focusable="false"><defs>{symbols()}</defs></svg>'
        return Markup(f'<style id="drawing-style">{style()}</style>{defs}')

    @property
    def headline_svg(self) -> str:
        """Draw the figure beside the cards; empty if there is none."""
        headline = self.answer.headline
        return panel_svg(headline.figures, self.answer.tables, "figure-headline") if headline is not None else ""

    def svg(self, section: Section, panel: Panel) -> str:
        """Draw the figures of a panel; figures that can be compared have the same scale in the whole section."""
        key = re.sub("[^a-z0-9]+", "-", f"figure-{section.key}-{section.panels.index(panel)}-".lower())
        if section.key not in self._limits_by_section:
            figures = [figure for section_panel in section.panels for figure in section_panel.figures]
            self._limits_by_section[section.key] = shared_limits(figures, self.answer.tables)
        return panel_svg(panel.figures, self.answer.tables, key, self._limits_by_section[section.key])

    @cached_property
    def _limits_by_section(self) -> dict[str, dict[str, AxisLimits]]:
        """Key of each section drawn so far -> the shared limits of its figures; a view may draw only some sections."""
        return {}

    @cached_property
    def _finding_by_key(self) -> dict[str, Finding]:
        return {finding.key: finding for finding in self.answer.findings}


def write_page(answer: Answer, out: Path | str) -> Path:
    """Write an answer as one self-contained page, and return the file; an existing one is replaced.

    Raises
    ------
    RunError
        If the file cannot be written.
    """
    return save_page(Page(answer), out)


def save_page(page: Page, out: Path | str) -> Path:
    """Write a page, and return the file; see `write_page`."""
    return write_whole(Path(out), render("report.html.j2", page, {"text_table": text_table, "sign_of": SIGN_BY_TONE.get}))


def text_table(table: Table) -> TextTable:
    """Return a typed table as text, with a note on how its intervals were computed."""
    note = " ".join(part for part in (table.note, _intervals_note(table)) if part)
    return TextTable(headings(table), tuple(text_rows(table)), note)


def _intervals_note(table: Table) -> str:
    """Return how the intervals were computed: one note for all columns, or one for the columns of each method; may be empty."""
    titles_by_note: dict[str, list[str]] = {}
    for column in shown_columns(table):
        note = method_note(table.estimates(column.key), table.counts)
        if note:
            titles_by_note.setdefault(note, []).append(column.title)
    if len(titles_by_note) < 2:
        return "".join(titles_by_note)
    return " ".join(f"{listed(titles)}: {note}" for note, titles in titles_by_note.items())
