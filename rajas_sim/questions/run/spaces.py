"""Placements by space, and by area and round."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.formatting import mean_text, number
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.scoring.spaces import SpaceUsage
from rajas_sim.questions.run.race import often_reached
from rajas_sim.showing.figure import DARKEST, INK, SERIES, drawing, label_rows, new_figure, to_svg, told
from rajas_sim.showing.phrases import basis, largest_end, method_note, over_players
from rajas_sim.showing.view import Panel, Section, Table

_ROW = 0.165
"""Height of one bar in inches."""
_NEVER = "0 (never used)"
"""Placements on a space in whose games nobody was placed there; from them alone no interval follows."""


def usage_section(results: Sequence[PlayerCount], names: Names) -> Section | None:
    """Show where workers are placed; ``None`` if the run did not record it."""
    usages = [count.usage for count in results if count.usage is not None]
    if not usages:
        return None
    highest = largest_end(s for u in usages for s in u.spaces.values())
    return Section(
        "spaces",
        "Where workers are placed",
        "Mean placements per game on each space, all players together; thin bars are intervals that hold for all "
        "spaces of a panel together. How often a space is used does not tell whether it helps to win.",
        tuple(_spaces(u, highest, names) for u in usages) + tuple(_rounds(u, names) for u in usages),
        finding=_finding(usages, names),
    )


def _finding(usages: Sequence[SpaceUsage], names: Names) -> str:
    """Say which space is used most by the estimates; once where it is the same with all numbers of players."""
    first = {u.players: _most_used(u) for u in usages}
    sizes = {u.players: mean_text(u.spaces[first[u.players]]) for u in usages}
    if len(set(first.values())) == 1:
        return f"By the estimates most workers go to {names.in_sentence(*set(first.values()))}, a game: {over_players(sizes)}."
    each = {players: f"{names.in_sentence(space)}, {sizes[players]} a game," for players, space in first.items()}
    return f"By the estimates most workers go to {over_players(each)}."


def _most_used(usage: SpaceUsage) -> str:
    return max(usage.spaces, key=lambda name: usage.spaces[name].value)


def _spaces(usage: SpaceUsage, highest: float, names: Names) -> Panel:
    spaces = list(usage.spaces)
    most = sorted(spaces, key=lambda s: -usage.spaces[s].value)[:3]
    alt = f"Placements per game by space with {usage.players} players. Most used: " + "; ".join(
        f"{names.human(s)} {mean_text(usage.spaces[s])}" for s in most
    )
    key = f"spaces{usage.players}"
    with drawing(key):
        figure, (axes,) = new_figure(0.6 + _ROW * len(spaces))
        for y, name in enumerate(spaces):
            use = usage.spaces[name]
            said = told(f"{names.human(name)}: {mean_text(use)} placements a game")
            axes.barh(y, use.value, height=0.74, color=SERIES[0], alpha=0.6, lw=0, gid=said)
            axes.plot([use.low, use.high], [y, y], color=INK, lw=1.1)
        label_rows(axes, [names.human(s) for s in spaces])
        axes.set_xlim(0, highest * 1.03)
        axes.set_xlabel("placements per game")
        svg = to_svg(figure, key, alt)
    rows = tuple((names.human(s), mean_text(use) if use.value else _NEVER) for s, use in usage.spaces.items())
    table = Table(("space", "placements per game (interval)"), rows, method_note(usage.spaces.values()))
    return Panel(f"{usage.players} players", svg, basis(usage), table)


def _rounds(usage: SpaceUsage, names: Names) -> Panel:
    areas = list(usage.by_round)
    rounds = often_reached(usage.reached, usage.n_games)
    alt = (
        f"Placements by area and round with {usage.players} players; the stronger the colour, the more placements per game that "
        "reached the round. The table below holds the numbers."
    )
    key = f"areas{usage.players}"
    with drawing(key):
        figure, (axes,) = new_figure(0.7 + 0.23 * len(areas))
        highest = max(c.value for cells in usage.by_round.values() for c in cells.values())
        for y, area in enumerate(areas):
            for r in rounds:
                value = usage.by_round[area][r].value
                said = told(f"{names.human(area)} in round {r}: {mean_text(usage.by_round[area][r])}")
                alpha = DARKEST * value / highest
                axes.barh(y, 0.94, left=r - 0.47, height=0.9, color=SERIES[0], alpha=alpha, lw=0)
                axes.annotate(number(value, 1), (r, y), ha="center", va="center", gid=said)
        label_rows(axes, [names.human(a) for a in areas])
        axes.set_xticks(rounds)
        axes.set_xlim(rounds[0] - 0.6, rounds[-1] + 0.6)
        axes.tick_params(length=0)
        axes.grid(visible=False)
        axes.set_xlabel("round")
        for spine in axes.spines.values():
            spine.set_visible(False)
        svg = to_svg(figure, key, alt)
    rows = tuple((names.human(a), *(mean_text(usage.by_round[a][r]) for r in usage.reached)) for a in areas)
    note = "Placements per game that reached the round. " + method_note(
        c for cells in usage.by_round.values() for c in cells.values()
    )
    games = ("games that reached it", *(f"{n:,}" for n in usage.reached.values()))
    table = Table(("area", *(f"round {r}" for r in usage.reached)), (games, *rows), note)
    caption = f"{basis(usage)}; placements per game that reached the round"
    return Panel(f"{usage.players} players, by round", svg, caption, table)
