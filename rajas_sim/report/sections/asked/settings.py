"""Settings of rules that were searched for."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.formatting import capitalised, counted, in_words, listed
from rajas_sim.analysis.rule_changes.race import Reach
from rajas_sim.analysis.rule_changes.solution import Found, Row, Solution
from rajas_sim.report.figure import SERIES
from rajas_sim.report.intervals import Line, Rows, rows_svg
from rajas_sim.report.phrases import method_note
from rajas_sim.report.view import Card, Panel, Section, Table

_TONES = {Reach.REACHED: ("fair", "\u2713"), Reach.MISSED: ("unfair", "\u2715"), Reach.UNDECIDED: ("undecided", "?")}
MOST_DRAWN = 30


def settings_cards(found: Sequence[Solution]) -> tuple[Card, ...]:
    """Make a card for each number of players: the recommended setting, and whether it reaches the goal."""
    return tuple(_card(own) for own in found)


def _card(own: Solution) -> Card:
    best = own.recommended
    tone, sign = _TONES[best.measured.reach]
    word = f"{'as printed, ' if own.is_printed else ''}{_values(best)}: {own.ruling(best)}"
    searched = f"{counted(own.searched.tried, 'setting')} of {own.searched.settings:,} tried"
    small_print = f"Measured on {counted(best.measured.distance.n, 'block')} of fresh luck; {searched}."
    return Card(f"{own.players} players", tone, sign, word, tuple(f"{sentence}." for sentence in own.sentences), small_print)


def settings_section(found: Sequence[Solution]) -> Section:
    """Show how far each setting that was left is from the goal."""
    return Section(
        "settings",
        "How near to the goal",
        "Filled: measured on fresh luck, which the search has not seen. Empty: on the luck of the search, where those that came "
        "out nearest were in part lucky; these settings cannot be told from the best there. Bars are intervals.",
        tuple(_panel(own) for own in found),
    )


def solution_rows(found: Sequence[Solution]) -> Rows:
    """Return the rows of a figure; with the number of players where there are several."""
    several = len(found) > 1
    return [
        (_title(own, row) + (f", {own.players} players" if several else ""), _lines(own, row))
        for own in found
        for row in own.rows[:MOST_DRAWN]
    ]


def _title(own: Solution, row: Row) -> str:
    what = "printed, nearest" if row.is_fresh and own.is_printed else {True: str(row.which), False: ""}[row.is_fresh]
    return _values(row.found) + (f" ({what})" if what else "")


def _lines(own: Solution, row: Row) -> list[Line]:
    """Return the estimates of a setting: on fresh luck if there is one, and on the luck of the search."""
    searched = row.found
    lines = []
    if row.is_fresh:
        lines.append(Line(row.found.measured.distance, text=f"{own.distance_text(row.found)} on fresh luck"))
        searched = next((other for other in own.searched.left if other.values == row.found.values), row.found)
    if not row.is_fresh or searched is not row.found:
        text = f"{own.distance_text(searched)} on the luck of the search"
        lines.append(Line(searched.measured.distance, SERIES[1], False, text))
    return lines


def _values(found: Found) -> str:
    """Write the values of a setting without their paths."""
    return " / ".join(in_words(value) for value in found.values.values())


def _panel(own: Solution) -> Panel:
    rows = solution_rows([own])
    told = "; ".join(f"{row.found.label} {own.distance_text(row.found)}" for row in own.rows[:MOST_DRAWN])
    svg = rows_svg(
        f"settings{own.players}",
        rows,
        "distance from the goal",
        f"Distance from the goal: {told}",
        "share" if own.target.is_share else "plain",
    )
    n_drawn = min(len(own.rows), MOST_DRAWN)
    left_out = f", {n_drawn} of {len(own.rows)} settings" if n_drawn < len(own.rows) else ""
    cells = tuple(
        (
            row.found.label,
            str(row.which),
            own.number_text(row.found),
            own.distance_text(row.found),
            str(own.ruling(row.found)) if row.is_fresh else "\u2013",
            "fresh" if row.is_fresh else "of the search",
            f"{row.found.measured.distance.n:,}",
        )
        for row in own.rows
    )
    headers = ("setting", "which", "farthest from the goal", "distance", "verdict", "luck", "blocks")
    table = Table(headers, cells, method_note(row.found.measured.distance for row in own.rows))
    return Panel(
        f"{own.players} players",
        svg,
        f"{capitalised(own.goal_text)}{left_out}; values of {listed([*own.recommended.values])}",
        table,
    )
