"""The component kit: where each value comes from, a copy to fill in from a real box, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.ganges.component_file import (
    BY_PLAYERS,
    BY_VARIANT,
    PROVENANCE,
    REFERENCE,
    for_game,
    leaves,
    overlay_of,
    provenance_entries,
    read_raw,
    reference_path,
    validate,
)
from rajas_sim.ganges.component_model import Provenance
from rajas_sim.ganges.words import BASIC, BOARDS, NAVARATNAS, PLAYER_COUNTS, READINGS, VARIANTS, WHITE, YIELD_COLOURS

if TYPE_CHECKING:
    from rajas_sim.ganges.rules import Rules

FROM_A_BOX = Provenance(paths=["*"], label="box", why="differs from the reference; filled in from a box")
OVERRIDDEN = "override"

Row = dict[str, Any]


def provenance_of(entries: list[Provenance], path: str) -> Provenance | None:
    """Return the last entry that fits a path."""
    fitting = [entry for entry in entries if any(fnmatchcase(path, pattern) for pattern in entry.paths)]
    return fitting[-1] if fitting else None


def _row(path: str, value: Any, entry: Provenance | None) -> Row:
    spread = entry.plus_minus if entry is not None and isinstance(value, int) else None
    return {
        "path": path,
        "value": value,
        "provenance": entry.label if entry else "unknown",
        "low": None if spread is None else max(0, value - spread),
        "high": None if spread is None else value + spread,
        "choices": _choices(path, entry),
        "why": entry.why if entry else "",
    }


def _choices(path: str, entry: Provenance | None) -> list[str] | None:
    section, _, name = path.partition(".")
    if section == "readings" and name in READINGS:
        return list(READINGS[name])
    return entry.choices if entry else None


def _values(raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return leaves({key: value for key, value in raw.items() if key not in ("name", PROVENANCE)})


def list_values(path: Path | None = None) -> list[Row]:
    """Return every value of a component file with its provenance.

    A value that differs from the reference file's was filled in by somebody and has the label `box`.

    Returns
    -------
    list of dict
        With the keys path, value, provenance, low, high, choices, why; an assumed number has low and high, another assumed
        value the choices it may be one of.
    """
    raw = read_raw(path)
    entries = provenance_entries(raw, str(path or REFERENCE))
    reference = {} if path is None else dict(_values(read_raw()))
    rows = []
    for where, value in _values(raw):
        is_filled_in = bool(reference) and reference.get(where) != value
        rows.append(_row(where, value, FROM_A_BOX if is_filled_in else provenance_of(entries, where)))
    return rows


def rules_list(rules: Rules) -> list[Row]:
    """Return every value of resolved rules that is in play, with its provenance, as `list_values` does.

    Values replaced by an override have the provenance `override`, and `why` says what the component file has instead.
    """
    raw = read_raw(rules.components_path)
    printed = dict(_values(for_game(raw, rules.players, rules.variant)))
    origin = {where: where for where in printed}
    for section, name in ((BY_PLAYERS, str(rules.players)), (BY_VARIANT, rules.variant)):
        origin |= {where: f"{section}.{name}.{where}" for where, _ in leaves(overlay_of(raw, section, name))}
    of_file = {row["path"]: row for row in list_values(rules.components_path)}
    rows = []
    for where, value in _values(rules.values.model_dump(mode="json", exclude_none=True)):
        if not is_in_play(where, rules.variant, rules.modules):
            continue
        if where in printed and printed[where] == value:
            rows.append({**of_file[origin[where]], "path": where})
        else:
            why = f"instead of {printed[where]}" if where in printed else "not in the component file"
            rows.append({**_row(where, value, None), "provenance": OVERRIDDEN, "why": why})
    return rows


def is_in_play(path: str, variant: str, modules: Collection[str]) -> bool:
    """Return whether a value of a component file matters in a variant with these modules."""
    section, *below = path.split(".")
    if section == BY_VARIANT:
        return below[:1] == [variant]
    if section == "boards":
        unused = {"base": BOARDS[NAVARATNAS], "navaratnas": BOARDS[BASIC]}
        return below[:1] != [unused.get(variant)]
    if section == "yield_tiles":
        return variant == "navaratnas" or below[:1] in ([], [YIELD_COLOURS[WHITE]])
    return section != "ganga" or "ganga" in modules


def summary(path: Path | None = None, variant: str = "base", modules: Collection[str] = ()) -> dict[str, Any]:
    """Return what a report says about a component file: its name, how many values are in play, and the assumed ones."""
    values = [row for row in list_values(path) if is_in_play(row["path"], variant, modules)]
    assumed = [v for v in values if v["provenance"] == "assumed"]
    keys = ("path", "value", "low", "high", "choices", "why")
    return {
        "name": str(read_raw(path).get("name", path)),
        "n_values": len(values),
        "n_assumed": len(assumed),
        "assumed": [{key: value[key] for key in keys} for value in assumed],
    }


def export(target: Path) -> None:
    """Write a copy of the reference components, named after the file.

    Raises
    ------
    InputError
        If the file exists.
    RunError
        If it cannot be written.
    """
    if target.exists():
        raise InputError(f"{target}: exists already; choose another name")
    try:
        text = reference_path().read_text(encoding="utf-8")
        target.write_text(text.replace(f'name = "{REFERENCE}"', f'name = "{target.stem}"', 1), encoding="utf-8")
    except OSError as error:
        raise RunError(f"{target}: cannot be written ({error.strerror})") from None


def check(path: Path) -> list[str]:
    """Return all problems of a component file: unreadable, unknown or missing keys, ranges, counts, provenance."""
    try:
        raw = read_raw(path)
    except InputError as error:
        return error.problems
    problems = [*_overlay_problems(raw, path, BY_PLAYERS, [str(n) for n in PLAYER_COUNTS])]
    problems += _overlay_problems(raw, path, BY_VARIANT, VARIANTS)
    problems += [f"{path}: {problem}" for problem in _count_problems(raw)]
    for players in PLAYER_COUNTS:
        for variant in VARIANTS:
            try:
                validate(for_game(raw, players, variant), str(path))
            except InputError as error:
                problems += error.problems
    try:
        problems += [
            f"{path}: {row['path']}: no provenance entry fits" for row in list_values(path) if row["provenance"] == "unknown"
        ]
    except InputError as error:
        problems += error.problems
    return list(dict.fromkeys(problems))


#: How many of each there are in the box (rulebook: Contents; Navaratnas version).
YIELD_TILES_IN_THE_BOX = {"white": 8, "yellow": 9, "red": 6, "brown": 7}
RIVER_TILES_IN_THE_BOX = 8
BROWN_SLOTS = 2


def _count_problems(raw: Mapping[str, Any]) -> Iterator[str]:
    """Yield where a file holds more or fewer pieces than the box; a what-if may, a file read off a box may not."""
    for colour, expected in YIELD_TILES_IN_THE_BOX.items():
        tiles = _below(raw, "yield_tiles", colour)
        if isinstance(tiles, list) and len(tiles) != expected:
            yield f"yield_tiles.{colour}: {len(tiles)} tiles, the box has {expected}"
    tiles = _below(raw, "ganga", "tiles")
    if isinstance(tiles, list) and len(tiles) != RIVER_TILES_IN_THE_BOX:
        yield f"ganga.tiles: {len(tiles)} river tiles, the box has {RIVER_TILES_IN_THE_BOX}"
    for board, expected in zip(BOARDS, (0, BROWN_SLOTS), strict=True):
        yields = _below(raw, "boards", board, "yields")
        if not isinstance(yields, dict):
            continue
        slots = [special.get("slot") for special in yields.values() if isinstance(special, dict)]
        if board == BOARDS[BASIC] and any(slots):
            yield f"boards.{board}.yields: the basic side has no slots for yield tiles"
        if board == BOARDS[NAVARATNAS] and slots.count("brown") != expected:
            yield f"boards.{board}.yields: {slots.count('brown')} slots for brown tiles, the board has {expected}"


def _below(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _overlay_problems(raw: Mapping[str, Any], path: Path, section: str, known: Collection[str]) -> Iterator[str]:
    overlays = raw.get(section, {})
    if not isinstance(overlays, dict):
        yield f"{path}: {section}: must be a table"
        return
    for name in overlays:
        if name not in known:
            yield f"{path}: {section}.{name}: possible are {', '.join(known)}"
