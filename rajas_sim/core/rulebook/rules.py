"""Rules: every number and reading of one kind of game, as checked data and as the record that kernels read."""

from __future__ import annotations

import copy
import difflib
import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import LAST_ROUND
from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.rulebook.component_file import BOX, BY_PLAYERS, BY_VARIANT, NAME, for_game, leaves, overlay_of, validate
from rajas_sim.core.rulebook.component_form import Components, RedrawnLuck, Restrict
from rajas_sim.core.rulebook.component_source import ComponentSource, Row, values_of
from rajas_sim.core.rulebook.paths import NoSuchPathError, set_at
from rajas_sim.core.rulebook.restrictions import named_by, problems_of

#: Provenance of a value replaced by an override.
OVERRIDDEN = "override"


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of one kind of game.

    A game derives its own class: it sets `layout` and `source`, and says how its record is filled.

    Attributes
    ----------
    layout
        The dtype of the record.
    source
        The component files the values come from.
    players
        How many play.
    variant, modules
        Which of the box's games it is.
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
        source, box = cls.source, cls.source.box
        if isinstance(modules, str):
            raise InputError(f"modules: a list is needed, such as [{modules!r}]; found {modules!r}")
        chosen = tuple(dict.fromkeys(modules))
        problems = []
        if not isinstance(players, int) or players not in box.player_counts:
            *fewer, most = map(str, box.player_counts)
            allowed = f"{', '.join(fewer)} or {most}"
            problems.append(f"players: {players!r} is not possible; {box.title} is for {allowed} players")
        if variant not in box.variants:
            problems.append(f"variant: unknown variant {variant!r}; known: {', '.join(box.variants)}")
        known = ", ".join(box.modules) or "none"
        problems += [f"modules: unknown module {m!r}; known: {known}" for m in chosen if m not in box.modules]
        if problems:
            raise InputError(problems)
        path = Path(components) if components is not None else None
        resolved = for_game(source.read(path), players, variant)
        resolved.setdefault(NAME, str(path))
        resolved.setdefault("restrict", Restrict().by_seat)
        resolved.setdefault("luck", RedrawnLuck().model_dump())
        place = str(path or "components")
        if overrides:
            validate(source.form, resolved, place)
            _refuse_idle(source, overrides, variant, chosen)
            resolved = overridden(resolved, overrides, source.optional_keys)
            place = "overrides"
        try:
            values = validate(source.form, resolved, place)
        except InputError as error:
            raise InputError([*error.problems, *_whole_tables(overrides or {}, source)]) from None
        rules = cls(players, variant, chosen, values, path)
        problems = list(problems_of(values.restrict, players, rules.things)) if any(values.restrict.by_seat.values()) else []
        sources = rules.luck_sources
        problems += [
            f"luck.deal_anew: {unknown_name('source of luck', name, sources)}"
            for name in values.luck.deal_anew
            if not named_by(name, sources)
        ]
        if problems:
            raise InputError(f"{place}: {problem}" for problem in problems)
        return rules

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
        """What a seat can be restricted from using in this game: the number of each thing by its name; by default nothing."""
        return {}

    @property
    def luck_sources(self) -> dict[str, int]:
        """The sources of luck in play: the number of each by its name; by default none has a name."""
        return {}

    @property
    def luck_of_seats(self) -> tuple[str, ...]:
        """The sources that each seat throws by itself, and which its own source, ``seat_1`` and so on, cuts across."""
        return ()

    def write_luck(self, record: Any) -> None:  # noqa: ANN401 - a record of any layout or value of TOML
        """Fill the part of a record that says which luck is redrawn (core.engine.record_types.LuckRecord)."""
        luck, sources = self.values.luck, self.luck_sources
        for name in luck.deal_anew:
            for below in named_by(name, sources).values():
                for source in below:
                    record.anew |= 1 << sources[source]
        record.first_round, record.last_round = luck.rounds or (0, LAST_ROUND)
        record.deal = luck.deal or 1

    @cached_property
    def components(self) -> dict[str, Any]:
        """Name of the component file and its assumed values that are in play, for reports."""
        return self.source.summary(self.components_path, self.variant, self.modules)

    @property
    def readings(self) -> dict[str, str]:
        """How each doubtful rule is read."""
        return dict(self.values.model_dump(include={"readings"}).get("readings", {}))

    def boards(self, wanted: Sequence[str | None]) -> NDArray[np.int8]:
        """Return the board of every player as a number, given what each wants; None leaves it to the variant.

        Raises
        ------
        InputError
            For every board that does not exist or that the variant does not allow.
        """
        problems = [f"board: {name}: the variant {self.variant} has no choice of boards" for name in wanted if name]
        if problems:
            raise InputError(problems)
        return np.zeros(len(wanted), np.int8)

    def rows(self) -> list[Row]:
        """Return every value that is in play with its provenance, as `ComponentSource.list_values` does.

        Values replaced by an override have the provenance `override`, and `why` says what the component file has instead.
        """
        source = self.source
        raw = source.read(self.components_path)
        printed = dict(values_of(for_game(raw, self.players, self.variant)))
        origin = {where: where for where in printed}
        for section, name in ((BY_PLAYERS, str(self.players)), (BY_VARIANT, self.variant)):
            origin |= {where: f"{section}.{name}.{where}" for where, _ in leaves(overlay_of(raw, section, name))}
        of_file = {row["path"]: row for row in source.list_values(self.components_path)}
        rows = []
        for where, value in values_of(self.values.model_dump(mode="json", exclude_none=True)):
            if not source.is_in_play(where, self.variant, self.modules):
                continue
            if where in printed and printed[where] == value:
                rows.append({**of_file[origin[where]], "path": where})
            else:
                why = f"instead of {printed[where]}" if where in printed else "not in the component file"
                rows.append({**source.row(where, value, None), "provenance": OVERRIDDEN, "why": why})
        return rows

    def digest(self) -> str:
        """Return a digest of them that differs whenever a game could go differently."""
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


def _whole_tables(overrides: Mapping[str, Any], source: ComponentSource) -> Iterator[str]:
    """Yield how a single value is changed, where a whole table was given."""
    known = {row["path"] for row in source.list_values()}
    for path, value in overrides.items():
        one = f"{path}.{next(iter(value))}" if isinstance(value, Mapping) and value else ""
        if one in known:
            yield f"overrides: what is given for {path!r} replaces all of it; to change one value write {one!r}"


def _refuse_idle(source: ComponentSource, overrides: Mapping[str, Any], variant: str, modules: Collection[str]) -> None:
    """Refuse changes that no game of this variant and these modules would notice."""
    idle = [path for path in overrides if not source.is_in_play(path, variant, modules)]
    if idle:
        game = " with ".join([variant, *(f"module {module}" for module in modules)])
        raise InputError(f"overrides: {path!r} would change nothing, for it is not in play in {game}" for path in idle)


def overridden(resolved: dict[str, Any], overrides: Mapping[str, Any], optional_keys: Collection[str] = ()) -> dict[str, Any]:
    """Return a copy of resolved component values with some replaced.

    Parameters
    ----------
    optional_keys
        Keys that may be added to a table that does not have them; a table of numbers may always get another number.

    Raises
    ------
    InputError
        For every path that leads nowhere, with the nearest ones.
    """
    result = copy.deepcopy(resolved)
    problems = []

    def may_add(table: Mapping[str, Any], key: str) -> bool:
        # One more number in a table with numbers for keys, such as the spaces of a path; the form checks which there may be.
        is_numbered = bool(table) and all(name.isdecimal() for name in (*table, key))
        return key in optional_keys or is_numbered

    problems += [
        f"overrides: {path!r} comes after {part!r} and would undo it; give it first"
        for i, path in enumerate(overrides)
        for part in [*overrides][:i]
        if part.startswith(f"{path}.")
    ]
    for path, value in overrides.items():
        try:
            set_at(result, path.split("."), value, may_add=may_add)
        except NoSuchPathError:
            known = sorted({where for where, _ in leaves(resolved)} | set(_tables(resolved)))
            near = difflib.get_close_matches(path, known, n=3, cutoff=0.5)
            hint = f"; nearest: {', '.join(near)}" if near else ""
            problems.append(f"overrides: unknown path {path!r}{hint}")
    if problems:
        raise InputError(problems)
    return result


def _tables(value: Any, path: str = "") -> Iterable[str]:  # noqa: ANN401 - a record of any layout or value of TOML
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _tables(item, f"{path}.{key}" if path else str(key))
