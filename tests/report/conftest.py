"""Makes `pages`, `browsing` and the generators of synthetic runs importable whatever pytest's import mode; starts a browser."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "analysis")]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from browsing import CHROMIUM

    with sync_playwright() as playwright:
        own = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield own
        own.close()
