"""The one figure beside the answer of a run: every verdict, or every strategy, at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.answer import Panel, Unit
from rajas_sim.analysis.comparing.asked_number import HALF, WIN_SPLIT_VERBS, AskedNumber
from rajas_sim.analysis.formatting import capitalised, the_player, tolerance_points
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.questions.headline import MOST_ROWS, HeadlineRow, headline_of


def headline(results: Sequence[PlayerCountResults]) -> Panel | None:
    """Draw the number that is asked about, or how far from an even share strategies or seats win; None with too many rows."""
    all_asked = [result.asked for result in results if result.asked is not None]
    if all_asked:
        return _headline_of_number(all_asked)
    strategy_rows = _strategy_rows(results)
    rows = strategy_rows or _seat_rows(results)
    if len(rows) > MOST_ROWS:
        return None
    subject = "strategies" if strategy_rows else "the start player, or by the seat that is named"
    tolerance = results[0].seats[0].verdict.tolerance if not strategy_rows else None
    caption = f"Share of games won by {subject}, in points from an even share."
    caption += f" Grey: \u00b1{tolerance_points(tolerance)}, the tolerance. Red: UNFAIR." if tolerance is not None else ""
    axes = {Unit.POINTS: "points from an even share"}
    return headline_of(rows, axes, caption, tolerance=tolerance, is_centred=True, shows_values=True)


def _headline_of_number(all_asked: Sequence[AskedNumber]) -> Panel | None:
    """Draw the number that the question is about under every rule set."""
    metric = all_asked[0].metric
    rows = [
        HeadlineRow(f"{asked.players} players", arm, estimate, is_stressed=arm in asked.changes and asked.changes[arm].is_shown)
        for asked in all_asked
        for arm, estimate in asked.by_rule_set.items()
    ]
    caption = f"{capitalised(metric.title)} under each rule set. Each interval holds by itself. Red: a change is shown."
    axes = {Unit.SHARE if metric.is_share else Unit.MEAN: metric.title}
    return headline_of(rows, axes, caption, reference=HALF if metric.name in WIN_SPLIT_VERBS else None, shows_values=True)


def _seat_rows(results: Sequence[PlayerCountResults]) -> list[HeadlineRow]:
    """Return a row for each verdict; if there are too many, only for those under the baseline."""
    verdicts = [(result, seats) for result in results for seats in result.seats]
    if len(verdicts) > MOST_ROWS:
        verdicts = [(result, seats) for result in results for seats in result.baseline_verdicts]
    is_one_each = len(verdicts) == len(results)
    return [_seat_row(result, seats, is_one_each=is_one_each) for result, seats in verdicts]


def _seat_row(result: PlayerCountResults, seats: SeatAdvantage, *, is_one_each: bool) -> HeadlineRow:
    """Make the row of a verdict; it names its games as briefly as the other verdicts of the run allow.

    `is_one_each` says that each number of players has one verdict.
    """
    verdict, share, players = seats.verdict, seats.shares[seats.verdict.position - 1], f"{result.players} players"
    names = [players] if is_one_each else []
    names += [result.run.title(seats.group.arm)] if len(result.run.arms) > 1 else []
    names += [seats.group.label] if len(result.baseline_verdicts) > 1 else []
    seat = the_player(verdict.position, seats.players).removeprefix("the ").removesuffix(" player")
    names += [seat] if verdict.position > 1 else []
    heading, is_unfair = "" if is_one_each else players, verdict.ruling is Ruling.UNFAIR
    return HeadlineRow(heading, ", ".join(names), share.minus(seats.even_share), is_unfair)


def _strategy_rows(results: Sequence[PlayerCountResults]) -> list[HeadlineRow]:
    """Return a row for each strategy if the run compares strategies; else none."""
    return [
        HeadlineRow(f"{result.players} players", label, share.minus(1.0 / result.players))
        for result in results
        if result.ratings is not None and result.strategies is not None and len(result.run.arms) == 1 and result.boards is None
        for label, share in result.strategies.shares.items()
    ]
