"""Pages of questions that several runs answer together: settings of rules, plausible boxes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rajas_sim.analysis.formatting import counted
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.rule_changes.solution import Solution
from rajas_sim.analysis.unknown_box.ensemble import EnsembleFinding
from rajas_sim.report.phrases import game_title, played_strategies
from rajas_sim.report.render import render, save
from rajas_sim.report.sections.asked.boxes import boxes_cards, boxes_sections
from rajas_sim.report.sections.asked.settings import settings_cards, settings_section
from rajas_sim.report.sections.provenance import assumptions, facts
from rajas_sim.report.sections.winning.answers import how_sure
from rajas_sim.report.view import Card, Cards, Page, Section


def write_settings(runs: Sequence[Run], found: Sequence[Solution], command: str, out: Path | str) -> Path:
    """Write which settings of rules come nearest to a goal as a page, and return the file; an existing one is replaced.

    Parameters
    ----------
    runs
        In which it was played, one a number of players.
    command
        What plays them again; empty for none.

    Raises
    ------
    RunError
        If the file cannot be written.
    """
    title, varied = f"Which rules give {found[0].goal_text}?", f"up to {max(own.searched.tried for own in found):,} settings"
    return _write(title, runs, varied, settings_cards(found), (settings_section(found),), command, out)


def write_boxes(own: Run, runs: Sequence[Run], found: Sequence[EnsembleFinding], command: str, out: Path | str) -> Path:
    """Write what a question comes to in many plausible boxes as a page; further parameters as `write_settings`.

    Parameters
    ----------
    own
        The run of the experiment itself, in its own box.
    """
    n_rules = len({at.arm for at in found[0].in_boxes})
    varied = counted(n_rules, "rule set") if n_rules > 1 else ""
    return _write("Does it hold in other boxes?", runs, varied, boxes_cards(found), boxes_sections(found), command, out, own)


def _write(
    title: str,
    runs: Sequence[Run],
    varied: str,
    cards: tuple[Card, ...],
    sections: tuple[Section, ...],
    command: str,
    out: Path | str,
    own: Run | None = None,
) -> Path:
    first, m = runs[0], runs[0].manifest
    asked = Page(
        title=m.question,
        run=", ".join(run.folder.resolve().name for run in runs),
        strategies=played_strategies(first),
        question=title,
        subtitle=" \u00b7 ".join((game_title(first), f"strategies: {', '.join(m.strategies)}")),
        notices=(),
        answer=Cards(cards),
        how_sure=how_sure(runs, varied, own),
        sections=sections,
        described=(),
        views=None,
        games=(),
        assumptions=assumptions(first),
        command=command,
        how="This command plays the same games again, or reads them where they are.",
        facts=facts(first, has_rule_sets=False),
    )
    return save(Path(out), render("report.html.j2", asked))
