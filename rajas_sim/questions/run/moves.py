"""What changed rules do to the start player in each of several line-ups."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.comparing.moves import MovedArm, Moves
from rajas_sim.analysis.formatting import difference_text, signed
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.winning.ladder import Side
from rajas_sim.showing.figure import MUTED, SERIES, drawing, label_rows, new_figure, to_svg, told
from rajas_sim.showing.phrases import method_note
from rajas_sim.showing.view import Panel, Section, Table

MOST_OPEN = 6
"""With more figures they are folded away."""


def move_section(run: Run, results: Sequence[PlayerCount]) -> Section | None:
    """Show by how much each rule set moves the start player's share in every line-up; ``None`` where there are not several."""
    moves = [count.moves for count in results if count.moves is not None]
    if not moves:
        return None
    ends = [
        abs(end)
        for m in moves
        for moved in m.arms
        for r in moved.rungs
        for end in (r.changes[START_PLAYER].low, r.changes[START_PLAYER].high)
    ]
    reach = 110 * max(0.01, *(end for end in ends if end == end))
    panels = tuple(_panel(run, m, moved, i, reach) for i, (m, moved) in enumerate((m, moved) for m in moves for moved in m.arms))
    differing = moves[0].wording.differing
    return Section(
        "moves",
        f"What the changes do, {differing} by {differing}",
        "By how many percentage points a rule set changes the start player\u2019s share of games won from "
        f"\u2018{moves[0].baseline}\u2019, played with the same luck. Bars are intervals; those of one number hold together for "
        f"all rule sets and {moves[0].wording.noun}s of a number of players. Red: the interval leaves out 0, so that the change "
        "moves the share up or down.",
        panels,
        fold=f"All {len(panels)} figures" if len(panels) > MOST_OPEN else "",
    )


def _panel(run: Run, moves: Moves, moved: MovedArm, number: int, reach: float) -> Panel:
    title = f"{run.title(moved.arm)}, {moves.players} players"
    changes = {rung.label: rung.changes[START_PLAYER] for rung in moved.rungs}
    alt = f"Change of the start player's win share by {title}. "
    alt += "; ".join(f"{label}: {difference_text(by, is_share=True)}" for label, by in changes.items())
    key = f"moves{moves.players}x{number}"
    with drawing(key):
        figure, (axes,) = new_figure(1.1 + 0.34 * len(moved.rungs))
        axes.axvline(0, color=MUTED, lw=1.2)
        for i, rung in enumerate(moved.rungs):
            by = changes[rung.label]
            colour = SERIES[0] if rung.side(START_PLAYER) is Side.UNDECIDED else SERIES[1]
            axes.plot([100 * by.low, 100 * by.high], [i, i], color=colour, lw=2.6, solid_capstyle="round")
            said = told(f"{rung.label}: {difference_text(by, is_share=True)}")
            axes.plot(100 * by.value, i, "o", color=colour, ms=7, gid=said)
        label_rows(axes, list(changes))
        axes.set_xlim(-reach, reach)
        axes.xaxis.set_major_formatter(lambda x, _: signed(x, 0))
        axes.set_xlabel("change in points")
        svg = to_svg(figure, key, alt)
    headers = [moves.wording.differing]
    rows = [[rung.label] for rung in moved.rungs]
    for metric in moves.metrics:
        headers += [metric.title, "moves"]
        for row, rung in zip(rows, moved.rungs, strict=True):
            row += [difference_text(rung.changes[metric.name], is_share=metric.is_share), str(rung.side(metric.name))]
    note = method_note(by for rung in moved.rungs for by in rung.changes.values())
    blocks = " to ".join(f"{n:,}" for n in dict.fromkeys(sorted({by.n for by in changes.values()})[:: max(1, len(changes) - 1)]))
    table = Table(tuple(headers), tuple(map(tuple, rows)), note)
    return Panel(
        title,
        svg,
        f"{blocks} blocks for each {moves.wording.differing}",
        table,
        sentences=(next(f.sentence for f in moves.findings if f.key == f"{moves.players}p.{moved.arm}.moves"),),
    )
