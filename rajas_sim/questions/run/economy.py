"""What players get and use: scores, turns, income, workers, spaces and boxes."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
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
from rajas_sim.analysis.formatting import amount_text, capitalised, counted, listed, mean_text, percentile_text, share_text
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.analysis.scoring.income import Gain, Income
from rajas_sim.analysis.scoring.routes import Routes
from rajas_sim.analysis.scoring.scores import DECIDING, PERCENTS, Band, Scores
from rajas_sim.analysis.scoring.sheet_boxes import SheetBoxUsage
from rajas_sim.analysis.scoring.spaces import SpaceUsage
from rajas_sim.core.game import find_game
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.run.course import is_often_reached, reached_note
from rajas_sim.questions.run.topic import Topic, keys_of, shown_in_tables, without_none
from rajas_sim.showing.phrases import basis_text, text_over_players
from rajas_sim.study.config.expectations import MEANS

_NEVER = "0 (never used)"
"""Text for a space that was never used; no interval follows from these games."""
NO_DIE = "none"
"""The word in the table of turns for a turn without a die."""
ABOUT_ROUTES = (
    "A win is mostly by fame if the winner\u2019s fame marker went farther than the money marker, with money counted in fame "
    "spaces. A win is ended by fame if a step of the fame marker made the markers meet. The seat that leans to fame is the seat "
    "of a table with the largest part of fame in its advance; the seat that leans to money has the smallest. If such a seat "
    "wins more or less often, that is only an association: it may lean that way because it wins."
)
ABOUT_SCORES = (
    "Which scores seats end with. The height of a line is the score. The axis below is the share of seats with this score or "
    "less. The lines show the spread of scores. Bars are intervals; each interval of a percentile holds by itself."
)
ABOUT_BANDS = " The figure below shows the share of seats that won, by {}. Bars are intervals that hold for all ranges together."
ABOUT_INCOME = (
    "Which part of all gains in a game comes from each cause, the largest first, for all seats and for winners. Bars are "
    "intervals; each holds by itself. The tables have the amounts, and how much more winners gain. This does not show whether "
    "winners win because of it."
)
ABOUT_SPACES = (
    "Mean placements on each area by all players together, in games that reached the round. The stronger the colour, the more "
    "placements. The tables have each space, with intervals that hold for all spaces together. How often a space is used does "
    "not show whether it helps to win."
)
ABOUT_BOXES = (
    "Percentage of all seats that had filled each box of the sheet by the end of the game. The stronger the colour, the larger "
    "the percentage. How often a box is filled does not show whether it helps to win."
)
NOTE_ON_SCORES = (
    "The percentile is the percentage of seats with this score or less. Each interval holds by itself. If the blocks are too "
    "few to bound an interval on one side, that side is left open."
)
NOTE_ON_INCOME = (
    "Means per seat and game. A shared win counts as a part of one. The intervals of the differences hold together. Each of the "
    "other intervals holds by itself."
)


def route_topic(all_routes: Sequence[Routes]) -> Topic:
    """Show how much of a win is fame, and which way strategies lean."""
    section = Section("routes", "Fame or money?", ABOUT_ROUTES, tuple(map(_routes_panel, all_routes)), is_of_one=True)
    return Topic(section, shown_in_tables(*([routes.finding] for routes in all_routes)))


def _routes_panel(routes: Routes) -> Panel:
    """Show and draw how wins are made and how often seats that lean to either side win; list how strategies lean."""
    k, share_column = routes.players, Column("share", "share", Unit.SHARE)
    rows: list[tuple[Cell, ...]] = [(MEANS[name], estimate) for name, estimate in routes.winners.items()]
    rows += [(f"seat leaning to {lean}: wins", estimate) for lean, estimate in routes.won.items()]
    columns = (Column("number", "number"), share_column)
    table = table_of_cells(f"{k}p.routes", "routes to a win", rows, columns, players=k, n_rows_in_short=0)
    title = "part of the advance that is fame, by strategy"
    leaning_columns = (Column("strategy", "strategy"), share_column)
    leaning = table_of_cells(f"{k}p.leaning", title, routes.leaning.items(), leaning_columns, players=k, n_rows_in_short=0)
    alt = f"Routes to a win with {k} players. {routes.finding.sentence}"
    figure = Intervals(table.key, "number", (Mark("share", colour="fame"),), "share", alt, reference=None, shows_values=True)
    return Panel(f"{k} players", (table, leaning), (figure,), basis_text(routes), (routes.finding.key,), k)


def score_topic(scores: Sequence[Scores]) -> Topic:
    """Show percentiles of final fame, money and overlap."""
    how_to_read = f"{ABOUT_SCORES}{ABOUT_BANDS.format(scores[0].deciding) if scores[0].bands else ''}"
    section = Section("scores", "What is a good score?", how_to_read, tuple(map(_scores_panel, scores)), is_of_one=True)
    return Topic(section, shown_in_tables(*(s.findings for s in scores)))


def _scores_panel(scores: Scores) -> Panel:
    """Show and draw percentiles of each score, of all seats and of winners, and how often seats won by their score."""
    k, key, median_index = scores.players, f"{scores.players}p.scores", PERCENTS.index(50)
    columns, figures = [Column("percent", "percentile", Unit.SHARE)], list[Figure]()
    cells_of_columns: list[Sequence[Cell]] = [[per_cent / 100 for per_cent in PERCENTS]]
    for name, seat_percentiles in scores.of_seats.items():
        winner_percentiles, axis = scores.of_winners[name], "share of seats with this score or less"
        score_title = scores.titles[name]
        columns.append(Column(f"{name}_seats", f"{score_title}: all seats", Unit.PERCENTILE))
        columns.append(Column(f"{name}_winners", f"{score_title}: winners", Unit.PERCENTILE))
        cells_of_columns += [seat_percentiles, winner_percentiles]
        seat_median, winner_median = (percentile_text(p[median_index]) for p in (seat_percentiles, winner_percentiles))
        medians = f"median {seat_median}, of winners {winner_median}"
        marks = (Mark(f"{name}_seats", "all seats", "none"), Mark(f"{name}_winners", "winners", name))
        alt = f"Percentiles of {score_title} with {k} players: {medians}"
        figures.append(Curves(key, "percent", marks, axis, score_title, alt, title=capitalised(score_title)))
    if scores.won_from:
        columns.append(Column("won_from", f"won with at least the {scores.deciding} of all seats", Unit.SHARE))
        cells_of_columns.append(scores.won_from)
    rows = zip(*cells_of_columns, strict=True)
    tables = [table_of_cells(key, "percentiles of scores", rows, columns, note=NOTE_ON_SCORES, players=k, n_rows_in_short=0)]
    if scores.bands:
        bands, won_column = scores.bands, Column("won", "share of these seats that won", Unit.SHARE)
        by_band: tuple[FilledColumn, ...] = ((Column("range", scores.deciding), _band_text), won_column)
        tables.append(table_of(f"{k}p.bands", f"wins by {scores.deciding}", bands, by_band, players=k, n_rows_in_short=0))
        title = f"Share of seats that won, by {scores.deciding}"
        alt = f"{title}, with {k} players"
        marks_of_bands = (Mark("won", colour=DECIDING),)
        figures.append(
            Intervals(f"{k}p.bands", "range", marks_of_bands, "won", alt, reference=None, shows_values=True, title=title)
        )
    return Panel(f"{k} players", tuple(tables), tuple(figures), basis_text(scores), keys_of(scores.findings), k)


def _band_text(band: Band) -> str:
    """Write a range of scores, which may be open below or above."""
    if not math.isfinite(band.low):
        return f"below {amount_text(band.high)}"
    if math.isfinite(band.high):
        return f"{amount_text(band.low)} to below {amount_text(band.high)}"
    return f"{amount_text(band.low)} or more"


def turn_topic(results: Sequence[TurnGains], names: Names) -> Topic:
    """Show what turns bring."""
    first_result = results[0]
    metric_texts = ["fame and money a turn brings"] if _gained_resources(first_result) else []
    metric_texts += ["the share of turns by the number of bonuses they use"] if first_result.bonuses else []
    metric_texts += ["the share of turns by the colour of the die taken"] if first_result.dice else []
    how_to_read = (
        f"By round: {'; '.join(metric_texts)}. Late rounds describe long games only. Rounds that fewer than one game in twenty "
        "reached are in the tables only. The tables also describe each third of the game."
    )
    panels = tuple(_turns_panel(turn_gains, names) for turn_gains in results)
    section = Section("turns", "What a turn brings", how_to_read, panels, is_of_one=True)
    return Topic(section, shown_in_tables(*(turn_gains.findings for turn_gains in results)))


def _gained_resources(turn_gains: TurnGains) -> list[str]:
    return [name for name in ("fame", "money") if name in turn_gains.gains]


def _turns_panel(turn_gains: TurnGains, names: Names) -> Panel:
    """Show what turns bring by round and by third of the game, and draw it by round."""
    k, games_by_round = turn_gains.players, turn_gains.reached
    dice = sorted(turn_gains.dice, key=lambda die: die == NO_DIE)
    gains, bonuses = turn_gains.gains_by_round.items(), turn_gains.bonuses_by_round.items()
    colours = turn_gains.dice_by_round.items()
    columns: tuple[FilledColumn, ...] = (
        (Column("round", "round", Unit.COUNT), lambda number: number),
        (Column("games", "games", Unit.COUNT), games_by_round.get),
        (Column("is_drawn", "drawn", Unit.KEY), lambda number: is_often_reached(games_by_round[number], turn_gains.n_games)),
        *((Column(name, f"{names.title(name)}, mean", Unit.MEAN), means.get) for name, means in gains),
        *((Column(f"bonuses_{n}", f"{_bonuses_text(n)} bonuses", Unit.SHARE), shares.get) for n, shares in bonuses),
        *((Column(f"die_{die}", capitalised(_die_text(die)), Unit.SHARE), shares.get) for die, shares in colours),
    )
    by_round = table_of(f"{k}p.turns_by_round", "turns by round", games_by_round, columns, players=k, n_rows_in_short=0)
    marks_by_title = {
        "Gained in a turn": tuple(Mark(name, name, name) for name in _gained_resources(turn_gains)),
        "Bonuses used in a turn": tuple(Mark(f"bonuses_{n}", _bonuses_text(n)) for n in turn_gains.bonuses),
        "Die taken": tuple(Mark(f"die_{die}", _die_text(die), die) for die in dice if turn_gains.dice[die].value > 0),
    }
    figures, n_turns = list[Figure](), counted(turn_gains.n_turns, "turn")
    for title, marks in marks_by_title.items():
        style = Style.LINE if title.startswith("Gained") else Style.STACK
        alt = f"{title} by round with {k} players, {n_turns}"
        if marks:
            figures.append(
                Curves(by_round.key, "round", marks, "round", "", alt, style=style, title=title, drawn_column="is_drawn")
            )
    caption, tables = f"{basis_text(turn_gains)}, {n_turns}", (_thirds_table(turn_gains, names), by_round)
    return Panel(f"{k} players", tables, tuple(figures), caption, keys_of(turn_gains.findings), k)


def _bonuses_text(n: int) -> str:
    return f"{n} or more" if n == MOST_BONUSES else str(n)


def _die_text(die: str) -> str:
    return "no die" if die == NO_DIE else die


def _thirds_table(turn_gains: TurnGains, names: Names) -> Table:
    """Make a table of what turns bring, in all and by third of the game; dice and missing actions have no thirds."""
    thirds = {f"third_{number}": title for number, title in enumerate(THIRDS, 1)}
    columns = (
        Column("title", "in a turn"),
        Column("unit", "unit", Unit.KEY),
        Column("all", "all turns", Unit.BY_ROW),
        *(Column(key, title, Unit.BY_ROW) for key, title in thirds.items()),
    )
    rows: list[Row] = []
    for name, mean in turn_gains.gains.items():
        title = f"{names.title(name)}{' gained' if name in _gained_resources(turn_gains) else ''}, mean"
        by_third = {f"third_{t}": cell for t, cell in turn_gains.gains_by_third[name].items()}
        rows.append({"title": title, "unit": Unit.MEAN, "all": mean, **by_third})
    for n, share in turn_gains.bonuses.items():
        by_third = {f"third_{t}": cell for t, cell in turn_gains.bonuses_by_third[n].items()}
        rows.append({"title": f"{_bonuses_text(n)} bonuses", "unit": Unit.SHARE, "all": share, **by_third})
    rows += [{"title": _die_text(die), "unit": Unit.SHARE, "all": share} for die, share in turn_gains.dice.items()]
    if turn_gains.no_action is not None:
        rows.append({"title": "no action", "unit": Unit.SHARE, "all": turn_gains.no_action})
    key, title = f"{turn_gains.players}p.turns", "turns by third of the game"
    return Table(key, title, columns, tuple(rows), players=turn_gains.players, n_rows_in_short=0)


def income_topic(incomes: Sequence[Income], names: Names) -> Topic:
    """Show what each cause gives."""
    resources = list(dict.fromkeys(resource for income in incomes for resource in income.gains))
    has_rerolls = any(gain.cause == "reroll" for income in incomes for gain in income.gains.get("dice", ()))
    title = f"Where {listed(resources)} {'comes' if len(resources) == 1 else 'come'} from"
    how_to_read = ABOUT_INCOME + (" Dice by reroll are dice rolled again." if has_rerolls else "")
    # Causes are in the same order in all panels, the largest over all numbers of players first.
    weights: defaultdict[tuple[str, str], float] = defaultdict(float)
    for income in incomes:
        for resource, gains in income.gains.items():
            for gain in gains:
                weights[resource, gain.cause] += gain.share.value
    panels = tuple(_income_panel(income, weights, names) for income in incomes)
    section = Section("income", title, how_to_read, panels, is_of_one=True)
    return Topic(section, shown_in_tables(*(income.findings for income in incomes)))


def _income_panel(income: Income, weights: Mapping[tuple[str, str], float], names: Names) -> Panel:
    """Show and draw what each cause gives; in each resource the cause with the largest of `weights` comes first."""
    k = income.players
    columns: tuple[FilledColumn, ...] = (
        Column("resource", "resource"),
        (Column("cause", "from"), lambda gain: names.human(gain.cause)),
        Column("mean", "all seats", Unit.MEAN),
        Column("mean_of_winners", "winners", Unit.MEAN),
        Column("difference", "winners minus all seats", Unit.CHANGE),
        Column("share", "part, all seats", Unit.SHARE),
        Column("share_of_winners", "part, winners", Unit.SHARE),
    )
    gains = [
        gain
        for resource, resource_gains in income.gains.items()
        for gain in sorted(resource_gains, key=lambda gain: -weights[resource, gain.cause])
    ]
    table = table_of(f"{k}p.income", "gains by cause", gains, columns, note=NOTE_ON_INCOME, players=k, n_rows_in_short=0)
    if income.money_paid is not None:
        paid_row: Row = {"resource": "money paid", "cause": "all causes", "mean": income.money_paid}
        table = replace(table, rows=(*table.rows, paid_row))
    figures = tuple(_causes_figure(table.key, k, resource, gains[0], names) for resource, gains in income.gains.items())
    return Panel(f"{k} players", (table,), figures, basis_text(income), keys_of(income.findings), k)


def _causes_figure(table_key: str, players: int, resource: str, largest: Gain, names: Names) -> Intervals:
    """Draw which part of a resource comes from each cause; `largest` is the gain from the cause that gives most."""
    title, axis = capitalised(resource), "part of all gained"
    largest_text = f"most from {names.in_sentence(largest.cause)}, {share_text(largest.share)}"
    alt = f"{title} by cause with {players} players: {largest_text}"
    marks = (Mark("share", "all seats", resource), Mark("share_of_winners", "winners", "none"))
    row_filter = (("resource", resource),)
    return Intervals(table_key, "cause", marks, axis, alt, reference=None, shows_values=True, only_rows=row_filter, title=title)


def worker_topic(results: Sequence[PlayerCountResults], names: Names) -> Topic:
    """Show which share of the seats had each extra worker by each round."""
    kinds_text = listed([names.in_sentence(worker.kind) for worker in results[0].workers])
    texts = []
    for result in results:
        shares_text = listed([f"{names.in_sentence(worker.kind)} {share_text(worker.ever)}" for worker in result.workers])
        texts.append(f"with {result.players} players by {shares_text}")
    sentence = f"Seats that ever get the extra worker: {'; '.join(texts)}."
    shares = tuple(worker.ever for result in results for worker in result.workers)
    finding = Finding("extra_workers", sentence, shares, in_table=True)
    how_to_read = (
        f"Share of all seats that had the extra worker by {kinds_text} at the end of each round. After a game is over, it "
        "counts with the workers that its players had. Bars are intervals; each holds by itself."
    )
    panels = tuple(_workers_panel(result, names) for result in results)
    return Topic(
        Section("workers", "When workers arrive", how_to_read, panels, findings=(finding.key,), is_of_one=True), (finding,)
    )


def _workers_panel(result: PlayerCountResults, names: Names) -> Panel:
    """Show and draw which share of the seats had each extra worker by each round, and which share ever gets it."""
    k, workers = result.players, result.workers
    by_round: tuple[FilledColumn, ...] = (
        (Column("round", "by the end of round", Unit.COUNT), lambda number: number),
        *((Column(w.kind, f"{names.human(w.kind)} worker", Unit.SHARE), w.arrived.get) for w in workers),
    )
    ever: tuple[FilledColumn, ...] = (
        (Column("kind", "worker"), lambda worker: names.human(worker.kind)),
        Column("ever", "share of seats that ever get it", Unit.SHARE),
        Column("mean_round", "mean round, if ever", Unit.MEAN),
    )
    tables = (
        table_of(f"{k}p.workers", "share of seats by round", workers[0].arrived, by_round, players=k, n_rows_in_short=0),
        table_of(f"{k}p.workers_ever", "who ever gets it", workers, ever, players=k, n_rows_in_short=0),
    )
    marks = tuple(Mark(worker.kind, names.human(worker.kind), worker.kind) for worker in workers)
    shares_text = "; ".join(f"{worker.kind}: {share_text(worker.ever)} of seats" for worker in workers)
    alt = f"Arrival of extra workers with {k} players. {shares_text}"
    figure = Curves(tables[0].key, "round", marks, "by the end of round", "share of seats", alt)
    return Panel(f"{k} players", tables, (figure,), basis_text(result.pacing), players=k)


def space_topic(usages: Sequence[SpaceUsage], run: Run) -> Topic:
    """Show where workers are placed."""
    finding = _most_used_finding(usages, run.names)
    panels = tuple(_spaces_panel(usage, run) for usage in usages)
    title, findings = "Where workers are placed", (finding.key,)
    return Topic(Section("spaces", title, ABOUT_SPACES, panels, findings=findings, is_of_one=True), (finding,))


def _most_used_finding(usages: Sequence[SpaceUsage], names: Names) -> Finding:
    """Say which space is used most by the estimates; name it once if it is the same with all numbers of players."""
    top_spaces = {usage.players: max(usage.spaces, key=lambda space: usage.spaces[space].value) for usage in usages}
    uses = {usage.players: usage.spaces[top_spaces[usage.players]] for usage in usages}
    sizes = {players: f"{mean_text(use)} a game" for players, use in uses.items()}
    different_spaces = set(top_spaces.values())
    if len(different_spaces) == 1:
        space = names.in_sentence(*different_spaces)
        sentence = f"By the estimates, most workers go to {space}: {text_over_players(sizes)}."
    else:
        texts = {players: f"{names.in_sentence(space)}, {sizes[players]}," for players, space in top_spaces.items()}
        sentence = f"By the estimates, most workers go to {text_over_players(texts)}."
    return Finding("most_used_space", sentence, tuple(uses.values()), in_table=True)


def _spaces_panel(usage: SpaceUsage, run: Run) -> Panel:
    """Draw areas by round; a table has how often each space is used."""
    k, uses, names, game = usage.players, usage.spaces, run.names, find_game(run.manifest.game)
    rules = game.rules(k)
    pictures = {names.human(area): game.picture(rules, f"space.{area}") for area in usage.by_round}
    space_columns: tuple[FilledColumn, ...] = (
        (Column("space", "space", Unit.KEY), lambda space: space),
        (Column("title", "space"), names.human),
        (
            Column("placements", "placements per game (interval)", Unit.MEAN),
            lambda space: uses[space] if uses[space].value else _NEVER,
        ),
    )
    spaces = table_of(f"{k}p.spaces", "placements by space", uses, space_columns, players=k, n_rows_in_short=0)
    columns = (Column("area", "area"), *(Column(f"round_{r}", f"round {r}", Unit.MEAN) for r in usage.reached))
    cells: list[tuple[Cell, ...]] = [(names.human(area), *means.values()) for area, means in usage.by_round.items()]
    note = f"Placements per game that reached the round. {reached_note(usage.reached)}"
    areas = table_of_cells(f"{k}p.areas", "placements by area and round", cells, columns, note=note, players=k, n_rows_in_short=0)
    drawn_columns = tuple(f"round_{r}" for r, n in usage.reached.items() if is_often_reached(n, usage.n_games))
    alt = f"Placements by area and round with {k} players; the stronger the colour, the more. The table has the numbers."
    caption = f"{basis_text(usage)}; placements per game that reached the round"
    areas_map = Map(areas.key, "area", drawn_columns, "round", alt, pictures=pictures)
    return Panel(f"{k} players", (spaces, areas), (areas_map,), caption, players=k)


def box_topic(usages: Sequence[SheetBoxUsage], names: Names) -> Topic:
    """Show which boxes get filled."""
    panels = tuple(_boxes_panel(usage, names) for usage in usages)
    section = Section("boxes", "Which boxes get filled", ABOUT_BOXES, panels, is_of_one=True)
    return Topic(section, shown_in_tables(*(usage.findings for usage in usages)))


def _boxes_panel(usage: SheetBoxUsage, names: Names) -> Panel:
    """Show and draw the share of seats that filled each printed box of the sheet."""

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
    printed_boxes = [
        (area, row_and_column)
        for area in usage.areas
        for row_and_column in product(area.rows, area.columns)
        if row_and_column in area.boxes
    ]
    cells = [
        (area.boxes[row, column], names.human(area.name), label(row), label(column), usage.filled[area.boxes[row, column]])
        for area, (row, column) in printed_boxes
    ]
    table = table_of_cells(f"{k}p.boxes", "boxes filled", cells, columns, players=k, n_rows_in_short=0)
    alt = f"Boxes filled with {k} players. {' '.join(finding.sentence for finding in usage.findings)} The table has the numbers."
    return Panel(f"{k} players", (table,), (SheetMap(table.key, alt),), basis_text(usage), keys_of(usage.findings), k)


def topics_of_uses(run: Run, results: Sequence[PlayerCountResults]) -> Iterator[Topic]:
    """Yield topics about income and about what players use, as far as the run recorded it."""
    names = run.names
    if incomes := [income for income in without_none(result.income for result in results) if income.gains]:
        yield income_topic(incomes, names)
    if turns := without_none(result.turns for result in results):
        yield turn_topic(turns, names)
    if with_workers := [result for result in results if result.workers]:
        yield worker_topic(with_workers, names)
    if usages := without_none(result.space_usage for result in results):
        yield space_topic(usages, run)
    if boxes := without_none(result.sheet_boxes for result in results):
        yield box_topic(boxes, names)
