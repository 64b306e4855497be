"""Which rows of which table to describe, and by which columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from rajas_sim.analysis.formatting import listed
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.scoring.scores import DECIDING
from rajas_sim.core.errors import InputError, did_you_mean, unknown_name
from rajas_sim.questions.describe.rows import ARM, can_be_never, column_types, tables_in_order

_CONDITION = re.compile(r"\s*(\w+)\s*(<=|>=|!=|=|<|>)\s*([^\s=].*?)\s*")
_SOURCE_SUFFIX = re.compile(r"_from_\w+")
"""End of the names of columns that exist for every source of something."""
_COMPARISON_BY_SIGN = {"=": pl.Expr.eq, "!=": pl.Expr.ne, "<": pl.Expr.lt, "<=": pl.Expr.le, ">": pl.Expr.gt, ">=": pl.Expr.ge}
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
            raise InputError(
                f"{option} '{text}': write a column, one of {' '.join(_COMPARISON_BY_SIGN)} and a value, as in rank=1"
            )
        return cls(*match.groups())

    def expression(self, dtype: pl.DataType) -> pl.Expr:
        """Return the expression that is true in rows where the condition holds, for a column of this type.

        In columns that say when something happened, "never" or 0 stands for never, for which neither < nor <= holds. Yes and true
        stand for 1, no and false for 0.

        Raises
        ------
        InputError
            If the column has numbers and the value is not one, or words are compared by size.
        """
        column, compare = pl.col(self.column), _COMPARISON_BY_SIGN[self.sign]
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
        items = (*self.numbers, *self.by, *self.conditions)
        return tuple(dict.fromkeys(item.column if isinstance(item, Condition) else item for item in items))

    @classmethod
    def of(  # noqa: PLR0913 - what a person asks for
        cls, run: Run, numbers: Sequence[str], by: Sequence[str], where: Sequence[str], table: str, arm: str
    ) -> Wanted:
        """Read what a person asks for.

        Parameters
        ----------
        numbers, by, where
            Columns or conditions to describe, by default the scores; columns that group the rows; and conditions that all hold.
        table, arm
            The table, and the rule set. If they are empty: the first table with all columns; and all rule sets if columns or
            conditions name them, else the first.

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
        wanted_numbers = tuple(map(_column_or_condition, dict.fromkeys(numbers or [DECIDING])))
        wanted = cls(table, wanted_numbers, tuple(map(_grouping_column, dict.fromkeys(by))), conditions, arm_or_all)
        columns_by_table = {name: [*column_types(run, name)] for name in ([table] if table else tables_in_order(run))}
        known_columns = {column for columns in columns_by_table.values() for column in columns}
        for column in wanted.columns:
            if column not in known_columns:
                # Columns of different sources are listed as one.
                names = sorted({_SOURCE_SUFFIX.sub("_from_\u2026", known_column) for known_column in known_columns})
                suggestion = did_you_mean(column, sorted(known_columns)) or "."
                known_text = f"Known: {', '.join(names)}. docs/tables.md says what each is"
                raise InputError(f"unknown column {column!r}{suggestion} {known_text}")
        for name, columns in columns_by_table.items():
            if {*wanted.columns} <= {*columns}:
                return replace(wanted, table=name)
        texts = [
            f"{column} is in {listed([name for name, columns in columns_by_table.items() if column in columns])}"
            for column in wanted.columns
        ]
        raise InputError(f"no table has all of these columns: {'; '.join(texts)}")


def _column_or_condition(text: str) -> str | Condition:
    """Return the name of a column as it is, and read a condition."""
    return Condition.of(text, "--of") if any(sign in text for sign in _COMPARISON_BY_SIGN) else text


def _grouping_column(text: str) -> str:
    """Return the name of a column whose values are the groups; refuse a condition."""
    if any(sign in text for sign in _COMPARISON_BY_SIGN):
        raise InputError(
            f"--by '{text}': name a column only; each of its values is a group. Conditions belong to --where and --of"
        )
    return text
