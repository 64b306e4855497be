"""An answer as one HTML page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rajas_sim.analysis import answer as data
from rajas_sim.showing.cells import headings, text_rows
from rajas_sim.showing.phrases import method_note
from rajas_sim.showing.pictures import figure_svg
from rajas_sim.showing.render import render, save
from rajas_sim.showing.view import Assumptions, Card, Cards, Finding, Page, Panel, Section, Table

HOW = "This command gives the same answer again; games that are there are read, all others are played."
HOW_OF_RUNS = "This command gives the same answer again where the runs are."
_SIGNS = {
    data.Tone.FAIR: "\u2713",
    data.Tone.HOLDS: "\u2713",
    data.Tone.UNFAIR: "\u2715",
    data.Tone.FAILS: "\u2715",
    data.Tone.UNEVEN: "\u2260",
    data.Tone.UNDECIDED: "?",
}


def write_page(answer: data.Answer, out: Path | str) -> Path:
    """Write an answer as one self-contained page, and return the file; an existing one is replaced.

    Raises
    ------
    RunError
        If the file cannot be written.
    """
    return save(Path(out), render("report.html.j2", page_of(answer)))


def page_of(answer: data.Answer) -> Page:
    """Arrange an answer as a page."""
    findings = {finding.key: finding for finding in answer.findings}
    on_cards = {key for card in answer.cards for key in card.findings}
    origin = answer.provenance
    return Page(
        title=origin.question,
        run=", ".join(Path(run).name for run in origin.runs),
        strategies=origin.strategies,
        question=answer.title,
        subtitle=" \u00b7 ".join((origin.game, f"strategies: {', '.join(origin.labels)}")),
        notices=(),
        answer=Cards(tuple(_card(card, [findings[key] for key in card.findings]) for card in answer.cards)),
        how_sure=answer.how_sure,
        sections=tuple(_section(section, answer, findings, on_cards) for section in answer.sections),
        described=(),
        views=None,
        games=(),
        assumptions=Assumptions(origin.assumptions, table_text(origin.assumed), origin.readings),
        command=answer.command,
        how=HOW_OF_RUNS if origin.plays else HOW,
        facts=(*origin.facts, *(("plays a run again", command) for command in origin.plays)),
    )


def _card(card: data.Card, findings: Sequence[data.Finding]) -> Card:
    return Card(card.title, card.tone, _SIGNS.get(card.tone, ""), card.word, tuple(findings), card.basis)


def _section(section: data.Section, answer: data.Answer, by_key: dict[str, data.Finding], on_cards: set[str]) -> Section:
    tables = answer.tables
    panels, findings, open_tables = [], [], []
    for panel in section.panels:
        said = tuple(by_key[key] for key in panel.findings if key not in on_cards)
        texts = [(table.title, table_text(table)) for table in panel.tables]
        if panel.figures:
            keys = (f"{_id(figure.table)}{i}" for i, figure in enumerate(panel.figures))
            svg = "\n".join(figure_svg(figure, tables, key) for figure, key in zip(panel.figures, keys, strict=True))
            sentences = tuple(finding.sentence for finding in said)
            panels.append(Panel(panel.title, svg, panel.caption, texts[0][1], tuple(texts[1:]), sentences))
        else:
            findings += [Finding(panel.title, panel.caption, said)] if said else []
            open_tables += [(": ".join(filter(None, (panel.title, title))), text) for title, text in texts]
    return Section(
        section.key, section.title, section.how_to_read, tuple(panels), tables=tuple(open_tables), findings=tuple(findings)
    )


def _id(key: str) -> str:
    """Turn the key of a table into an id of its figures: lower-case letters and digits, beginning with a letter."""
    return "figure-" + re.sub("[^a-z0-9]+", "-", key.lower()) + "-"


def table_text(table: data.Table) -> Table:
    """Turn a typed table into text, with how its intervals were computed."""
    note = " ".join(part for part in (method_note(table.estimates(), table.counts), table.note) if part)
    return Table(headings(table), tuple(text_rows(table)), note)
