"""The options that all questions have: typed and explained once, for the command line and for Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Annotated, Any, ClassVar, get_type_hints

import typer
from typer.models import OptionInfo

from rajas_sim.core.errors import InputError
from rajas_sim.study.saved_boxes import file_of_box


@dataclass(frozen=True)
class InPython:
    """How a Python function takes an option, if that differs from the command line.

    Attributes
    ----------
    type
        Type of the parameter.
    help
        What the option means; empty to use the text of the command line.
    """

    type: Any
    help: str = ""


@dataclass(frozen=True)
class QuestionOption:
    """An option of a question.

    Attributes
    ----------
    name
        Name as a field of a dataclass, and in Python.
    annotation
        Type of the option with its description, as Typer takes it.
    is_output
        Whether the option does not affect the answer, such as a file to write.
    """

    name: str
    annotation: Any
    default: Any
    is_output: bool = False

    @property
    def info(self) -> OptionInfo:
        """Description of the option for the command line."""
        return next(extra for extra in self.annotation.__metadata__ if isinstance(extra, OptionInfo))

    @property
    def in_python(self) -> InPython:
        """Type and meaning of the option in Python."""
        descriptions = [extra for extra in self.annotation.__metadata__ if isinstance(extra, InPython)]
        description = descriptions[0] if descriptions else InPython(self.annotation.__origin__)
        return InPython(description.type, description.help or self.info.help or "")

    @property
    def flag(self) -> str:
        """Name of the option on the command line."""
        flags = [flag for flag in (self.info.default, *(self.info.param_decls or ())) if isinstance(flag, str)]
        return flags[0] if flags else f"--{self.name.replace('_', '-')}"

    def check(self, value: object) -> None:
        """Refuse a number beyond the bounds of the option, as the command line does.

        Raises
        ------
        InputError
            If it is beyond the bounds.
        """
        least, most = self.info.min, self.info.max
        for number in value if isinstance(value, list | tuple) else [value]:
            if isinstance(number, int | float) and least is not None and number < least:
                raise InputError(f"{self.name}: must be {least} or more, found {number}")
            if isinstance(number, int | float) and most is not None and number > most:
                raise InputError(f"{self.name}: must be {most} or less, found {number}")

    def words(self, value: object) -> list[str]:
        """Return the words to type for a value; none for the default."""
        if value == self.default or self.is_output:
            return []
        if isinstance(value, bool):
            on, _, off = self.flag.partition("/")
            return [on if value else off]
        values = value if isinstance(value, list | tuple) else [value]
        return [word for item in values for word in (self.flag, item.as_posix() if isinstance(item, Path) else str(item))]


def options_of(options_class: type) -> tuple[QuestionOption, ...]:
    """Return one option for each field of a dataclass; the attribute `outputs` of the class names those that change no answer."""
    hints, outputs = get_type_hints(options_class, include_extras=True), getattr(options_class, "outputs", ())
    return tuple(
        QuestionOption(field.name, hints[field.name], None if field.default is MISSING else field.default, field.name in outputs)
        for field in fields(options_class)
    )


def complete_run(incomplete: str) -> list[str]:
    """Return runs for shell completion, by name and label."""
    from rajas_sim.study.folder.notes import label_of
    from rajas_sim.study.folder.runs import runs_in
    from rajas_sim.study.folder.store import REPORTS

    folders = runs_in(REPORTS)
    names = [*(folder.name for folder in folders), *filter(None, map(label_of, folders))]
    return [name for name in names if name.startswith(incomplete) and name.isprintable()]


RUN_HELP = "A run, or its folder, its name (the hash may be left out) or its label."

Seed = Annotated[int | None, typer.Option("--seed", metavar="S", help="Seed of all luck, instead of the experiment's.")]
Workers = Annotated[
    int | None, typer.Option("--workers", metavar="W", min=1, help="Cores to use; by default all. The results are the same.")
]
OnCluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Dask cluster that plays instead of this machine: tcp://HOST:PORT, a scheduler file or local:N. The results are the "
        "same.",
    ),
    InPython("Client | None", "A client of a Dask cluster that plays instead of this machine."),
]
Keys = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a key of the experiment, e.g. --set 'players=[2]'. May be repeated."),
    InPython(Mapping[str, Any] | None, 'Keys of the experiment to change: ``{"players": [4], "stop.width": 0.02}``.'),
]
GamesToRead = Annotated[
    int | None,
    typer.Option(min=2, metavar="N", help="Games to read with each number of players, each with luck of its own; by default 60."),
]
TrustsFiles = Annotated[bool, typer.Option("--trust", help="Run the Python files that the run names as strategies.")]
Components = Annotated[
    Path | None,
    typer.Option(
        "--components",
        metavar="FILE",
        callback=file_of_box,
        help="Component file with the printed values to play with, or the name of a box saved on page Your box.",
    ),
    InPython(str | Path | None, "Component file with the printed values to play with."),
]
OutFolder = Annotated[
    str, typer.Option("--out", metavar="DIR", help="Folder or URL in which runs get their folders."), InPython(str | Path)
]
FinishedRun = Annotated[
    str | None,
    typer.Option(
        "--run",
        metavar="RUN",
        help="A finished run instead of an experiment: its folder, name or label.",
        autocompletion=complete_run,
    ),
    InPython("Run | PlayedRun | str | Path | None", f"A finished run instead of an experiment. {RUN_HELP}"),
]


@dataclass(frozen=True)
class PlayOptions:
    """Common options of questions that play an experiment."""

    outputs: ClassVar = ("workers", "cluster", "out")
    seed: Seed = None
    workers: Workers = None
    cluster: OnCluster = None
    set: Keys = None
    components: Components = None
    out: OutFolder = "reports"


@dataclass(frozen=True)
class PlayOrReadOptions(PlayOptions):
    """Common options of questions that play an experiment or read a finished run instead."""

    run: FinishedRun = None


@dataclass(frozen=True)
class ReadOptions:
    """Common options of questions about finished runs, in Python only."""

    outputs: ClassVar = ("out",)
    out: Annotated[
        str, typer.Option(help="Folder in which to look for runs by their names and labels."), InPython(str | Path)
    ] = "reports"
