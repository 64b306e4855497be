"""A page as a PDF file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rajas_sim.core.errors import RunError
from rajas_sim.showing import pdf
from rajas_sim.showing.pdf import save_pdf
from tests.showing.browsing import CHROMIUM

PAGE = "<!doctype html><title>a page</title><p>Who wins?</p>"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_text(PAGE)
    return path


def program(folder: Path, text: str) -> Path:
    """Write a program that stands in for the browser."""
    path = folder / "chromium"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
def test_a_page_is_printed_into_a_file_beside_it(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_find_browser", lambda: CHROMIUM)
    file = save_pdf(page)
    assert file == page.with_suffix(".pdf")
    content = file.read_bytes()
    assert content.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", content)) == 1


def test_without_a_browser_a_sentence_says_how_to_print(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(pdf, "APPLICATIONS", ())
    with pytest.raises(RunError, match=r"no Chromium, Chrome or Edge was found .* print it to a file there"):
        save_pdf(page)


def test_a_browser_that_cannot_print_is_named_with_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = program(tmp_path, "echo no display >&2; exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(RunError, match="no display"):
        save_pdf(page)
    program(tmp_path, "exit 3")
    with pytest.raises(RunError, match="it ended with 3"):
        save_pdf(page)
    browser.write_bytes(b"")
    with pytest.raises(RunError, match="cannot print"):
        save_pdf(page)
    assert not page.with_suffix(".pdf").exists()
