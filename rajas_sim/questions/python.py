"""Functions made from questions, for notebooks and scripts: ``experiment.luck("start_player", blocks=2000)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import Parameter, Signature, cleandoc
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any, Protocol

from rajas_sim.analysis import Run, load_run
from rajas_sim.analysis.answer import Answer
from rajas_sim.questions.question import Question, QuestionOfEither, QuestionOfRuns, require_either
from rajas_sim.questions.runner import Runner
from rajas_sim.showing.notebook import ShownAnswer
from rajas_sim.study.config.load import experiment_of, load_experiment
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.config.shipped import find_experiment
from rajas_sim.study.config.toml_text import value_text
from rajas_sim.study.folder.places import copied_here, place
from rajas_sim.study.folder.runs import find_run, require_finished
from rajas_sim.study.folder.store import REPORTS

if TYPE_CHECKING:
    from distributed import Client

#: An experiment: the name of a shipped one, a file, or its keys.
Study = str | Path | Mapping[str, Any]

A_STUDY = "The name of a shipped experiment, a file, or a mapping of the keys that a file has."
A_RUN = "A run, or its folder, its name (the beginning is enough) or its label."


class Opened(Protocol):
    """What `experiment.run` and `experiment.load` return."""

    @property
    def run(self) -> Run:
        """The run as it is read."""


#: A run, opened, or its folder, name or label.
OneRun = Run | Opened | str | Path

#: What every function takes besides the options of its question: name, type, default and meaning.
COMMON = (
    ("seed", int | None, None, "Seed of all luck, in place of the experiment's."),
    ("set", Mapping[str, Any] | None, None, 'Keys of the experiment that are changed: ``{"players": [4], "stop.width": 0.02}``.'),
    ("components", str | Path | None, None, "File with the printed values of the box."),
    ("out", str | Path, REPORTS, "Where runs get their folders."),
    ("workers", int | None, None, "How many cores are used; all by default. Results are the same."),
    ("cluster", "Client | None", None, "A client of a Dask cluster that plays in place of this machine."),
)

#: What those take that are asked of an experiment, or of a finished run in its place.
COMMON_OF_EITHER = (("run", OneRun | None, None, f"A finished run in place of an experiment. {A_RUN}"), *COMMON)

COMMON_OF_RUNS = (("out", str | Path, REPORTS, "Where runs are looked for by their names and labels."),)


def function_of(
    kind: type[Question] | type[QuestionOfRuns],
    show: Callable[[Answer], ShownAnswer] = ShownAnswer,
    **defaults: Any,
) -> Callable[..., Any]:
    """Make the function that asks a question.

    Parameters
    ----------
    show
        What is returned of an answer.
    defaults
        Of options, where they differ from those of the command.
    """
    own = [replace(option, default=defaults.get(option.name, option.default)) for option in kind.options()]
    runs = getattr(kind, "runs", ())
    subjects = runs or ("study",)
    asks_either = issubclass(kind, QuestionOfEither)
    common: Sequence[tuple[str, Any, Any, str]] = COMMON_OF_RUNS if runs else COMMON_OF_EITHER if asks_either else COMMON
    about = [f"{name}\n    {A_RUN if runs else A_STUDY}" for name in subjects]
    hint: Any = OneRun if runs else Study | None if asks_either else Study
    missing = None if asks_either else Parameter.empty
    parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=missing, annotation=hint) for name in subjects]
    parameters += [Parameter(o.name, Parameter.KEYWORD_ONLY, default=o.default, annotation=o.type.__origin__) for o in own]
    parameters += [Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint) for name, hint, default, _ in common]
    signature = Signature(parameters, return_annotation=show)

    def ask(*positional: Any, **named: Any) -> ShownAnswer:
        bound = signature.bind(*positional, **named)
        bound.apply_defaults()
        values = bound.arguments
        question = kind(**{option.name: values.pop(option.name) for option in own})
        question.check()
        given = [values.pop(name) for name in subjects]
        if isinstance(question, QuestionOfEither):
            return ShownAnswer(_ask_either(question, given, **values))
        if isinstance(question, Question):
            return show(_ask_experiment(question, given, **values))
        return show(_ask_runs(question, given, **values))

    ask.__signature__ = signature  # type: ignore[attr-defined]
    meanings = [(o.name, o.info.help or "") for o in own] + [(name, meaning) for name, _, _, meaning in common]
    about += [f"{name}\n{indent(meaning, '    ')}" for name, meaning in meanings]
    ask.__name__ = ask.__qualname__ = kind.name
    ask.__doc__ = "\n".join([cleandoc(kind.__doc__ or ""), "", "Parameters", "----------", *about, ""])
    return ask


def _ask_experiment(
    question: Question,
    studies: Sequence[Study],
    *,
    seed: int | None,
    set: Mapping[str, Any] | None,
    components: str | Path | None,
    out: str | Path,
    workers: int | None,
    cluster: Client | None,
) -> Answer:
    (study,) = studies
    experiment = opened(study, set=set, seed=seed, components=components, **question.changes)
    answer = question.ask(experiment, Runner(out, workers, cluster))
    if isinstance(study, Mapping):
        return answer
    sets = [f"{key}={value_text(value)}" for key, value in (set or {}).items()]
    return replace(answer, command=question.command([str(study)], sets, seed=seed, components=components))


def _ask_either(question: QuestionOfEither, studies: Sequence[Study], *, run: OneRun | None, **options: Any) -> Answer:
    require_either(studies[0], run, **{name: options[name] for name in ("set", "seed", "components")})
    if run is None:
        return _ask_experiment(question, studies, **options)
    opened = loaded(run, options["out"])
    name = str(run if isinstance(run, str | Path) else opened.folder)
    return replace(question.ask_run(opened), command=question.command([], [], run=name))


def _ask_runs(question: QuestionOfRuns, runs: Sequence[OneRun], *, out: str | Path) -> Answer:
    opened = [loaded(run, out) for run in runs]
    names = [str(run if isinstance(run, str | Path) else own.folder) for run, own in zip(runs, opened, strict=True)]
    return replace(question.ask(*opened), command=question.command(names, []))


def loaded(run: OneRun, out: str | Path = REPORTS) -> Run:
    """Return a finished run, opened for reading.

    Raises
    ------
    InputError
        If there is no such run, or it is not finished or damaged.
    """
    if not isinstance(run, str | Path):
        return run if isinstance(run, Run) else run.run
    folder = copied_here(find_run(str(run), place(out)))
    require_finished(folder)
    return load_run(folder)


def opened(study: Study, *, set: Mapping[str, Any] | None = None, **options: Any) -> Experiment:
    """Return an experiment with what was changed; options that are None are not given.

    Raises
    ------
    InputError
        With every problem found.
    """
    given = {key: str(value) if isinstance(value, Path) else value for key, value in options.items() if value is not None}
    sets = [f"{key}={value_text(value)}" for key, value in (set or {}).items()]
    if isinstance(study, Mapping):
        return experiment_of(study, sets, options=given)
    return load_experiment(find_experiment(str(study)), sets, options=given)
