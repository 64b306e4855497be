"""Which things and which numbers of a rule set are weighed one by one."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

from pydantic import Field, StrictStr

from rajas_sim.analysis.formatting import listed
from rajas_sim.core.errors import InputError
from rajas_sim.core.rulebook.restrictions import matching_things, unknown_thing_text
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.study.config.question_tables import QuestionTable


class PowerTable(QuestionTable):
    """What `rajas power` weighs one by one."""

    things: tuple[StrictStr, ...] = Field(
        default=(),
        description='Things to weigh one by one, by name or by a pattern with *: ["chamber.*", "tile.green_14"]; left out: all',
    )
    numbers: tuple[StrictStr, ...] = Field(
        default=(),
        description='Numbers of the rules to change, by path or by a pattern with *: ["setup.*", "palace.*"]; left out: all',
    )


def chosen_things(patterns: tuple[str, ...], rules: Rules) -> dict[str, list[str]]:
    """Return by name what is weighed as one thing, with the things that belong to it.

    If nothing is chosen, these are all things one by one, and also groups of things whose names differ only in the last of three
    parts, such as the spaces of a row or the boxes of a person.

    Raises
    ------
    InputError
        For every name that matches nothing in play.
    """
    if not patterns:
        things_by_group: dict[str, list[str]] = {}
        for thing in rules.things:
            group, _, last = thing.rpartition(".")
            if "." in group and last:
                things_by_group.setdefault(group, []).append(thing)
        groups = {group: things for group, things in things_by_group.items() if len(things) > 1}
        return groups | {thing: [thing] for thing in rules.things}
    problems = [f"power.things: {unknown_thing_text(p, rules.things)}" for p in patterns if not matching_things(p, rules.things)]
    if problems:
        raise InputError(problems)
    return {unit: members for pattern in patterns for unit, members in matching_things(pattern, rules.things).items()}


def chosen_text(pattern: str, rules: Rules) -> str:
    """Say how many things a pattern with ``*``, or the beginning of names, takes, and whether together; empty for one thing."""
    units = matching_things(pattern, rules.things)
    n_things = sum(map(len, units.values()))
    if n_things == 1:
        return ""
    if len(units) == n_things:
        return f"'{pattern}' takes {n_things} things, each by itself"
    if len(units) == 1:
        (name,) = units
        return f"'{pattern}' takes {n_things} things together, as one ('{name}.*' takes them apart)"
    return f"'{pattern}' takes {n_things} things in {len(units)} groups, each group as one"


def description_of(thing: str, rules: Rules) -> str:
    """Say what is printed on a thing that has a table in the component file, such as a tile; empty for other things."""
    kind, _, name = thing.partition(".")
    beginning = f"{kind}s.{name}."
    printed: dict[str, dict[str, list[str]]] = {}  # values by key, and by their first index, empty if there is none
    for row in rules.rows():
        if row["path"].startswith(beginning):
            key, *indices = row["path"].removeprefix(beginning).split(".")
            printed.setdefault(key, {}).setdefault("".join(indices[:1]), []).append(str(row["value"]))
    return "; ".join(
        f"{key}: {listed([' '.join(values) for values in values_by_index.values()])}" for key, values_by_index in printed.items()
    )


def chosen_numbers(patterns: tuple[str, ...], rules: Rules) -> dict[str, int]:
    """Return the numbers of the rules to weigh, by path; all amounts if nothing is chosen.

    Raises
    ------
    InputError
        For every pattern that fits no number in play.
    """
    values: dict[str, Any] = {row["path"]: row["value"] for row in rules.rows()}
    numbers = {path: value for path, value in values.items() if type(value) is int}
    if not patterns:
        patterns_without_amounts = rules.source.patterns_without_amounts
        return {
            path: value
            for path, value in numbers.items()
            if not any(fnmatchcase(path, pattern) for pattern in patterns_without_amounts)
        }
    unmatched = [pattern for pattern in patterns if not any(fnmatchcase(path, pattern) for path in numbers)]
    if unmatched:
        raise InputError(
            f"power.numbers: no number in play fits {pattern!r} (`rajas components list` shows all)" for pattern in unmatched
        )
    return {path: value for path, value in numbers.items() if any(fnmatchcase(path, pattern) for pattern in patterns)}
