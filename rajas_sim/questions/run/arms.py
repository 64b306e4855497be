"""What the changed rule sets do, compared with the baseline under the same luck."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from rajas_sim.analysis.comparing.arms import ArmComparison, ArmEffects
from rajas_sim.analysis.comparing.changes import MetricChange
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metric
from rajas_sim.analysis.formatting import (
    capitalised,
    difference_text,
    in_words,
    listed,
    saved_percent,
    saving_text,
    share_text,
)
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.showing.figure import (
    INK,
    MARKERS,
    MUTED,
    SERIES,
    drawing,
    label_rows,
    new_figure,
    title_from_the_left,
    to_svg,
    told,
)
from rajas_sim.showing.phrases import basis, changes_text, method_note, played_text, with_remark
from rajas_sim.showing.view import Finding, Panel, Section, Table

_DRAWN = (START_PLAYER, "rounds", "margin")
"""Metrics the figure shows; the table holds the others."""
_ROW = 0.2
"""Height of a row in inches."""
_LABEL = 20
"""Letters of a label before it is broken."""
_COARSE = 0.02
"""From so far on, points need no decimals."""
MOST_OPEN = 10
"""With more rule sets, their changes are folded away."""
_SAME = "every game is the same"


def arm_section(run: Run, results: Sequence[PlayerCount]) -> Section | None:
    """Show what each arm and each point of a sweep changes; ``None`` if there is nothing but the baseline."""
    effects = [count.arms for count in results if count.arms is not None]
    if not effects:
        return None
    arms = [c.arm for c in effects[0].comparisons]
    points = {point.arm: point for point in results[0].sweep.points} if results[0].sweep else {}
    labels = {arm: textwrap.fill(points[arm].label, _LABEL) if arm in points else wrapped(arm) for arm in arms}
    played = {arm: played_text(run, arm) for arm in arms}
    titles = {arm: with_remark(run.title(arm), played[arm]) for arm in arms}
    compared = [c for e in effects for c in e.comparisons if not c.is_same]
    reach = {name: reach_of(c.changes[name] for c in compared) for name in _DRAWN}
    panels = [_panel(e, labels, titles, reach) for e in effects]
    panels += [_strategies(e, labels, titles) for e in effects if e.metrics.strategies]
    return Section(
        "arms",
        "What the changes do",
        f"Each rule set against \u2018{effects[0].baseline}\u2019, played with the same luck: the mean change, rule set minus "
        f"\u2018{effects[0].baseline}\u2019, and its interval. Intervals hold for all rule sets and metrics of a number of "
        "players together, however many were looked at. Bold: a change by its p-value adjusted after Holm, which may be found "
        "although its interval, adjusted for all at once, just includes 0.",
        tuple(panels),
        findings=tuple(
            Finding(
                titles[arm],
                "" if arm in points or not run.overrides(arm) else changes_text(run.overrides(arm)),
                tuple(e.of(arm).finding for e in effects),
                pairing_text([e.of(arm) for e in effects]),
            )
            for arm in arms
        ),
        notes=tuple(dict.fromkeys(f"{e.check.finding.sentence} {method_note(e.check.differences.values())}" for e in effects)),
        fold=f"Changes of all {len(arms)} rule sets" if len(arms) > MOST_OPEN else "",
    )


def pairing_text(comparisons: Sequence[ArmComparison]) -> str:
    """Say what playing both sides with the same luck saved, for the start player's win share."""
    savings = [
        f"with {c.players} players {saving_text(effect)}"
        for c in comparisons
        if (effect := c.changes[START_PLAYER].design_effect) is not None
    ]
    return f"For the start player\u2019s win share, {listed(savings)}." if savings else ""


def _panel(effects: ArmEffects, labels: Mapping[str, str], titles: Mapping[str, str], reach: dict[str, float]) -> Panel:
    title, arms = f"{effects.players} players", list(labels)
    metrics = [m for m in effects.metrics.all if m.name in _DRAWN]
    alt = _alt(effects, title, titles, metrics)
    key = f"arms{effects.players}"
    with drawing(key):
        height = max(_ROW, 0.14 * max(label.count("\n") + 1 for label in labels.values())) * len(arms) + 0.55
        figure, rows = new_figure(height * len(metrics), len(metrics))
        for axes, metric in zip(rows, metrics, strict=True):
            changes = [None if effects.of(arm).is_same else effects.of(arm).changes[metric.name] for arm in arms]
            draw_changes(axes, list(labels.values()), changes, metric, reach[metric.name])
        svg = to_svg(figure, key, alt)
    return Panel(title, svg, f"{basis(effects)} of each rule set", _table(effects, titles))


def _strategies(effects: ArmEffects, labels: Mapping[str, str], titles: Mapping[str, str]) -> Panel:
    """Draw the change in each strategy's win share."""
    title, metrics = f"{effects.players} players, win share by strategy", effects.metrics.strategies
    alt = _alt(effects, title, titles, metrics)
    key = f"armsofstrategies{effects.players}"
    changes = {arm: [effects.of(arm).changes[m.name] for m in metrics] for arm in labels}
    reach = reach_of(change for arm_changes in changes.values() for change in arm_changes)
    names = [wrapped(m.name.removeprefix("win_share.")) for m in metrics]
    with drawing(key):
        figure, rows = new_figure((_ROW * len(metrics) + 0.55) * len(labels), len(labels))
        for axes, (arm, arm_changes) in zip(rows, changes.items(), strict=True):
            draw_changes(axes, names, arm_changes, metrics[0], reach, title=labels[arm].replace("\n", " "))
        svg = to_svg(figure, key, alt)
    cells = tuple(
        (titles[arm], *(difference_text(c.difference, is_share=True) for c in arm_changes))
        for arm, arm_changes in changes.items()
    )
    note = method_note(change.difference for arm_changes in changes.values() for change in arm_changes)
    table = Table(("rule set", *(m.title for m in metrics)), cells, note)
    return Panel(title, svg, f"{basis(effects)} of each rule set, mirror matches left out", table)


def draw_changes(
    axes: Axes, labels: Sequence[str], changes: Sequence[MetricChange | None], metric: Metric, reach: float, title: str = ""
) -> None:
    """Draw one change below the other, its value to the right; a hollow mark where every game is the same.

    The title is the metric's, unless one is given.
    """
    axes.axvline(0, color=MUTED, lw=1.2)
    for y, change in enumerate(changes):
        if change is None:
            axes.plot(0, y, "o", mfc="none", mec=MUTED, ms=5, gid=told("every game is the same"))
            text = "same games"
        else:
            difference = change.difference
            colour, marker = (SERIES[1], MARKERS[1]) if change.is_found else (SERIES[0], MARKERS[0])
            if difference.has_interval:
                axes.plot([difference.low, difference.high], [y, y], color=colour, lw=2.2, solid_capstyle="round")
            said = told(f"{capitalised(change.metric.title)}: {difference_text(difference, is_share=metric.is_share)}")
            axes.plot(difference.value, y, marker, color=colour, ms=5.5, gid=said)
            text = difference_text(difference, is_share=metric.is_share).partition(" ")[0]
        is_found = change is not None and change.is_found
        axes.annotate(
            text,
            (1.0, y),
            (4, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            color=INK if is_found else MUTED,
            weight="bold" if is_found else "normal",
            annotation_clip=False,
        )
    label_rows(axes, labels)
    axes.set_xlim(-1.06 * reach, 1.06 * reach)
    axes.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    if metric.is_share:
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, symbol="", decimals=None if reach < _COARSE else 0))
    title_from_the_left(axes, title or f"{capitalised(metric.title)}{', points' if metric.is_share else ''}")


def _table(effects: ArmEffects, titles: Mapping[str, str]) -> Table:
    rows: list[tuple[str, ...]] = []
    for arm, title in titles.items():
        comparison = effects.of(arm)
        played = _SAME if comparison.is_same else share_text(comparison.touched)
        rows.append((title, "games played differently", played, "\u2013", "\u2013", "\u2013"))
        if not comparison.is_same:
            rows += [(title, *_row(change)) for change in comparison.changes.values()]
    changes = [c.difference for arm in titles for c in effects.of(arm).changes.values()]
    headers = ("rule set", "metric", "change (interval)", effects.baseline, "changed", "games saved")
    note = "Intervals of the changes hold together, the others stand by themselves. Games saved: how many fewer games the same "
    note += "luck took than other luck for each side would have. Fame and money of the winner: tied winners count by their win "
    note += f"share. {method_note(changes)}"
    return Table(headers, tuple(rows), note)


def _row(change: MetricChange) -> tuple[str, ...]:
    saved = "\u2013" if change.design_effect is None else saved_percent(change.design_effect)
    size = difference_text(change.difference, is_share=change.metric.is_share)
    return (change.metric.title, size, *change.sides, saved)


def _alt(effects: ArmEffects, title: str, titles: Mapping[str, str], metrics: Sequence[Metric]) -> str:
    texts = []
    for arm, text in titles.items():
        changes = [effects.of(arm).changes[m.name] for m in metrics]
        sizes = [f"{c.metric.title} {difference_text(c.difference, is_share=c.metric.is_share)}" for c in changes]
        texts.append(f"{text}: {_SAME if effects.of(arm).is_same else ', '.join(sizes)}")
    return f"Changes with {title}. {'; '.join(texts)}"


def reach_of(changes: Iterable[MetricChange]) -> float:
    """Return how far an axis must reach to both sides for changes and their intervals; 1 if there are none."""
    ends = [abs(end) for c in changes for end in (c.difference.low, c.difference.value, c.difference.high)]
    return max((end for end in ends if math.isfinite(end)), default=0.0) or 1.0


def wrapped(name: str) -> str:
    r"""Break a name that is long for a label.

    >>> wrapped("covering_scores_nothing_at_all")
    'covering scores\nnothing at all'
    """
    return textwrap.fill(in_words(name), _LABEL)
