"""Who wins from which seat: verdicts, and win shares by position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rajas_sim.analysis.answer import Card, Column, Finding, Mark, Panel, Row, Section, Table, Tone, Unit
from rajas_sim.analysis.formatting import (
    listed,
    mean_text,
    number,
    percent,
    position_label,
    share_text,
    the_player,
    tolerance_points,
)
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.analysis.short_answers import seats_answer, short_answers, win_share_number
from rajas_sim.analysis.winning.ensemble_note import holds_text, read_note
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage, how_many_text, looks_text
from rajas_sim.questions.answer_tables import FilledColumn, table_of
from rajas_sim.questions.run.topic import FigureOfShares, Topic, keys_of, share_column, shown_in_tables
from rajas_sim.showing.phrases import arm_variant_text, basis_text, level_text, text_over_players, with_remark

MOST_ROWS_OPEN = 12
"""A longer table of verdicts is folded away."""
MOST_ARMS_IN_SENTENCES = 4
"""With more rule sets, their verdicts are only in the table."""
MOST_CARDS = 6
"""With more verdicts, they are only in a table."""
NOTE_ON_VERDICTS = (
    "Win shares of the start player, and of the seat that the verdict is about, if that is another seat. If two rule sets have "
    "different verdicts, this does not show that they differ."
)


def answers_seats(results: Sequence[PlayerCountResults]) -> bool:
    """Whether the run asks about the seats, so that its verdicts are the answer."""
    return all(short_answer.is_about_seats for short_answer in short_answers(results))


def seat_topic(run: Run, results: Sequence[PlayerCountResults]) -> Topic:
    """Show the win share of each position under the first rule set, and the verdicts if they are not the answer."""
    limit = tolerance_points(results[0].seats[0].verdict.tolerance)
    start_findings, look_findings = _start_player_findings(results), tuple(verdicts_and_looks(results))
    is_answer = answers_seats(results)
    how_to_read = (
        "Expected share of games won by position; a shared win counts as a part of one. The line is an even share, and the "
        f"grey band is \u00b1{limit} around it. Bars are intervals that hold for all positions of a panel together. Position "
        "1 moves first in round 1. Red: the whole interval lies beyond the band."
    )
    how_to_read += "" if is_answer else f" {verdict_words(results)}"
    panels = tuple(panel for result in results for panel in _seat_panels(result))
    keys = keys_of((*start_findings, *look_findings))
    cards = () if is_answer or results[0].asked is not None else verdict_cards(run, results)
    section = Section("seats", "Who wins from which seat", how_to_read, panels, findings=keys, cards=cards, is_of_one=True)
    card_findings = shown_in_tables(*(advantage.findings for _, advantage in _advantages_on_cards(run, results)))
    return Topic(section, (*start_findings, *card_findings))


def verdicts_topic(run: Run, results: Sequence[PlayerCountResults]) -> Topic | None:
    """Put the verdicts of all rule sets and line-ups in one table; ``None`` if each verdict has a card."""
    n_on_cards = len(_advantages_on_cards(run, results))
    if n_on_cards == sum(len(result.seats) for result in results):
        return None
    has_line_ups = any(len(result.baseline_verdicts) > 1 for result in results)
    titles_by_arm = {arm: with_remark(run.title(arm), arm_variant_text(run, arm)) for arm in run.arms}
    cells_by_row: dict[tuple[str, str], Row] = {}  # by the titles of the rule set and the line-up
    for result in results:
        for advantage in result.seats:
            group = advantage.group
            # A line-up is a single table with some numbers of players, and many tables with others.
            title = group.label if run.compared_line_ups(group.players) and not group.is_mirror else group.title
            row_key = (titles_by_arm[group.arm], title if has_line_ups else "")
            cells_by_row.setdefault(row_key, {})[f"{result.players}p"] = _ruling_text(advantage)
    arm_titles = list(titles_by_arm.values())
    rows: tuple[Row, ...] = tuple(
        {"title": ": ".join(filter(None, row_key[len(run.arms) == 1 :])), **cells_by_row[row_key]}
        for row_key in sorted(cells_by_row, key=lambda row_key: arm_titles.index(row_key[0]))
    )
    noun, n = ("rule set", len(run.arms)) if len(run.arms) > 1 else ("line-up", len(rows))
    title = f"Verdicts of {'both' if n == 2 else f'all {n}'} {noun}s"
    columns = (Column("title", noun), *(Column(f"{result.players}p", f"{result.players} players") for result in results))
    table = Table("verdicts", "", columns, rows, NOTE_ON_VERDICTS, n_rows_in_short=0)
    fold = title if len(rows) > MOST_ROWS_OPEN else ""
    shown_results = results if len(run.arms) <= MOST_ARMS_IN_SENTENCES else ()
    finding_keys = tuple(seats.verdict_finding.key for result in shown_results for seats in result.seats)
    return Topic(Section("verdicts", title, "", (Panel("", (table,), findings=finding_keys),), fold=fold))


def verdict_cards(run: Run, results: Sequence[PlayerCountResults]) -> tuple[Card, ...]:
    """Make a card for every verdict about the seats; if there are many, only for those under the baseline.

    If players sit at different boards, tables where all have the same board come last, for comparison.
    """
    ensemble_note = read_note(run.folder)
    are_rule_sets = len(run.arms) > 1 and all(len(result.seats) == len(run.arms) for result in results)
    if are_rule_sets and sum(len(result.seats) for result in results) > MOST_CARDS:
        return tuple(map(_card_of_rule_sets, results))
    return tuple(
        _card(result, advantage, holds_text(run, advantage, ensemble_note))
        for result, advantage in _advantages_on_cards(run, results)
    )


def verdict_words(results: Sequence[PlayerCountResults]) -> str:
    """Explain the four verdicts, how sure they are, and what a block is."""
    verdict = results[0].seats[0].verdict
    limit = tolerance_points(verdict.tolerance)
    level = results[0].seats[0].shares[0].level
    return (
        f"FAIR: every seat is shown to lie within {limit} of an even share (two one-sided tests each). UNFAIR: the whole "
        f"interval of some seat is more than {limit} away from it. UNEVEN: neither, but the interval of some seat excludes an "
        "even share. UNDECIDED: too few blocks to say any of these. Intervals hold for all seats of a card together at "
        f"{level_text(level)}, and a verdict is false in at most {level_text(1 - level)} of runs. A block is one deal (all that "
        "is rolled, shuffled or drawn), played under every rotation of the strategies. Blocks are independent, so n counts "
        "blocks. A verdict is about the strategies that played and the component values below, not about every way to play."
    )


def verdicts_and_looks(results: Sequence[PlayerCountResults]) -> Iterator[Finding]:
    """Yield how many verdicts were given together, and how often the games were looked at."""
    n_verdicts = sum(len(result.seats) for result in results if result.asked is None)
    comparisons = [name for result in results for name in _names_of_comparisons(result)]
    number_text = how_many_text(n_verdicts, results[0].run.level, comparisons)
    if number_text:
        yield Finding("number_of_verdicts", f"{number_text}. All else is for exploring.")
    for result in results:
        looks = looks_text(result.run, result.players)
        if looks:
            yield Finding(f"{result.players}p.looks", f"{looks}.", (), result.players)


def _names_of_comparisons(result: PlayerCountResults) -> Iterator[str]:
    """Yield the names of what is compared besides the seats, each at its own level."""
    results_by_name = {
        "the number that is asked about": result.asked,
        "rule sets": result.arms,
        "swept values": result.sweep,
        "line-ups": result.ladder,
        "changes by line-up": result.line_up_changes,
        "all numbers by line-up": result.line_up_changes,
        "boards": result.boards,
        "ratings": result.ratings,
        "wins of strategies": result.strategies,
        "orders round the table": result.strategies if result.strategies is not None and result.strategies.by_order else None,
        "pairs of strategies": result.head_to_head,
    }
    yield from (name for name, compared in results_by_name.items() if compared is not None)


def _start_player_findings(results: Sequence[PlayerCountResults]) -> tuple[Finding, ...]:
    """Say how often the start player wins, if there is one verdict for each number of players."""
    if any(len(result.baseline_verdicts) > 1 for result in results):
        return ()
    shares = {result.players: result.baseline_verdicts[0].shares[0] for result in results}
    even_text = listed([percent(1.0 / players) for players in shares])
    wins_text = text_over_players({players: share_text(share) for players, share in shares.items()})
    sentence = f"The start player wins {wins_text}; an even share is {even_text}."
    return (Finding("start_player", sentence, tuple(shares.values()), in_table=True),)


def _seat_panels(result: PlayerCountResults) -> Iterator[Panel]:
    """Make a panel for each verdict under the first rule set; if there are several, the table of all verdicts comes first."""
    k, has_several, verdicts = result.players, len(result.baseline_verdicts) > 1, _all_verdicts_table(result)
    if has_several:
        yield Panel(f"{k} players", (verdicts,), players=k)
    for i, advantage in enumerate(result.baseline_verdicts):
        title = f"{k} players" + (f": {advantage.group.title}" if has_several else "")
        key = f"{k}p.positions" + (f".{i + 1}" if has_several else "")
        table = _positions_table(key, advantage)
        texts = "; ".join(f"position {position_label(p)}: {share_text(share)}" for p, share in enumerate(advantage.shares, 1))
        alt, tolerance = f"Win share by position with {title}. {texts}", advantage.verdict.tolerance
        marks, even_share = (Mark("share"),), advantage.even_share
        figure = FigureOfShares(key, "position", marks, "win share", alt, reference=even_share, tolerance=tolerance)
        yield Panel(title, (*([] if has_several else [verdicts]), table), (figure,), basis_text(advantage), players=k)


def _positions_table(key: str, advantage: SeatAdvantage) -> Table:
    """Make the table of positions; leads in final overlap come in if they show more than wins do (`SeatAdvantage.leads`)."""
    k = advantage.players
    columns: list[FilledColumn] = [
        (Column("position", "position"), position_label),
        (Column("share", "win share (interval)", Unit.SHARE), lambda p: advantage.shares[p - 1]),
        (Column("difference", "from an even share", Unit.POINTS), lambda p: advantage.differences[p - 1]),
        (Column("is_beyond", "beyond the tolerance", Unit.YES_NO), lambda p: p in advantage.verdict.beyond),
    ]
    if advantage.leads:
        lead = Column(
            "lead", f"{advantage.group.score_title} minus that of the other{'s' if k > 2 else ''} (interval)", Unit.CHANGE
        )
        columns.append((lead, lambda p: advantage.leads[p - 1]))
    return table_of(key, "win share by position", range(1, k + 1), columns, players=k, n_rows_in_short=0)


def _all_verdicts_table(result: PlayerCountResults) -> Table:
    """Make the table of all verdicts with one number of players.

    The terminal leaves it out if there is a single verdict, or if another number is asked about.
    """
    k, key = result.players, f"{result.players}p.seats"
    columns: tuple[FilledColumn, ...] = (
        (Column("arm", "arm", Unit.KEY), lambda seats: seats.group.arm),
        (Column("line_up", "line-up", Unit.KEY), lambda seats: seats.group.label),
        (Column("rules", "rules"), lambda seats: result.run.title(seats.group.arm)),
        (Column("games", "line-up"), lambda seats: seats.group.title),
        *map(share_column, range(1, k + 1)),
        (Column("farthest", "farthest from an even share"), lambda seats: the_player(seats.verdict.position, k)),
        (Column("difference", "by", Unit.POINTS), lambda seats: seats.verdict.difference),
        (Column("verdict", "verdict"), lambda seats: str(seats.verdict.ruling)),
        (Column("equal_seats", "p (all seats equal)", Unit.P_VALUE), lambda seats: seats.p_equal),
        Column("design_effect", "design effect", Unit.MEAN),
        (Column("blocks", "blocks", Unit.COUNT), lambda seats: seats.n_blocks),
    )
    n_rows_in_short = len(result.seats) if len(result.seats) > 1 and result.asked is None else 0
    title = f"all verdicts (an even share is {percent(1 / k)})"
    return table_of(key, title, result.seats, columns, players=k, n_rows_in_short=n_rows_in_short)


def _advantages_on_cards(run: Run, results: Sequence[PlayerCountResults]) -> list[tuple[PlayerCountResults, SeatAdvantage]]:
    """Return the verdicts to show on cards: all; if these are too many, those under the baseline; if these are, none.

    If players sit at different boards, tables where all have the same board come last.
    """
    all_pairs = [(result, advantage) for result in results for advantage in result.seats]
    baseline_pairs = [(result, advantage) for result in results for advantage in result.baseline_verdicts]
    shown_pairs = next((pairs for pairs in (all_pairs, baseline_pairs) if len(pairs) <= MOST_CARDS), [])
    if any(result.boards is not None for result in results):
        shown_pairs.sort(key=lambda pair: _has_one_board(run, pair[1]))
    return shown_pairs


def _has_one_board(run: Run, advantage: SeatAdvantage) -> bool:
    """Whether the labels of all line-ups of a verdict have the same board; false if boards go by seat."""
    line_ups, choices = run.line_ups(advantage.players), run.manifest.labels
    labels = [label for i in advantage.group.line_ups for label in line_ups[i]]
    boards = {choices[label].board if label in choices else None for label in labels}
    return len(boards) == 1 and None not in boards


def _ruling_text(advantage: SeatAdvantage) -> str:
    """Write a ruling with the win shares of the start player and of the seat that the verdict is about."""
    verdict = advantage.verdict
    share_texts = [
        f"{the_player(p, advantage.group.players).removeprefix('the ')} {share_text(advantage.shares[p - 1])}"
        for p in dict.fromkeys((1, verdict.position))
    ]
    return f"{verdict.ruling.value}: {', '.join(share_texts)}"


def _card(result: PlayerCountResults, advantage: SeatAdvantage, remark: str) -> Card:
    """Make the card of a verdict; the remark ends its small print, if it is not empty."""
    answer, method = seats_answer(result, advantage), advantage.shares[0].method
    p_text = "< 0.0001" if (p := advantage.p_equal) < 0.0001 else f"= {number(p, 4 if p < 0.01 else 2)}"
    equality_text = f"all seats equal: p {p_text} (by the intervals themselves)"
    small_print = f"{basis_text(advantage)}{_shared_luck_text(advantage)}; intervals: {method}; {equality_text}."
    small_print += f" {remark}." if remark else ""
    keys = tuple(finding.key for finding in answer.findings)
    return Card(answer.title, answer.word, keys, small_print, answer.tone, result.players, answer.number, answer.measure)


def _card_of_rule_sets(result: PlayerCountResults) -> Card:
    """Make one card for the verdicts of all rule sets with a number of players.

    Its tone and its number are those of the worst ruling that occurs, and of the seat farthest from an even share under it.
    """
    titles: dict[Ruling, list[str]] = {ruling: [] for ruling in (Ruling.UNFAIR, Ruling.UNEVEN, Ruling.UNDECIDED, Ruling.FAIR)}
    for seats in result.seats:
        titles[seats.verdict.ruling].append(result.run.title(seats.group.arm))
    word = "; ".join(f"{ruling}: {listed(arm_titles)}" for ruling, arm_titles in titles.items() if arm_titles)
    worst_ruling = next(ruling for ruling, arm_titles in titles.items() if arm_titles)
    farthest = max(
        (seats for seats in result.seats if seats.verdict.ruling is worst_ruling), key=lambda seats: abs(seats.verdict.difference)
    )
    position = farthest.verdict.position
    seat_text = f"for {the_player(position, result.players)} with {result.run.title(farthest.group.arm)}"
    number, measure = win_share_number(farthest.shares[position - 1], result.players, seat_text)
    baseline, *others = result.seats
    keys = keys_of((*baseline.findings, *(seats.verdict_finding for seats in others)))
    title, tone = f"{result.players} players: {len(result.seats)} rule sets", Tone(worst_ruling.lower())
    return Card(title, word, keys, basis_text(baseline) + " of each.", tone, result.players, number, measure)


def _shared_luck_text(advantage: SeatAdvantage) -> str:
    """Say how much games that share their luck tell; empty if it is not known, or if a block is one game."""
    effect = advantage.design_effect
    if effect is None:
        return ""
    explanation = f"{number(100 * effect.value, 0)} of these, which share their luck, tell as much as 100 with luck of their own"
    return f" (design effect {mean_text(effect)}: {explanation})"
