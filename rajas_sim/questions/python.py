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
from rajas_sim.questions.options import A_RUN, options_of
from rajas_sim.questions.question import Question, QuestionOfEither, QuestionOfRuns
from rajas_sim.questions.runner import Runner
from rajas_sim.showing.notebook import ShownAnswer

A_STUDY = "The name of a shipped experiment, a file, or a mapping of the keys that a file has."


def function_of(
    kind: type[Question] | type[QuestionOfRuns], show: Callable[[Answer], ShownAnswer] = ShownAnswer, **defaults: Any
) -> Callable[..., Any]:
    """Make the function that asks a question.

    Parameters
    ----------
    show
        Turns the answer into what is returned.
    defaults
        Defaults of options, where they differ from those of the command.
    """
    options = [replace(option, default=defaults.get(option.name, option.default)) for option in kind.options()]
    common = options_of(kind.common)
    is_of_runs, asks_either = issubclass(kind, QuestionOfRuns), issubclass(kind, QuestionOfEither)
    subject_type: Any = AnyRun if is_of_runs else Study | None if asks_either else Study
    missing = None if asks_either else Parameter.empty
    parameters = [
        Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=missing, annotation=subject_type) for name in kind.subjects
    ]
    parameters += [
        Parameter(option.name, Parameter.KEYWORD_ONLY, default=option.default, annotation=option.in_python.type)
        for option in (*options, *common)
    ]
    signature = Signature(parameters, return_annotation=show)

    def function(*positional: Any, **named: Any) -> ShownAnswer:
        bound = signature.bind(*positional, **named)
        bound.apply_defaults()
        values = bound.arguments
        for option in (*options, *common):
            option.check(values[option.name])
        subjects = [values.pop(name) for name in kind.subjects]
        question = kind(**{option.name: values.pop(option.name) for option in options})
        given = kind.common(**values)
        runner = Runner(given.out, values.get("workers"), values.get("cluster"))
        return show(ask(question, subjects, given, lambda experiment: nullcontext(runner)))

    function.__signature__ = signature  # type: ignore[attr-defined]
    meanings = [(name, A_RUN if is_of_runs else A_STUDY) for name in kind.subjects]
    meanings += [(option.name, option.in_python.help) for option in (*options, *common)]
    about = [f"{name}\n{indent(meaning, '    ')}" for name, meaning in meanings]
    function.__name__ = function.__qualname__ = kind.name
    function.__doc__ = "\n".join([cleandoc(kind.__doc__ or ""), "", "Parameters", "----------", *about, ""])
    return function
