"""Turns questions into commands: the options of each question, and those that all have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.asking import check_output_file, open_runner
from rajas_sim.cli.errors import EXIT_FAILED, EXIT_UNDECIDED, say_note
from rajas_sim.cli.output import strategies_print_to_stderr
from rajas_sim.cli.shared_options import CONFIG, RUN, AnswerPage, AsJson
from rajas_sim.questions.question import Question, QuestionOfEither, QuestionOfRuns
from rajas_sim.questions.shared_options import PlayOptions, options_of
from rajas_sim.running.signals import adding_when_stopped
from rajas_sim.showing.printing import echo

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.questions.runner import Runner
    from rajas_sim.study.config.resolve import Experiment

#: Names of the options that say how an answer is shown; every question has them.
DISPLAY_OPTIONS = ("page", "as_json", "is_quiet")


def command_of(question_class: type[Question] | type[QuestionOfRuns]) -> Callable[..., None]:
    """Return the command that asks a question."""
    options = options_of(question_class)
    common_options = () if issubclass(question_class, QuestionOfRuns) else options_of(question_class.common_options_class)
    # What is asked about, and how the answer is shown: name of a parameter of the command -> its annotation and default.
    if issubclass(question_class, QuestionOfRuns):
        subjects: dict[str, tuple[Any, Any]] = dict.fromkeys(question_class.subject_names, (RUN, Parameter.empty))
    elif issubclass(question_class, QuestionOfEither):
        subjects = {"config": (Annotated[str | None, CONFIG], None)}
    else:
        subjects = {"config": (Annotated[str, CONFIG], Parameter.empty)}
    display_options: dict[str, tuple[Any, Any]] = {} if question_class.has_own_page else {"page": (AnswerPage, None)}
    quiet_option = Annotated[bool, typer.Option("--quiet", "-q", help=question_class.quiet_help)]
    display_options |= {"as_json": (AsJson, False), "is_quiet": (quiet_option, False)}

    def command(**typed: Any) -> None:
        from rajas_sim.questions.asking import ask

        page, as_json, is_quiet = (typed.pop(name, None) for name in DISPLAY_OPTIONS)
        check_output_file(page)
        for option in options:
            if isinstance(typed[option.name], Path) and option.is_output:
                check_output_file(typed[option.name], option.flag)
        subject_texts = [typed.pop(name) for name in subjects]
        question = question_class(**{option.name: typed.pop(option.name) for option in options})
        common_values = question_class.common_options_class(**typed)
        with strategies_print_to_stderr():
            answer = ask(
                question,
                subject_texts,
                common_values,
                lambda experiment: _open_runner_to_resume(experiment, common_values, is_quiet),
            )
        show_answer(answer, page, as_json, is_quiet)

    parameters = (
        subjects | {option.name: (option.annotation, option.default) for option in (*options, *common_options)} | display_options
    )
    command.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
            for name, (annotation, default) in parameters.items()
        ]
    )
    command.__annotations__ = {name: annotation for name, (annotation, _) in parameters.items()}
    command.__name__, command.__doc__ = question_class.name, question_class.__doc__
    return command


@contextmanager
def _open_runner_to_resume(experiment: Experiment, play_options: object, is_quiet: bool) -> Iterator[Runner]:
    """Show progress while games are played; if the user stops them, say how to continue."""
    assert isinstance(play_options, PlayOptions)
    with (
        open_runner(
            experiment.game.name, play_options.out, workers=play_options.workers, cluster=play_options.cluster, is_quiet=is_quiet
        ) as runner,
        adding_when_stopped(f"what was played is kept; the same command continues:\n  {runner.command}"),
    ):
        yield runner


def show_answer(answer: Answer, page: Path | None, as_json: bool, is_quiet: bool) -> None:
    """Print an answer, write its page if an option asks for one, and exit with the code of its status unless it is done."""
    from rajas_sim.analysis.answer import Status

    if page is not None:
        from rajas_sim.showing.page import write_page

        write_page(answer, page)
        answer = replace(answer, files={**answer.files, "Page": str(page)})
    if as_json:
        from rajas_sim.showing.as_json import answer_text

        echo(answer_text(answer))
    else:
        from rajas_sim.showing.terminal import print_answer

        print_answer(answer, is_quiet=is_quiet)
        for hint in () if is_quiet else answer.hints:
            say_note(hint)
    if answer.status is not Status.DONE:
        raise typer.Exit(EXIT_FAILED if answer.status is Status.FAILS else EXIT_UNDECIDED)
