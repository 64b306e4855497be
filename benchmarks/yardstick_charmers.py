"""The assumed values of *The Dice Charmers* that can be moved, in groups."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any

from rajas_sim.charmers.rulebook.rules import SOURCE

VARIANTS = ("sun", "moon")


def changes() -> dict[str, dict[str, Any]]:
    """Return the overrides of every change tried, by name."""
    assumed = {row["path"]: row["value"] for row in SOURCE.list_values() if row["provenance"] == "assumed"}

    def moved(pattern: str) -> Callable[[int], dict[str, Any]]:
        places = {path: value for path, value in assumed.items() if fnmatchcase(path, pattern)}
        return lambda step: {path: max(1, value + step) for path, value in places.items()}

    groups: dict[str, Callable[[int], dict[str, Any]]] = {
        "prices": moved("market.prices.*"),
        "river money": moved("sheets.sun.river.*.money"),
        "river fame": moved("sheets.sun.river.*.fame"),
        "edge money": moved("sheets.sun.edge.*.money"),
        "edge fame": moved("sheets.sun.edge.*.fame"),
        "column fame": moved("sheets.sun.*_columns.*.fame"),
        "column money": moved("sheets.sun.*_columns.*.money"),
        "tent fame": moved("sheets.sun.tents.*.fame"),
        "goods": moved("sheets.sun.*.goods"),
    }
    return {f"{name} {step:+d}": group(step) for name, group in groups.items() for step in (-1, 1) if group(step)}
