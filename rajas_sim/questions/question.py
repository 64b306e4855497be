"""What a question is: its name, the options it adds, and how it is answered.

A command (`rajas_sim.cli.question_command`) and a Python function (`rajas_sim.questions.python`) are made from each question, so
an option is typed and explained once, in its question. Questions import what they need when they are asked, so that help and
completion answer at once. A new question is a folder beside this file, and its name in ``questions/__init__.py``.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from rajas_sim.questions.shared_options import PlayOptions, PlayOrReadOptions, ReadOptions, options_of

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.analysis.reading.run import Run
    from rajas_sim.questions.runner import Runner
    from rajas_sim.study.config.resolve import Experiment

Options = PlayOptions | ReadOptions
"""Common options: what a question takes besides its own options."""


@dataclass(frozen=True)
class _Question:
    """What all questions have; the fields are the options, the docstring is the help of the command.

    Attributes
    ----------
    name
        Name of the command and of the Python function.
    table
        Place of the form of its table in an experiment file, such as ``package.module:Form``; empty if it has none.
    outputs
        Names of the fields that do not affect the answer, such as files to write.
    has_own_page
        Whether the question writes a page by itself, so that there is no option for a page.
    quiet_help
        Help of the option that prints only the result.
    subject_names
        Names of the arguments that say what the question is asked of. A Python function also takes the keys of an experiment.
    common_options_class
        Class of the options that it takes besides its own.
    """

    name: ClassVar[str]
    table: ClassVar[str] = ""
    outputs: ClassVar[tuple[str, ...]] = ()
    has_own_page: ClassVar[bool] = False
    quiet_help: ClassVar[str] = "Print only the answer and its tables: no progress, remarks, notes or names of files."
    subject_names: ClassVar[tuple[str, ...]]
    common_options_class: ClassVar[type[Options]]

    def check(self) -> None:
        """Refuse options that contradict each other.

        Raises
        ------
        InputError
            If some options contradict each other.
        """
        return

    def command(self, subjects: Sequence[str], common_values: Options) -> str:
        """Return the command that asks the same question of the same subjects again."""
        options = ((values, option) for values in (self, common_values) for option in options_of(type(values)))
        words = (word for values, option in options for word in option.words(getattr(values, option.name)))
        return shlex.join(["rajas", self.name, *subjects, *words])


@dataclass(frozen=True)
class Question(_Question, ABC):
    """A question that is asked of an experiment, whose missing games are played.

    Attributes
    ----------
    keys
        By name of an option that changes a key of the experiment: that key.
    """

    subject_names: ClassVar = ("study",)
    common_options_class: ClassVar = PlayOptions
    keys: ClassVar[Mapping[str, str]] = {}

    @property
    def changes(self) -> dict[str, Any]:
        """What the options change in the experiment, by dotted key; a value of None changes nothing."""
        return {key: getattr(self, name) for name, key in self.keys.items()}

    @abstractmethod
    def ask(self, experiment: Experiment, runner: Runner) -> Answer:
        """Play the missing games, and answer.

        Raises
        ------
        InputError
            If the experiment cannot be asked this question.
        RunError, StrategyError, StoppedError
            As in `rajas_sim.running.runner.run`.
        """


@dataclass(frozen=True)
class QuestionOfEither(Question, ABC):
    """A question that is asked of an experiment, or of a finished run instead (``--run``)."""

    common_options_class: ClassVar = PlayOrReadOptions

    @abstractmethod
    def ask_run(self, run: Run) -> Answer:
        """Read the run, and answer.

        Raises
        ------
        InputError
            If the run cannot be asked this question.
        """


@dataclass(frozen=True)
class QuestionOfRuns(_Question, ABC):
    """A question that is asked of one or two finished runs."""

    subject_names: ClassVar[tuple[str, ...]] = ("run",)
    common_options_class: ClassVar = ReadOptions

    @abstractmethod
    def ask(self, *runs: Run) -> Answer:
        """Read the runs, and answer.

        Raises
        ------
        InputError
            If the runs cannot be asked this question.
        RunError
            If something cannot be written, or a game cannot be played again.
        """
