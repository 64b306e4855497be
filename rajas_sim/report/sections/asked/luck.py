"""Where the luck of a game sits, and what skill makes of it."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.formatting import percent, share_text
from rajas_sim.analysis.luck.skill import SkillAndLuck
from rajas_sim.analysis.luck.sources import OF_A_SEAT, OUTCOMES, UP_TO, WHO_WINS, LuckShares, share_of, title_of
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.report.figure import SERIES
from rajas_sim.report.intervals import Line, rows_svg
from rajas_sim.report.phrases import basis, method_note
from rajas_sim.report.view import Card, Panel, Section, Table

_ALONE, _ANEW = SERIES[0], SERIES[1]


def luck_cards(found: Sequence[tuple[LuckShares, SkillAndLuck | None]]) -> tuple[Card, ...]:
    """Make a card for each number of players."""
    return tuple(_card(shares, skill) for shares, skill in found)


def _card(shares: LuckShares, skill: SkillAndLuck | None) -> Card:
    phases = [name for name in shares.sources if name.startswith(UP_TO)]
    known = [
        f"{name.removeprefix(UP_TO).removeprefix('the ')}: {_known(shares.sources[name][WHO_WINS].alone)}" for name in phases
    ]
    # Of the sources one by one the figure tells, and the table.
    said = (*shares.sentences[:1], *(skill.sentences if skill is not None else ()))
    return Card(
        f"{shares.players} players, who wins is known after",
        "told",
        "",
        " \u00b7 ".join(known) or "nothing",
        tuple(f"{sentence}." for sentence in said),
        f"{basis(shares)} of each deal.",
    )


def _known(index: Estimate) -> str:
    """Write how much is known, if it is shown to be something."""
    return percent(index.value, 0) if index.low > 0 else "not shown"


def _in_order(shares: LuckShares) -> list[str]:
    """Return the sources as a figure has them: luck up to each point, then by purpose, then of each seat."""
    names = shares.ranked()
    phases = [name for name in shares.sources if name.startswith(UP_TO)]
    seats = sorted(name for name in names if name.startswith(OF_A_SEAT))
    return [*phases, *(name for name in names if name not in phases and name not in seats), *seats]


def luck_sections(found: Sequence[tuple[LuckShares, SkillAndLuck | None]]) -> tuple[Section, ...]:
    """Show each source of luck, and where strategies differ what skill makes of one luck."""
    sources = Section(
        "sources",
        "Luck by source",
        "Each source of luck was dealt anew while everything else stayed, and then all luck but that one. Known with it alone "
        "(blue, first-order index): the part of the variance of who wins that whoever knows this source only can tell; the "
        "parts of sources add up to 1 at most. Open again without it (orange, total effect): the part that is drawn anew with "
        "the source, by itself and together with others; in a game in which one other die leads to other decisions throughout, "
        "it is large for every source that comes early, and these parts add up to more than 1. Bars are intervals that hold for "
        "all sources of a figure together.",
        tuple(_panel(shares) for shares, _ in found),
    )
    skilled = [skill for _, skill in found if skill is not None]
    return (sources, _skill(skilled)) if skilled else (sources,)


def _panel(shares: LuckShares) -> Panel:
    names = _in_order(shares)
    rows = [
        (
            title_of(name),
            [
                Line(index.alone, _ALONE, text=f"known with it alone {share_of(index.alone)}"),
                Line(index.total, _ANEW, text=f"open again without it {share_of(index.total)}"),
            ],
        )
        for name in names
        for index in [shares.sources[name][WHO_WINS]]
    ]
    told = "; ".join(f"{title_of(name)} {share_of(shares.sources[name][WHO_WINS].alone)}" for name in names)
    svg = rows_svg(f"luck{shares.players}", rows, "part of who wins", f"Known of who wins with one source of luck alone: {told}")
    outcomes = [*OUTCOMES]
    table = Table(
        ("luck", *(f"{OUTCOMES[what]}: {kind}" for what in outcomes for kind in ("alone", "anew"))),
        tuple(
            (title_of(name), *(share_of(index) for what in outcomes for index in (of[what].alone, of[what].total)))
            for name in names
            for of in [shares.sources[name]]
        ),
        method_note(of[what].alone for of in shares.sources.values() for what in outcomes)
        + f" All luck dealt anew: {'; '.join(f'{OUTCOMES[what]} {share_of(shares.everything[what])}' for what in outcomes)}"
        " (100 % is right).",
    )
    caption = f"{basis(shares)} of each; blue: known with it alone, orange: open again without it"
    return Panel(f"{shares.players} players", svg, caption, table)


def _skill(skilled: Sequence[SkillAndLuck]) -> Section:
    parts = [
        (f"{own.players} players, {name}", share_of(part), f"{part.n:,}") for own in skilled for name, part in own.parts.items()
    ]
    wins = [
        (f"{own.players} players, {n} of {len(own.wins) - 1}", share_text(share), f"{share.n:,}")
        for own in skilled
        for n, share in enumerate(own.wins)
    ]
    tables = [("What a win share goes with", Table(("part", "share of the variance", "blocks"), tuple(parts)))] if parts else []
    if wins:
        headers = (f"seatings of one luck that {skilled[0].strategy} wins", "share of lucks", "blocks")
        tables.append(("One luck from both seats", Table(headers, tuple(wins))))
    return Section(
        "skill",
        "Skill and luck",
        "Strategies sit at all seats of the same luck in turn. The variance of a win share is split into what goes with the "
        "strategy, with the seat, with the order round the table, and the rest: luck, and what a strategy makes of one seat "
        "more than of another. Each interval stands by itself.",
        tables=tuple(tables),
    )
