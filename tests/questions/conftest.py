"""Makes tools of other tests importable whatever the import mode of pytest, and starts a browser."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(Path(__file__).parent), str(TESTS / "analysis"), str(TESTS / "report")]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from browsing import CHROMIUM

    with sync_playwright() as playwright:
        own = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield own
        own.close()
