"""Settings of rules that were searched for, shown as tables and figures."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import polars as pl

from rajas_sim.analysis import load_run
from rajas_sim.analysis.rule_changes.solution import Row, Solution
from rajas_sim.asking.played_run import PlayedRun
from rajas_sim.core.errors import InputError
from rajas_sim.experiment.folder.places import copied_here

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class ShownSolutions:
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
        return tuple(f"{sentence}." for own in self.solutions for sentence in own.sentences)

    def solution(self, players: int) -> Solution:
        """Return the answer for a number of players.

        Raises
        ------
        InputError
            If there is none.
        """
        found = [own for own in self.solutions if own.players == players]
        if not found:
            raise InputError(f"players: found {players}; solved for {', '.join(str(own.players) for own in self.solutions)}")
        return found[0]

    def run(self, players: int) -> PlayedRun:
        """Return the run on fresh luck, of the recommended setting and the printed one."""
        return PlayedRun(load_run(copied_here(self.solution(players).folder)))

    def table(self) -> pl.DataFrame:
        """Return the settings on fresh luck and, on the luck they were searched with, those that cannot be told from the best."""
        return pl.DataFrame([_as_row(own, row) for own in self.solutions for row in own.rows])

    def plot(self) -> Figure:
        """Draw how far each setting of `table` is from the goal, with intervals, one below the other; filled on fresh luck."""
        from rajas_sim.report.figure import drawing, label_rows, new_figure

        rows = [(own, row) for own in self.solutions for row in own.rows]
        with drawing("plot"):
            figure, (axes,) = new_figure(0.3 * len(rows) + 0.7)
            for y, (_, row) in enumerate(rows):
                distance = row.found.measured.distance
                if distance.has_interval:
                    axes.plot([distance.low, distance.high], [y, y], color="C0", lw=2.2 if row.is_fresh else 1.1)
                axes.plot(distance.value, y, "o", color="C0", markerfacecolor="C0" if row.is_fresh else "white")
            axes.axvline(0.0, color="grey", lw=1.2)
            label_rows(axes, [f"{own.players}: {row.found.label} ({row.which})" for own, row in rows])
            axes.set_title(f"Distance from the goal: {self.solutions[0].goal_text}")
        return figure

    def __repr__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        said = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences)
        return f"<h4>{escape(self.title)}</h4>{said}{self.table()._repr_html_()}"


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
