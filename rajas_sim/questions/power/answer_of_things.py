"""What is said and drawn of things: what each is worth to a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rajas_sim.analysis.answer import (
    Answer,
    Card,
    Column,
    Figure,
    Finding,
    Intervals,
    Mark,
    Panel,
    Rows,
    Section,
    Table,
    Tone,
    Unit,
)
from rajas_sim.analysis.formatting import counted, difference_text, few, listed, percent, signed_points
from rajas_sim.questions.power.things import PowerOfThings, ThingPower
from rajas_sim.questions.provenance import basis, how_sure, provenance

MOST_DRAWN = 40
HOW_TO_READ = (
    "One seat may not use a thing, everything else and all luck being equal. The worth of the thing is the win share that the "
    "seat loses, the mean over the seats. It is the worth to this strategy, which plays on as it does: one that has learned to "
    "play without the thing might lose less. Filled: the thing is shown to be worth something, or to cost something (p-values "
    "adjusted after Holm). Intervals hold for all things together. The win share of users in the table is no worth, since a "
    "seat that does well uses more."
)
NOTE = 'Shown: "worth nothing" is excluded by the adjusted p-value. Worth is what this strategy loses without the thing.'
USAGE = (Column("users", "seats that use it", Unit.SHARE), Column("times", "times a seat", Unit.MEAN))


def answer_of_things(results: Sequence[PowerOfThings]) -> Answer:
    """Make the answer from the results for each number of players and strategy."""
    runs = [run for runs in {result.players: result.runs for result in results}.values() for run in runs]
    n_strategies = Counter(result.players for result in results)
    prefixes = [f"{r.players}p.{r.strategy}" if n_strategies[r.players] > 1 else f"{r.players}p" for r in results]
    findings = [[*findings_of(result, prefix)] for result, prefix in zip(results, prefixes, strict=True)]
    panels = tuple(_panel(result, prefix) for result, prefix in zip(results, prefixes, strict=True))
    return Answer(
        question="power",
        title="What is each thing worth?",
        findings=tuple(finding for group in findings for finding in group),
        cards=tuple(_card(result, [f.key for f in group]) for result, group in zip(results, findings, strict=True)),
        sections=(Section("power", "What things are worth", HOW_TO_READ, panels),),
        how_sure=how_sure(runs, "one seat after the other may not use one thing"),
        provenance=provenance(runs),
    )


def findings_of(result: PowerOfThings, prefix: str) -> Iterator[Finding]:
    """Say what a strategy loses without things; keys begin with `prefix`."""
    k, who = result.players, f"With {result.players} players, '{result.strategy}'"
    gains, harms = ([p for p in result.powers if p.is_shown and (p.worth.value > 0) == is_gain] for is_gain in (True, False))
    if gains:
        lost = difference_text(gains[0].worth, is_share=True).replace("+", "")
        among = f", the largest estimate of the {len(gains)} things shown to be worth something" if len(gains) > 1 else ""
        yield Finding(
            f"{prefix}.worth_most", f"{who} loses {lost} of win share without {gains[0].thing}{among}.", (gains[0].worth,), k
        )
    if result.powers:
        n, n_open = len(result.powers), len(result.powers) - len(gains) - len(harms)
        text = (
            f"{who} uses {n} of {counted(n + len(result.never), 'thing')}: {_are(len(gains))} shown to be worth something to it, "
            f"{len(harms)} to cost it something, and {_are(n_open)} undecided."
        )
        yield Finding(f"{prefix}.counts", text, tuple(power.worth for power in result.powers), k)
    if harms:
        names = listed(few([power.thing for power in reversed(harms)]))
        yield Finding(f"{prefix}.better_without", f"{who} plays better without {names}.", tuple(p.worth for p in harms), k)
    if result.never:
        users = tuple(usage.users for usage in result.never.values())
        text = (
            f"{who} never used {listed(few([*result.never]), 'or')} in {counted(result.seats, 'seat')}; "
            f"less than {percent(max(share.high for share in users))} of all seats use {'it' if len(users) == 1 else 'each'}."
        )
        yield Finding(f"{prefix}.never_used", text, users, k)


def _are(n: int) -> str:
    return f"{n} {'is' if n == 1 else 'are'}"


def _title(result: PowerOfThings) -> str:
    return f"{result.players} players, {result.strategy}"


def _card(result: PowerOfThings, findings: Sequence[str]) -> Card:
    """Make a card of the thing that is worth most."""
    best = next((power for power in result.powers if power.is_shown and power.worth.value > 0), None)
    n = len(result.powers) + len(result.never)
    return Card(
        _title(result),
        f"{best.thing}: {signed_points(best.worth.value)}" if best else "nothing shown",
        tuple(findings),
        f"{basis(result)} of each rule set; {counted(n, 'thing')} looked at.",
        Tone.TOLD if best else Tone.UNDECIDED,
        result.players,
    )


def _panel(result: PowerOfThings, prefix: str) -> Panel:
    tables, figures, caption = [], [], f"{basis(result)}; filled: a worth is shown"
    if result.powers:
        tables.append(_worths(result, f"{prefix}.things"))
        figures.append(_figure(result.powers, f"{prefix}.things"))
        left_out = len(result.powers) - MOST_DRAWN
        caption += f"; {left_out} things in the middle are in the table only" if left_out > 0 else ""
    if result.never:
        columns = (Column("strategy", "strategy", Unit.KEY), Column("thing", "thing"), *USAGE)
        rows: Rows = tuple(
            {"strategy": result.strategy, "thing": thing, "users": usage.users, "times": usage.times}
            for thing, usage in result.never.items()
        )
        tables.append(Table(f"{prefix}.never_used", "things never used", columns, rows, players=result.players))
    return Panel(_title(result), tuple(tables), tuple(figures), caption, players=result.players)


def _worths(result: PowerOfThings, key: str) -> Table:
    columns = (
        Column("strategy", "strategy", Unit.KEY),
        Column("thing", "thing"),
        Column("worth", "worth to a seat", Unit.POINTS),
        Column("worth_is_shown", "shown", Unit.YES_NO),
        Column("p_value", "adjusted p", Unit.P_VALUE),
        *USAGE,
        Column("win_share_of_users", "win share of users (no cause)", Unit.SHARE),
    )
    rows: Rows = tuple(
        {
            "strategy": result.strategy,
            "thing": power.thing,
            "worth": power.worth,
            "worth_is_shown": power.is_shown,
            "p_value": power.p_value,
            "users": power.usage.users,
            "times": power.usage.times,
            "win_share_of_users": power.usage.wins,
        }
        for power in result.powers
    )
    return Table(key, "win share lost without a thing", columns, rows, NOTE, result.players)


def _figure(powers: Sequence[ThingPower], key: str) -> Figure:
    half = MOST_DRAWN // 2
    drawn = powers if len(powers) <= MOST_DRAWN else (*powers[:half], *powers[-half:])
    return Intervals(
        key,
        "thing",
        (Mark("worth"),),
        "points of win share lost without it",
        f"Win share lost without a thing: {'; '.join(f'{p.thing} {signed_points(p.worth.value)}' for p in drawn)}",
        filled="worth_is_shown",
        most=MOST_DRAWN,
    )
