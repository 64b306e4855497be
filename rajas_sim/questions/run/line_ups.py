"""The start player in each of several line-ups, such as strategies that each play against themselves."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.answer import Cell, Column, Mark, Panel, Section, Unit
from rajas_sim.analysis.comparing.line_up_changes import LineUpChanges
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.formatting import share_text, tolerance_points
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.analysis.winning.ladder import Ladder, Rung, side_of
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.run.topic import FigureOfChanges, FigureOfShares, Topic, keys_of

MOST_OPEN = 12
"""With more rows in a figure, figures are folded away."""


def ladder_topic(ladders: Sequence[Ladder]) -> Topic:
    """Show the start player's share in every line-up."""
    differing_noun = ladders[0].wording.differing_noun
    condition_text = (
        " where everybody at the table plays the same strategy" if differing_noun == "strategy" else ", line-up by line-up"
    )
    how_to_read = (
        f"The start player\u2019s share of games won{condition_text}. The line is an even share, and the grey band is "
        f"\u00b1{tolerance_points(ladders[0].tolerance)} around it. Bars are intervals that hold for all rows of a figure "
        "together. The intervals of a card hold for the seats of its line-up. So the figure may decide what a card leaves "
        "undecided, or a card what the figure leaves undecided. Red: the whole interval lies beyond the band."
    )
    return Topic(
        Section(
            "ladder", f"The start player, {differing_noun} by {differing_noun}", how_to_read, tuple(map(_ladder_panel, ladders))
        )
    )


def _ladder_panel(ladder: Ladder) -> Panel:
    """Show and draw the start player's share in each line-up, in the second colour where it lies beyond the tolerance."""
    k, even_share, differing_noun = ladder.players, 1.0 / ladder.players, ladder.wording.differing_noun

    def is_beyond(rung: Rung) -> bool:
        return rung.share.low > even_share + ladder.tolerance or rung.share.high < even_share - ladder.tolerance

    columns: tuple[FilledColumn, ...] = (
        (Column("line_up", differing_noun), lambda rung: rung.label),
        Column("share", "start player wins", Unit.SHARE),
        (Column("difference", "from an even share", Unit.POINTS), lambda rung: rung.share.value - even_share),
        (Column("side", "less or more"), lambda rung: str(rung.side)),
        (Column("verdict", "verdict on all seats"), lambda rung: str(rung.ruling)),
        (Column("is_beyond", "beyond the tolerance", Unit.KEY), is_beyond),
        (Column("blocks", "blocks", Unit.COUNT), lambda rung: rung.share.n),
    )
    note = "These intervals hold for all line-ups together. The intervals of a verdict hold for the seats of its line-up."
    table = table_of(f"{k}p.ladder", "the start player", ladder.rungs, columns, note=note, players=k)
    shares_text = "; ".join(f"{rung.label}: {share_text(rung.share)}" for rung in ladder.rungs)
    axis, alt = "the start player\u2019s win share", f"Win share of the start player with {k} players. {shares_text}"
    marks, tolerance = (Mark("share"),), ladder.tolerance
    figure = FigureOfShares(table.key, "line_up", marks, axis, alt, reference=even_share, tolerance=tolerance)
    caption = f"{_range_text([rung.share.n for rung in ladder.rungs])} blocks for each {differing_noun}"
    return Panel(f"{k} players", (table,), (figure,), caption, keys_of(ladder.findings), k)


def line_up_changes_topic(results: Sequence[PlayerCountResults]) -> Topic | None:
    """Show what each rule set changes in every line-up; ``None`` if there are not several line-ups."""
    results_with_changes = [(result, result.line_up_changes) for result in results if result.line_up_changes is not None]
    if not results_with_changes:
        return None
    first_changes = results_with_changes[0][1]
    differing_noun, n_rows = first_changes.wording.differing_noun, sum(len(arm.by_line_up) for arm in first_changes.arms)
    how_to_read = (
        "By how many percentage points a rule set changes the start player\u2019s share of games won, compared with "
        f"\u2018{first_changes.baseline}\u2019 under the same luck. Bars are intervals. For each number of players, the "
        f"intervals of one metric hold together for all rule sets and {first_changes.wording.noun}s. "
        "Red: the interval leaves out 0."
    )
    title = f"What the changes do, {differing_noun} by {differing_noun}"
    fold = f"The changes in each {first_changes.wording.noun}"
    panels = tuple(_line_up_changes_panel(result, line_up_changes) for result, line_up_changes in results_with_changes)
    return Topic(Section("moves", title, how_to_read, panels, fold=fold if n_rows > MOST_OPEN else ""))


def _line_up_changes_panel(result: PlayerCountResults, line_up_changes: LineUpChanges) -> Panel:
    """Show what each rule set changes in each line-up, a row for each pair, and draw the first metric."""
    k, has_several_arms = result.players, len(line_up_changes.arms) > 1
    columns = [Column("arm", "arm", Unit.KEY), Column("rules", "rules"), Column("line_up", line_up_changes.wording.noun)]
    columns += [Column("label", "label", Unit.KEY), Column("is_shown", "is shown", Unit.KEY)]
    for metric in line_up_changes.metrics:
        columns += [
            Column(metric.name, metric.title, Unit.POINTS if metric.is_share else Unit.CHANGE),
            Column(f"{metric.name}.direction", "direction"),
        ]
    cells: list[tuple[Cell, ...]] = []
    for arm_changes in line_up_changes.arms:
        rules_title = result.run.title(arm_changes.arm)
        for label, changes in arm_changes.by_line_up.items():
            row_names = (arm_changes.arm, rules_title, label, f"{rules_title}, {label}" if has_several_arms else label)
            change_cells = (cell for change in changes.values() for cell in (change, str(side_of(change, 0.0))))
            cells.append((*row_names, changes[START_PLAYER].excludes(0.0), *change_cells))
    title, first_metric = f"changes from '{line_up_changes.baseline}' under the same luck", line_up_changes.metrics[0]
    table = table_of_cells(f"{k}p.moves", title, cells, columns, players=k)
    axis = f"change of the {first_metric.title}, points"
    alt = f"Change of the {first_metric.title} by each rule set in each {line_up_changes.wording.noun} with {k} players"
    figure = FigureOfChanges(table.key, "label", (Mark(first_metric.name),), axis, alt, max_rows=60)
    n_blocks = [change.n for arm in line_up_changes.arms for changes in arm.by_line_up.values() for change in changes.values()]
    caption = f"{_range_text(n_blocks)} blocks for each {line_up_changes.wording.differing_noun}"
    return Panel(f"{k} players", (table,), (figure,), caption, keys_of(line_up_changes.findings), k)


def _range_text(numbers: Sequence[int]) -> str:
    """Write the least and the largest of several numbers; one of them if they are equal."""
    return " to ".join(f"{n:,}" for n in dict.fromkeys((min(numbers), max(numbers))))
