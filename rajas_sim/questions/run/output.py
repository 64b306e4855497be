"""What players get and use: scores, turns, income, workers, spaces and boxes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from rajas_sim.analysis.answer import (
    Column,
    Curves,
    Figure,
    Finding,
    Intervals,
    Map,
    Mark,
    Panel,
    Row,
    Section,
    SheetMap,
    Style,
    Table,
    Unit,
)
from rajas_sim.analysis.course.turns import MOST_BONUSES, THIRDS, TurnGains
from rajas_sim.analysis.formatting import capitalised, counted, listed, mean_text, percentile_text, share_text, standing
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.scoring.boxes import BoxUsage
from rajas_sim.analysis.scoring.income import Income
from rajas_sim.analysis.scoring.scores import DECIDING, PERCENTS, Band, Scores
from rajas_sim.analysis.scoring.spaces import SpaceUsage
from rajas_sim.questions.run.course import is_often_reached, reached_note
from rajas_sim.questions.run.topic import Topic, keys_of
from rajas_sim.showing.phrases import basis, over_players

_NEVER = "0 (never used)"
"""Placements on a space on which nobody was placed; from these games alone no interval follows."""
_NO_DIE = "none"
_MOST_SPACES = 60


def score_topic(results: Sequence[PlayerCount]) -> Topic | None:
    """Show percentiles of the standings; ``None`` if the run recorded none."""
    scores = [count.scores for count in results if count.scores is not None]
    if not scores:
        return None
    wins = (
        f" Below them stands the share of the seats that won, by their {DECIDING}; bars are intervals that hold for all ranges "
        "together."
        if scores[0].bands
        else ""
    )
    return Topic(
        Section(
            "scores",
            "What is a good score?",
            "Where seats end: the height of a line is the score, and so many per cent of seats have this score or less. The "
            "lines show the spread of scores; bars are intervals of each percentile by itself." + wins,
            tuple(map(_scores, scores)),
            is_of_one=True,
        ),
        _in_tables(*(s.findings for s in scores)),
    )


def _in_tables(*findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(replace(finding, in_table=True) for several in findings for finding in several)


def _scores(scores: Scores) -> Panel:
    k, names = scores.players, list(scores.of_seats)
    columns = [Column("percent", "percentile", Unit.SHARE)]
    for name in names:
        columns.append(Column(f"{name}_seats", f"{name}: all seats", Unit.PERCENTILE))
        columns.append(Column(f"{name}_winners", f"{name}: winners", Unit.PERCENTILE))
    columns += [Column("won_from", f"won with at least the {DECIDING} of all seats", Unit.SHARE)] if scores.won_from else []
    rows: list[Row] = []
    for i, per_cent in enumerate(PERCENTS):
        row: Row = {"percent": per_cent / 100}
        for name in names:
            row |= {f"{name}_seats": scores.of_seats[name][i], f"{name}_winners": scores.of_winners[name][i]}
        row |= {"won_from": scores.won_from[i]} if scores.won_from else {}
        rows.append(row)
    note = (
        "So many per cent of seats have this score or less. Each interval holds by itself. An end that the blocks are too few to "
        "bound is left open."
    )
    table = Table(f"{k}p.scores", "percentiles of scores", tuple(columns), tuple(rows), note, k, 0)
    median = PERCENTS.index(50)
    figures: list[Figure] = [
        Curves(
            table.key,
            "percent",
            (Mark(f"{name}_seats", "all seats", "none"), Mark(f"{name}_winners", "winners", name)),
            "share of seats with this score or less",
            name,
            f"Percentiles of {name} with {k} players: median {percentile_text(scores.of_seats[name][median])}, of winners "
            f"{percentile_text(scores.of_winners[name][median])}",
            title=capitalised(name),
        )
        for name in names
    ]
    tables = [table]
    if scores.bands:
        band_rows: tuple[Row, ...] = tuple({"range": _range(band), "won": band.won} for band in scores.bands)
        band_columns = (Column("range", DECIDING), Column("won", "share of these seats that won", Unit.SHARE))
        tables.append(Table(f"{k}p.bands", f"how often an {DECIDING} won", band_columns, band_rows, players=k, n_open=0))
        alt = f"Share of seats that won by {DECIDING} with {k} players"
        title = f"Share of seats that won, by {DECIDING}"
        mark = (Mark("won", colour=DECIDING),)
        figures.append(Intervals(f"{k}p.bands", "range", mark, "won", alt, reference=None, shows_values=True, title=title))
    return Panel(f"{k} players", tuple(tables), tuple(figures), basis(scores), keys_of(scores.findings), k)


def _range(band: Band) -> str:
    if not math.isfinite(band.low):
        return f"below {standing(band.high)}"
    return f"{standing(band.low)} to below {standing(band.high)}" if math.isfinite(band.high) else f"{standing(band.low)} or more"


def turn_topic(results: Sequence[PlayerCount], names: Names) -> Topic | None:
    """Show what turns bring; ``None`` if the run did not record them."""
    turns = [count.turns for count in results if count.turns is not None]
    if not turns:
        return None
    first = turns[0]
    parts = ["fame and money a turn brings"] if _gained(first) else []
    parts += ["the share of turns by the number of bonuses they use"] if first.bonuses else []
    parts += ["the share of turns by the colour of the die taken"] if first.dice else []
    return Topic(
        Section(
            "turns",
            "What a turn brings",
            f"By round: {'; '.join(parts)}. Late rounds describe long games only. Rounds that fewer than one game in twenty "
            "reached are in the tables only, which also describe each third of the game.",
            tuple(_turns(t, names) for t in turns),
            is_of_one=True,
        ),
        _in_tables(*(t.findings for t in turns)),
    )


def _gained(turns: TurnGains) -> list[str]:
    return [name for name in ("fame", "money") if name in turns.gains]


def _turns(turns: TurnGains, names: Names) -> Panel:
    k = turns.players
    dice = sorted(turns.dice, key=lambda die: die == _NO_DIE)
    columns = (
        Column("round", "round", Unit.COUNT),
        Column("games", "games", Unit.COUNT),
        Column("is_drawn", "drawn", Unit.KEY),
        *(Column(name, f"{names.title(name)}, mean", Unit.MEAN) for name in turns.gains_by_round),
        *(Column(f"bonuses_{n}", f"{_bonuses(n)} bonuses", Unit.SHARE) for n in turns.bonuses_by_round),
        *(Column(f"die_{die}", capitalised(_die(die)), Unit.SHARE) for die in turns.dice_by_round),
    )
    rows: tuple[Row, ...] = tuple(
        {
            "round": number,
            "games": n,
            "is_drawn": is_often_reached(n, turns.n_games),
            **{name: cells[number] for name, cells in turns.gains_by_round.items()},
            **{f"bonuses_{b}": cells[number] for b, cells in turns.bonuses_by_round.items()},
            **{f"die_{die}": cells[number] for die, cells in turns.dice_by_round.items()},
        }
        for number, n in turns.reached.items()
    )
    by_round = Table(f"{k}p.turns_by_round", "turns by round", columns, rows, players=k, n_open=0)
    marks = {
        "Gained in a turn": tuple(Mark(name, name, name) for name in _gained(turns)),
        "Bonuses used in a turn": tuple(Mark(f"bonuses_{n}", _bonuses(n)) for n in turns.bonuses),
        "Die taken": tuple(Mark(f"die_{die}", _die(die), die) for die in dice if turns.dice[die].value > 0),
    }
    figures = tuple(
        Curves(
            by_round.key,
            "round",
            drawn,
            "round",
            "",
            f"{title} by round with {k} players, {counted(turns.n_turns, 'turn')}",
            style=Style.LINE if title.startswith("Gained") else Style.STACK,
            title=title,
            drawn="is_drawn",
        )
        for title, drawn in marks.items()
        if drawn
    )
    caption = f"{basis(turns)}, {counted(turns.n_turns, 'turn')}"
    return Panel(f"{k} players", (_thirds(turns, names), by_round), figures, caption, keys_of(turns.findings), k)


def _bonuses(n: int) -> str:
    return f"{n} or more" if n == MOST_BONUSES else str(n)


def _die(die: str) -> str:
    return "no die" if die == _NO_DIE else die


def _thirds(turns: TurnGains, names: Names) -> Table:
    thirds = {f"third_{number}": title for number, title in enumerate(THIRDS, 1)}
    columns = (
        Column("title", "in a turn"),
        Column("unit", "unit", Unit.KEY),
        Column("all", "all turns", Unit.BY_ROW),
        *(Column(key, title, Unit.BY_ROW) for key, title in thirds.items()),
    )
    rows: list[Row] = []
    for name, mean in turns.gains.items():
        title = f"{names.title(name)}{' gained' if name in _gained(turns) else ''}, mean"
        by_third = {f"third_{t}": cell for t, cell in turns.gains_by_third[name].items()}
        rows.append({"title": title, "unit": Unit.MEAN, "all": mean, **by_third})
    for n, share in turns.bonuses.items():
        by_third = {f"third_{t}": cell for t, cell in turns.bonuses_by_third[n].items()}
        rows.append({"title": f"{_bonuses(n)} bonuses", "unit": Unit.SHARE, "all": share, **by_third})
    rows += [{"title": _die(die), "unit": Unit.SHARE, "all": share} for die, share in turns.dice.items()]
    if turns.no_action is not None:
        rows.append({"title": "no action", "unit": Unit.SHARE, "all": turns.no_action})
    return Table(f"{turns.players}p.turns", "turns by third of the game", columns, tuple(rows), "", turns.players, 0)


def income_topic(results: Sequence[PlayerCount], names: Names) -> Topic | None:
    """Show what each cause gives; ``None`` if the run recorded no causes."""
    incomes = [count.income for count in results if count.income is not None and count.income.gains]
    if not incomes:
        return None
    resources = list(dict.fromkeys(resource for income in incomes for resource in income.gains))
    rerolls = any(gain.cause == "reroll" for income in incomes for gain in income.gains.get("dice", ()))
    return Topic(
        Section(
            "income",
            f"Where {listed(resources)} {'comes' if len(resources) == 1 else 'come'} from",
            "Part of all that is gained in a game, by cause, the largest first, of all seats and of winners; bars are intervals, "
            "each by itself. The tables hold the amounts and by how much winners gain more. This does not show whether they win "
            "because of it." + (" Dice by reroll are dice rolled again." if rerolls else ""),
            tuple(_income(income, names) for income in incomes),
            is_of_one=True,
        ),
        _in_tables(*(income.findings for income in incomes)),
    )


def _income(income: Income, names: Names) -> Panel:
    k = income.players
    columns = (
        Column("resource", "of"),
        Column("cause", "from"),
        Column("mean", "all seats", Unit.MEAN),
        Column("mean_of_winners", "winners", Unit.MEAN),
        Column("difference", "winners minus all seats", Unit.CHANGE),
        Column("share", "part, all seats", Unit.SHARE),
        Column("share_of_winners", "part, winners", Unit.SHARE),
    )
    rows: list[Row] = [
        {
            "resource": resource,
            "cause": names.human(gain.cause),
            "mean": gain.mean,
            "mean_of_winners": gain.mean_of_winners,
            "difference": gain.difference,
            "share": gain.share,
            "share_of_winners": gain.share_of_winners,
        }
        for resource, gains in income.gains.items()
        for gain in gains
    ]
    if income.money_paid is not None:
        rows.append({"resource": "money paid", "cause": "all causes", "mean": income.money_paid})
    note = (
        "Means per seat and game; a shared win counts as a part of one. Intervals of the differences hold together, the others "
        "each by itself."
    )
    table = Table(f"{k}p.income", "gains by cause", columns, tuple(rows), note, k, 0)
    figures = tuple(
        Intervals(
            table.key,
            "cause",
            (Mark("share", "all seats", resource), Mark("share_of_winners", "winners", "none")),
            "part of all gained",
            f"{capitalised(resource)} by cause with {k} players: most from {names.in_sentence(gains[0].cause)}, "
            f"{share_text(gains[0].share)}",
            reference=None,
            shows_values=True,
            where=(("resource", resource),),
            title=capitalised(resource),
        )
        for resource, gains in income.gains.items()
    )
    return Panel(f"{k} players", (table,), figures, basis(income), keys_of(income.findings), k)


def worker_topic(results: Sequence[PlayerCount], names: Names) -> Topic | None:
    """Show by which round which share of the seats had each extra worker; ``None`` where there are none to get."""
    counts = [count for count in results if count.workers]
    if not counts:
        return None
    kinds = listed([names.in_sentence(worker.kind) for worker in counts[0].workers])
    texts = []
    for count in counts:
        each = listed([f"{names.in_sentence(worker.kind)} {share_text(worker.ever)}" for worker in count.workers])
        texts.append(f"with {count.players} players by {each}")
    finding = Finding(
        "extra_workers",
        f"Seats that ever get the extra worker: {'; '.join(texts)}.",
        tuple(worker.ever for count in counts for worker in count.workers),
        in_table=True,
    )
    return Topic(
        Section(
            "workers",
            "When workers arrive",
            f"Share of all seats that had the extra worker by {kinds} by the end of each round. A game that is over keeps what "
            "its players had. Bars are intervals, each by itself.",
            tuple(_workers(count, names) for count in counts),
            findings=(finding.key,),
            is_of_one=True,
        ),
        (finding,),
    )


def _workers(count: PlayerCount, names: Names) -> Panel:
    k, workers = count.players, count.workers
    rows: tuple[Row, ...] = tuple(
        {"round": number, **{worker.kind: worker.arrived[number] for worker in workers}} for number in workers[0].arrived
    )
    columns = (
        Column("round", "by the end of round", Unit.COUNT),
        *(Column(worker.kind, f"{names.human(worker.kind)} worker", Unit.SHARE) for worker in workers),
    )
    table = Table(f"{k}p.workers", "share of seats by round", columns, rows, players=k, n_open=0)
    ever_columns = (
        Column("kind", "worker"),
        Column("ever", "share of seats that ever get it", Unit.SHARE),
        Column("mean_round", "mean round, if ever", Unit.MEAN),
    )
    ever: tuple[Row, ...] = tuple({"kind": names.human(w.kind), "ever": w.ever, "mean_round": w.mean_round} for w in workers)
    ever_table = Table(f"{k}p.workers_ever", "who ever gets it", ever_columns, ever, players=k, n_open=0)
    figure = Curves(
        table.key,
        "round",
        tuple(Mark(worker.kind, names.human(worker.kind), worker.kind) for worker in workers),
        "by the end of round",
        "share of seats",
        f"Arrival of extra workers with {k} players. " + "; ".join(f"{w.kind}: {share_text(w.ever)} of seats" for w in workers),
    )
    return Panel(f"{k} players", (table, ever_table), (figure,), basis(count.pacing), players=k)


def space_topic(results: Sequence[PlayerCount], names: Names) -> Topic | None:
    """Show where workers are placed; ``None`` if the run did not record it."""
    usages = [count.usage for count in results if count.usage is not None]
    if not usages:
        return None
    finding = _most_used(usages, names)
    return Topic(
        Section(
            "spaces",
            "Where workers are placed",
            "Mean placements per game on each space, all players together; bars are intervals that hold for all spaces of a "
            "panel together. How often a space is used does not show whether it helps to win.",
            tuple(panel for usage in usages for panel in (_spaces(usage, names), _areas(usage, names))),
            findings=(finding.key,),
            is_of_one=True,
        ),
        (finding,),
    )


def _most_used(usages: Sequence[SpaceUsage], names: Names) -> Finding:
    """Say which space is used most by the estimates; once where it is the same with all numbers of players."""
    first = {u.players: max(u.spaces, key=lambda space, u=u: u.spaces[space].value) for u in usages}  # type: ignore[misc]
    uses = {u.players: u.spaces[first[u.players]] for u in usages}
    sizes = {players: mean_text(use) for players, use in uses.items()}
    if len(set(first.values())) == 1:
        sentence = (
            f"By the estimates most workers go to {names.in_sentence(*set(first.values()))}, a game: {over_players(sizes)}."
        )
    else:
        each = {players: f"{names.in_sentence(space)}, {sizes[players]} a game," for players, space in first.items()}
        sentence = f"By the estimates most workers go to {over_players(each)}."
    return Finding("most_used_space", sentence, tuple(uses.values()), in_table=True)


def _spaces(usage: SpaceUsage, names: Names) -> Panel:
    k = usage.players
    columns = (
        Column("space", "space", Unit.KEY),
        Column("title", "space"),
        Column("placements", "placements per game (interval)", Unit.MEAN),
    )
    rows: tuple[Row, ...] = tuple(
        {"space": space, "title": names.human(space), "placements": use if use.value else _NEVER}
        for space, use in usage.spaces.items()
    )
    table = Table(f"{k}p.spaces", "placements by space", columns, rows, players=k, n_open=0)
    most = sorted(usage.spaces, key=lambda space: -usage.spaces[space].value)[:3]
    alt = f"Placements per game by space with {k} players. Most used: " + "; ".join(
        f"{names.human(space)} {mean_text(usage.spaces[space])}" for space in most
    )
    figure = Intervals(
        table.key, "title", (Mark("placements"),), "placements per game", alt, reference=0.0, most=_MOST_SPACES, from_top=True
    )
    return Panel(f"{k} players", (table,), (figure,), basis(usage), players=k)


def _areas(usage: SpaceUsage, names: Names) -> Panel:
    k = usage.players
    columns = (Column("area", "area"), *(Column(f"round_{r}", f"round {r}", Unit.MEAN) for r in usage.reached))
    rows: tuple[Row, ...] = tuple(
        {"area": names.human(area), **{f"round_{r}": cell for r, cell in cells.items()}} for area, cells in usage.by_round.items()
    )
    note = f"Placements per game that reached the round. {reached_note(usage.reached)}"
    table = Table(f"{k}p.areas", "placements by area and round", columns, rows, note, k, 0)
    drawn = tuple(f"round_{r}" for r, n in usage.reached.items() if is_often_reached(n, usage.n_games))
    alt = (
        f"Placements by area and round with {k} players; the stronger the colour, the more placements. The table has the numbers."
    )
    caption = f"{basis(usage)}; placements per game that reached the round"
    return Panel(f"{k} players, by round", (table,), (Map(table.key, "area", drawn, "", alt),), caption, players=k)


def box_topic(results: Sequence[PlayerCount], names: Names) -> Topic | None:
    """Show which boxes get filled; ``None`` if the run did not record it."""
    usages = [count.boxes for count in results if count.boxes is not None]
    if not usages:
        return None
    return Topic(
        Section(
            "boxes",
            "Which boxes get filled",
            "Per cent of all seats that had filled each box of the sheet by the end of the game; the stronger the colour, the "
            "more. How often a box is filled does not show whether it helps to win.",
            tuple(_boxes(usage, names) for usage in usages),
            is_of_one=True,
        ),
        _in_tables(*(usage.findings for usage in usages)),
    )


def _boxes(usage: BoxUsage, names: Names) -> Panel:
    def label(name: str) -> str:
        return name if name.isdigit() else names.human(name)

    k = usage.players
    columns = (
        Column("box", "box", Unit.KEY),
        Column("area", "area"),
        Column("row", "row"),
        Column("column", "box"),
        Column("share", "share of seats (interval)", Unit.SHARE),
    )
    rows: tuple[Row, ...] = tuple(
        {
            "box": area.boxes[row, column],
            "area": names.human(area.name),
            "row": label(row),
            "column": label(column),
            "share": usage.filled[area.boxes[row, column]],
        }
        for area in usage.areas
        for row in area.rows
        for column in area.columns
        if (row, column) in area.boxes
    )
    table = Table(f"{k}p.boxes", "boxes filled", columns, rows, players=k, n_open=0)
    alt = f"Boxes filled with {k} players. {' '.join(finding.sentence for finding in usage.findings)} The table has the numbers."
    return Panel(f"{k} players", (table,), (SheetMap(table.key, alt),), basis(usage), keys_of(usage.findings), k)
