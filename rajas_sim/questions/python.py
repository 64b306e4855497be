"""Functions made from questions, for notebooks and scripts: ``experiment.luck("start_player", blocks=2000)``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from inspect import Parameter, Signature, cleandoc
from textwrap import indent
from typing import Any

from rajas_sim.analysis.answer import Answer
from rajas_sim.questions.asking import AnyRun, Study, ask
from rajas_sim.questions.question import Question, QuestionOfEither, QuestionOfRuns
from rajas_sim.questions.runner import Runner
from rajas_sim.questions.shared_options import RUN_HELP, options_of
from rajas_sim.showing.notebook import ShownAnswer

STUDY_HELP = "The name of a shipped experiment, a file, or a mapping of the keys that a file has."


def function_of(
    question_class: type[Question] | type[QuestionOfRuns], show: Callable[[Answer], ShownAnswer] = ShownAnswer, **defaults: Any
) -> Callable[..., Any]:
    """Make the function that asks a question.

    Parameters
    ----------
    show
        Turns the answer into the return value.
    defaults
        Defaults of options that differ from those of the command.
    """
    options = [replace(option, default=defaults.get(option.name, option.default)) for option in options_of(question_class)]
    common_options = options_of(question_class.common_options_class)
    is_of_runs, asks_either = issubclass(question_class, QuestionOfRuns), issubclass(question_class, QuestionOfEither)
    subject_type: Any = AnyRun if is_of_runs else Study | None if asks_either else Study
    subject_default = None if asks_either else Parameter.empty
    parameters = [
        Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=subject_default, annotation=subject_type)
        for name in question_class.subject_names
    ]
    parameters += [
        Parameter(option.name, Parameter.KEYWORD_ONLY, default=option.default, annotation=option.in_python.type)
        for option in (*options, *common_options)
    ]
    signature = Signature(parameters, return_annotation=show)

    def function(*positional: Any, **named: Any) -> ShownAnswer:
        bound = signature.bind(*positional, **named)
        bound.apply_defaults()
        values = bound.arguments
        for option in (*options, *common_options):
            option.check(values[option.name])
        subjects = [values.pop(name) for name in question_class.subject_names]
        question = question_class(**{option.name: values.pop(option.name) for option in options})
        common_values = question_class.common_options_class(**values)
        runner = Runner(common_values.out, values.get("workers"), values.get("cluster"))
        return show(ask(question, subjects, common_values, lambda experiment: nullcontext(runner)))

    function.__signature__ = signature  # type: ignore[attr-defined]
    help_texts = [(name, RUN_HELP if is_of_runs else STUDY_HELP) for name in question_class.subject_names]
    help_texts += [(option.name, option.in_python.help) for option in (*options, *common_options)]
    parameter_texts = [f"{name}\n{indent(help_text, '    ')}" for name, help_text in help_texts]
    function.__name__ = function.__qualname__ = question_class.name
    function.__doc__ = "\n".join([cleandoc(question_class.__doc__ or ""), "", "Parameters", "----------", *parameter_texts, ""])
    return function
