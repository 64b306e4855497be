"""The component files of a game: the origin of each value, a copy to fill in from a real box, and the problems of a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fnmatch import translate
from pathlib import Path
from typing import Any, ClassVar

from rajas_sim.core.errors import InputError
from rajas_sim.core.games import BoxLabel
from rajas_sim.core.rulebook.component_file import (
    BOX,
    BY_PLAYERS,
    BY_VARIANT,
    NAME,
    PROVENANCE,
    as_file,
    filled_in,
    has_only_some_places,
    leaf_values,
    provenance_entries,
    read_raw,
    text_of,
    validate,
    values_for_game,
    with_tables_and_lists,
    write_new_file,
)
from rajas_sim.core.rulebook.component_form import Components, ValueOrigin
from rajas_sim.core.rulebook.form_problems import shown_value

#: Origins of values for which a file has no entry: the value is given by the file, and equals or differs from the reference's.
GIVEN = ValueOrigin(paths=["*"], label="box", why="given by the file")
FROM_A_BOX = ValueOrigin(paths=["*"], label="box", why="differs from the reference; filled in from a box")

#: A value of a component file with its provenance; `ComponentSource.list_values` names the keys.
ValueRow = dict[str, Any]


def plausible_text(row: Mapping[str, Any]) -> str:
    """Say what the value of a row may plausibly be: ``1 to 3``, ``2``, ``high or low``; empty where the row does not say."""
    if row.get("low") is not None:
        return str(row["low"]) if row["low"] == row["high"] else f"{row['low']} to {row['high']}"
    return " or ".join(map(str, row.get("choices") or ()))


class ComponentSource:
    """The component files of one game; each game derives its own, with these attributes.

    Attributes
    ----------
    game
        The game's name in configs.
    box_label
        Which games its box allows.
    reference
        The shipped component file; its stem is also the name written in it.
    form
        The form that a file must have.
    readings
        The ways each doubtful rule can be read, the default first.
    optional_keys
        Keys that an override may add to a table that lacks them.
    patterns_without_amounts
        Patterns of paths whose numbers are not amounts: limits of a simulated game, and places.
    """

    game: ClassVar[str]
    box_label: ClassVar[BoxLabel]
    reference: ClassVar[Path]
    form: ClassVar[type[Components]]
    readings: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    optional_keys: ClassVar[Collection[str]] = ()
    patterns_without_amounts: ClassVar[Collection[str]] = ("game.*",)

    @property
    def title(self) -> str:
        """The full name of the game."""
        return self.box_label.title

    def is_in_play(self, path: str, variant: str, modules: Collection[str]) -> bool:
        """Return whether a value of a component file matters in a variant with these modules."""
        section, *inner_keys = path.split(".")
        return section != BY_VARIANT or inner_keys[:1] == [variant]

    def thing_of(self, path: str) -> str:
        """Return the name of the thing on which a value of a component file is printed; empty if it is printed on none."""
        return ""

    def piece_count_problems(self, raw: Mapping[str, Any]) -> Iterator[str]:
        """Yield where a file holds more or fewer pieces than the box; allowed in a what-if, but not in a file read off a box."""
        yield from ()

    def rulebook_problem(self, path: str, value: Any) -> str:  # noqa: ANN401 - a value of TOML
        """Return what the rulebook says against a value at a path, and where; empty if it says nothing.

        Like a wrong number of pieces, such a value is allowed in a what-if, but not in a file read off a box.
        """
        return ""

    def read(self, path: Path | None = None) -> dict[str, Any]:
        """Return a component file, by default the reference, as plain dicts, which the caller must not change.

        Values that a file leaves out are taken from the reference, together with their provenance.

        Raises
        ------
        InputError
            If the file cannot be read, is not TOML or belongs to another game.
        """
        raw = self._read_given(path or self.reference)
        if path is None:
            return raw
        reference = self.read()
        entries_of_file = raw.get(PROVENANCE, [])
        entries = [*reference[PROVENANCE], *entries_of_file] if isinstance(entries_of_file, list) else entries_of_file
        return {NAME: path.stem, **filled_in(raw, reference, self.form), PROVENANCE: entries}

    def as_file(self, complete: dict[str, Any]) -> dict[str, Any]:
        """Return the content of a file from which `read` returns these values."""
        return as_file(complete, self.read(), self.form)

    def _read_given(self, path: Path) -> dict[str, Any]:
        """Return the content of a component file, without anything from the reference; refuse a file of another game."""
        raw = read_raw(path)
        if BOX not in raw:
            raise InputError(f'{path}: {BOX}: is missing; a component file names its game: {BOX} = "{self.game}"')
        if raw[BOX] != self.game:
            raise InputError(f"{path}: is a component file of {raw[BOX]}, not of {self.game}")
        if "players" in raw:
            raise InputError(
                f"{path}: players: what a player gets stands in the overrides of an experiment, not in a component file"
            )
        return raw

    def list_values(self, path: Path | None = None) -> list[ValueRow]:
        """Return every value of a component file with its provenance.

        A value that differs from the reference was filled in by somebody. Its label is `box`, unless an entry of the file itself
        says otherwise. A value that equals the reference's has the label `box` as well, unless the file also has the reference's
        entry for it: then the file only copies the reference. Values that the file leaves out have the reference's provenance.

        Returns
        -------
        list of dict
            Rows with the keys path, value, provenance, low, high, choices, why. An assumed number has low and high; any other
            assumed value has the choices it may be one of.
        """
        reference = self.read()
        reference_entries = provenance_entries(reference, self.reference.stem)
        reference_entry_of = entry_finder(reference_entries)
        if path is None:
            return [self.value_row(name, value, reference_entry_of(name)) for name, value in values_of(reference)]
        given = self._read_given(path)
        entries_of_file = provenance_entries(given, str(path))
        entry_of = entry_finder(entries_of_file)
        copied_entries = {id(entry) for entry in entries_of_file if entry in reference_entries}
        given_values, reference_values = dict(values_of(given)), dict(values_of(reference))

        def origin_of(value_path: str, value: object) -> ValueOrigin | None:
            """Return where a value comes from; None if no entry says so."""
            entry = entry_of(value_path)
            if entry is not None and id(entry) not in copied_entries:
                return entry
            if value_path not in given_values:
                return reference_entry_of(value_path)
            return FROM_A_BOX if value != reference_values.get(value_path) else entry or GIVEN

        return [self.value_row(name, value, origin_of(name, value)) for name, value in values_of(self.read(path))]

    def summary(self, path: Path | None = None, variant: str | None = None, modules: Collection[str] = ()) -> dict[str, Any]:
        """Return what a report says about a component file: its name, how many printed values are in play, the assumed ones."""
        variant_in_play = variant or self.box_label.variants[0]
        printed_rows = [row for row in self.list_values(path) if is_printed(row["path"])]
        rows = [row for row in printed_rows if self.is_in_play(row["path"], variant_in_play, modules)]
        assumed_rows = [row for row in rows if row["provenance"] == "assumed"]
        keys = ("path", "value", "low", "high", "choices", "why")
        return {
            "name": str(self.read(path).get(NAME, path)),
            "n_values": len(rows),
            "n_assumed": len(assumed_rows),
            "assumed": [{key: row[key] for key in keys} for row in assumed_rows],
        }

    def export(self, target: Path) -> None:
        """Write a copy of the reference components; its name is the stem of the new file.

        Raises
        ------
        InputError
            If the file exists.
        RunError
            If it cannot be written.
        """
        text = text_of(self.reference)
        write_new_file(target, text.replace(f'name = "{self.reference.stem}"', f'name = "{target.stem}"', 1))

    def check(self, path: Path) -> list[str]:
        """Return all problems of a component file, and hints for its author if there are any."""
        problems = self.problems(path)
        try:
            hints = _hints_about_lists(self._read_given(path), self.read()) if problems else ()
            return [*problems, *(f"{path}: {hint}" for hint in hints)]
        except InputError:  # a file that cannot be read; the problems say so
            return problems

    def problems(self, path: Path) -> list[str]:
        """Return all problems of a component file: unreadable file, unknown or missing keys, ranges, piece counts, provenance."""
        try:
            raw = self.read(path)
        except InputError as error:
            return error.problems
        problems = [*_overlay_problems(raw, path, BY_PLAYERS, [str(n) for n in self.box_label.player_counts])]
        problems += _overlay_problems(raw, path, BY_VARIANT, self.box_label.variants)
        problems += [f"{path}: {problem}" for problem in self.piece_count_problems(raw)]
        problems += [f"{path}: {problem}" for problem in self._rulebook_problems(raw)]
        for players in self.box_label.player_counts:
            for variant in self.box_label.variants:
                try:
                    validate(self.form, values_for_game(raw, players, variant), str(path))
                except InputError as error:
                    problems += error.problems
        try:
            values = self.list_values(path)
            problems += [f"{path}: {row['path']}: no provenance entry fits" for row in values if row["provenance"] == "unknown"]
            problems += [
                f"{path}: {row['path']}: found {row['value']}, but its provenance says {row['low']} to {row['high']}"
                for row in values
                if row["low"] is not None and not row["low"] <= row["value"] <= row["high"]
            ]
        except InputError as error:
            problems += error.problems
        return list(dict.fromkeys(problems))

    def _rulebook_problems(self, raw: Mapping[str, Any]) -> Iterator[str]:
        """Yield what the rulebook rules out in a file, also in the sections for some games only."""
        for path, value in with_tables_and_lists({key: value for key, value in raw.items() if key != PROVENANCE}):
            if problem := self.rulebook_problem(path_in_any_game(path), value):
                yield f"{path}: {problem}; found {shown_value(value)}"

    def value_row(self, path: str, value: Any, entry: ValueOrigin | None) -> ValueRow:  # noqa: ANN401 - values of TOML
        """Return a value with its provenance, as `list_values` does."""
        low, high = entry.range_of(value) if entry is not None and isinstance(value, int) else (None, None)
        return {
            "path": path,
            "value": value,
            "provenance": entry.label if entry else "unknown",
            "low": low,
            "high": high,
            "choices": self._choices(path, entry),
            "why": entry.why if entry else "",
        }

    def _choices(self, path: str, entry: ValueOrigin | None) -> list[str] | None:
        """Return the words that a value may be: how a doubtful rule can be read, or what its entry says; None if neither says."""
        section, _, name = path.partition(".")
        if section == "readings" and name in self.readings:
            return list(self.readings[name])
        return entry.choices if entry else None


def entry_finder(entries: Sequence[ValueOrigin]) -> Callable[[str], ValueOrigin | None]:
    """Return a function that returns the last of some entries that matches a path; None if there is none."""
    patterns = [(re.compile("|".join(map(translate, entry.paths))), entry) for entry in reversed(entries) if entry.paths]
    return lambda path: next((entry for pattern, entry in patterns if pattern.match(path)), None)


#: Sections whose values no box has: limits of simulated games, and readings of doubtful rules.
NOT_PRINTED = ("game", "readings")


def is_printed(path: str) -> bool:
    """Return whether a value of a component file can be printed: not one of a limit of simulated games or a reading."""
    return path_in_any_game(path).partition(".")[0] not in NOT_PRINTED


def path_in_any_game(path: str) -> str:
    """Return the path of a value without the section for some numbers of players or variants."""
    section, *keys = path.split(".")
    return ".".join(keys[1:]) if section in (BY_PLAYERS, BY_VARIANT) else path


def values_of(raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield (dotted path, value) of every value of a component file, without its name, box and provenance."""
    return leaf_values({key: value for key, value in raw.items() if key not in (NAME, BOX, PROVENANCE)})


def _hints_about_lists(given: Any, reference: Any, path: str = "") -> Iterator[str]:  # noqa: ANN401 - values of TOML
    """Yield which lists are shorter than in the reference, since their author may expect the rest to be filled in."""
    if isinstance(given, dict) and isinstance(reference, dict):
        count_as_whole = has_only_some_places(reference)
        keys = [] if count_as_whole else sorted((given.keys() & reference.keys()) - {PROVENANCE, BY_PLAYERS, BY_VARIANT})
        for key in keys:
            yield from _hints_about_lists(given[key], reference[key], f"{path}.{key}" if path else key)
    else:
        count_as_whole = isinstance(given, list) and isinstance(reference, list)
    if count_as_whole and len(given) < len(reference):
        counts_text = f"has {len(given)} entries, the reference {len(reference)}"
        yield f"{path}: {counts_text}; a list counts as a whole: give all of it, or none"


def _overlay_problems(raw: Mapping[str, Any], path: Path, section: str, known_names: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with the section for some games only: it is no table, or names what is not one of the known names."""
    overlays = raw.get(section, {})
    if not isinstance(overlays, dict):
        yield f"{path}: {section}: must be a table"
        return
    for name in overlays:
        if name not in known_names:
            yield f"{path}: {section}.{name}: possible are {', '.join(known_names)}"
