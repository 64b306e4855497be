"""Strategies: one number each, what a seat is worth beside it, and who finishes ahead of whom."""

from __future__ import annotations

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from rajas_sim.analysis.formatting import percent, position_label, rating_text, share_text, signed
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.meetings import Meetings
from rajas_sim.analysis.winning.ratings import Ratings
from rajas_sim.showing.figure import DARKEST, MUTED, SERIES, drawing, label_rows, new_figure, to_svg, told
from rajas_sim.showing.phrases import basis, method_note
from rajas_sim.showing.view import Finding, Panel, Section, Table

FARTHEST = 600.0
"""Ratings farther from 0 stand at the edge of the figure, which would be too coarse for the others otherwise."""
_CROWDED = 7
"""From so many strategies on, the numbers of the matrix lose a decimal."""


def rating_section(results: Sequence[PlayerCount]) -> Section | None:
    """Show how strong strategies are, and who beats whom; ``None`` where every game was a mirror match."""
    rated = [(count.ratings, count.meetings) for count in results if count.ratings is not None and count.meetings is not None]
    if not rated:
        return None
    return Section(
        "ratings",
        "Ratings of strategies",
        "A rating is one number for who finished ahead of whom in every game (Plackett-Luce model), apart from what the seat was "
        "worth. At a table of two, from seats that are alike, 100 rating points more mean finishing ahead in 64 % of games, 200 "
        "points 76 %, 400 points 91 %. 0 is whoever would finish ahead of one of these strategies, drawn at random, in half of "
        "games. It is a strength within this field, and knows no circles; so the matrix shows in what part of games the strategy "
        "of the row finishes ahead of that of the column (a tie counts half). Blue is surely more than half, red surely less; "
        "without colour it may be either. Mirror matches are left out.",
        tuple(
            panel for r, m in rated for panel in (_ratings_panel(r), *([_matrix_panel(r, m)] if len(r.strategies) > 2 else []))
        ),
        findings=tuple(Finding(f"{r.players} players", "", (*r.findings, *m.findings)) for r, m in rated),
    )


def _ratings_panel(ratings: Ratings) -> Panel:
    title = f"{ratings.players} players: ratings"
    of_strategies = list(ratings.strategies.items())
    of_seats = [(f"position {position_label(p)}", seat) for p, seat in enumerate(ratings.seats, 1)]
    alt = f"{title}. " + "; ".join(f"{name}: {rating_text(e)}" for name, e in (*of_strategies, *of_seats))
    key = f"rating{ratings.players}"
    with drawing(key):
        heights = (len(of_strategies) + 0.0, len(of_seats) + 0.0)
        figure, (strategies, seats) = new_figure(0.24 * sum(heights) + 1.3, 2, heights, sharex=True)
        ends = [0.0, *(x for _, e in (*of_strategies, *of_seats) for x in (e.low, e.value, e.high) if abs(x) <= FARTHEST)]
        margin = 0.1 * max(max(ends) - min(ends), 1.0)
        left, right = min(ends) - margin, max(ends) + margin
        strategies.set_xlim(left, right)
        _draw(strategies, of_strategies, "Strategies", SERIES[0])
        _draw(seats, of_seats, "What a seat is worth", SERIES[5])
        seats.set_xlabel("rating points")
        svg = to_svg(figure, key, alt)
    is_beyond = any(not left <= e.value <= right for _, e in of_strategies)
    caption = f"{basis(ratings)}{'; an arrow: beyond the axis' if is_beyond else ''}"
    best = of_strategies[0][0]
    rows = tuple((n, rating_text(e), rating_text(ratings.behind[n]) if n != best else "\u2013") for n, e in of_strategies)
    note = f"{method_note(e for _, e in of_strategies)} Behind the highest: {method_note(ratings.behind.values())}"
    worth = Table(("position", "worth"), tuple((n, rating_text(e)) for n, e in of_seats), method_note(ratings.seats))
    return Panel(
        title,
        svg,
        caption,
        Table(("strategy", "rating", "points behind the highest"), rows, note),
        (("What a seat is worth, in rating points", worth),),
    )


def _draw(axes: Axes, rows: Sequence[tuple[str, Estimate]], title: str, colour: str) -> None:
    """Draw one estimate a row, with its number at the right; what lies beyond the axis as an arrow at its edge."""
    left, right = axes.get_xlim()
    inset = 0.03 * (right - left)
    axes.axvline(0.0, color=MUTED, lw=1.2)
    for y, (name, estimate) in enumerate(rows):
        said = told(f"{name}: {rating_text(estimate)}")
        if not left <= estimate.value <= right:
            edge, marker = (left + inset, "<") if estimate.value < left else (right - inset, ">")
            axes.plot(edge, y, marker, color=colour, ms=7, ls="", gid=said)
        else:
            if estimate.low <= estimate.high:
                ends = [max(estimate.low, left), min(estimate.high, right)]
                axes.plot(ends, [y, y], color=colour, lw=2.0, solid_capstyle="round")
            axes.plot(estimate.value, y, "o", color=colour, ms=5.5, gid=said)
        is_open = math.isinf(estimate.low) or math.isinf(estimate.high)
        number = rating_text(estimate) if is_open else signed(estimate.value, 0)
        axes.annotate(number, (1.02, y), xycoords=("axes fraction", "data"), va="center")
    label_rows(axes, [name for name, _ in rows])
    axes.set_title(title)


def _matrix_panel(ratings: Ratings, meetings: Meetings) -> Panel:
    """Draw every two strategies as a cell, in the order of their ratings, so that exceptions from it catch the eye."""
    beats = "who beats whom, in %" if ratings.players == 2 else "who finishes ahead of whom, in %"
    title, names = f"{ratings.players} players: {beats}", list(ratings.strategies)
    cells = {pair: share for pair, share in meetings.ahead.items() if pair[0] != pair[1]}
    alt = f"{title}. " + "; ".join(f"{a} ahead of {b}: {share_text(share)}" for (a, b), share in cells.items())
    key, is_crowded = f"meetings{ratings.players}", len(names) >= _CROWDED
    with drawing(key):
        figure, (axes,) = new_figure(0.6 + 0.32 * len(names))
        for (a, b), share in cells.items():
            x, y = names.index(b), names.index(a)
            if share.excludes(0.5):
                colour = SERIES[0] if share.value > 0.5 else SERIES[1]
                strength = DARKEST * max(0.2, 2 * abs(share.value - 0.5))
                axes.add_patch(Rectangle((x - 0.47, y - 0.45), 0.94, 0.9, color=colour, alpha=strength, lw=0))
            text = percent(share.value, 0 if is_crowded else 1)[:-2]
            axes.annotate(text, (x, y), ha="center", va="center", gid=told(f"{a} ahead of {b}: {share_text(share)}"))
        for i in range(len(names)):
            axes.annotate("\u2013", (i, i), ha="center", va="center", color=MUTED)
        label_rows(axes, [f"{i} {name}" for i, name in enumerate(names, 1)])
        axes.set_xticks(range(len(names)), [str(i) for i in range(1, len(names) + 1)])
        axes.set_xlim(-0.55, len(names) - 0.45)
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.grid(visible=False)
        for spine in axes.spines.values():
            spine.set_visible(False)
        svg = to_svg(figure, key, alt)
    rows = tuple((a, *("\u2013" if a == b else share_text(cells[a, b]) for b in names)) for a in names)
    note = "Share of games in which the strategy of the row finishes ahead of that of the column, ties half. "
    return Panel(title, svg, basis(meetings), Table(("ahead of \u2192", *names), rows, note + method_note(cells.values())))
