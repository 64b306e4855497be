"""What a question is: its name, the options it adds, and how it is answered.

A command (`rajas_sim.cli.question_command`) and a function of Python (`rajas_sim.questions.python`) are made from each, so an
option is typed and explained once, where its question is. Questions import what they need when they are asked, so that help and
completion answer at once.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, get_type_hints

from typer.models import OptionInfo

from rajas_sim.core.errors import InputError

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.analysis.reading.run import Run
    from rajas_sim.questions.runner import Runner
    from rajas_sim.study.config.resolve import Experiment


@dataclass(frozen=True)
class Option:
    """An option of a question.

    Attributes
    ----------
    name
        As a field of the question, and in Python.
    flag
        On the command line.
    type
        With its description, as Typer takes it.
    info
        That description.
    is_output
        Whether it changes nothing in the answer, such as a file to write.
    """

    name: str
    flag: str
    type: Any
    info: OptionInfo
    default: Any
    is_output: bool


@dataclass(frozen=True)
class _Question:
    """What both kinds of question have; fields are the options that were given, the docstring is the help of the command.

    Attributes
    ----------
    name
        Of the command and of the function of Python.
    outputs
        Names of the fields that change nothing in the answer, such as files to write.
    has_own_page
        Whether it writes a page by itself, so that there is no option for one.
    """

    name: ClassVar[str]
    outputs: ClassVar[tuple[str, ...]] = ()
    has_own_page: ClassVar[bool] = False

    def check(self) -> None:
        """Refuse options that contradict each other.

        Raises
        ------
        InputError
            If some do.
        """
        return

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """Return the options that this question adds to those that all have."""
        hints = get_type_hints(cls, include_extras=True)
        return tuple(_option(cls, own.name, hints[own.name], own.default) for own in fields(cls))

    def command(self, subjects: Sequence[str], sets: Sequence[str], **common: Any) -> str:
        """Return the command that asks the same again.

        Parameters
        ----------
        subjects
            The experiment or the runs that it is asked of.
        sets
            What ``--set`` changes.
        common
            Options that all questions have, by their names; None for those not given.
        """
        words = ["rajas", self.name, *subjects]
        for option in self.options():
            value = getattr(self, option.name)
            if value != option.default and not option.is_output:
                words += _words(option.flag, value)
        for name, value in common.items():
            words += _words(f"--{name}", value) if value is not None else []
        return shlex.join([*words, *(word for change in sets for word in ("--set", change))])


@dataclass(frozen=True)
class Question(_Question, ABC):
    """A question that is asked of an experiment, whose games are played where they are missing."""

    @property
    def changes(self) -> dict[str, Any]:
        """What the options change in the experiment, by dotted key; None changes nothing."""
        return {}

    @abstractmethod
    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Play what is missing, and answer.

        Raises
        ------
        InputError
            If the experiment cannot be asked this.
        RunError, StrategyError, StoppedError
            As in `rajas_sim.running.runner.run`.
        """


@dataclass(frozen=True)
class QuestionOfEither(Question, ABC):
    """A question that is asked of an experiment, or of a finished run in its place (``--run``)."""

    @abstractmethod
    def ask_run(self, run: Run) -> Answer:
        """Read the run, and answer.

        Raises
        ------
        InputError
            If the run cannot be asked this.
        """


def require_either(study: object, run: object, **changes: object) -> None:
    """Refuse an experiment and a run together, none of the two, and changes of an experiment where a run is given.

    Raises
    ------
    InputError
        If one of these is the case.
    """
    if (study is None) == (run is None):
        raise InputError("give either an experiment or, with --run, a finished run")
    if run is not None and any(value not in (None, [], {}) for value in changes.values()):
        flags = ", ".join(f"--{name}" for name in changes)
        raise InputError(f"--run reads a run as it was played; {flags} change an experiment")


@dataclass(frozen=True)
class QuestionOfRuns(_Question, ABC):
    """A question that is asked of one or two finished runs.

    Attributes
    ----------
    runs
        What the runs are called: the names of the arguments.
    """

    runs: ClassVar[tuple[str, ...]] = ("run",)

    @abstractmethod
    def ask(self, *runs: Run) -> Answer:
        """Read the runs, and answer.

        Raises
        ------
        InputError
            If the runs cannot be asked this.
        RunError
            If something cannot be written, or a game cannot be played again.
        """


def _option(kind: type[_Question], name: str, hint: Any, default: Any) -> Option:
    (info,) = (extra for extra in hint.__metadata__ if isinstance(extra, OptionInfo))
    flags = [flag for flag in (info.default, *(info.param_decls or ())) if isinstance(flag, str)]
    flag = flags[0] if flags else f"--{name.replace('_', '-')}"
    return Option(name, flag, hint, info, None if default is MISSING else default, name in kind.outputs)


def _words(flag: str, value: Any) -> list[str]:
    if isinstance(value, bool):
        on, _, off = flag.partition("/")
        return [on if value else off]
    values = value if isinstance(value, list | tuple) else [value]
    return [word for each in values for word in (flag, str(each) if not isinstance(each, Path) else each.as_posix())]
