"""What things and numbers are worth, shown as tables and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.power.numbers import PowerOfNumbers
from rajas_sim.analysis.power.things import PowerOfThings, Usage
from rajas_sim.asking.shown.notebook import OnAPage, as_sentences, draw_intervals, the_one
from rajas_sim.core.errors import InputError
from rajas_sim.report.asked import write_numbers, write_things
from rajas_sim.report.sections.asked.power import MOST_DRAWN, number_rows, thing_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rajas_sim.analysis import Estimate, Run


@dataclass(frozen=True, repr=False)
class ShownThings(OnAPage):
    """What things are worth.

    Attributes
    ----------
    title
        What was asked.
    results
        One a number of players and strategy (`rajas_sim.analysis.power.things.PowerOfThings`).
    """

    title: str
    results: tuple[PowerOfThings, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said."""
        return as_sentences(sentence for own in self.results for sentence in own.sentences)

    def table(self) -> pl.DataFrame:
        """Return what every thing is worth, and how often it is used; those never used, at the end, have no worth."""
        rows = []
        for own in self.results:
            who = {"players": own.players, "strategy": own.strategy}
            for power in own.powers:
                worth = {**_with_ends("worth", power.worth), "p_value": power.p_value}
                rows.append({**who, "thing": power.thing, **worth, **_usage(power.usage), "n": power.worth.n})
            for thing, usage in own.never.items():
                rows.append({**who, "thing": thing, "worth": None, **_usage(usage), "n": own.n_blocks})
        return pl.DataFrame(rows, infer_schema_length=None)

    def plot(self, players: int | None = None, strategy: str | None = None) -> Figure:
        """Draw what things are worth with intervals, of many those worth most and least; things never used stand below.

        Raises
        ------
        InputError
            If there are several results and none is named.
        """
        fitting = [own for own in self.results if players in (None, own.players) and strategy in (None, own.strategy)]
        if len(fitting) != 1:
            known = "; ".join(f"players={own.players}, strategy={own.strategy!r}" for own in self.results)
            raise InputError(f"plot: name one of {known}")
        (own,) = fitting
        title = f"Win share lost without it\n{own.strategy}, {own.players} players"
        return draw_intervals([*thing_rows(own), *((f"{thing} (never used)", []) for thing in own.never)], title)

    def _write(self, out: Path, command: str) -> Path:
        return write_things(_runs(self.results), self.results, command, out)


@dataclass(frozen=True, repr=False)
class ShownNumbers(OnAPage):
    """What one more and one less of each number does.

    Attributes
    ----------
    title
        What was asked.
    results
        One a number of players (`rajas_sim.analysis.power.numbers.PowerOfNumbers`).
    """

    title: str
    results: tuple[PowerOfNumbers, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said."""
        return as_sentences(sentence for own in self.results for sentence in own.sentences)

    def table(self) -> pl.DataFrame:
        """Return the change of every metric by every step; at the end the numbers of which no step changes a game, or is allowed.

        Of these `change` is 0 or nothing, and there is no interval.
        """
        rows = []
        for own in self.results:
            for power in own.powers:
                for step in power.steps:
                    named = {"players": own.players, "path": power.path, "printed": power.printed, "value": step.value}
                    for name, change in step.changes.items():
                        by = change.difference
                        found = {"change": by.value, "low": by.low, "high": by.high, "p_value": change.p_value, "n": by.n}
                        rows.append({**named, "metric": name, **found})
            rows += [{"players": own.players, "path": path, "change": 0.0, "n": own.n_blocks} for path in own.idle]
            rows += [{"players": own.players, "path": path} for path in own.refused]
        columns = ("players", "path", "printed", "value", "metric", "change", "low", "high", "p_value", "n")
        return pl.DataFrame([dict.fromkeys(columns) | row for row in rows], infer_schema_length=None)

    def plot(self, players: int | None = None, metric: str = START_PLAYER) -> Figure:
        """Draw the tornado: the change of one metric by a step of each number, the largest on top.

        Raises
        ------
        InputError
            If there are several numbers of players and none is named, or no such metric.
        """
        own = the_one(self.results, players)
        known = {m.name: m for m in own.metrics.all}
        if metric not in known:
            raise InputError(f"plot: metric {metric!r} is none of {', '.join(known)}")
        rows = number_rows(own.sorted_by(metric)[:MOST_DRAWN], metric, is_share=known[metric].is_share)
        title = f"Change of the {known[metric].title}, {own.players} players\nby one less (blue) and one more (orange)"
        return draw_intervals(rows, title)

    def _write(self, out: Path, command: str) -> Path:
        return write_numbers(_runs(self.results), self.results, command, out)


def _runs(results: Sequence[PowerOfThings | PowerOfNumbers]) -> list[Run]:
    """Return the runs of results, each once: that of several strategies is one."""
    return [run for runs in {own.players: own.runs for own in results}.values() for run in runs]


def _with_ends(name: str, estimate: Estimate | None) -> dict[str, float | None]:
    if estimate is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _usage(usage: Usage) -> dict[str, float | None]:
    named = {"users": usage.users, "times": usage.times, "win_share_of_users": usage.wins}
    return {column: number for name, estimate in named.items() for column, number in _with_ends(name, estimate).items()}
