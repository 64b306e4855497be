"""Explanations that pages take from the documentation: words from the glossary, doubtful rules from the rule indexes."""

from __future__ import annotations

import re
from functools import cache

from rajas_sim.core.games import shipped_folder


@cache
def glossary() -> dict[str, str]:
    """Return word -> meaning, without markup and links, in the order of the glossary."""
    text = (shipped_folder("docs") / "glossary.md").read_text(encoding="utf-8")
    _, *entries = re.split(r"^## ", text, flags=re.MULTILINE)
    return {plain_text(word): plain_text(meaning.strip()) for word, _, meaning in (entry.partition("\n") for entry in entries)}


@cache
def explained_strategies() -> frozenset[str]:
    """Return the names of strategies that the glossary explains; their headings are in backticks."""
    text = (shipped_folder("docs") / "glossary.md").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^## `(\w+)`$", text, flags=re.MULTILINE))


@cache
def readings_of(game: str) -> dict[str, str]:
    """Return name -> meaning of the readings of a game, from the table in its rule index; empty if that has no such table."""
    text = (shipped_folder("docs") / f"rules_{game}.md").read_text(encoding="utf-8")
    table_match = re.search(r"eadings\n[^|]*((?:\|.*\n)+)", text)
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \|", table_match.group(1), flags=re.MULTILINE) if table_match else []
    return {name: plain_text(meaning) for name, meaning in rows}


def plain_text(text: str) -> str:
    """Remove markup and links, together with brackets that contain only links.

    >>> plain_text("one `seed` ([why](method.md#why)), as in [plans](plan.md).")
    'one seed, as in plans.'
    """
    text = re.sub(r"\s*\(\[[^\]]*\]\([^)]*\)(?:[,;] (?:and )?\[[^\]]*\]\([^)]*\))*\)", "", text.replace("\n", " "))
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace("*", "")
