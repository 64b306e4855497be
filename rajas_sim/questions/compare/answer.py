"""What is said and drawn of two runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rajas_sim.analysis.answer import Answer, Card, Column, Finding, Intervals, Mark, Panel, Row, Section, Table, Tone, Unit
from rajas_sim.analysis.comparing.changes import MetricChange, what_changed
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.formatting import capitalised, counted, difference_text, listed
from rajas_sim.analysis.reading.run import Run
from rajas_sim.questions.compare.runs import RunComparison
from rajas_sim.questions.provenance import how_sure_of_runs, provenance_of_runs
from rajas_sim.study.folder.notes import label_of
from rajas_sim.study.rule_sets.differences import Difference, spelled

OLD, NEW = "old", "new"
HOW_TO_READ = (
    "Each number of the new run minus that of the old one. The intervals of the differences hold together for all numbers of a "
    "number of players; those of the old and the new number each stand by themselves. A change is shown if its p-value, adjusted "
    "after Holm for the same numbers, is small enough; its interval, which is adjusted for all numbers at once, may still just "
    "include 0. Figures show the win shares; orange points are changes that are shown."
)
COLUMNS = (
    Column("metric", "metric", Unit.KEY),
    Column("title", "metric"),
    Column("unit", "unit", Unit.KEY),
    Column("old", "old", Unit.BY_ROW),
    Column("new", "new", Unit.BY_ROW),
    Column("difference", "difference", Unit.CHANGE_BY_ROW),
    Column("p_value", "adjusted p", Unit.P_VALUE),
    Column("is_shown", "change shown", Unit.YES_NO),
)


def comparison_answer(old: Run, new: Run, comparisons: Sequence[RunComparison], differing: Sequence[Difference]) -> Answer:
    """Make the answer from what changed, and from what differs between the runs."""
    runs = {OLD: old, NEW: new}
    names = [label_of(run.folder) or run.folder.resolve().name for run in runs.values()]
    about_all = [how_compared(comparisons), *([] if differing else [_nothing_differs()])]
    return Answer(
        question="compare",
        title=f"What changed from {names[0]} to {names[1]}?",
        findings=(*about_all, *map(_finding, comparisons)),
        cards=tuple(map(_card, comparisons)),
        sections=(_differing(runs, differing, [finding.key for finding in about_all]), _numbers(comparisons)),
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
    text = f"The runs had different luck, so nothing is paired: {counts}. With the same seed, smaller changes would show."
    return Finding("not_paired", text)


def _nothing_differs() -> Finding:
    return Finding("nothing_differs", "Nothing differs between their questions, rules, players and versions.")


def _key(comparison: RunComparison, name: str) -> str:
    return ".".join(filter(None, (f"{comparison.players}p", comparison.line_up, name)))


def _title(comparison: RunComparison) -> str:
    return f"{comparison.players} players" + (f", {comparison.line_up}" if comparison.line_up else "")


def _blocks(comparison: RunComparison) -> str:
    """Say how many blocks are compared: of each run, unless these are as many."""
    first, second = comparison.n_blocks
    return counted(first, "block") if first == second else f"{first:,} and {counted(second, 'block')}"


def _size(change: MetricChange) -> str:
    return difference_text(change.difference, is_share=change.metric.is_share)


def _finding(comparison: RunComparison) -> Finding:
    """Say what changed most surely; if nothing did, by how much the win share of the start player differs."""
    who = f"With {comparison.players} players{f', {comparison.where}' if comparison.where else ''},"
    first = comparison.changes[START_PLAYER].difference
    what, shown = what_changed(comparison.free), [change.difference for change in comparison.free if change.is_found]
    if what is not None:
        text, estimates = f"{who} the surest change is in {what}.", (*shown, *([] if first in shown else [first]))
        return Finding(_key(comparison, "changed"), text, estimates, comparison.players)
    if not first.has_interval:
        return Finding(
            _key(comparison, "too_few"), f"{who} one block is too few to say what changed.", players=comparison.players
        )
    text = (
        f"{who} no change is shown; the start player's win share differs by {_size(comparison.changes[START_PLAYER])}, "
        f"n = {counted(first.n, 'block')}."
    )
    return Finding(_key(comparison, "no_change"), text, (first,), comparison.players)


def _card(comparison: RunComparison) -> Card:
    first = comparison.changes[START_PLAYER]
    word, tone = ("no change shown", Tone.UNDECIDED) if not first.is_found else (_size(first), Tone.TOLD)
    findings = (_finding(comparison).key,)
    return Card(
        _title(comparison), f"start player: {word}", findings, f"{_blocks(comparison)}.", tone, players=comparison.players
    )


def _differing(runs: dict[str, Run], differing: Sequence[Difference], findings: Sequence[str]) -> Section:
    folders = {key: run.folder.resolve().name for key, run in runs.items()}
    labels: dict[str, str | None] = {key: label_of(run.folder) or None for key, run in runs.items()}
    rows: list[Row] = [{"what": "run", **folders}]
    if any(labels.values()):
        rows.append({"what": "label", **labels})
    rows += [{"what": row.path, OLD: spelled(row.a), NEW: spelled(row.b)} for row in differing]
    columns = (Column("what", "what differs"), Column(OLD, "old"), Column(NEW, "new"))
    lead = "Questions, rules, players and versions of the two runs; what is not listed is the same."
    panel = Panel("", (Table("differing", "the two runs", columns, tuple(rows)),), findings=tuple(findings))
    return Section("differing", "What differs", lead, (panel,))


def _numbers(comparisons: Sequence[RunComparison]) -> Section:
    return Section("numbers", "The numbers", HOW_TO_READ, tuple(map(_panel, comparisons)))


def _panel(comparison: RunComparison) -> Panel:
    key, finding = _key(comparison, "changes"), _finding(comparison).key
    sizes = "; ".join(f"{c.metric.title} {_size(c)}" for c in comparison.changes.values() if c.metric.is_share)
    figure = Intervals(
        key,
        "title",
        (Mark("difference"),),
        "change of the win share, points",
        f"Changes of win shares with {_title(comparison)}: {sizes}",
        accented="is_shown",
        unit=Unit.POINTS,
    )
    table = Table(key, "every number of both runs", COLUMNS, tuple(_rows(comparison)), players=comparison.players)
    return Panel(_title(comparison), (table,), (figure,), _blocks(comparison), (finding,), comparison.players)


def _rows(comparison: RunComparison) -> Iterator[Row]:
    for change in comparison.changes.values():
        yield {
            "metric": change.metric.name,
            "title": capitalised(change.metric.title),
            "unit": Unit.SHARE if change.metric.is_share else Unit.MEAN,
            "old": change.baseline,
            "new": change.changed,
            "difference": change.difference,
            "p_value": change.p_value,
            "is_shown": change.is_found,
        }
