"""The values of rules as rows: all of them, some of them, and what differs between two rule sets or two runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError, RunError, nearest
from rajas_sim.core.game import find_game
from rajas_sim.study.config.toml_text import value_text
from rajas_sim.study.folder.manifest import Manifest
from rajas_sim.study.folder.store import Store
from rajas_sim.study.rule_sets.find import RuleSet, find_rule_set

SHOWN_OF_DIGEST = 8
# Parts of a path that name a table.
DEPTH = 2


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
    provenance_a: str | None = None
    provenance_b: str | None = None


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

    Where each variant has its own table at the same place (``sheets.sun``, ``sheets.moon``), the two are compared with
    each other, under ``sheets.*``.

    Raises
    ------
    InputError
        With all that the game refuses in either.
    """
    rows_a, rows_b = _rows_of_both(a, b, players)
    pairs = [Difference("variant", a.variant, b.variant), Difference("modules", list(a.modules), list(b.modules))]
    tables = _tables_of(a.variant, rows_a) & _tables_of(b.variant, rows_b) if a.variant != b.variant else set()
    rows_a, rows_b = _with_common_paths(rows_a, a.variant, tables), _with_common_paths(rows_b, b.variant, tables)
    for path in dict.fromkeys([*rows_a, *rows_b]):
        one, other = rows_a.get(path, {}), rows_b.get(path, {})
        pairs.append(Difference(path, one.get("value"), other.get("value"), one.get("provenance"), other.get("provenance")))
    return [difference for difference in pairs if difference.a != difference.b]


def _tables_of(variant: str, paths: Iterable[str]) -> set[str]:
    """Return the paths below which there is a table with the name of a variant."""
    return {path.partition(f".{variant}.")[0] for path in paths if f".{variant}." in path}


def _with_common_paths(rows: dict[str, dict[str, Any]], variant: str, tables: set[str]) -> dict[str, dict[str, Any]]:
    """Return rows with a star in place of the variant's name wherever both variants have their own table."""
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


# --- two runs


def differences_of_runs(old: Path, new: Path) -> list[Difference]:
    """Return what differs between two runs of one game: design, strategies, rules of the baselines, versions.

    If today's files no longer give the rules of a run, the digests of the rules are compared.

    Raises
    ------
    InputError
        If one of the folders holds no run.
    """
    one, other = Store(old).manifest(), Store(new).manifest()
    rows = [*_of_design(one, other), *_of_strategies(one, other)]
    if (one.hashes.rules, one.players) != (other.hashes.rules, other.players):
        rows += _of_rules(old, new, one, other)
    rows += _pairs("versions", one.versions, other.versions)
    rows.append(Difference("engine", _short(one.hashes.engine), _short(other.hashes.engine)))
    return [row for row in rows if row.a != row.b]


def _of_design(one: Manifest, other: Manifest) -> Iterator[Difference]:
    yield Difference("seed", one.seed, other.seed)
    yield Difference("players", list(one.players), list(other.players))
    yield from _pairs("blocks", one.blocks, other.blocks)
    yield from _pairs("line_ups", _spelled(one), _spelled(other))
    yield Difference("seatings", one.seatings, other.seatings)


def _spelled(manifest: Manifest) -> dict[int, list[str]]:
    return {k: [" ".join(labels) for labels in line_ups] for k, line_ups in manifest.line_ups.items()}


def _of_strategies(one: Manifest, other: Manifest) -> Iterator[Difference]:
    labels = [{label: value_text(c.model_dump(exclude_defaults=True)) for label, c in m.labels.items()} for m in (one, other)]
    rows = list(_pairs("strategies", *labels))
    if all(row.a == row.b for row in rows):
        rows.append(Difference("strategies", _short(one.hashes.strategies), _short(other.hashes.strategies)))
    yield from rows


def _of_rules(old: Path, new: Path, one: Manifest, other: Manifest) -> Iterator[Difference]:
    game = find_game(one.game)
    try:
        sides = [find_rule_set(str(folder.resolve()), game) for folder in (old, new)]
        differing = [row for k in one.players if k in other.players for row in differences(sides[0], sides[1], k)]
    except (InputError, RunError):
        yield Difference("rules", _short(one.hashes.rules), _short(other.hashes.rules))
        return
    yield from _without_whole_tables({(row.path, str(row.a), str(row.b)): row for row in differing}.values())


def _without_whole_tables(rows: Iterable[Difference]) -> Iterator[Difference]:
    """Yield rows, those of a table that only one of the runs has as one row that says how many values there are."""
    tables: dict[tuple[str, bool], list[Difference]] = {}
    for row in rows:
        is_new = row.a is None
        lonely = is_new or row.b is None
        tables.setdefault((".".join(row.path.split(".")[:DEPTH]) if lonely else row.path, is_new), []).append(row)
    for (table, is_new), of_table in tables.items():
        values = f"{len(of_table)} values"
        whole = Difference(table, None, values) if is_new else Difference(table, values, None)
        yield of_table[0] if len(of_table) == 1 else whole


def _pairs(path: str, a: Mapping[Any, Any], b: Mapping[Any, Any]) -> Iterator[Difference]:
    for key in dict.fromkeys([*a, *b]):
        yield Difference(f"{path}.{key}", a.get(key), b.get(key))


def _short(digest: str) -> str:
    return digest[:SHOWN_OF_DIGEST]
