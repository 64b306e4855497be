"""Fame, money and overlap by round, with bands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.ticker import MaxNLocator

from rajas_sim.analysis.course.race import RaceByRound, RaceRound
from rajas_sim.analysis.formatting import capitalised, listed, mean_text, standing
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.showing.figure import COLOURS, MUTED, drawing, new_figure, tell_points, to_svg
from rajas_sim.showing.phrases import basis, method_note, over_players
from rajas_sim.showing.view import Panel, Section, Table

_CLEAR = 0.12
"""Least distance of a number from a line, as a part of the height of the axes."""
LEAST_SHARE_DRAWN = 0.05
"""Rounds reached by a smaller share of the games stand in the table but are not drawn."""


def race_section(results: Sequence[PlayerCount]) -> Section | None:
    """Show the race; ``None`` if the run recorded no rounds."""
    races = [count.race for count in results if count.race is not None]
    if not races:
        return None
    last = max(r.round for race in races for r in _drawn(race))
    limits = {
        m: (
            min(min(r.low for r in _drawn(race, m)) for race in races),
            max(max(r.high for r in _drawn(race, m)) for race in races),
        )
        for m in races[0].metrics
    }
    changes = {c.players: mean_text(c.pacing.means["lead_changes"]) for c in results if "lead_changes" in c.pacing.means}
    return Section(
        "race",
        "The race, round by round",
        "Where players stand at the end of each round: median (line) and the middle eight players in ten (band, the "
        "spread between players and games rather than an uncertainty). Each round describes the games that reached it, so late "
        "rounds speak of long games only; rounds that fewer than one game in twenty reached are left to the tables."
        + (" At overlap 0 a player\u2019s two markers meet." if "overlap" in limits else ""),
        tuple(_panel(race, last, limits) for race in races),
        finding=f"Changes of the lead a game, on average: {over_players(changes)}." if changes else "",
    )


def _drawn(race: RaceByRound, metric: str = "") -> list[RaceRound]:
    """Pick the rounds that enough games reached, of one metric; of the first where it does not matter."""
    rounds = race.metrics[metric or next(iter(race.metrics))]
    return [r for r in rounds if r.n_games >= LEAST_SHARE_DRAWN * race.n_games]


def often_reached(reached: Mapping[int, int], n_games: int) -> list[int]:
    """Pick the rounds that enough games reached to be drawn, from the number of games that reached each."""
    return [number for number, n in reached.items() if n >= LEAST_SHARE_DRAWN * n_games]


def _panel(race: RaceByRound, last: int, limits: dict[str, tuple[float, float]]) -> Panel:
    names = list(race.metrics)
    what = listed(names)
    alt = f"{capitalised(what)} by round with {race.players} players. At the end of round {_drawn(race)[-1].round}: " + "; ".join(
        f"{m} median {standing(r.median)}, middle eight in ten {standing(r.low)} to {standing(r.high)}"
        for m in names
        for r in [_drawn(race, m)[-1]]
    )
    key = f"race{race.players}"
    with drawing(key):
        figure, rows = new_figure(1.8 * len(names), len(names), sharex=True)
        for axes, metric in zip(rows, names, strict=True):
            colour = COLOURS[metric]
            drawn = _drawn(race, metric)
            x = [r.round for r in drawn]
            axes.fill_between(x, [r.low for r in drawn], [r.high for r in drawn], color=colour, alpha=0.2, lw=0)
            axes.plot(x, [r.median for r in drawn], color=colour, marker="o", ms=4)
            spread = ((r, f"{standing(r.low)} to {standing(r.high)} for the middle eight in ten") for r in drawn)
            tell_points(
                axes, ((r.round, r.median, f"Round {r.round}: median {standing(r.median)}, {ends}") for r, ends in spread)
            )
            bottom, top = limits[metric]
            # A number on the zero line would be struck through by it.
            last_median = drawn[-1].median
            on_zero = metric == "overlap" and abs(last_median) < _CLEAR * (top - bottom)
            axes.annotate(
                standing(last_median),
                (x[-1], 0.0 if on_zero else last_median),
                (6, 9 if on_zero else 4),
                textcoords="offset points",
                va="center",
                weight="bold",
            )
            if metric == "overlap":
                axes.axhline(0, color=MUTED, lw=1.0)
            axes.set_ylim(bottom - 0.05 * (top - bottom), top + (0.25 if metric == "overlap" else 0.08) * (top - bottom))
            axes.set_xlim(0.6, last + 0.9)
            axes.set_title(capitalised(metric))
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        rows[-1].set_xlabel("round")
        svg = to_svg(figure, key, alt)
    return Panel(f"{race.players} players", svg, basis(race), _table(race))


def _table(race: RaceByRound) -> Table:
    headers = ("round", "games", *(f"{m}: {what}" for m in race.metrics for what in ("median (10 % to 90 %)", "mean (interval)")))
    rows = []
    for i, first in enumerate(next(iter(race.metrics.values()))):
        cells = [
            text
            for m in race.metrics
            for r in [race.metrics[m][i]]
            for text in (f"{standing(r.median)} ({standing(r.low)} to {standing(r.high)})", mean_text(r.mean, 1))
        ]
        rows.append((str(first.round), f"{first.n_games:,}", *cells))
    return Table(headers, tuple(rows), method_note(r.mean for rounds in race.metrics.values() for r in rounds))
