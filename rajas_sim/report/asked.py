"""Pages of questions that several runs answer together: luck, power, settings of rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rajas_sim.analysis.power.numbers import PowerOfNumbers
from rajas_sim.analysis.power.things import PowerOfThings
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.rule_changes.solution import Solution
from rajas_sim.report.phrases import game_title, played_strategies
from rajas_sim.report.render import render, save
from rajas_sim.report.sections.asked.power import numbers_cards, numbers_section, things_cards, things_section
from rajas_sim.report.sections.asked.settings import settings_cards, settings_section
from rajas_sim.report.sections.provenance import assumptions, facts
from rajas_sim.report.sections.winning.answers import how_sure
from rajas_sim.report.view import Card, Cards, Page, Section


def write_things(runs: Sequence[Run], found: Sequence[PowerOfThings], command: str, out: Path | str) -> Path:
    """Write what things are worth as a page, and return the file; an existing one is replaced.

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
    title, varied = "What is each thing worth?", "one seat after the other may not use one thing"
    return _write(title, runs, varied, things_cards(found), (things_section(found),), command, out)


def write_numbers(runs: Sequence[Run], found: Sequence[PowerOfNumbers], command: str, out: Path | str) -> Path:
    """Write what one more and one less of each number does as a page; parameters and errors are those of `write_things`."""
    title, varied = "What does one more or one less of each number do?", "one number after the other by one"
    return _write(title, runs, varied, numbers_cards(found), (numbers_section(found),), command, out)


def write_settings(runs: Sequence[Run], found: Sequence[Solution], command: str, out: Path | str) -> Path:
    """Write which settings of rules come nearest to a goal as a page; parameters and errors are those of `write_things`."""
    title, varied = f"Which rules give {found[0].goal_text}?", f"up to {max(own.searched.tried for own in found):,} settings"
    return _write(title, runs, varied, settings_cards(found), (settings_section(found),), command, out)


def _write(
    title: str,
    runs: Sequence[Run],
    varied: str,
    cards: tuple[Card, ...],
    sections: tuple[Section, ...],
    command: str,
    out: Path | str,
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
        how_sure=how_sure(runs, varied),
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
