"""Win share by position, with simultaneous intervals and the tolerance band."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.formatting import listed, percent, position_label, share_text, signed_points, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.short_answers import Subject, short_answers
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.questions.run.cards import verdicts
from rajas_sim.showing.figure import BAND, INK, MUTED, SERIES, drawing, new_figure, per_cent, to_svg, told
from rajas_sim.showing.phrases import basis, method_note, over_players
from rajas_sim.showing.view import Panel, Section, Table


def seat_section(run: Run, results: Sequence[PlayerCount]) -> Section:
    """Show the win share of each position under the baseline; all panels span the same number of percentage points.

    The verdicts stand here where they are not the answer at the top of the page.
    """
    advantages = [a for count in results for a in count.of_baseline]
    reach = max(max(abs(end - a.even_share) for s in a.shares for end in (s.low, s.high)) for a in advantages)
    reach = min(max(reach, advantages[0].verdict.tolerance) * 1.25, 1.0)
    limit = tolerance_points(advantages[0].verdict.tolerance)
    return Section(
        "seats",
        "Who wins from which seat",
        "Expected share of games won by position (a shared win counts as a part of one). The line is an even share, the grey "
        f"band \u00b1{limit} around it; bars are intervals that hold for all positions together. Position 1 moves first in "
        "round 1. Red: the interval lies wholly beyond the band.",
        tuple(_panel(a, reach, f"seat{i}", len(advantages) > len(results)) for i, a in enumerate(advantages)),
        finding=_finding(results),
        cards=None if all(short.subject is Subject.SEATS for short in short_answers(results)) else verdicts(run, results),
    )


def _finding(results: Sequence[PlayerCount]) -> str:
    """Say how often the start player wins, where one verdict is given for each number of players."""
    if any(len(count.of_baseline) > 1 for count in results):
        return ""
    shares = {count.players: share_text(count.of_baseline[0].shares[0]) for count in results}
    even = listed([percent(1.0 / players) for players in shares])
    return f"The start player wins {over_players(shares)}; an even share is {even}."


def _panel(advantage: SeatAdvantage, reach: float, key: str, several: bool) -> Panel:
    group, even = advantage.group, advantage.even_share
    labels = [position_label(p) for p in range(1, group.players + 1)]
    title = f"{group.players} players" + (f": {group.title}" if several else "")
    alt = f"Win share by position with {title}. " + "; ".join(
        f"position {label}: {share_text(s)}" for label, s in zip(labels, advantage.shares, strict=True)
    )
    with drawing(key):
        figure, (axes,) = new_figure(2.9)
        tolerance = advantage.verdict.tolerance
        axes.axhspan(even - tolerance, even + tolerance, color=BAND, lw=0, zorder=0)
        axes.axhline(even, color=MUTED, lw=1.2)
        for i, share in enumerate(advantage.shares):
            colour = SERIES[1] if i + 1 in advantage.verdict.beyond else SERIES[0]
            axes.plot([i, i], [share.low, share.high], color=colour, lw=2.6, solid_capstyle="round")
            said = told(f"position {labels[i]}: {share_text(share)}")
            axes.plot(i, share.value, "o", color=colour, ms=8, gid=said)
            axes.annotate(
                percent(share.value),
                (i, max(share.value, share.high)),
                (0, 4),
                textcoords="offset points",
                ha="center",
                va="bottom",
                color=INK,
                weight="bold",
            )
        axes.set_xticks(range(group.players), labels)
        axes.set_xlim(-0.5, group.players - 0.5)
        axes.set_ylim(max(even - reach, -0.02), min(even + reach, 1.02))
        per_cent(axes.yaxis, ticks=True)
        axes.set_xlabel("position")
        axes.grid(axis="x", visible=False)
        svg = to_svg(figure, key, alt)
    rows = tuple(
        (label, share_text(s), signed_points(difference))
        for label, s, difference in zip(labels, advantage.shares, advantage.differences, strict=True)
    )
    table = Table(("position", "win share (interval)", "from an even share"), rows, method_note(advantage.shares))
    return Panel(title, svg, basis(advantage), table)
