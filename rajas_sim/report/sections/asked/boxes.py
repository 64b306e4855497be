"""What a question comes to in many plausible boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rajas_sim.analysis.formatting import counted, listed, percent, share_text
from rajas_sim.analysis.unknown_box.ensemble import EnsembleFinding, InBoxes, Split, Unknown, deviation_text
from rajas_sim.report.figure import MUTED, SERIES, drawing, new_figure, per_cent, tell_points, to_svg
from rajas_sim.report.intervals import Line, Rows, rows_svg
from rajas_sim.report.phrases import method_note
from rajas_sim.report.view import Card, Panel, Section, Table

MOST_DRAWN = 25


def boxes_cards(found: Sequence[EnsembleFinding]) -> tuple[Card, ...]:
    """Make a card for each number of players: in how many boxes the start player wins less, or more, than an even share."""
    return tuple(_card(own) for own in found)


def _card(own: EnsembleFinding) -> Card:
    first = own.in_boxes[0]
    is_less = first.below.value >= 0.5
    count = round((first.below.value if is_less else 1.0 - first.below.value) * own.n_boxes)
    is_open = first.below.low < 0.5 < first.below.high
    return Card(
        f"{own.players} players: the start player" + (f", {label_of(own, first)}" if len(own.in_boxes) > 1 else ""),
        "undecided" if is_open else "told",
        "?" if is_open else "",
        "cannot be told from even"
        if is_open
        else f"{'below' if is_less else 'above'} even in {count:,} of {own.n_boxes:,} boxes",
        tuple(f"{sentence}." for sentence in own.sentences),
        f"{counted(own.n_blocks, 'block')} in each of {own.n_boxes:,} boxes, all under the same luck.",
    )


def boxes_sections(found: Sequence[EnsembleFinding]) -> tuple[Section, ...]:
    """Show the start player's share over boxes, what explains it, and how every number varies."""
    shares = Section(
        "boxes",
        "From box to box",
        "The start player\u2019s win share in each plausible box, from the least to the most: how many boxes have a smaller one. "
        "Shares are drawn together by what is luck, so that they spread as what is expected of each box does; one box by itself "
        "is known less well. The upright line is an even share.",
        tuple(_shares(own) for own in found),
    )
    known = [own for own in found if any(unknown.is_beyond_chance for unknown in own.unknowns)]
    unknowns = Section(
        "unknowns",
        "What to read off a real box first",
        "Which share of the variance of the start player\u2019s win share between boxes each assumed value explains, by itself "
        "or all values of a kind together (given-data first-order index). Orange: more than the largest comes to by chance "
        "alone in 95 % of cases. rajas components ask prints those values as a form.",
        tuple(_unknowns(own) for own in known),
    )
    parts = Section(
        "parts",
        "Boxes or luck",
        "How the variance of each number, measured in one box over so many blocks, is made up: what lies between boxes, and, "
        "where there are several, between rule sets and line-ups, and luck. Standard deviations, with intervals.",
        tables=tuple((f"{own.players} players", _parts(own)) for own in found),
    )
    return (shares, unknowns, parts) if known else (shares, parts)


def label_of(own: EnsembleFinding, at: InBoxes) -> str:
    """Return what tells a rule set and line-up from the others; empty where there is one only."""
    return " ".join(part for part in (at.arm if len(own.in_boxes) > 1 else "", at.line_up) if part)


def _shares(own: EnsembleFinding) -> Panel:
    key = f"boxes{own.players}"
    with drawing(key):
        figure, (axes,) = new_figure(2.6)
        for i, at in enumerate(own.in_boxes):
            shares = np.sort(at.positions[:, 0])
            places = (np.arange(len(shares)) + 0.5) / len(shares)
            axes.plot(shares, places, drawstyle="steps-mid", color=SERIES[i % len(SERIES)], label=label_of(own, at) or None)
            ends = ((at.low, 0.05), (at.median, 0.5), (at.high, 0.95))
            tell_points(axes, [(e.value, y, f"{percent(y, 0)} of boxes have less than {share_text(e)}") for e, y in ends])
        axes.axvline(own.even_share, color=MUTED, lw=1.2)
        per_cent(axes.xaxis, ticks=True)
        per_cent(axes.yaxis, ticks=True)
        axes.set_xlabel("win share of the start player in a box")
        axes.set_ylabel("boxes with less")
        if len(own.in_boxes) > 1:
            figure.legend(loc="outside upper left", frameon=False)
        svg = to_svg(figure, key, "; ".join(f"{label_of(own, at)} {at.sentence}".strip() for at in own.in_boxes))
    rows = tuple(
        (
            label_of(own, at) or "start player",
            percent(at.own),
            share_text(at.below),
            *(share_text(e) for e in (at.low, at.median, at.high)),
        )
        for at in own.in_boxes
    )
    headers = (
        "who",
        "in the experiment\u2019s own box",
        "boxes below even",
        "5 % of boxes below",
        "median",
        "95 % of boxes below",
    )
    note = method_note(at.median for at in own.in_boxes).replace("blocks", "boxes")
    return Panel(f"{own.players} players", svg, f"{own.n_boxes:,} plausible boxes", Table(headers, rows, note))


def unknown_rows(own: EnsembleFinding) -> Rows:
    """Return the rows of a tornado: what each value explains."""
    return [(u.column.name, [Line(u.share, SERIES[u.is_beyond_chance], text=_explains(u))]) for u in own.unknowns[:MOST_DRAWN]]


def _unknowns(own: EnsembleFinding) -> Panel:
    shown = own.unknowns[:MOST_DRAWN]
    alt = "Share of what lies between boxes that each value explains: " + "; ".join(
        f"{u.column.name} {percent(u.share.value)}" for u in shown
    )
    svg = rows_svg(f"unknowns{own.players}", unknown_rows(own), "share of what lies between boxes", alt)
    cells = tuple((u.column.name, share_text(u.share), percent(u.floor)) for u in own.unknowns)
    table = Table(("value or kind", "explains", "largest by chance alone"), cells, method_note(u.share for u in shown))
    named = listed([u.column.name for u in shown if u.is_beyond_chance][:3])
    caption = f"{own.n_boxes:,} plausible boxes; beyond chance: {named or 'none'}"
    return Panel(f"{own.players} players", svg, caption, table)


def _explains(unknown: Unknown) -> str:
    return f"{share_text(unknown.share)}; by chance up to {percent(unknown.floor)}"


def _parts(own: EnsembleFinding) -> Table:
    names = list(dict.fromkeys(part for split in own.splits for part in split.parts))

    def cell(split: Split, part: str) -> str:
        return f"{percent(split.share(part), 0)} ({deviation_text(split, part)})" if part in split.parts else "\u2013"

    rows = tuple((split.title, *(cell(split, name) for name in names)) for split in own.splits)
    note = "Parts of the variance; in brackets the standard deviation with its interval. " + method_note(
        part for split in own.splits for name, part in split.parts.items() if name == names[0]
    ).replace("blocks", "boxes")
    return Table(("number", *names), rows, note)
