"""Comparisons as tables of text, which the command line prints and notebooks show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rajas_sim.analysis.comparing.changes import Change
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.comparing.runs import RunComparison
from rajas_sim.analysis.formatting import difference_text
from rajas_sim.analysis.power.numbers import LENGTH, PowerOfNumbers


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table of text.

    Attributes
    ----------
    right
        Headers of the columns that are aligned to the right.
    """

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[str, ...] = ()


def steps_table(own: PowerOfNumbers) -> TextTable:
    """List what each step of a number changes: the start player's share, the length, strategies' shares; a star where shown."""
    metrics = [m for m in own.metrics.free if m.name in (START_PLAYER, LENGTH) or m in own.metrics.strategies]

    def cell(change: Change) -> str:
        return difference_text(change.difference, is_share=change.metric.is_share) + " *" * change.is_found

    rows = [
        (f"{power.path} = {step.value} (not {power.printed})", *(cell(step.changes[m.name]) for m in metrics))
        for power in own.powers
        for step in power.steps
    ]
    return TextTable(("one more, one less", *(m.title for m in metrics)), tuple(rows))


def changes_table(found: Sequence[RunComparison]) -> TextTable:
    """List every number of two runs and its difference; those of which a change was found are marked by a star."""
    has_line_ups = any(comparison.line_up for comparison in found)
    rows = [
        (
            str(comparison.players),
            *([comparison.line_up or ""] if has_line_ups else []),
            ("* " if change.is_found else "") + change.metric.title,
            *change.sides,
            difference_text(change.difference, is_share=change.metric.is_share),
            f"{change.p_value:.2g}",
        )
        for comparison in found
        for change in comparison.changes.values()
    ]
    headers = ("players", *(["line-up"] if has_line_ups else []), "metric", "old", "new", "difference", "adjusted p")
    return TextTable(headers, tuple(rows), ("players", "adjusted p"))
