"""What changed rules do under the same luck: each rule set against the first, and the values of a sweep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rajas_sim.analysis.answer import Column, Curves, Figure, Intervals, Map, Mark, Panel, Row, Section, Table, Unit
from rajas_sim.analysis.comparing.arms import ArmComparison, ArmEffects
from rajas_sim.analysis.comparing.changes import shown_changes
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metric
from rajas_sim.analysis.comparing.sweep import Point, Sweep
from rajas_sim.analysis.formatting import (
    capitalised,
    counted,
    difference_text,
    in_words,
    listed,
    position_label,
    saving_text,
    share_text,
)
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.analysis.scoring.routes import BY_FAME
from rajas_sim.analysis.statistics.estimate import largest_possible
from rajas_sim.core.games import GAMES
from rajas_sim.questions.answer_tables import FilledColumn, table_of
from rajas_sim.questions.run.topic import FigureOfChanges, Topic, keys_of, share_column
from rajas_sim.showing.glossary import readings_of
from rajas_sim.showing.phrases import arm_variant_text, basis_text, changes_text, method_note, with_remark

_DRAWN_METRICS = (START_PLAYER, "rounds", "margin")
"""Metrics that the figures show; the table has the others."""
MOST_OPEN = 10
"""With more rule sets, their changes are folded away."""
MOST_ROWS = 12
"""The terminal shows this many values of a sweep."""
_ROUNDS = "rounds"
NOTE_ON_CHANGES = (
    "The intervals of the differences hold together. The intervals of win shares of seats and of strategies are the same as in "
    "their tables. Each of the other intervals holds by itself. Design effect of pairing: the games that a paired comparison "
    "needs for each game of an unpaired one. Tied winners count by their win share."
)
NOTE_ON_OVERVIEW = (
    "Intervals hold for all rule sets and numbers together. Only for games played differently, each interval holds by itself."
)
ABOUT_RULE_SETS = (
    "Rule sets that are shown to change a seat's win share come first. Rule sets that are shown to change another number come "
    "next. Both groups are in the order of the largest shown change, which stands in the table. The size of a change is the end "
    "of its interval nearer to 0, divided by the standard deviation of that number between blocks. All other rule sets come "
    "last. Still possible: the largest change of any seat's win share, up or down, that the intervals do not exclude. It is a "
    "bound, not an effect."
)
LEFT_OUT_OF_SWEEPS = ("turns", "winner.fame_part", "winner.met_by_fame")
"""Numbers that the table of a sweep has no room for."""
MOST_STRATEGIES = 4
"""Changes of more strategies are only in the table of all changes."""
ABOUT_GRID = (
    "Each cell is one rule set. Start player\u2019s win share: blue is above an even share, red is below; the stronger the "
    "colour, the farther. Every rule set has a seat that is farthest from an even share. In the framed cell this seat is "
    "nearest to an even share. A dashed frame marks the unchanged rules."
)
ABOUT_VALUES = (
    "Expected share of games won by position, and the mean number of rounds, at each value. Bars are the intervals of the "
    "verdicts. They hold together for the positions of one value. The line is an even share."
)
ABOUT_PRINTED = "An upright line marks the printed value, which is the baseline."
ABOUT_BOTH = (
    "All values are played with the same luck. So differences between values are mostly surer than the intervals of the values "
    "show. The next section has these differences."
)
NOTE_ON_VALUES = (
    "Distance from even: how far the farthest seat is from an even share. The distance of the unchanged rules is "
    "subtracted. So below 0 a value is fairer than the unchanged rules."
)


def arms_topic(run: Run, results: Sequence[PlayerCountResults]) -> Topic | None:
    """Show what each rule set changes; ``None`` if there is only the baseline."""
    effects = [result.arms for result in results if result.arms is not None]
    if not effects:
        return None
    arms = [comparison.arm for comparison in effects[0].comparisons]
    points = {point.arm: point for point in results[0].sweep.points} if results[0].sweep else {}
    titles = _titles(run, effects[0])
    arm_panels = [
        Panel(
            titles[arm],
            (),
            caption="" if arm in points or not run.overrides(arm) else changes_text(run.overrides(arm)),
            findings=tuple(arm_effects.comparison_of(arm).finding.key for arm_effects in effects),
            note=pairing_text([arm_effects.comparison_of(arm) for arm_effects in effects]),
        )
        for arm in arms
    ]
    baseline = effects[0].baseline
    how_to_read = (
        f"Each rule set is compared with \u2018{baseline}\u2019 under the same luck. Shown are the mean change (rule set minus "
        f"\u2018{baseline}\u2019) and its interval. For each number of players, the intervals hold for all rule sets and "
        "metrics together. Red and bold: a change is shown, since the interval leaves out 0."
    )
    line_up_text = _line_up_text(results[0].described_label)
    panels = (*arm_panels, *(_changes_panel(arm_effects, titles, line_up_text) for arm_effects in effects))
    fold = f"Changes of all {len(arms)} rule sets" if len(arms) > MOST_OPEN else ""
    notes = dict.fromkeys(
        f"{arm_effects.check.finding.sentence} {method_note(arm_effects.check.differences.values())}" for arm_effects in effects
    )
    return Topic(Section("changes", "What the changes do", how_to_read, panels, fold=fold, notes=tuple(notes)))


def _titles(run: Run, effects: ArmEffects) -> dict[str, str]:
    """Return the title of each changed rule set by its arm."""
    arms = [comparison.arm for comparison in effects.comparisons]
    return {arm: with_remark(run.title(arm), arm_variant_text(run, arm)) for arm in arms}


def _line_up_text(label: str) -> str:
    """Name the line-up that a panel describes, if there are several."""
    return f", line-up '{label}'" if label else ""


def pairing_text(comparisons: Sequence[ArmComparison]) -> str:
    """Say what playing both sides with the same luck saved, for the start player's win share."""
    savings = [
        f"with {comparison.players} players {saving_text(effect)}"
        for comparison in comparisons
        if (effect := comparison.changes[START_PLAYER].design_effect) is not None
    ]
    return f"For the start player\u2019s win share, {listed(savings)}." if savings else ""


def _changes_panel(effects: ArmEffects, titles: Mapping[str, str], line_up_text: str) -> Panel:
    """Show what each rule set changes: an overview and all metrics; draw the main metrics, and strategies if there are any."""
    k, key = effects.players, f"{effects.players}p.changes"
    strategy_metrics = {metric.name for metric in effects.metrics.strategies}
    columns: tuple[FilledColumn, ...] = (
        (Column("arm", "arm", Unit.KEY), lambda row: row[0].arm),
        (Column("metric", "metric", Unit.KEY), lambda row: row[1].metric.name),
        (Column("unit", "unit", Unit.KEY), lambda row: Unit.SHARE if row[1].metric.is_share else Unit.MEAN),
        (Column("about", "about", Unit.KEY), lambda row: "strategy" if row[1].metric.name in strategy_metrics else "game"),
        (Column("rules", "rules"), lambda row: titles[row[0].arm]),
        (Column("title", "number"), lambda row: row[1].metric.title),
        (Column("baseline", effects.baseline, Unit.BY_ROW), lambda row: row[1].baseline),
        (Column("changed", "changed", Unit.BY_ROW), lambda row: row[1].changed),
        (Column("difference", "difference", Unit.CHANGE_BY_ROW), lambda row: row[1].difference),
        (Column("p_value", "adjusted p", Unit.P_VALUE), lambda row: row[1].p_value),
        (Column("is_shown", "change shown", Unit.YES_NO), lambda row: row[1].is_shown),
        (Column("design_effect", "design effect of pairing", Unit.MEAN), lambda row: row[1].design_effect),
    )
    rows = [(comparison, change) for comparison in effects.comparisons for change in comparison.changes.values()]
    touched_columns: tuple[FilledColumn, ...] = (
        Column("arm", "arm", Unit.KEY),
        (Column("rules", "rules"), lambda comparison: titles[comparison.arm]),
        Column("touched", "games played differently", Unit.SHARE),
    )
    title = f"changes from '{effects.baseline}' under the same luck"
    tables = (
        _overview(effects, titles),
        table_of(key, title, rows, columns, note=NOTE_ON_CHANGES, players=k, n_rows_in_short=0),
        table_of(f"{k}p.touched", "games played differently", effects.comparisons, touched_columns, players=k, n_rows_in_short=0),
    )
    figures, marks = [], (Mark("difference"),)
    for metric in effects.metrics.all:
        axis, metric_rows = f"change{', points' if metric.is_share else ''}", (("metric", metric.name),)
        alt = f"Change of the {metric.title} by each rule set with {k} players"
        if metric.name in _DRAWN_METRICS:
            figures.append(
                FigureOfChanges(key, "rules", marks, axis, alt, only_rows=metric_rows, title=capitalised(metric.title))
            )
    for arm, rules_title in titles.items() if strategy_metrics else ():
        alt = f"Change of the win share of each strategy by {rules_title} with {k} players"
        axis, arm_rows, title = "change, points", (("arm", arm), ("about", "strategy")), f"Strategies: {rules_title}"
        figures.append(FigureOfChanges(key, "title", marks, axis, alt, only_rows=arm_rows, title=title))
    return Panel(f"{k} players{line_up_text}", tables, tuple(figures), f"{basis_text(effects)} of each rule set", players=k)


def rule_sets_topic(run: Run, results: Sequence[PlayerCountResults]) -> Topic | None:
    """Put all rule sets in one table: what each changes, and the effect with each number of players.

    They are in the order that `ABOUT_RULE_SETS` describes. ``None`` for fewer than two changed rule sets, and for a sweep, whose
    own section lists them in the order of their values.
    """
    effects = [result.arms for result in results if result.arms is not None]
    if not effects or len(effects[0].comparisons) < 2 or results[0].sweep:
        return None

    def columns_of(arm_effects: ArmEffects) -> tuple[FilledColumn, FilledColumn]:
        k = arm_effects.players
        return (
            (
                Column(f"{k}p.at_most", f"{k} players: largest change of a seat still possible", Unit.DISTANCE),
                lambda arm: _largest_possible_change(arm_effects.comparison_of(arm), arm_effects),
            ),
            (
                Column(f"{k}p.shown", f"{k} players: largest change shown"),
                lambda arm: _shown_changes_text(arm_effects.comparison_of(arm)),
            ),
        )

    titles = _titles(run, effects[0])
    columns: tuple[FilledColumn, ...] = (
        (Column("arm", "arm", Unit.KEY), lambda arm: arm),
        (Column("rules", "rule set"), lambda arm: titles[arm]),
        *(column for arm_effects in effects for column in columns_of(arm_effects)),
        (Column("changed", "what it changes"), lambda arm: _changed_values_text(run, arm)),
    )

    arms = sorted(
        titles, key=lambda arm: _rank([arm_effects.comparison_of(arm) for arm_effects in effects], effects), reverse=True
    )
    title = f"rule sets by what they are shown to change from '{effects[0].baseline}' under the same luck"
    table = table_of("rule_sets", f"{title}{_line_up_text(results[0].described_label)}", arms, columns)
    heading = f"What each of {len(arms)} rule sets changes"
    return Topic(Section("rule_sets", heading, ABOUT_RULE_SETS, (Panel("", (table,)),)))


def _changed_values_text(run: Run, arm: str) -> str:
    """Say what a rule set changes, and what its readings of doubtful rules mean."""
    meanings = readings_of(run.manifest.game) if run.manifest.game in GAMES else {}
    texts = []
    for path, value in run.overrides(arm).items():
        reading = path.removeprefix("readings.")
        instead_text = f" instead of {in_words(run.manifest.readings[reading])}" if reading in run.manifest.readings else ""
        text = f"{run.names.of_path(path)} = {in_words(value)}{instead_text}"
        texts.append(with_remark(text, in_words(meanings.get(reading, ""))))
    return "; ".join([*filter(None, [arm_variant_text(run, arm)]), *texts])


def _overview(effects: ArmEffects, titles: Mapping[str, str]) -> Table:
    """Put the changes of all rule sets in one table, in the order of `ABOUT_RULE_SETS` for this number of players."""

    def change_column(metric: Metric) -> FilledColumn:
        return Column(metric.name, metric.title, Unit.POINTS), lambda comparison: comparison.change_of(metric.name)

    strategies, has_routes = effects.metrics.strategies, BY_FAME in effects.comparisons[0].changes
    columns: tuple[FilledColumn, ...] = (
        Column("arm", "arm", Unit.KEY),
        (Column("rules", "rule set"), lambda comparison: titles[comparison.arm]),
        *(map(change_column, strategies) if len(strategies) <= MOST_STRATEGIES else ()),
        Column("touched", "games played differently", Unit.SHARE),
        *map(change_column, effects.metrics.positions),
        (Column("rounds", "rounds", Unit.CHANGE), lambda comparison: comparison.change_of(_ROUNDS)),
        *(
            [(Column("by_fame", "wins mostly by fame", Unit.POINTS), lambda comparison: comparison.change_of(BY_FAME))]
            * has_routes
        ),
    )
    rows = sorted(effects.comparisons, key=lambda comparison: _rank([comparison], [effects]), reverse=True)
    title = f"what each rule set changes from '{effects.baseline}' under the same luck"
    return table_of(f"{effects.players}p.overview", title, rows, columns, note=NOTE_ON_OVERVIEW, players=effects.players)


def _rank(comparisons: Sequence[ArmComparison], effects: Sequence[ArmEffects]) -> tuple[tuple[bool, float], float]:
    """Return the sort key of a rule set (`ABOUT_RULE_SETS`) from its changes with each number of players."""
    largest_change = max(_largest_possible_change(*pair) or 0.0 for pair in zip(comparisons, effects, strict=True))
    return max(comparison.size_rank for comparison in comparisons), largest_change


def _largest_possible_change(comparison: ArmComparison, effects: ArmEffects) -> float | None:
    """Return the largest change of a seat's win share that the intervals allow; None if no game changes, or without intervals."""
    seat_changes = [comparison.changes[metric.name].difference for metric in effects.metrics.positions]
    return None if comparison.is_same else largest_possible(seat_changes)


def _shown_changes_text(comparison: ArmComparison) -> str:
    """Name the largest change that is shown, and how many others are."""
    if comparison.is_same:
        return "no game changes"
    largest, n_shown = comparison.largest_shown, len(shown_changes(comparison.free_changes))
    if largest is None:
        return "none shown"
    others_text = f" and {counted(n_shown - 1, 'more number')}" if n_shown > 1 else ""
    return f"{largest.metric.title} {difference_text(largest.difference, is_share=largest.metric.is_share)}{others_text}"


def sweep_topic(sweeps: Sequence[Sweep], label: str) -> Topic:
    """Show a sweep for the line-up with this label, if there are several; paired changes have a section of their own."""
    title = f"Sweep of {' and '.join(axis.title for axis in sweeps[0].axes)}"
    about_values = f"{ABOUT_VALUES} {ABOUT_PRINTED}" if _number_at(sweeps[0], sweeps[0].baseline) is not None else ABOUT_VALUES
    how_to_read = f"{ABOUT_GRID if sweeps[0].is_grid else about_values} {ABOUT_BOTH}"
    return Topic(Section("sweep", title, how_to_read, tuple(_sweep_panel(sweep, _line_up_text(label)) for sweep in sweeps)))


def _is_curve(sweep: Sweep) -> bool:
    return not sweep.is_grid and bool(sweep.axes[0].numbers)


def _number_at(sweep: Sweep, point: Point) -> float | None:
    """Return the number of a point on a curve; None for the baseline if it is not one of the points."""
    return sweep.axes[0].numbers[point.value_indices[0]] if _is_curve(sweep) and point.value_indices else None


def _sweep_panel(sweep: Sweep, line_up_text: str) -> Panel:
    """Show all points of a sweep, and draw them: a grid as maps, numbers as curves, other values as rows."""
    k, axis, printed_number = sweep.players, sweep.axes[0], _number_at(sweep, sweep.baseline)

    def mean_column(metric: Metric) -> FilledColumn:
        unit = Unit.SHARE if metric.is_share else Unit.MEAN
        is_hidden = metric.name in LEFT_OUT_OF_SWEEPS
        return Column(f"mean_{metric.name}", metric.title, unit, is_hidden), lambda point: point.means[metric.name]

    distance_column = Column("from_baseline", "distance from even, minus that of the unchanged rules", Unit.POINTS)
    columns: tuple[FilledColumn, ...] = (
        Column("arm", "arm", Unit.KEY),
        (Column("value", axis.title, Unit.NUMBER, is_hidden=True), lambda point: _number_at(sweep, point)),
        Column("label", "values"),
        *map(share_column, range(1, k + 1)),
        *map(mean_column, sweep.metrics.means),
        (distance_column, lambda point: point.from_baseline if point is not sweep.baseline else None),
        Column("may_be_fairest", "may be the fairest", Unit.YES_NO),
    )
    points, n_rows_in_short = (*sweep.points, *(() if sweep.baseline.value_indices else (sweep.baseline,))), MOST_ROWS
    table = table_of(
        f"{k}p.sweep", "values tried", points, columns, note=NOTE_ON_VALUES, players=k, n_rows_in_short=n_rows_in_short
    )
    tables, figures = [table], list[Figure]()
    marks = tuple(Mark(f"position_{p}", position_label(p)) for p in range(1, k + 1))
    shares_text = "; ".join(f"{p.label}: {share_text(p.shares[0])}" for p in sweep.points)
    alt = f"Start player\u2019s win share over {' and '.join(axis.title for axis in sweep.axes)} with {k} players. {shares_text}"
    rounds_alt, title = f"Mean number of rounds over {axis.title} with {k} players", "Win share by position"
    round_marks = (Mark(f"mean_{_ROUNDS}"),)
    if sweep.is_grid:
        tables += [_grid_table(sweep, "share", "start player\u2019s win share", Unit.SHARE)]
        tables += [_grid_table(sweep, "rounds", "mean number of rounds", Unit.MEAN)]
        figures = [_grid_map(sweep, tables[1], alt, sweep.even_share), _grid_map(sweep, tables[2], rounds_alt, None)]
    elif _is_curve(sweep):
        figures += [
            Curves(
                table.key, "value", marks, axis.title, "win share", alt, sweep.even_share, upright=printed_number, title=title
            ),
            Curves(table.key, "value", round_marks, axis.title, "rounds", rounds_alt, upright=printed_number, title="Rounds"),
        ]
    else:
        figures.append(Intervals(table.key, "label", marks, "win share", alt, reference=sweep.even_share, title=title))
        figures.append(
            Intervals(table.key, "label", round_marks, "rounds", rounds_alt, reference=None, shows_values=True, title="Rounds")
        )
    caption = f"{basis_text(sweep)} of each value"
    return Panel(f"{k} players{line_up_text}", tuple(tables), tuple(figures), caption, keys_of(sweep.findings), k)


def _grid_table(sweep: Sweep, key: str, title: str, unit: Unit) -> Table:
    """Put one number of all points in a table: the start player's win share if `key` is "share", else the mean of rounds.

    The axis with fewer values runs across, so that cells are wide enough.
    """
    across, down = _across_and_down(sweep)
    across_axis, down_axis = sweep.axes[across], sweep.axes[down]

    def cells_of_point(point: Point) -> Row:
        """Return the cells of a row that a point fills: its number, and its column if the map frames it as `Map` says."""
        column = f"column_{point.value_indices[across]}"
        cells: Row = {column: point.shares[0] if key == "share" else point.means[_ROUNDS]}
        if point is sweep.fairest:
            cells["fairest"] = column
        if point.shares == sweep.baseline.shares and point.means == sweep.baseline.means:  # it plays the unchanged rules
            cells["unchanged"] = column
        return cells

    rows: list[Row] = [{"label": label} for label in down_axis.labels]
    for point in sweep.points:
        rows[point.value_indices[down]] |= cells_of_point(point)
    columns = (
        Column("label", down_axis.title),
        *(Column(f"column_{i}", label, unit) for i, label in enumerate(across_axis.labels)),
        Column("fairest", "fairest", Unit.KEY),
        Column("unchanged", "unchanged", Unit.KEY),
    )
    return Table(f"{sweep.players}p.sweep_{key}", title, columns, tuple(rows), players=sweep.players, n_rows_in_short=0)


def _grid_map(sweep: Sweep, table: Table, alt: str, middle: float | None) -> Map:
    """Draw a table of `_grid_table`; `middle` is as in `Map`."""
    across, down = _across_and_down(sweep)
    keys = tuple(column.key for column in table.columns if column.key.startswith("column_"))
    x_axis, y_axis, title = sweep.axes[across].title, sweep.axes[down].title, capitalised(table.title)
    return Map(table.key, "label", keys, x_axis, alt, y_axis, middle, marked="fairest", dashed="unchanged", title=title)


def _across_and_down(sweep: Sweep) -> tuple[int, int]:
    """Return the index of the axis that runs across, which is the one with fewer values, and of the one that runs down."""
    return (1, 0) if len(sweep.axes[1].labels) < len(sweep.axes[0].labels) else (0, 1)
