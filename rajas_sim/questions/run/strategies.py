"""Strategies: win shares overall, by position, and by order round the table."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.formatting import listed, percent, position_label, share_text, the_player
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.winning.strategies import StrategyStrength
from rajas_sim.showing.figure import INK, MARKERS, MUTED, PAPER, SERIES, drawing, label_positions, new_figure, to_svg, told
from rajas_sim.showing.phrases import basis, method_note
from rajas_sim.showing.view import Panel, Section, Table

_GIVEN = (
    " With more than two players a strategy always moves after the one that stands before it in the line-up (the first after the "
    "last), as the experiment asks: it may count whom one follows."
)
_ALL_ORDERS = (
    " With more than two players it may count whom one follows: all orders round the table are played "
    "equally often, as nearly as the number of blocks allows, and a share is the mean over them."
)


def strategy_section(results: Sequence[PlayerCount]) -> Section | None:
    """Show how strategies did against each other; ``None`` where every game was a mirror match."""
    strengths = [count.strategies for count in results if count.strategies is not None]
    if not strengths:
        return None
    orders = tuple((f"By order round the table, {s.players} players", _orders(s)) for s in strengths if s.by_order)
    several = [count for count in results if count.strategies is not None and count.players > 2]
    remark = "" if not several else _GIVEN if several[0].run.manifest.seatings == "given" else _all_orders(several)
    return Section(
        "strategies",
        "Strategies by position",
        "Expected share of games won by each strategy, overall (left column, outlined) and from each position. Every strategy "
        "sits in every seat under the same luck; mirror matches are left out. The line is an even share. A win share tells "
        "strength within this field, not in general." + remark,
        tuple(_panel(s) for s in strengths),
        orders,
        finding=" ".join(f"{_by_seat(s)}." for s in strengths),
    )


def _by_seat(strength: StrategyStrength) -> str:
    """Say what the strategy with the largest win share wins from every seat."""
    best = max(strength.shares, key=lambda label: strength.shares[label].value)
    wins = [f"{share_text(share)} as {the_player(p, strength.players)}" for p, share in enumerate(strength.by_position[best], 1)]
    return f"With {strength.players} players {best} wins {listed(wins)}"


def _all_orders(several: Sequence[PlayerCount]) -> str:
    """Say how often the orders round the table are played; there may be fewer blocks than orders."""
    blocks = {count.players: (count.run.blocks(count.players), count.run.alternating_orders(count.players)) for count in several}
    few = [
        f" With {players} players there are {n:,} blocks for {orders} orders, so that not all of them are played."
        for players, (n, orders) in blocks.items()
        if n < orders
    ]
    return _ALL_ORDERS + "".join(few)


def _panel(strength: StrategyStrength) -> Panel:
    alt = f"Win share by strategy with {strength.players} players. " + "; ".join(
        f"{name}: {share_text(s)}" for name, s in strength.shares.items()
    )
    key = f"strategy{strength.players}"
    names = list(strength.shares)
    with drawing(key):
        figure, (axes,) = new_figure(2.9 + 0.22 * len(names))
        axes.axhline(strength.even_share, color=MUTED, lw=1.2)
        for i, name in enumerate(names):
            colour, marker = SERIES[i % len(SERIES)], MARKERS[i % len(MARKERS)]
            shift = (i + 1) / (len(names) + 1) - 0.5
            for place, share in enumerate((strength.shares[name], *strength.by_position[name])):
                x = place + 0.7 * shift - (0.15 if place == 0 else 0.0)
                axes.plot([x, x], [share.low, share.high], color=colour, lw=2.0, solid_capstyle="round")
                edge, label = (INK, name) if place == 0 else (PAPER, None)
                where = f"at position {position_label(place)}" if place else "at all positions"
                said = told(f"{name} {where}: {share_text(share)}")
                axes.plot(x, share.value, marker, color=colour, ms=6, mec=edge, label=label, ls="", gid=said)
        axes.set_ylim(-0.02, None)
        label_positions(figure, axes, strength.players)
        svg = to_svg(figure, key, alt)
    rows = tuple(
        (name, share_text(strength.shares[name]), *(share_text(s) for s in strength.by_position[name])) for name in names
    )
    headers = ("strategy", "all positions", *(f"position {position_label(p)}" for p in range(1, strength.players + 1)))
    note = f"Even share {percent(strength.even_share)}. All positions: {method_note(strength.shares.values())} By position: "
    note += method_note(s for cells in strength.by_position.values() for s in cells)
    return Panel(f"{strength.players} players", svg, basis(strength), Table(headers, rows, note))


def _orders(strength: StrategyStrength) -> Table:
    names = list(strength.shares)
    rows = tuple(
        (" \u2192 ".join(circle), *(share_text(shares[n]) for n in names)) for circle, shares in strength.by_order.items()
    )
    note = "Win share of each strategy in games in which they follow one another as the row says, the first after the last. "
    return Table(
        ("order of play", *names), rows, note + method_note(s for row in strength.by_order.values() for s in row.values())
    )
