"""Curves over one swept value, and heat maps over two crossed ones."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from rajas_sim.analysis.comparing.arms import ArmEffects
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.comparing.sweep import Axis, Point, Sweep
from rajas_sim.analysis.formatting import difference_text, mean_text, number, percent, position_label, saved_percent, share_text
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.showing.figure import (
    DARKEST,
    INK,
    MARKERS,
    MUTED,
    SERIES,
    drawing,
    label_rows,
    new_figure,
    per_cent,
    tell_points,
    to_svg,
    told,
)
from rajas_sim.showing.phrases import basis, method_note
from rajas_sim.showing.view import Finding, Panel, Section, Table

_LABEL = 16
"""Letters of a value before its label is broken."""
_MANY_VALUES = 14
"""From so many numbers on, an axis labels only some."""
_CROWDED = 7
"""From so many columns on, the numbers of a heat map lose a decimal."""
_SPREAD = 0.5
"""Part of the distance between two values over which the marks of the positions are spread."""
_ROUNDS = "rounds"


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a heat map shows: `what` goes into its ids, and `cell` gives the colour, strength and text of a point."""

    what: str
    title: str
    alt: str
    cell: Callable[[Point], tuple[str, float, str]]
    table: Table


def sweep_section(results: Sequence[PlayerCount]) -> Section | None:
    """Show a sweep; ``None`` if the run is none. Paired changes are left to the section of the arms."""
    swept = [(count.sweep, count.arms) for count in results if count.sweep is not None and count.arms is not None]
    if not swept:
        return None
    first = swept[0][0]
    if first.is_grid:
        panels = [draw(s, a) for s, a in swept for draw in (_shares_map, _rounds_map)]
        lead = (
            "Each cell is one rule set. Start player\u2019s win share: red above an even share, blue below, the stronger the "
            "farther; the framed cell is the one whose farthest seat, whichever it is, is nearest to an even share. A dashed "
            "frame marks the rules as they are: every game is the same."
        )
    else:
        panels = [_panel(s, a) for s, a in swept]
        lead = (
            "Expected share of games won by position, and the mean number of rounds, at each value. Bars are intervals that hold "
            "for all values and positions of a panel together, and so are wider than those of the verdicts. The line is an even "
            "share; dotted lines are the start player and the rounds under the unchanged rules."
        )
    return Section(
        "sweep",
        f"Sweep of {' and '.join(axis.title for axis in first.axes)}",
        f"{lead} All points are played with the same luck; differences between them are mostly surer than their intervals show, "
        "see the next section.",
        tuple(panels),
        findings=tuple(Finding(f"{s.players} players", "", s.findings) for s, _ in swept),
    )


def _panel(sweep: Sweep, effects: ArmEffects) -> Panel:
    """Draw the points of one axis: as curves over numbers, as rows otherwise."""
    title, axis = f"{sweep.players} players", sweep.axes[0]
    alt = f"Start player\u2019s win share over {axis.title} with {title}. " + _alt(sweep)
    key = f"sweep{sweep.players}"
    with drawing(key):
        svg = to_svg(_curves(sweep, axis) if axis.numbers else _rows(sweep), key, alt)
    return Panel(title, svg, f"{basis(sweep)} of each value", _table(sweep, effects))


def _curves(sweep: Sweep, axis: Axis) -> Figure:
    """Draw win shares and rounds over a number."""
    ordered = sorted(((axis.numbers[p.place[0]], p) for p in sweep.points), key=lambda pair: pair[0])
    at = [x for x, _ in ordered]
    figure, (shares, rounds) = new_figure(4.6, 2, (2.2, 1.0), sharex=True)
    shares.axhline(sweep.even_share, color=MUTED, lw=1.2)
    shares.axhline(sweep.baseline.shares[0].value, color=SERIES[0], lw=1.0, ls=(0, (1, 2)))
    step = min((b - a for a, b in itertools.pairwise(at)), default=1.0)
    for i in range(sweep.players):
        colour, marker, is_start = SERIES[i], MARKERS[i], i == 0
        shift = _SPREAD * step * ((i + 1) / (sweep.players + 1) - 0.5)
        line = [(x + shift, p.shares[i]) for x, p in ordered]
        for x, share in line:
            shares.plot([x, x], [share.low, share.high], color=colour, lw=2.0 if is_start else 1.2, solid_capstyle="round")
        xs, ys = [x for x, _ in line], [share.value for _, share in line]
        shares.plot(
            xs, ys, color=colour, lw=2.0 if is_start else 1.0, marker=marker, ms=6 if is_start else 4, label=position_label(i + 1)
        )
        where = zip(line, ordered, strict=True)
        tell_points(
            shares, ((x, s.value, f"{p.label}, position {position_label(i + 1)}: {share_text(s)}") for (x, s), (_, p) in where)
        )
    per_cent(shares.yaxis, ticks=True)
    length = [(x, p.means[_ROUNDS]) for x, p in ordered]
    rounds.axhline(sweep.baseline.means[_ROUNDS].value, color=SERIES[5], lw=1.0, ls=(0, (1, 2)))
    for x, mean in length:
        rounds.plot([x, x], [mean.low, mean.high], color=SERIES[5], lw=1.6, solid_capstyle="round")
    rounds.plot([x for x, _ in length], [mean.value for _, mean in length], color=SERIES[5], marker="o", ms=4)
    tell_points(rounds, ((x, p.means[_ROUNDS].value, f"{p.label}: {mean_text(p.means[_ROUNDS])} rounds") for x, p in ordered))
    rounds.yaxis.set_major_locator(MaxNLocator(4))
    rounds.set_title("Rounds")
    rounds.set_xlabel(axis.title)
    if len(at) < _MANY_VALUES:
        rounds.set_xticks(at, [p.label for _, p in ordered])
    shares.set_title("Win share by position")
    figure.legend(loc="outside upper left", ncols=4, frameon=False, handletextpad=0.4, columnspacing=1.0)
    return figure


def _rows(sweep: Sweep) -> Figure:
    """Draw win shares and rounds in one row a value."""
    labels = [textwrap.fill(p.label, _LABEL) for p in sweep.points]
    figure, (shares, rounds) = new_figure((0.13 * sweep.players + 0.35) * len(labels) + 1.2, 2, (sweep.players + 1.0, 2.0))
    shares.axvline(sweep.even_share, color=MUTED, lw=1.2)
    shares.axvline(sweep.baseline.shares[0].value, color=SERIES[0], lw=1.0, ls=(0, (1, 2)))
    rounds.axvline(sweep.baseline.means[_ROUNDS].value, color=SERIES[5], lw=1.0, ls=(0, (1, 2)))
    for y, point in enumerate(sweep.points):
        for i, share in enumerate(point.shares):
            height = y + 0.75 * ((i + 1) / (sweep.players + 1) - 0.5)
            shares.plot([share.low, share.high], [height, height], color=SERIES[i], lw=1.8, solid_capstyle="round")
            label = position_label(i + 1) if y == 0 else None
            said = told(f"{point.label}, position {position_label(i + 1)}: {share_text(share)}")
            shares.plot(share.value, height, MARKERS[i], color=SERIES[i], ms=5.5, ls="", label=label, gid=said)
        mean = point.means[_ROUNDS]
        if mean.has_interval:
            rounds.plot([mean.low, mean.high], [y, y], color=SERIES[5], lw=1.8, solid_capstyle="round")
        rounds.plot(mean.value, y, "o", color=SERIES[5], ms=5, gid=told(f"{point.label}: {mean_text(mean)} rounds"))
    for axes, title in ((shares, "Win share by position"), (rounds, "Rounds")):
        label_rows(axes, labels)
        axes.set_title(title)
    per_cent(shares.xaxis, ticks=True)
    figure.legend(loc="outside upper left", ncols=4, frameon=False, handletextpad=0.2, columnspacing=1.0)
    return figure


def _shares_map(sweep: Sweep, effects: ArmEffects) -> Panel:
    """Draw the start player's win share, coloured by its distance from an even one."""
    farthest = max(abs(p.shares[0].value - sweep.even_share) for p in sweep.points) or 1.0

    def cell(point: Point) -> tuple[str, float, str]:
        away = point.shares[0].value - sweep.even_share
        digits = 0 if _is_crowded(sweep) else 1
        return SERIES[1] if away > 0 else SERIES[0], abs(away) / farthest, percent(point.shares[0].value, digits)[:-2]

    title = f"{sweep.players} players: start player\u2019s win share in %"
    return _map(sweep, effects, _Shown("share", title, _alt(sweep), cell, _shares_table(sweep, effects)))


def _rounds_map(sweep: Sweep, effects: ArmEffects) -> Panel:
    """Draw the mean number of rounds, the darker the longer."""
    lengths = [p.means[_ROUNDS].value for p in sweep.points]
    least, span = min(lengths), max(lengths) - min(lengths) or 1.0

    def cell(point: Point) -> tuple[str, float, str]:
        value = point.means[_ROUNDS].value
        return SERIES[2], (value - least) / span, number(value, 1 if _is_crowded(sweep) else 2)

    title = f"{sweep.players} players: mean number of rounds"
    alt = "; ".join(f"{p.label}: {mean_text(p.means[_ROUNDS])}" for p in sweep.points)
    return _map(sweep, effects, _Shown("rounds", title, alt, cell, _means_table(sweep)))


def _map(sweep: Sweep, effects: ArmEffects, shown: _Shown) -> Panel:
    across, down = _directions(sweep)
    over, under = sweep.axes[across], sweep.axes[down]
    key = f"sweep{shown.what}{sweep.players}"
    alt = f"{shown.title} over {over.title} and {under.title}. {shown.alt}"
    with drawing(key):
        figure, (axes,) = new_figure(0.75 + 0.3 * len(under.labels))
        for point in sweep.points:
            x, y = point.place[across], point.place[down]
            colour, strength, text = shown.cell(point)
            axes.add_patch(Rectangle((x - 0.47, y - 0.45), 0.94, 0.9, color=colour, alpha=DARKEST * strength, lw=0))
            axes.annotate(text, (x, y), ha="center", va="center", gid=told(f"{point.label}: {text}"))
            if point is sweep.fairest or effects.of(point.arm).is_same:
                dash = "-" if point is sweep.fairest else (0, (2, 2))
                axes.add_patch(Rectangle((x - 0.47, y - 0.45), 0.94, 0.9, fill=False, ec=INK, lw=1.5, ls=dash))
        axes.set_xticks(range(len(over.labels)), [textwrap.fill(label, _LABEL) for label in over.labels])
        axes.set_yticks(range(len(under.labels)), [textwrap.fill(label, _LABEL) for label in under.labels])
        axes.set_xlim(-0.55, len(over.labels) - 0.45)
        axes.set_ylim(len(under.labels) - 0.45, -0.55)
        axes.tick_params(length=0)
        axes.grid(visible=False)
        axes.set_xlabel(over.title)
        axes.set_ylabel(under.title)
        for spine in axes.spines.values():
            spine.set_visible(False)
        svg = to_svg(figure, key, alt)
    return Panel(shown.title, svg, f"{basis(sweep)} of each cell", shown.table)


def _directions(sweep: Sweep) -> tuple[int, int]:
    """Choose which axis runs across: the one with fewer values, so that cells are wide enough for their numbers."""
    return (1, 0) if len(sweep.axes[1].labels) < len(sweep.axes[0].labels) else (0, 1)


def _is_crowded(sweep: Sweep) -> bool:
    return len(sweep.axes[_directions(sweep)[0]].labels) >= _CROWDED


def _table(sweep: Sweep, effects: ArmEffects) -> Table:
    """All numbers of the points of one axis."""
    shares, means = _shares_table(sweep, effects), _means_table(sweep)
    n_axes = len(sweep.axes)
    rows = tuple((*left, *right[n_axes:]) for left, right in zip(shares.rows, means.rows, strict=True))
    return Table((*shares.headers, *means.headers[n_axes:]), rows, f"{shares.note} {means.note}")


def _shares_table(sweep: Sweep, effects: ArmEffects) -> Table:
    positions = (f"position {position_label(i + 1)}" for i in range(sweep.players))
    headers = (
        *(axis.title for axis in sweep.axes),
        "distance from even, change",
        "start player, change",
        *positions,
        "games saved",
    )
    rows = []
    for point in (*sweep.points, sweep.baseline):
        fairer, change, saved = "\u2013", "\u2013", "\u2013"
        if point is not sweep.baseline:
            fairer = difference_text(point.from_baseline, is_share=True)
            comparison = effects.of(point.arm)
            start = comparison.changes[START_PLAYER]
            change = "every game is the same" if comparison.is_same else difference_text(start.difference, is_share=True)
            saved = "\u2013" if start.design_effect is None else saved_percent(start.design_effect)
        rows.append((*_labels(sweep, point), fairer, change, *(share_text(s) for s in point.shares), saved))
    changes = [effects.of(p.arm).changes[START_PLAYER].difference for p in sweep.points]
    note = "Distance from even: how far the farthest seat lies from an even share; below 0 a value is fairer than the unchanged "
    note += f"rules. {method_note(p.from_baseline for p in sweep.points)} Win shares: "
    note += f"{method_note(s for p in sweep.points for s in p.shares)} Changes of the start player from the unchanged rules and "
    note += f"games that the same luck saved in finding them: {method_note(changes)}"
    return Table(headers, tuple(rows), note)


def _means_table(sweep: Sweep) -> Table:
    headers = (*(axis.title for axis in sweep.axes), *(m.title for m in sweep.metrics.means))
    points = (*sweep.points, sweep.baseline)
    rows = tuple((*_labels(sweep, p), *(mean_text(m) for m in p.means.values())) for p in points)
    return Table(headers, rows, f"Means: {method_note(m for p in points for m in p.means.values())}")


def _labels(sweep: Sweep, point: Point) -> tuple[str, ...]:
    if point is sweep.baseline:
        return (point.label, *("" for _ in sweep.axes[1:]))
    return tuple(axis.labels[i] for axis, i in zip(sweep.axes, point.place, strict=True))


def _alt(sweep: Sweep) -> str:
    return "; ".join(f"{p.label}: {share_text(p.shares[0])}" for p in sweep.points)
