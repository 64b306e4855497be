"""The one figure beside the answer of a run: every verdict, or every strategy, at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.answer import Cell, Column, Intervals, Mark, Panel, Unit
from rajas_sim.analysis.formatting import difference_text, tolerance_points
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
    subject = "strategies" if strategy_rows else "the start player"
    marks, remark = [Mark("share", subject)], ""
    if any(isinstance(row[2], Estimate) for row in rows):
        marks.append(Mark("farthest", "the seat farthest from even"))
        remark = " Squares: the seat that the verdict is about, where that is another."
    columns = (
        Column("games", "games"),
        Column("share", f"{subject}: from an even share", Unit.POINTS),
        Column("farthest", "seat farthest from even", Unit.POINTS),
        Column("verdict", "verdict"),
        Column("is_unfair", "is unfair", Unit.KEY),
    )
    tolerance = results[0].seats[0].verdict.tolerance if not strategy_rows else None
    table = table_of_cells(KEY, "at a glance", rows, columns, n_open=0)
    texts = [f"{row[0]}: {difference_text(row[1], is_share=True)}" for row in rows if isinstance(row[1], Estimate)]
    alt = f"Win share of {subject} minus an even share. {'; '.join(texts)}"
    axis = "points from an even share"
    figure = Intervals(
        KEY, "games", tuple(marks), axis, alt, accented="is_unfair", tolerance=tolerance, is_centred=True, shows_values=True
    )
    caption = f"Grey: \u00b1{tolerance_points(tolerance)}, the tolerance. Red: UNFAIR.{remark}" if tolerance is not None else ""
    return Panel("At a glance", (table,), (figure,), caption)


def _seat_rows(results: Sequence[PlayerCountResults]) -> list[tuple[Cell, ...]]:
    verdicts = [(result, seats) for result in results for seats in result.seats]
    if len(verdicts) > MOST_ROWS:
        verdicts = [(result, seats) for result in results for seats in result.baseline_verdicts]
    has_several_counts = len(results) > 1
    return [(_games_text(result, seats, names_players=has_several_counts), *_seat_cells(seats)) for result, seats in verdicts]


def _games_text(result: PlayerCountResults, seats: SeatAdvantage, *, names_players: bool) -> str:
    """Name the games of a verdict as shortly as the others of the run allow."""
    arms = [result.run.title(seats.group.arm)] if len(result.run.arms) > 1 else []
    line_ups = [seats.group.label] if len(result.baseline_verdicts) > 1 else []
    names = ", ".join([*arms, *line_ups])
    players = f"{result.players} players" if names_players or not names else ""
    return ": ".join(filter(None, [players, names]))


def _seat_cells(seats: SeatAdvantage) -> tuple[Cell, ...]:
    verdict, first = seats.verdict, seats.shares[0]
    is_other = verdict.position > 1 and len(seats.shares) > 2
    farthest = seats.shares[verdict.position - 1].minus(seats.even_share) if is_other else None
    return first.minus(seats.even_share), farthest, str(verdict.ruling), verdict.ruling is Ruling.UNFAIR


def _strategy_rows(results: Sequence[PlayerCountResults]) -> list[tuple[Cell, ...]]:
    """Return a row for each strategy, where strategies are what a run compares."""
    return [
        (f"{result.players} players: {label}", share.minus(1.0 / result.players), None, "", False)
        for result in results
        if result.ratings is not None and result.strategies is not None and len(result.run.arms) == 1 and result.boards is None
        for label, share in result.strategies.shares.items()
    ]
