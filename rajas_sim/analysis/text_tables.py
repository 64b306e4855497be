"""Plans and comparisons as sentences and tables of text, which the command line prints and notebooks show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rajas_sim.analysis.comparing.changes import Change
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.comparing.runs import RunComparison
from rajas_sim.analysis.formatting import (
    difference_text,
    duration_text,
    listed,
    percent,
    points,
    tolerance_points,
)
from rajas_sim.analysis.plan import POWER, Plan
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


def first_sentence(plans: Sequence[Plan]) -> str:
    """Answer how many games it takes to see one point, of what people ask about first."""
    size = min(plans[0].needs[0].to_know, key=lambda size: abs(size - 0.01))
    takes = [f"{_games(own, own.needs[0].to_see.get(size))} with {own.players} players" for own in plans]
    return (
        f"To see {tolerance_points(size)} in the {plans[0].needs[0].title}, with a chance of {percent(POWER, 0)}, "
        f"takes {listed(takes)}."
    )


def needs_table(plans: Sequence[Plan]) -> TextTable:
    """List the games and the time until each interval is narrow enough, and the differences that the planned blocks find."""
    widths = list(plans[0].needs[0].to_know)
    rows = []
    for own in plans:
        for need in own.needs:
            known = [_games(own, need.to_know[width]) for width in widths]
            seen = "not known" if need.smallest is None else points(need.smallest)
            rows.append((str(own.players), need.title, *known, seen))
    planned = f"{plans[0].blocks:,} blocks find"
    return TextTable(("players", "number", *(tolerance_points(width) for width in widths), planned), tuple(rows), ("players",))


def outlook_sentences(plans: Sequence[Plan]) -> tuple[str, ...]:
    """Say of each verdict about the seats how likely the planned blocks decide it."""
    said = []
    for own in plans:
        for outlook in own.outlooks:
            what = f" ({outlook.title})" if outlook.title else ""
            chances = ", ".join(f"{ruling} {percent(chance, 0)}" for ruling, chance in outlook.chances.items())
            time = duration_text(own.seconds(own.blocks))
            said.append(
                f"With {own.players} players{what}, {own.blocks:,} blocks ({time}) decide the verdict on the seats with a chance "
                f"of {percent(outlook.decided, 0)}: {chances}."
            )
    return tuple(said)


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


def _games(own: Plan, n: int | None) -> str:
    if n is None:
        return "not known (nothing varied in the pilot)"
    games = own.games(n)
    return f"{f'{n:,} blocks, ' if games != n else ''}{games:,} games ({duration_text(own.seconds(n))})"


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
