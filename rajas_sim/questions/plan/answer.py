"""What is said of the games that a question needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rajas_sim.analysis.answer import Answer, Card, Column, Finding, Panel, Row, Section, Table, Tone, Unit
from rajas_sim.analysis.formatting import counted, duration_text, percent, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.questions.facts import facts
from rajas_sim.questions.plan.needs import POWER, PlanOfPlayers
from rajas_sim.questions.provenance import how_sure, provenance

NOT_KNOWN = "A dash: not known, because nothing varied in the pilot."
CHANCE = f"a chance of {percent(POWER, 0)}"
ABOUT_NEEDS = (
    "The first table says how many blocks and games it takes until the interval of a number reaches no farther than a size to "
    "either side, and how long that takes. The second says how many it takes to find a difference of that size, between a share "
    f"and an even one or between two rule sets, with {CHANCE}. The third has the smallest difference that the planned blocks "
    "find."
)
ABOUT_OUTLOOK = (
    "How likely each verdict on the seats is after the planned blocks, if the game is as the pilot suggests. These chances "
    "include what the pilot leaves open about the win shares; a longer pilot makes them surer. A verdict is decided when it is "
    "FAIR or UNFAIR."
)
ABOUT_BASIS = "What was played to find this, how fast that was, and how many blocks are planned."
NUMBER = (Column("players", "players", Unit.COUNT), Column("number", "number"))
AMOUNT = (
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
    basis = f"Everything rests on {counted(plans[0].pilot_blocks, 'block')} of {folder}; more blocks make it surer."
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
    text = f"With {k} players, {_amount(plan, need.to_see.get(size))} find {what} with {CHANCE}."
    if size not in need.to_see:
        text = f"With {k} players, it is not known how many games find {what}: nothing varied in the pilot."
    yield Finding(f"{k}p.to_see", text, (), k)
    for outlook in plan.outlooks:
        games = f" ({outlook.title})" if outlook.title else ""
        chances = ", ".join(f"{ruling} {percent(chance, 0)}" for ruling, chance in outlook.chances.items())
        text = (
            f"With {k} players{games}, {plan.blocks:,} blocks ({duration_text(plan.seconds(plan.blocks))}) decide the verdict on "
            f"the seats with a chance of {percent(outlook.decided, 0)}: {chances}."
        )
        yield Finding(".".join(filter(None, (f"{k}p", outlook.label, "outlook"))), text, (), k)


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
    return Card(
        f"{plan.players} players: to find {tolerance_points(size)}",
        _amount(plan, need.to_see.get(size)),
        tuple(findings if len(plan.outlooks) == 1 else findings[:1]),
        f"Rests on {counted(plan.games(plan.pilot_blocks), 'game')}, {counted(plan.pilot_blocks, 'block')}.",
        Tone.TOLD if need.to_see else Tone.UNDECIDED,
        plan.players,
    )


def _to_know(plans: Sequence[PlanOfPlayers]) -> Table:
    title = "Until the interval reaches no farther than the size to either side"
    rows = (row for plan in plans for need in plan.needs for row in _amounts(plan, need.title, need.to_know))
    return Table("to_know", title, (*NUMBER, *AMOUNT), tuple(rows))


def _to_see(plans: Sequence[PlanOfPlayers]) -> Table:
    title = f"Until a difference of the size is found with {CHANCE}"
    none = dict.fromkeys(plans[0].needs[0].to_know)
    rows = (row for plan in plans for need in plan.needs for row in _amounts(plan, need.title, {**none, **need.to_see}))
    return Table("to_see", title, (*NUMBER, *AMOUNT), tuple(rows), _note(plans))


def _amounts(plan: PlanOfPlayers, number: str, blocks_by_size: Mapping[float, int | None]) -> Iterator[Row]:
    for size, blocks in blocks_by_size.items():
        games, seconds = (None, None) if blocks is None else (plan.games(blocks), plan.seconds(blocks))
        yield {
            "players": plan.players,
            "number": number,
            "size": size,
            "blocks": blocks,
            "games": games,
            "seconds": seconds,
        }


def _smallest(plans: Sequence[PlanOfPlayers]) -> Table:
    columns = (*NUMBER, Column("smallest", "smallest", Unit.SIZE), Column("spread", "standard deviation of a block", Unit.NUMBER))
    rows: list[Row] = [
        {"players": plan.players, "number": need.title, "smallest": need.smallest, "spread": need.spread}
        for plan in plans
        for need in plan.needs
    ]
    title = f"The smallest difference that {plans[0].blocks:,} blocks find with {CHANCE}"
    return Table("smallest", title, columns, tuple(rows), _note(plans))


def _note(plans: Sequence[PlanOfPlayers]) -> str:
    return NOT_KNOWN if any(need.smallest is None for plan in plans for need in plan.needs) else ""


def _outlook(plans: Sequence[PlanOfPlayers]) -> Table:
    games = [Column("games", "games")] if any(outlook.title for plan in plans for outlook in plan.outlooks) else []
    chances = [Column(ruling.lower(), ruling, Unit.SHARE) for ruling in Ruling]
    columns = (NUMBER[0], *games, Column("decided", "decided", Unit.SHARE), *chances)
    rows: list[Row] = []
    for plan in plans:
        for outlook in plan.outlooks:
            row: Row = {"players": plan.players, "decided": outlook.decided}
            row |= {ruling.lower(): chance for ruling, chance in outlook.chances.items()}
            rows.append(row | ({"games": outlook.title} if games else {}))
    return Table("outlook", f"The chance of each verdict on the seats after {plans[0].blocks:,} blocks", columns, tuple(rows))


def _basis(plans: Sequence[PlanOfPlayers], folder: str) -> Table:
    columns = (
        NUMBER[0],
        Column("pilot_blocks", "blocks played", Unit.COUNT),
        Column("games_per_block", "games per block", Unit.COUNT),
        Column("games_per_second", "games per second", Unit.NUMBER),
        Column("blocks", "blocks planned", Unit.COUNT),
        Column("seconds", "time for these", Unit.SECONDS),
    )
    rows: list[Row] = [
        {
            "players": plan.players,
            "pilot_blocks": plan.pilot_blocks,
            "games_per_block": plan.games_per_block,
            "games_per_second": plan.games_per_second,
            "blocks": plan.blocks,
            "seconds": plan.seconds(plan.blocks),
        }
        for plan in plans
    ]
    note = "Times are those of the machine and the workers that played these blocks."
    return Table("basis", f"Games of {folder}", columns, tuple(rows), note)
