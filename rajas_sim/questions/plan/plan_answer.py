"""The answer about the games that a question needs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rajas_sim.analysis.answer import Answer, Card, Cell, Column, Finding, Map, Panel, Section, Table, Tone, Unit
from rajas_sim.analysis.formatting import counted, duration_text, listed, percent, tolerance_points
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause, one_sentence
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.headline import KEY, MOST_ROWS
from rajas_sim.questions.meanings import verdict_meanings
from rajas_sim.questions.plan.needs import POWER, Need, PlanOfPlayers
from rajas_sim.questions.provenance import facts, how_sure, provenance

NOT_KNOWN = "A dash: nothing varied in the pilot, or this many blocks find no difference."
CHANCE_TEXT = f"a chance of {percent(POWER, 0)}"
ABOUT_NEEDS = (
    "The first table shows the blocks, games and time until the interval of a number reaches no farther than a size to either "
    f"side. The second table shows the blocks, games and time until a difference of that size is found with {CHANCE_TEXT}: a "
    "difference between a share and an even share, or between two rule sets. The third table shows the smallest difference that "
    "the planned blocks find."
)
ABOUT_OUTLOOK = (
    "How likely each verdict on the seats is after the planned blocks. Each row supposes that the start player truly wins so "
    "many points more than an even share, and that the other players win equally less. Blocks are supposed to vary as in the "
    "pilot. Only FAIR and UNFAIR count as decided."
)
OUTLOOK, PLAYERS = "outlook", "players"
"""Suffixes of keys of findings: about verdicts on the seats, and about the shares of players."""
ABOUT_BASIS = "The games that this answer is based on, how fast they were played, and how many blocks are planned."
NUMBER_COLUMNS = (Column("players", "players", Unit.COUNT), Column("number", "number"))
AMOUNT_COLUMNS = (
    *NUMBER_COLUMNS,
    Column("size", "size", Unit.SIZE),
    Column("blocks", "blocks", Unit.COUNT),
    Column("games", "games", Unit.COUNT),
    Column("seconds", "time", Unit.SECONDS),
)


def plan_answer(run: Run, plans: Sequence[PlanOfPlayers]) -> Answer:
    """Make the answer from what each number of players needs, and from the pilot or run that shows it."""
    findings_by_players = {plan.players: tuple(_findings(plan)) for plan in plans}
    findings = tuple(finding for findings_of_players in findings_by_players.values() for finding in findings_of_players)
    outlook_keys, player_keys = (
        tuple(finding.key for finding in findings if finding.key.endswith(ending)) for ending in (OUTLOOK, PLAYERS)
    )
    folder = run.folder.resolve().name
    remark = f"{counted(plans[0].pilot_blocks, 'block')} of {folder}; more blocks narrow every number here."
    cards = tuple(_card(plan, [finding.key for finding in findings_by_players[plan.players]]) for plan in plans)
    tables_of_needs, outlook = (_to_know_table(plans), _to_see_table(plans), _smallest_table(plans)), _outlook_table(plans)
    return Answer(
        question="plan",
        title="How many games does the question need?",
        findings=findings,
        in_one_sentence=one_sentence(map(_clause, plans)),
        cards=cards,
        meanings=verdict_meanings(run.tolerance),
        headline=_headline(plans, outlook) if outlook.rows else None,
        sections=(
            Section("needs", "Games and time", ABOUT_NEEDS, (Panel("", tables_of_needs, findings=player_keys),)),
            Section("outlook", "Outlook", ABOUT_OUTLOOK, (Panel("", (outlook,), findings=outlook_keys),)),
            Section("basis", "What this rests on", ABOUT_BASIS, (Panel("", (_basis_table(plans, folder),)),)),
        ),
        how_sure=(("Basis", remark), *how_sure([run])),
        provenance=replace(provenance([run]), facts=facts(run)),
    )


def _findings(plan: PlanOfPlayers) -> Iterator[Finding]:
    """Yield what it takes to find the first need's difference, how well players are known, and each outlook."""
    k, need, size = plan.players, first_need(plan), first_size(plan)
    difference_text = need.difference_text(tolerance_points(size))
    if size in need.blocks_by_difference:
        amount = _amount_text(plan, need.blocks_by_difference[size])
        error_text = f"By the pilot it is {_games_text(need, plan.games(need.blocks_by_difference[size]))}"
        if need.is_hardly_known:
            differing = counted(need.n_differing, "block")
            error_text = f"This number is hardly known: only {differing} of the pilot differ, so take a longer one"
        yield Finding.about(k, "to_see", f"{amount} find {difference_text} with {CHANCE_TEXT}. {error_text}")
    else:
        yield Finding.about(k, "to_see", f"nothing varied in the pilot, so it is not known how many games find {difference_text}")
    if plan.player_needs:
        yield Finding.about(k, PLAYERS, _players_text(plan, size))
    blocks_text = f"{plan.blocks:,} blocks ({duration_text(plan.seconds(plan.blocks))})"
    for outlook in plan.outlooks:
        (_, chances_if_even), *_, (difference, chances) = outlook.chances.items()
        fair_text = percent(chances_if_even[Ruling.FAIR], 0)
        text = (
            f"if the seats are even, the verdict after {blocks_text} is FAIR with a chance of {fair_text}. "
            f"If the start player wins {tolerance_points(difference)} more than an even share, it is UNFAIR with a chance of "
            f"{percent(chances[Ruling.UNFAIR], 0)}"
        )
        yield Finding.about(k, ".".join(filter(None, (outlook.label, OUTLOOK))), text, qualifier=outlook.title)


def _players_text(plan: PlanOfPlayers, size: float) -> str:
    """Say how well the planned blocks tell players apart from an even share, and how many blocks it takes to know each share."""
    known = [need for need in plan.player_needs if need.smallest is not None]
    most_blocks = max(need.blocks_by_half_width[size] for need in plan.player_needs)
    to_know_text = (
        f"The interval of every player's win share reaches no farther than {tolerance_points(size)} to either side after "
        f"{_amount_text(plan, most_blocks)}"
    )
    if not known:
        return f"it is not known which differences from an even share would be found in a player's win share. {to_know_text}"
    smallest = tolerance_points(round(max(need.smallest for need in known if need.smallest is not None), 3))
    others = [need.player for need in plan.player_needs if need not in known]
    others_text = f" (for {listed(others)} it is not known)" if others else ""
    return (
        f"the planned {_amount_text(plan, plan.blocks)} find with {CHANCE_TEXT} that a player's win share differs from an even "
        f"one by {smallest} or more{others_text}. {to_know_text}"
    )


def first_need(plan: PlanOfPlayers) -> Need:
    """Return the need to show first: a change by a rule set, the player that needs most blocks, or the start player."""
    if plan.needs[0].is_change or not plan.player_needs:
        return plan.needs[0]
    size = first_size(plan)
    return max(plan.player_needs, key=lambda need: need.blocks_by_difference.get(size, 0))


def first_size(plan: PlanOfPlayers) -> float:
    """Return the size to show first: 1 point, or the one nearest to it."""
    return min(plan.needs[0].blocks_by_half_width, key=lambda size: abs(size - 0.01))


def _amount_text(plan: PlanOfPlayers, blocks: int) -> str:
    """Write how many games this many blocks are, and how long they take."""
    games, time = plan.games(blocks), duration_text(plan.seconds(blocks))
    return f"{games:,} games ({time})" if games == blocks else f"{blocks:,} blocks ({games:,} games, {time})"


def _clause(plan: PlanOfPlayers) -> Clause:
    """Say whether the planned games are enough to find the first need's difference; undecided if the pilot is too short."""
    need, size = first_need(plan), first_size(plan)
    blocks = need.blocks_by_difference.get(size)
    if blocks is None or need.is_hardly_known:
        return Clause(plan.players, "the pilot is too short to say how many games are needed", UNDECIDED)
    more_text = "no more" if blocks <= plan.blocks else "more"
    text = (
        f"finding {need.difference_text(tolerance_points(size))} takes {more_text} games than the {plan.games(plan.blocks):,} "
        "planned"
    )
    return Clause(plan.players, text, number=_games_text(need, plan.games(blocks)))


def _games_text(need: Need, games: int) -> str:
    """Write how many games are needed, to three digits, with the interval that the pilot leaves."""
    value_text, low_text, high_text = (f"{round(n, 3 - len(str(round(n)))):,.0f}" for n in (games, *need.ends(games)))
    return f"{value_text} ({low_text} to {high_text})"


def _card(plan: PlanOfPlayers, finding_keys: Sequence[str]) -> Card:
    """Make a card of the first need; several outlooks are shown beside their table instead."""
    need, size = first_need(plan), first_size(plan)
    keys = tuple(key for key in finding_keys if len(plan.outlooks) == 1 or not key.endswith(OUTLOOK))
    remark = f"Rests on {counted(plan.games(plan.pilot_blocks), 'game')}, {counted(plan.pilot_blocks, 'block')}."
    title, blocks = f"{plan.players} players: to find {tolerance_points(size)}", need.blocks_by_difference.get(size)
    if blocks is None:
        return Card(
            title, "UNDECIDED: nothing varied in the pilot; take a longer one", keys, remark, Tone.UNDECIDED, plan.players
        )
    time = duration_text(plan.seconds(blocks))
    measure = f"games find {need.difference_text(tolerance_points(size))} with {CHANCE_TEXT}; they take {time}"
    word, tone = f"{'more than' if blocks > plan.blocks else 'within'} the {plan.games(plan.blocks):,} planned", Tone.PLAIN
    if need.is_hardly_known:
        word, tone = f"UNDECIDED: {counted(need.n_differing, 'block')} of the pilot differ; take a longer one", Tone.UNDECIDED
    return Card(title, word, keys, remark, tone, plan.players, _games_text(need, plan.games(blocks)), measure)


def _headline(plans: Sequence[PlanOfPlayers], outlook: Table) -> Panel:
    """Draw how likely each verdict is under each truth; if there are many, only for the first verdict of each player count."""
    caption = (
        f"Chance of each verdict after {plans[0].blocks:,} blocks. Each row supposes that the start player truly wins so many "
        "points more than an even share."
    )
    tables: tuple[Table, ...] = ()
    if len(outlook.rows) > MOST_ROWS:
        truths = [
            (plan.players, difference, chances) for plan in plans for difference, chances in plan.outlooks[0].chances.items()
        ]
        columns_of_truths: tuple[FilledColumn, ...] = (
            (Column("label", "truth"), lambda truth: _truth_label(truth[0], "", truth[1])),
            *_chance_columns(lambda truth: truth[2]),
        )
        outlook = table_of(KEY, "at a glance", truths, columns_of_truths, n_rows_in_short=0)
        caption, tables = f"{caption} Games: {plans[0].outlooks[0].title}.", (outlook,)
    texts = "; ".join(
        f"{row['label']}: {', '.join(f'{r} {percent(_chance(row, r), 0)}' for r in Ruling)}" for row in outlook.rows
    )
    columns = tuple(ruling.lower() for ruling in Ruling)
    figure = Map(outlook.key, "label", columns, "verdict", f"{caption} {texts}")
    return Panel("At a glance", tables, (figure,), caption)


def _chance(row: Mapping[str, Cell], ruling: Ruling) -> float:
    chance = row[ruling.lower()]
    assert isinstance(chance, float)
    return chance


def _truth_label(players: int, games: str, difference: float) -> str:
    """Name a truth as briefly as a figure needs."""
    truth = f"+{100 * difference:g}" if difference else "even"
    return f"{', '.join(filter(None, (f'{players} players', games)))}: {truth}"


def _to_know_table(plans: Sequence[PlanOfPlayers]) -> Table:
    """Make the table of what it takes to narrow intervals: a row for each need and size."""
    amounts = (row for plan in plans for need in plan.needs for row in _amount_rows(plan, need.title, need.blocks_by_half_width))
    title = "Until the interval reaches no farther than the size to either side"
    return table_of_cells("to_know", title, amounts, AMOUNT_COLUMNS)


def _to_see_table(plans: Sequence[PlanOfPlayers]) -> Table:
    """Make the table of what it takes to find differences: a row for each need and size, empty where that is not known."""
    no_blocks = dict.fromkeys(plans[0].needs[0].blocks_by_half_width)
    amounts = (
        row
        for plan in plans
        for need in plan.needs
        for row in _amount_rows(plan, need.title, {**no_blocks, **need.blocks_by_difference})
    )
    title = f"Until a difference of the size is found with {CHANCE_TEXT}"
    return table_of_cells("to_see", title, amounts, AMOUNT_COLUMNS, note=_unknown_note(plans))


def _amount_rows(plan: PlanOfPlayers, title: str, blocks_by_size: Mapping[float, int | None]) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of `AMOUNT_COLUMNS` for each size; those of amounts are None where the blocks are not known."""
    for size, blocks in blocks_by_size.items():
        games, seconds = (None, None) if blocks is None else (plan.games(blocks), plan.seconds(blocks))
        yield plan.players, title, size, blocks, games, seconds


def _smallest_table(plans: Sequence[PlanOfPlayers]) -> Table:
    """Make the table of the smallest differences that the planned blocks find: a row for each need."""
    columns = (
        *NUMBER_COLUMNS,
        Column("smallest", "smallest", Unit.SIZE),
        Column("spread", "standard deviation of a block", Unit.NUMBER),
        Column("error", "numbers of blocks are known to a factor of", Unit.NUMBER),
    )
    cells = [
        (plan.players, need.title, need.smallest, need.spread, math.exp(need.error)) for plan in plans for need in plan.needs
    ]
    title = f"The smallest difference that {plans[0].blocks:,} blocks find with {CHANCE_TEXT}"
    return table_of_cells("smallest", title, cells, columns, note=_unknown_note(plans))


def _unknown_note(plans: Sequence[PlanOfPlayers]) -> str:
    return NOT_KNOWN if any(need.smallest is None for plan in plans for need in plan.needs) else ""


def _outlook_table(plans: Sequence[PlanOfPlayers]) -> Table:
    """Make the table of the chances of verdicts: a row for each outlook and supposed difference of the start player."""
    truths = [
        (plan.players, outlook.title, difference, chances)
        for plan in plans
        for outlook in plan.outlooks
        for difference, chances in outlook.chances.items()
    ]
    games_column: list[FilledColumn] = [(Column("games", "games"), lambda truth: truth[1])]
    columns: tuple[FilledColumn, ...] = (
        (Column("label", "truth", Unit.KEY), lambda truth: _truth_label(*truth[:3])),
        (NUMBER_COLUMNS[0], lambda truth: truth[0]),
        *(games_column if any(outlook.title for plan in plans for outlook in plan.outlooks) else []),
        (Column("difference", "if the start player is above even by", Unit.SIZE), lambda truth: truth[2]),
        *_chance_columns(lambda truth: truth[3]),
    )
    return table_of("outlook", f"The chance of each verdict on the seats after {plans[0].blocks:,} blocks", truths, columns)


def _chance_columns(chances_of: Callable[[Any], Mapping[Ruling, float]]) -> Iterator[FilledColumn]:
    """Make a column for the chance of each verdict; `chances_of` gives the chances of an item of the table."""

    def column(ruling: Ruling) -> FilledColumn:
        return Column(ruling.lower(), ruling, Unit.SHARE), lambda item: chances_of(item)[ruling]

    return map(column, Ruling)


def _basis_table(plans: Sequence[PlanOfPlayers], run_name: str) -> Table:
    """Make the table of what was played and is planned: a row for each number of players."""
    columns = (
        NUMBER_COLUMNS[0],
        Column("pilot_blocks", "blocks played", Unit.COUNT),
        Column("games_per_block", "games per block", Unit.COUNT),
        Column("games_per_second", "games per second", Unit.NUMBER),
        Column("blocks", "blocks planned", Unit.COUNT),
        (Column("seconds", "time for the planned blocks", Unit.SECONDS), lambda plan: plan.seconds(plan.blocks)),
    )
    note = "Times are for the machine and the workers that last added games."
    return table_of("basis", f"Games of {run_name}", plans, columns, note=note)
