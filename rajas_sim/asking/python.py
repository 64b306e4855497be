"""What a notebook or a script asks: `rajas_sim.experiment.run`, `load`, `compare`, `plan`, `check`, `solve`, ...

::

    from rajas_sim import experiment

    run = experiment.run("start_player", blocks=2000, set={"players": [4]})
    run.seats                                  # a table as a polars LazyFrame
    run.seat_advantage(players=4).verdict      # the result behind the report's first card
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rajas_sim.analysis import findings, load_run
from rajas_sim.analysis.comparing.runs import compare_runs
from rajas_sim.analysis.plan import WIDTHS
from rajas_sim.analysis.plan import plan as planned
from rajas_sim.asking.check import check as checked
from rajas_sim.asking.ensemble import ensemble as asked_in_boxes
from rajas_sim.asking.pilot import play_pilot
from rajas_sim.asking.shown.ensemble import ShownEnsemble
from rajas_sim.asking.shown.results import Answers, Compared, Plans
from rajas_sim.asking.shown.solutions import ShownSolutions
from rajas_sim.asking.solve import solve as solved
from rajas_sim.experiment.folder.places import copied_here, place
from rajas_sim.experiment.folder.runs import find_run, require_finished
from rajas_sim.experiment.folder.store import REPORTS
from rajas_sim.experiment.question.load import experiment_of, load_experiment
from rajas_sim.experiment.question.resolve import Experiment
from rajas_sim.experiment.question.shipped import find_experiment
from rajas_sim.experiment.question.toml_text import value_text
from rajas_sim.experiment.rule_sets.of_runs import differences_of_runs
from rajas_sim.questions.luck import Luck
from rajas_sim.questions.power import Power
from rajas_sim.questions.python import function_of
from rajas_sim.questions.run import RunExperiment
from rajas_sim.questions.run.played import PlayedRun
from rajas_sim.questions.runner import Runner

if TYPE_CHECKING:
    from distributed import Client

#: An experiment: the name of a shipped one, a file, or its keys.
Question = str | Path | Mapping[str, Any]

run = function_of(RunExperiment, PlayedRun.of_answer, report=False)
luck = function_of(Luck)
power = function_of(Power)


def load(run: str | Path, out: str | Path = REPORTS) -> PlayedRun:
    """Return a finished run by its folder, its name (the beginning is enough) or its label.

    Raises
    ------
    InputError
        If there is no such run, or it is not finished or damaged.
    """
    folder = copied_here(find_run(str(run), place(out)))
    require_finished(folder)
    return PlayedRun(load_run(folder))


def compare(old: PlayedRun | str | Path, new: PlayedRun | str | Path) -> Compared:
    """Compare two runs of one game; as ``rajas compare``.

    Raises
    ------
    InputError
        If they are of different games, or have nothing in common.
    """
    first, second = (own if isinstance(own, PlayedRun) else load(own) for own in (old, new))
    differing = tuple(differences_of_runs(first.folder, second.folder))
    return Compared(differing, compare_runs(first.run, second.run))


def plan(
    question: Question | PlayedRun,
    *,
    blocks: int | None = None,
    pilot: int = 100,
    widths: Sequence[float] = WIDTHS,
    set: Mapping[str, Any] | None = None,
    out: str | Path = REPORTS,
    workers: int | None = None,
    cluster: Client | None = None,
) -> Plans:
    """Say how many games a question needs, from a pilot or a finished run; as ``rajas plan``.

    Parameters
    ----------
    blocks
        How many are planned; by default those of the experiment.
    pilot
        Blocks of the pilot.
    widths
        Half widths and sizes of differences, as win shares.
    """
    if isinstance(question, PlayedRun):
        return Plans(planned(question.results, blocks, widths))
    experiment = _experiment(question, set=set)
    folder = play_pilot(experiment, pilot, Runner(out, workers, cluster))
    return Plans(planned(findings(load_run(copied_here(folder))), blocks or experiment.config.most_blocks, widths))


def check(
    question: Question,
    *,
    expect: Sequence[str] | None = None,
    blocks: int | None = None,
    set: Mapping[str, Any] | None = None,
    out: str | Path = REPORTS,
    workers: int | None = None,
    cluster: Client | None = None,
) -> Answers:
    """Play until every expectation is known to hold or to fail; as ``rajas check``.

    Parameters
    ----------
    expect
        Sentences in place of those of the experiment.
    blocks
        The most that are played.
    """
    changes = {**(set or {}), **({"expect": list(expect)} if expect is not None else {})}
    return Answers(checked(_experiment(question, set=changes), Runner(out, workers, cluster), blocks=blocks))


def solve(
    question: Question,
    *,
    blocks: int | None = None,
    seed: int | None = None,
    set: Mapping[str, Any] | None = None,
    components: str | Path | None = None,
    out: str | Path = REPORTS,
    workers: int | None = None,
    cluster: Client | None = None,
) -> ShownSolutions:
    """Search for the values of rules that come nearest to a goal; as ``rajas solve``.

    Parameters are those of `run`.
    """
    experiment = _experiment(question, blocks=blocks, seed=seed, set=set, components=components)
    return ShownSolutions(experiment.config.question, solved(experiment, Runner(out, workers, cluster)))


def ensemble(
    question: Question,
    *,
    boxes: int | None = None,
    folder: str | Path | None = None,
    blocks: int | None = None,
    seed: int | None = None,
    set: Mapping[str, Any] | None = None,
    components: str | Path | None = None,
    out: str | Path = REPORTS,
    workers: int | None = None,
    cluster: Client | None = None,
) -> ShownEnsemble:
    """Ask a question in many plausible boxes; as ``rajas ensemble``.

    Parameters
    ----------
    boxes
        How many; by default those of the experiment's ``[ensemble]``, or 200.
    folder
        Where boxes are taken from; by default they are sampled.
    blocks
        Luck seeds that every box plays.
    """
    given = {"boxes": boxes, "folder": None if folder is None else str(folder), "blocks": blocks}
    changes = {f"ensemble.{key}": value for key, value in given.items() if value is not None}
    experiment = _experiment(question, seed=seed, set={**(set or {}), **changes}, components=components)
    return ShownEnsemble(experiment.config.question, asked_in_boxes(experiment, Runner(out, workers, cluster)))


def _experiment(
    question: Question,
    *,
    blocks: int | None = None,
    seed: int | None = None,
    set: Mapping[str, Any] | None = None,
    components: str | Path | None = None,
) -> Experiment:
    given = {"blocks": blocks, "seed": seed, "components": None if components is None else str(components)}
    options = {key: value for key, value in given.items() if value is not None}
    sets = [f"{key}={value_text(value)}" for key, value in (set or {}).items()]
    if isinstance(question, Mapping):
        return experiment_of(question, sets, options=options)
    return load_experiment(find_experiment(str(question)), sets, options=options)
