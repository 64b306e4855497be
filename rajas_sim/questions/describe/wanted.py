"""Which rows of which table to describe, and by which columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.formatting import listed
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.scoring.scores import DECIDING
from rajas_sim.core.errors import InputError, did_you_mean, unknown_name
from rajas_sim.questions.describe.rows import ARM, can_be_never, column_types, tables_in_order

_CONDITION = re.compile(r"\s*(\w+)\s*(<=|>=|!=|=|<|>)\s*([^\s=].*?)\s*")
_SOURCE = re.compile(r"_from_\w+")
"""End of the names of columns that exist for every source of something."""
_COMPARED = {"=": pl.Expr.eq, "!=": pl.Expr.ne, "<": pl.Expr.lt, "<=": pl.Expr.le, ">": pl.Expr.gt, ">=": pl.Expr.ge}
_YES_NO = {"yes": "1", "true": "1", "no": "0", "false": "0"}


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that a row must fulfil: ``rank=1``."""

    column: str
    sign: str
    value: str

    @classmethod
    def of(cls, text: str, option: str = "--where") -> Condition:
        """Read the condition that an option gives.

        Raises
        ------
        InputError
            If it is not a condition.
        """
        match = _CONDITION.fullmatch(text)
        if match is None:
            raise InputError(f"{option} '{text}': write a column, one of {' '.join(_COMPARED)} and a value, as in rank=1")
        return cls(*match.groups())

    def expression(self, dtype: pl.DataType) -> pl.Expr:
        """Return the expression that is true in rows where the condition holds, for a column of this type.

        What never happened is written "never" or 0, and is not less than anything.

        Raises
        ------
        InputError
            If the column has numbers and the value is not one, or words are compared by size.
        """
        column, compare = pl.col(self.column), _COMPARED[self.sign]
        if not (dtype.is_numeric() or dtype == pl.Boolean):
            if self.sign not in ("=", "!="):
                raise InputError(f"'{self}': {self.column} has words; only = and != compare them")
            return compare(column.cast(pl.String), pl.lit(self.value))
        has_never = can_be_never(self.column)
        numbers_by_word = _YES_NO | ({"never": 0} if has_never else {})
        try:
            number = float(numbers_by_word.get(self.value.lower(), self.value))
        except ValueError as error:
            raise InputError(f"'{self}': {self.column} has numbers; '{self.value}' is not a number") from error
        holds = compare(column.cast(pl.Float64), pl.lit(number))
        return holds & (column != 0) if self.sign in ("<", "<=") and has_never else holds

    def __str__(self) -> str:
        return f"{self.column}{self.sign}{self.value}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to describe.

    Attributes
    ----------
    table
        Table whose rows are described.
    numbers
        Columns of numbers or of words, and conditions whose share is wanted.
    by
        Columns whose values group the rows.
    arm
        The rule set; None for all of them.
    """

    table: str
    numbers: tuple[str | Condition, ...]
    by: tuple[str, ...]
    conditions: tuple[Condition, ...]
    arm: str | None

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns that are named in it."""
        named = (*self.numbers, *self.by, *self.conditions)
        return tuple(dict.fromkeys(name.column if isinstance(name, Condition) else name for name in named))

    @classmethod
    def of(  # noqa: PLR0913 - what a person asks for
        cls, run: Run, numbers: Sequence[str], by: Sequence[str], where: Sequence[str], table: str, arm: str
    ) -> Wanted:
        """Read what a person asks for; if no table is given, find the first table that has all columns.

        Raises
        ------
        InputError
            If there is no such table, or a name is unknown.
        """
        for option, name, known_names in (("table", table, run.manifest.tables), ("rule set", arm, run.arms)):
            if name and name not in known_names:
                raise InputError(unknown_name(option, name, known_names))
        conditions = tuple(map(Condition.of, where))
        is_about_arms = ARM in (*by, *(condition.column for condition in conditions))
        arm_or_all = None if is_about_arms and not arm else arm or run.arms[0]
        wanted_numbers = tuple(map(_number, dict.fromkeys(numbers or [DECIDING])))
        wanted = cls(table, wanted_numbers, tuple(map(_group, dict.fromkeys(by))), conditions, arm_or_all)
        columns_by_table = {name: [*column_types(run, name)] for name in ([table] if table else tables_in_order(run))}
        known = {column for columns in columns_by_table.values() for column in columns}
        for column in wanted.columns:
            if column not in known:
                families = sorted({_SOURCE.sub("_from_\u2026", name) for name in known})
                nearest = did_you_mean(column, sorted(known)) or "."
                known_text = f"Known: {', '.join(families)}. docs/tables.md says what each is"
                raise InputError(f"unknown column {column!r}{nearest} {known_text}")
        for name, columns in columns_by_table.items():
            if {*wanted.columns} <= {*columns}:
                return cls(name, wanted.numbers, wanted.by, conditions, arm_or_all)
        places = [
            f"{column} is in {listed([name for name, columns in columns_by_table.items() if column in columns])}"
            for column in wanted.columns
        ]
        raise InputError(f"no table has all of these columns: {'; '.join(places)}")


def _number(text: str) -> str | Condition:
    """Read a column or a condition."""
    return Condition.of(text, "--of") if any(sign in text for sign in _COMPARED) else text


def _group(text: str) -> str:
    """Read a column whose values are the groups."""
    if any(sign in text for sign in _COMPARED):
        raise InputError(
            f"--by '{text}': name a column only; each of its values is a group. Conditions belong to --where and --of"
        )
    return text
