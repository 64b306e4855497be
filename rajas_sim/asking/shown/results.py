"""What results look like in a notebook: tables, figures and sentences."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import polars as pl

from rajas_sim.analysis import Estimate
from rajas_sim.analysis.expectations import Answer, Answered
from rajas_sim.analysis.formatting import difference_text, percent, share_text, signed
from rajas_sim.analysis.plan import Plan
from rajas_sim.analysis.text_tables import TextTable, answers_table, first_sentence, needs_table, outlook_sentences
from rajas_sim.analysis.winning.fairness import Verdict
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.asking.shown.notebook import as_html, estimates_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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


class Plans(tuple[Plan, ...]):
    """What a question takes, one entry a number of players (`rajas_sim.analysis.plan.Plan`)."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """How many games see one point, and how likely the planned blocks decide each verdict."""
        return (first_sentence(self), *outlook_sentences(self))

    def table(self) -> pl.DataFrame:
        """Return blocks and games by number of players, number asked about and half width of its interval."""
        rows = [(own, need, *pair) for own in self for need in own.needs for pair in need.to_know.items()]
        return pl.DataFrame(
            [
                {
                    "players": own.players,
                    "number": need.title,
                    "half_width": width,
                    "blocks": blocks,
                    "games": own.games(blocks),
                    "seconds": own.seconds(blocks),
                }
                for own, need, width, blocks in rows
            ]
        )

    def __repr__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        until = "Games and time until the interval reaches no farther to either side than:"
        return as_html((*self.sentences, until), needs_table(self))


class Answers(tuple[Answered, ...]):
    """The answers to what was expected, one entry an expectation and number of players."""

    @property
    def all_hold(self) -> bool:
        """Whether every expectation is known to hold."""
        return all(own.answer is Answer.HOLDS for own in self)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was expected, what was found, and the answers."""
        return tuple(own.sentence for own in self)

    def table(self) -> pl.DataFrame:
        """Return what was expected, what was found with its interval, and the answers."""
        return pl.DataFrame(
            [
                {
                    "expected": own.expectation.text,
                    "players": own.players,
                    "answer": str(own.answer),
                    **{key: value for key, value in own.estimate.as_dict().items() if key in ("value", "low", "high", "n")},
                }
                for own in self
            ]
        )

    def __repr__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        return as_html((), answers_table(self))
