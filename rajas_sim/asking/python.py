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
from rajas_sim.analysis.winning.stopping import judge
from rajas_sim.asking.check import check as checked
from rajas_sim.asking.pilot import play_pilot
from rajas_sim.asking.power import power as weighed
from rajas_sim.asking.power import power_of_each_number
from rajas_sim.asking.shown.played_run import PlayedRun
from rajas_sim.asking.shown.power import ShownNumbers, ShownThings
from rajas_sim.asking.shown.results import Answers, Compared, Plans
from rajas_sim.asking.shown.solutions import ShownSolutions
from rajas_sim.asking.solve import solve as solved
from rajas_sim.experiment.folder.notes import write_label
from rajas_sim.experiment.folder.places import copied_here, place
from rajas_sim.experiment.folder.runs import find_run, require_finished
from rajas_sim.experiment.folder.store import REPORTS
from rajas_sim.experiment.playing.runner import Mode
from rajas_sim.experiment.question.load import experiment_of, load_experiment
from rajas_sim.experiment.question.resolve import Experiment
from rajas_sim.experiment.question.shipped import find_experiment
from rajas_sim.experiment.question.toml_text import value_text
from rajas_sim.experiment.rule_sets.of_runs import differences_of_runs
from rajas_sim.questions.ensemble import Ensemble
from rajas_sim.questions.luck import Luck
from rajas_sim.questions.python import function_of
from rajas_sim.questions.runner import Runner

if TYPE_CHECKING:
    from distributed import Client

#: An experiment: the name of a shipped one, a file, or its keys.
Question = str | Path | Mapping[str, Any]

luck = function_of(Luck)
ensemble = function_of(Ensemble)


def run(
    question: Question,
    *,
    blocks: int | None = None,
    seed: int | None = None,
    set: Mapping[str, Any] | None = None,
    components: str | Path | None = None,
    out: str | Path = REPORTS,
    workers: int | None = None,
    cluster: Client | None = None,
    label: str | None = None,
    extend: bool = False,
) -> PlayedRun:
    """Play an experiment, or what is missing of it, and return the run; as ``rajas run``.

    Parameters
    ----------
    question
        The name of a shipped experiment, a file, or a mapping of the keys that a file has.
    set
        Keys of the experiment that are changed, dotted ones included: ``{"players": [4], "stop.width": 0.02}``.
    cluster
        A client of a Dask cluster whose workers play, in place of this machine.
    label
        What the run is called.
    extend
        Add blocks to a finished run.

    Raises
    ------
    InputError, RunError, StrategyError, StoppedError
        As the command says them.
    """
    experiment = _experiment(question, blocks=blocks, seed=seed, set=set, components=components)
    mode: Mode = "extend" if extend else "auto"
    result = Runner(out, workers, cluster).run(experiment, mode=mode, judge=None if experiment.config.stop is None else judge)
    if label is not None:
        write_label(result.folder, label)
    return PlayedRun(load_run(copied_here(result.folder)))


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


def power(
    question: Question,
    *,
    things: Sequence[str] | None = None,
    numbers: Sequence[str] | bool = False,
    blocks: int | None = None,
    seed: int | None = None,
    set: Mapping[str, Any] | None = None,
    components: str | Path | None = None,
    out: str | Path = REPORTS,
    workers: int | None = None,
    cluster: Client | None = None,
) -> ShownThings | ShownNumbers:
    """Say what a seat loses without each thing, or what a step of one of each number does; as ``rajas power``.

    Parameters
    ----------
    things
        Names, with ``*`` for a part; by default those of the experiment, or all.
    numbers
        Paths of numbers, with ``*``; True for those of the experiment, or all. Things are weighed where it is False.
    """
    chosen = {"things": things} if not numbers else {"numbers": None if numbers is True else numbers}
    given = {key: list(names) for key, names in chosen.items() if names is not None}
    changes = {**(set or {}), **({"power": given} if given else {})}
    experiment = _experiment(question, blocks=blocks, seed=seed, set=changes, components=components)
    title = experiment.config.question
    if numbers:
        return ShownNumbers(title, power_of_each_number(experiment, Runner(out, workers, cluster)))
    return ShownThings(title, weighed(experiment, Runner(out, workers, cluster)))


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
