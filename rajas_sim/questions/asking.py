"""Asking a question: opening experiments and runs, and writing the command that asks it again."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from rajas_sim.analysis import Run, load_run
from rajas_sim.analysis.answer import Answer
from rajas_sim.analysis.formatting import listed
from rajas_sim.core.errors import InputError
from rajas_sim.questions.question import Options, Question, QuestionOfEither, QuestionOfRuns
from rajas_sim.questions.runner import Runner
from rajas_sim.questions.shared_options import PlayOptions, PlayOrReadOptions
from rajas_sim.study.config.load import experiment_of, load_experiment, read_toml
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.config.shipped import find_file
from rajas_sim.study.config.toml_text import value_text
from rajas_sim.study.folder.places import folder_at, local_copy
from rajas_sim.study.folder.runs import find_run, require_finished, runs_meant
from rajas_sim.study.folder.store import RunFolder

Study = str | Path | Mapping[str, Any]
"""An experiment: the name of a shipped one, a file, or a mapping of its keys."""


class HasRun(Protocol):
    """What `experiment.run` and `experiment.load` return."""

    @property
    def run(self) -> Run:
        """The run, opened for reading."""


AnyRun = Run | HasRun | str | Path
"""An opened run, or its folder, name or label."""


def ask(
    question: Question | QuestionOfRuns,
    subjects: Sequence[Any],
    options: Options,
    open_runner: Callable[[Experiment], AbstractContextManager[Runner]],
) -> Answer:
    """Ask a question of an experiment or of runs.

    Parameters
    ----------
    subjects
        The experiment, which may be None if `options` name a run; or the runs.
    options
        The common options; in Python, keys to set are a mapping, and a run may be an opened one.
    open_runner
        Opens the runner that plays games while the question is asked.

    Raises
    ------
    InputError
        If an experiment or a run cannot be opened, or the question cannot be asked of it.
    RunError, StrategyError, StoppedError
        As in `rajas_sim.running.runner.run`.
    """
    question.check()
    if isinstance(question, QuestionOfRuns):
        _refuse_experiments(question, subjects, options)
        runs = [open_run(subject, options.out) for subject in subjects]
        run_names = [_subject_name(subject, run) for subject, run in zip(subjects, runs, strict=True)]
        return replace(question.ask(*runs), command=question.command(run_names, options))
    assert isinstance(options, PlayOptions)
    (study,) = subjects
    if isinstance(options, PlayOrReadOptions) and isinstance(question, QuestionOfEither):
        _require_study_or_run(study, options)
        if options.run is not None:
            run = open_run(options.run, options.out)
            command = question.command([], replace(options, run=_subject_name(options.run, run)))
            return replace(question.ask_run(run), command=command)
    experiment = open_experiment(study, options, question.changes)
    with open_runner(experiment) as runner:
        answer = question.ask(experiment, replace(runner, question=question.name))
    if isinstance(study, Mapping):
        return answer
    return replace(answer, command=question.command([str(study)], replace(options, set=_set_texts(options))))


def _refuse_experiments(question: QuestionOfRuns, subjects: Sequence[Any], options: Options) -> None:
    """Refuse experiments given in place of runs, with the commands that play them and then ask the question."""
    experiment_names = [_name_of_experiment(subject, options.out) for subject in subjects]
    unplayed = [str(subject) for subject, name in zip(subjects, experiment_names, strict=True) if name is not None]
    if not unplayed:
        return
    run_names = [str(subject) if name is None else name for subject, name in zip(subjects, experiment_names, strict=True)]
    commands = [*(shlex.join(["rajas", "run", experiment]) for experiment in unplayed), question.command(run_names, options)]
    reason = f"{listed(unplayed)}: rajas {question.name} reads finished runs; play the experiment first, then ask"
    raise InputError("\n  ".join([f"{reason}:", *commands]))


def _name_of_experiment(subject: AnyRun, out: str | Path) -> str | None:
    """Return the name of the experiment that was given in place of a run; None if a run, or neither of them, is meant."""
    if not isinstance(subject, str | Path):
        return None
    path = Path(subject)
    is_file_of_run = path.is_file() and RunFolder(path.parent).manifest_file.is_file()
    if is_file_of_run or (not path.is_file() and _is_run(subject, out)):
        return None
    try:
        name = read_toml(find_file("experiment", str(subject)))[0].get("name")
    except InputError:
        return None
    return name if isinstance(name, str) else None


def _is_run(subject: str | Path, out: str | Path) -> bool:
    """Return whether a name, a label or a folder means one run or several."""
    try:
        find_run(str(subject), folder_at(out))
    except InputError:
        return bool(runs_meant(str(subject), folder_at(out)))
    return True


def open_run(run: AnyRun, out: str | Path) -> Run:
    """Return a finished run, opened for reading.

    Parameters
    ----------
    out
        Folder in which the run is looked for by its name or label.

    Raises
    ------
    InputError
        If there is no such run, or it is unfinished or damaged.
    """
    if not isinstance(run, str | Path):
        return run if isinstance(run, Run) else run.run
    folder = local_copy(find_run(str(run), folder_at(out)))
    require_finished(folder)
    return load_run(folder)


def open_experiment(study: Study, options: PlayOptions, changes: Mapping[str, Any] | None = None) -> Experiment:
    """Return an experiment with the changes that options make.

    Parameters
    ----------
    changes
        Further changes by dotted key; a value of None changes nothing. Those by `--set` are applied after them.

    Raises
    ------
    InputError
        If the experiment or a change is not valid; all problems are reported together.
    """
    changes_by_key = {"seed": options.seed, "components": options.components, **(changes or {})}
    changed_keys = {
        key: str(value) if isinstance(value, Path) else value for key, value in changes_by_key.items() if value is not None
    }
    if isinstance(study, Mapping):
        return experiment_of(study, _set_texts(options), options=changed_keys)
    return load_experiment(find_file("experiment", str(study)), _set_texts(options), options=changed_keys)


def _require_study_or_run(study: object, options: PlayOrReadOptions) -> None:
    """Refuse an experiment together with a run, neither of them, and changes of an experiment if a run is given."""
    if (study is None) == (options.run is None):
        raise InputError("give an experiment, or a finished run with --run, but not both")
    if options.run is not None and (options.set or options.seed is not None or options.components is not None):
        raise InputError("--run reads a run as it was played; --set, --seed and --components are for experiments")


def _set_texts(options: PlayOptions) -> list[str]:
    """Return the keys to set as they are typed after ``--set``; from Python they may come as a mapping."""
    if isinstance(options.set, Mapping):
        return [f"{key}={value_text(value)}" for key, value in options.set.items()]
    return options.set or []


def _subject_name(subject: AnyRun, run: Run) -> str:
    return str(subject if isinstance(subject, str | Path) else run.folder)
