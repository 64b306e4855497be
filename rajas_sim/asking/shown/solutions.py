"""Settings of rules that were searched for, shown as tables and figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from rajas_sim.analysis import load_run
from rajas_sim.analysis.rule_changes.solution import Row, Solution
from rajas_sim.asking.shown.notebook import OnAPage, as_sentences, draw_intervals, the_one
from rajas_sim.experiment.folder.places import copied_here
from rajas_sim.questions.run.played import PlayedRun
from rajas_sim.report.asked import write_settings
from rajas_sim.report.sections.asked.settings import solution_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, repr=False)
class ShownSolutions(OnAPage):
    """Settings of rules that were searched for.

    Attributes
    ----------
    title
        What was asked.
    solutions
        The answers, one entry a number of players (`rajas_sim.analysis.rule_changes.solution.Solution`).
    """

    title: str
    solutions: tuple[Solution, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said."""
        return as_sentences(sentence for own in self.solutions for sentence in own.sentences)

    def solution(self, players: int) -> Solution:
        """Return the answer for a number of players.

        Raises
        ------
        InputError
            If there is none.
        """
        return the_one(self.solutions, players)

    def run(self, players: int) -> PlayedRun:
        """Return the run on fresh luck, of the recommended setting and the printed one."""
        return PlayedRun(load_run(copied_here(self.solution(players).folder)))

    def table(self) -> pl.DataFrame:
        """Return the settings on fresh luck and, on the luck they were searched with, those that cannot be told from the best."""
        return pl.DataFrame([_as_row(own, row) for own in self.solutions for row in own.rows])

    def plot(self) -> Figure:
        """Draw how far each setting of `table` is from the goal, with intervals, one below the other; filled on fresh luck."""
        return draw_intervals(solution_rows(self.solutions), f"Distance from the goal: {self.solutions[0].goal_text}")

    def _write(self, out: Path, command: str) -> Path:
        return write_settings([self.run(own.players).run for own in self.solutions], self.solutions, command, out)


def _as_row(own: Solution, row: Row) -> dict[str, object]:
    measured = row.found.measured
    number, distance = measured.worst, measured.distance
    return {
        "players": own.players,
        "setting": row.found.label,
        "which": str(row.which),
        "metric": number.name,
        "value": number.value,
        "low": number.low,
        "high": number.high,
        "distance": distance.value,
        "distance_low": distance.low,
        "distance_high": distance.high,
        "verdict": str(own.ruling(row.found)) if row.is_fresh else None,
        "is_fresh": row.is_fresh,
        "n": distance.n,
    }
