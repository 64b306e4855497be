"""The page of two runs compared: what changed, what differs between them, and the numbers."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.comparing.changes import Change
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.comparing.runs import RunComparison, how_compared
from rajas_sim.analysis.formatting import capitalised, counted, difference_text
from rajas_sim.analysis.reading.run import Run
from rajas_sim.experiment.folder.notes import label_of
from rajas_sim.experiment.rule_sets.differences import Difference, spelled
from rajas_sim.report.figure import MUTED, drawing, new_figure, to_svg
from rajas_sim.report.phrases import game_title, method_note, played_strategies
from rajas_sim.report.sections.rule_changes.arms import draw_changes, reach_of
from rajas_sim.report.view import Card, Cards, ComparisonPage, Panel, Section, Table

_OF_SHARES = "'s win share"
_ROW = 0.24
"""Height of a row in inches."""


def comparison_page(old: Run, new: Run, found: Sequence[RunComparison], differing: Sequence[Difference]) -> ComparisonPage:
    """Arrange what changed between two runs as a page."""
    names = [label_of(run.folder) or run.folder.resolve().name for run in (old, new)]
    questions = dict.fromkeys(run.manifest.question for run in (old, new))
    return ComparisonPage(
        title=f"{names[0]} and {names[1]}",
        strategies=tuple(dict.fromkeys((*played_strategies(old), *played_strategies(new)))),
        subtitle=" \u00b7 ".join([game_title(old), *questions]),
        answer=Cards(tuple(map(_card, found))),
        lead=how_compared(found),
        sections=(_differing(differing), _numbers(found)),
    )


def _card(comparison: RunComparison) -> Card:
    """Make the card of one number of players: what became of the start player, and what changed most surely."""
    first = comparison.changes[START_PLAYER]
    tone, sign, word = "undecided", "?", "start player: no change shown"
    if first.is_found:
        tone, sign, word = "told", "", f"start player {_size(first)}"
    return Card(_title(comparison), tone, sign, word, (f"{comparison.finding}.",), f"{_blocks(comparison)}.")


def _title(comparison: RunComparison) -> str:
    return f"{comparison.players} players" + (f", {comparison.line_up}" if comparison.line_up else "")


def _blocks(comparison: RunComparison) -> str:
    first, second = comparison.n_blocks
    return counted(first, "block") if first == second else f"{first:,} and {counted(second, 'block')}"


def _size(change: Change) -> str:
    return difference_text(change.difference, is_share=change.metric.is_share)


def _differing(differing: Sequence[Difference]) -> Section:
    rows = tuple((d.path, spelled(d.a), spelled(d.b)) for d in differing)
    lead = "Questions, rules, players and versions of the two runs; what is not listed is the same."
    if not rows:
        return Section("differing", "What differs", "Questions, rules, players and versions of the two runs are the same.")
    return Section("differing", "What differs", lead, tables=(("", Table(("what", "old", "new"), rows)),))


def _numbers(found: Sequence[RunComparison]) -> Section:
    lead = (
        "Each number of the new run minus that of the old one, with an interval; intervals of the same number of players hold "
        "together. Bold: a change by its p-value adjusted after Holm, which may be found although its interval, adjusted for all "
        "at once, just includes 0."
    )
    return Section("numbers", "The numbers", lead, tuple(_panel(i, comparison) for i, comparison in enumerate(found)))


def _panel(number: int, comparison: RunComparison) -> Panel:
    title = _title(comparison)
    shares = [change for change in comparison.changes.values() if change.metric.is_share]
    labels = [capitalised(change.metric.title.removesuffix(_OF_SHARES)) for change in shares]
    sizes = "; ".join(f"{c.metric.title} {difference_text(c.difference, is_share=True)}" for c in shares)
    key = f"changes{number}"
    with drawing(key):
        figure, (axes,) = new_figure(_ROW * len(shares) + 0.55)
        draw_changes(axes, labels, shares, shares[0].metric, reach_of(shares))
        axes.set_title("")
        figure.supxlabel("change of the win share, points", fontsize="medium", color=MUTED)
        svg = to_svg(figure, key, f"Changes of win shares with {title}: {sizes}")
    return Panel(title, svg, _blocks(comparison), _table(comparison))


def _table(comparison: RunComparison) -> Table:
    rows = tuple(_row(change) for change in comparison.changes.values())
    method = method_note(change.difference for change in comparison.changes.values())
    note = f"Intervals of the old and the new number stand by themselves. {method}"
    return Table(("metric", "old", "new", "difference", "adjusted p"), rows, note)


def _row(change: Change) -> tuple[str, ...]:
    return (change.metric.title, *change.sides, _size(change), f"{change.p_value:.2g}")
