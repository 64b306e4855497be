"""The one figure beside the answer of a run: every verdict, or every strategy, at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.answer import Cell, Column, Intervals, Mark, Panel, Unit
from rajas_sim.analysis.formatting import difference_text, the_player, tolerance_points
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.questions.answer_tables import table_of_cells

MOST_ROWS = 16
"""More verdicts do not fit on the first screen: then those of the first rule set are drawn, or none."""
KEY = "headline"


def headline(results: Sequence[PlayerCountResults]) -> Panel | None:
    """Draw how far from an even share strategies or start players win, for all numbers of players; ``None`` if they are many."""
    strategy_rows = _strategy_rows(results)
    rows = strategy_rows or _seat_rows(results)
    if not 1 <= len(rows) <= MOST_ROWS:
        return None
    subject = "strategies" if strategy_rows else "the start player, or of the seat that is named"
    columns = (
        Column("games", "games"),
        Column("share", "from an even share", Unit.POINTS),
        Column("verdict", "verdict"),
        Column("is_unfair", "is unfair", Unit.KEY),
    )
    tolerance = results[0].seats[0].verdict.tolerance if not strategy_rows else None
    table = table_of_cells(KEY, "at a glance", rows, columns, n_open=0)
    texts = [f"{row[0]}: {difference_text(row[1], is_share=True)}" for row in rows if isinstance(row[1], Estimate)]
    caption = f"Share of games won by {subject}, in points from an even share."
    caption += f" Grey: \u00b1{tolerance_points(tolerance)}, the tolerance. Red: UNFAIR." if tolerance is not None else ""
    axis, alt = "points from an even share", f"{caption} {'; '.join(texts)}"
    figure = Intervals(
        KEY, "games", (Mark("share"),), axis, alt, accented="is_unfair", tolerance=tolerance, is_centred=True, shows_values=True
    )
    return Panel("At a glance", (table,), (figure,), caption)


def _seat_rows(results: Sequence[PlayerCountResults]) -> list[tuple[Cell, ...]]:
    verdicts = [(result, seats) for result in results for seats in result.seats]
    if len(verdicts) > MOST_ROWS:
        verdicts = [(result, seats) for result in results for seats in result.baseline_verdicts]
    return [_seat_row(result, seats, names_players=len(results) > 1) for result, seats in verdicts]


def _seat_row(result: PlayerCountResults, seats: SeatAdvantage, *, names_players: bool) -> tuple[Cell, ...]:
    """Make the row of a verdict, which names its games as shortly as the others of the run allow."""
    verdict, share = seats.verdict, seats.shares[seats.verdict.position - 1]
    names = [result.run.title(seats.group.arm)] if len(result.run.arms) > 1 else []
    names += [seats.group.label] if len(result.baseline_verdicts) > 1 else []
    names += [the_player(verdict.position, seats.players).removeprefix("the ")] if verdict.position > 1 else []
    players = [f"{result.players} players"] if names_players or not names else []
    games = ": ".join([*players, *([", ".join(names)] if names else [])])
    return games, share.minus(seats.even_share), str(verdict.ruling), verdict.ruling is Ruling.UNFAIR


def _strategy_rows(results: Sequence[PlayerCountResults]) -> list[tuple[Cell, ...]]:
    """Return a row for each strategy, where strategies are what a run compares."""
    return [
        (f"{result.players} players: {label}", share.minus(1.0 / result.players), "", False)
        for result in results
        if result.ratings is not None and result.strategies is not None and len(result.run.arms) == 1 and result.boards is None
        for label, share in result.strategies.shares.items()
    ]
