"""The values of rules as rows: all of them, some of them, and what differs between two rule sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rajas_sim.core.errors import InputError, nearest
from rajas_sim.study.rule_sets.find import RuleSet


@dataclass(frozen=True)
class Difference:
    """One value that differs; what a rule set does not have is None.

    Attributes
    ----------
    provenance_a, provenance_b
        Where each value comes from; None for what no component file says (variant, modules).
    """

    path: str
    a: Any
    b: Any
    provenance_a: str | None
    provenance_b: str | None


def spelled(value: object) -> str:
    """Return a value that differs as a person reads it."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "absent" if value is None else str(value)


def below(rows: Sequence[dict[str, Any]], path: str, elsewhere: Callable[[], str | None] = lambda: None) -> list[dict[str, Any]]:
    """Return the rows of a path and of everything below it: ``setup``, ``setup.money``, ``setup.money.1``.

    Parameters
    ----------
    elsewhere
        Returns the option that would bring the path into play, if there is one.

    Raises
    ------
    InputError
        If there is no such path, with the nearest ones.
    """
    matching_rows = [row for row in rows if row["path"] == path or row["path"].startswith(f"{path}.")]
    if matching_rows:
        return matching_rows
    option = elsewhere()
    if option is not None:
        raise InputError(f"{path}: is not in play with these rules; add {option}")
    paths = [row["path"] for row in rows]
    first = {known.partition(".")[0] for known in paths}
    hint = nearest(path, sorted(_tables(paths) | set(paths))) or "."
    raise InputError(f"unknown path {path!r}{hint} Paths begin with: {', '.join(sorted(first))}")


def where_in_play(rule_set: RuleSet, path: str, players: int) -> str | None:
    """Return which option brings a path into play that is not, or None if there is none."""
    game = rule_set.game
    others = {f"--module {name}": rule_set.changed([name], []) for name in game.modules}
    others |= {f"--variant {name}": replace(rule_set, variant=name) for name in game.variants}
    for option, other in others.items():
        if any(f"{known}.".startswith(f"{path}.") for known in _by_path(other, players)):
            return option
    return None


def differences(a: RuleSet, b: RuleSet, players: int) -> list[Difference]:
    """Return what differs between two rule sets with a number of players: variant and modules, then values in the order of A.

    Where each variant has a table of its own at the same place (``sheets.sun``, ``sheets.moon``), the two are compared with
    each other, under ``sheets.*``.

    Raises
    ------
    InputError
        With all that the game refuses in either.
    """
    rows_a, rows_b = _rows_of_both(a, b, players)
    pairs = [
        Difference("variant", a.variant, b.variant, None, None),
        Difference("modules", list(a.modules), list(b.modules), None, None),
    ]
    tables = _tables_of(a.variant, rows_a) & _tables_of(b.variant, rows_b) if a.variant != b.variant else set()
    rows_a, rows_b = _with_common_paths(rows_a, a.variant, tables), _with_common_paths(rows_b, b.variant, tables)
    for path in dict.fromkeys([*rows_a, *rows_b]):
        one, other = rows_a.get(path, {}), rows_b.get(path, {})
        pairs.append(Difference(path, one.get("value"), other.get("value"), one.get("provenance"), other.get("provenance")))
    return [difference for difference in pairs if difference.a != difference.b]


def _tables_of(variant: str, paths: Iterable[str]) -> set[str]:
    """Return the paths below which a variant has a table of its own name."""
    return {path.partition(f".{variant}.")[0] for path in paths if f".{variant}." in path}


def _with_common_paths(rows: dict[str, dict[str, Any]], variant: str, tables: set[str]) -> dict[str, dict[str, Any]]:
    """Return rows in which the name of the variant is a star wherever both variants have a table of their own."""
    common = {f"{table}.{variant}.": f"{table}.*." for table in tables}
    renamed = {}
    for path, row in rows.items():
        prefix = next((name for name in common if path.startswith(name)), None)
        renamed[path if prefix is None else common[prefix] + path.removeprefix(prefix)] = row
    return renamed


def _rows_of_both(a: RuleSet, b: RuleSet, players: int) -> list[dict[str, dict[str, Any]]]:
    rows = []
    problems: list[str] = []
    for rule_set in (a, b):
        try:
            rows.append(_by_path(rule_set, players))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(dict.fromkeys(problems))
    return rows


def _by_path(rule_set: RuleSet, players: int) -> dict[str, dict[str, Any]]:
    return {row["path"]: row for row in rule_set.rules(players).rows()}


def _tables(paths: Iterable[str]) -> set[str]:
    """Return every path that has others below it."""
    parts = (path.split(".") for path in paths)
    return {".".join(names[:i]) for names in parts for i in range(1, len(names))}
