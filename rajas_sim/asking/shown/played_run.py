"""A finished run as a notebook or a script has it: its tables, and what may be said about them."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from rajas_sim.analysis import PlayerCount, Run, findings, headlines
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.formatting import capitalised, the_player
from rajas_sim.asking.shown.notebook import as_html, estimates_table
from rajas_sim.asking.shown.results import Shown, ShownSeats
from rajas_sim.core.errors import InputError
from rajas_sim.questions.drama import Drama
from rajas_sim.questions.python import function_of
from rajas_sim.report import write_report
from rajas_sim.showing.notebook import ShownAnswer


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
        return as_html(self.sentences, title=self.run.manifest.question, small_print=str(self.folder))

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
            said += _of_strategies(count)
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
        title = f"Win share by seat, {count.players} players"
        names = tuple(capitalised(the_player(p, count.players)) for p in range(1, count.players + 1))
        return ShownSeats(title, (sentence,), seats.shares, seats.even_share, names, result=seats)

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
        return Shown(title, (f"{count.ladder.sentence}.",), shares, count.ladder.even_share, notes=notes)

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
        notes = {"move": [str(rung.move(metric)) for rung in own.rungs]}
        unit = "change of share" if metric == START_PLAYER else "change"
        return Shown(title, (f"{own.sentence}.",), changes, 0.0, notes=notes, unit=unit)

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
        title = f"Win share by strategy, {count.players} players"
        shares = count.strategies.shares
        return Shown(title, tuple(_of_strategies(count)), tuple(shares.values()), 1 / count.players, tuple(shares))

    def drama(self, **options: Any) -> ShownAnswer:
        """Say when games are decided: `rajas_sim.experiment.drama` of this run, with the same options."""
        return function_of(Drama)(self.run, **options)

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


def _of_strategies(count: PlayerCount) -> list[str]:
    """Say which strategy is the strongest, and what is certain of circles, dominated strategies and best answers."""
    said = [count.ratings.finding] if count.ratings is not None else []
    where = f"In line-up '{count.ladder.rungs[-1].label}': " if count.ladder is not None else ""
    return [f"{where}{finding}." for finding in (*said, *(count.meetings.findings if count.meetings is not None else ()))]
