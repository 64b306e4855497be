"""Values tuned or learned for one variant and number of players each, stored in a file beside the strategy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rajas_sim.core.errors import InputError
from rajas_sim.core.judging.correction_network import HIDDEN
from rajas_sim.core.rulebook.component_file import parse_toml, text_of

#: Values by parameter, for each variant and number of players they were tuned for.
ByRules = Mapping[tuple[str, int], Mapping[str, float]]
#: Numbers without names, for each variant and number of players they were learned for.
LearnedNumbers = Mapping[tuple[str, int], tuple[float, ...]]
T = TypeVar("T")
#: Significant digits of values and corrections, both in files and in play.
DIGITS = 4
NEGLIGIBLE = 1e-9


def is_number(value: object) -> bool:
    """Return whether a value from a file is a number; true and false are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def number_needed_text(subject: str, value: object) -> str:
    """Return the message for a value that is not a number."""
    return f"{subject}: a number is needed, found {value!r}"


def _tables(path: Path, name: str) -> dict[tuple[str, int], Any]:
    """Return the tables ``[NAME.VARIANT.PLAYERS]`` of a file, by variant and number of players."""
    try:
        document = parse_toml(text_of(path))
    except ValueError as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    try:
        tables = document.get(name, {}).items()
        tables_by_key = {
            (variant, int(players)): dict(table) for variant, of_variant in tables for players, table in of_variant.items()
        }
    except (AttributeError, TypeError, ValueError):
        tables_by_key = {}
    if not tables_by_key:
        raise InputError(f"{path}: has no table such as [{name}.VARIANT.PLAYERS], or one of them is not a table")
    return tables_by_key


def read_tuned_values(path: Path) -> ByRules:
    """Return the tables ``[values.VARIANT.PLAYERS]`` of a file; the rest of the file says where they come from.

    Raises
    ------
    InputError
        If the file cannot be read, has no such table, or has a value that is not a number.
    """
    tables = _tables(path, "values")
    problems = [
        number_needed_text(f"{path}: values.{variant}.{players}.{name}", value)
        for (variant, players), values in tables.items()
        for name, value in values.items()
        if not is_number(value)
    ]
    if problems:
        raise InputError(problems)
    return tables


def read_corrections(path: Path, rows: tuple[str, ...]) -> LearnedNumbers:
    """Return the tables ``[corrections.VARIANT.PLAYERS]`` of a file: the numbers of a network, row by row.

    Parameters
    ----------
    rows
        Names of the rows (`Judging.row_names`), in the order that play uses.

    Raises
    ------
    InputError
        If the file cannot be read, has no such table, or a table has not these rows.
    """
    try:
        return {key: numbers_of(table, rows) for key, table in _tables(path, "corrections").items()}
    except (AttributeError, TypeError, ValueError):
        raise InputError(f"{path}: was learned for other kinds of options or features; it must be learned again") from None


def numbers_of(table: Mapping[str, str], rows: Sequence[str]) -> tuple[float, ...]:
    """Return the corrections of a table as numbers, row by row, as they are used in play.

    Raises
    ------
    ValueError
        If the table has not these rows.
    """
    numbers = [tuple(float(word) for word in row.split()) for row in table.values()]
    if [*table] != [*rows] or {len(row) for row in numbers} != {HIDDEN}:
        raise ValueError("other rows")
    return tuple(number for row in numbers for number in row)


def as_written(numbers: Iterable[float]) -> tuple[float, ...]:
    """Return numbers rounded as they are written to files.

    Numbers below `NEGLIGIBLE` become 0: they are left over from the last digits of sums, which differ between processors.
    """
    return tuple(float(f"{number:.{DIGITS}g}") if abs(number) >= NEGLIGIBLE else 0.0 for number in numbers)


def corrections_table(numbers: Sequence[float], rows: Sequence[str]) -> dict[str, str]:
    """Return corrections, in the order that play uses, as the table that `read_corrections` reads: a text for each of `rows`."""
    starts = range(0, len(numbers), HIDDEN)
    rows_and_starts = zip(rows, starts, strict=True)
    return {
        row: " ".join(f"{n:.{DIGITS}g}" for n in as_written(numbers[start : start + HIDDEN])) for row, start in rows_and_starts
    }


def nearest_values(by_rules: Mapping[tuple[str, int], T], variant: str, players: int) -> T | Mapping[str, float]:
    """Return the entry for a variant and number of players; else for the nearest number of players, of two the smaller.

    A variant without entries gets those of the first variant by name. Without any entries the result is empty.
    """
    if not by_rules:
        return {}
    variants = {name for name, _ in by_rules}
    chosen = variant if variant in variants else min(variants)
    counts = [count for name, count in by_rules if name == chosen]
    return by_rules[chosen, min(counts, key=lambda count: (abs(count - players), count))]
