"""What is said of the games that a question needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rajas_sim.analysis.answer import Answer, Card, Cell, Column, Finding, Panel, Section, Table, Tone, Unit
from rajas_sim.analysis.formatting import counted, duration_text, percent, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.questions.answer_tables import Filled, table_of, table_of_cells
from rajas_sim.questions.plan.needs import POWER, PlanOfPlayers
from rajas_sim.questions.provenance import facts, how_sure, provenance

NOT_KNOWN = "A dash: not known, because nothing varied in the pilot."
CHANCE = f"a chance of {percent(POWER, 0)}"
ABOUT_NEEDS = (
    "The first table shows the blocks, games and time until the interval of a number reaches no farther than a size to either "
    f"side. The second shows them until a difference of that size is found with {CHANCE}, between a share and an even one or "
    "between two rule sets. The third shows the smallest difference that the planned blocks find."
)
ABOUT_OUTLOOK = (
    "How likely each verdict on the seats is after the planned blocks, if the game is as the pilot suggests. These chances "
    "allow for what the pilot leaves open about the win shares; a longer pilot leaves less open. FAIR and UNFAIR decide a "
    "verdict."
)
ABOUT_BASIS = "The games that this rests on, how fast they were played, and how many blocks are planned."
NUMBER = (Column("players", "players", Unit.COUNT), Column("number", "number"))
AMOUNT = (
    *NUMBER,
    Column("size", "size", Unit.SIZE),
    Column("blocks", "blocks", Unit.COUNT),
    Column("games", "games", Unit.COUNT),
    Column("seconds", "time", Unit.SECONDS),
)


def plan_answer(run: Run, plans: Sequence[PlanOfPlayers]) -> Answer:
    """Make the answer from what each number of players needs, and the pilot or run that shows it."""
    findings = {plan.players: tuple(_findings(plan)) for plan in plans}
    outlooks = tuple(finding.key for each in findings.values() for finding in each[1:])
    folder = run.folder.resolve().name
    basis = f"{counted(plans[0].pilot_blocks, 'block')} of {folder}; more blocks narrow every number here."
    return Answer(
        question="plan",
        title="How many games does the question need?",
        findings=tuple(finding for each in findings.values() for finding in each),
        cards=tuple(_card(plan, [finding.key for finding in findings[plan.players]]) for plan in plans),
        sections=(
            Section("needs", "Games and time", ABOUT_NEEDS, (Panel("", (_to_know(plans), _to_see(plans), _smallest(plans))),)),
            Section("outlook", "Outlook", ABOUT_OUTLOOK, (Panel("", (_outlook(plans),), findings=outlooks),)),
            Section("basis", "What this rests on", ABOUT_BASIS, (Panel("", (_basis(plans, folder),)),)),
        ),
        how_sure=(("Basis", basis), *how_sure([run])),
        provenance=replace(provenance([run]), facts=facts(run)),
    )


def _findings(plan: PlanOfPlayers) -> Iterator[Finding]:
    k, need, size = plan.players, plan.needs[0], asked_first(plan)
    what = f"a difference of {tolerance_points(size)} in the {need.title}"
    if size in need.to_see:
        yield Finding.about(k, "to_see", f"{_amount(plan, need.to_see[size])} find {what} with {CHANCE}")
    else:
        yield Finding.about(k, "to_see", f"nothing varied in the pilot, so it is not known how many games find {what}")
    blocks = f"{plan.blocks:,} blocks ({duration_text(plan.seconds(plan.blocks))})"
    for outlook in plan.outlooks:
        chances = ", ".join(f"{ruling} {percent(chance, 0)}" for ruling, chance in outlook.chances.items())
        text = f"{blocks} decide the verdict on the seats with a chance of {percent(outlook.decided, 0)}: {chances}"
        yield Finding.about(k, ".".join(filter(None, (outlook.label, "outlook"))), text, which=outlook.title)


def asked_first(plan: PlanOfPlayers) -> float:
    """Return the size that people ask about first: 1 point, or the one nearest to it."""
    return min(plan.needs[0].to_know, key=lambda size: abs(size - 0.01))


def _amount(plan: PlanOfPlayers, blocks: int | None) -> str:
    """Write how many games so many blocks are, and how long they take."""
    if blocks is None:
        return "not known"
    games, time = plan.games(blocks), duration_text(plan.seconds(blocks))
    return f"{games:,} games ({time})" if games == blocks else f"{blocks:,} blocks ({games:,} games, {time})"


def _card(plan: PlanOfPlayers, findings: Sequence[str]) -> Card:
    """Make a card of what people ask about first; several outlooks stand beside their table."""
    need, size = plan.needs[0], asked_first(plan)
    shown = tuple(findings if len(plan.outlooks) == 1 else findings[:1])
    basis = f"Rests on {counted(plan.games(plan.pilot_blocks), 'game')}, {counted(plan.pilot_blocks, 'block')}."
    tone, title = Tone.PLAIN if need.to_see else Tone.UNDECIDED, f"{plan.players} players: to find {tolerance_points(size)}"
    return Card(title, _amount(plan, need.to_see.get(size)), shown, basis, tone, plan.players)


def _to_know(plans: Sequence[PlanOfPlayers]) -> Table:
    amounts = (row for plan in plans for need in plan.needs for row in _amounts(plan, need.title, need.to_know))
    return table_of_cells("to_know", "Until the interval reaches no farther than the size to either side", amounts, AMOUNT)


def _to_see(plans: Sequence[PlanOfPlayers]) -> Table:
    none = dict.fromkeys(plans[0].needs[0].to_know)
    amounts = (row for plan in plans for need in plan.needs for row in _amounts(plan, need.title, {**none, **need.to_see}))
    return table_of_cells("to_see", f"Until a difference of the size is found with {CHANCE}", amounts, AMOUNT, note=_note(plans))


def _amounts(plan: PlanOfPlayers, number: str, blocks_by_size: Mapping[float, int | None]) -> Iterator[tuple[Cell, ...]]:
    for size, blocks in blocks_by_size.items():
        games, seconds = (None, None) if blocks is None else (plan.games(blocks), plan.seconds(blocks))
        yield plan.players, number, size, blocks, games, seconds


def _smallest(plans: Sequence[PlanOfPlayers]) -> Table:
    columns = (*NUMBER, Column("smallest", "smallest", Unit.SIZE), Column("spread", "standard deviation of a block", Unit.NUMBER))
    cells = [(plan.players, need.title, need.smallest, need.spread) for plan in plans for need in plan.needs]
    title = f"The smallest difference that {plans[0].blocks:,} blocks find with {CHANCE}"
    return table_of_cells("smallest", title, cells, columns, note=_note(plans))


def _note(plans: Sequence[PlanOfPlayers]) -> str:
    return NOT_KNOWN if any(need.smallest is None for plan in plans for need in plan.needs) else ""


def _outlook(plans: Sequence[PlanOfPlayers]) -> Table:
    def chance_of(ruling: Ruling) -> Filled:
        return Column(ruling.lower(), ruling, Unit.SHARE), lambda pair: pair[1].chances[ruling]

    outlooks = [(plan, outlook) for plan in plans for outlook in plan.outlooks]
    games: list[Filled] = [(Column("games", "games"), lambda pair: pair[1].title)]
    columns: tuple[Filled, ...] = (
        (NUMBER[0], lambda pair: pair[0].players),
        *(games if any(outlook.title for _, outlook in outlooks) else []),
        (Column("decided", "decided", Unit.SHARE), lambda pair: pair[1].decided),
        *map(chance_of, Ruling),
    )
    return table_of("outlook", f"The chance of each verdict on the seats after {plans[0].blocks:,} blocks", outlooks, columns)


def _basis(plans: Sequence[PlanOfPlayers], folder: str) -> Table:
    columns = (
        NUMBER[0],
        Column("pilot_blocks", "blocks played", Unit.COUNT),
        Column("games_per_block", "games per block", Unit.COUNT),
        Column("games_per_second", "games per second", Unit.NUMBER),
        Column("blocks", "blocks planned", Unit.COUNT),
        (Column("seconds", "time for these", Unit.SECONDS), lambda plan: plan.seconds(plan.blocks)),
    )
    note = "Times are those of the machine and the workers that played these blocks."
    return table_of("basis", f"Games of {folder}", plans, columns, note=note)
