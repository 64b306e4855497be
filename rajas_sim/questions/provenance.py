"""What every answer says of itself: how sure it is, and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.answer import Column, Provenance, Table
from rajas_sim.analysis.reading.run import Run
from rajas_sim.report.phrases import basis, game_title, played_strategies
from rajas_sim.report.sections.provenance import assumptions, facts
from rajas_sim.report.sections.winning.answers import how_sure

__all__ = ["basis", "how_sure", "provenance"]


def provenance(runs: Sequence[Run]) -> Provenance:
    """Say where an answer comes from.

    Parameters
    ----------
    runs
        In which its games lie, all of the same players and with the same box; rule sets are those that the question thought of.
    """
    first = runs[0]
    assumed = assumptions(first)
    columns = tuple(Column(title.replace(" ", "_"), title) for title in assumed.table.headers)
    rows = tuple(dict(zip((column.key for column in columns), row, strict=True)) for row in assumed.table.rows)
    return Provenance(
        question=first.manifest.question,
        runs=tuple(run.folder.resolve().name for run in runs),
        game=game_title(first),
        strategies=played_strategies(first),
        labels=tuple(first.manifest.strategies),
        facts=facts(first, has_rule_sets=False),
        assumptions=assumed.summary,
        assumed=Table("assumed", "assumed values", columns, rows),
        readings=assumed.readings,
    )
