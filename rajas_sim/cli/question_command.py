"""Commands made from questions: the options of each, and those that all have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.asking import check_page, playing
from rajas_sim.cli.errors import FAILED, UNDECIDED, say_note
from rajas_sim.cli.options import CONFIG, RUN, AnswerPage, AsJson, Quiet
from rajas_sim.cli.output import strategies_print_to_stderr
from rajas_sim.questions.options import PlayOptions, options_of
from rajas_sim.questions.question import Question, QuestionOfEither, QuestionOfRuns
from rajas_sim.running.signals import adding_when_stopped

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.questions.runner import Runner
    from rajas_sim.study.config.resolve import Experiment

#: Options of every question: how its answer is shown.
SHOWN = {"page": (AnswerPage, None), "as_json": (AsJson, False), "is_quiet": (Quiet, False)}


def command_of(kind: type[Question] | type[QuestionOfRuns]) -> Callable[..., None]:
    """Make the command that asks a question."""
    options = kind.options()
    common = () if issubclass(kind, QuestionOfRuns) else options_of(kind.common)
    if issubclass(kind, QuestionOfRuns):
        subjects: dict[str, tuple[Any, Any]] = dict.fromkeys(kind.subjects, (RUN, Parameter.empty))
    elif issubclass(kind, QuestionOfEither):
        subjects = {"config": (Annotated[str | None, CONFIG], None)}
    else:
        subjects = {"config": (Annotated[str, CONFIG], Parameter.empty)}
    shown = {name: option for name, option in SHOWN.items() if not (kind.has_own_page and name == "page")}

    def command(**typed: Any) -> None:
        from rajas_sim.questions.asking import ask

        page, as_json, is_quiet = (typed.pop(name, None) for name in SHOWN)
        check_page(page)
        for option in options:
            if isinstance(typed[option.name], Path) and option.is_output:
                check_page(typed[option.name], option.flag)
        names = [typed.pop(name) for name in subjects]
        question = kind(**{option.name: typed.pop(option.name) for option in options})
        given = kind.common(**typed)
        with strategies_print_to_stderr():
            answer = ask(question, names, given, lambda experiment: _playing(experiment, given, is_quiet))
        show(answer, page, as_json, is_quiet)

    parameters = subjects | {option.name: (option.annotation, option.default) for option in (*options, *common)} | shown
    command.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
            for name, (annotation, default) in parameters.items()
        ]
    )
    command.__annotations__ = {name: annotation for name, (annotation, _) in parameters.items()}
    command.__name__, command.__doc__ = kind.name, kind.__doc__
    return command


@contextmanager
def _playing(experiment: Experiment, given: object, is_quiet: bool) -> Iterator[Runner]:
    """Show progress while games are played; if they are stopped, say how to continue."""
    assert isinstance(given, PlayOptions)
    with (
        playing(experiment.game.name, given.out, workers=given.workers, cluster=given.cluster, is_quiet=is_quiet) as runner,
        adding_when_stopped(f"what was played is kept; the same command continues:\n  {runner.command}"),
    ):
        yield runner


def show(answer: Answer, page: Path | None, as_json: bool, is_quiet: bool) -> None:
    """Print an answer, write its page if one was asked for, and end with the exit code of its status."""
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
