"""The answer to a question that was asked in many plausible boxes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rajas_sim.analysis.answer import (
    Answer,
    Card,
    Cell,
    Column,
    Curves,
    Finding,
    Intervals,
    Mark,
    Panel,
    Section,
    Table,
    Tone,
    Unit,
)
from rajas_sim.analysis.blocks_needed import blocks_to_narrow
from rajas_sim.analysis.formatting import (
    counted,
    difference_text,
    distance_text,
    is_interval_too_wide,
    percent,
    share_text,
    the_player,
)
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause, one_sentence
from rajas_sim.analysis.results import PlayerCountResults, results_of
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.population import SHAPE_TEST
from rajas_sim.analysis.statistics.random_effects import LUCK
from rajas_sim.analysis.winning.ensemble_note import holds_text, read_note
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.ensemble.estimates import BOX, EnsembleResult, StartPlayerShares
from rajas_sim.questions.ensemble.form import UNKNOWNS, present_text
from rajas_sim.questions.ensemble.play import PlayedInBoxes
from rajas_sim.questions.headline import MOST_HEADINGS, HeadlineRow, headline_of
from rajas_sim.questions.meanings import meanings_of
from rajas_sim.questions.provenance import how_sure, provenance

MOST_NAMED = 3
"""A sentence names at most this many unknown values."""
MOST_DRAWN = 25
"""The figure has bars for at most this many unknown values."""
PARTS_OPEN = (0.05, 0.25, 0.5, 0.75, 0.95)
"""From the curve of boxes below a share, the terminal shows where these parts of the boxes are reached."""
BOXES_IN_SHORT, UNKNOWNS_IN_SHORT = 5, 15
"""Number of rows of a long table that are shown where room is short."""
NARROW = 0.1
"""How far the interval of a part of boxes should reach to either side when a card says how many boxes are needed."""
ABOUT_HEADLINE = (
    "The start player's win share in plausible boxes, in points from an even share. Shown are the median box, the box that 5 % "
    "of boxes lie below, and the box that 5 % of boxes lie above."
)
ABOUT_BOXES = (
    "In what part of all plausible boxes the start player's win share is below a value. Luck makes measured shares spread wider "
    "than expected shares; this extra spread is taken off. No shape of the spread is assumed, so it may have two humps. With "
    "much luck the band is wide; more blocks in each box narrow it. The upright line is an even share."
)
NOTE_ON_LEFT_OUT = (
    "\u2013: luck alone may make the boxes on that side differ from the median as much as they do. The estimate then gives them "
    "all the same share, so the median may differ from the mean. More blocks in each box would tell."
)
ABOUT_UNKNOWNS = (
    "How much of the variance between boxes each assumed value, or each kind of values, explains (given-data first-order "
    "index). The variance is that of the start player's win share. Orange values explain more than the largest would by chance "
    "alone in 95 % of cases. `rajas components ask` prints the values as a form."
)
ABOUT_PARTS = (
    "The variance of each number, measured in one box over the blocks played there. It is split into differences between boxes, "
    "differences between rule sets and line-ups (if there are several), and luck. Each part is given as a standard deviation. "
    "The squares of the standard deviations add up."
)


def ensemble_answer(played: PlayedInBoxes) -> Answer:
    """Make the answer from what was played in many boxes."""
    results = played.results
    n_rules, n_boxes = len({group.arm for group in results[0].groups}), results[0].n_boxes
    rules_text = f", {n_rules} rule sets in each" if n_rules > 1 else ""
    boxes_text = f"{n_boxes:,} plausible boxes and the experiment's own{rules_text}"
    with_unknowns = [result for result in results if any(unknown.is_beyond_chance for unknown in result.unknowns)]
    sections = [Section("boxes", "From box to box", ABOUT_BOXES, tuple(map(_boxes_panel, results)))]
    if with_unknowns:
        title = "What to read off a real box first"
        sections.append(Section("unknowns", title, ABOUT_UNKNOWNS, tuple(map(_unknowns_panel, with_unknowns))))
    sections.append(Section("parts", "Boxes or luck", ABOUT_PARTS, tuple(map(_parts_panel, results))))
    results_and_folders = zip(results, played.folders, strict=True)
    files = {"Boxes": str(played.boxes), **{f"Run {result.players}p": str(folder) for result, folder in results_and_folders}}
    files |= {"Report": str(played.report)} if played.report is not None else {}
    cards = tuple(map(_card, results))
    drawn_groups = [(result, group) for result in results for group in result.groups]
    if len(drawn_groups) > MOST_HEADINGS:
        drawn_groups = [(result, result.groups[0]) for result in results]
    rows = [row for result, group in drawn_groups for row in _headline_rows(result, group)]
    return Answer(
        question="ensemble",
        title="Does the answer hold in other plausible boxes?",
        findings=tuple(
            finding
            for result, own_results in zip(results, results_of(played.own_run), strict=True)
            for finding in (*_findings(result), *_verdict_findings(own_results))
        ),
        in_one_sentence=one_sentence(map(_clause, results)),
        cards=cards,
        meanings=meanings_of(cards),
        headline=headline_of(rows, {Unit.POINTS: "points from an even share"}, ABOUT_HEADLINE, is_centred=True),
        sections=tuple(sections),
        how_sure=how_sure(played.runs, boxes_text, played.own_run),
        provenance=provenance([*played.runs, played.own_run]),
        files=files,
    )


def _findings(result: EnsembleResult) -> Iterator[Finding]:
    """Yield a finding for each rule set and line-up, one about variances, and one about unknown values if boxes differ."""
    for group in result.groups:
        yield _start_player_finding(result, group)
    yield _variance_finding(result)
    if result.unknowns:
        yield _unknowns_finding(result)


def _start_player_finding(result: EnsembleResult, group: StartPlayerShares) -> Finding:
    """Say in what part of boxes the start player wins less than an even share (or more, if that is larger), and the spread."""
    arm, line_up = _group_names(result, group)
    group_text = ", ".join(f"{kind} '{name}'" for kind, name in (("rules", arm), ("line-up", line_up)) if name)
    is_below, boxes_share = _larger_part(group)
    side = "less" if is_below else "more"
    n_text = f"({result.n_boxes:,} were played)"
    text = f"the start player wins {side} than an even share in {share_text(boxes_share)} of plausible boxes {n_text}"
    if is_interval_too_wide(boxes_share):
        text = f"{result.n_boxes:,} boxes are too few to tell in how many the start player wins less than an even share"
    text += f". {_spread_text(group)}"
    key = ".".join(filter(None, (arm, line_up, "start_player")))
    shares = (group.below, group.median, group.quantile_5, group.quantile_95)
    return Finding.about(result.players, key, text, *shares, qualifier=group_text)


def _verdict_findings(own_results: PlayerCountResults) -> Iterator[Finding]:
    """Repeat each verdict of the experiment in its own box, and say in how many boxes it holds, as the report does."""
    run = own_results.run
    note = read_note(run.folder)
    for seats in own_results.seats:
        holds, verdict = holds_text(run, seats, note), seats.verdict_finding
        if holds:
            sentence = (
                f"{verdict.sentence} That is in the experiment's own box, over {counted(seats.n_blocks, 'block')}. {holds}."
            )
            yield replace(verdict, key=f"{verdict.key}_holds", sentence=sentence)


def _spread_text(group: StartPlayerShares) -> str:
    """Say between which shares most boxes lie; an end that coincides with the median is left out."""
    below_median, above_median = _outer_shares(group)
    if below_median is above_median is None:
        reason = "luck alone may make boxes differ as much as they do, and more blocks would tell"
        return f"As far as these blocks tell, all boxes have one share, {share_text(group.median)}: {reason}"
    ends = [f"less than {share_text(below_median)}"] if below_median is not None else []
    ends += [f"more than {share_text(above_median)}"] if above_median is not None else []
    return f"The median share is {share_text(group.median)}. One box in twenty has {' and one in twenty '.join(ends)}"


def _outer_shares(group: StartPlayerShares) -> tuple[Estimate | None, Estimate | None]:
    """Return the shares that 5 % of boxes lie below and above; None for a share that the estimate puts at the median."""
    # A tenth of a percentage point is the last digit that texts show.
    median = round(group.median.value, 3)
    below_median, above_median = (
        share if round(share.value, 3) != median else None for share in (group.quantile_5, group.quantile_95)
    )
    return below_median, above_median


def _variance_finding(result: EnsembleResult) -> Finding:
    """Say by how much the start player's share differs between boxes and by luck, as standard deviations."""
    split = result.of_start_player
    box_deviation, luck_deviation = split.deviation(BOX), split.deviation(LUCK)
    box_text, luck_text = (distance_text(deviation, is_share=True) for deviation in (box_deviation, luck_deviation))
    text = (
        f"the start player's share differs between boxes by a standard deviation of {box_text}, with luck taken off. "
        f"Luck adds {luck_text} over {counted(result.n_blocks, 'block')}"
    )
    return Finding.about(result.players, "variance", text, box_deviation, luck_deviation)


def _unknowns_finding(result: EnsembleResult) -> Finding:
    """Name the assumed values, or kinds of values, that explain most, if more than chance may; or say that none is shown to."""
    beyond_chance = [unknown for unknown in result.unknowns if unknown.is_beyond_chance][:MOST_NAMED]
    if not beyond_chance:
        text = (
            f"in these {result.n_boxes:,} boxes no assumed value, and no kind of values, is shown to explain more of the "
            "variance between boxes than chance may. It remains open which of them matter; more boxes may show it"
        )
        return Finding.about(result.players, "unknowns", text)
    texts = "; ".join(
        f"{unknown.column.name} {share_text(unknown.share)}, by chance alone up to {percent(unknown.floor)}"
        for unknown in beyond_chance
    )
    text = "these assumed values, or kinds of values, explain the largest shares of the variance between boxes"
    return Finding.about(result.players, "unknowns", f"{text}: {texts}", *(unknown.share for unknown in beyond_chance))


def _group_names(result: EnsembleResult, group: StartPlayerShares) -> tuple[str, str]:
    """Return the names of the rule set and of the line-up; each is empty if there is only one."""
    return (group.arm if len({other.arm for other in result.groups}) > 1 else "", group.line_up)


def _group_label(result: EnsembleResult, group: StartPlayerShares) -> str:
    return ", ".join(name for name in _group_names(result, group) if name)


def _larger_part(group: StartPlayerShares) -> tuple[bool, Estimate]:
    """Return whether at least half of the boxes lie below an even share of the start player, and the share of the larger side."""
    is_below = group.below.value >= 0.5
    return is_below, group.below if is_below else group.below.subtracted_from(1.0, group.below.name)


def _is_undecided(group: StartPlayerShares) -> bool:
    return group.below.low < 0.5 < group.below.high


def _clause(result: EnsembleResult) -> Clause:
    """Say for the first rule set and line-up whether the start player wins less or more than its share in most boxes."""
    first_group = result.groups[0]
    label = _group_label(result, first_group)
    if _is_undecided(first_group):
        text = "it is undecided whether the start player wins less or more than its share in most plausible boxes"
        return Clause(result.players, text, UNDECIDED, label, _median_text(result), "points from even in the median box")
    is_below, boxes_share = _larger_part(first_group)
    text = f"the start player wins {'less' if is_below else 'more'} than its share in most plausible boxes"
    return Clause(result.players, text, "", label, share_text(boxes_share), "of them")


def _median_text(result: EnsembleResult) -> str:
    """Write how far from even the start player is in the median box, with its interval: points, without the word."""
    return difference_text(result.groups[0].median.minus(1.0 / result.players), is_share=True).replace(" points", "")


def _card(result: EnsembleResult) -> Card:
    """Make a card of the first rule set and line-up; it has all findings."""
    first_group = result.groups[0]
    is_below, boxes_share = _larger_part(first_group)
    side = "below" if is_below else "above"
    word, tone = f"{side} even in most boxes", Tone.PLAIN
    number, measure = share_text(boxes_share), f"of plausible boxes: the start player {side} even"
    if _is_undecided(first_group):
        n_boxes = f"{blocks_to_narrow(boxes_share, NARROW):,}"
        tone, word = Tone.UNDECIDED, f"UNDECIDED: more blocks in each box, or some {n_boxes} boxes, would tell"
    if is_interval_too_wide(boxes_share):
        number = _median_text(result)
        measure = f"points from even in the median box; too few boxes to say how many lie {side} even"
    label, keys = _group_label(result, first_group), tuple(finding.key for finding in _findings(result))
    title = f"{result.players} players: the start player{f' ({label})' if label else ''}"
    extent = f"{counted(result.n_blocks, 'block')} in each of {result.n_boxes:,} boxes, all under the same luck."
    return Card(title, word, keys, extent, tone, result.players, number, measure)


def _headline_rows(result: EnsembleResult, group: StartPlayerShares) -> Iterator[HeadlineRow]:
    """Yield how far from even the start player is in the median box and in the outer ones, if these differ from it."""
    heading, even_share = ", ".join(filter(None, (f"{result.players} players", _group_label(result, group)))), 1 / result.players
    below_median, above_median = _outer_shares(group)
    shares = {"5 % lie below": below_median, "median box": group.median, "5 % lie above": above_median}
    for label, share in shares.items():
        if share is None:
            continue
        yield HeadlineRow(heading, label, share.minus(even_share), is_filled=label == "median box")


def _boxes_panel(result: EnsembleResult) -> Panel:
    """Show and draw how the start player's share spreads over boxes, for each rule set and line-up, and list all boxes."""
    tables = (_shares_table(result), _spread_table(result), _boxes_table(result))
    return Panel(f"{result.players} players", tables, (_spread_figure(result),), _extent_text(result), players=result.players)


def _group_columns(result: EnsembleResult) -> tuple[Column, Column]:
    """Return the columns of the rule set and the line-up; each is shown only if there are several."""
    has_several_arms, has_several_line_ups = (
        any(names) for names in zip(*(_group_names(result, group) for group in result.groups), strict=True)
    )
    return (
        Column("arm", "rules", Unit.WORD if has_several_arms else Unit.KEY),
        Column("line_up", "line-up", Unit.WORD if has_several_line_ups else Unit.KEY),
    )


def _shares_table(result: EnsembleResult) -> Table:
    """Show the start player's share over boxes, a row for each rule set and line-up."""
    columns: tuple[FilledColumn, ...] = (
        *_group_columns(result),
        (
            Column("own_box", "in this experiment's box, over the same number of blocks", Unit.SHARE),
            lambda group: group.own_share,
        ),
        (Column("below_even", "boxes below even", Unit.SHARE), lambda group: group.below),
        (Column("low", "5 % of boxes are below", Unit.SHARE), lambda group: _outer_shares(group)[0]),
        Column("median", "median", Unit.SHARE),
        (Column("high", "95 % of boxes are below", Unit.SHARE), lambda group: _outer_shares(group)[1]),
        (Column("shape", f"normally distributed ({SHAPE_TEST})", Unit.P_VALUE), lambda group: group.population.normality_p_value),
    )
    has_left_out = any(None in _outer_shares(group) for group in result.groups)
    title, note = "the start player's win share over boxes", NOTE_ON_LEFT_OUT if has_left_out else ""
    key = f"{result.players}p.start_player"
    return table_of(key, title, result.groups, columns, note=note, players=result.players, counts="")


def _spread_table(result: EnsembleResult) -> Table:
    """Show in what part of boxes the start player's share is below a value."""
    k = result.players
    cells: list[tuple[Cell, ...]] = []
    row_indices_in_short: list[int] = []
    for group in result.groups:
        row_indices_in_short += [len(cells) + i for i in _rows_in_terminal(group)]
        curve = zip(group.population.limits.tolist(), group.population.below, strict=True)
        cells.extend((_group_label(result, group), group.arm, group.line_up, limit, below) for limit, below in curve)
    columns = (
        Column("label", "rules and line-up", Unit.KEY),
        *_group_columns(result),
        Column("share", "win share of the start player", Unit.SHARE),
        Column("boxes_with_less", "boxes with less", Unit.SHARE),
    )
    key, title = f"{k}p.spread", "boxes with less than a share"
    return table_of_cells(key, title, cells, columns, players=k, row_indices_in_short=tuple(row_indices_in_short))


def _boxes_table(result: EnsembleResult) -> Table:
    """List all boxes, in the order of the start player's measured share."""
    k = result.players
    cells: list[tuple[Cell, ...]] = []
    for group in result.groups:
        boxes_in_order = group.positions[:, 0].argsort(kind="stable")
        cells.extend((group.arm, group.line_up, result.boxes[box], *group.positions[box].tolist()) for box in boxes_in_order)
    columns = (
        *_group_columns(result),
        Column("box", "box"),
        *(Column(f"position_{p}", the_player(p, k).removeprefix("the "), Unit.SHARE) for p in range(1, k + 1)),
    )
    return table_of_cells(
        f"{k}p.boxes", "measured win share by position", cells, columns, players=k, n_rows_in_short=BOXES_IN_SHORT
    )


def _spread_figure(result: EnsembleResult) -> Curves:
    """Draw the table of `_spread_table`, with an upright line at an even share."""
    k = result.players
    shares_text = "; ".join(
        f"{_group_label(result, group)} "
        f"{', '.join(percent(share.value) for share in (group.quantile_5, group.median, group.quantile_95))}"
        for group in result.groups
    )
    axes = ("win share of the start player in a box", "boxes with less")
    marks = (Mark("boxes_with_less", "boxes with less than"),)
    alt = f"Win share of the start player that 5 %, half and 95 % of boxes lie below: {shares_text}"
    return Curves(f"{k}p.spread", "share", marks, *axes, alt, upright=1.0 / k, by="label")


def _rows_in_terminal(group: StartPlayerShares) -> list[int]:
    """Return the rows of the curve that the terminal shows: those where `PARTS_OPEN` are reached, and the one before."""
    boxes_with_less = np.array([estimate.value for estimate in group.population.below])
    rows = [int((boxes_with_less >= part).argmax()) for part in PARTS_OPEN]
    return sorted({max(rows[0] - 1, 0), *rows})


def _unknowns_panel(result: EnsembleResult) -> Panel:
    """Show and draw what part of the variance between boxes each value, and each kind of values, explains."""
    k, title = result.players, "share of the variance between boxes"
    columns: tuple[FilledColumn, ...] = (
        (Column("value", "value, or kind of values"), lambda unknown: unknown.column.name),
        (Column("explains", "explains", Unit.SHARE), lambda unknown: unknown.share),
        (Column("chance", "the largest by chance alone", Unit.SHARE), lambda unknown: unknown.floor),
        Column("is_beyond_chance", "beyond chance", Unit.YES_NO),
        (Column("is_kind", "kind of values", Unit.KEY), lambda unknown: unknown.column.is_kind),
        (Column("n_values", "values", Unit.KEY), lambda unknown: len(unknown.column.paths)),
        (
            Column("present", "present value", Unit.KEY),
            lambda unknown: None if unknown.column.is_kind else present_text(unknown.column.row),
        ),
    )
    key = f"{k}p.{UNKNOWNS}"
    table = table_of(key, title, result.unknowns, columns, players=k, n_rows_in_short=UNKNOWNS_IN_SHORT, counts="boxes")
    drawn_text = "; ".join(f"{unknown.column.name} {percent(unknown.share.value)}" for unknown in result.unknowns[:MOST_DRAWN])
    alt, marks = f"Share of the variance between boxes that each value explains: {drawn_text}", (Mark("explains", "explains"),)
    figure = Intervals(key, "value", marks, title, alt, stressed="is_beyond_chance", max_rows=MOST_DRAWN, from_top=True)
    return Panel(f"{k} players", (table,), (figure,), _extent_text(result), players=k)


def _parts_panel(result: EnsembleResult) -> Panel:
    """Show for each headline number the parts of its variance, one row for each part."""
    k = result.players
    columns: tuple[FilledColumn, ...] = (
        (Column("number", "name", Unit.KEY), lambda item: item[0].metric.name),
        (Column("title", "number"), lambda item: item[0].metric.title),
        (Column("unit", "unit", Unit.KEY), lambda item: Unit.SHARE if item[0].metric.is_share else Unit.MEAN),
        (Column("mean", "mean over boxes", Unit.BY_ROW), lambda item: item[0].mean),
        (Column("part", "part"), lambda item: item[1]),
        (Column("variance", "variance", Unit.KEY), lambda item: item[0].parts[item[1]]),
        (Column("deviation", "standard deviation", Unit.DEVIATION_BY_ROW), lambda item: item[0].deviation(item[1])),
    )
    splits_and_parts = [(split, part) for split in result.splits for part in split.parts]
    title = "how far each number moves from box to box, and by luck within a box"
    table = table_of(f"{k}p.variance", title, splits_and_parts, columns, players=k, counts="")
    return Panel(f"{k} players", (table,), caption=_extent_text(result), players=k)


def _extent_text(result: EnsembleResult) -> str:
    return f"{result.n_boxes:,} plausible boxes, {counted(result.n_blocks, 'block')} in each"
