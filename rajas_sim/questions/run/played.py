"""A finished run in a notebook or a script: its tables of games, and its answer."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from rajas_sim.analysis import PlayerCountResults, Run, headlines, load_run, results_of
from rajas_sim.analysis.answer import Answer
from rajas_sim.questions.drama import DramaQuestion
from rajas_sim.questions.python import function_of
from rajas_sim.questions.run.run_answer import run_answer
from rajas_sim.questions.run.write import write_report
from rajas_sim.showing.notebook import ShownAnswer
from rajas_sim.study.folder.places import folder_at, local_copy


class PlayedRun(ShownAnswer):
    """A finished run: its tables of games, and its answer.

    Its tables have their names as attributes (``games``, ``seats``, ``rounds``, ...): LazyFrames over all numbers of players.

    Attributes
    ----------
    folder
        Folder of the run.
    run
        The run as `rajas_sim.analysis` reads it.
    """

    def __init__(self, run: Run, answer: Answer | None = None) -> None:
        self.run, self.folder, self._given_answer = run, run.folder, answer

    @classmethod
    def of_answer(cls, answer: Answer) -> PlayedRun:
        """Return the run that an answer was read from."""
        return cls(load_run(local_copy(folder_at(answer.files["Run"]))), answer)

    @cached_property
    def results(self) -> tuple[PlayerCountResults, ...]:
        """All results, one entry for each number of players (`rajas_sim.analysis.results.PlayerCountResults`)."""
        return results_of(self.run)

    @cached_property
    def answer(self) -> Answer:
        """The answer of the run, as data."""
        return self._given_answer or replace(run_answer(self.run, self.results), files={"Run": str(self.folder)})

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that were played."""
        return self.run.players

    @property
    def estimates(self) -> pl.DataFrame:
        """All headline estimates, one row each: name, value, low, high, level, n, method."""
        return pl.DataFrame([estimate.as_dict() for estimate in headlines(self.results)])

    def drama(self, **options: Any) -> ShownAnswer:
        """Say when games are decided: `rajas_sim.experiment.drama` of this run, with the same options."""
        answer: ShownAnswer = function_of(DramaQuestion)(self.run, **options)
        return answer

    def report(self) -> Path:
        """Write the report, and return its file."""
        return write_report(self.folder)

    def __getattr__(self, name: str) -> pl.LazyFrame:
        if name.startswith("_") or name not in self.run.manifest.tables:
            known = ", ".join(self.run.manifest.tables) if not name.startswith("_") else ""
            raise AttributeError(f"a run has no {name!r}{f'; its tables are {known}' if known else ''}")
        frames = [self.run.table(name, k, every_arm=True) for k in self.players]
        return pl.concat(frames, how="diagonal_relaxed")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.run.manifest.tables]

    def __repr__(self) -> str:
        return "\n".join([f"<run {self.folder}>", super().__repr__()])
