"""Why games end, which every report says."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rajas_sim.analysis.course.pacing import EndReasons
from rajas_sim.analysis.formatting import counted, share_text
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.showing.figure import INK, SERIES, drawing, new_figure, per_cent, to_svg, told
from rajas_sim.showing.phrases import basis, method_note, over_players
from rajas_sim.showing.view import Panel, Section, Table


def ending_section(results: Sequence[PlayerCount], names: Names) -> Section:
    """Show the share of each end reason; where all games end for the same reason, only in folded tables."""
    every = [count.end_reasons for count in results]
    only = {reason for ends in every for reason, n in ends.counts.items() if n}
    return Section(
        "endings",
        "Why games end",
        "Share of games by what ended them; games count whatever ended them. "
        "Intervals hold for all reasons of a number of players together.",
        tuple(_panel(ends, names) for ends in every) if len(only) > 1 else (),
        finding=_finding(every, names, only),
        folded=tuple((f"{ends.players} players", _table(ends, names)) for ends in every) if len(only) == 1 else (),
    )


def _finding(every: Sequence[EndReasons], names: Names, only: Collection[str]) -> str:
    """Say what ends most games; once where it ends all of them."""
    if len(only) == 1:
        n_games = sum(ends.n_games for ends in every)
        return f"All {counted(n_games, 'game')} counted here end for one reason: {names.in_sentence(*only)}."
    return f"What ends most games: {over_players({ends.players: _first(ends, names) for ends in every})}."


def _first(ends: EndReasons, names: Names) -> str:
    reason = max(ends.shares, key=lambda name: ends.shares[name].value)
    return f"{names.in_sentence(reason)}, {share_text(ends.shares[reason])}"


def _panel(ends: EndReasons, names: Names) -> Panel:
    shares = {names.human(reason): share for reason, share in ends.shares.items()}
    alt = f"End reasons with {ends.players} players. " + "; ".join(f"{reason}: {share_text(s)}" for reason, s in shares.items())
    key = f"ends{ends.players}"
    with drawing(key):
        figure, (axes,) = new_figure(0.6 + 0.42 * len(ends.shares))
        for y, (reason, share) in enumerate(shares.items()):
            axes.barh(y, share.value, height=0.3, color=SERIES[0], alpha=0.6, lw=0, gid=told(f"{reason}: {share_text(share)}"))
            axes.plot([share.low, share.high], [y, y], color=INK, lw=1.2)
            axes.annotate(f"{reason}: {share_text(share)}", (0, y), (0, 9), textcoords="offset points")
        axes.set_yticks([])
        axes.set_xlim(0, 1.0)
        axes.set_ylim(len(ends.shares) - 0.6, -0.75)
        axes.grid(axis="y", visible=False)
        axes.spines["left"].set_visible(False)
        per_cent(axes.xaxis)
        svg = to_svg(figure, key, alt)
    return Panel(f"{ends.players} players", svg, basis(ends), _table(ends, names))


def _table(ends: EndReasons, names: Names) -> Table:
    rows = tuple((names.human(r), f"{ends.counts[r]:,}", share_text(s)) for r, s in ends.shares.items())
    return Table(("reason", "games", "share (interval)"), rows, method_note(ends.shares.values()))
