"""What differs between the questions, rules and players of two runs, before anybody looks at their games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.core.game import find_game
from rajas_sim.study.config.toml_text import value_text
from rajas_sim.study.folder.manifest import Manifest
from rajas_sim.study.folder.store import Store
from rajas_sim.study.rule_sets.differences import Difference, differences
from rajas_sim.study.rule_sets.find import find_rule_set

SHOWN_OF_DIGEST = 8
# Parts of a path that name a table.
DEPTH = 2


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
    rows.append(_row("engine", _short(one.hashes.engine), _short(other.hashes.engine)))
    return [row for row in rows if row.a != row.b]


def _of_design(one: Manifest, other: Manifest) -> Iterator[Difference]:
    yield _row("seed", one.seed, other.seed)
    yield _row("players", list(one.players), list(other.players))
    yield from _pairs("blocks", one.blocks, other.blocks)
    yield from _pairs("line_ups", _spelled(one), _spelled(other))
    yield _row("seatings", one.seatings, other.seatings)


def _spelled(manifest: Manifest) -> dict[int, list[str]]:
    return {k: [" ".join(labels) for labels in line_ups] for k, line_ups in manifest.line_ups.items()}


def _of_strategies(one: Manifest, other: Manifest) -> Iterator[Difference]:
    labels = [{label: value_text(c.model_dump(exclude_defaults=True)) for label, c in m.labels.items()} for m in (one, other)]
    rows = list(_pairs("strategies", *labels))
    if all(row.a == row.b for row in rows):
        rows.append(_row("strategies", _short(one.hashes.strategies), _short(other.hashes.strategies)))
    yield from rows


def _of_rules(old: Path, new: Path, one: Manifest, other: Manifest) -> Iterator[Difference]:
    game = find_game(one.game)
    try:
        sides = [find_rule_set(str(folder.resolve()), game) for folder in (old, new)]
        differing = [row for k in one.players if k in other.players for row in differences(sides[0], sides[1], k)]
    except (InputError, RunError):
        yield _row("rules", _short(one.hashes.rules), _short(other.hashes.rules))
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
        if len(of_table) == 1:
            yield of_table[0]
        else:
            values = f"{len(of_table)} values"
            yield _row(table, *((None, values) if is_new else (values, None)))


def _pairs(path: str, a: Mapping[Any, Any], b: Mapping[Any, Any]) -> Iterator[Difference]:
    for key in dict.fromkeys([*a, *b]):
        yield _row(f"{path}.{key}", a.get(key), b.get(key))


def _row(path: str, a: Any, b: Any) -> Difference:
    return Difference(path, a, b, None, None)


def _short(digest: str) -> str:
    return digest[:SHOWN_OF_DIGEST]
