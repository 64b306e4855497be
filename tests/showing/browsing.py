"""Opens pages in a real browser.

It takes a Chromium, found by its name or by the variable CHROMIUM; tests that need one are skipped where there is none.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
NEEDS_BROWSER = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")]
PHONE, SMALL, LAPTOP, DESK, LARGE = (390, 844), (1280, 800), (1366, 768), (1440, 900), (1920, 1080)
#: Letters of figures are at least so large, in pixels.
LEAST_TEXT = 11.0
#: A page is at most so long as it opens, in windows from this width on, in pixels.
MOST_HEIGHT, WIDE = 6000, 1280


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


def opened(browser: Browser, file: Path, size: tuple[int, int] = DESK, **options: Any) -> Page:
    """Open a page in a window of its own; what it asks for beyond itself, and what it complains about, is an error."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options).new_page()
    page.set_default_timeout(10_000)

    def only_itself(route: Route) -> None:
        assert route.request.url.startswith(("file:", "data:", "blob:")), route.request.url
        route.continue_()

    page.route("**/*", only_itself)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(file.as_uri())
    assert said == []
    return page


def overlapping_texts(page: Page) -> list[str]:
    """Return the texts of figures that are seen and lie on top of each other, by more than what their lines leave free."""
    pairs: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("figure svg")].filter((svg) => svg.checkVisibility()).flatMap((svg) => {
            const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim());
            const boxes = texts.map((text) => text.getBoundingClientRect());
            return boxes.flatMap((a, i) => boxes.slice(i + 1).flatMap((b, j) => {
                const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                return width > 3 && height > 4 ? [`${texts[i].textContent} | ${texts[i + 1 + j].textContent}`] : [];
            }));
        })"""
    )
    return pairs


def serious(page: Page) -> dict[str, list[str]]:
    """Return what keeps people from using a page, by the rule that it breaks."""
    violations = Axe().run(page).response["violations"]
    return {
        violation["id"]: [node["html"][:200] for node in violation["nodes"][:3]]
        for violation in violations
        if violation["impact"] in ("serious", "critical")
    }


def smallest_text(page: Page) -> float:
    """Return the size of the smallest letters of the figures that are seen, in pixels."""
    size: float = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll("figure svg text")].filter((t) => t.checkVisibility()).map((text) => {
            const svg = text.ownerSVGElement;
            return parseFloat(getComputedStyle(text).fontSize) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        }))"""
    )
    return size


def require_readable(page: Page) -> None:
    """Fail unless a page fits its window, opens on little, can be used by everybody, and all its figures can be read."""
    width = page.viewport_size["width"] if page.viewport_size else WIDE
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    if width >= WIDE:
        assert page.evaluate("document.scrollingElement.scrollHeight") <= MOST_HEIGHT
    assert serious(page) == {}
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    assert smallest_text(page) >= LEAST_TEXT
    assert overlapping_texts(page) == []
