"""What a question comes to in many plausible boxes, shown as tables and figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from rajas_sim.analysis import load_run
from rajas_sim.analysis.formatting import percent
from rajas_sim.analysis.unknown_box.ensemble import EnsembleFinding
from rajas_sim.asking.ensemble import Asked
from rajas_sim.asking.form import form_of
from rajas_sim.asking.shown.notebook import OnAPage, as_sentences, the_one
from rajas_sim.experiment.folder.places import copied_here
from rajas_sim.report.asked import write_boxes
from rajas_sim.report.figure import drawing, new_picture
from rajas_sim.report.intervals import draw_rows
from rajas_sim.report.sections.asked.boxes import MOST_DRAWN, label_of, unknown_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, repr=False)
class ShownEnsemble(OnAPage):
    """What a question comes to in many plausible boxes.

    Attributes
    ----------
    title
        What was asked.
    asked
        Boxes, runs and findings (`rajas_sim.asking.ensemble.Asked`).
    """

    title: str
    asked: Asked

    @property
    def results(self) -> tuple[EnsembleFinding, ...]:
        """What was found, one entry a number of players."""
        return self.asked.findings

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said."""
        return as_sentences(sentence for own in self.results for sentence in own.sentences)

    def table(self) -> pl.DataFrame:
        """Return how the variance of every number is made up: one row a number and part, with its interval."""
        rows = [
            {
                "players": own.players,
                "number": split.name,
                "mean": split.mean.value,
                "part": part,
                "variance": e.value,
                "low": e.low,
                "high": e.high,
                "share": split.share(part),
                "n": e.n,
            }
            for own in self.results
            for split in own.splits
            for part, e in split.parts.items()
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def boxes(self) -> pl.DataFrame:
        """Return the win share of every position in every box, as far as it is not luck."""
        rows = [
            {"players": own.players, "arm": at.arm, "line_up": at.line_up, "box": i, "position": p, "win_share": float(share)}
            for own in self.results
            for at in own.in_boxes
            for i, box in enumerate(at.positions, 1)
            for p, share in enumerate(box, 1)
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def unknowns(self) -> pl.DataFrame:
        """Return which share of what lies between boxes each value explains, and what the largest comes to by chance."""
        rows = [
            {
                "players": own.players,
                "value": u.column.name,
                "is_kind": u.column.is_kind,
                "explains": u.share.value,
                "low": u.share.low,
                "high": u.share.high,
                "chance": u.floor,
                "n": u.share.n,
            }
            for own in self.results
            for u in own.unknowns
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def form(self, n: int = 10) -> str:
        """Return the values worth reading off a real box first, as ``rajas components ask`` prints them."""
        return form_of(self.results, n)

    def plot(self, players: int | None = None) -> Figure:
        """Draw the start player's win share over all boxes, box by box from the least to the most, one line a rule set."""
        own = the_one(self.results, players)
        with drawing("plot"):
            figure, axes = new_picture(3.2)
            for at in own.in_boxes:
                shares = np.sort(at.positions[:, 0])
                places = (np.arange(len(shares)) + 0.5) / len(shares)
                axes.plot(shares, places, drawstyle="steps-mid", label=label_of(own, at) or None)
            axes.axvline(own.even_share, color="grey", lw=1.2)
            axes.set_xlabel("win share of the start player in a box, without luck")
            axes.set_ylabel("share of boxes with less")
            if len(own.in_boxes) > 1:
                axes.legend()
            title = f"{own.n_boxes} plausible boxes, {own.players} players (even: {percent(own.even_share)})"
            figure.suptitle(title, x=0.01, ha="left", fontsize="medium", fontweight="bold")
        return figure

    def plot_unknowns(self, players: int | None = None) -> Figure:
        """Draw the tornado of unknowns: what each explains, with intervals, and a mark where chance ends."""
        own = the_one(self.results, players)
        shown = own.unknowns[:MOST_DRAWN]
        with drawing("plot"):
            figure, axes = new_picture(0.26 * len(shown) + 0.7)
            for y, u in enumerate(shown):
                axes.plot(u.floor, y, "|", color="grey")
            draw_rows(axes, unknown_rows(own))
            title = f"Share of what lies between boxes, {own.players} players\n(grey: the largest by chance alone)"
            figure.suptitle(title, x=0.01, ha="left", fontsize="medium", fontweight="bold")
        return figure

    def _write(self, out: Path, command: str) -> Path:
        of_boxes = [load_run(copied_here(folder)) for folder in self.asked.folders.values()]
        return write_boxes(self.asked.own, of_boxes, self.results, command, out)
