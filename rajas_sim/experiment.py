"""What a notebook or a script asks: `rajas_sim.experiment.run`, `load`, `compare`, `plan`, `check`, `solve`, ...

::

    from rajas_sim import experiment

    run = experiment.run("start_player", blocks=2000, set={"players": [4]})
    run.seats                                  # a table of games as a polars LazyFrame
    run.table("seats", players=4)              # who wins from which seat
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rajas_sim.questions import QUESTIONS
from rajas_sim.questions.asking import open_run
from rajas_sim.questions.python import function_of
from rajas_sim.questions.run import RunQuestion
from rajas_sim.questions.run.played import PlayedRun
from rajas_sim.study.folder.store import REPORTS

_FUNCTIONS = {question.name: function_of(question) for question in QUESTIONS}
_FUNCTIONS["run"] = function_of(RunQuestion, PlayedRun.of_answer, report=False)


def load(run: str | Path, out: str | Path = REPORTS) -> PlayedRun:
    """Return a finished run by its folder, its name (the hash may be left out) or its label.

    Raises
    ------
    InputError
        If there is no such run, or it is not finished or damaged.
    """
    return PlayedRun(open_run(run, out))


def __getattr__(name: str) -> Any:  # noqa: ANN401 - each name has a type of its own
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return ["load", *_FUNCTIONS]
