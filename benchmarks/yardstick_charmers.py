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

    def move_by_step(pattern: str) -> Callable[[int], dict[str, Any]]:
        moved_values = {path: value for path, value in assumed.items() if fnmatchcase(path, pattern)}
        return lambda step: {path: max(1, value + step) for path, value in moved_values.items()}

    groups: dict[str, Callable[[int], dict[str, Any]]] = {
        "prices": move_by_step("market.prices.*"),
        "river money": move_by_step("sheets.sun.river.*.money"),
        "river fame": move_by_step("sheets.sun.river.*.fame"),
        "edge money": move_by_step("sheets.sun.edge.*.money"),
        "edge fame": move_by_step("sheets.sun.edge.*.fame"),
        "column fame": move_by_step("sheets.sun.*_columns.*.fame"),
        "column money": move_by_step("sheets.sun.*_columns.*.money"),
        "tent fame": move_by_step("sheets.sun.tents.*.fame"),
        "goods": move_by_step("sheets.sun.*.goods"),
    }
    return {f"{name} {step:+d}": group(step) for name, group in groups.items() for step in (-1, 1) if group(step)}
