"""The verdict cards at the top of the page."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.formatting import mean_text, number, share_text, the_player, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.unknown_box.noted import Note, assumed_text, holds_text, read_note
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.remarks import how_many_text, looks_text
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.report.phrases import basis, level_text, method_note, played_text, with_remark
from rajas_sim.report.view import Card, Rulings, Table

MOST_ROWS_OPEN = 12
"""A longer table of verdicts is folded away."""
_SIGNS = {Ruling.FAIR: "\u2713", Ruling.UNFAIR: "\u2715", Ruling.UNEVEN: "\u2260", Ruling.UNDECIDED: "?"}


def verdict_cards(run: Run, found: Sequence[PlayerCount]) -> tuple[Card, ...]:
    """Make one card for every verdict about the seats under the baseline.

    Where players sit at different boards, tables at which all have the same one come last: they are there to compare with.
    """
    judged = [(count, advantage) for count in found for advantage in count.of_baseline]
    if any(count.boards is not None for count in found):
        judged.sort(key=lambda pair: _has_one_board(run, pair[1]))
    note = read_note(run.folder)
    remarks = [_about_the_box(run, advantage, note) for _, advantage in judged]
    return tuple(
        _card(advantage, len(count.of_baseline) > 1, remark) for (count, advantage), remark in zip(judged, remarks, strict=True)
    )


def _about_the_box(run: Run, advantage: SeatAdvantage, note: Note | None) -> str:
    """Say how much of the box is assumed, and in how many plausible boxes a verdict holds, where that was asked."""
    return " ".join(f"{text}." for text in (assumed_text(run), holds_text(run, advantage, note)) if text)


def _has_one_board(run: Run, advantage: SeatAdvantage) -> bool:
    """Whether the labels of all line-ups of a verdict have the same board; not where boards go by seat."""
    line_ups, choices = run.line_ups(advantage.players), run.manifest.labels
    labels = [label for i in advantage.group.line_ups for label in line_ups[i]]
    boards = {choices[label].board if label in choices else None for label in labels}
    return len(boards) == 1 and None not in boards


def rulings(run: Run, found: Sequence[PlayerCount]) -> Rulings | None:
    """Put the verdicts of all rule sets in one table; ``None`` if there is only the baseline."""
    if all(len(count.seats) == len(count.of_baseline) for count in found):
        return None
    several = any(len(count.of_baseline) > 1 for count in found)
    arms = {arm: with_remark(run.title(arm), played_text(run, arm)) for arm in run.arms}
    cells: dict[tuple[str, str], dict[int, str]] = {}
    for count in found:
        for advantage in count.seats:
            own = advantage.group
            # A line-up is one table with some numbers of players, and many with others.
            title = own.label if run.rungs(own.players) and not own.is_mirror else own.title
            row = (arms[own.arm], title if several else "")
            cells.setdefault(row, {})[count.players] = _ruling_text(advantage)
    order = list(arms.values())
    rows = tuple(
        (": ".join(part for part in row if part), *(cells[row].get(count.players, "\u2013") for count in found))
        for row in sorted(cells, key=lambda row: order.index(row[0]))
    )
    headers = ("rule set", *(f"{count.players} players" for count in found))
    shares = (s for count in found for advantage in count.seats for s in advantage.shares)
    note = f"The seat farthest from an even share, with its win share. {method_note(shares)}"
    title = "Verdicts of both rule sets" if len(arms) == 2 else f"Verdicts of all {len(arms)} rule sets"
    return Rulings(title, Table(headers, rows, note), len(rows) > MOST_ROWS_OPEN)


def _ruling_text(advantage: SeatAdvantage) -> str:
    verdict = advantage.verdict
    who = the_player(verdict.position, advantage.group.players).removeprefix("the ")
    return f"{_SIGNS[verdict.ruling]}\u00a0{verdict.ruling.value}: {who} {share_text(advantage.shares[verdict.position - 1])}"


def verdict_lead(found: Sequence[PlayerCount]) -> str:
    """Explain the four words once, and say how many verdicts there are and how often one has looked."""
    verdict = found[0].seats[0].verdict
    how_many = how_many_text([advantage for count in found for advantage in count.seats])
    remarks = [how_many, *(looks_text(count.run, count.players) for count in found)]
    limit = tolerance_points(verdict.tolerance)
    level = found[0].seats[0].shares[0].level
    return (
        f"FAIR: every seat is shown to lie within {limit} of an even share (two one-sided tests each). UNFAIR: the interval of "
        f"some seat lies wholly beyond {limit}. UNEVEN: neither, but the interval of some seat leaves out an even share. "
        "UNDECIDED: too few blocks to say any of these. Intervals hold for all seats of a card together at "
        f"{level_text(level)}, and a verdict is false in at most {level_text(1 - level)} of runs. A block is one luck (all that "
        "is rolled, shuffled or drawn) played under every rotation of the strategies; blocks are independent, so n counts them. "
        "A verdict is about the strategies that played and the component values below, not about every way to play."
        + "".join(f" {remark}." for remark in remarks if remark)
    )


def _card(advantage: SeatAdvantage, several: bool, remark: str) -> Card:
    verdict, group = advantage.verdict, advantage.group
    title = f"{group.players} players" + (f": {group.title}" if several else "")
    p_value = advantage.equality.p_value
    equal = f"; all seats equal: p {_p_text(p_value)} ({advantage.equality.method})"
    return Card(
        title,
        verdict.ruling.value,
        _SIGNS[verdict.ruling],
        verdict.sentence + ".",
        f"{basis(advantage)}{_shared_luck(advantage)}; intervals: {advantage.shares[0].method}{equal}. {remark}",
    )


def _shared_luck(advantage: SeatAdvantage) -> str:
    effect = advantage.design_effect
    if effect is None:
        return ""
    what = f"{number(100 * effect.value, 0)} of these, which share their luck, tell as much as 100 with luck of their own"
    return f" (design effect {mean_text(effect)}: {what})"


def _p_text(p_value: float) -> str:
    return "< 0.0001" if p_value < 0.0001 else f"= {number(p_value, 4 if p_value < 0.01 else 2)}"
