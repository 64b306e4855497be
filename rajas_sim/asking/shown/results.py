"""What results look like in a notebook: tables, figures and sentences."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import polars as pl

from rajas_sim.analysis import Estimate
from rajas_sim.analysis.comparing.runs import RunComparison, how_compared
from rajas_sim.analysis.formatting import counted, difference_text, percent, share_text, signed
from rajas_sim.analysis.text_tables import TextTable, changes_table
from rajas_sim.analysis.winning.fairness import Verdict
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.asking.shown.notebook import as_html, estimates_table
from rajas_sim.experiment.rule_sets.differences import Difference, spelled

if TYPE_CHECKING:
    from matplotlib.figure import Figure


MOST_OPEN = 8
"""Of two runs that differ in more, what differs is folded away."""
LONGEST_TITLE = 62
"""Letters of a line above a figure."""


@dataclass(frozen=True)
class Shown:
    """A result with a table and a figure.

    Attributes
    ----------
    title
        What it is about.
    sentences
        What may be said.
    estimates
        The numbers, each with its interval.
    even
        A value to compare them with; None if there is none.
    labels
        What people call each number; left out: its name.
    notes
        Further columns of the table: what each number shows.
    unit
        Whether they are shares, changes of shares, or changes of other means.
    """

    title: str
    sentences: tuple[str, ...]
    estimates: tuple[Estimate, ...]
    even: float | None = None
    labels: tuple[str, ...] = ()
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    unit: str = "share"

    def table(self) -> pl.DataFrame:
        """Return the numbers with their intervals, and what they show."""
        return estimates_table(self.estimates).with_columns(**{name: pl.Series(own) for name, own in self.notes.items()})

    def plot(self) -> Figure:
        """Draw the numbers with their intervals, one below the other."""
        from rajas_sim.report.figure import drawing, label_rows, new_picture, per_cent

        with drawing("plot"):
            figure, axes = new_picture(0.3 * len(self.estimates) + 1.0)
            for y, estimate in enumerate(self.estimates):
                if estimate.has_interval:
                    axes.plot([estimate.low, estimate.high], [y, y], color="C0", lw=2.2)
                axes.plot(estimate.value, y, "o", color="C0")
            if self.even is not None:
                axes.axvline(self.even, color="grey", lw=1.2)
            if self.unit == "share":
                per_cent(axes.xaxis)
            elif self.unit == "change of share":
                axes.xaxis.set_major_formatter(lambda x, _: signed(100 * x, 1))
                axes.set_xlabel("percentage points")
            label_rows(axes, self._labels)
            axes.set_title(textwrap.fill(self.title, LONGEST_TITLE))
        return figure

    @property
    def _labels(self) -> tuple[str, ...]:
        return self.labels or tuple(estimate.name for estimate in self.estimates)

    def _text(self, estimate: Estimate) -> str:
        return share_text(estimate) if self.unit == "share" else difference_text(estimate, is_share="share" in self.unit)

    def _repr_html_(self) -> str:
        numbers, blocks = zip(*((self._text(e), f"{e.n:,}") for e in self.estimates), strict=True)
        columns = [self._labels, numbers, *self.notes.values(), blocks]
        headers = ("", f"{self.unit} and interval", *self.notes, "blocks")
        method = f"{percent(self.estimates[0].level, 0)} intervals: {self.estimates[0].method}."
        table = TextTable(headers, tuple(zip(*columns, strict=True)), ("blocks",))
        return as_html(self.sentences, table, title=self.title, small_print=method)


@dataclass(frozen=True)
class ShownSeats(Shown):
    """Who wins from which seat.

    Attributes
    ----------
    result
        All that was computed (`rajas_sim.analysis.winning.seats.SeatAdvantage`).
    """

    result: SeatAdvantage = field(kw_only=True)

    @property
    def verdict(self) -> Verdict:
        """FAIR, UNFAIR, UNEVEN or UNDECIDED, with its sentence."""
        return self.result.verdict


@dataclass(frozen=True)
class Compared:
    """Two runs compared.

    Attributes
    ----------
    differing
        What differs between their questions, rules, strategies and versions.
    comparisons
        What changed, one entry a number of players (`rajas_sim.analysis.comparing.runs.RunComparison`).
    """

    differing: tuple[Difference, ...]
    comparisons: tuple[RunComparison, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """How they were compared, and what changed."""
        return (how_compared(self.comparisons), *(f"{comparison.finding}." for comparison in self.comparisons))

    def table(self) -> pl.DataFrame:
        """Return each number of both runs, the difference with its interval and its p-value."""
        return pl.DataFrame(
            [
                {
                    "players": comparison.players,
                    "line_up": comparison.line_up,
                    "metric": name,
                    "old": change.baseline.value,
                    "new": change.changed.value,
                    "difference": change.difference.value,
                    "low": change.difference.low,
                    "high": change.difference.high,
                    "p_value": change.p_value,
                    "is_found": change.is_found,
                }
                for comparison in self.comparisons
                for name, change in comparison.changes.items()
            ]
        )

    def __repr__(self) -> str:
        differing = [f"{row.path}: {spelled(row.a)} -> {spelled(row.b)}" for row in self.differing]
        return "\n".join([*differing, *self.sentences])

    def _repr_html_(self) -> str:
        differing = tuple((row.path, spelled(row.a), spelled(row.b)) for row in self.differing)
        differs = as_html((), TextTable(("what differs", "old", "new"), differing))
        folded = f"<details><summary>What differs: {counted(len(differing), 'value')}</summary>{differs}</details>"
        found = as_html(self.sentences, changes_table(self.comparisons))
        return found + (folded if len(differing) > MOST_OPEN else differs)
