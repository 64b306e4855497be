"""The values of rule sets as rows: all of them, a part of them, and the differences between two rule sets or two runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError, RunError, did_you_mean
from rajas_sim.core.game import find_game
from rajas_sim.study.config.form import ChosenStrategy
from rajas_sim.study.config.toml_text import value_text
from rajas_sim.study.folder.manifest import Manifest
from rajas_sim.study.folder.store import RunFolder
from rajas_sim.study.rule_sets import RuleSet, find_rule_set

# Stands in a path for the name of a variant, where each variant has its own table.
ANY_VARIANT = "*"
DIGEST_LENGTH = 8
# How many parts of a path name a table.
TABLE_DEPTH = 2
# A table that only one of two runs has: up to so many values are listed.
MOST_LISTED = 6


@dataclass(frozen=True)
class Difference:
    """One value that differs; None on the side that does not have it.

    Attributes
    ----------
    provenance_a, provenance_b
        Where each value comes from; None if it is not from a component file (variant, modules).
    players
        The numbers of players for which two runs differ so; empty if they do with all that both have, or if that is not known.
    """

    path: str
    a: Any
    b: Any
    provenance_a: str | None = None
    provenance_b: str | None = None
    players: tuple[int, ...] = ()


def readable_value(value: object) -> str:
    """Return a value of a `Difference` as a person reads it."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "absent" if value is None else str(value)


def rows_below(
    rows: Sequence[dict[str, Any]], path: str, find_option: Callable[[], str | None] = lambda: None
) -> list[dict[str, Any]]:
    """Return the rows of a path and of everything below it: ``setup``, ``setup.money``, ``setup.money.1``.

    Parameters
    ----------
    find_option
        Returns the command line option that would bring the path into play, or None.

    Raises
    ------
    InputError
        If there is no such path; the message names similar ones, or the option.
    """
    matching_rows = [row for row in rows if row["path"] == path or row["path"].startswith(f"{path}.")]
    if matching_rows:
        return matching_rows
    option = find_option()
    if option is not None:
        raise InputError(f"{path}: is not in play with these rules; add {option}")
    paths = [row["path"] for row in rows]
    first_keys = {known.partition(".")[0] for known in paths}
    hint = did_you_mean(path, sorted(_table_paths(paths) | set(paths))) or "."
    raise InputError(f"unknown path {path!r}{hint} Paths begin with: {', '.join(sorted(first_keys))}")


def option_for_path(rule_set: RuleSet, path: str, players: int) -> str | None:
    """Return the option that brings a path into play that is not in play now, or None if there is none."""
    game = rule_set.game
    changed_rule_sets = {f"--module {name}": rule_set.with_changes([name], []) for name in game.modules}
    changed_rule_sets |= {f"--variant {name}": replace(rule_set, variant=name) for name in game.variants}
    for option, changed_rule_set in changed_rule_sets.items():
        if any(f"{known}.".startswith(f"{path}.") for known in _rows_of(changed_rule_set, players)):
            return option
    return None


def differences(a: RuleSet, b: RuleSet, players: int) -> list[Difference]:
    """Return what differs between two rule sets for a number of players: variant, modules, then values in the order of A.

    Where each variant has its own table at the same place (``sheets.sun``, ``sheets.moon``), the two tables are compared with
    each other, under ``sheets.*``.

    Raises
    ------
    InputError
        With every problem that the game reports for either of them.
    """
    rows_a, rows_b = _rows_of_both(a, b, players)
    compared_values = [Difference("variant", a.variant, b.variant), Difference("modules", list(a.modules), list(b.modules))]
    tables = set[str]()
    if a.variant != b.variant:
        tables = _paths_of_variant_tables(a.variant, rows_a) & _paths_of_variant_tables(b.variant, rows_b)
    rows_a, rows_b = _with_common_paths(rows_a, a.variant, tables), _with_common_paths(rows_b, b.variant, tables)
    for path in dict.fromkeys([*rows_a, *rows_b]):
        row_a, row_b = rows_a.get(path, {}), rows_b.get(path, {})
        compared_values.append(
            Difference(path, row_a.get("value"), row_b.get("value"), row_a.get("provenance"), row_b.get("provenance"))
        )
    return [difference for difference in compared_values if difference.a != difference.b]


def _paths_of_variant_tables(variant: str, paths: Iterable[str]) -> set[str]:
    """Return the paths that have a table with the name of this variant below them."""
    return {path.partition(f".{variant}.")[0] for path in paths if f".{variant}." in path}


def _with_common_paths(rows: dict[str, dict[str, Any]], variant: str, tables: set[str]) -> dict[str, dict[str, Any]]:
    """Return rows with a star in place of the variant's name in each of some tables that both variants have."""
    common_prefixes = {f"{table}.{variant}.": f"{table}.{ANY_VARIANT}." for table in tables}
    renamed = {}
    for path, row in rows.items():
        prefix = next((name for name in common_prefixes if path.startswith(name)), None)
        renamed[path if prefix is None else common_prefixes[prefix] + path.removeprefix(prefix)] = row
    return renamed


def _rows_of_both(a: RuleSet, b: RuleSet, players: int) -> list[dict[str, dict[str, Any]]]:
    """Return the rows of A and of B by path; raise an `InputError` with the problems of both."""
    rows_by_path = []
    problems: list[str] = []
    for rule_set in (a, b):
        try:
            rows_by_path.append(_rows_of(rule_set, players))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(dict.fromkeys(problems))
    return rows_by_path


def _rows_of(rule_set: RuleSet, players: int) -> dict[str, dict[str, Any]]:
    """Return the values of a rule set as rows, by path."""
    return {row["path"]: row for row in rule_set.rules(players).rows()}


def _table_paths(paths: Iterable[str]) -> set[str]:
    """Return every path that has other paths below it."""
    split_paths = (path.split(".") for path in paths)
    return {".".join(names[:i]) for names in split_paths for i in range(1, len(names))}


# --- two runs


def differences_of_runs(old: Path, new: Path) -> list[Difference]:
    """Return what differs between two runs of one game: design, strategies, rules of the baselines, versions, engine.

    If the rules of a run can no longer be looked up from its files, the digests of the rules are compared.

    Raises
    ------
    InputError
        If one of the folders holds no run.
    """
    old_manifest, new_manifest = RunFolder(old).manifest(), RunFolder(new).manifest()
    rows = [*_design_differences(old_manifest, new_manifest), *_strategy_differences(old_manifest, new_manifest)]
    if (old_manifest.hashes.rules, old_manifest.players) != (new_manifest.hashes.rules, new_manifest.players):
        rows += _rule_differences(old, new, old_manifest, new_manifest)
    rows += _differences_by_key("versions", old_manifest.versions, new_manifest.versions)
    rows.append(Difference("engine", _short_digest(old_manifest.hashes.engine), _short_digest(new_manifest.hashes.engine)))
    return [row for row in rows if row.a != row.b]


def _design_differences(old: Manifest, new: Manifest) -> Iterator[Difference]:
    yield Difference("seed", old.seed, new.seed)
    yield Difference("players", list(old.players), list(new.players))
    yield from _differences_by_key("blocks", old.blocks, new.blocks)
    yield from _differences_by_key("line_ups", _line_up_texts(old), _line_up_texts(new))
    yield Difference("seatings", old.seatings, new.seatings)


def _line_up_texts(manifest: Manifest) -> dict[int, list[str]]:
    return {k: [" ".join(labels) for labels in line_ups] for k, line_ups in manifest.line_ups.items()}


def _strategy_differences(old: Manifest, new: Manifest) -> Iterator[Difference]:
    """Yield how two runs give the strategy of each label, alike or not; if all are alike, also the digests of the strategies."""
    choices_by_label = [{label: _choice_text(choice) for label, choice in manifest.labels.items()} for manifest in (old, new)]
    rows = list(_differences_by_key("strategies", *choices_by_label))
    if all(row.a == row.b for row in rows):
        rows.append(Difference("strategies", _short_digest(old.hashes.strategies), _short_digest(new.hashes.strategies)))
    yield from rows


def _choice_text(choice: ChosenStrategy) -> str:
    """Return the name of a chosen strategy, with what else was chosen for it as TOML writes it."""
    others = {key: value for key, value in choice.model_dump(exclude_defaults=True).items() if key != "strategy"}
    return f"{choice.strategy} with {value_text(others)}" if others else choice.strategy


def _rule_differences(old_folder: Path, new_folder: Path, old_manifest: Manifest, new_manifest: Manifest) -> Iterator[Difference]:
    """Yield what differs between the rules with the numbers of players that both runs have, tables summarised.

    A value that differs in another way, or not at all, with some of these names the numbers of players.

    If the rules of a run cannot be looked up, yield the digests of the rules.
    """
    game = find_game(old_manifest.game)
    try:
        rule_sets = [find_rule_set(str(folder.resolve()), game) for folder in (old_folder, new_folder)]
        common_players = [k for k in old_manifest.players if k in new_manifest.players]
        rows_by_players: dict[tuple[str, str, str], dict[int, Difference]] = {}
        for k in common_players:
            for row in differences(rule_sets[0], rule_sets[1], k):
                rows_by_players.setdefault((row.path, str(row.a), str(row.b)), {})[k] = row
    except (InputError, RunError):
        yield Difference("rules", _short_digest(old_manifest.hashes.rules), _short_digest(new_manifest.hashes.rules))
        return
    yield from _with_tables_summarised(
        replace(next(iter(rows.values())), players=() if [*rows] == common_players else tuple(rows))
        for rows in rows_by_players.values()
    )


def _with_tables_summarised(rows: Iterable[Difference]) -> Iterator[Difference]:
    """Yield rows, but only one for a table that only one run has values of, or that differs from variant to variant.

    There is one such row for all values that differ with the same numbers of players.
    """
    rows_by_table: dict[tuple[str, tuple[int, ...]], list[Difference]] = {}
    for row in rows:
        is_of_table = row.a is None or row.b is None or f".{ANY_VARIANT}." in row.path
        table = ".".join(row.path.split(".")[:TABLE_DEPTH]) if is_of_table else row.path
        rows_by_table.setdefault((table, row.players), []).append(row)
    for (table, players), rows_of_table in rows_by_table.items():
        old_values = [_named_value(table, row.path, row.a) for row in rows_of_table if row.a is not None]
        new_values = [_named_value(table, row.path, row.b) for row in rows_of_table if row.b is not None]
        summary = Difference(table, _values_text(old_values, "values"), _values_text(new_values, "other values"), players=players)
        yield rows_of_table[0] if len(rows_of_table) == 1 else summary


def _named_value(table: str, path: str, value: object) -> str:
    """Write a value of a table with its name: ``money 1``, or ``8: 4`` for the eighth of a list."""
    name = path.removeprefix(table).lstrip(".").replace(".", " ").replace("_", " ")
    return f"{name}{':' * name.isdecimal()} {value}".strip()


def _values_text(values: Sequence[str], noun: str) -> str | None:
    """List up to `MOST_LISTED` values, or say how many there are; None if there are none."""
    if not values:
        return None
    return f"{len(values)} {noun}" if len(values) > MOST_LISTED else ", ".join(values)


def _differences_by_key(path: str, a: Mapping[Any, Any], b: Mapping[Any, Any]) -> Iterator[Difference]:
    """Yield the two values of every key, alike or not; None for a key that is missing on one side."""
    for key in dict.fromkeys([*a, *b]):
        yield Difference(f"{path}.{key}", a.get(key), b.get(key))


def _short_digest(digest: str) -> str:
    return digest[:DIGEST_LENGTH]
