"""Rules: every number and reading of one kind of game, as checked data and as the record that kernels read."""

from __future__ import annotations

import copy
import difflib
import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.ganges.component_file import for_game, leaves, read_raw, validate
from rajas_sim.ganges.component_kit import is_in_play, summary
from rajas_sim.ganges.component_model import EARNING_KEYS, Components, Earnings
from rajas_sim.ganges.layout import RULES
from rajas_sim.ganges.rules_record import write_record
from rajas_sim.ganges.words import BASIC, BOARDS, COLOURS, MODULES, NAVARATNAS, PLAYER_COUNTS, VARIANTS

#: The board everybody has in a variant; where players may differ, none.
BOARD_OF_ALL = {"base": BASIC, "navaratnas": NAVARATNAS, "mixed": None}


@dataclass(frozen=True)
class Rules:
    """The rules of one kind of game.

    Attributes
    ----------
    players
        2, 3 or 4.
    variant, modules
        Which of the box's games it is.
    values
        Every component value and reading, resolved for this number of players and these overrides.
    components_path
        The component file used; None for the shipped reference.
    """

    players: int
    variant: str
    modules: tuple[str, ...]
    values: Components
    components_path: Path | None = None

    @cached_property
    def table(self) -> NDArray[Any]:
        """The rules as kernels read them: a read-only array of one record (layout.RULES)."""
        table = np.zeros(1, RULES)
        write_record(table[0], self)
        table.flags.writeable = False
        return table

    @cached_property
    def record(self) -> Any:
        """The single record of `table`."""
        return self.table[0]

    @cached_property
    def tile_names(self) -> tuple[str, ...]:
        """Names of the 64 tiles by their number."""
        return tuple(sorted(self.values.tiles, key=lambda name: (COLOURS.index(name.split("_")[0]), name)))

    @cached_property
    def yield_tiles(self) -> tuple[tuple[str, Earnings], ...]:
        """Colour and earnings of the yield tiles by their number, the white ones first."""
        return tuple((colour, tile) for colour, tiles in self.values.yield_tiles.by_colour.items() for tile in tiles)

    @cached_property
    def components(self) -> dict[str, Any]:
        """Name of the component file and its assumed values that are in play, for reports."""
        return summary(self.components_path, self.variant, self.modules)

    @property
    def readings(self) -> dict[str, str]:
        """How each doubtful rule is read."""
        return self.values.readings.model_dump()

    def boards(self, wanted: Sequence[str | None]) -> NDArray[np.int8]:
        """Return the board of every player (words.BOARDS), given what each wants; None leaves it to the variant.

        Where players may differ, those who say nothing play on the basic board; if nobody says anything, the first is the
        advanced player.

        Raises
        ------
        InputError
            For every board that does not exist or that the variant does not allow.
        """
        of_all = BOARD_OF_ALL[self.variant]
        if of_all is None:
            problems = [f"board: {unknown_name('board', name, BOARDS)}" for name in wanted if name and name not in BOARDS]
            chosen = [BOARDS.index(name) if name in BOARDS else BASIC for name in wanted]
            if not any(wanted):
                chosen[0] = NAVARATNAS
        else:
            problems = [f"board: {name}: the variant {self.variant} has no choice of boards" for name in wanted if name]
            chosen = [of_all] * len(wanted)
        if problems:
            raise InputError(problems)
        return np.array(chosen, np.int8)

    def digest(self) -> str:
        """Return a fingerprint that differs whenever a game could go differently."""
        content = [self.players, self.variant, self.modules, self.values.model_dump(mode="json", exclude={"name"})]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def rules(
    players: int,
    variant: str = "base",
    modules: Iterable[str] = (),
    overrides: Mapping[str, Any] | None = None,
    components: Path | str | None = None,
) -> Rules:
    """Return the rules for a number of players.

    Parameters
    ----------
    overrides
        New values by dotted path, such as ``{"setup.money": [3, 3, 3, 3], "river.5.money": 2, "readings.finish": "round"}``.
    components
        A component file instead of the shipped reference.

    Raises
    ------
    InputError
        With all problems: impossible number of players, unknown variant or module, unknown path, value out of range.
    """
    problems = []
    if players not in PLAYER_COUNTS:
        problems.append(f"players: {players} is not possible; Rajas of the Ganges is for 2, 3 or 4 players")
    if variant not in VARIANTS:
        problems.append(f"variant: unknown variant {variant!r}; known: {', '.join(VARIANTS)}")
    chosen = tuple(dict.fromkeys(modules))
    problems += [f"modules: unknown module {m!r}; known: {', '.join(MODULES)}" for m in chosen if m not in MODULES]
    if problems:
        raise InputError(problems)
    path = Path(components) if components is not None else None
    resolved = for_game(read_raw(path), players, variant)
    resolved.setdefault("name", str(path))
    place = str(path or "components")
    if overrides:
        validate(resolved, place)
        _refuse_idle(overrides, variant, chosen)
        resolved = overridden(resolved, overrides)
        place = "overrides"
    return Rules(players, variant, chosen, validate(resolved, place), path)


def _refuse_idle(overrides: Mapping[str, Any], variant: str, modules: Collection[str]) -> None:
    """Refuse changes that no game of this variant and these modules would notice."""
    idle = [path for path in overrides if not is_in_play(path, variant, modules)]
    if idle:
        game = " with ".join([variant, *(f"module {module}" for module in modules)])
        raise InputError(f"overrides: {path!r} would change nothing, for it is not in play in {game}" for path in idle)


def overridden(resolved: dict[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of resolved component values with some replaced.

    Raises
    ------
    InputError
        For every path that leads nowhere, with the nearest ones.
    """
    result = copy.deepcopy(resolved)
    problems = []
    for path, value in overrides.items():
        *parents, last = path.split(".")
        table: Any = result
        for part in parents:
            table = _below(table, part)
        if isinstance(table, dict) and (last in table or last in EARNING_KEYS):
            table[last] = value
        elif isinstance(table, list) and _below(table, last) is not None:
            table[int(last) - 1] = value
        else:
            known = sorted({where for where, _ in leaves(resolved)} | set(_tables(resolved)))
            near = difflib.get_close_matches(path, known, n=3, cutoff=0.5)
            hint = f"; nearest: {', '.join(near)}" if near else ""
            problems.append(f"overrides: unknown path {path!r}{hint}")
    if problems:
        raise InputError(problems)
    return result


def _below(value: Any, part: str) -> Any:
    """Return what a part of a path leads to: a key of a table, or a place in a list counted from 1; None if nothing."""
    if isinstance(value, dict):
        return value.get(part)
    if isinstance(value, list) and part.isdecimal() and 1 <= int(part) <= len(value):
        return value[int(part) - 1]
    return None


def _tables(value: Any, path: str = "") -> Iterable[str]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _tables(item, f"{path}.{key}" if path else str(key))
