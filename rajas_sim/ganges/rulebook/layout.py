"""How rules and states lie in memory: one flat record each, every field explained where it stands.

After a change, ``python -m tests.every_game.record_protocols`` writes the protocols of ``record_types.py``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rajas_sim.core.board import N_LEVELS
from rajas_sim.core.engine.chance import LUCK
from rajas_sim.core.engine.course import EARNING_RECORD, EARNINGS_AT_ONE_PLACE, TASK_RECORD
from rajas_sim.core.engine.records import record_type
from rajas_sim.core.rulebook.restrictions import ThingGroups
from rajas_sim.ganges.rulebook import terms

N_TILES = 64
MAX_STACK_SIZE = 8
MAX_RIVER = 40
MAX_YIELDS = 16
#: Yield tiles and river tiles; sets of yield tiles are bits of one 64-bit integer.
MAX_YIELD_TILES = 48
MAX_RIVER_TILES = 16
#: The number of a yield tile that pays nothing, in place of one a seat is restricted from.
BLANK = MAX_YIELD_TILES
MAX_BONUSES = 8
MAX_TASKS = 32
#: Most options any decision can have: covering a tile, 20 cells by 12 stacks.
MAX_OPTIONS = 256


class Things(NamedTuple):
    """The groups of things that a seat can be restricted from using, and how many things each has at most."""

    space: int = terms.N.spaces
    chamber: int = terms.N.chambers
    tile: int = N_TILES
    river: int = MAX_RIVER  # by space; a river tile on it has a number of its own
    river_tile: int = MAX_RIVER_TILES
    fame_bonus: int = MAX_BONUSES
    money_bonus: int = MAX_BONUSES
    worker: int = terms.N.worker_sources
    upgrade: int = terms.N.buildings
    special_yield: int = terms.N.boards * MAX_YIELDS  # board * MAX_YIELDS + its number on the board
    yield_tile: int = MAX_YIELD_TILES


THINGS = ThingGroups(Things()._asdict())
#: The number of the first thing of each group.
FIRST_THING = Things(**THINGS.first)

BONUS = record_type([("space", np.int16), ("earnings", EARNING_RECORD, (EARNINGS_AT_ONE_PLACE,))])  # space 0 ends the list

TILE_FACE = record_type(
    [
        ("colour", np.int8),
        ("stack", np.int8),  # colour * 3 + back
        ("cost", np.int16),  # least total of the dice to give up
        ("roads", np.int16),  # four bits, unrotated
        ("n_buildings", np.int8, (terms.N.buildings,)),
        ("market_values", np.int8, (terms.N.goods, 2)),  # money per market tent, 0: none
        ("market_money", np.int16),  # of all its market tents
    ]
)

SPECIAL_YIELD = record_type(
    [
        ("cell", np.int8),
        ("side", np.int8),  # 0 top .. 3 left
        ("slot", np.int8),  # colour of the yield tiles that may lie on it, -1: none
        ("earnings", EARNING_RECORD, (EARNINGS_AT_ONE_PLACE,)),
    ]
)

BOARD = record_type([("hand_limit", np.int16), ("n_yields", np.int16), ("yields", SPECIAL_YIELD, (MAX_YIELDS,))])

YIELD_TILE = record_type(
    [
        ("colour", np.int8),
        ("first_alike", np.int8),  # lowest number of a tile that shows the same
        ("earnings", EARNING_RECORD, (EARNINGS_AT_ONE_PLACE,)),
    ]
)

RULES = record_type(
    [
        ("yield_tiles_in_play", np.int64),  # bit set over yield_tiles
        ("players", np.int16),
        ("setup_money", np.int16, (terms.MAX_PLAYERS,)),  # by turn order
        ("setup_karma", np.int16),
        ("setup_workers", np.int16),
        ("setup_dice", np.int16),  # dice of each colour
        ("dice_per_colour", np.int16),
        ("boards", BOARD, (terms.N.boards,)),  # basic side, Navaratnas side
        ("karma_limit", np.int16),
        ("extra_workers", np.int16),  # how many of the three inactive workers may come into play
        ("round_limit", np.int16),
        ("meeting_line", np.int16),
        ("money_per_fame", np.int16),
        ("worker_at", np.int16, (terms.N.worker_sources,)),  # fame space, money space, last river space before the bridge
        ("fame_bonuses", BONUS, (MAX_BONUSES,)),  # by rising space
        ("money_bonuses", BONUS, (MAX_BONUSES,)),
        ("building_values", np.int16, (N_LEVELS,)),  # fame by level
        ("n_quarry", np.int16),
        ("quarry_prices", np.int16, (terms.MAX_QUARRY,)),
        ("n_harbour", np.int16),
        ("harbour_prices", np.int16, (terms.MAX_HARBOUR,)),
        ("harbour_highest_die", np.int16),
        ("n_assorted", np.int16),
        ("assorted_per_round", np.int16),  # own workers a round
        ("one_kind_per_round", np.int16),
        ("n_outer_terraces", np.int16),
        ("outer_terrace_money", np.int16),
        ("terrace_dice", np.int16),
        ("balcony_gives", np.int16, (terms.N.colours,)),  # colour taken, by colour given up
        ("balcony_dice", np.int16),
        ("chamber_dice", np.int16, (terms.N.chambers,)),  # the exact number on the die to give up
        ("great_mogul_fame", np.int16),
        ("dancer_dice", np.int16),
        ("yogi_karma", np.int16),
        ("yogi_dice", np.int16),
        ("raja_upgrades", np.int16),
        ("raja_money", np.int16),
        ("portuguese_steps", np.int16),
        ("n_river", np.int16),
        ("river", EARNING_RECORD, (MAX_RIVER, EARNINGS_AT_ONE_PLACE)),  # by space, 0 is the start
        ("n_river_tiles", np.int16),  # 0 without the Ganga module
        ("river_tiles", EARNING_RECORD, (MAX_RIVER_TILES, EARNINGS_AT_ONE_PLACE)),
        ("cells", np.int8, (terms.N.cells,)),  # kind of each cell of the province board
        ("residence_roads", np.int16),
        ("yield_tiles", YIELD_TILE, (MAX_YIELD_TILES + 1,)),  # the last one is blank
        ("chooses_yield_tiles", np.int16),  # 1: tiles are chosen and placed on slots (Navaratnas); 0: drawn and earned
        ("river_spaces_per_fame", np.int16),  # of the brown tile that counts river spaces
        ("tiles", TILE_FACE, (N_TILES,)),
        ("stack_sizes", np.int16, (terms.N.stacks,)),
        ("stacks", np.int16, (terms.N.stacks, MAX_STACK_SIZE)),  # tiles of each stack, unmixed
        (
            "restricted",
            record_type([(group, np.int64) for group in THINGS.names]),
            (terms.MAX_PLAYERS,),
        ),  # by seat: bits of things
        ("luck", LUCK),
        ("readings", record_type([(name, np.int16) for name in terms.READINGS])),  # index into terms.READINGS[name]
    ]
)

SEAT = record_type(
    [
        ("fame", np.int16),
        ("money", np.int16),
        ("board", np.int8),  # index into rules.boards
        ("karma", np.int8),
        ("river", np.int8),  # space of the boat, 0 is the start
        ("workers", np.int8),  # active workers
        ("placed", np.int8),  # of them on the board this round
        ("inactive", np.int8, (terms.N.worker_sources,)),  # 1: still waiting on the fame track, the money track, the bridge
        ("next_money_bonus", np.int8),  # where the bonus marker lies: index into rules.money_bonuses
        ("turns_missed", np.int8),  # turns this round for which a yield tile stood in for a missing worker
        ("assorted_used", np.int8),  # own workers this round on the assorted-goods market
        ("one_kind_used", np.int8),
        ("passed", np.int8),  # 1 for the first seat whose markers met or passed, then 2, ..; 0 not yet
        ("levels", np.int8, (terms.N.buildings,)),  # upgrades done per building type
        ("levels_from_next_turn", np.int8, (terms.N.buildings,)),  # of them, those that do not count yet
        ("dice", np.int8, (terms.N.colours, terms.N.faces)),  # dice on the Kali statue by colour and value - 1
        ("rolls", np.int32, (terms.N.colours,)),  # dice rolled so far: counters of the chance streams
        ("tiles", np.int8, (terms.N.cells,)),  # tile in each cell of the province, -1: none
        ("roads", np.int8, (terms.N.cells,)),  # its roads as it lies; the residence has its printed ones
        ("covered", np.int8, (terms.N.cells,)),  # 1: the tile covers another one
        ("yields_connected", np.int32),  # bit set over the yields of the board
        ("slots", np.int8, (MAX_YIELDS,)),  # yield tile on each of them, 0: none, otherwise its number + 1
    ]
)

STATE = record_type(
    [
        ("seed", np.int64),  # the luck; a strategy sees another one
        ("yield_tiles_left", np.int64),  # bit set: yield tiles not yet drawn since the last reshuffle, or not yet taken
        ("n_decisions", np.int32),  # options played so far
        ("turns", np.int16),  # workers placed so far
        ("round_number", np.int16),
        ("stage", np.int8),  # 0: yield tiles are placed before round 1
        ("start_player", np.int8),
        ("next_start_player", np.int8),  # -1: nobody at the Great Mogul this round
        ("seat_to_move", np.int8),
        ("placed_in_stage", np.int8),
        ("placed_in_round", np.int16),
        ("n_passed", np.int8),
        ("passed_in_round", np.int16),  # round in which the end was triggered, 0: not yet
        ("end_reason", np.int8),
        ("n_tasks", np.int8),
        ("tasks", TASK_RECORD, (MAX_TASKS,)),  # what is still to be resolved; the last one first
        ("pending", np.int8, (terms.N.colours,)),  # dice in hand that are still to be rolled
        ("supply", np.int8, (terms.N.colours,)),  # dice in the general supply
        ("open_tiles", np.int8, (terms.N.stacks,)),  # face-up tile of each stack, -1: stack empty
        ("hidden_tiles", np.int16, (terms.N.stacks,)),  # bit set: tiles of the stack below the open one, in unknown order
        ("yield_tiles_drawn", np.int16),
        ("river_tiles", np.int8, (MAX_RIVER,)),  # river tile on each space, 0: none, otherwise its number + 1
        ("spaces", np.int8, (terms.N.spaces,)),  # 0 free, otherwise seat + 1 of the worker there
        ("seats", SEAT, (terms.MAX_PLAYERS,)),
    ]
)
