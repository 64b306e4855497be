"""The tables of an experiment file that belong to one question each: ``[solve]``, ``[power]``, ``[ensemble]``.

The questions are in a package above this one. Each registers the form of its table, so the experiment file needs no question's
name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pkgutil import resolve_name
from typing import Any, ClassVar, Protocol, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError
from pydantic_core.core_schema import ErrorType

from rajas_sim.study.config import QUESTION_TABLES
from rajas_sim.study.config.keys import Problem


class StrictForm(BaseModel, extra="forbid", frozen=True):
    """A form that refuses keys it does not know."""


#: Looks up the rules for a number of players with changed values; raises an `InputError` if the game refuses them.
LookUpRules = Callable[[int, Mapping[str, Any]], Any]


class AskedExperiment(Protocol):
    """The parts of an experiment (`rajas_sim.study.config.form.Config`) that a question may check before it is asked."""

    @property
    def mirror(self) -> bool:
        """Whether each strategy plays against itself."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all strategies that play."""

    @property
    def rules_of_arms(self) -> Mapping[str, Any]:
        """The rules of every arm, by its name; the first arm is the baseline."""

    @property
    def asked_line_ups(self) -> dict[str, tuple[str, ...]]:
        """The line-ups that are asked about separately, by their labels."""


class QuestionTable(StrictForm):
    """The form of a question's table; its docstring describes the table to editors.

    Attributes
    ----------
    file_keys
        Keys that hold a path, relative to the experiment file.
    checked_as_a_whole
        Keys whose contents are checked against each other, so that a message says what was found; the empty one is the table.
    """

    file_keys: ClassVar[tuple[str, ...]] = ()
    checked_as_a_whole: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def problems(self, config: AskedExperiment, players: Sequence[int], rules: LookUpRules) -> Iterator[Problem]:
        """Yield why this question cannot be asked of an experiment; `players` are its numbers of players that the game allows."""
        return iter(())


def form_of(name: str) -> type[QuestionTable] | None:
    """Return the form of a question's table, or None if there is no such table."""
    form: type[QuestionTable] | None = resolve_name(QUESTION_TABLES[name]) if name in QUESTION_TABLES else None
    return form


def check_tables(tables: Mapping[str, Any]) -> tuple[dict[str, QuestionTable], list[InitErrorDetails]]:
    """Check the tables of questions; return the valid ones by name, and the errors in the others."""
    checked: dict[str, QuestionTable] = {}
    errors: list[InitErrorDetails] = []
    for name, table in tables.items():
        form = form_of(name)
        if form is None:
            errors.append(InitErrorDetails(type="extra_forbidden", loc=(name,), input=table))
        elif table is not None:
            try:
                checked[name] = form.model_validate(table)
            except ValidationError as error:
                errors += error_details(error, name)
    return checked, errors


def error_details(error: ValidationError, *keys_above: str) -> list[InitErrorDetails]:
    """Return the errors of a form, for a report together with other errors; `keys_above` are the keys that lead to the form."""
    return [
        InitErrorDetails(
            type=_error_type(detail), loc=(*keys_above, *detail["loc"]), input=detail["input"], ctx=detail.get("ctx", {})
        )
        for detail in error.errors()
    ]


_KINDS_OF_ERRORS = frozenset(get_args(ErrorType))


def _error_type(detail: ErrorDetails) -> str | PydanticCustomError:
    """Return the kind of an error in a form that pydantic accepts: some of its own kinds, such as path errors, it refuses."""
    error_kind = detail["type"]
    return error_kind if error_kind in _KINDS_OF_ERRORS else PydanticCustomError(error_kind, detail["msg"])
