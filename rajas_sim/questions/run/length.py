"""Length in rounds, closeness, and where players end."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.ticker import MaxNLocator

from rajas_sim.analysis.course.pacing import Pacing
from rajas_sim.analysis.formatting import mean_text, percent, position_label, share_text, standing
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.showing.figure import INK, SERIES, drawing, new_figure, per_cent, to_svg, told
from rajas_sim.showing.phrases import basis, method_note, over_players
from rajas_sim.showing.view import Panel, Section, Table

MOST_WITH_SIGN = 12
"""With more lengths than these side by side, percentages are written without their sign."""
LEAST_SHARE_LABELLED = 0.005
"""Bars of rarer lengths carry no percentage; the table does."""


def length_section(results: Sequence[PlayerCount], names: Names) -> Section:
    """Show how many rounds games last, and the means that go with it."""
    lengths = [r for count in results for r in count.pacing.lengths]
    highest = max(s.high for count in results for s in count.pacing.lengths.values())
    span = (min(lengths) - 0.6, max(lengths) + 0.6)
    pacings = [count.pacing for count in results]
    folded = [("Where players end", _final(pacings, names))]
    if any(p.trigger for p in pacings):
        folded.append(("Whose markers met first", _trigger(pacings)))
    return Section(
        "length",
        "How long games last",
        "Share of games by number of rounds; thin bars are intervals that hold for all lengths of a panel together.",
        tuple(_panel(count.pacing, span, highest) for count in results),
        (("Pace and closeness", _means(pacings, names)),),
        folded=tuple(folded),
        finding=f"Rounds a game, on average: {over_players({p.players: mean_text(p.means['rounds']) for p in pacings})}.",
    )


def _panel(pacing: Pacing, span: tuple[float, float], highest: float) -> Panel:
    rounds = pacing.means["rounds"]
    low, median, high = pacing.deciles["rounds"]
    alt = (
        f"Length in rounds with {pacing.players} players: mean {mean_text(rounds)}, median {median:g}, "
        f"eight games in ten last {low:g} to {high:g} rounds."
    )
    key = f"length{pacing.players}"
    with drawing(key):
        figure, (axes,) = new_figure(2.5)
        is_crowded = span[1] - span[0] > MOST_WITH_SIGN
        for r, share in pacing.lengths.items():
            said = told(f"{r} rounds: {share_text(share)}")
            axes.bar(r, share.value, width=0.8, color=SERIES[0], alpha=0.75, lw=0, gid=said)
            axes.plot([r, r], [share.low, share.high], color=INK, lw=1.2)
            if share.value >= LEAST_SHARE_LABELLED:
                text = percent(share.value, 0)
                axes.annotate(
                    text.removesuffix(" %") if is_crowded else text,
                    (r, share.high),
                    (0, 3),
                    textcoords="offset points",
                    ha="center",
                )
        axes.set_xlim(*span)
        axes.set_ylim(0, highest * 1.15)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=3))
        per_cent(axes.yaxis)
        axes.grid(axis="x", visible=False)
        axes.set_xlabel("rounds")
        svg = to_svg(figure, key, alt)
    rows = tuple((str(r), share_text(s)) for r, s in pacing.lengths.items())
    table = Table(("rounds", "share of games (interval)"), rows, method_note(pacing.lengths.values()))
    caption = f"{basis(pacing)}; mean {mean_text(rounds)} rounds"
    return Panel(f"{pacing.players} players", svg, caption, table)


def _means(pacings: Sequence[Pacing], names: Names) -> Table:
    headers = ("per game", *(f"{p.players} players: {what}" for p in pacings for what in ("mean", "median; eight in ten")))
    rows = tuple(
        (names.title(name), *(text for p in pacings for text in (mean_text(p.means[name]), _median(p, name))))
        for name in pacings[0].means
    )
    note = "Behind each mean its interval; behind each median what eight games in ten lie between, which is no interval. "
    return Table(headers, rows, note + method_note(e for p in pacings for e in p.means.values()))


def _median(pacing: Pacing, name: str) -> str:
    low, middle, high = pacing.deciles[name]
    return f"{standing(middle)}; {standing(low)} to {standing(high)}"


def _final(pacings: Sequence[Pacing], names: Names) -> Table:
    headers = ("at the end", *(f"{p.players} players: {who}" for p in pacings for who in ("all seats", "winners")))
    rows = tuple(
        (names.title(name), *(mean_text(group[name]) for p in pacings for group in (p.final, p.final_of_winners)))
        for name in pacings[0].final
        if any(p.final[name].high > 0 or p.final[name].low < 0 for p in pacings)
    )
    return Table(headers, rows, "Mean per seat. " + method_note(e for p in pacings for e in p.final.values()))


def _trigger(pacings: Sequence[Pacing]) -> Table:
    positions = sorted({p for pacing in pacings for p in pacing.trigger}, key=lambda p: (p == 0, p))
    rows = tuple(
        (
            "Nobody" if position == 0 else position_label(position),
            *(share_text(p.trigger[position]) if position in p.trigger else "\u2013" for p in pacings),
        )
        for position in positions
    )
    headers = ("position", *(f"{p.players} players: share of games" for p in pacings))
    return Table(headers, rows, method_note(e for p in pacings for e in p.trigger.values()))
