"""Take the pictures of README.md and docs/, after ``make example``.

    python benchmarks/pictures.py [--chromium PROGRAM]

The report and the pages of games are those in reports/example and reports/example_charmers; the table is one that this program
sets, with a hint. It needs what ``make test`` installs, and a Chromium.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
TURNS = {"example": 40, "example_charmers": 20}
"""Example -> after how many turns its game is shown."""


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chromium", default="/usr/bin/chromium", help="The program that shows the pages.")
    options = parser.parse_args()
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        take_report(browser.new_page(viewport={"width": 1400, "height": 900}))
        take_race(browser.new_page(viewport={"width": 1400, "height": 1000}, color_scheme="dark"))
        for run, name in (("example", "replay"), ("example_charmers", "replay_charmers")):
            take_game(browser.new_page(viewport={"width": 1400, "height": 800}), run, name)
        take_table(browser.new_page(viewport={"width": 1366, "height": 900}), Path(folder))
        browser.close()


def take_report(page: Page) -> None:
    """Take the top of a report."""
    page.goto((ROOT / "reports/example/report.html").as_uri())
    page.screenshot(path=IMAGES / "report.png")


def take_race(page: Page) -> None:
    """Take the race of a report, on the dark scheme."""
    page.goto((ROOT / "reports/example/report.html").as_uri())
    page.locator("#race summary").first.click()
    page.locator("#race").scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, document.querySelector('#race').getBoundingClientRect().top - 50)")
    page.wait_for_timeout(300)
    page.screenshot(path=IMAGES / "report_race.png")


def take_game(page: Page, run: str, name: str) -> None:
    """Take a turn of the first game of an example."""
    page.goto((ROOT / "reports" / run / "replay.html").as_uri())
    for _ in range(TURNS[run]):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(500)
    page.screenshot(path=IMAGES / f"{name}.png")


def take_table(page: Page, folder: Path) -> None:
    """Take the table at the first choice of a person, with a hint."""
    command = [str(Path(sys.executable).with_name("rajas")), "table", "--no-open", "--port", "8797"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = next(match[0] for line in server.stdout if (match := re.search(r"http\S+", line)))
            page.set_default_timeout(120_000)  # the game may have to be compiled
            page.goto(f"{address}?game=ganges")
            page.locator("#begin").click(no_wait_after=True)
            page.locator("#options button").first.wait_for()
            page.locator("#hint").click()
            page.locator("#options .worth").first.wait_for()
            page.screenshot(path=IMAGES / "table.png")
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
