"""What the tests ask about a page."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

from rajas_sim.analysis import load_run, results_of
from rajas_sim.questions.run.run_answer import run_answer
from rajas_sim.questions.run.write import write_report
from rajas_sim.showing.page import Page, save_page

VOID = {"meta", "br", "link", "img", "hr"}


class Outline(HTMLParser):
    """Collects the elements of a page, and checks that every one is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {}
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.inside.setdefault(tag, []).append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.elements if name == tag]


def page_of(folder: Path) -> str:
    """Write the report of a run and return its text."""
    return write_report(folder).read_text(encoding="utf-8")


def page_with(folder: Path, *sections: str) -> str:
    """Write the report of a run with some of its sections only, which is much faster, and return its text."""
    run = load_run(folder)
    answer = run_answer(run, results_of(run))
    kept = tuple(section for section in answer.sections if section.key in sections)
    return save_page(Page(replace(answer, sections=kept)), folder / "part.html").read_text(encoding="utf-8")


def plain(page: str) -> str:
    """The text of a page without markup and with ordinary spaces; what is packed until a reader asks for it is left out."""
    shown = re.sub(r'<script type="text/plain".*?</script>', "", page, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", "", shown).replace("\u202f", " ").replace("\u2011", "-")
    return html.unescape(re.sub(r"\s+", " ", text))


def section(page: str, name: str) -> str:
    """One section of a page."""
    start = page.index(f'<section id="{name}"')
    return page[start : page.index("</section>", start)]


def section_ids(page: str) -> list[str]:
    return re.findall(r'<section id="(\w+)"', page)


def assert_whole(page: str) -> None:
    """Ids are unique, references met, colours replaced, and no number is missing."""
    ids = [attrs["id"] for _, attrs in Outline(page).elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', page)) | set(re.findall(r'aria-labelledby="([^"]+)"', page))
    assert wanted <= set(ids)
    for figure in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        assert not re.search(r"(?:fill|stroke|color): ?#[0-9a-f]{6}", figure)
    assert not re.search(r"\bnan\b|\binf\b|None|Undefined", plain(page))
