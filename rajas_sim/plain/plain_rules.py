"""The rules of a game in plain Python: the values that its file declares, in the form of component files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Protocol

import tomli_w
from pydantic import Field, create_model

from rajas_sim.core.engine.kernel import Record
from rajas_sim.core.engine.record_types import LuckRecord
from rajas_sim.core.engine.records import Int8, layout_of
from rajas_sim.core.game import find_game
from rajas_sim.core.games import BoxLabel
from rajas_sim.core.rulebook import rules as core
from rajas_sim.core.rulebook.component_file import BOX, BY_PLAYERS, BY_VARIANT, NAME, PROVENANCE, write_new_file
from rajas_sim.core.rulebook.component_form import BySeat, Components, Extra, Handicap, Setup, ValueOrigin
from rajas_sim.core.rulebook.component_source import ComponentSource, ValueRow
from rajas_sim.core.rulebook.restrictions import matching_things
from rajas_sim.plain.author import DeclaredNumber
from rajas_sim.plain.game_file import GameFile

#: The round limit that every game has unless an override changes it.
MOST_ROUNDS = 500
GIVEN_WHY = "as the file of the game says"
#: The label of values that are neither assumed nor filled in from a box; people read ``file`` in its place.
AS_DECLARED = "rulebook"


class PlainRulesRecord(Record, Protocol):
    """The fields of the rules that kernels of the core read."""

    players: Int8
    luck: LuckRecord


class PlainSource(ComponentSource):
    """The values of a game in plain Python; each game has a class of its own, made by `source_of`."""

    file: ClassVar[GameFile]

    def read(self, path: Path | None = None) -> dict[str, Any]:
        """Return a component file; by default the values that the file of the game declares."""
        return super().read(path) if path is not None else self._declared

    @cached_property
    def _declared(self) -> dict[str, Any]:
        """The values that the file declares, in the form of a component file."""
        file, numbers = self.file, self.file.numbers
        seat_numbers = {name: value.default for name, value in numbers.items() if value.is_by_seat}
        overlays: dict[str, dict[str, Any]] = {BY_PLAYERS: {}, BY_VARIANT: {}}
        for name, value in numbers.items():
            for section, changes in ((BY_PLAYERS, value.by_players), (BY_VARIANT, value.by_variant)):
                for key, changed_value in changes.items():
                    overlays[section].setdefault(str(key), {})[name] = changed_value
        return {
            NAME: file.name,
            BOX: file.name,
            "game": {"round_limit": MOST_ROUNDS},
            "setup": seat_numbers,
            **{name: value.default for name, value in numbers.items() if not value.is_by_seat},
            **{section: overlay for section, overlay in overlays.items() if overlay},
            PROVENANCE: [
                {"paths": ["*"], "label": AS_DECLARED, "why": GIVEN_WHY},
                *(_provenance_entry(name, value) for name, value in numbers.items()),
            ],
        }

    def value_row(self, path: str, value: Any, entry: ValueOrigin | None) -> ValueRow:  # noqa: ANN401 - values of TOML
        """Return a value with its provenance; for a value as declared by the file also what it may be changed to."""
        row = super().value_row(path, value, entry)
        if row["provenance"] != AS_DECLARED:
            return row
        row["provenance"] = "file"
        name = next(part for part in reversed(path.split(".")) if not part.isdigit())  # also for setup.NAME.2
        declared = self.file.numbers.get(name)
        if declared is None:
            return row
        return row | ({"choices": [*declared.choices]} if declared.choices else {"low": declared.low, "high": declared.high})

    def export(self, target: Path) -> None:
        """Write a copy of the declared values, named after the new file; errors are those of the base class."""
        write_new_file(target, tomli_w.dumps({**self.read(), NAME: target.stem}))


def _provenance_entry(name: str, value: DeclaredNumber) -> dict[str, Any]:
    """Return the provenance of a value, as an entry of a component file."""
    paths = [f"setup.{name}*"] if value.is_by_seat else [name, f"by_*.{name}"]
    if not value.assumed:
        return {"paths": paths, "label": AS_DECLARED, "why": value.meaning}
    if value.choices:
        return {"paths": paths, "label": "assumed", "why": value.meaning, "choices": [*value.choices]}
    default = int(value.default)
    width = max(default - value.low, value.high - default)
    limits = {"plus_minus": width, "at_least": value.low, "at_most": value.high}
    return {"paths": paths, "label": "assumed", "why": value.meaning, **limits}


def _type_of(value: DeclaredNumber) -> Any:  # noqa: ANN401 - types have no common type
    """Return the type of a value in component files."""
    if value.choices:
        return Literal[value.choices]
    return Annotated[int, Field(ge=value.low, le=value.high)]


def _form_of(file: GameFile) -> type[Components]:
    """Return the form of the component files of a game."""
    forms: dict[str, Any] = {name: _type_of(value) for name, value in file.numbers.items()}
    seat_fields: dict[str, Any] = {name: (BySeat[form], ...) for name, form in forms.items() if file.numbers[name].is_by_seat}  # type: ignore[valid-type, misc]
    fields: dict[str, Any] = {name: (forms[name], ...) for name, value in file.numbers.items() if not value.is_by_seat}
    setup = create_model("Setup", __base__=Setup, **seat_fields)
    setup.seats = file.n_seats
    extras: dict[str, Any] = dict.fromkeys(seat_fields, (Extra | None, None))
    handicap = create_model("Handicap", __base__=Handicap, **extras)
    return create_model("Components", __base__=Components, setup=(setup, ...), players=(Mapping[str, handicap], {}), **fields)


@dataclass(frozen=True, eq=False)
class PlainRules(core.Rules):
    """The rules of one kind of game; each game has a class of its own, with its source."""

    layout = layout_of(PlainRulesRecord)
    source: ClassVar[PlainSource]

    def write_record(self, record: Any) -> None:  # noqa: ANN401 - a record of any layout
        """Fill a zeroed record with the number of players and the luck that is redrawn."""
        record.players = self.players
        self.write_luck(record.luck)

    @property
    def file(self) -> GameFile:
        """The file of the game."""
        return self.source.file

    @cached_property
    def things(self) -> dict[str, int]:
        """The things a seat can be restricted from using: number by name."""
        return {name: i for i, name in enumerate(self.file.things)}

    @property
    def luck_sources(self) -> dict[str, int]:
        """The sources of luck: number by name."""
        return self.luck_numbers

    @cached_property
    def luck_numbers(self) -> dict[str, int]:
        """The sources of luck: number by name, computed once."""
        return {name: i for i, name in enumerate(self.file.luck)}

    @cached_property
    def numbers(self) -> Any:  # noqa: ANN401 - the class of the file
        """The values in force, as the ``Numbers`` of the file; values by seat are tuples with one number per seat.

        None if the file defines no ``Numbers``.
        """
        declared = self.file.defined("Numbers")
        if declared is None:
            return None
        by_seat = {name: tuple(numbers[: self.players]) for name, numbers in self.values.setup.by_seat.items()}
        return declared(**{name: by_seat[name] if name in by_seat else getattr(self.values, name) for name in self.file.numbers})

    @cached_property
    def forbidden(self) -> tuple[frozenset[str], ...]:
        """The things that each seat may not use."""
        no_patterns: list[str] = []  # for seats beyond those that can be restricted
        patterns_by_seat = [*self.values.restrict.by_seat.values(), *[no_patterns] * self.players][: self.players]
        return tuple(
            frozenset(
                thing for pattern in patterns for things in matching_things(pattern, self.things).values() for thing in things
            )
            for patterns in patterns_by_seat
        )

    def __reduce__(self) -> tuple[Any, ...]:
        values = self.values.model_dump(exclude_none=True)
        return rules_from, (self.file.name, self.players, self.variant, self.modules, values, self.components_path)


def source_of(file: GameFile) -> PlainSource:
    """Return the source of a game's values."""
    label = BoxLabel(file.title, file.player_counts, file.variants)
    attributes = {"file": file, "game": file.name, "box_label": label, "reference": file.path, "form": _form_of(file)}
    source: PlainSource = type("Source", (PlainSource,), attributes)()
    return source


def rules_class_of(file: GameFile) -> type[PlainRules]:
    """Return the class of the rules of a game."""
    return type("Rules", (PlainRules,), {"source": source_of(file)})


def rules_from(  # noqa: PLR0913 - what rules are made of
    game: str, players: int, variant: str, modules: tuple[str, ...], values: dict[str, Any], components_path: Path | None
) -> core.Rules:
    """Return rules from what was pickled."""
    rules_class = find_game(game).batches.rules_class
    return rules_class(players, variant, modules, rules_class.source.form.model_validate(values), components_path)
