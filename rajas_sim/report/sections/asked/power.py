"""What things are worth, and what one more and one less of each number does."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.formatting import counted, difference_text, mean_text, percent, points, share_text, signed_points
from rajas_sim.analysis.power.numbers import NumberPower, PowerOfNumbers
from rajas_sim.analysis.power.things import PowerOfThings, ThingPower
from rajas_sim.analysis.text_tables import steps_table
from rajas_sim.report.figure import SERIES
from rajas_sim.report.intervals import Line, Rows, rows_svg
from rajas_sim.report.phrases import basis, method_note
from rajas_sim.report.view import Card, Finding, Panel, Section, Table

MOST_DRAWN = 40
_NONE = "\u2013"


def things_cards(found: Sequence[PowerOfThings]) -> tuple[Card, ...]:
    """Make a card for each strategy and number of players: the thing worth most."""
    return tuple(
        _card(_whose(own), _best(own), own.sentences, f"{basis(own)} of each rule set; {_looked_at(own)}.") for own in found
    )


def _looked_at(own: PowerOfThings) -> str:
    return f"{counted(len(own.powers) + len(own.never), 'thing')} looked at"


def _card(title: str, word: str, sentences: Sequence[str], small_print: str) -> Card:
    tone, sign = ("told", "") if word else ("undecided", "?")
    return Card(title, tone, sign, word or "nothing shown", tuple(f"{sentence}." for sentence in sentences), small_print)


def _best(own: PowerOfThings) -> str:
    shown = [power for power in own.powers if power.is_found and power.worth.value > 0]
    return f"{shown[0].thing}: {signed_points(shown[0].worth.value)}" if shown else ""


def things_section(found: Sequence[PowerOfThings]) -> Section:
    """Show what every thing is worth, and those never used."""
    return Section(
        "power",
        "What things are worth",
        "One seat may not use a thing, everything else and all luck being equal: what its win share loses, the mean over the "
        "seats, is what the thing is worth to this strategy, which plays on as it does; whoever had learned to play without it "
        "might lose less. Filled: shown to be worth something, or to cost something (adjusted after Holm). Intervals hold for "
        "all things together. The win share of users in the table is no worth: whoever does well uses more.",
        tuple(_things_panel(i, own) for i, own in enumerate(found)),
        findings=tuple(
            Finding(f"Never used by {own.strategy}", f"{own.players} players", (", ".join(own.never),))
            for own in found
            if own.never
        ),
    )


def _whose(own: PowerOfThings) -> str:
    return f"{own.players} players, {own.strategy}"


def shown_things(own: PowerOfThings) -> tuple[ThingPower, ...]:
    """Return what a figure has room for: of many things those worth most and those worth least."""
    half = MOST_DRAWN // 2
    return own.powers if len(own.powers) <= MOST_DRAWN else (*own.powers[:half], *own.powers[-half:])


def thing_rows(own: PowerOfThings) -> Rows:
    """Return the rows of a figure."""
    return [
        (p.thing, [Line(p.worth, is_filled=p.is_found, text=difference_text(p.worth, is_share=True))]) for p in shown_things(own)
    ]


def _things_panel(number: int, own: PowerOfThings) -> Panel:
    sizes = "; ".join(f"{p.thing} {signed_points(p.worth.value)}" for p in shown_things(own))
    alt = f"Win share lost without a thing: {sizes}"
    svg = rows_svg(f"things{number}", thing_rows(own), "points of win share lost without it", alt, "points")
    rows = [
        (
            p.thing,
            difference_text(p.worth, is_share=True),
            f"{p.p_value:.2g}",
            share_text(p.usage.users),
            mean_text(p.usage.times),
            _NONE if p.usage.wins is None else share_text(p.usage.wins),
        )
        for p in own.powers
    ]
    rows += [(thing, _NONE, _NONE, share_text(u.users), mean_text(u.times), _NONE) for thing, u in own.never.items()]
    headers = ("thing", "worth to a seat", "adjusted p", "seats that use it", "times a seat", "win share of users (no cause)")
    left_out = len(own.powers) - len(shown_things(own))
    caption = basis(own) + (f"; {left_out} things in the middle are in the table only" if left_out else "")
    return Panel(_whose(own), svg, caption, Table(headers, tuple(rows), method_note(p.worth for p in own.powers)))


def numbers_cards(found: Sequence[PowerOfNumbers]) -> tuple[Card, ...]:
    """Make a card for each number of players: the step that moves the start player's win share most."""
    return tuple(
        _card(
            f"{own.players} players: the start player",
            _largest(own),
            own.sentences,
            f"{basis(own)} of each rule set{_open(own)}.",
        )
        for own in found
    )


def _open(own: PowerOfNumbers) -> str:
    """Say how large changes of the start player's share may be that these games do not show."""
    changes = [step.changes[START_PLAYER] for power in own.powers for step in power.steps]
    ends = [abs(end) for c in changes if not c.is_found for end in (c.difference.low, c.difference.high)]
    return f"; changes of his share that are not shown may be up to {points(max(ends))}" if ends else ""


def _largest(own: PowerOfNumbers) -> str:
    steps = [(p, step) for p in own.powers for step in p.steps if step.changes[START_PLAYER].is_found]
    if not steps:
        return ""
    power, step = max(steps, key=lambda pair: abs(pair[1].changes[START_PLAYER].difference.value))
    return f"{power.path} = {step.value}: {signed_points(step.changes[START_PLAYER].difference.value)}"


def numbers_section(found: Sequence[PowerOfNumbers]) -> Section:
    """Show the tornado of the start player's win share, and every change in a table."""
    return Section(
        "numbers",
        "One more and one less of each number",
        "Each number of the rules was changed by one, under the same luck. The figure has the change of the start player\u2019s "
        "win share, the largest on top: one less blue, one more orange. Filled: a change is shown (adjusted after Holm over all "
        "steps and metrics). Intervals hold for all steps and metrics together.",
        tuple(_numbers_panel(own) for own in found),
    )


def number_rows(powers: Sequence[NumberPower], metric: str, *, is_share: bool) -> Rows:
    """Return the rows of a tornado."""
    return [
        (
            f"{power.path} ({power.printed})",
            [
                Line(
                    change.difference,
                    SERIES[step.value > power.printed],
                    change.is_found,
                    f"{step.value}: {difference_text(change.difference, is_share=is_share)}",
                )
                for step in power.steps
                for change in [step.changes[metric]]
            ],
        )
        for power in powers
    ]


def _numbers_panel(own: PowerOfNumbers) -> Panel:
    shown = own.powers[:MOST_DRAWN]
    sizes = "; ".join(f"{power.path} {percent(power.largest(START_PLAYER))}" for power in shown)
    alt = f"Largest change of the start player's win share by a step of one: {sizes}"
    svg = rows_svg(
        f"numbers{own.players}",
        number_rows(shown, START_PLAYER, is_share=True),
        "points of the start player\u2019s win share",
        alt,
        "points",
    )
    table = steps_table(own)
    note = method_note(change.difference for p in own.powers for step in p.steps for change in step.changes.values())
    note += " *: a change is shown."
    note += f" No game changed by: {', '.join(own.idle)}." if own.idle else ""
    note += f" The rules allow no step of: {', '.join(own.refused)}." if own.refused else ""
    return Panel(f"{own.players} players", svg, basis(own), Table(table.headers, table.rows, note))
