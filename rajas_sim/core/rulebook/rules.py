"""Rules: every number and reading of one kind of game, as checked data and as the record that kernels read."""

from __future__ import annotations

import copy
import difflib
import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import LAST_ROUND
from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.rulebook.component_file import (
    BOX,
    BY_PLAYERS,
    BY_VARIANT,
    NAME,
    leaf_values,
    overlay_of,
    validate,
    values_for_game,
)
from rajas_sim.core.rulebook.component_form import Components, RedrawnLuck, Restrictions, Setup
from rajas_sim.core.rulebook.component_source import ComponentSource, ValueRow, values_of
from rajas_sim.core.rulebook.paths import LAST, NoSuchPathError, set_at, value_at
from rajas_sim.core.rulebook.restrictions import matching_things, restriction_problems

#: Provenance of a value that an override replaces, adds or removes; and of a value that no box has and nobody has set.
OVERRIDDEN, DEFAULT = "override", "default"
#: Number of keys in the path of a number of the set-up; one more key names a seat.
SETUP_PATH_LENGTH = 2
#: How many paths a message suggests in place of a wrong one.
MOST_HINTS = 3


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of one kind of game.

    A game derives its own class, which sets `layout` and `source` and fills the record (`write_record`).

    Attributes
    ----------
    layout
        The dtype of the record that kernels read.
    source
        The component files that the values come from.
    players
        The number of players.
    variant, modules
        Which game of the box is played.
    values
        Every component value and reading, resolved for this number of players and these overrides.
    components_path
        The component file used; None for the shipped reference.
    """

    layout: ClassVar[np.dtype[Any]]
    source: ClassVar[ComponentSource]

    players: int
    variant: str
    modules: tuple[str, ...]
    values: Components
    components_path: Path | None = None

    def write_record(self, record: Any) -> None:  # noqa: ANN401 - a record of any layout or value of TOML
        """Fill a zeroed record with the values."""
        raise NotImplementedError

    @classmethod
    def resolve(
        cls,
        players: int,
        variant: str,
        modules: Iterable[str] = (),
        overrides: Mapping[str, Any] | None = None,
        components: Path | str | None = None,
    ) -> Self:
        """Return the rules for a number of players; parameters and errors are those of `core.game.Game.rules`."""
        source, box_label = cls.source, cls.source.box_label
        if isinstance(modules, str):
            raise InputError(f"modules: a list is needed, such as [{modules!r}]; found {modules!r}")
        chosen_modules = tuple(dict.fromkeys(modules))
        problems = []
        if not isinstance(players, int) or players not in box_label.player_counts:
            *other_counts, largest_count = map(str, box_label.player_counts)
            allowed = f"{', '.join(other_counts)} or {largest_count}"
            problems.append(f"players: {players!r} is not possible; {box_label.title} is for {allowed} players")
        if variant not in box_label.variants:
            problems.append(f"variant: {unknown_name('variant', str(variant), box_label.variants)}")
        known_modules = ", ".join(box_label.modules) or "none"
        problems += [
            f"modules: unknown module {module!r}; known: {known_modules}"
            for module in chosen_modules
            if module not in box_label.modules
        ]
        if problems:
            raise InputError(problems)
        components_path = Path(components) if components is not None else None
        resolved = values_for_game(source.read(components_path), players, variant)
        resolved.setdefault(NAME, str(components_path))
        resolved.setdefault("restrict", Restrictions().by_seat)
        resolved.setdefault("luck", RedrawnLuck().model_dump())
        source_name = str(components_path or "components")
        if overrides:
            overrides = {_with_last_seat(path, players): value for path, value in overrides.items()}
            values = validate(source.form, resolved, source_name)
            problems += _unused_problems(source, overrides, variant, chosen_modules)
            overrides = _with_seats_spread(overrides, values.setup)
            resolved, refused = with_overrides(_with_what_is_unset(resolved, values, overrides), overrides, source.optional_keys)
            problems += refused
            resolved["players"] = _without_zeros(resolved["players"])
            resolved["setup"] = _with_equal_seats_joined(resolved["setup"], values.setup)
            source_name = "overrides"
        try:
            values = validate(source.form, resolved, source_name)
        except InputError as error:
            raise InputError([*problems, *error.problems, *_single_value_hints(overrides or {}, source)]) from None
        rules = cls(players, variant, chosen_modules, values, components_path)
        problems += [f"{source_name}: {problem}" for problem in rules._problems_together()]
        if problems:
            raise InputError(problems)
        return rules

    def _problems_together(self) -> Iterator[str]:
        """Yield what is wrong with values that the form accepts one by one."""
        yield from self.problems()
        yield from self.handicap_problems()
        if any(self.values.restrict.by_seat.values()):
            yield from restriction_problems(self.values.restrict, self.players, self.things)
        for name in self.values.luck.deal_anew:
            if not matching_things(name, self.luck_sources):
                yield f"luck.deal_anew: {unknown_name('source of luck', name, self.luck_sources)}"

    def problems(self) -> Iterator[str]:
        """Yield which values do not fit together in this variant, although the form accepts each; by default none."""
        yield from ()

    def handicap_problems(self) -> Iterator[str]:
        """Yield which players would start with something impossible at some seat, because of what `players` gives them."""
        for label, handicap in self.values.players.items():
            try:
                self.for_seats([label] * self.players)
            except InputError as error:
                yield from (f"players.{problem}" for problem in error.problems)
            try:
                self.boards([getattr(handicap, "board", None)] * self.players)
            except InputError as error:
                yield from (f"players.{label}.{problem}" for problem in dict.fromkeys(error.problems))

    def require_players(self, labels: Collection[str]) -> None:
        """Refuse rules that give something to a player who is not among the labels; errors are those of `require_players_of`."""
        require_players_of((f"players.{label}" for label in self.values.players), labels)

    def for_seats(self, labels: Sequence[str]) -> Self:
        """Return the rules for these players: what `players` gives each of them is added to the set-up of the player's seat.

        Parameters
        ----------
        labels
            Labels of the strategies, in turn order. Labels that `players` does not name are allowed.

        Raises
        ------
        InputError
            If a seat would start with something impossible.
        """
        handicaps = self.values.players
        if not handicaps:
            return self
        if (seated := self._seated.get(tuple(labels))) is not None:
            return seated
        setup = self.values.setup.by_seat
        for seat, label in enumerate(labels):
            extras = handicaps[label].model_dump(exclude_none=True) if label in handicaps else {}
            for name in setup.keys() & extras.keys():
                setup[name][seat] += extras[name]
        values = self.values.model_dump(exclude_none=True) | {"setup": setup, "players": {}}
        seated = replace(self, values=validate(type(self.values), values, " and ".join(dict.fromkeys(labels))))
        return self._seated.setdefault(tuple(labels), seated)

    @cached_property
    def _seated(self) -> dict[tuple[str, ...], Self]:
        """The results of `for_seats` so far, by the labels."""
        return {}

    def value_at(self, path: str) -> Any:  # noqa: ANN401 - a value of TOML
        """Return the value that an override replaces, or None; what a player gets in addition to the seat is 0 if unset."""
        keys = path.split(".")
        values = self.values.model_dump(mode="json", exclude_none=True)
        values["setup"] |= self.values.setup.by_seat if len(keys) > SETUP_PATH_LENGTH else {}
        is_extra = keys[0] == "players" and keys[-1] in self.values.setup.by_seat
        return 0 if is_extra and value_at(values, keys) is None else value_at(values, keys)

    @cached_property
    def array(self) -> NDArray[Any]:
        """The rules as kernels read them: a read-only array of one record."""
        array = np.zeros(1, self.layout)
        self.write_record(array[0])
        array.flags.writeable = False
        return array

    @cached_property
    def record(self) -> Any:  # noqa: ANN401 - a record of any layout or value of TOML
        """The single record of `array`."""
        return self.array[0]

    @property
    def things(self) -> dict[str, int]:
        """The things a seat can be restricted from using in this game: number by name; by default none."""
        return {}

    @property
    def luck_sources(self) -> dict[str, int]:
        """The sources of luck in play: number by name; by default none has a name."""
        return {}

    @property
    def seat_luck_sources(self) -> tuple[str, ...]:
        """The sources that each seat throws by itself; a seat's own source, ``seat_1`` and so on, is its part of them all."""
        return ()

    def write_luck(self, record: Any) -> None:  # noqa: ANN401 - a record of any layout or value of TOML
        """Fill the part of a record that says which luck is redrawn (core.engine.record_types.LuckRecord)."""
        luck, sources = self.values.luck, self.luck_sources
        for name in luck.deal_anew:
            for matching_sources in matching_things(name, sources).values():
                for source in matching_sources:
                    record.anew |= 1 << sources[source]
        record.first_round, record.last_round = luck.rounds or (0, LAST_ROUND)
        record.deal = luck.deal or 1

    @cached_property
    def components(self) -> dict[str, Any]:
        """A summary of the component file for reports: its name, how many values are in play, and which of them are assumed."""
        return self.source.summary(self.components_path, self.variant, self.modules)

    @property
    def readings(self) -> dict[str, str]:
        """The reading of each doubtful rule."""
        return dict(self.values.model_dump(include={"readings"}).get("readings", {}))

    def boards(self, wanted_boards: Sequence[str | None]) -> NDArray[np.int8]:
        """Return the number of every player's board, given the board each player wants; None leaves the choice to the variant.

        Raises
        ------
        InputError
            For every board that does not exist or that the variant does not allow.
        """
        problems = [f"board: {name}: the variant {self.variant} has no choice of boards" for name in wanted_boards if name]
        if problems:
            raise InputError(problems)
        return np.zeros(len(wanted_boards), np.int8)

    def rows(self) -> list[ValueRow]:
        """Return every value that is in play with its provenance, as `ComponentSource.list_values` does.

        Values that an override replaces have the provenance `override`, and `why` gives the value of the component file.
        Values that an override removes come last, with None as their value.
        """
        source = self.source
        raw = source.read(self.components_path)
        values_in_file = dict(values_of(values_for_game(raw, self.players, self.variant)))
        path_in_file = {path: path for path in values_in_file}
        for section, name in ((BY_PLAYERS, str(self.players)), (BY_VARIANT, self.variant)):
            path_in_file |= {path: f"{section}.{name}.{path}" for path, _ in leaf_values(overlay_of(raw, section, name))}
        for name, numbers in self.values.setup.by_seat.items():
            # The file has one number for all seats, and an override changes it for some seat.
            path = f"setup.{name}"
            if path in values_in_file and isinstance(getattr(self.values.setup, name), list):
                value, file_path = values_in_file.pop(path), path_in_file.pop(path)
                paths_by_seat = [f"{path}.{seat}" for seat in range(1, len(numbers) + 1)]
                values_in_file |= dict.fromkeys(paths_by_seat, value)
                path_in_file |= dict.fromkeys(paths_by_seat, file_path)
        file_rows = {row["path"]: row for row in source.list_values(self.components_path)}
        values: dict[str, Any] = dict(values_of(self.values.model_dump(mode="json", exclude_none=True)))
        values |= {path: None for path in values_in_file if path not in values}
        rows = []
        for path, value in values.items():
            if not source.is_in_play(path, self.variant, self.modules):
                continue
            if path in values_in_file and values_in_file[path] == value:
                rows.append({**file_rows[path_in_file[path]], "path": path})
            else:
                why = f"instead of {values_in_file[path]}" if path in values_in_file else "not in the component file"
                rows.append({**source.value_row(path, value, None), "provenance": OVERRIDDEN, "why": why})
        return rows

    def unset_rows(self) -> list[ValueRow]:
        """Return what could be set but is neither in any box nor set here: restrictions of each seat, and redrawn luck."""
        groups = dict.fromkeys(f"{thing.split('.')[0]}.*" for thing in self.things)
        choices_by_path = {f"restrict.{key}": list(groups) for key in [*self.values.restrict.by_seat][: self.players]}
        choices_by_path |= {"luck.deal_anew": list(self.luck_sources), "luck.rounds": [], "luck.deal": []}
        rows = []
        for path, choices_of_path in choices_by_path.items():
            section, key = path.split(".")
            form = getattr(self.values, section)
            if getattr(form, key) in (None, []):
                row = self.source.value_row(path, getattr(form, key), None)
                why = type(form).model_fields[key].description
                rows.append({**row, "provenance": DEFAULT, "choices": choices_of_path or None, "why": why})
        return rows

    def digest(self) -> str:
        """Return a digest of the rules that differs whenever a game could go differently."""
        content = [self.players, self.variant, self.modules, self.values.model_dump(mode="json", exclude={NAME, BOX})]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]

    # --- as a value

    def _key(self) -> tuple[Any, ...]:
        return self.players, self.variant, self.modules, self.values

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and isinstance(other, Rules) and self._key() == other._key())

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.players, self.variant, self.modules, self.values.model_dump_json()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self._key(), self.components_path)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:  # noqa: ANN401 - a record of any layout or value of TOML
        return self


def require_players_of(paths: Iterable[str], labels: Collection[str]) -> None:
    """Refuse paths of overrides that give something to an unknown player.

    Raises
    ------
    InputError
        If there are such paths; the message lists the known labels.
    """
    keys_of_paths = (path.split(".") for path in paths)
    given_labels = dict.fromkeys(keys[1] for keys in keys_of_paths if keys[0] == "players" and len(keys) > 1)
    unknown_labels = [label for label in given_labels if label not in labels]
    if unknown_labels:
        raise InputError(f"overrides: players: {unknown_name('player', label, set(labels))}" for label in unknown_labels)


def _single_value_hints(overrides: Mapping[str, Any], source: ComponentSource) -> Iterator[str]:
    """Yield how to change a single value, for each override that gives a whole table."""
    known_paths = {row["path"] for row in source.list_values()}
    for path, value in overrides.items():
        example_path = f"{path}.{next(iter(value))}" if isinstance(value, Mapping) and value else ""
        if example_path in known_paths:
            yield f"overrides: what is given for {path!r} replaces all of it; to change one value write {example_path!r}"


def _with_what_is_unset(resolved: Mapping[str, Any], values: Components, overrides: Iterable[str]) -> dict[str, Any]:
    """Return resolved values with places for what overrides name and no box has: the number of one seat, and extras of a player.

    A path may give something to a player without beginning with ``players``. Then the place that is meant is added, so that the
    message about the unknown path can suggest it.
    """
    result = {**resolved, "setup": {**resolved["setup"]}, "players": {**resolved.get("players", {})}}
    handicap_form = type(values).handicap_form()
    for path in overrides:
        section, *keys = path.split(".")
        if section == "setup" and len(keys) == SETUP_PATH_LENGTH:
            result["setup"] |= {keys[0]: values.setup.by_seat[keys[0]]} if keys[0] in values.setup.by_seat else {}
        elif section == "players" and len(keys) == SETUP_PATH_LENGTH:
            result["players"].setdefault(keys[0], handicap_form().model_dump())
        elif section not in result and keys and keys[-1] in handicap_form.model_fields:
            result["players"].setdefault(path.split(".")[-2], handicap_form().model_dump())
    return result


def _without_zeros(players: Any) -> Any:  # noqa: ANN401 - what was given, which the form checks
    """Return what players get in addition to their seats, without zeros and without players who get nothing."""
    if not isinstance(players, Mapping) or not all(isinstance(extras, Mapping) for extras in players.values()):
        return players
    nonzero_extras = {
        label: {name: n for name, n in extras.items() if n is not None and n != 0} for label, extras in players.items()
    }
    return {label: extras for label, extras in nonzero_extras.items() if extras}


def _with_last_seat(path: str, players: int) -> str:
    """Return a path of the set-up with the number of the last player in place of `LAST`; other paths stay as they are.

    >>> _with_last_seat("setup.coins.last", 3), _with_last_seat("hills.last", 3)
    ('setup.coins.3', 'hills.last')
    """
    beginning, _, end = path.rpartition(".")
    return f"{beginning}.{players}" if end == LAST and path.startswith("setup.") else path


def _with_seats_spread(overrides: Mapping[str, Any], setup: Setup) -> dict[str, Any]:
    """Return overrides with a list in place of one number for all seats, where another override changes the number of a seat."""
    parent_paths = {path.rpartition(".")[0] for path in overrides}
    return {
        path: [value] * setup.seats if path in parent_paths and path.startswith("setup.") and isinstance(value, int) else value
        for path, value in overrides.items()
    }


def _with_equal_seats_joined(setup: Any, original: Setup) -> Any:  # noqa: ANN401 - what was given, which the form checks
    """Return the set-up with one number in place of equal numbers for all seats, where it had one number originally."""
    if not isinstance(setup, Mapping):
        return setup

    def joined(name: str, numbers: Any) -> Any:  # noqa: ANN401 - a value of TOML
        was_one = isinstance(numbers, list) and isinstance(getattr(original, name, None), int)
        return numbers[0] if was_one and numbers == numbers[:1] * original.seats else numbers

    return {name: joined(name, numbers) for name, numbers in setup.items()}


def _unused_problems(
    source: ComponentSource, overrides: Mapping[str, Any], variant: str, modules: Collection[str]
) -> Iterator[str]:
    """Yield which overrides have no effect in games of this variant and these modules."""
    game = " with ".join([variant, *(f"module {module}" for module in modules)])
    for path in overrides:
        if not source.is_in_play(path, variant, modules):
            yield f"overrides: {path!r} would change nothing, for it is not in play in {game}"


def with_overrides(
    resolved: dict[str, Any], overrides: Mapping[str, Any], optional_keys: Collection[str] = ()
) -> tuple[dict[str, Any], list[str]]:
    """Return a copy of resolved component values with some replaced, and what is wrong with the overrides.

    There is a problem for every unknown path, with the nearest known ones; for every single value in place of a table; and for
    every override that would undo an earlier one. The other values are replaced nevertheless, so that more problems show.

    Parameters
    ----------
    optional_keys
        Keys that may be added to a table that lacks them; a table with numbers as keys may always get another number.
    """
    result = copy.deepcopy(resolved)
    problems = []

    def may_add(table: Mapping[str, Any], key: str) -> bool:
        # A further number in a table with numbers as keys, such as the spaces of a path; the form checks which are allowed.
        is_numbered = bool(table) and all(name.isdecimal() for name in (*table, key))
        return (key in optional_keys and table is not result) or is_numbered

    problems += [
        f"overrides: {path!r} comes after {earlier!r} and would undo it; give it first"
        for i, path in enumerate(overrides)
        for earlier in [*overrides][:i]
        if earlier.startswith(f"{path}.")
    ]
    for path, value in overrides.items():
        if isinstance(value_at(result, path.split(".")), dict) and not isinstance(value, dict):
            problems.append(f"overrides: {path}: must be a table, found {value!r}{_values_hint(path, resolved)}")
            continue
        try:
            set_at(result, path.split("."), copy.deepcopy(value), may_add=may_add)
        except NoSuchPathError:
            problems.append(f"overrides: unknown path {path!r}{_paths_hint(path, resolved)}")
    return result, problems


def _paths_hint(path: str, resolved: dict[str, Any]) -> str:
    """Return a hint that names the known paths nearest to an unknown one."""
    known_paths = sorted({known_path for known_path, _ in leaf_values(resolved)} | set(_table_paths(resolved)))
    setup_paths = {known_path.rpartition(".")[0] for known_path in known_paths if re.fullmatch(r"setup\..*\.\d+", known_path)}
    known_paths += [f"{setup_path}.{LAST}" for setup_path in sorted(setup_paths)]
    path_of_first_seat = re.sub(r"\.first$", ".1", path)
    nearest_paths = difflib.get_close_matches(path, known_paths, MOST_HINTS, 0.5)
    if path_of_first_seat in known_paths:
        nearest_paths = [path_of_first_seat]
    return f"; nearest: {', '.join(nearest_paths)}" if nearest_paths else "; `rajas rules show` lists all"


def _values_hint(path: str, resolved: dict[str, Any]) -> str:
    """Return a hint that names what the path of a table may mean: paths elsewhere with the same ending, or paths inside it.

    For `players` it says how the number of players is set.
    """
    if path == "players":
        return "; it sets what a player gets (players.LABEL.money=1); the number of players is set by --players"
    known_paths = [*_table_paths(resolved)]
    same_endings = sorted((known for known in known_paths if known.endswith(f".{path}")), key=lambda known: known.count("."))
    suggested_paths = [*same_endings, *(known for known in known_paths if known.startswith(f"{path}."))]
    return f"; did you mean {' or '.join(suggested_paths[:MOST_HINTS])}?" if suggested_paths else ""


def _table_paths(value: Any, path: str = "") -> Iterable[str]:  # noqa: ANN401 - a record of any layout or value of TOML
    """Yield the dotted paths of a value and of everything in its nested tables; the value itself only if it has a path."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _table_paths(item, f"{path}.{key}" if path else str(key))
