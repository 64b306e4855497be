"""Commands made from questions: the options of each, and those that all have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.asking import check_page, opened, playing
from rajas_sim.cli.errors import say_note
from rajas_sim.cli.exit_codes import FAILED, UNDECIDED
from rajas_sim.cli.options import (
    CONFIG,
    RUN,
    AnswerPage,
    AsJson,
    Components,
    Keys,
    OnCluster,
    OneRun,
    OutFolder,
    Quiet,
    Seed,
    Workers,
)
from rajas_sim.cli.output import strategies_print_to_stderr
from rajas_sim.questions.question import Question, QuestionOfEither, QuestionOfRuns, require_either
from rajas_sim.running.signals import adding_when_stopped

if TYPE_CHECKING:
    from rajas_sim.analysis import Run
    from rajas_sim.analysis.answer import Answer

#: Options of every question that plays an experiment, in the order of the help: type and default.
PLAYED = {
    "seed": (Seed, None),
    "workers": (Workers, None),
    "cluster": (OnCluster, None),
    "sets": (Keys, None),
    "components": (Components, None),
    "out": (OutFolder, "reports"),
}
#: What a question is asked of where that is an experiment or a finished run.
EITHER = {"config": (Annotated[str | None, CONFIG], None), "run": (OneRun, None)}
#: Options of every question: how its answer is shown.
SHOWN = {"page": (AnswerPage, None), "as_json": (AsJson, False), "is_quiet": (Quiet, False)}


def command_of(kind: type[Question] | type[QuestionOfRuns]) -> Callable[..., None]:
    """Make the command that asks a question."""
    options = kind.options()
    own = {option.name: (option.type, option.default) for option in options}
    asks_experiment = issubclass(kind, Question)
    subjects = {"config": Annotated[str, CONFIG]} if asks_experiment else dict.fromkeys(getattr(kind, "runs", ()), RUN)
    others = PLAYED if asks_experiment else {}
    if issubclass(kind, QuestionOfEither):
        subjects, others = {}, EITHER | PLAYED
    shown = {name: option for name, option in SHOWN.items() if not (kind.has_own_page and name == "page")}

    def command(**typed: Any) -> None:
        page, as_json, is_quiet = (typed.pop(name, None) for name in SHOWN)
        check_page(page)
        for option in options:
            if isinstance(typed[option.name], Path) and option.is_output:
                check_page(typed[option.name], option.flag)
        question = kind(**{name: typed.pop(name) for name in own})
        question.check()
        with strategies_print_to_stderr():
            names = [typed.pop(name) for name in subjects]
            if isinstance(question, QuestionOfEither):
                answer = _ask_either(question, is_quiet, **typed)
            elif isinstance(question, Question):
                answer = _ask_experiment(question, names, is_quiet, **typed)
            else:
                answer = _ask_runs(question, names)
        show(answer, page, as_json, is_quiet)

    parameters = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation) for name, annotation in subjects.items()]
    parameters += [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in (own | others | shown).items()
    ]
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    command.__name__, command.__doc__ = kind.name, kind.__doc__
    return command


def _ask_experiment(
    question: Question,
    subjects: list[str],
    is_quiet: bool,
    *,
    sets: list[str] | None,
    seed: int | None,
    components: Path | None,
    out: str,
    workers: int | None,
    cluster: str | None,
) -> Answer:
    """Open the experiment, and play what is missing."""
    (config,) = subjects
    experiment = opened(config, sets, seed=seed, components=components, **question.changes)
    with (
        playing(experiment.game.name, out, workers=workers, cluster=cluster, is_quiet=is_quiet) as runner,
        adding_when_stopped(f"what was played is kept; the same command goes on:\n  {runner.command}"),
    ):
        answer = question.ask(experiment, runner)
    return replace(answer, command=question.command(subjects, sets or [], seed=seed, components=components))


def _ask_either(question: QuestionOfEither, is_quiet: bool, *, config: str | None, run: str | None, **options: Any) -> Answer:
    """Open the experiment or the run."""
    require_either(config, run, set=options["sets"], seed=options["seed"], components=options["components"])
    if run is None:
        return _ask_experiment(question, [str(config)], is_quiet, **options)
    return replace(question.ask_run(*_opened_runs([run])), command=question.command([], [], run=run))


def _ask_runs(question: QuestionOfRuns, subjects: list[str]) -> Answer:
    """Open the runs."""
    return replace(question.ask(*_opened_runs(subjects)), command=question.command(subjects, []))


def _opened_runs(subjects: list[str]) -> list[Run]:
    from rajas_sim.analysis import load_run
    from rajas_sim.study.folder.places import copied_here
    from rajas_sim.study.folder.runs import find_run, require_finished

    folders = [find_run(subject) for subject in subjects]
    for folder in folders:
        require_finished(folder)
    return [load_run(copied_here(folder)) for folder in folders]


def show(answer: Answer, page: Path | None, as_json: bool, is_quiet: bool) -> None:
    """Print an answer, write its page if there is to be one, and end with the exit code of what was expected."""
    from rajas_sim.analysis.answer import Status

    if page is not None:
        from rajas_sim.showing.page import write_page

        write_page(answer, page)
        answer = replace(answer, files={**answer.files, "Page": str(page)})
    if as_json:
        from rajas_sim.showing.as_json import answer_text

        typer.echo(answer_text(answer))
    else:
        from rajas_sim.showing.terminal import print_answer

        print_answer(answer, is_quiet=is_quiet)
        for hint in () if is_quiet else answer.hints:
            say_note(hint)
    if answer.status is not Status.DONE:
        raise typer.Exit(FAILED if answer.status is Status.FAILS else UNDECIDED)
