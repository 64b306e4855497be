"""Rules: every number and reading of one kind of game, as checked data and as the record that kernels read."""

from __future__ import annotations

import copy
import difflib
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.errors import InputError
from rajas_sim.ganges.component_file import (
    EARNING_KEYS,
    FREE_CELLS,
    Components,
    Earnings,
    Track,
    for_players,
    leaves,
    read_raw,
    summary,
    tile_buildings,
    tile_roads,
    validate,
)
from rajas_sim.ganges.layout import RULES
from rajas_sim.ganges.words import (
    BACKS,
    COLOURS,
    DEAD_END,
    DEAD_END_CELL,
    FREE_CELL,
    GOODS,
    N_STACKS,
    READINGS,
    RESIDENCE,
    RESIDENCE_CELL,
)

PLAYER_COUNTS = (2, 3, 4)
VARIANTS = ("base",)
MODULES: tuple[str, ...] = ()
#: Roads of the residence: right, bottom, left.
RESIDENCE_ROADS = 14
NO_LIMIT = 99


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
        _write(table[0], self)
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
    def components(self) -> dict[str, Any]:
        """Name of the component file and its assumed values, for reports."""
        return summary(self.components_path)

    @property
    def readings(self) -> dict[str, str]:
        """How each doubtful rule is read."""
        return self.values.readings.model_dump()

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
    chosen = tuple(modules)
    problems += [f"modules: unknown module {m!r}; known: {', '.join(MODULES) or 'none'}" for m in chosen if m not in MODULES]
    if problems:
        raise InputError(problems)
    path = Path(components) if components is not None else None
    resolved = for_players(read_raw(path), players)
    resolved.setdefault("name", str(path))
    place = str(path or "components")
    if overrides:
        validate(resolved, place)
        resolved = overridden(resolved, overrides)
        place = "overrides"
    return Rules(players, variant, chosen, validate(resolved, place), path)


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


# --- writing the record


def _write_earnings(target: NDArray[Any], earnings: Earnings) -> None:
    for slot, (key, amount) in zip(target, earnings.root.items(), strict=False):
        slot.kind, slot.colour = EARNING_KEYS[key]
        slot.amount = amount


def _write_bonuses(target: NDArray[Any], track: Track) -> None:
    for slot, (space, earnings) in zip(target, sorted(track.bonus.items(), key=lambda item: int(item[0])), strict=False):
        slot.space = int(space)
        _write_earnings(slot.earning.reshape(1), earnings)


def _write_row(target: NDArray[Any], row: list[int]) -> None:
    target[: len(row)] = row


def _write(record: Any, rules: Rules) -> None:
    values = rules.values
    record.players = rules.players
    record.round_limit = values.game.round_limit
    _write_row(record.setup_money, values.setup.money)
    record.setup_karma = values.setup.karma
    record.setup_workers = values.setup.workers
    record.setup_dice = values.setup.dice
    record.dice_per_colour = values.dice.per_colour
    record.hand_limit = values.dice.hand_limit
    record.karma_limit = values.karma.limit
    record.extra_workers = values.workers.extra
    _write_row(record.worker_at, [values.workers.fame_space, values.workers.money_space, values.workers.bridge])
    record.meeting_line = values.tracks.meeting_line
    record.money_per_fame = values.tracks.money_per_fame
    _write_bonuses(record.fame_bonuses, values.tracks.fame)
    _write_bonuses(record.money_bonuses, values.tracks.money)
    _write_row(record.building_values, values.buildings.values)
    _write_board(record, values)
    _write_palace(record, values)
    _write_province(record, values)
    _write_tiles(record, rules)
    for name, choices in READINGS.items():
        record.readings[name] = choices.index(rules.readings[name])


def _write_board(record: Any, values: Components) -> None:
    record.n_quarry = len(values.quarry.prices)
    _write_row(record.quarry_prices, values.quarry.prices)
    record.n_harbour = len(values.harbour.prices)
    _write_row(record.harbour_prices, values.harbour.prices)
    record.harbour_highest_die = values.harbour.highest_die
    record.n_assorted = values.market.assorted_spaces
    record.assorted_per_round = values.market.assorted_per_round
    is_limited = record.players > 2 and values.readings.one_kind_market == "one_a_round"
    record.one_kind_per_round = 1 if is_limited else NO_LIMIT
    record.n_river = len(values.river)
    for space, earnings in values.river.items():
        _write_earnings(record.river[int(space)], earnings)
    record.n_white = len(values.yield_tiles.white)
    for i, white in enumerate(values.yield_tiles.white):
        _write_earnings(record.white_tiles[i : i + 1], white)


def _write_palace(record: Any, values: Components) -> None:
    palace = values.palace
    record.n_outer_terraces = palace.outer_terraces
    for given, taken in palace.balconies.items():
        record.balcony_gives[COLOURS.index(given)] = COLOURS.index(taken)
    _write_row(record.chamber_dice, palace.chamber_dice)
    for name in (
        "outer_terrace_money",
        "terrace_dice",
        "balcony_dice",
        "great_mogul_fame",
        "dancer_dice",
        "yogi_karma",
        "yogi_dice",
        "raja_upgrades",
        "raja_money",
        "portuguese_steps",
    ):
        record[name] = getattr(palace, name)


def _write_province(record: Any, values: Components) -> None:
    record.residence_roads = RESIDENCE_ROADS
    record.cells[list(FREE_CELLS)] = FREE_CELL
    record.cells[RESIDENCE] = RESIDENCE_CELL
    record.cells[DEAD_END] = DEAD_END_CELL
    record.n_yields = len(values.province.yields)
    for slot, special in zip(record.yields, values.province.yields.values(), strict=False):
        slot.cell = special.cell_number
        slot.side = special.side_number
        _write_earnings(slot.earnings, special.earns)


def _write_tiles(record: Any, rules: Rules) -> None:
    stacks: list[list[int]] = [[] for _ in range(N_STACKS)]
    for number, name in enumerate(rules.tile_names):
        tile = rules.values.tiles[name]
        face = record.tiles[number]
        face.colour = COLOURS.index(name.split("_")[0])
        face.stack = face.colour * len(BACKS) + BACKS.index(tile.stack)
        face.cost = tile.cost
        face.roads = tile_roads(tile)
        face.n_buildings[:] = tile_buildings(tile)
        for good, value in tile.markets:
            slots = face.market_values[GOODS.index(str(good))]
            slots[int(slots[0] > 0)] = value
        stacks[face.stack].append(number)
    for stack, tiles in enumerate(stacks):
        record.stack_sizes[stack] = len(tiles)
        _write_row(record.stacks[stack], tiles)
