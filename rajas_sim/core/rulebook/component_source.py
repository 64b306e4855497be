"""The component files of a game: where each value comes from, a copy to fill in from a real box, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, ClassVar

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.core.games import BoxLabel
from rajas_sim.core.rulebook.component_file import (
    BOX,
    BY_PLAYERS,
    BY_VARIANT,
    NAME,
    PROVENANCE,
    leaves,
    provenance_entries,
    read_raw,
    validate,
    values_for_game,
)
from rajas_sim.core.rulebook.component_form import Components, ValueOrigin

FROM_A_BOX = ValueOrigin(paths=["*"], label="box", why="differs from the reference; filled in from a box")

ValueRow = dict[str, Any]


class ComponentSource:
    """The component files of one game; each game derives its own, with these attributes.

    Attributes
    ----------
    game
        Its name in configs.
    box_label
        Which games its box allows.
    reference
        The shipped component file; its stem is also the name it has inside.
    form
        What a file must look like.
    readings
        The ways each doubtful rule can be read, the default first.
    optional_keys
        Keys an override may add to a table that does not have them.
    paths_without_amounts
        Patterns of the paths of numbers that are no amounts: limits of a simulated game, and places.
    """

    game: ClassVar[str]
    box_label: ClassVar[BoxLabel]
    reference: ClassVar[Path]
    form: ClassVar[type[Components]]
    readings: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    optional_keys: ClassVar[Collection[str]] = ()
    paths_without_amounts: ClassVar[Collection[str]] = ("game.*",)

    @property
    def title(self) -> str:
        """Its name in full."""
        return self.box_label.title

    def is_in_play(self, path: str, variant: str, modules: Collection[str]) -> bool:
        """Return whether a value of a component file matters in a variant with these modules."""
        section, *inner_keys = path.split(".")
        return section != BY_VARIANT or inner_keys[:1] == [variant]

    def piece_count_problems(self, raw: Mapping[str, Any]) -> Iterator[str]:
        """Yield where a file holds more or fewer pieces than the box; a what-if may, a file read off a box may not."""
        yield from ()

    def read(self, path: Path | None = None) -> dict[str, Any]:
        """Return a component file, by default the reference, as plain dicts, which are not to be changed.

        Raises
        ------
        InputError
            If the file cannot be read, is not TOML or belongs to another game.
        """
        raw = read_raw(path or self.reference)
        if BOX not in raw:
            raise InputError(f'{path}: {BOX}: is missing; a component file names its game: {BOX} = "{self.game}"')
        if raw[BOX] != self.game:
            raise InputError(f"{path}: is a component file of {raw[BOX]}, not of {self.game}")
        return raw

    def list_values(self, path: Path | None = None) -> list[ValueRow]:
        """Return every value of a component file with its provenance.

        A value that differs from the reference file's was filled in by somebody and has the label `box`, unless an entry of the
        file's own says otherwise.

        Returns
        -------
        list of dict
            With the keys path, value, provenance, low, high, choices, why; an assumed number has low and high, another assumed
            value the choices it may be one of.
        """
        raw = self.read(path)
        entries = provenance_entries(raw, str(path or self.reference.stem))
        reference_raw = None if path is None else self.read()
        reference_values = {} if reference_raw is None else dict(values_of(reference_raw))
        reference_entries = [] if reference_raw is None else provenance_entries(reference_raw, self.reference.stem)
        rows = []
        for value_path, value in values_of(raw):
            entry = provenance_of(entries, value_path)
            is_filled_in = (
                bool(reference_values)
                and reference_values.get(value_path) != value
                and (entry is None or entry in reference_entries)
            )
            rows.append(self.value_row(value_path, value, FROM_A_BOX if is_filled_in else entry))
        return rows

    def summary(self, path: Path | None = None, variant: str | None = None, modules: Collection[str] = ()) -> dict[str, Any]:
        """Return what a report says about a component file: its name, how many values are in play, and the assumed ones."""
        variant_in_play = variant or self.box_label.variants[0]
        rows = [row for row in self.list_values(path) if self.is_in_play(row["path"], variant_in_play, modules)]
        assumed_rows = [v for v in rows if v["provenance"] == "assumed"]
        keys = ("path", "value", "low", "high", "choices", "why")
        return {
            "name": str(self.read(path).get(NAME, path)),
            "n_values": len(rows),
            "n_assumed": len(assumed_rows),
            "assumed": [{key: value[key] for key in keys} for value in assumed_rows],
        }

    def export(self, target: Path) -> None:
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
            text = self.reference.read_text(encoding="utf-8")
            target.write_text(text.replace(f'name = "{self.reference.stem}"', f'name = "{target.stem}"', 1), encoding="utf-8")
        except OSError as error:
            raise RunError(f"{target}: cannot be written ({error.strerror})") from None

    def check(self, path: Path) -> list[str]:
        """Return all problems of a component file: unreadable, unknown or missing keys, ranges, counts, provenance."""
        try:
            raw = self.read(path)
        except InputError as error:
            return error.problems
        problems = [*_overlay_problems(raw, path, BY_PLAYERS, [str(n) for n in self.box_label.player_counts])]
        problems += _overlay_problems(raw, path, BY_VARIANT, self.box_label.variants)
        problems += [f"{path}: {problem}" for problem in self.piece_count_problems(raw)]
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
        section, _, name = path.partition(".")
        if section == "readings" and name in self.readings:
            return list(self.readings[name])
        return entry.choices if entry else None


def provenance_of(entries: list[ValueOrigin], path: str) -> ValueOrigin | None:
    """Return the last entry that fits a path."""
    fitting_entries = [entry for entry in entries if any(fnmatchcase(path, pattern) for pattern in entry.paths)]
    return fitting_entries[-1] if fitting_entries else None


def values_of(raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield (dotted path, value) of every value of a component file, without its names and bookkeeping."""
    return leaves({key: value for key, value in raw.items() if key not in (NAME, BOX, PROVENANCE)})


def _overlay_problems(raw: Mapping[str, Any], path: Path, section: str, known_names: Collection[str]) -> Iterator[str]:
    overlays = raw.get(section, {})
    if not isinstance(overlays, dict):
        yield f"{path}: {section}: must be a table"
        return
    for name in overlays:
        if name not in known_names:
            yield f"{path}: {section}.{name}: possible are {', '.join(known_names)}"
