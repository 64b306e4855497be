"""What changed between two runs, from the numbers that both have, and the answer.

Runs with the same seed have the same luck in each block, so their blocks are paired, as far as both have them. Other runs are
compared by the intervals of each. Intervals hold together for all groups of games and metrics of a number of players
(Bonferroni), and a change is shown if its interval excludes 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rajas_sim.analysis.answer import Answer, Card, Cell, Column, Finding, Intervals, Mark, Panel, Section, Tone, Unit
from rajas_sim.analysis.blocks_needed import narrowing_text
from rajas_sim.analysis.comparing.changes import MetricChange, changes, shown_changes, surest_change_text
from rajas_sim.analysis.comparing.differences import Differences, PairedDifferences, UnpairedDifferences
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metrics, block_values, metrics_of
from rajas_sim.analysis.formatting import (
    capitalised,
    counted,
    difference_text,
    distance_text,
    listed,
    number,
    percent,
    tolerance_points,
)
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause, one_sentence
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.intervals import ONE_LOOK
from rajas_sim.core.errors import InputError
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.compare.what_differs import title_of, what_differs
from rajas_sim.questions.headline import HeadlineRow, headline_of
from rajas_sim.questions.meanings import meanings_of
from rajas_sim.questions.provenance import how_sure_of_runs, provenance_of_runs
from rajas_sim.study.design import line_up_label
from rajas_sim.study.differences import Difference, readable_value
from rajas_sim.study.folder.notes import label_of


@dataclass(frozen=True, slots=True)
class RunComparison:
    """What changed from one run to another in the games of one group.

    Attributes
    ----------
    players
        Number of players.
    line_up
        The line-up, if the question is asked of several: its label, such as the strategy on every seat; else None.
    is_paired
        Whether the blocks of both runs had the same luck.
    are_same
        Whether every block has the same values in both runs.
    n_blocks
        Number of compared blocks of the old run, and of the new one.
    line_up_text
        The line-up in words; empty if there is one line-up only.
    metrics
        The numbers that both runs have.
    changes
        Changes by name of the metric.
    """

    players: int
    line_up: str | None
    is_paired: bool
    are_same: bool
    n_blocks: tuple[int, int]
    line_up_text: str
    metrics: Metrics
    changes: Mapping[str, MetricChange]

    @property
    def free_changes(self) -> list[MetricChange]:
        """The changes of the numbers that can change independently."""
        return [self.changes[metric.name] for metric in self.metrics.free]


def compare_runs(old: Run, new: Run) -> tuple[RunComparison, ...]:
    """Compare the baselines of two runs of one game, for each number of players that both have.

    The metrics are those of `metrics_of` that both runs have, so strategies are compared under labels that both runs know.

    Raises
    ------
    InputError
        If the runs are of different games, or have no number of players, or no line-up, in common.
    """
    if old.manifest.game != new.manifest.game:
        games = old.manifest.game, new.manifest.game
        raise InputError(f"{old.folder} is a run of {games[0]}, {new.folder} one of {games[1]}; nothing to compare")
    shared_players = [k for k in old.players if k in new.players]
    comparisons = tuple(comparison for k in shared_players for comparison in _comparisons(old, new, k))
    if not comparisons:
        missing_text = "a number of players" if not shared_players else "a line-up"
        raise InputError(f"{old.folder} and {new.folder} do not have {missing_text} in common; nothing to compare")
    return comparisons


def _comparisons(old: Run, new: Run, players: int) -> list[RunComparison]:
    """Compare two runs with one number of players: in all games, or in each common line-up if either asks about several."""
    runs_by_line_up = _compared_games(old, new, players)
    differences_by_line_up = {line_up: _differences(*both_runs, players) for line_up, both_runs in runs_by_line_up.items()}
    comparisons = []
    for line_up, metric_changes in changes(differences_by_line_up, min(old.level, new.level)).items():
        metrics, (old_values, new_values) = differences_by_line_up[line_up].metrics, differences_by_line_up[line_up].blocks
        is_paired = isinstance(differences_by_line_up[line_up], PairedDifferences)
        are_same = is_paired and np.array_equal(old_values, new_values, equal_nan=True)
        line_up_text, n_blocks = _line_up_text(runs_by_line_up[line_up][1], players, line_up), (len(old_values), len(new_values))
        comparison = RunComparison(players, line_up, is_paired, are_same, n_blocks, line_up_text, metrics, metric_changes)
        comparisons.append(comparison)
    return comparisons


def _differences(old: Run, new: Run, players: int) -> Differences:
    """Return the differences of the metrics that both runs have; with the same seed, of the blocks that both have."""
    metrics = _shared_metrics(metrics_of(old, players), metrics_of(new, players))
    old_values, new_values = (block_values(run, players, metrics, run.arms[:1])[run.arms[0]] for run in (old, new))
    n_orders = old.n_alternating_orders(players), new.n_alternating_orders(players)
    if old.manifest.seed != new.manifest.seed:
        return UnpairedDifferences.of(metrics, old_values, new_values, n_orders)
    n_shared = min(len(old_values), len(new_values))
    return PairedDifferences.of(metrics, old_values[:n_shared], new_values[:n_shared], max(n_orders))


def _compared_games(old: Run, new: Run, players: int) -> dict[str | None, tuple[Run, Run]]:
    """Return the pairs of runs to compare: one for every line-up that both ask about, or one for all games."""
    if not any(run.compared_line_ups(players) for run in (old, new)):
        return {None: (old, new)}
    old_line_ups, new_line_ups = (_line_ups_by_label(run, players) for run in (old, new))
    return {
        label: (old.of_line_ups(old_line_ups[label]), new.of_line_ups(new_line_ups[label]))
        for label in old_line_ups
        if label in new_line_ups
    }


def _line_ups_by_label(run: Run, players: int) -> Mapping[str, tuple[int, ...]]:
    """Return the line-ups of a run by label: those that it asks about, or those in which one strategy plays every seat."""
    line_ups = run.line_ups(players)
    mirrors = {labels[0]: (i,) for i, labels in enumerate(line_ups) if len(set(labels)) == 1}
    return run.compared_line_ups(players) or (mirrors if len(line_ups) > 1 else {line_up_label(line_ups[0]): (0,)})


def _shared_metrics(first: Metrics, second: Metrics) -> Metrics:
    """Return the metrics that both have, in the order of `first`."""
    groups = (first.positions, first.strategies, first.means)
    return Metrics(*(tuple(metric for metric in group if metric in second.all) for group in groups))


def _line_up_text(run: Run, players: int, line_up: str | None) -> str:
    """Name a line-up by its label: "strong on every seat", or "line-up LABEL"; empty without one."""
    if line_up is None:
        return ""
    is_strategy = line_up in run.manifest.strategies and not run.mixed_line_up_indices(players)
    return f"{line_up} on every seat" if is_strategy else f"line-up {line_up}"


OLD, NEW = "old", "new"
NARROW = 0.02
"""How far the interval of a change should reach to either side when a card says how many blocks are needed."""
ABOUT_HEADLINE = "What changed between the runs: the start player first, then the surest changes. Orange: a change is shown."
AXES = {Unit.POINTS: "change of a share, points", Unit.CHANGE: "change of other numbers"}
HOW_TO_READ = (
    "Each difference is the number of the new run minus the number of the old run. For each number of players, the intervals of "
    "all differences hold together. Each interval of an old or a new number holds by itself. A change is shown if its interval "
    "leaves out 0. Figures show the shares. Orange points are shown changes."
)
NOTE_ON_SAME = "All blocks are the same. The intervals of the differences say how large a change so many blocks can miss."
COLUMNS: tuple[FilledColumn, ...] = (
    (Column("metric", "metric", Unit.KEY), lambda change: change.metric.name),
    (Column("title", "metric"), lambda change: capitalised(change.metric.title)),
    (Column("unit", "unit", Unit.KEY), lambda change: Unit.SHARE if change.metric.is_share else Unit.MEAN),
    (Column("old", "old", Unit.BY_ROW), lambda change: change.baseline),
    (Column("new", "new", Unit.BY_ROW), lambda change: change.changed),
    Column("difference", "difference", Unit.CHANGE_BY_ROW),
    Column("p_value", "adjusted p", Unit.P_VALUE),
    (Column("is_shown", "change shown", Unit.YES_NO), lambda change: change.is_shown),
)
"""Columns of a table with one row for each `MetricChange`."""
NOTHING_DIFFERS = Finding("nothing_differs", "The two runs have the same questions, rules, players and versions.")


def comparison_answer(old: Run, new: Run, comparisons: Sequence[RunComparison], differences: Sequence[Difference]) -> Answer:
    """Make the answer from the changes, and from the differences between the runs."""
    runs = {OLD: old, NEW: new}
    run_names = [label_of(run.folder) or run.folder.resolve().name for run in runs.values()]
    findings_about_runs = [
        pairing_finding(comparisons),
        *_left_out_findings(runs, comparisons),
        *_looks_findings(runs, comparisons),
        *([] if differences else [NOTHING_DIFFERS]),
    ]
    numbers_section = Section("numbers", "The numbers", HOW_TO_READ, tuple(map(_panel, comparisons)))
    cards, provenance = tuple(map(_card, comparisons)), provenance_of_runs(runs)
    differing = [comparison for comparison in comparisons if not comparison.are_same]
    rows = [_headline_row(comparison, change) for comparison in differing for change in _changes_in_order(comparison)]
    return Answer(
        question="compare",
        title=f"{capitalised(what_differs(old, new, differences))}: what changed?",
        subtitle=f"from {run_names[0]} to {run_names[1]}",
        in_one_sentence=one_sentence(_clauses(comparisons)),
        findings=(*findings_about_runs, *map(_finding, comparisons)),
        cards=cards,
        meanings=meanings_of(cards),
        headline=headline_of(rows, AXES, ABOUT_HEADLINE),
        sections=(_differences_section(runs, differences, [finding.key for finding in findings_about_runs]), numbers_section),
        how_sure=how_sure_of_runs(runs),
        provenance=provenance,
    )


def pairing_finding(comparisons: Sequence[RunComparison]) -> Finding:
    """Say whether blocks were paired, and how many there were."""
    players_by_blocks: dict[str, list[str]] = {}
    for comparison in comparisons:
        players_by_blocks.setdefault(_blocks_text(comparison), []).append(str(comparison.players))
    counts_text = listed(
        [f"{blocks} with {listed(list(dict.fromkeys(players)))} players" for blocks, players in players_by_blocks.items()]
    )
    if comparisons[0].is_paired:
        return Finding("paired", f"Both runs had the same luck, so their blocks are paired: {counts_text}.")
    text = (
        f"The runs had different luck, so their blocks are not paired: {counts_text}. With the same seed, smaller changes would "
        "show."
    )
    return Finding("not_paired", text)


def _left_out_findings(runs: Mapping[str, Run], comparisons: Sequence[RunComparison]) -> Iterator[Finding]:
    """Say which runs have blocks or rule sets that are not compared."""
    for i, (name, run) in enumerate(runs.items()):
        n_blocks_by_players = {
            comparison.players: run.blocks(comparison.players)
            for comparison in comparisons
            if run.blocks(comparison.players) > comparison.n_blocks[i]
        }
        # The blocks of a run are those of all line-ups together, so the blocks of a single one are not known.
        if n_blocks_by_players and comparisons[0].line_up is None:
            counts_text = listed([f"{counted(n, 'block')} with {k} players" for k, n in n_blocks_by_players.items()])
            text = f"The {name} run has {counts_text}; those that the other run has not are left out here."
            yield Finding(f"more_blocks.{name}", text)
        if len(run.arms) > 1:
            text = f"The {name} run has {len(run.arms)} rule sets; only '{run.arms[0]}' is compared."
            yield Finding(f"one_rule_set.{name}", f"{text} The run's report compares the others with it.")


def _looks_findings(runs: Mapping[str, Run], comparisons: Sequence[RunComparison]) -> Iterator[Finding]:
    """Say whose estimates may have been seen more than once; intervals of differences hold for a single look."""
    players = {comparison.players for comparison in comparisons}
    for name, run in runs.items():
        if any(run.share_method(k) is not ONE_LOOK for k in players):
            cause = "was ended by a rule" if run.manifest.stop is not None else "was seen more than once"
            text = f"The {name} run {cause}. Intervals of differences hold for a single look, and are too narrow here."
            yield Finding(f"looks.{name}", text)


def _key(comparison: RunComparison, name: str) -> str:
    """Return the key of a finding or a table of the compared games; the line-up precedes the name if there are several."""
    return ".".join(filter(None, (comparison.line_up, name)))


def _title(comparison: RunComparison) -> str:
    return f"{comparison.players} players" + (f", {comparison.line_up}" if comparison.line_up else "")


def _blocks_text(comparison: RunComparison) -> str:
    """Say how many blocks are compared; give the number of each run if they differ."""
    n_old, n_new = comparison.n_blocks
    return counted(n_old, "block") if n_old == n_new else f"{n_old:,} and {counted(n_new, 'block')}"


def _size_text(change: MetricChange) -> str:
    return difference_text(change.difference, is_share=change.metric.is_share)


def _finding(comparison: RunComparison) -> Finding:
    """Describe the change with the strongest evidence; if none is shown, how the win share of the start player differs."""
    start_player_change = comparison.changes[START_PLAYER]
    start_player_difference = start_player_change.difference
    shown_differences = [change.difference for change in comparison.free_changes if change.is_shown]
    surest_text = surest_change_text(comparison.free_changes)
    if comparison.are_same:
        key, text, estimates = "same", f"all {_blocks_text(comparison)} came out the same in both runs", []
    elif surest_text is not None:
        key, text = "changed", f"the surest change is in {surest_text}"
        estimates = list(dict.fromkeys((*shown_differences, start_player_difference)))
    elif not start_player_difference.has_interval:
        key, text, estimates = "too_few", "one block is too few to say what changed", []
    else:
        blocks_text = counted(start_player_difference.n, "block")
        sentence = f"The start player's win share differs by {_size_text(start_player_change)}, n = {blocks_text}"
        key, text, estimates = "no_change", f"no change is shown. {sentence}", [start_player_difference]
    return Finding.about(comparison.players, _key(comparison, key), text, *estimates, qualifier=comparison.line_up_text)


def _changes_in_order(comparison: RunComparison) -> list[MetricChange]:
    """Return the changes of numbers that can change independently: the start player's, then shown ones, then the others."""
    shown = shown_changes(comparison.free_changes)
    return list(dict.fromkeys((comparison.changes[START_PLAYER], *shown, *comparison.free_changes)))


def _leading_change(comparison: RunComparison) -> MetricChange | None:
    """Return the change to tell first: the start player's if it is shown, else the surest shown one; None if none is shown."""
    return next((change for change in _changes_in_order(comparison) if change.is_shown), None)


def _clauses(comparisons: Sequence[RunComparison]) -> list[Clause]:
    """Tell the changes of the start player, or else the surest change, and then which other games show one.

    If none shows any, say so of each.
    """
    changed = {i: change for i, comparison in enumerate(comparisons) if (change := _leading_change(comparison))}
    if not changed:
        return list(map(_clause, comparisons))
    leading = [i for i, change in changed.items() if change.metric.name == START_PLAYER]
    leading = leading or [max(changed, key=lambda i: changed[i].sureness)]
    others = [comparisons[i] for i in changed if i not in leading]
    return [
        *(_clause(comparisons[i]) for i in leading),
        *(Clause(comparison.players, "other numbers change", games=comparison.line_up or "") for comparison in others),
    ]


def _headline_row(comparison: RunComparison, change: MetricChange) -> HeadlineRow:
    title = change.metric.title.removesuffix("'s win share").removeprefix("win share of ").removeprefix("number of ")
    return HeadlineRow(
        _title(comparison), capitalised(title), change.difference, change.is_shown, is_share=change.metric.is_share
    )


def _clause(comparison: RunComparison) -> Clause:
    """Say what the leading change is and how many others are shown, that none is shown, or that all blocks are the same."""
    k, line_up, change = comparison.players, comparison.line_up or "", _leading_change(comparison)
    if comparison.are_same:
        return Clause(k, f"all {_blocks_text(comparison)} came out the same", games=line_up)
    if change is None:
        return Clause(k, "no change is shown", UNDECIDED, line_up)
    verb, n_shown = "rises" if change.difference.value > 0 else "falls", len(shown_changes(comparison.free_changes))
    size_text = distance_text(change.difference.magnitude, is_share=change.metric.is_share)
    verb_of_others = "changes" if n_shown == 2 else "change"
    remark = f", and {counted(n_shown - 1, 'other number')} {verb_of_others}" if n_shown > 1 else ""
    start_player_change = comparison.changes[START_PLAYER]
    opening = "" if start_player_change.is_shown else f"no change of the {start_player_change.metric.title} is shown, but "
    return Clause(k, f"{opening}the {change.metric.title} {verb} by {size_text}{remark}", games=line_up)


def _card(comparison: RunComparison) -> Card:
    """Make a card of the leading change; if none is shown, of the start player's win share."""
    start_player_change, n_shown = comparison.changes[START_PLAYER], len(shown_changes(comparison.free_changes))
    keys, basis, k = (_finding(comparison).key,), f"{_blocks_text(comparison)}.", comparison.players
    if comparison.are_same:
        return Card(_title(comparison), "no block changed", keys, basis, Tone.PLAIN, k)
    if not start_player_change.difference.has_interval:
        return Card(_title(comparison), "UNDECIDED", keys, basis, Tone.UNDECIDED, k)
    change = _leading_change(comparison) or start_player_change
    word, tone = f"{counted(n_shown, 'change')} shown", Tone.PLAIN
    if not n_shown:
        needed_text = narrowing_text(change.difference, NARROW, tolerance_points(NARROW))
        word, tone = f"UNDECIDED: no change shown; {needed_text}", Tone.UNDECIDED
    elif not start_player_change.is_shown:
        word += ", none of the start player's win share"
    before = percent(change.baseline.value) if change.metric.is_share else number(change.baseline.value, 1)
    measure = f"in the {change.metric.title}, from {before}"
    return Card(_title(comparison), word, keys, basis, tone, k, _size_text(change), measure)


def _differences_section(runs: dict[str, Run], differences: Sequence[Difference], finding_keys: Sequence[str]) -> Section:
    """Make the section that lists what differs between the runs: folder, label if either has one, and each difference."""
    labels = [label_of(run.folder) or None for run in runs.values()]
    rows: list[tuple[Cell, ...]] = [("run", "run", *(run.folder.resolve().name for run in runs.values()))]
    rows += [("label", "label", *labels)] if any(labels) else []
    names = runs[NEW].names
    rows += [
        (difference.path, title_of(names, difference), readable_value(difference.a), readable_value(difference.b))
        for difference in differences
    ]
    columns = (Column("what", "path", Unit.KEY), Column("title", "what differs"), Column(OLD, "old"), Column(NEW, "new"))
    lead = "Questions, rules, players and versions of the two runs. Everything that is not listed is the same."
    panel = Panel("", (table_of_cells("differing", "the two runs", rows, columns),), findings=tuple(finding_keys))
    return Section("differing", "What differs", lead, (panel,))


def _panel(comparison: RunComparison) -> Panel:
    """Make the panel of the compared games; without a figure if every block is the same, which would draw nothing but 0."""
    k, title, changes = comparison.players, _title(comparison), comparison.changes.values()
    table = table_of(f"{k}p.{_key(comparison, 'changes')}", "every number of both runs", changes, COLUMNS, players=k)
    sizes = "; ".join(f"{change.metric.title} {_size_text(change)}" for change in changes if change.metric.is_share)
    axis, alt = AXES[Unit.POINTS], f"Changes of shares with {title}: {sizes}"
    figure = Intervals(table.key, "title", (Mark("difference"),), axis, alt, stressed="is_shown", only_unit=Unit.POINTS)
    figures, note = ((), NOTE_ON_SAME) if comparison.are_same else ((figure,), "")
    return Panel(title, (table,), figures, _blocks_text(comparison), (_finding(comparison).key,), k, note)
