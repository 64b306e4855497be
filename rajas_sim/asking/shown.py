"""Results that show themselves: as text, as tables and figures, and in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from rajas_sim.analysis import Estimate, PlayerCount, Run, findings, headlines, load_run
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.comparing.runs import RunComparison, how_compared
from rajas_sim.analysis.rule_changes.solution import Row, Solution
from rajas_sim.analysis.winning.fairness import Verdict
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.asking.shown_drama import ShownDrama, pick
from rajas_sim.core.errors import InputError
from rajas_sim.experiment.folder.places import copied_here
from rajas_sim.experiment.rule_sets.differences import Difference, spelled
from rajas_sim.report import write_report

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def estimates_table(estimates: Sequence[Estimate]) -> pl.DataFrame:
    """Return estimates as a table with the columns name, value, low, high, level, n and method."""
    return pl.DataFrame([estimate.as_dict() for estimate in estimates])


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
    notes
        Further columns of the table: what each number shows.
    """

    title: str
    sentences: tuple[str, ...]
    estimates: tuple[Estimate, ...]
    even: float | None = None
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def table(self) -> pl.DataFrame:
        """Return the numbers with their intervals, and what they show."""
        return estimates_table(self.estimates).with_columns(**{name: pl.Series(own) for name, own in self.notes.items()})

    def plot(self) -> Figure:
        """Draw the numbers with their intervals, one below the other."""
        from rajas_sim.report.figure import drawing, label_rows, new_figure

        with drawing("plot"):
            figure, (axes,) = new_figure(0.3 * len(self.estimates) + 0.7)
            for y, estimate in enumerate(self.estimates):
                if estimate.has_interval:
                    axes.plot([estimate.low, estimate.high], [y, y], color="C0", lw=2.2)
                axes.plot(estimate.value, y, "o", color="C0")
            if self.even is not None:
                axes.axvline(self.even, color="grey", lw=1.2)
            label_rows(axes, [estimate.name for estimate in self.estimates])
            axes.set_title(self.title)
        return figure

    def _repr_html_(self) -> str:
        said = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences)
        return f"<h4>{escape(self.title)}</h4>{said}{self.table()._repr_html_()}"


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


class PlayedRun:
    """A finished run: its tables, and what may be said about them.

    Tables have their names as attributes (``games``, ``seats``, ``rounds``, ...): LazyFrames over all numbers of players.

    Attributes
    ----------
    folder
        Where it lies.
    run
        The run as `rajas_sim.analysis` reads it.
    """

    def __init__(self, run: Run) -> None:
        self.run, self.folder = run, run.folder

    def __getattr__(self, name: str) -> pl.LazyFrame:
        if name.startswith("_") or name not in self.run.manifest.tables:
            known = ", ".join(self.run.manifest.tables) if not name.startswith("_") else ""
            raise AttributeError(f"a run has no {name!r}{f'; its tables are {known}' if known else ''}")
        frames = [self.run.table(name, k, every_arm=True) for k in self.players]
        return pl.concat(frames, how="diagonal_relaxed")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.run.manifest.tables]

    def __repr__(self) -> str:
        return "\n".join([f"<run {self.folder}>", *self.sentences])

    def _repr_html_(self) -> str:
        said = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences)
        return f"<h4>{escape(self.run.manifest.question)}</h4>{said}<p><small>{escape(str(self.folder))}</small></p>"

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that were played."""
        return self.run.players

    @cached_property
    def results(self) -> tuple[PlayerCount, ...]:
        """All results, one entry a number of players (`rajas_sim.analysis.results.PlayerCount`)."""
        return findings(self.run)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The verdicts, and what holds of the strategies."""
        said = []
        for count in self.results:
            said += [f"{seats.verdict.sentence}." for seats in count.of_baseline] if count.ladder is None else []
            said += [f"{count.ladder.sentence}."] if count.ladder is not None else []
            said += [f"{own.sentence}." for own in count.moves.arms] if count.moves is not None else []
            said += [f"{count.ratings.finding}."] if count.ratings is not None else []
        return tuple(said)

    @property
    def estimates(self) -> pl.DataFrame:
        """All headline estimates, as `rajas run --json` has them."""
        return estimates_table(headlines(self.results))

    def seat_advantage(self, players: int | None = None, *, line_up: str | None = None, arm: str | None = None) -> ShownSeats:
        """Return who wins from which seat.

        Parameters
        ----------
        players
            May be left out where there is one number of players.
        line_up
            The label of one of several line-ups: the strategy that plays on every seat, or ``mixed`` where they differ.
        arm
            The rule set; by default the first.

        Raises
        ------
        InputError
            If there is no such number of players, line-up or rule set, or several and none is named.
        """
        count = self._count(players)
        groups = [seats for seats in count.seats if seats.group.arm == (arm or self.run.arms[0])]
        labels = dict.fromkeys(seats.group.label for seats in count.seats)
        groups = [seats for seats in groups if line_up in (None, seats.group.label)]
        if len(groups) != 1:
            raise InputError(f"seat_advantage: name one of arm {', '.join(self.run.arms)} and line_up {', '.join(labels)}")
        (seats,) = groups
        sentence = f"{seats.verdict.sentence}."
        return ShownSeats(
            f"Win share by seat, {count.players} players", (sentence,), seats.shares, seats.even_share, result=seats
        )

    def ladder(self, players: int | None = None) -> Shown:
        """Return how often the start player wins in each of several line-ups, and what holds for all of them.

        Raises
        ------
        InputError
            If the question is asked of one line-up, or there is no such number of players.
        """
        count = self._count(players)
        if count.ladder is None:
            raise InputError("ladder: the question is asked of one line-up; give it line_ups, or mirror")
        rungs = count.ladder.rungs
        shares = tuple(replace(rung.share, name=rung.label) for rung in rungs)
        notes = {"side": [str(rung.side) for rung in rungs], "verdict": [str(rung.ruling) for rung in rungs]}
        title = f"Win share of the start player by {count.ladder.wording.differing}, {count.players} players"
        return Shown(title, (f"{count.ladder.sentence}.",), shares, count.ladder.even_share, notes)

    def moves(self, players: int | None = None, *, arm: str | None = None, metric: str = START_PLAYER) -> Shown:
        """Return what a changed rule set does in each of several line-ups, and in which it moves a number up or down.

        Parameters
        ----------
        arm
            The rule set; may be left out where there is one besides the baseline.
        metric
            What is moved: the start player's win share, or ``rounds``.

        Raises
        ------
        InputError
            If the question is asked of one line-up or of one rule set, or there is no such rule set, metric or number of players.
        """
        count = self._count(players)
        if count.moves is None:
            raise InputError("moves: takes several line-ups and several rule sets; give line_ups, or mirror, and arms or a sweep")
        arms = {own.arm: own for own in count.moves.arms}
        titles = {m.name: m.title for m in count.moves.metrics}
        if arm is None and len(arms) == 1:
            (arm,) = arms
        if arm not in arms or metric not in titles:
            raise InputError(f"moves: name one of arm {', '.join(arms)} and metric {', '.join(titles)}")
        own = arms[arm]
        changes = tuple(replace(rung.by[metric], name=rung.label) for rung in own.rungs)
        title = f"Change of the {titles[metric]} by {self.run.title(own.arm)}, {count.players} players"
        return Shown(title, (f"{own.sentence}.",), changes, 0.0, {"move": [str(rung.move(metric)) for rung in own.rungs]})

    def strategies(self, players: int | None = None) -> Shown:
        """Return how often each strategy wins.

        Raises
        ------
        InputError
            If all play the same, or there is no such number of players.
        """
        count = self._count(players)
        if count.strategies is None:
            raise InputError("strategies: everybody at a table plays the same strategy")
        said = () if count.ratings is None else (f"{count.ratings.finding}.",)
        title = f"Win share by strategy, {count.players} players"
        return Shown(title, said, tuple(count.strategies.shares.values()), 1 / count.players)

    def drama(self, players: int | None = None, *, line_up: str | None = None) -> ShownDrama:
        """Return when games are decided, and how dramatic they are on the way.

        Parameters
        ----------
        line_up
            Its label, where the question is asked of several.

        Raises
        ------
        InputError
            If the run has no table `rounds`, or too few blocks, or there is no such line-up or number of players.
        """
        count = self._count(players)
        return ShownDrama(self.run, pick(count.dramas, count.players, line_up))

    def report(self) -> Path:
        """Write the report, and return its file."""
        return write_report(self.folder)

    def _count(self, players: int | None) -> PlayerCount:
        if players is None and len(self.results) > 1:
            raise InputError(f"players: name one of {', '.join(map(str, self.players))}")
        found = [count for count in self.results if players in (None, count.players)]
        if not found:
            raise InputError(f"players: found {players}; this run has {', '.join(map(str, self.players))}")
        return found[0]


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
        said = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences)
        return f"{said}{self.table()._repr_html_()}"


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
