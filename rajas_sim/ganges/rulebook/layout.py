"""How rules and states lie in memory: one flat record each; comments explain the fields."""

from __future__ import annotations

from typing import Annotated, NamedTuple, Protocol

from rajas_sim.core.board import N_LEVELS
from rajas_sim.core.engine.course import EARNINGS_AT_ONE_PLACE
from rajas_sim.core.engine.kernel import Array1, Array2, Record
from rajas_sim.core.engine.record_types import EarningRecord, LuckRecord, TaskRecord
from rajas_sim.core.engine.records import Int8, Int16, Int32, Int64, layout_of
from rajas_sim.core.rulebook.restrictions import ThingGroups
from rajas_sim.ganges.rulebook import terms

N_TILES = 64
MAX_STACK_SIZE = 8
MAX_RIVER = 40
MAX_YIELDS = 16
#: Limits of yield tiles and river tiles; sets of yield tiles are bits of one 64-bit integer.
MAX_YIELD_TILES = 48
MAX_RIVER_TILES = 16
#: The number of a yield tile that pays nothing; it stands in for a tile that a seat is restricted from.
BLANK = MAX_YIELD_TILES
MAX_BONUSES = 8
MAX_TASKS = 32
#: The largest number of options of any decision: covering a tile, 20 cells by 12 stacks.
MAX_OPTIONS = 256


class Things(NamedTuple):
    """The groups of things that a seat can be restricted from using, and how many things each has at most.

    In the rules, each group is a bit set of the things that a seat may not use.
    """

    space: Int64 = terms.N_OF.spaces
    chamber: Int64 = terms.N_OF.chambers
    tile: Int64 = N_TILES
    river: Int64 = MAX_RIVER  # by space; a river tile on it has a number of its own
    river_tile: Int64 = MAX_RIVER_TILES
    fame_bonus: Int64 = MAX_BONUSES
    money_bonus: Int64 = MAX_BONUSES
    worker: Int64 = terms.N_OF.worker_sources
    upgrade: Int64 = terms.N_OF.buildings
    special_yield: Int64 = terms.N_OF.boards * MAX_YIELDS  # board * MAX_YIELDS + its number on the board
    yield_tile: Int64 = MAX_YIELD_TILES


THINGS = ThingGroups(Things()._asdict())
#: The number of the first thing of each group.
FIRST_THING = Things(**THINGS.first_numbers)


class BonusRecord(Record, Protocol):
    """A bonus on a track; space 0 ends the list."""

    space: Int16
    earnings: Annotated[Array1[EarningRecord], EARNINGS_AT_ONE_PLACE]


class TileFaceRecord(Record, Protocol):
    """What a province tile shows."""

    colour: Int8
    stack: Int8  # colour * 3 + back
    cost: Int16  # least total of the dice to give up
    roads: Int16  # four bits, unrotated
    n_buildings: Annotated[Array1[Int8], terms.N_OF.buildings]
    market_values: Annotated[Array2[Int8], terms.N_OF.goods, 2]  # money per market tent, 0: none
    market_money: Int16  # of all its market tents


class SpecialYieldRecord(Record, Protocol):
    """A yield at the edge of the province board."""

    cell: Int8
    side: Int8  # 0 top .. 3 left
    slot: Int8  # colour of the yield tiles that may lie on it, -1: none
    earnings: Annotated[Array1[EarningRecord], EARNINGS_AT_ONE_PLACE]


class BoardRecord(Record, Protocol):
    """One side of a player's boards."""

    hand_limit: Int16
    n_yields: Int16
    yields: Annotated[Array1[SpecialYieldRecord], MAX_YIELDS]


class YieldTileRecord(Record, Protocol):
    """A yield tile."""

    colour: Int8
    first_alike: Int8  # lowest number of a tile that shows the same
    earnings: Annotated[Array1[EarningRecord], EARNINGS_AT_ONE_PLACE]


class ReadingsRecord(Record, Protocol):
    """How each doubtful rule is read: an index into terms.READINGS[name]."""

    finish: Int16
    tie: Int16
    start_player: Int16
    one_kind_market: Int16
    master_builder: Int16
    fame_upgrade: Int16
    harbour_one: Int16
    passing: Int16
    connected_slot: Int16
    builder_yields: Int16
    gained_dice: Int16
    missing_workers: Int16
    dancer_on_river: Int16
    order: Int16


class RulesRecord(Record, Protocol):
    """The rules of one kind of game."""

    yield_tiles_in_play: Int64  # bit set over yield_tiles
    players: Int16
    setup_money: Annotated[Array1[Int16], terms.MAX_PLAYERS]  # by turn order, as what else is there at the start
    setup_karma: Annotated[Array1[Int16], terms.MAX_PLAYERS]
    setup_workers: Annotated[Array1[Int16], terms.MAX_PLAYERS]
    setup_dice: Annotated[Array1[Int16], terms.MAX_PLAYERS]  # dice of each colour
    dice_per_colour: Int16
    boards: Annotated[Array1[BoardRecord], terms.N_OF.boards]  # basic side, Navaratnas side
    karma_limit: Int16
    extra_workers: Int16  # how many of the three inactive workers may come into play
    round_limit: Int16
    meeting_line: Int16
    money_per_fame: Int16
    worker_at: Annotated[Array1[Int16], terms.N_OF.worker_sources]  # fame space, money space, last river space before the bridge
    fame_bonuses: Annotated[Array1[BonusRecord], MAX_BONUSES]  # by rising space
    money_bonuses: Annotated[Array1[BonusRecord], MAX_BONUSES]
    building_values: Annotated[Array1[Int16], N_LEVELS]  # fame by level
    n_quarry: Int16
    quarry_prices: Annotated[Array1[Int16], terms.MAX_QUARRY]
    n_harbour: Int16
    harbour_prices: Annotated[Array1[Int16], terms.MAX_HARBOUR]
    harbour_highest_die: Int16
    n_assorted: Int16
    assorted_per_round: Int16  # own workers a round
    one_kind_per_round: Int16
    n_outer_terraces: Int16
    outer_terrace_money: Int16
    terrace_dice: Int16
    balcony_gives: Annotated[Array1[Int16], terms.N_OF.colours]  # colour taken, by colour given up
    balcony_dice: Int16
    chamber_dice: Annotated[Array1[Int16], terms.N_OF.chambers]  # the exact number on the die to give up
    great_mogul_fame: Int16
    dancer_dice: Int16
    yogi_karma: Int16
    yogi_dice: Int16
    raja_upgrades: Int16
    raja_money: Int16
    portuguese_steps: Int16
    n_river: Int16
    river: Annotated[Array2[EarningRecord], MAX_RIVER, EARNINGS_AT_ONE_PLACE]  # by space, 0 is the start
    n_river_tiles: Int16  # 0 without the Ganga module
    river_tiles: Annotated[Array2[EarningRecord], MAX_RIVER_TILES, EARNINGS_AT_ONE_PLACE]
    cells: Annotated[Array1[Int8], terms.N_OF.cells]  # kind of each cell of the province board
    residence_roads: Int16
    yield_tiles: Annotated[Array1[YieldTileRecord], MAX_YIELD_TILES + 1]  # the last one is blank
    chooses_yield_tiles: Int16  # 1: tiles are chosen and placed on slots (Navaratnas); 0: drawn and earned
    river_spaces_per_fame: Int16  # of the brown tile that counts river spaces
    tiles: Annotated[Array1[TileFaceRecord], N_TILES]
    stack_sizes: Annotated[Array1[Int16], terms.N_OF.stacks]
    stacks: Annotated[Array2[Int16], terms.N_OF.stacks, MAX_STACK_SIZE]  # tiles of each stack, unmixed
    restricted: Annotated[Array1[Things], terms.MAX_PLAYERS]  # by seat: bits of things
    luck: LuckRecord
    readings: ReadingsRecord  # index into terms.READINGS[name]


class SeatRecord(Record, Protocol):
    """What lies before a seat."""

    fame: Int16
    money: Int16
    board: Int8  # index into rules.boards
    karma: Int8
    river: Int8  # space of the boat, 0 is the start
    workers: Int8  # active workers
    placed: Int8  # of them on the board this round
    inactive: Annotated[
        Array1[Int8], terms.N_OF.worker_sources
    ]  # 1: still waiting on the fame track, the money track, the bridge
    next_money_bonus: Int8  # where the bonus marker lies: index into rules.money_bonuses
    turns_missed: Int8  # turns this round for which a yield tile stood in for a missing worker
    assorted_used: Int8  # own workers this round on the assorted-goods market
    one_kind_used: Int8
    passed: Int8  # 1 for the first seat whose markers met or passed, then 2, ..; 0 not yet
    levels: Annotated[Array1[Int8], terms.N_OF.buildings]  # upgrades done per building type
    levels_from_next_turn: Annotated[Array1[Int8], terms.N_OF.buildings]  # of them, those that do not count yet
    dice: Annotated[Array2[Int8], terms.N_OF.colours, terms.N_OF.faces]  # dice on the Kali statue by colour and value - 1
    rolls: Annotated[Array1[Int32], terms.N_OF.colours]  # dice rolled so far: counters of the chance streams
    tiles: Annotated[Array1[Int8], terms.N_OF.cells]  # tile in each cell of the province, -1: none
    roads: Annotated[Array1[Int8], terms.N_OF.cells]  # its roads as it lies; the residence has its printed ones
    covered: Annotated[Array1[Int8], terms.N_OF.cells]  # 1: the tile covers another one
    yields_connected: Int32  # bit set over the yields of the board
    slots: Annotated[Array1[Int8], MAX_YIELDS]  # yield tile on each of them, 0: none, otherwise its number + 1


class StateRecord(Record, Protocol):
    """A position."""

    seed: Int64  # the luck; a strategy sees another one
    yield_tiles_left: Int64  # bit set: yield tiles not yet drawn since the last reshuffle, or not yet taken
    n_decisions: Int32  # options played so far
    turns: Int16  # workers placed so far
    round_number: Int16
    stage: Int8  # 0: yield tiles are placed before round 1
    start_player: Int8
    next_start_player: Int8  # -1: nobody at the Great Mogul this round
    seat_to_move: Int8
    placed_in_stage: Int8  # workers placed so far
    placed_in_round: Int16  # workers placed so far
    n_met: Int8  # seats whose markers have met or passed each other
    first_met_in_round: Int16  # round in which the end was triggered, 0: not yet
    end_reason: Int8
    n_tasks: Int8
    tasks: Annotated[Array1[TaskRecord], MAX_TASKS]  # what is still to be resolved; the last one first
    pending: Annotated[Array1[Int8], terms.N_OF.colours]  # dice in hand that are still to be rolled
    supply: Annotated[Array1[Int8], terms.N_OF.colours]  # dice in the general supply
    open_tiles: Annotated[Array1[Int8], terms.N_OF.stacks]  # face-up tile of each stack, -1: stack empty
    hidden_tiles: Annotated[Array1[Int16], terms.N_OF.stacks]  # bit set: tiles of the stack below the open one, in unknown order
    yield_tiles_drawn: Int16
    river_tiles: Annotated[Array1[Int8], MAX_RIVER]  # river tile on each space, 0: none, otherwise its number + 1
    spaces: Annotated[Array1[Int8], terms.N_OF.spaces]  # 0 free, otherwise seat + 1 of the worker there
    seats: Annotated[Array1[SeatRecord], terms.MAX_PLAYERS]


RULES = layout_of(RulesRecord)
STATE = layout_of(StateRecord)
