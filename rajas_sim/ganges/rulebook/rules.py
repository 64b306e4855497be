"""Rules: component files, every number and reading of one kind of game as checked data, and the record that kernels read."""

# ruff: noqa: ANN401 - fills arrays by slices, which protocols of kernels do not have

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.board import BOTTOM, LEFT, RIGHT, SHAPES
from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.games import box_label
from rajas_sim.core.positions.wording import counted
from rajas_sim.core.rulebook import rules as core
from rajas_sim.core.rulebook.component_source import ComponentSource
from rajas_sim.core.rulebook.paths import value_at
from rajas_sim.core.rulebook.restrictions import restricted_things
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.component_form import EARNING_KEYS, TILE_CELLS, Board, Components, Earnings, Track
from rajas_sim.ganges.rulebook.layout import RULES, THINGS
from rajas_sim.ganges.rulebook.printed import rulebook_problem
from rajas_sim.ganges.rulebook.streams import FIRST_LUCK_SOURCE, LUCK_SOURCES
from rajas_sim.ganges.rulebook.terms import BOARD, BOARDS, EARN, READINGS, YIELD_COLOUR, YIELD_COLOURS
from rajas_sim.ganges.rulebook.things import NAMES, numbers_in_play

#: The number of tiles of each colour in the box (rulebook: Contents; Navaratnas version).
YIELD_TILES_IN_THE_BOX = {"white": 8, "yellow": 9, "red": 6, "brown": 7}
RIVER_TILES_IN_THE_BOX = 8
BROWN_SLOTS = 2


class GangesComponents(ComponentSource):
    """The component files of Rajas of the Ganges."""

    game = "ganges"
    box_label = box_label(game)
    reference = Path(__file__).with_name("reference.toml")
    form = Components
    readings = READINGS
    optional_keys = frozenset(EARNING_KEYS)
    patterns_without_amounts = (*ComponentSource.patterns_without_amounts, "boards.*.cell.*")

    def is_in_play(self, path: str, variant: str, modules: Collection[str]) -> bool:
        """Return whether a value of a component file matters in a variant with these modules."""
        section, *keys_below = path.split(".")
        if section == "boards":
            unused_boards = {"base": BOARDS[BOARD.navaratnas], "navaratnas": BOARDS[BOARD.basic]}
            return keys_below[:1] != [unused_boards.get(variant)]
        if section == "yield_tiles":
            return variant == "navaratnas" or keys_below[:1] in ([], [YIELD_COLOURS[YIELD_COLOUR.white]])
        if section == "ganga":
            return "ganga" in modules
        return super().is_in_play(path, variant, modules)

    def thing_of(self, path: str) -> str:
        """Return the name of the tile, yield tile or river tile that a value is printed on; empty if there is none."""
        match path.split("."):
            case ["tiles", name, *_]:
                return f"tile.{name}"
            case ["ganga", "tiles", number, *_]:
                return f"river_tile.{number}"
            case ["yield_tiles", colour, number, *_] if number.isdecimal():
                tiles_by_colour = self.read()["yield_tiles"]
                n_before = sum(
                    len(tiles_by_colour[earlier_colour]) for earlier_colour in YIELD_COLOURS[: YIELD_COLOURS.index(colour)]
                )
                return f"yield_tile.{n_before + int(number)}"
        return ""

    def piece_count_problems(self, raw: Mapping[str, Any]) -> Iterator[str]:
        """Yield where a file holds more or fewer pieces than the box; allowed in a what-if, but not in a file read off a box."""
        for colour, n_in_box in YIELD_TILES_IN_THE_BOX.items():
            yield_tiles = value_at(raw, ("yield_tiles", colour))
            if isinstance(yield_tiles, list) and len(yield_tiles) != n_in_box:
                yield f"yield_tiles.{colour}: {len(yield_tiles)} tiles, the box has {n_in_box}"
        river_tiles = value_at(raw, ("ganga", "tiles"))
        if isinstance(river_tiles, list) and len(river_tiles) != RIVER_TILES_IN_THE_BOX:
            yield f"ganga.tiles: {len(river_tiles)} river tiles, the box has {RIVER_TILES_IN_THE_BOX}"
        for board in BOARDS:
            yields = value_at(raw, ("boards", board, "yields"))
            if not isinstance(yields, dict):
                continue
            slots = [special_yield.get("slot") for special_yield in yields.values() if isinstance(special_yield, dict)]
            if board == BOARDS[BOARD.basic] and any(slots):
                yield f"boards.{board}.yields: the basic side has no slots for yield tiles"
            if board == BOARDS[BOARD.navaratnas] and slots.count("brown") != BROWN_SLOTS:
                slots_text = counted(slots.count("brown"), "slot", "slots")
                yield f"boards.{board}.yields: {slots_text} for brown tiles, the board has {BROWN_SLOTS}"

    def rulebook_problem(self, path: str, value: Any) -> str:
        """Return what the rulebook says against a value at a path, and where; empty if it says nothing."""
        return rulebook_problem(path, value)


SOURCE = GangesComponents()


# --- rules

#: Roads of the residence: right, bottom, left.
RESIDENCE_ROADS = RIGHT | BOTTOM | LEFT
NO_LIMIT = 99

#: The board that everybody has in a variant; None if players may differ.
COMMON_BOARD = {"base": BOARD.basic, "navaratnas": BOARD.navaratnas, "mixed": None}


@dataclass(frozen=True, eq=False)
class Rules(core.Rules):
    """The rules of one kind of game (core.rulebook.rules)."""

    layout = RULES
    source = SOURCE
    values: Components

    def write_record(self, record: Any) -> None:
        """Fill a zeroed record (rulebook.layout.RULES) with the values."""
        values = self.values
        record.players = self.players
        record.round_limit = values.game.round_limit
        for name, numbers in values.setup.by_seat.items():
            _write_numbers(record[f"setup_{name}"], numbers)
        record.dice_per_colour = values.dice.per_colour
        record.karma_limit = values.karma.limit
        record.extra_workers = values.workers.extra
        _write_numbers(record.worker_at, [values.workers.fame_space, values.workers.money_space, values.workers.bridge])
        record.meeting_line = values.tracks.meeting_line
        record.money_per_fame = values.tracks.money_per_fame
        _write_bonuses(record.fame_bonuses, values.tracks.fame)
        _write_bonuses(record.money_bonuses, values.tracks.money)
        _write_numbers(record.building_values, values.buildings.values)
        _write_game_board(record, values)
        _write_palace(record, values)
        _write_province(record)
        for name, board in zip(terms.BOARDS, record.boards, strict=True):
            _write_player_board(board, getattr(values.boards, name))
        _write_tiles(record, values)
        _write_yield_tiles(record, values, self.variant)
        if "ganga" in self.modules:
            record.n_river_tiles = len(values.ganga.tiles)
            for tile, earnings in zip(record.river_tiles, values.ganga.tiles, strict=False):
                _write_earnings(tile, earnings)
        for name, choices in terms.READINGS.items():
            record.readings[name] = choices.index(getattr(values.readings, name))
        self.write_luck(record.luck)
        THINGS.write(record.restricted, restricted_things(values.restrict, self.players, self.things))

    @cached_property
    def things(self) -> dict[str, int]:
        """The things a seat can be restricted from using in this game: number by name."""
        common_board = COMMON_BOARD[self.variant]
        boards = BOARDS if common_board is None else [BOARDS[common_board]]
        numbers = numbers_in_play(self.values, self.variant, self.modules, boards)
        return {NAMES[number]: number for number in numbers}

    @property
    def luck_sources(self) -> dict[str, int]:
        """The sources of luck in play: number by name."""
        numbers = {name: number for number, name in enumerate(LUCK_SOURCES[: FIRST_LUCK_SOURCE.seat + self.players])}
        return {
            name: number for name, number in numbers.items() if number != FIRST_LUCK_SOURCE.river_tiles or "ganga" in self.modules
        }

    @property
    def seat_luck_sources(self) -> tuple[str, ...]:
        """The sources that each seat throws by itself: dice that are taken, and rerolled dice."""
        return LUCK_SOURCES[FIRST_LUCK_SOURCE.dice : FIRST_LUCK_SOURCE.seat]

    @cached_property
    def tile_names(self) -> tuple[str, ...]:
        """Names of the 64 tiles by their number."""
        return self.values.tile_names

    @cached_property
    def yield_tiles(self) -> tuple[tuple[str, Earnings], ...]:
        """Colour and earnings of the yield tiles by their number, the white ones first."""
        return self.values.yield_tiles.by_number

    def boards(self, wanted_boards: Sequence[str | None]) -> NDArray[np.int8]:
        """Return every player's board (index into terms.BOARDS), given the board each wants; None leaves it to the variant.

        If players may differ, a player without a wish plays on the basic board. If no player has a wish, the first one plays on
        the Navaratnas board.

        Raises
        ------
        InputError
            For every board that does not exist or that the variant does not allow.
        """
        common_board = COMMON_BOARD[self.variant]
        if common_board is not None:
            return np.full_like(super().boards(wanted_boards), common_board)
        problems = [f"board: {unknown_name('board', name, BOARDS)}" for name in wanted_boards if name and name not in BOARDS]
        if problems:
            raise InputError(problems)
        board_numbers = [BOARDS.index(name) if name else BOARD.basic for name in wanted_boards]
        if not any(wanted_boards):
            board_numbers[0] = BOARD.navaratnas
        return np.array(board_numbers, np.int8)


# --- filling the record


def _write_earnings(records: NDArray[Any], earnings: Earnings) -> None:
    """Write the earnings of one place; dice of several kinds become one earning, since they are chosen and rolled together."""
    # (kind, colour or chamber, amount)
    earning_rows = [(*EARNING_KEYS[key], amount) for key, amount in earnings.root.items()]
    dice_rows = [row for row in earning_rows if row[0] == EARN.dice]
    if len(dice_rows) > 1:
        packed_dice = terms.SEVERAL_KINDS
        for _, colour, amount in dice_rows:
            packed_dice += amount << terms.BITS_PER_KIND * (terms.N_OF.colours if colour == terms.ANY_COLOUR else colour)
        first_dice_row = earning_rows.index(dice_rows[0])
        earning_rows = [row for row in earning_rows if row not in dice_rows]
        earning_rows.insert(first_dice_row, (EARN.dice, packed_dice, sum(amount for _, _, amount in dice_rows)))
    for record, (kind, colour_or_chamber, amount) in zip(records, earning_rows, strict=False):
        record.kind, record.detail, record.amount = kind, colour_or_chamber, amount


def _write_bonuses(records: NDArray[Any], track: Track) -> None:
    """Write the bonuses of a track by rising space."""
    for record, (space, earnings) in zip(records, sorted(track.bonus.items(), key=lambda item: int(item[0])), strict=False):
        record.space = int(space)
        _write_earnings(record.earnings, earnings)


def _write_numbers(target: NDArray[Any], numbers: list[int]) -> None:
    target[: len(numbers)] = numbers


def _write_game_board(record: Any, values: Components) -> None:
    """Write the quarry, the harbour, the market and what river spaces pay.

    A limit of markets of one kind holds with more than two players only (`readings.one_kind_market`).
    """
    record.n_quarry = len(values.quarry.prices)
    _write_numbers(record.quarry_prices, values.quarry.prices)
    record.n_harbour = len(values.harbour.prices)
    _write_numbers(record.harbour_prices, values.harbour.prices)
    record.harbour_highest_die = values.harbour.highest_die
    record.n_assorted = values.market.assorted_spaces
    record.assorted_per_round = values.market.assorted_per_round
    is_one_kind_limited = record.players > 2 and values.readings.one_kind_market == "one_a_round"
    record.one_kind_per_round = 1 if is_one_kind_limited else NO_LIMIT
    record.n_river = len(values.river)
    for space, earnings in values.river.items():
        _write_earnings(record.river[int(space)], earnings)


def _write_palace(record: Any, values: Components) -> None:
    palace = values.palace
    record.n_outer_terraces = palace.outer_terraces
    for given_colour, gained_colour in palace.balconies.items():
        record.balcony_gives[terms.COLOURS.index(given_colour)] = terms.COLOURS.index(gained_colour)
    for name, value in palace:
        if name not in ("outer_terraces", "balconies"):
            record[name] = value


def _write_province(record: Any) -> None:
    record.residence_roads = RESIDENCE_ROADS
    record.cells[list(TILE_CELLS)] = terms.FREE_CELL
    record.cells[terms.RESIDENCE] = terms.RESIDENCE_CELL
    record.cells[terms.DEAD_END] = terms.DEAD_END_CELL


def _write_player_board(record: Any, board: Board) -> None:
    record.hand_limit = board.hand_limit
    record.n_yields = len(board.yields)
    for yield_record, special_yield in zip(record.yields, board.yields.values(), strict=False):
        yield_record.cell = special_yield.cell_number
        yield_record.side = special_yield.side_number
        yield_record.slot = terms.NO_SLOT if special_yield.slot is None else terms.YIELD_COLOURS.index(special_yield.slot)
        _write_earnings(yield_record.earnings, special_yield.earns)


def _write_yield_tiles(record: Any, values: Components, variant: str) -> None:
    """Write the yield tiles by number, and which are in play: all in the Navaratnas version, else only the white ones."""
    is_navaratnas = variant == "navaratnas"
    record.chooses_yield_tiles = is_navaratnas
    record.river_spaces_per_fame = values.yield_tiles.river_spaces_per_fame
    tiles_in_play = 0
    for number, (colour, earnings) in enumerate(values.yield_tiles.by_number):
        tile = record.yield_tiles[number]
        tile.colour = terms.YIELD_COLOURS.index(colour)
        tile.first_alike = values.yield_tiles.by_number.index((colour, earnings))
        _write_earnings(tile.earnings, earnings)
        if is_navaratnas or tile.colour == YIELD_COLOUR.white:
            tiles_in_play |= 1 << number
    record.yield_tiles_in_play = tiles_in_play


def _write_tiles(record: Any, values: Components) -> None:
    """Write what each tile shows, by number, and the tiles of each stack."""
    stacks: list[list[int]] = [[] for _ in range(terms.N_OF.stacks)]
    for number, name in enumerate(values.tile_names):
        tile = values.tiles[name]
        face = record.tiles[number]
        face.colour = terms.COLOURS.index(name.split("_")[0])
        face.stack = face.colour * len(terms.BACKS) + terms.BACKS.index(tile.stack)
        face.cost = tile.cost
        face.roads = SHAPES[tile.roads]
        face.n_buildings[:] = [tile.buildings.count(building) for building in terms.BUILDINGS]  # type: ignore[arg-type]
        for good, value in tile.markets:
            tent_values = face.market_values[terms.GOODS.index(str(good))]
            tent_values[int(tent_values[0] > 0)] = value
        face.market_money = face.market_values.sum()
        stacks[face.stack].append(number)
    for stack, tile_numbers in enumerate(stacks):
        record.stack_sizes[stack] = len(tile_numbers)
        _write_numbers(record.stacks[stack], tile_numbers)
