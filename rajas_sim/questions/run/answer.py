"""What a run says of seats, line-ups, rule sets and strategies, as an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from rajas_sim.analysis.answer import Answer, Card, Column, Finding, Intervals, Mark, Panel, Row, Section, Table, Tone, Unit
from rajas_sim.analysis.comparing.arms import ArmEffects
from rajas_sim.analysis.comparing.moves import Moves
from rajas_sim.analysis.comparing.sweep import Sweep
from rajas_sim.analysis.formatting import capitalised, percent, position_label, the_player
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.short_answers import ShortAnswer, Subject, short_answers
from rajas_sim.analysis.winning.boards import BoardAdvantage
from rajas_sim.analysis.winning.ladder import Ladder
from rajas_sim.analysis.winning.ratings import Ratings
from rajas_sim.analysis.winning.seats import how_many_text, looks_text
from rajas_sim.analysis.winning.strategies import StrategyStrength
from rajas_sim.questions.provenance import basis, how_sure, provenance

MOST_ARMS_IN_SENTENCES = 4
"""With more rule sets, the verdicts of all stand in the table alone."""
MOST_ROWS = 12
"""The terminal shows so many rows of a table of changes."""


def run_answer(run: Run, results: Sequence[PlayerCount]) -> Answer:
    """Make the answer from the results for each number of players."""
    short = short_answers(results)
    findings = {finding.key: finding for finding in chain.from_iterable(answer.findings for answer in short)}
    for finding in _others(results):
        findings.setdefault(finding.key, finding)
    return Answer(
        question="run",
        title=run.manifest.question,
        findings=tuple(findings.values()),
        cards=tuple(map(_card, short)),
        sections=tuple(_with_findings(section, [*findings.values()]) for section in _sections(results) if section.panels),
        how_sure=how_sure([run]),
        provenance=provenance([run]),
    )


def _others(results: Sequence[PlayerCount]) -> Iterator[Finding]:
    """Go through what else is said of seats, rule sets and strategies."""
    for count in results:
        if count.ladder is not None:
            yield from count.ladder.findings
        is_long = len(count.run.arms) > MOST_ARMS_IN_SENTENCES or count.ladder is not None
        for seats in count.seats:
            yield replace(seats.findings[0], in_table=is_long)
        for moved in count.moves.findings if count.moves is not None else ():
            yield replace(moved, in_table=True)
        yield from _of_described_games(count)
    how_many = how_many_text([seats for count in results for seats in count.seats])
    if how_many:
        yield Finding("number_of_verdicts", f"{how_many}.")
    for count in results:
        looks = looks_text(count.run, count.players)
        if looks:
            yield Finding(f"{count.players}p.looks", f"{looks}.", (), count.players)


def _of_described_games(count: PlayerCount) -> Iterator[Finding]:
    """Go through what is said of one group of games: all, or those of the last of several line-ups, which is then named."""
    findings = [replace(finding, in_table=True) for finding in (count.arms.findings if count.arms else ())]
    for result in (count.sweep, count.boards, count.ratings, count.strategies, count.meetings):
        findings += result.findings if result is not None else ()
    where = f"In line-up '{count.ladder.rungs[-1].label}': " if count.ladder is not None else ""
    for finding in findings:
        yield replace(finding, sentence=f"{where}{finding.sentence}")


def _card(short: ShortAnswer) -> Card:
    seats_tone = short.word.partition(":")[0].lower()
    tone = Tone(seats_tone) if short.subject is Subject.SEATS else Tone.UNDECIDED if short.is_undecided else Tone.TOLD
    over = f"{basis(short.result)}." if short.result is not None else ""
    return Card(short.title, short.word, tuple(finding.key for finding in short.findings), over, tone, short.players)


def _sections(results: Sequence[PlayerCount]) -> Iterator[Section]:
    """Make a section of everything that there is."""
    yield _section("seats", "Who wins from which seat", [_seats(count) for count in results])
    yield _section("ladder", "The start player, line-up by line-up", [_ladder(c, c.ladder) for c in results if c.ladder])
    yield _section("moves", "What the changes do in each line-up", [_moves(c, c.moves) for c in results if c.moves])
    yield _section("changes", "What the changes do", [_changes(c, c.arms) for c in results if c.arms])
    yield _section("sweep", "Values of rules", [_sweep(c.sweep) for c in results if c.sweep])
    yield _section("boards", "Boards", [_boards(c, c.boards) for c in results if c.boards])
    yield _section(
        "strategies", "Strategies", [_strategies(c, c.strategies, c.ratings) for c in results if c.strategies and c.ratings]
    )
    yield _section("course", "Length and ending", [_course(count) for count in results])


#: Which findings belong to which section: what stands within their keys.
ABOUT = {
    "seats": (".verdict", ".enough_blocks", ".looks", "number_of_verdicts"),
    "ladder": (".ladder",),
    "moves": (".moves",),
    "changes": (".changes",),
    "sweep": (".sweep",),
    "boards": (".board.",),
    "strategies": (".strongest", ".strategies", ".meetings."),
}


def _with_findings(section: Section, findings: Sequence[Finding]) -> Section:
    """Set the findings about a section above its panels; those about no number of players above the first."""
    panels = []
    for i, panel in enumerate(section.panels):
        about = [f for f in findings if f.players == panel.players or (f.players is None and i == 0)]
        keys = [f.key for f in about if any(part in f.key for part in ABOUT.get(section.key, ()))]
        panels.append(replace(panel, findings=tuple(keys)))
    return replace(section, panels=tuple(panels))


def _section(key: str, title: str, panels: Sequence[Panel]) -> Section:
    return Section(key, title, "The report of the run shows this in full.", tuple(panels))


def _seats(count: PlayerCount) -> Panel:
    k, key = count.players, f"{count.players}p.seats"
    shares = {f"position_{p}": f"{position_label(p)}" for p in range(1, k + 1)}
    rows: list[Row] = []
    for seats in count.seats:
        group, verdict = seats.group, seats.verdict
        rows.append(
            {
                "arm": group.arm,
                "line_up": group.label,
                "rules": count.run.title(group.arm),
                "games": group.title,
                **dict(zip(shares, seats.shares, strict=True)),
                "farthest": the_player(verdict.position, k),
                "difference": verdict.difference,
                "verdict": str(verdict.ruling),
                "equal_seats": seats.equality.p_value,
                "design_effect": seats.design_effect,
                "blocks": seats.n_blocks,
            }
        )
    columns = (
        Column("arm", "arm", Unit.KEY),
        Column("line_up", "line-up", Unit.KEY),
        Column("rules", "rules"),
        Column("games", "line-up"),
        *(Column(name, title, Unit.SHARE) for name, title in shares.items()),
        Column("farthest", "farthest from an even share"),
        Column("difference", "by", Unit.POINTS),
        Column("verdict", "verdict"),
        Column("equal_seats", "p of equal seats", Unit.P_VALUE),
        Column("design_effect", "design effect", Unit.MEAN),
        Column("blocks", "blocks", Unit.COUNT),
    )
    marks = tuple(Mark(name, capitalised(the_player(p, k))) for p, name in enumerate(shares, 1))
    alt = f"Win share by position with {k} players, of {len(rows)} groups of games."
    label = "rules" if len(count.run.arms) > 1 else "games"
    figure = Intervals(key, label, marks, "win share", alt, reference=1 / k)
    table = Table(key, "win share by position", columns, tuple(rows), players=k, n_open=len(rows) if len(rows) > 1 else 0)
    return Panel(f"{k} players (an even share is {percent(1 / k)})", (table,), (figure,), players=k)


def _ladder(count: PlayerCount, ladder: Ladder) -> Panel:
    columns = (
        Column("line_up", ladder.wording.differing),
        Column("share", "start player wins", Unit.SHARE),
        Column("side", "less or more"),
        Column("verdict", "verdict"),
    )
    rows: tuple[Row, ...] = tuple(
        {"line_up": rung.label, "share": rung.share, "side": str(rung.side), "verdict": str(rung.ruling)} for rung in ladder.rungs
    )
    table = Table(f"{count.players}p.ladder", "the start player", columns, rows, players=count.players)
    return Panel(f"{count.players} players", (table,), players=count.players)


def _moves(count: PlayerCount, moves: Moves) -> Panel:
    columns = [Column("arm", "arm", Unit.KEY), Column("rules", "rules"), Column("line_up", moves.wording.noun)]
    for metric in moves.metrics:
        columns += [
            Column(metric.name, metric.title, Unit.POINTS if metric.is_share else Unit.CHANGE),
            Column(f"{metric.name}.direction", "direction"),
        ]
    rows: list[Row] = []
    for moved in moves.arms:
        for rung in moved.rungs:
            row: Row = {"arm": moved.arm, "rules": count.run.title(moved.arm), "line_up": rung.label}
            for metric in moves.metrics:
                row |= {metric.name: rung.changes[metric.name], f"{metric.name}.direction": str(rung.side(metric.name))}
            rows.append(row)
    title = f"changes from '{moves.baseline}' under the same luck"
    key, first = f"{count.players}p.moves", moves.metrics[0]
    table = Table(key, title, tuple(columns), tuple(rows), players=count.players)
    label = "line_up" if len(moves.arms) == 1 else "rules"
    alt = f"Change of the {first.title} by each rule set in each {moves.wording.noun}"
    figure = Intervals(key, label, (Mark(first.name),), f"change of the {first.title}, points", alt)
    return Panel(f"{count.players} players", (table,), (figure,), players=count.players)


def _changes(count: PlayerCount, effects: ArmEffects) -> Panel:
    columns = (
        Column("arm", "arm", Unit.KEY),
        Column("metric", "metric", Unit.KEY),
        Column("unit", "unit", Unit.KEY),
        Column("rules", "rules"),
        Column("title", "number"),
        Column("baseline", effects.baseline, Unit.BY_ROW),
        Column("changed", "changed", Unit.BY_ROW),
        Column("difference", "difference", Unit.CHANGE_BY_ROW),
        Column("p_value", "adjusted p", Unit.P_VALUE),
        Column("is_shown", "change shown", Unit.YES_NO),
        Column("design_effect", "design effect of pairing", Unit.MEAN),
    )
    rows: tuple[Row, ...] = tuple(
        {
            "arm": compared.arm,
            "metric": name,
            "unit": Unit.SHARE if change.metric.is_share else Unit.MEAN,
            "rules": count.run.title(compared.arm),
            "title": change.metric.title,
            "baseline": change.baseline,
            "changed": change.changed,
            "difference": change.difference,
            "p_value": change.p_value,
            "is_shown": change.is_found,
            "design_effect": change.design_effect,
        }
        for compared in effects.comparisons
        for name, change in compared.changes.items()
    )
    touched_columns = (Column("arm", "rules"), Column("touched", "games played differently", Unit.SHARE))
    touched: tuple[Row, ...] = tuple({"arm": compared.arm, "touched": compared.touched} for compared in effects.comparisons)
    k = count.players
    return Panel(
        f"{k} players",
        (
            Table(f"{k}p.changes", f"changes from '{effects.baseline}' under the same luck", columns, rows, players=k, n_open=0),
            Table(f"{k}p.touched", "games played differently", touched_columns, touched, players=k, n_open=0),
        ),
        players=k,
    )


def _sweep(sweep: Sweep) -> Panel:
    k = sweep.players
    columns = (
        Column("arm", "arm", Unit.KEY),
        Column("label", "values"),
        *(Column(f"position_{p}", position_label(p), Unit.SHARE) for p in range(1, k + 1)),
        *(Column(f"mean_{m.name}", m.title, Unit.MEAN) for m in sweep.metrics.means),
        Column("from_baseline", "distance from even, less that of the unchanged rules", Unit.POINTS),
        Column("may_be_fairest", "may be the fairest", Unit.YES_NO),
    )
    rows: tuple[Row, ...] = tuple(
        {
            "arm": point.arm,
            "label": point.label,
            **{f"position_{p}": share for p, share in enumerate(point.shares, 1)},
            **{f"mean_{name}": mean for name, mean in point.means.items()},
            "from_baseline": point.from_baseline,
            "may_be_fairest": point.may_be_fairest,
        }
        for point in sweep.points
    )
    table = Table(f"{k}p.sweep", "values tried", columns, rows, players=k, n_open=MOST_ROWS)
    return Panel(f"{k} players", (table,), players=k)


def _boards(count: PlayerCount, boards: BoardAdvantage) -> Panel:
    columns = (
        Column("board", "board", Unit.KEY),
        Column("title", "board"),
        Column("share", "win share of a seat", Unit.SHARE),
        Column("cost", "costs", Unit.POINTS),
        Column("seats", "seats in a game", Unit.NUMBER),
    )
    rows: tuple[Row, ...] = tuple(
        {
            "board": board,
            "title": count.run.names.human(board),
            "share": share,
            "cost": boards.costs[board],
            "seats": boards.seats[board],
        }
        for board, share in boards.shares.items()
    )
    k = count.players
    return Panel(f"{k} players", (Table(f"{k}p.boards", "boards", columns, rows, players=k),), players=k)


def _strategies(count: PlayerCount, strategies: StrategyStrength, ratings: Ratings) -> Panel:
    k, labels = count.players, list(strategies.shares)
    columns = (
        Column("strategy", "strategy"),
        Column("share", "win share", Unit.SHARE),
        Column("rating", "rating", Unit.RATING),
        *(Column(f"position_{p}", position_label(p), Unit.SHARE) for p in range(1, k + 1)),
    )
    rows: tuple[Row, ...] = tuple(
        {
            "strategy": label,
            "share": strategies.shares[label],
            "rating": ratings.strategies[label],
            **{f"position_{p}": share for p, share in enumerate(strategies.by_position[label], 1)},
        }
        for label in labels
    )
    key = f"{k}p.strategies"
    tables = [Table(key, "strategies", columns, rows, players=k)]
    seat_columns = (Column("position", "position"), Column("rating", "what the seat is worth", Unit.RATING))
    seats: tuple[Row, ...] = tuple({"position": position_label(p), "rating": r} for p, r in enumerate(ratings.seats, 1))
    tables.append(Table(f"{k}p.seat_ratings", "rating of seats", seat_columns, seats, players=k, n_open=0))
    if count.meetings is not None:
        met = count.meetings
        ahead_columns = (Column("strategy", "finishes ahead of"), *(Column(label, label, Unit.SHARE) for label in met.labels))
        ahead: tuple[Row, ...] = tuple({"strategy": a, **{b: met.ahead[a, b] for b in met.labels if b != a}} for a in met.labels)
        tables.append(Table(f"{k}p.meetings", "share of games finished ahead", ahead_columns, ahead, players=k, n_open=0))
    figure = Intervals(key, "strategy", (Mark("share"),), "win share", f"Win share by strategy with {k} players", reference=1 / k)
    return Panel(f"{k} players", tuple(tables), (figure,), players=k)


def _course(count: PlayerCount) -> Panel:
    k = count.players
    means: tuple[Row, ...] = tuple({"number": name, "mean": mean} for name, mean in count.pacing.means.items())
    endings: tuple[Row, ...] = tuple({"reason": name, "share": share} for name, share in count.end_reasons.shares.items())
    mean_columns = (Column("number", "per game"), Column("mean", "mean", Unit.MEAN))
    ending_columns = (Column("reason", "reason"), Column("share", "share of games", Unit.SHARE))
    games_columns = (Column("games", "games", Unit.COUNT), Column("blocks", "blocks", Unit.COUNT))
    games: tuple[Row, ...] = ({"games": count.run.manifest.games[k], "blocks": count.run.blocks(k)},)
    return Panel(
        f"{k} players",
        (
            Table(f"{k}p.games", "played", games_columns, games, players=k, n_open=0),
            Table(f"{k}p.length", "length", mean_columns, means, players=k, n_open=0),
            Table(f"{k}p.endings", "why games end", ending_columns, endings, players=k, n_open=0),
        ),
        players=k,
    )
