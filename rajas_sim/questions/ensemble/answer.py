"""What is said and drawn of a question that was asked in many plausible boxes."""

from __future__ import annotations

from collections.abc import Iterator

from rajas_sim.analysis.answer import (
    Answer,
    Card,
    Column,
    Curves,
    Finding,
    Intervals,
    Mark,
    Panel,
    Row,
    Section,
    Table,
    Tone,
    Unit,
)
from rajas_sim.analysis.formatting import counted, deviation_text, listed, percent, percent_range, share_text, the_player
from rajas_sim.analysis.statistics.random_effects import LUCK
from rajas_sim.questions.ensemble.estimates import BOX, InBoxes, OverBoxes, Unknown
from rajas_sim.questions.ensemble.form import UNKNOWNS, present_text
from rajas_sim.questions.ensemble.play import PlayedInBoxes
from rajas_sim.questions.provenance import how_sure, provenance

MOST_NAMED = 3
"""A sentence names so many unknown values at most."""
LEAST_NAMED = 0.005
"""A smaller part of a variance stands in the table only."""
MOST_DRAWN = 25
BOXES_OPEN, UNKNOWNS_OPEN = 5, 15
"""How many rows of a long table are shown where room is short."""
ABOUT_BOXES = (
    "The start player's win share in each plausible box, from the smallest to the largest: how many boxes have a smaller "
    "one. Measured shares are drawn together by what is luck, so that they spread as what is expected of each box does; the "
    "share in a single box is known less well. The upright line is an even share."
)
ABOUT_UNKNOWNS = (
    "The share of the variance of the start player's win share between boxes that each assumed value explains, by itself "
    "or all values of a kind together (given-data first-order index). Orange: more than the largest comes to by chance alone in "
    "95 % of cases. rajas components ask prints the values as a form."
)
ABOUT_PARTS = (
    "The variance of each number, measured in one box over so many blocks, is split into what lies between boxes, what goes "
    "with rule sets and line-ups where there are several, and luck. Each part is also written as a standard deviation."
)


def ensemble_answer(played: PlayedInBoxes) -> Answer:
    """Make the answer from what was played in many boxes."""
    results = played.results
    n_rules = len({group.arm for group in results[0].groups})
    known = [result for result in results if result.unknowns]
    sections = [Section("boxes", "From box to box", ABOUT_BOXES, tuple(map(_boxes, results)))]
    if known:
        title = "What to read off a real box first"
        sections.append(Section("unknowns", title, ABOUT_UNKNOWNS, tuple(map(_unknowns, known))))
    sections.append(Section("parts", "Boxes or luck", ABOUT_PARTS, tuple(map(_parts, results))))
    runs = zip(results, played.folders, strict=True)
    files = {"Boxes": str(played.boxes), **{f"Run {result.players}p": str(folder) for result, folder in runs}}
    files |= {"Report": str(played.report)} if played.report is not None else {}
    return Answer(
        question="ensemble",
        title="Does it hold in other boxes?",
        findings=tuple(finding for result in results for finding in _findings(result)),
        cards=tuple(map(_card, results)),
        sections=tuple(sections),
        how_sure=how_sure(played.runs, counted(n_rules, "rule set") if n_rules > 1 else "", played.itself),
        provenance=provenance([*played.runs, played.itself]),
        files=files,
    )


def _findings(result: OverBoxes) -> Iterator[Finding]:
    for group in result.groups:
        yield _of_start_player(result, group)
    yield _of_variance(result)
    if result.unknowns:
        yield _of_unknowns(result)


def _of_start_player(result: OverBoxes, group: InBoxes) -> Finding:
    arm, line_up = _names(result, group)
    which = ", ".join(f"{what} '{name}'" for what, name in (("rules", arm), ("line-up", line_up)) if name)
    is_below, count = _count(result, group)
    ends = (group.below.low, group.below.high) if is_below else (1.0 - group.below.high, 1.0 - group.below.low)
    text = (
        f"With {result.players} players{f' ({which})' if which else ''}, the start player wins {'less' if is_below else 'more'} "
        f"than an even share in {count:,} of {result.n_boxes:,} plausible boxes ({percent_range(*ends)} % of all such boxes). "
        f"The median share is {share_text(group.median)}, and in nine of ten boxes the share lies between "
        f"{percent(group.low.value)} and {percent(group.high.value)}."
    )
    key = ".".join(part for part in (f"{result.players}p", arm, line_up, "start_player") if part)
    return Finding(key, text, (group.below, group.median, group.low, group.high), result.players)


def _of_variance(result: OverBoxes) -> Finding:
    split = result.of_start_player
    box, luck = split.deviation(BOX), split.deviation(LUCK)
    shares = {part: split.share(part) for part in split.parts if part not in (BOX, LUCK)}
    others = [f"{part} ({percent(share, 0)})" for part, share in shares.items() if share >= LEAST_NAMED]
    text = (
        f"With {result.players} players, {percent(split.share(BOX), 0)} of the variance of the start player's share over "
        f"{counted(result.n_blocks, 'block')} lies between boxes, a standard deviation of {deviation_text(box)}, and "
        f"{percent(split.share(LUCK), 0)} is luck, {deviation_text(luck)}"
    )
    rest = f"; the rest goes with {listed(others)}." if others else "."
    return Finding(f"{result.players}p.variance", text + rest, (box, luck), result.players)


def _of_unknowns(result: OverBoxes) -> Finding:
    beyond = [unknown for unknown in result.unknowns if unknown.is_beyond_chance][:MOST_NAMED]
    named = beyond or result.unknowns[:1]
    texts = "; ".join(f"{u.column.name} {share_text(u.share)}, by chance alone up to {percent(u.floor)}" for u in named)
    if beyond:
        text = (
            f"With {result.players} players, these assumed values or kinds of values explain the largest shares of the variance "
            f"between boxes: {texts}."
        )
    else:
        text = (
            f"With {result.players} players, no assumed value and no kind of values explains more of the variance between boxes "
            f"than chance alone may show; the largest: {texts}."
        )
    return Finding(f"{result.players}p.unknowns", text, tuple(u.share for u in named), result.players)


def _names(result: OverBoxes, group: InBoxes) -> tuple[str, str]:
    """Return the rule set and the line-up, each empty where there is one only."""
    return (group.arm if len({other.arm for other in result.groups}) > 1 else "", group.line_up)


def _label(result: OverBoxes, group: InBoxes) -> str:
    return ", ".join(name for name in _names(result, group) if name)


def _count(result: OverBoxes, group: InBoxes) -> tuple[bool, int]:
    """Return whether the start player wins less than an even share in half of the boxes or more, and in how many less or more."""
    is_below = group.below.value >= 0.5
    n_below = round(group.below.value * result.n_boxes)
    return is_below, n_below if is_below else result.n_boxes - n_below


def _card(result: OverBoxes) -> Card:
    """Make a card of the first rule set and line-up; it has all that is said."""
    first = result.groups[0]
    is_below, count = _count(result, first)
    is_undecided = first.below.low < 0.5 < first.below.high
    word = f"{'below' if is_below else 'above'} even in {count:,} of {result.n_boxes:,} boxes"
    label = _label(result, first)
    return Card(
        f"{result.players} players: the start player{f' ({label})' if label else ''}",
        "undecided" if is_undecided else word,
        tuple(finding.key for finding in _findings(result)),
        f"{counted(result.n_blocks, 'block')} in each of {result.n_boxes:,} boxes, all under the same luck.",
        Tone.UNDECIDED if is_undecided else Tone.TOLD,
        result.players,
    )


def _boxes(result: OverBoxes) -> Panel:
    k, n = result.players, result.n_boxes
    several_arms, several_line_ups = (any(names) for names in zip(*(_names(result, g) for g in result.groups), strict=True))
    which = (
        Column("arm", "rules", Unit.WORD if several_arms else Unit.KEY),
        Column("line_up", "line-up", Unit.WORD if several_line_ups else Unit.KEY),
    )
    shares = (
        *which,
        Column("own_box", "in this experiment's box", Unit.SHARE),
        Column("below_even", "boxes below even", Unit.SHARE),
        Column("low", "5 % of boxes are below", Unit.SHARE),
        Column("median", "median", Unit.SHARE),
        Column("high", "95 % of boxes are below", Unit.SHARE),
    )
    rows: list[Row] = []
    boxes: list[Row] = []
    for group in result.groups:
        names: Row = {"arm": group.arm, "line_up": group.line_up}
        estimates: Row = {"below_even": group.below, "low": group.low, "median": group.median, "high": group.high}
        rows.append({**names, "own_box": group.own_share, **estimates})
        for i, box in enumerate(group.positions[:, 0].argsort(kind="stable")):
            positions: Row = {f"position_{p}": float(share) for p, share in enumerate(group.positions[box], 1)}
            place: Row = {"label": _label(result, group), "box": result.boxes[box], "boxes_with_less": (i + 0.5) / n}
            boxes.append({**names, **place, **positions})
    columns = (
        Column("label", "rules and line-up", Unit.KEY),
        *which,
        Column("box", "box"),
        Column("boxes_with_less", "boxes with less", Unit.SHARE),
        *(Column(f"position_{p}", the_player(p, k).removeprefix("the "), Unit.SHARE) for p in range(1, k + 1)),
    )
    in_words = (
        f"{_label(result, g)} {percent(g.low.value)}, {percent(g.median.value)}, {percent(g.high.value)}" for g in result.groups
    )
    figure = Curves(
        f"{k}p.boxes",
        "position_1",
        (Mark("boxes_with_less", "boxes with less than"),),
        "win share of the start player in a box",
        "boxes with less",
        f"Win share of the start player that 5 %, half and 95 % of boxes lie below: {'; '.join(in_words)}",
        upright=1.0 / k,
        by="label",
    )
    tables = (
        Table(f"{k}p.start_player", "the start player's win share over boxes", shares, tuple(rows), players=k, counts="boxes"),
        Table(f"{k}p.boxes", "expected win share by position", columns, tuple(boxes), players=k, n_open=BOXES_OPEN),
    )
    return Panel(f"{k} players", tables, (figure,), _extent(result), players=k)


def _unknowns(result: OverBoxes) -> Panel:
    k = result.players
    columns = (
        Column("value", "value, or kind of values"),
        Column("explains", "explains", Unit.SHARE),
        Column("chance", "the largest by chance alone", Unit.SHARE),
        Column("is_beyond_chance", "beyond chance", Unit.YES_NO),
        Column("is_kind", "kind of values", Unit.KEY),
        Column("n_values", "values", Unit.KEY),
        Column("present", "present value", Unit.KEY),
    )
    table = Table(
        f"{k}p.{UNKNOWNS}",
        "share of the variance between boxes",
        columns,
        tuple(map(_unknown, result.unknowns)),
        players=k,
        n_open=UNKNOWNS_OPEN,
        counts="boxes",
    )
    drawn = "; ".join(f"{unknown.column.name} {percent(unknown.share.value)}" for unknown in result.unknowns[:MOST_DRAWN])
    figure = Intervals(
        table.key,
        "value",
        (Mark("explains", "explains"),),
        "share of the variance between boxes",
        f"Share of the variance between boxes that each value explains: {drawn}",
        accented="is_beyond_chance",
        most=MOST_DRAWN,
        from_top=True,
    )
    return Panel(f"{k} players", (table,), (figure,), _extent(result), players=k)


def _unknown(unknown: Unknown) -> Row:
    column = unknown.column
    return {
        "value": column.name,
        "explains": unknown.share,
        "chance": unknown.floor,
        "is_beyond_chance": unknown.is_beyond_chance,
        "is_kind": column.is_kind,
        "n_values": len(column.paths),
        "present": None if column.is_kind else present_text(column.row),
    }


def _parts(result: OverBoxes) -> Panel:
    k = result.players
    columns = (
        Column("number", "name", Unit.KEY),
        Column("title", "number"),
        Column("unit", "unit", Unit.KEY),
        Column("mean", "mean over boxes", Unit.BY_ROW),
        Column("part", "part"),
        Column("variance", "variance", Unit.KEY),
        Column("deviation", "standard deviation", Unit.DEVIATION_BY_ROW),
        Column("share", "share of the variance", Unit.PART),
    )
    rows: list[Row] = []
    for split in result.splits:
        number: Row = {"number": split.name, "title": split.title, "unit": Unit.SHARE if split.is_share else Unit.MEAN}
        for part, variance in split.parts.items():
            sizes: Row = {"variance": variance, "deviation": split.deviation(part), "share": split.share(part)}
            rows.append({**number, "mean": split.mean, "part": part, **sizes})
    table = Table(f"{k}p.variance", "where the variance of each number comes from", columns, tuple(rows), players=k, counts="")
    return Panel(f"{k} players", (table,), caption=_extent(result), players=k)


def _extent(result: OverBoxes) -> str:
    return f"{result.n_boxes:,} plausible boxes, {counted(result.n_blocks, 'block')} in each"
