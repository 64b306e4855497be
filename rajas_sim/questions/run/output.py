"""What players get and use: scores, turns, income, workers, spaces and boxes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from rajas_sim.analysis.answer import (
    Cell,
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
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.analysis.scoring.boxes import BoxUsage
from rajas_sim.analysis.scoring.income import Gain, Income
from rajas_sim.analysis.scoring.scores import DECIDING, PERCENTS, Band, Scores
from rajas_sim.analysis.scoring.spaces import SpaceUsage
from rajas_sim.questions.answer_tables import Filled, table_of, table_of_cells
from rajas_sim.questions.run.course import is_often_reached, reached_note
from rajas_sim.questions.run.topic import Topic, in_tables, keys_of
from rajas_sim.showing.phrases import basis, over_players

_NEVER = "0 (never used)"
"""Placements on a space on which nobody was placed; from these games alone no interval follows."""
_NO_DIE = "none"
_MOST_SPACES = 60
ABOUT_SCORES = (
    "Where seats end: the height of a line is the score, and so many per cent of seats have this score or less. The lines show "
    "the spread of scores; bars are intervals of each percentile by itself."
)
ABOUT_BANDS = (
    f" Below them stands the share of the seats that won, by their {DECIDING}; bars are intervals that hold for all ranges "
    "together."
)
ABOUT_INCOME = (
    "Part of all that is gained in a game, by cause, the largest first, of all seats and of winners; bars are intervals, each by "
    "itself. The tables hold the amounts and by how much winners gain more. This does not show whether they win because of it."
)
ABOUT_SPACES = (
    "Mean placements per game on each space, all players together; bars are intervals that hold for all spaces of a panel "
    "together. How often a space is used does not show whether it helps to win."
)
ABOUT_BOXES = (
    "Per cent of all seats that had filled each box of the sheet by the end of the game; the stronger the colour, the more. How "
    "often a box is filled does not show whether it helps to win."
)
NOTE_ON_SCORES = (
    "So many per cent of seats have this score or less. Each interval holds by itself. An end that the blocks are too few to "
    "bound is left open."
)
NOTE_ON_INCOME = (
    "Means per seat and game; a shared win counts as a part of one. Intervals of the differences hold together, the others each "
    "by itself."
)


def score_topic(scores: Sequence[Scores]) -> Topic:
    """Show percentiles of the standings."""
    about = f"{ABOUT_SCORES}{ABOUT_BANDS if scores[0].bands else ''}"
    section = Section("scores", "What is a good score?", about, tuple(map(_scores, scores)), is_of_one=True)
    return Topic(section, in_tables(*(s.findings for s in scores)))


def _scores(scores: Scores) -> Panel:
    k, key, median = scores.players, f"{scores.players}p.scores", PERCENTS.index(50)
    columns, figures = [Column("percent", "percentile", Unit.SHARE)], list[Figure]()
    cells: list[Sequence[Cell]] = [[per_cent / 100 for per_cent in PERCENTS]]
    for name, of_seats in scores.of_seats.items():
        of_winners, axis = scores.of_winners[name], "share of seats with this score or less"
        columns.append(Column(f"{name}_seats", f"{name}: all seats", Unit.PERCENTILE))
        columns.append(Column(f"{name}_winners", f"{name}: winners", Unit.PERCENTILE))
        cells += [of_seats, of_winners]
        medians = f"median {percentile_text(of_seats[median])}, of winners {percentile_text(of_winners[median])}"
        marks = (Mark(f"{name}_seats", "all seats", "none"), Mark(f"{name}_winners", "winners", name))
        alt = f"Percentiles of {name} with {k} players: {medians}"
        figures.append(Curves(key, "percent", marks, axis, name, alt, title=capitalised(name)))
    if scores.won_from:
        columns.append(Column("won_from", f"won with at least the {DECIDING} of all seats", Unit.SHARE))
        cells.append(scores.won_from)
    rows = zip(*cells, strict=True)
    tables = [table_of_cells(key, "percentiles of scores", rows, columns, note=NOTE_ON_SCORES, players=k, n_open=0)]
    if scores.bands:
        bands, won = scores.bands, Column("won", "share of these seats that won", Unit.SHARE)
        by_band: tuple[Filled, ...] = ((Column("range", DECIDING), _range), won)
        tables.append(table_of(f"{k}p.bands", f"how often an {DECIDING} won", bands, by_band, players=k, n_open=0))
        alt, title = f"Share of seats that won by {DECIDING} with {k} players", f"Share of seats that won, by {DECIDING}"
        mark = (Mark("won", colour=DECIDING),)
        figures.append(Intervals(f"{k}p.bands", "range", mark, "won", alt, reference=None, shows_values=True, title=title))
    return Panel(f"{k} players", tuple(tables), tuple(figures), basis(scores), keys_of(scores.findings), k)


def _range(band: Band) -> str:
    if not math.isfinite(band.low):
        return f"below {standing(band.high)}"
    return f"{standing(band.low)} to below {standing(band.high)}" if math.isfinite(band.high) else f"{standing(band.low)} or more"


def turn_topic(turns: Sequence[TurnGains], names: Names) -> Topic:
    """Show what turns bring."""
    first = turns[0]
    parts = ["fame and money a turn brings"] if _gained(first) else []
    parts += ["the share of turns by the number of bonuses they use"] if first.bonuses else []
    parts += ["the share of turns by the colour of the die taken"] if first.dice else []
    about = (
        f"By round: {'; '.join(parts)}. Late rounds describe long games only. Rounds that fewer than one game in twenty "
        "reached are in the tables only, which also describe each third of the game."
    )
    section = Section("turns", "What a turn brings", about, tuple(_turns(t, names) for t in turns), is_of_one=True)
    return Topic(section, in_tables(*(t.findings for t in turns)))


def _gained(turns: TurnGains) -> list[str]:
    return [name for name in ("fame", "money") if name in turns.gains]


def _turns(turns: TurnGains, names: Names) -> Panel:
    k, reached = turns.players, turns.reached
    dice = sorted(turns.dice, key=lambda die: die == _NO_DIE)
    gains, bonuses, colours = turns.gains_by_round.items(), turns.bonuses_by_round.items(), turns.dice_by_round.items()
    columns: tuple[Filled, ...] = (
        (Column("round", "round", Unit.COUNT), lambda number: number),
        (Column("games", "games", Unit.COUNT), reached.get),
        (Column("is_drawn", "drawn", Unit.KEY), lambda number: is_often_reached(reached[number], turns.n_games)),
        *((Column(name, f"{names.title(name)}, mean", Unit.MEAN), means.get) for name, means in gains),
        *((Column(f"bonuses_{n}", f"{_bonuses(n)} bonuses", Unit.SHARE), shares.get) for n, shares in bonuses),
        *((Column(f"die_{die}", capitalised(_die(die)), Unit.SHARE), shares.get) for die, shares in colours),
    )
    by_round = table_of(f"{k}p.turns_by_round", "turns by round", reached, columns, players=k, n_open=0)
    marks = {
        "Gained in a turn": tuple(Mark(name, name, name) for name in _gained(turns)),
        "Bonuses used in a turn": tuple(Mark(f"bonuses_{n}", _bonuses(n)) for n in turns.bonuses),
        "Die taken": tuple(Mark(f"die_{die}", _die(die), die) for die in dice if turns.dice[die].value > 0),
    }
    figures, n_turns = list[Figure](), counted(turns.n_turns, "turn")
    for title, drawn in marks.items():
        style = Style.LINE if title.startswith("Gained") else Style.STACK
        alt = f"{title} by round with {k} players, {n_turns}"
        if drawn:
            figures.append(Curves(by_round.key, "round", drawn, "round", "", alt, style=style, title=title, drawn="is_drawn"))
    caption, tables = f"{basis(turns)}, {n_turns}", (_thirds(turns, names), by_round)
    return Panel(f"{k} players", tables, tuple(figures), caption, keys_of(turns.findings), k)


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


def income_topic(incomes: Sequence[Income], names: Names) -> Topic:
    """Show what each cause gives."""
    resources = list(dict.fromkeys(resource for income in incomes for resource in income.gains))
    rerolls = any(gain.cause == "reroll" for income in incomes for gain in income.gains.get("dice", ()))
    title = f"Where {listed(resources)} {'comes' if len(resources) == 1 else 'come'} from"
    about = ABOUT_INCOME + (" Dice by reroll are dice rolled again." if rerolls else "")
    section = Section("income", title, about, tuple(_income(income, names) for income in incomes), is_of_one=True)
    return Topic(section, in_tables(*(income.findings for income in incomes)))


def _income(income: Income, names: Names) -> Panel:
    k = income.players
    columns: tuple[Filled, ...] = (
        Column("resource", "of"),
        (Column("cause", "from"), lambda gain: names.human(gain.cause)),
        Column("mean", "all seats", Unit.MEAN),
        Column("mean_of_winners", "winners", Unit.MEAN),
        Column("difference", "winners minus all seats", Unit.CHANGE),
        Column("share", "part, all seats", Unit.SHARE),
        Column("share_of_winners", "part, winners", Unit.SHARE),
    )
    gains = [gain for of_resource in income.gains.values() for gain in of_resource]
    table = table_of(f"{k}p.income", "gains by cause", gains, columns, note=NOTE_ON_INCOME, players=k, n_open=0)
    if income.money_paid is not None:
        paid: Row = {"resource": "money paid", "cause": "all causes", "mean": income.money_paid}
        table = replace(table, rows=(*table.rows, paid))
    figures = tuple(_causes(table.key, k, resource, gains[0], names) for resource, gains in income.gains.items())
    return Panel(f"{k} players", (table,), figures, basis(income), keys_of(income.findings), k)


def _causes(key: str, players: int, resource: str, largest: Gain, names: Names) -> Intervals:
    title, axis = capitalised(resource), "part of all gained"
    most = f"most from {names.in_sentence(largest.cause)}, {share_text(largest.share)}"
    alt = f"{title} by cause with {players} players: {most}"
    marks = (Mark("share", "all seats", resource), Mark("share_of_winners", "winners", "none"))
    where = (("resource", resource),)
    return Intervals(key, "cause", marks, axis, alt, reference=None, shows_values=True, only_rows=where, title=title)


def worker_topic(results: Sequence[PlayerCountResults], names: Names) -> Topic:
    """Show by which round which share of the seats had each extra worker."""
    kinds = listed([names.in_sentence(worker.kind) for worker in results[0].workers])
    texts = []
    for result in results:
        each = listed([f"{names.in_sentence(worker.kind)} {share_text(worker.ever)}" for worker in result.workers])
        texts.append(f"with {result.players} players by {each}")
    sentence = f"Seats that ever get the extra worker: {'; '.join(texts)}."
    shares = tuple(worker.ever for result in results for worker in result.workers)
    finding = Finding("extra_workers", sentence, shares, in_table=True)
    about = (
        f"Share of all seats that had the extra worker by {kinds} by the end of each round. A game that is over keeps what "
        "its players had. Bars are intervals, each by itself."
    )
    panels = tuple(_workers(result, names) for result in results)
    return Topic(Section("workers", "When workers arrive", about, panels, findings=(finding.key,), is_of_one=True), (finding,))


def _workers(result: PlayerCountResults, names: Names) -> Panel:
    k, workers = result.players, result.workers
    by_round: tuple[Filled, ...] = (
        (Column("round", "by the end of round", Unit.COUNT), lambda number: number),
        *((Column(w.kind, f"{names.human(w.kind)} worker", Unit.SHARE), w.arrived.get) for w in workers),
    )
    ever: tuple[Filled, ...] = (
        (Column("kind", "worker"), lambda worker: names.human(worker.kind)),
        Column("ever", "share of seats that ever get it", Unit.SHARE),
        Column("mean_round", "mean round, if ever", Unit.MEAN),
    )
    tables = (
        table_of(f"{k}p.workers", "share of seats by round", workers[0].arrived, by_round, players=k, n_open=0),
        table_of(f"{k}p.workers_ever", "who ever gets it", workers, ever, players=k, n_open=0),
    )
    marks = tuple(Mark(worker.kind, names.human(worker.kind), worker.kind) for worker in workers)
    shares = "; ".join(f"{worker.kind}: {share_text(worker.ever)} of seats" for worker in workers)
    alt = f"Arrival of extra workers with {k} players. {shares}"
    figure = Curves(tables[0].key, "round", marks, "by the end of round", "share of seats", alt)
    return Panel(f"{k} players", tables, (figure,), basis(result.pacing), players=k)


def space_topic(usages: Sequence[SpaceUsage], names: Names) -> Topic:
    """Show where workers are placed."""
    finding = _most_used(usages, names)
    panels = tuple(panel for usage in usages for panel in (_spaces(usage, names), _areas(usage, names)))
    title, findings = "Where workers are placed", (finding.key,)
    return Topic(Section("spaces", title, ABOUT_SPACES, panels, findings=findings, is_of_one=True), (finding,))


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
    k, uses, axis = usage.players, usage.spaces, "placements per game"
    columns: tuple[Filled, ...] = (
        (Column("space", "space", Unit.KEY), lambda space: space),
        (Column("title", "space"), names.human),
        (Column("placements", f"{axis} (interval)", Unit.MEAN), lambda space: uses[space] if uses[space].value else _NEVER),
    )
    table = table_of(f"{k}p.spaces", "placements by space", uses, columns, players=k, n_open=0)
    most = sorted(uses, key=lambda space: -uses[space].value)[:3]
    most_used = "; ".join(f"{names.human(space)} {mean_text(uses[space])}" for space in most)
    alt = f"Placements per game by space with {k} players. Most used: {most_used}"
    figure = Intervals(table.key, "title", (Mark("placements"),), axis, alt, max_rows=_MOST_SPACES, from_top=True)
    return Panel(f"{k} players", (table,), (figure,), basis(usage), players=k)


def _areas(usage: SpaceUsage, names: Names) -> Panel:
    k = usage.players
    columns = (Column("area", "area"), *(Column(f"round_{r}", f"round {r}", Unit.MEAN) for r in usage.reached))
    cells: list[tuple[Cell, ...]] = [(names.human(area), *means.values()) for area, means in usage.by_round.items()]
    note = f"Placements per game that reached the round. {reached_note(usage.reached)}"
    table = table_of_cells(f"{k}p.areas", "placements by area and round", cells, columns, note=note, players=k, n_open=0)
    drawn = tuple(f"round_{r}" for r, n in usage.reached.items() if is_often_reached(n, usage.n_games))
    how = "the stronger the colour, the more placements. The table has the numbers."
    alt = f"Placements by area and round with {k} players; {how}"
    caption = f"{basis(usage)}; placements per game that reached the round"
    return Panel(f"{k} players, by round", (table,), (Map(table.key, "area", drawn, "", alt),), caption, players=k)


def box_topic(usages: Sequence[BoxUsage], names: Names) -> Topic:
    """Show which boxes get filled."""
    panels = tuple(_boxes(usage, names) for usage in usages)
    section = Section("boxes", "Which boxes get filled", ABOUT_BOXES, panels, is_of_one=True)
    return Topic(section, in_tables(*(usage.findings for usage in usages)))


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
    places = [(area, place) for area in usage.areas for place in product(area.rows, area.columns) if place in area.boxes]
    cells = [
        (area.boxes[row, column], names.human(area.name), label(row), label(column), usage.filled[area.boxes[row, column]])
        for area, (row, column) in places
    ]
    table = table_of_cells(f"{k}p.boxes", "boxes filled", cells, columns, players=k, n_open=0)
    alt = f"Boxes filled with {k} players. {' '.join(finding.sentence for finding in usage.findings)} The table has the numbers."
    return Panel(f"{k} players", (table,), (SheetMap(table.key, alt),), basis(usage), keys_of(usage.findings), k)
