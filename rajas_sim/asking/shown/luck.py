"""How much of a game is luck, shown as tables and figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from rajas_sim.analysis.luck.sources import OUTCOMES, WHO_WINS, title_of
from rajas_sim.asking.luck import Luck
from rajas_sim.asking.shown.notebook import OnAPage, as_sentences, draw_intervals, the_one
from rajas_sim.core.errors import InputError
from rajas_sim.report.asked import write_luck
from rajas_sim.report.figure import SERIES
from rajas_sim.report.intervals import Line

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, repr=False)
class ShownLuck(OnAPage):
    """How much of who wins, the margin and the length is luck of which source.

    Attributes
    ----------
    title
        What was asked.
    results
        One a number of players (`rajas_sim.asking.luck.Luck`).
    """

    title: str
    results: tuple[Luck, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said."""
        return as_sentences(sentence for own in self.results for sentence in own.sentences)

    def table(self) -> pl.DataFrame:
        """Return both indices of every source, for each outcome."""
        rows = []
        for own in self.results:
            for name, of in own.shares.sources.items():
                for what, index in of.items():
                    for kind, estimate in (("alone", index.alone), ("anew", index.total)):
                        number = {"value": estimate.value, "low": estimate.low, "high": estimate.high, "n": estimate.n}
                        rows.append({"players": own.shares.players, "luck": name, "outcome": what, "index": kind, **number})
        return pl.DataFrame(rows)

    def plot(self, players: int | None = None, outcome: str = WHO_WINS) -> Figure:
        """Draw what is known of an outcome with each source alone, and what is open again if it is dealt anew.

        Raises
        ------
        InputError
            If there are several numbers of players and none is named, or no such outcome.
        """
        if outcome not in OUTCOMES:
            raise InputError(f"plot: outcome {outcome!r} is none of {', '.join(OUTCOMES)}")
        shares = the_one([own.shares for own in self.results], players)
        rows = [
            (title_of(name), [Line(shares.sources[name][outcome].alone), Line(shares.sources[name][outcome].total, SERIES[1])])
            for name in shares.ranked(outcome=outcome)
        ]
        title = (
            f"Luck of {OUTCOMES[outcome]}, {shares.players} players\nknown with it alone (blue), open again without it (orange)"
        )
        return draw_intervals(rows, title)

    def _write(self, out: Path, command: str) -> Path:
        return write_luck([own.run for own in self.results], [(own.shares, own.skill) for own in self.results], command, out)
