"""The documentation as a site: all pages are in it, links lead somewhere, and it needs no network."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
import yaml

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(path.name for path in DOCS.glob("*.md"))
#: Pages of the site that are made when it is built.
MADE = ("reference/", "repository/")
Nav: TypeAlias = "str | list[Nav] | dict[str, Nav]"
LINK = re.compile(r"```.*?```|`[^`\n]+`|\]\((?P<target>[^)\s]+)\)", re.DOTALL)


def pages_of(nav: Nav) -> Iterator[str]:
    """Yield the pages of a part of the navigation."""
    if isinstance(nav, str):
        yield nav
    else:
        for entry in nav.values() if isinstance(nav, dict) else nav:
            yield from pages_of(entry)


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as hosts of repositories make them."""
    headings = re.findall(
        r"^#+ (.*)$", re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S), flags=re.M
    )
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_every_page_is_in_the_navigation_once() -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    assert sorted(page for page in pages_of(nav) if not page.startswith(MADE)) == PAGES


@pytest.mark.parametrize("page", [*(f"docs/{name}" for name in PAGES), "README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_link_within_the_repository_leads_somewhere(page: str) -> None:
    place = ROOT / page
    lost = []
    for match in LINK.finditer(place.read_text(encoding="utf-8")):
        target = match["target"]
        if target is None or re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = place.parent / path if path else place
        if not file.is_file() or (anchor and anchor not in anchors_of(file)):
            lost.append(target)
    assert lost == []


# --- the glossary


def terms() -> list[tuple[str, str]]:
    """Return every term of the glossary with what is said about it."""
    _, *sections = re.split(r"^## ", (DOCS / "glossary.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [(term, text.strip()) for term, text in (section.split("\n", 1) for section in sections)]


def test_the_terms_of_the_glossary_are_sorted_and_unique() -> None:
    names = [term.strip("`").casefold().replace("_", " ") for term, _ in terms()]
    assert names == sorted(set(names))


def test_every_term_has_one_paragraph_and_a_link() -> None:
    assert [term for term, text in terms() if "\n" in text or not re.search(r"\]\(\w+\.md", text)] == []


def test_the_glossary_has_every_shipped_strategy() -> None:
    shipped = {path.stem for path in (ROOT / "strategies").rglob("*.py")} - {"python_example", "__init__"}
    assert {term.strip("`") for term, _ in terms()} >= shipped


# --- the site


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="mkdocs is not installed; `make docs` installs it")
def test_the_site_is_built_and_asks_no_other_machine(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
    built = subprocess.run(build, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stderr
    pages = {path.relative_to(tmp_path).as_posix(): path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.html")}
    assert {f"{Path(name).stem}.html" for name in PAGES} <= {*pages}
    fetched = r"<(?:script|img|iframe|source)[^>]*\ssrc=\"?(?:https?:)?//|<link[^>]*rel=\"?stylesheet\"?[^>]*https?://"
    assert [name for name, text in pages.items() if re.search(fetched, text)] == []
    assert "rajas components export" in pages["reference/commands.html"]
    assert "tolerance" in pages["reference/experiment_keys.html"]
    assert "seat_advantage" in pages["reference/python.html"]
    assert "## `" not in "".join(pages.values())
