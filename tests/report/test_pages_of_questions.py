"""Pages of questions that several runs answer together: they say what was found, and can be used by everybody."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import DESK, NEEDS_BROWSER, PHONE, opened, serious
from playwright.sync_api import Browser

from rajas_sim import experiment
from rajas_sim.analysis.formatting import difference_text

QUESTION = {
    "name": "mine",
    "question": "Is it fair?",
    "game": "charmers",
    "players": [2, 3],
    "line_up": ["balanced"],
    "blocks": 30,
}
SOLVED = {**QUESTION, "solve": {"over": {"setup.karma": [0, 1, 2]}, "goal": "even_seats"}}


def asked(kind: str, out: Path) -> Any:
    questions: dict[str, Callable[[], Any]] = {
        "things": lambda: experiment.power(QUESTION, things=["edge.*"], out=out),
        "numbers": lambda: experiment.power(QUESTION, numbers=["setup.karma", "market.prices.*"], out=out),
        "settings": lambda: experiment.solve(SOLVED, out=out),
    }
    return questions[kind]()


@pytest.fixture(scope="module", params=["things", "numbers", "settings"])
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Any, Path]:
    """Return which question it is, what was found, and its page."""
    folder = tmp_path_factory.mktemp(request.param)
    found = asked(request.param, folder / "runs")
    return request.param, found, found.write(folder / "page.html", "rajas ask mine")


def text_of(file: Path) -> str:
    bare = re.sub(r"<[^>]+>", "", file.read_text(encoding="utf-8"))
    return " ".join(html.unescape(bare).replace("\u202f", " ").replace("\u2011", "-").split())


def numbers_of(kind: str, found: Any) -> list[str]:
    """Return some numbers as the page has to write them."""
    if kind == "things":
        return [difference_text(p.worth, is_share=True) for own in found.results for p in own.powers]
    if kind == "numbers":
        return [difference_text(s.changes["rounds"].difference, is_share=False) for p in found.results[0].powers for s in p.steps]
    return [own.distance_text(row.found) for own in found.solutions for row in own.rows]


def test_the_page_has_the_numbers_what_was_assumed_and_the_command(page: tuple[str, Any, Path]) -> None:
    kind, found, file = page
    text = text_of(file)
    numbers = numbers_of(kind, found)
    assert numbers and all(number in text for number in numbers)
    assert found.sentences[0] in text
    assert "Is it fair?" in text and "rajas ask mine" in text
    assert "printed values of the box are assumed" in text
    assert file.read_bytes() == found.write(file.with_name("again.html"), "rajas ask mine").read_bytes()


@pytest.mark.parametrize("needed", [pytest.param(None, marks=NEEDS_BROWSER)])
def test_everybody_can_use_it_on_a_desk_and_on_a_phone(needed: None, browser: Browser, page: tuple[str, Any, Path]) -> None:
    for size in (DESK, PHONE):
        shown = opened(browser, page[2], size)
        assert serious(shown) == {}
        assert shown.evaluate("document.documentElement.scrollWidth") <= size[0]
    shown.locator("main figure svg .value").first.hover()
    assert shown.locator(".tip").is_visible()
