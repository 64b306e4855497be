"""What is a good score: percentiles of the final standings, and how often a score wins."""

from __future__ import annotations

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from rajas_sim.analysis.formatting import capitalised, percentile_text, share_text, standing
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.scoring.scores import DECIDING, PERCENTS, Band, Scores
from rajas_sim.showing.figure import COLOURS, INK, MUTED, drawing, label_rows, new_figure, per_cent, to_svg, told
from rajas_sim.showing.phrases import basis, method_note
from rajas_sim.showing.view import Panel, Section, Table

_LABELLED = (50, 90, 99)
"""Percentiles of which the figure writes the number."""


def score_section(results: Sequence[PlayerCount]) -> Section | None:
    """Show percentiles of the standings; ``None`` if the run recorded none."""
    scores = [count.scores for count in results if count.scores is not None]
    if not scores:
        return None
    limits = {
        name: (
            min(s.of_seats[name][0].value for s in scores),
            max(group[name][-1].value for s in scores for group in (s.of_seats, s.of_winners)),
        )
        for name in scores[0].of_seats
    }
    wins = ""
    if scores[0].bands:
        wins = (
            f" Below them, the share of the seats that won, by their {DECIDING}; thin bars are intervals that hold for all "
            "ranges together."
        )
    return Section(
        "scores",
        "What is a good score?",
        "Where seats end: the dot is the median, half of the seats lie within the dark bar, eight in ten within the light one; "
        "strokes mark what one seat in twenty and one in a hundred reach. This is the spread of scores; how surely the "
        f"percentiles are known, the tables say.{wins}",
        tuple(_panel(s, limits) for s in scores),
    )


def _panel(scores: Scores, limits: dict[str, tuple[float, float]]) -> Panel:
    names, has_bands = list(limits), bool(scores.bands)
    alt = f"Final scores with {scores.players} players. " + "; ".join(
        f"{name}: median {percentile_text(scores.of_seats[name][PERCENTS.index(50)])}, "
        f"of winners {percentile_text(scores.of_winners[name][PERCENTS.index(50)])}"
        for name in names
    )
    key = f"scores{scores.players}"
    heights = (*(1.0 for _ in names), *((1.5,) if has_bands else ()))
    with drawing(key):
        figure, rows = new_figure(1.05 * sum(heights), len(heights), heights)
        for axes, name in zip(rows, names, strict=False):
            for y, percentiles in enumerate((scores.of_seats[name], scores.of_winners[name])):
                _strip(axes, [e.value for e in percentiles], y, COLOURS[name])
            low, high = limits[name]
            axes.set_xlim(low - 0.06 * (high - low) - 0.5, high + 0.06 * (high - low) + 0.5)
            label_rows(axes, ["all seats", "winners"])
            axes.set_ylim(1.5, -0.75)
            axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
            axes.set_title(capitalised(name))
        if has_bands:
            _wins(rows[-1], scores.bands, limits[DECIDING])
        svg = to_svg(figure, key, alt)
    more = (("How often an overlap won", _band_table(scores.bands)),) if has_bands else ()
    return Panel(
        f"{scores.players} players",
        svg,
        basis(scores),
        _table(scores),
        more,
        tuple(finding.sentence for finding in scores.findings),
    )


def _strip(axes: Axes, values: Sequence[float], y: int, colour: str) -> None:
    """Draw percentiles as bars on one line."""
    at = dict(zip(PERCENTS, values, strict=True))
    axes.barh(y, at[90] - at[10], left=at[10], height=0.3, color=colour, alpha=0.3, lw=0)
    axes.barh(y, at[75] - at[25], left=at[25], height=0.3, color=colour, alpha=0.6, lw=0)
    axes.plot([at[90], at[99]], [y, y], color=colour, lw=0.8)
    for p in (95, 99):
        axes.plot([at[p], at[p]], [y - 0.15, y + 0.15], color=colour, lw=1.4)
    axes.plot(at[50], y, "o", color=colour, ms=5.5, gid=told("; ".join(f"{p} %: {standing(at[p])}" for p in PERCENTS)))
    for p in _LABELLED:
        weight = "bold" if p == 50 else "normal"
        axes.annotate(standing(at[p]), (at[p], y), (0, 8), textcoords="offset points", ha="center", va="center", weight=weight)


def _wins(axes: Axes, bands: Sequence[Band], limits: tuple[float, float]) -> None:
    """Draw the share of seats that won by score; the outer ranges, which have no end, as wide as the others."""
    width = next((b.high - b.low for b in bands if math.isfinite(b.high - b.low)), 1.0)
    for band in bands:
        left = band.low if math.isfinite(band.low) else band.high - width
        said = told(f"{_range(band)}: {share_text(band.won)} won")
        axes.bar(left + width / 2, band.won.value, width=0.92 * width, color=COLOURS[DECIDING], alpha=0.6, lw=0, gid=said)
        axes.plot([left + width / 2] * 2, [band.won.low, band.won.high], color=INK, lw=1.1)
    axes.axvline(0, color=MUTED, lw=0.8, ls=(0, (2, 2)))
    low, high = limits
    axes.set_xlim(low - 0.06 * (high - low) - 0.5 - width, high + 0.06 * (high - low) + 0.5 + width)
    axes.set_ylim(0, 1.02)
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    per_cent(axes.yaxis)
    axes.grid(axis="x", visible=False)
    axes.set_title(f"Share of seats that won, by {DECIDING}")


def _table(scores: Scores) -> Table:
    names = list(scores.of_seats)
    headers = ["percentile", *(f"{name}: {who}" for name in names for who in ("all seats", "winners"))]
    if scores.won_from:
        headers.append(f"won with at least the {DECIDING} of all seats")
    rows = []
    for i, percent in enumerate(PERCENTS):
        cells = [percentile_text(group[name][i]) for name in names for group in (scores.of_seats, scores.of_winners)]
        cells += [share_text(scores.won_from[i])] if scores.won_from else []
        rows.append((f"{percent} %", *cells))
    every = [e for group in (scores.of_seats, scores.of_winners) for estimates in group.values() for e in estimates]
    note = f"So many per cent of seats have this score or less. {method_note(every)}"
    note += " Each interval by itself; an end that the blocks are too few to bound is left open."
    return Table(tuple(headers), tuple(rows), note)


def _band_table(bands: Sequence[Band]) -> Table:
    rows = tuple((_range(band), share_text(band.won)) for band in bands)
    return Table((DECIDING, "share of these seats that won (interval)"), rows, method_note(band.won for band in bands))


def _range(band: Band) -> str:
    if not math.isfinite(band.low):
        return f"below {standing(band.high)}"
    return f"{standing(band.low)} to below {standing(band.high)}" if math.isfinite(band.high) else f"{standing(band.low)} or more"
