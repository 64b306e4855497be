"""Win share by board, where the players of a game sit at different ones."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.formatting import listed, percent, position_label, share_text, signed_points
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.winning.boards import BoardAdvantage
from rajas_sim.showing.figure import MARKERS, MUTED, SERIES, drawing, label_positions, new_figure, to_svg, told
from rajas_sim.showing.phrases import basis, method_note
from rajas_sim.showing.view import Finding, Panel, Section, Table


def board_section(results: Sequence[PlayerCount], names: Names) -> Section | None:
    """Show which board wins; ``None`` where all seats always had the same board."""
    boards = [count.boards for count in results if count.boards is not None]
    if not boards:
        return None
    return Section(
        "boards",
        "Which board wins",
        "What a board costs is the difference from an even share, which is what its player would win if all sat at the same "
        "board. The figures show the expected share of games won by a seat with each board, over the games in which players sat "
        "at different ones: overall (left, intervals hold for all boards together) and by position (intervals hold for all of "
        "them together). The line is an even share.",
        tuple(_panel(b, names) for b in boards),
        findings=tuple(Finding(f"{b.players} players", "", b.findings, _caution(b, names)) for b in boards),
    )


def _caution(boards: BoardAdvantage, names: Names) -> str:
    """Say whose boards they were, which may be another explanation."""
    players = {name for parts in boards.strategies.values() for name, part in parts.items() if part > 0}
    if len(players) == 1:
        return f"All boards were played by {players.pop()}."
    if not boards.is_confounded:
        return "All boards were played by the same strategies in equal parts."
    who = "; ".join(
        f"{names.human(board)}: {listed([f'{name} {percent(part, 0)}' for name, part in parts.items() if part > 0])}"
        for board, parts in boards.strategies.items()
    )
    return f"The boards were played by different strategies ({who}), so that this compares the strategies as well."


def _panel(boards: BoardAdvantage, names: Names) -> Panel:
    title = f"{boards.players} players"
    alt = f"Win share by board with {title}. " + "; ".join(f"{names.human(b)}: {share_text(s)}" for b, s in boards.shares.items())
    key = f"boards{boards.players}"
    with drawing(key):
        figure, (axes,) = new_figure(2.9)
        axes.axhline(boards.even_share, color=MUTED, lw=1.2)
        for i, (board, share) in enumerate(boards.shares.items()):
            colour, marker = SERIES[i % len(SERIES)], MARKERS[i % len(MARKERS)]
            shift = 0.6 * ((i + 1) / (len(boards.shares) + 1) - 0.5)
            for place, cell in {0: share, **boards.by_position[board]}.items():
                x = place + shift - (0.15 if place == 0 else 0.0)
                axes.plot([x, x], [cell.low, cell.high], color=colour, lw=2.2, solid_capstyle="round")
                where = f"at position {position_label(place)}" if place else "at all positions"
                said = told(f"{names.human(board)} {where}: {share_text(cell)}")
                label = names.human(board) if place == 0 else None
                axes.plot(x, cell.value, marker, color=colour, ms=6.5, ls="", label=label, gid=said)
        label_positions(figure, axes, boards.players)
        svg = to_svg(figure, key, alt)
    positions = range(1, boards.players + 1)
    rows = tuple(
        (
            names.human(board),
            f"{boards.seats[board]:.3g}",
            share_text(share),
            signed_points(-boards.costs[board].value),
            *(share_text(cells[p]) if p in (cells := boards.by_position[board]) else "\u2013" for p in positions),
        )
        for board, share in boards.shares.items()
    )
    headers = (
        "board",
        "seats a game",
        "all positions",
        "from an even share",
        *(f"position {position_label(p)}" for p in positions),
    )
    note = f"Even share {percent(boards.even_share)}. All positions: {method_note(boards.shares.values())} By position: "
    note += method_note(s for cells in boards.by_position.values() for s in cells.values())
    return Panel(title, svg, basis(boards), Table(headers, rows, note))
