"""What is said and drawn of two runs."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.answer import Answer, Card, Column, Finding, Intervals, Mark, Panel, Row, Section, Table, Tone, Unit
from rajas_sim.analysis.comparing.changes import MetricChange, what_changed
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.formatting import capitalised, counted, difference_text, listed
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.sentences import finding_with
from rajas_sim.questions.compare.runs import RunComparison
from rajas_sim.questions.provenance import how_sure_of_runs, provenance_of_runs
from rajas_sim.questions.tables import Filled, table_of
from rajas_sim.study.folder.notes import label_of
from rajas_sim.study.rule_sets.differences import Difference, spelled

OLD, NEW = "old", "new"
HOW_TO_READ = (
    "Each number of the new run minus that of the old one. The intervals of the differences hold together for all numbers with "
    "one number of players. Those of the old and the new number each stand by themselves. A change is shown if its p-value is "
    "small enough, adjusted after Holm for the same numbers. Its interval is adjusted for all numbers at once, so it may still "
    "just include 0. Figures show the win shares; orange points are shown changes."
)
COLUMNS: tuple[Filled, ...] = (
    (Column("metric", "metric", Unit.KEY), lambda change: change.metric.name),
    (Column("title", "metric"), lambda change: capitalised(change.metric.title)),
    (Column("unit", "unit", Unit.KEY), lambda change: Unit.SHARE if change.metric.is_share else Unit.MEAN),
    (Column("old", "old", Unit.BY_ROW), lambda change: change.baseline),
    (Column("new", "new", Unit.BY_ROW), lambda change: change.changed),
    Column("difference", "difference", Unit.CHANGE_BY_ROW),
    Column("p_value", "adjusted p", Unit.P_VALUE),
    (Column("is_shown", "change shown", Unit.YES_NO), lambda change: change.is_found),
)
"""Of a table with a row for each `MetricChange`."""
NOTHING_DIFFERS = Finding("nothing_differs", "The two runs have the same questions, rules, players and versions.")


def comparison_answer(old: Run, new: Run, comparisons: Sequence[RunComparison], differing: Sequence[Difference]) -> Answer:
    """Make the answer from what changed, and from what differs between the runs."""
    runs = {OLD: old, NEW: new}
    names = [label_of(run.folder) or run.folder.resolve().name for run in runs.values()]
    about_all = [how_compared(comparisons), *([] if differing else [NOTHING_DIFFERS])]
    numbers = Section("numbers", "The numbers", HOW_TO_READ, tuple(map(_panel, comparisons)))
    return Answer(
        question="compare",
        title=f"What changed from {names[0]} to {names[1]}?",
        findings=(*about_all, *map(_finding, comparisons)),
        cards=tuple(map(_card, comparisons)),
        sections=(_differing(runs, differing, [finding.key for finding in about_all]), numbers),
        how_sure=how_sure_of_runs(runs),
        provenance=provenance_of_runs(runs),
    )


def how_compared(comparisons: Sequence[RunComparison]) -> Finding:
    """Say whether blocks were paired, and how many there were."""
    players: dict[str, list[str]] = {}
    for comparison in comparisons:
        players.setdefault(_blocks(comparison), []).append(str(comparison.players))
    counts = listed([f"{blocks} with {listed(list(dict.fromkeys(k)))} players" for blocks, k in players.items()])
    if comparisons[0].is_paired:
        return Finding("paired", f"Both runs had the same luck, so their blocks are paired: {counts}.")
    text = (
        f"The runs had different luck, so their blocks are not paired: {counts}. With the same seed, smaller changes would show."
    )
    return Finding("not_paired", text)


def _key(comparison: RunComparison, name: str) -> str:
    return ".".join(filter(None, (comparison.line_up, name)))


def _title(comparison: RunComparison) -> str:
    return f"{comparison.players} players" + (f", {comparison.line_up}" if comparison.line_up else "")


def _blocks(comparison: RunComparison) -> str:
    """Say how many blocks are compared: of each run, unless these are as many."""
    first, second = comparison.n_blocks
    return counted(first, "block") if first == second else f"{first:,} and {counted(second, 'block')}"


def _size(change: MetricChange) -> str:
    return difference_text(change.difference, is_share=change.metric.is_share)


def _finding(comparison: RunComparison) -> Finding:
    """Describe the surest change; without one, how the win share of the start player differs."""
    first = comparison.changes[START_PLAYER]
    shown = [change.difference for change in comparison.free if change.is_found]
    what, others = what_changed(comparison.free), [first.difference] if first.difference not in shown else []
    if what is not None:
        key, text, estimates = "changed", f"the surest change is in {what}", [*shown, *others]
    elif not first.difference.has_interval:
        key, text, estimates = "too_few", "one block is too few to say what changed", []
    else:
        differs = f"The start player's win share differs by {_size(first)}, n = {counted(first.difference.n, 'block')}"
        key, text, estimates = "no_change", f"no change is shown. {differs}", [first.difference]
    return finding_with(comparison.players, _key(comparison, key), text, *estimates, which=comparison.where)


def _card(comparison: RunComparison) -> Card:
    first = comparison.changes[START_PLAYER]
    word, tone = (_size(first), Tone.PLAIN) if first.is_found else ("no change shown", Tone.UNDECIDED)
    keys = (_finding(comparison).key,)
    return Card(_title(comparison), f"start player: {word}", keys, f"{_blocks(comparison)}.", tone, comparison.players)


def _differing(runs: dict[str, Run], differing: Sequence[Difference], findings: Sequence[str]) -> Section:
    folders = {key: run.folder.resolve().name for key, run in runs.items()}
    labels: dict[str, str | None] = {key: label_of(run.folder) or None for key, run in runs.items()}
    rows: list[Row] = [{"what": "run", **folders}]
    if any(labels.values()):
        rows.append({"what": "label", **labels})
    rows += [{"what": row.path, OLD: spelled(row.a), NEW: spelled(row.b)} for row in differing]
    columns = (Column("what", "what differs"), Column(OLD, "old"), Column(NEW, "new"))
    lead = "Questions, rules, players and versions of the two runs. Whatever is not listed is the same."
    panel = Panel("", (Table("differing", "the two runs", columns, tuple(rows)),), findings=tuple(findings))
    return Section("differing", "What differs", lead, (panel,))


def _panel(comparison: RunComparison) -> Panel:
    k, title, changes = comparison.players, _title(comparison), comparison.changes.values()
    table = table_of(f"{k}p.{_key(comparison, 'changes')}", "every number of both runs", changes, COLUMNS, players=k)
    sizes = "; ".join(f"{c.metric.title} {_size(c)}" for c in changes if c.metric.is_share)
    axis, alt = "change of the win share, points", f"Changes of win shares with {title}: {sizes}"
    figure = Intervals(table.key, "title", (Mark("difference"),), axis, alt, accented="is_shown", unit=Unit.POINTS)
    return Panel(title, (table,), (figure,), _blocks(comparison), (_finding(comparison).key,), k)
