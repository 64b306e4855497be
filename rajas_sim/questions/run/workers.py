"""When extra workers arrive."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.ticker import MaxNLocator

from rajas_sim.analysis.formatting import listed, mean_text, share_text
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.scoring.spaces import ExtraWorker
from rajas_sim.showing.figure import COLOURS, MARKERS, SERIES, drawing, new_figure, per_cent, tell_points, to_svg
from rajas_sim.showing.phrases import basis, method_note
from rajas_sim.showing.view import Panel, Section, Table


def worker_section(results: Sequence[PlayerCount], names: Names) -> Section | None:
    """Show by which round which share of the seats had each extra worker; ``None`` where there are none to get."""
    counts = [count for count in results if count.workers]
    if not counts:
        return None
    kinds = listed([names.in_sentence(worker.kind) for worker in counts[0].workers])
    return Section(
        "workers",
        "When workers arrive",
        f"Share of all seats that had the extra worker by {kinds} by the end of each round (a game that is over keeps what its "
        "players had). Bands are intervals, each by itself.",
        tuple(_panel(count, names) for count in counts),
        finding=f"Seats that ever get the extra worker: {'; '.join(_ever(count, names) for count in counts)}.",
    )


def _ever(count: PlayerCount, names: Names) -> str:
    each = listed([f"{names.in_sentence(worker.kind)} {share_text(worker.ever)}" for worker in count.workers])
    return f"with {count.players} players by {each}"


def _panel(count: PlayerCount, names: Names) -> Panel:
    alt = f"Arrival of extra workers with {count.players} players. " + "; ".join(
        f"{w.kind}: {share_text(w.ever)} of seats, mean round {_mean(w)}" for w in count.workers
    )
    key = f"workers{count.players}"
    with drawing(key):
        figure, (axes,) = new_figure(2.8)
        for i, worker in enumerate(count.workers):
            colour = COLOURS.get(worker.kind, SERIES[(i + 1) % len(SERIES)])
            rounds = list(worker.arrived)
            shares = list(worker.arrived.values())
            axes.fill_between(rounds, [s.low for s in shares], [s.high for s in shares], color=colour, alpha=0.25, lw=0)
            marker, label = MARKERS[i % len(MARKERS)], names.human(worker.kind)
            axes.plot(rounds, [s.value for s in shares], color=colour, marker=marker, ms=4, label=label)
            tell_points(axes, ((r, s.value, f"{label} by round {r}: {share_text(s)}") for r, s in worker.arrived.items()))
        axes.set_ylim(-0.03, 1.03)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        per_cent(axes.yaxis)
        axes.set_xlabel("by the end of round")
        figure.legend(loc="outside upper left", ncols=3, frameon=False, handletextpad=0.5, columnspacing=1.2)
        svg = to_svg(figure, key, alt)
    rows = [("ever", *(share_text(w.ever) for w in count.workers)), ("mean round, if ever", *(_mean(w) for w in count.workers))]
    rows += [(f"by round {r}", *(share_text(w.arrived[r]) for w in count.workers)) for r in count.workers[0].arrived]
    headers = ("share of seats", *(f"{names.human(w.kind)} worker" for w in count.workers))
    note = method_note(s for w in count.workers for s in w.arrived.values())
    return Panel(f"{count.players} players", svg, basis(count.pacing), Table(headers, tuple(rows), note))


def _mean(worker: ExtraWorker) -> str:
    return "\u2013" if worker.mean_round is None else mean_text(worker.mean_round)
