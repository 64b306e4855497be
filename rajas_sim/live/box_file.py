"""A component file that somebody fills in from a real box, one entry at a time.

An entry is what is printed at one place: a price, a building, a row of prices, or what a space of the river pays. People type it
as ``3``, ``temple``, ``1, 1, 2`` or ``fame 2, money 3``.
"""

# ruff: noqa: ANN401 - values of TOML and types have no common type

from __future__ import annotations

import copy
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import tomli_w
from pydantic import BaseModel, ValidationError

from rajas_sim.core.errors import InputError
from rajas_sim.core.positions.wording import spaced
from rajas_sim.core.rulebook.component_file import (
    BY_PLAYERS,
    BY_VARIANT,
    NAME,
    PROVENANCE,
    bare_type,
    form_below,
    is_amount_table,
    provenance_entries,
    read_raw,
    validate,
    values_for_game,
)
from rajas_sim.core.rulebook.component_source import (
    GIVEN,
    ComponentSource,
    ValueRow,
    entry_finder,
    is_printed,
    path_in_any_game,
    plausible_text,
    values_of,
)
from rajas_sim.core.rulebook.paths import set_at, value_at
from rajas_sim.core.rulebook.unknown_box import ASSUMED
from rajas_sim.study.folder.places import write_file

#: The reasons that the file gives for an entry that was read, and for one that was saved once more as it is.
READ, CONFIRMED = "read off the box", "read off the box, and confirmed"
#: What people may type where nothing is printed.
NOTHING = "nothing"
AMOUNTS_EXAMPLE = "names with amounts, such as fame 2, money 3"
SECTIONS_OF_SOME_GAMES = (BY_PLAYERS, BY_VARIANT)


@dataclass(frozen=True)
class BoxEntry:
    """What is printed at one place, as far as it is known.

    Attributes
    ----------
    path
        Path of the entry in the file.
    text
        The value in the file, as people type it.
    reference_text
        The value in the reference, as people type it.
    is_read
        Whether the entry was read off the box.
    is_confirmed
        Whether it was saved again as it is, or the file gives a reason for it, so that nobody need ask whether it is right.
    rows
        The values in the entry (`ComponentSource.list_values` of the reference); ranges leave out what the rulebook rules out.
    words
        The possible words if the entry is one of a list of words; otherwise empty.
    meaning
        What the entry is, if its name does not say so.
    form
        The type of the entry in the form of the file.
    """

    path: str
    text: str
    reference_text: str
    is_read: bool
    is_confirmed: bool
    rows: tuple[ValueRow, ...]
    words: tuple[str, ...]
    meaning: str
    form: Any

    @property
    def names(self) -> dict[str, str]:
        """What may be printed with an amount: name as it is typed -> name in words; empty if amounts have no names here."""
        if not is_amount_table(self.form):
            return {}
        texts = {spaced(name): text.format("…") for name, text in self.form.names.items()}
        return {name: f"{name} ({text})" if text else name for name, text in texts.items()}

    @property
    def keys(self) -> tuple[str, ...]:
        """The parts of the path, without the section for some numbers of players or variants."""
        return tuple(path_in_any_game(self.path).split("."))

    @property
    def players(self) -> int | None:
        """The number of players that the entry is for; None if it is for no particular number."""
        return _players_and_common_path(self.path)[0]

    @property
    def range_text(self) -> str:
        """The plausible values as text; empty if none are known.

        If they differ, the text has them by name, or in the order of the places.
        """
        ranges = [(row["path"].rpartition(".")[2], text) for row in self.rows if (text := plausible_text(row))]
        texts = [text for _, text in ranges]
        if len(set(texts)) <= 1:
            return "".join(texts[:1])
        if not any(key.isdecimal() for key, _ in ranges):
            return ", ".join(f"{spaced(key)} {text}" for key, text in ranges)
        groups = [(text, len([*equal_texts])) for text, equal_texts in groupby(texts)]
        numbers = ["" if n == 1 else f" {n}" for _, n in groups]
        first = f"{groups[0][0]} for the first{numbers[0]}{' values' if numbers[0] else ' value'}"
        middle = [f"{text} for the next{number}" for (text, _), number in zip(groups[1:-1], numbers[1:-1], strict=True)]
        return ", ".join([first, *middle, f"{groups[-1][0]} for the last{numbers[-1]}"])

    @property
    def state(self) -> str:
        """The text and whether it was read: what the form showed when it was filled in."""
        return f"{'read' if self.is_read else 'assumed'} {self.text}"

    @property
    def n_assumed(self) -> int:
        """How many of its values the reference assumes."""
        return sum(row["provenance"] == ASSUMED for row in self.rows)

    @property
    def example(self) -> str:
        """How the entry is typed, with an example; empty for a single number or word."""
        if is_amount_table(self.form):
            return AMOUNTS_EXAMPLE + ("; nothing if nothing is printed there" if self._may_be_empty else "")
        if get_origin(self.form) is not list:
            return ""
        return "one after the other with commas, such as " + self.reference_text if self.reference_text else "with commas"

    @property
    def _may_be_empty(self) -> bool:
        """Whether an entry of amounts may have none."""
        try:
            self.form.model_validate({})
        except ValidationError:
            return False
        return True


class BoxFile:
    """A component file that is being filled in.

    Parameters
    ----------
    source
        The component files of its game.

    Attributes
    ----------
    values
        The values of the file; those that it leaves out are the reference's.

    Raises
    ------
    InputError
        If the file cannot be read.
    """

    def __init__(self, source: ComponentSource, file: Path) -> None:
        self.source, self.file = source, file
        self._reference = source.read()
        self._read()

    def _read(self) -> None:
        """Read what the file gives, and all values; `enter` writes both, so that no lost value counts as read."""
        self._given, self.values = read_raw(self.file), self.source.read(self.file)

    def entries(self) -> tuple[BoxEntry, ...]:
        """Return every printed entry of which the reference assumes at least a part.

        They have the order of the file, except that the entries of one thing for different numbers of players come together.
        """
        places = {path: (form, meaning) for path, form, meaning in _fewest_players_first(self._places())}
        reference_rows = _rows_by_place(self.source.list_values(), places)
        file_rows = _rows_by_place(self.source.list_values(self.file), places)
        origins = provenance_entries(self.values, str(self.file))
        confirming_origin = entry_finder(
            [origin for origin in origins if origin.label == GIVEN.label and origin.why not in (READ, GIVEN.why)]
        )
        entries = []
        for path, (form, meaning) in places.items():
            rows = tuple(reference_rows[path])
            if not is_printed(path) or not any(row["provenance"] == ASSUMED for row in rows):
                continue
            is_read = all(row["provenance"] != ASSUMED for row in file_rows[path])
            keys = path.split(".")
            reference_value = value_at(self._reference, keys)
            reference_text = typed_text(reference_value)
            if is_amount_table(form):
                rows = tuple(self._with_allowed_range(path, reference_value, row) for row in rows)
            words = get_args(form) if get_origin(form) is Literal else ()
            text = typed_text(value_at(self.values, keys))
            is_confirmed = any(confirming_origin(place) for place in (path, f"{path}.*"))
            entries.append(BoxEntry(path, text, reference_text, is_read, is_confirmed, rows, words, meaning, form))
        return tuple(entries)

    def _with_allowed_range(self, path: str, amounts: Mapping[str, int], row: ValueRow) -> ValueRow:
        """Return a row of a place with these amounts, its range without the amounts that the rulebook rules out."""
        if row["low"] is None:
            return row
        name, rule_path = row["path"].rpartition(".")[2], path_in_any_game(path)
        possible = [
            amount
            for amount in range(row["low"], row["high"] + 1)
            if not self.source.rulebook_problem(rule_path, {**amounts, name: amount})
        ]
        return row | {"low": min(possible), "high": max(possible)} if possible else row

    def enter(self, entry: BoxEntry, text: str, title: str) -> None:
        """Write the text that was read off the box for an entry; `title` is what messages call the entry.

        The entry then counts as read, even if the text confirms what was assumed, and as confirmed if it was read already and the
        text is the same.

        Raises
        ------
        InputError
            If this cannot be printed there, or the file cannot be read.
        RunError
            If the file cannot be written.
        """
        try:
            values = self.with_entry(entry, value := parsed(text, entry.form))
        except InputError as error:
            raise InputError(_with_title(problem, entry, title) for problem in error.problems) from None
        reference_origins = self._reference[PROVENANCE]
        origins = [dict(origin) for origin in self._given.get(PROVENANCE, []) if isinstance(origin, dict)]
        if not any(origin in reference_origins for origin in origins):
            # The file gets all values now. Values that it had before are listed as given, or they would count as the reference's.
            given_paths = [path for path, _ in values_of(self._given)]
            given_origins = [{**GIVEN.model_dump(exclude_none=True), "paths": given_paths}] if given_paths else []
            origins = [*reference_origins, *given_origins, *origins]
        why = CONFIRMED if entry.is_read and value == parsed(entry.text, entry.form) else READ
        paths, other_origins = [entry.path, f"{entry.path}.*"], []
        paths_by_why: dict[str, list[str]] = {READ: [], CONFIRMED: []}
        for origin in origins:
            if origin.get("why") in paths_by_why:
                paths_by_why[origin["why"]] += [path for path in origin["paths"] if path not in paths]
            else:
                other_origins.append(origin)
        paths_by_why[why] += paths
        new_origins = [{"paths": known, "label": GIVEN.label, "why": reason} for reason, known in paths_by_why.items() if known]
        write_file(self.file, tomli_w.dumps(values | {NAME: self.file.stem, PROVENANCE: [*other_origins, *new_origins]}))
        self._read()

    def with_entry(self, entry: BoxEntry, value: Any) -> dict[str, Any]:
        """Return all values of the file with a new value for one entry.

        Raises
        ------
        InputError
            If this value cannot be printed there: the rulebook rules it out, or it does not fit the form of the file.
        """
        if problem := self.source.rulebook_problem(path_in_any_game(entry.path), value):
            raise InputError(f"{entry.path}: {problem}")
        values = copy.deepcopy(self.values)
        set_at(values, entry.path.split("."), value)
        for players in self.source.box_label.player_counts:
            for variant in self.source.box_label.variants:
                validate(self.source.form, values_for_game(values, players, variant), entry.path)
        return values

    def known_before(self, entry: BoxEntry) -> tuple[tuple[str, str], ...]:
        """Return (path, provenance) of the places just before an entry, in the same table or list, whose values are known.

        A place whose values have several provenances gets the alphabetically first one.
        """
        paths = [path for path, _, _ in self._places()]
        rows = _rows_by_place(self.source.list_values(), paths)
        known = []
        for path in reversed(paths[: paths.index(entry.path)]):
            labels = {row["provenance"] for row in rows[path]}
            if ASSUMED in labels or path.rpartition(".")[0] != entry.path.rpartition(".")[0]:
                break
            known.append((path, min(labels, default="")))
        return tuple(reversed(known))

    def remarks(self) -> list[str]:
        """Return what does not fit together yet, such as numbers of pieces, in words."""
        return [problem.removeprefix(f"{self.file}: ") for problem in self.source.problems(self.file)]

    def _places(self) -> Iterator[tuple[str, Any, str]]:
        """Yield the path of every entry of the reference, its type, and its description in the form of the file."""
        for key, value in self._reference.items():
            if key in SECTIONS_OF_SOME_GAMES:
                for name, overlay in value.items():
                    for inner_key, inner in overlay.items():
                        yield from _places_in(inner, form_below(self.source.form, inner_key), f"{key}.{name}.{inner_key}")
            elif isinstance(value, dict):
                yield from _places_in(value, form_below(self.source.form, key), key)


def _with_title(problem: str, entry: BoxEntry, title: str) -> str:
    """Return a problem with the title of its entry in place of the path, which nobody who fills in a page needs."""
    parent, _, _ = entry.path.rpartition(".")
    text = problem.removeprefix(f"{entry.path}: ").removeprefix(f"{parent}: ").removeprefix(".".join(entry.keys))
    index_text, colon, message = text.partition(": ")
    if not colon or index_text.strip(".0123456789"):
        return text.lstrip(".")
    if match := re.fullmatch(r"must be (\d+) or less, found (\d+)", message):
        limit, value = match.groups()
        message = f"must be {limit} or less, since rajas can play with no larger number; found {value}"
    if index_text:  # which value of the entry is meant, such as ".2"
        return f"value {index_text.strip('.')} of {title} {message}"
    return f"{title} {message}" if message.startswith("must") else message


def _places_in(value: Any, form: Any, path: str, meaning: str = "") -> Iterator[tuple[str, Any, str]]:
    """Yield path, type and description (`meaning`) of each entry in a value of this type.

    Tables other than amounts are taken apart, and so are lists whose items are entries by themselves.
    """
    bare_form = bare_type(form)
    if isinstance(value, dict) and not is_amount_table(bare_form):
        fields = getattr(bare_form, "model_fields", {})
        for key, inner in value.items():
            inner_meaning = (fields[key].description or "") if key in fields else ""
            yield from _places_in(inner, form_below(bare_form, key), f"{path}.{key}", inner_meaning)
    elif isinstance(value, list) and _has_entries_as_items(bare_form):
        for i, item in enumerate(value):
            yield from _places_in(item, form_below(bare_form, i), f"{path}.{i + 1}")
    else:
        yield path, bare_form, meaning


def _fewest_players_first(places: Iterable[tuple[str, Any, str]]) -> list[tuple[str, Any, str]]:
    """Return entries (path, type, description) with those for a number of players just before the common entry.

    The file gives the common values first, which are those for the most players, and the others far behind them.
    """
    places = list(places)
    index_by_path = {path: i for i, (path, _, _) in enumerate(places)}

    def sort_key(place: tuple[str, Any, str]) -> tuple[int, float]:
        """Return the index of the common entry, and the number of players; infinity for the common entry itself."""
        players, common_path = _players_and_common_path(place[0])
        return index_by_path.get(common_path, index_by_path[place[0]]), math.inf if players is None else players

    return sorted(places, key=sort_key)


def _players_and_common_path(path: str) -> tuple[int | None, str]:
    """Return the number of players that a path is for, None for no particular number, and the path without that number."""
    section, *keys = path.split(".")
    return (int(keys[0]), ".".join(keys[1:])) if section == BY_PLAYERS else (None, path)


def _has_entries_as_items(form: Any) -> bool:
    """Return whether each item of a list of this type is an entry, because the whole list is too much to type on one line."""
    item_form = bare_type(get_args(form)[0]) if get_origin(form) is list else None
    is_table = isinstance(item_form, type) and issubclass(item_form, BaseModel)
    return is_amount_table(item_form) or is_table or _is_row(item_form)


def _is_row(form: Any) -> bool:
    """Return whether a type is a list of single values of one kind; a good with its value is not such a list."""
    return get_origin(form) is list and get_origin(get_args(form)[0]) not in (Union, UnionType)


def _rows_by_place(rows: Iterable[ValueRow], places: Collection[str]) -> dict[str, list[ValueRow]]:
    """Return place -> the values with its path or a path below it."""
    rows_by_place: dict[str, list[ValueRow]] = {place: [] for place in places}
    for row in rows:
        path = row["path"]
        while path and path not in rows_by_place:
            path = path.rpartition(".")[0]
        if path:
            rows_by_place[path].append(row)
    return rows_by_place


def typed_text(value: Any) -> str:
    """Return a value of a file as people type it.

    >>> typed_text(3), typed_text("temple"), typed_text([1, 2])
    ('3', 'temple', '1, 2')
    >>> typed_text({"fame": 2, "any_die": 3}), typed_text([["silk", 2], ["tea", 1]])
    ('fame 2, any die 3', 'silk 2, tea 1')
    """
    if isinstance(value, Mapping):
        return ", ".join(f"{spaced(key)} {amount}" for key, amount in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(" ".join(map(str, item)) if isinstance(item, list) else str(item) for item in value)
    return str(value)


def parsed(text: str, form: Any) -> Any:
    """Return the value that was typed for an entry of this type; only names with amounts are checked.

    Raises
    ------
    InputError
        If the entry has amounts, and the text is not one of names with amounts.
    """
    is_nothing = text.strip().lower() == NOTHING
    parts = [] if is_nothing else [part.split() for part in text.split(",") if part.strip()]  # words of each part
    if is_amount_table(form):
        return dict(_amount(" ".join(part).replace("=", " ").replace(":", " ").split(), form.names, text) for part in parts)
    if get_origin(form) is list:
        is_of_pairs = get_origin(get_args(form)[0]) is list
        if not is_of_pairs and len(parts) == 1:  # without commas
            parts = [[word] for word in parts[0]]
        return [[*map(_as_value, part)] if is_of_pairs else _as_value(" ".join(part)) for part in parts]
    return _as_value(text.strip())


def _amount(words: Sequence[str], names: Collection[str], text: str) -> tuple[str, int]:
    """Return a name with its amount, which may stand before or after the name; without an amount, it is 1.

    `names` are those that may be printed, and `text` is all that was typed, for messages.
    """
    amounts = [word for word in words if word.isdecimal()]
    if len(amounts) > 1:
        raise InputError(f"{text!r}: a comma is missing; write {AMOUNTS_EXAMPLE}")
    name_words = [word for word in words if not word.isdecimal()]
    if not name_words or (amounts and words[0] != amounts[0] and words[-1] != amounts[0]):
        raise InputError(f"{' '.join(words)!r}: write {AMOUNTS_EXAMPLE}")
    return _name_like("_".join(name_words).lower(), names), int(amounts[0]) if amounts else 1


def _name_like(typed_name: str, names: Collection[str]) -> str:
    """Return the known name that was typed, in the singular or the plural; the typed name if it is unknown."""
    if typed_name in names:
        return typed_name
    return next((name for name in names if _singular(name) == _singular(typed_name)), typed_name)


def _singular(name: str) -> str:
    """Return a name with each word in the singular, by a simple rule: without an s at its end."""
    return "_".join("die" if word == "dice" else word.removesuffix("s") for word in name.split("_"))


def _as_value(text: str) -> int | str:
    """Return a whole number if the text is one; otherwise the text itself."""
    return int(text) if text.removeprefix("-").isdecimal() else text
