"""The start player in each of several line-ups, such as strategies that each play against themselves."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.formatting import share_text, signed, signed_points, tolerance_points
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.winning.ladder import Ladder
from rajas_sim.showing.figure import BAND, MUTED, SERIES, drawing, label_rows, new_figure, to_svg, told
from rajas_sim.showing.phrases import method_note
from rajas_sim.showing.view import Panel, Section, Table


def ladder_section(results: Sequence[PlayerCount]) -> Section | None:
    """Show the start player's share in every line-up; ``None`` where the question is asked of one."""
    ladders = [count.ladder for count in results if count.ladder is not None]
    if not ladders:
        return None
    ends = [
        abs(end - ladder.even_share) for ladder in ladders for rung in ladder.rungs for end in (rung.share.low, rung.share.high)
    ]
    reach = 100 * max(*ends, ladders[0].tolerance) * 1.1
    differing = ladders[0].wording.differing
    where = " where everybody at the table plays the same strategy" if differing == "strategy" else ", line-up by line-up"
    return Section(
        "ladder",
        f"The start player, {differing} by {differing}",
        f"By how many percentage points the start player\u2019s share of games won differs from an even share{where}. The "
        f"grey band is \u00b1{tolerance_points(ladders[0].tolerance)}. Bars are intervals that hold for all of a figure "
        "together, which those of the cards do not, so that a card may say what is open here. Red: the interval lies wholly "
        "beyond the band.",
        tuple(_panel(ladder, reach) for ladder in ladders),
        # Where rules change, the answer at the top of the page is about these.
        finding=" ".join(
            count.ladder.findings[0].sentence for count in results if count.ladder is not None and count.moves is not None
        ),
    )


def _panel(ladder: Ladder, reach: float) -> Panel:
    title, even = f"{ladder.players} players", ladder.even_share
    alt = f"Win share of the start player with {title}. " + "; ".join(f"{r.label}: {share_text(r.share)}" for r in ladder.rungs)
    key = f"ladder{ladder.players}"
    limit = 100 * ladder.tolerance
    with drawing(key):
        figure, (axes,) = new_figure(1.1 + 0.34 * len(ladder.rungs))
        axes.axvspan(-limit, limit, color=BAND, lw=0, zorder=0)
        axes.axvline(0, color=MUTED, lw=1.2)
        for i, rung in enumerate(ladder.rungs):
            value, low, high = (100 * (x - even) for x in (rung.share.value, rung.share.low, rung.share.high))
            colour = SERIES[1] if low > limit or high < -limit else SERIES[0]
            axes.plot([low, high], [i, i], color=colour, lw=2.6, solid_capstyle="round")
            axes.plot(value, i, "o", color=colour, ms=7, gid=told(f"{rung.label}: {share_text(rung.share)}"))
        label_rows(axes, [rung.label for rung in ladder.rungs])
        axes.set_xlim(-reach, reach)
        axes.xaxis.set_major_formatter(lambda x, _: signed(x, 0))
        axes.set_xlabel("points from an even share")
        svg = to_svg(figure, key, alt)
    rows = tuple(
        (rung.label, share_text(rung.share), signed_points(rung.share.value - even), rung.side, rung.ruling, f"{rung.share.n:,}")
        for rung in ladder.rungs
    )
    headers = (
        ladder.wording.differing,
        "the start player wins",
        "from an even share",
        "less or more",
        "verdict on the card",
        "blocks",
    )
    blocks = sorted({rung.share.n for rung in ladder.rungs})
    caption = (
        " to ".join(f"{n:,}" for n in dict.fromkeys((blocks[0], blocks[-1]))) + f" blocks for each {ladder.wording.differing}"
    )
    return Panel(title, svg, caption, Table(headers, rows, method_note(rung.share for rung in ladder.rungs)))
