"""When extra workers arrive."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.ticker import MaxNLocator, PercentFormatter

from rajas_sim.analysis import ExtraWorker, PlayerCount
from rajas_sim.analysis.formatting import human, in_sentence, listed, mean_text, share_text
from rajas_sim.report.figure import MARKERS, SERIES, drawing, new_figure, to_svg
from rajas_sim.report.phrases import basis, method_note, with_players
from rajas_sim.report.view import Panel, Section, Table

_COLOURS = {"fame": SERIES[1], "money": SERIES[2], "river": SERIES[3]}


def worker_section(found: Sequence[PlayerCount]) -> Section | None:
    """Show by which round which share of the seats had each extra worker; ``None`` where there are none to get."""
    counts = [count for count in found if count.workers]
    if not counts:
        return None
    kinds = listed([in_sentence(worker.kind) for worker in counts[0].workers])
    return Section(
        "workers",
        "When workers arrive",
        f"Share of all seats that had the extra worker by {kinds} by the end of each round (a game that is over keeps what its "
        "players had). Bands are intervals, each by itself.",
        tuple(_panel(count) for count in counts),
    )


def _panel(count: PlayerCount) -> Panel:
    alt = f"Arrival of extra workers with {count.players} players. " + "; ".join(
        f"{w.kind}: {share_text(w.ever)} of seats, mean round {_mean(w)}" for w in count.workers
    )
    key = f"workers{count.players}"
    with drawing(key):
        figure, (axes,) = new_figure(2.8)
        for i, worker in enumerate(count.workers):
            colour = _COLOURS.get(worker.kind, SERIES[i % len(SERIES)])
            rounds = list(worker.arrived)
            shares = list(worker.arrived.values())
            axes.fill_between(rounds, [s.low for s in shares], [s.high for s in shares], color=colour, alpha=0.25, lw=0)
            axes.plot(
                rounds,
                [s.value for s in shares],
                color=colour,
                marker=MARKERS[i % len(MARKERS)],
                ms=4,
                label=human(worker.kind),
            )
        axes.set_ylim(-0.03, 1.03)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %", decimals=0))
        axes.set_xlabel("by the end of round")
        figure.legend(loc="outside upper left", ncols=3, frameon=False, handletextpad=0.5, columnspacing=1.2)
        svg = to_svg(figure, key, alt)
    rows = [
        ("ever", *(share_text(w.ever) for w in count.workers)),
        ("mean round, if ever", *(_mean(w) for w in count.workers)),
    ]
    rows += [(f"by round {r}", *(share_text(w.arrived[r]) for w in count.workers)) for r in count.workers[0].arrived]
    headers = ("share of seats", *(f"{human(w.kind)} worker" for w in count.workers))
    note = method_note(s for w in count.workers for s in w.arrived.values())
    return Panel(
        with_players(count.players),
        svg,
        alt,
        basis(count.n_games, count.n_blocks),
        Table(headers, tuple(rows), note),
    )


def _mean(worker: ExtraWorker) -> str:
    return "\u2013" if worker.mean_round is None else mean_text(worker.mean_round)
