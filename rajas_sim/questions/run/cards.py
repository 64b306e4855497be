"""The answer at the top of the page: a card for each number of players, how sure it is, and the verdicts about the seats."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.formatting import mean_text, number, share_text, the_player, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.short_answers import ShortAnswer, Subject, seat_title, short_answers
from rajas_sim.analysis.winning.ensemble_note import holds_text, read_note
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage, how_many_text, looks_text
from rajas_sim.showing.phrases import basis, level_text, method_note, played_text, with_remark
from rajas_sim.showing.view import Card, Cards, Rulings, Table

MOST_ROWS_OPEN = 12
"""A longer table of verdicts is folded away."""
MOST_CARDS = 6
"""More verdicts stand in a table only."""
TOLD, OPEN = "told", "undecided"
"""The tones of an answer that is no verdict."""
_SIGNS = {Ruling.FAIR: "\u2713", Ruling.UNFAIR: "\u2715", Ruling.UNEVEN: "\u2260", Ruling.UNDECIDED: "?"}


def answer(run: Run, results: Sequence[PlayerCount]) -> Cards:
    """Make one card for every answer to the run's own question; verdicts about the seats where that is what it asks."""
    given = short_answers(results)
    if all(short.subject is Subject.SEATS for short in given):
        return verdicts(run, results)
    return Cards(tuple(_answer(short) for short in given))


def _answer(short: ShortAnswer) -> Card:
    over = f"{basis(short.result)}." if short.result is not None else ""
    tone, sign = (OPEN, "?") if short.is_undecided else (TOLD, "")
    return Card(short.title, tone, sign, short.word, short.findings, over)


def verdicts(run: Run, results: Sequence[PlayerCount]) -> Cards:
    """Make a card for every verdict about the seats; where they are many, for those under the baseline, and a table of all.

    Where players sit at different boards, tables at which all have the same board come last, for comparison.
    """
    every = [(count, advantage) for count in results for advantage in count.seats]
    baseline = [(count, advantage) for count in results for advantage in count.of_baseline]
    shown = next((pairs for pairs in (every, baseline) if len(pairs) <= MOST_CARDS), [])
    if any(count.boards is not None for count in results):
        shown.sort(key=lambda pair: _has_one_board(run, pair[1]))
    note = read_note(run.folder)
    cards = [_card(count, advantage, holds_text(run, advantage, note)) for count, advantage in shown]
    return Cards(tuple(cards), _words(results), _rulings(run, results) if len(cards) < len(every) else None)


def _has_one_board(run: Run, advantage: SeatAdvantage) -> bool:
    """Whether the labels of all line-ups of a verdict have the same board; not where boards go by seat."""
    line_ups, choices = run.line_ups(advantage.players), run.manifest.labels
    labels = [label for i in advantage.group.line_ups for label in line_ups[i]]
    boards = {choices[label].board if label in choices else None for label in labels}
    return len(boards) == 1 and None not in boards


def _rulings(run: Run, results: Sequence[PlayerCount]) -> Rulings:
    """Put the verdicts of all rule sets and line-ups in one table."""
    several = any(len(count.of_baseline) > 1 for count in results)
    arms = {arm: with_remark(run.title(arm), played_text(run, arm)) for arm in run.arms}
    cells: dict[tuple[str, str], dict[int, str]] = {}
    for count in results:
        for advantage in count.seats:
            group = advantage.group
            # A line-up is one table with some numbers of players, and many with others.
            title = group.label if run.rungs(group.players) and not group.is_mirror else group.title
            row = (arms[group.arm], title if several else "")
            cells.setdefault(row, {})[count.players] = _ruling_text(advantage)
    order = list(arms.values())
    rows = tuple(
        (": ".join(filter(None, row[len(arms) == 1 :])), *(cells[row].get(count.players, "\u2013") for count in results))
        for row in sorted(cells, key=lambda row: order.index(row[0]))
    )
    headers = ("rule set" if len(arms) > 1 else "line-up", *(f"{count.players} players" for count in results))
    shares = (s for count in results for advantage in count.seats for s in advantage.shares)
    note = (
        "Win shares of the start player, and of the seat that the verdict is about where it is another one. That two rule sets "
        f"have different verdicts does not show that they differ. {method_note(shares)}"
    )
    what, n = ("rule set", len(arms)) if len(arms) > 1 else ("line-up", len(rows))
    title = f"Verdicts of {'both' if n == 2 else f'all {n}'} {what}s"
    return Rulings(title, Table(headers, rows, note), len(rows) > MOST_ROWS_OPEN)


def _ruling_text(advantage: SeatAdvantage) -> str:
    verdict = advantage.verdict
    who = [
        f"{the_player(p, advantage.group.players).removeprefix('the ')} {share_text(advantage.shares[p - 1])}"
        for p in dict.fromkeys((1, verdict.position))
    ]
    return f"{_SIGNS[verdict.ruling]}\u00a0{verdict.ruling.value}: {', '.join(who)}"


def _words(results: Sequence[PlayerCount]) -> str:
    """Explain the four words once, and say how many verdicts and looks there were."""
    verdict = results[0].seats[0].verdict
    how_many = how_many_text([advantage for count in results for advantage in count.seats])
    remarks = [how_many, *(looks_text(count.run, count.players) for count in results)]
    limit = tolerance_points(verdict.tolerance)
    level = results[0].seats[0].shares[0].level
    return (
        f"FAIR: every seat is shown to lie within {limit} of an even share (two one-sided tests each). UNFAIR: the interval of "
        f"some seat lies wholly beyond {limit}. UNEVEN: neither, but the interval of some seat leaves out an even share. "
        "UNDECIDED: too few blocks to say any of these. Intervals hold for all seats of a card together at "
        f"{level_text(level)}, and a verdict is false in at most {level_text(1 - level)} of runs. A block is one luck (all that "
        "is rolled, shuffled or drawn) played under every rotation of the strategies; blocks are independent, so n counts them. "
        "A verdict is about the strategies that played and the component values below, not about every way to play."
        + "".join(f" {remark}." for remark in remarks if remark)
    )


def _card(count: PlayerCount, advantage: SeatAdvantage, remark: str) -> Card:
    verdict, method = advantage.verdict, advantage.shares[0].method
    equal = f"all seats equal: p {_p_text(advantage.equality.p_value)} ({advantage.equality.method})"
    small_print = f"{basis(advantage)}{_shared_luck(advantage)}; intervals: {method}; {equal}."
    return Card(
        seat_title(count, advantage),
        verdict.ruling.lower(),
        _SIGNS[verdict.ruling],
        verdict.word,
        advantage.findings,
        f"{small_print} {remark}." if remark else small_print,
    )


def _shared_luck(advantage: SeatAdvantage) -> str:
    effect = advantage.design_effect
    if effect is None:
        return ""
    what = f"{number(100 * effect.value, 0)} of these, which share their luck, tell as much as 100 with luck of their own"
    return f" (design effect {mean_text(effect)}: {what})"


def _p_text(p_value: float) -> str:
    return "< 0.0001" if p_value < 0.0001 else f"= {number(p_value, 4 if p_value < 0.01 else 2)}"
