"""How rules and states lie in memory: one flat record each; comments explain the fields."""

from __future__ import annotations

from typing import Annotated, Protocol

from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.board import N_LEVELS
from rajas_sim.core.engine.course import EARNINGS_AT_ONE_PLACE
from rajas_sim.core.engine.kernel import Array1, Array2, Record
from rajas_sim.core.engine.record_types import EarningRecord, LuckRecord, TaskRecord
from rajas_sim.core.engine.records import Int8, Int16, Int32, Int64, layout_of
from rajas_sim.core.rulebook.restrictions import ThingGroups

MAX_TASKS = 32
#: The largest number of options of any decision: two half-roads, 2 x 80 new roads, 80 extensions, and none of these.
MAX_OPTIONS = 256

#: The things that a seat can be restricted from are all boxes of the sheet: each area is a group, and numbers are those of boxes.
THINGS = ThingGroups(terms.SheetBoxes()._asdict())


class ReadingsRecord(Record, Protocol):
    """How each doubtful rule is read: an index into terms.READINGS[name]."""

    meeting: Int16
    first_die: Int16
    bonuses: Int16
    goods_die: Int16


class RulesRecord(Record, Protocol):
    """The rules of one kind of game."""

    players: Int16
    dice_a_round: Int16  # turns of each player in a round: 2 with two players, otherwise 1
    round_limit: Int16
    setup_karma: Annotated[Array1[Int16], terms.MAX_PLAYERS]  # by turn order
    setup_fame: Annotated[Array1[Int16], terms.MAX_PLAYERS]
    setup_money: Annotated[Array1[Int16], terms.MAX_PLAYERS]
    karma_limit: Int16
    meeting_line: Int16
    money_per_fame: Int16
    faces: Annotated[Array2[Int8], terms.N_OF.dice, terms.N_OF.faces]  # goods pair, road face, symbol or person, by the die
    are_alike: Annotated[Array1[Int8], terms.N_OF.colours]  # 1: both dice of the colour have the same faces
    cells: Annotated[Array1[Int8], terms.N_OF.cells]  # what is printed on each province space (terms.CELLS)
    residence: Int16
    residence_roads: Int16
    building_values: Annotated[Array1[Int16], N_LEVELS]  # fame by level
    market_goods: Int16  # most goods a market of the province buys
    n_columns: Int16  # boxes of each good
    prices: Annotated[Array1[Int16], terms.MAX_MARKET_COLUMNS]  # by column
    tent_ends: Annotated[Array1[Int8], terms.MAX_TENTS]  # goods of a kind that are sold when a tent is empty; 0: no such tent
    maharani_steps: Int16
    portuguese_steps: Int16
    trader_goods: Int16
    raja_money: Int16
    raja_upgrades: Int16
    master_builder_half_roads: Int16
    n_river: Int16
    symbols: Annotated[Array1[Int8], terms.MAX_RIVER + 1]  # by river space from 1
    river: Annotated[Array2[EarningRecord], terms.MAX_RIVER + 1, EARNINGS_AT_ONE_PLACE]
    places: Annotated[Array1[EarningRecord], terms.N_OF.bonus_places]  # bonus at each place of the sheet
    fame_spaces: Annotated[Array1[Int16], terms.MAX_TRACK_BONUSES]  # rising; 0 ends the list
    money_spaces: Annotated[Array1[Int16], terms.MAX_TRACK_BONUSES]
    restricted: Annotated[Array1[terms.SheetBoxes], terms.MAX_PLAYERS]  # by seat: bits of things
    luck: LuckRecord
    readings: ReadingsRecord  # index into terms.READINGS[name]


class SeatRecord(Record, Protocol):
    """What lies before a seat."""

    released: Int64  # bit set over places: bonuses ever circled
    pending: Int64  # of them, those still to be used on this turn
    river_marks: Int32  # bit set over river spaces
    fame: Int16
    money: Int16
    karma_collected: Int8
    karma_used: Int8
    position: Int8  # at the table, 0 is the start player of round 1
    river: Int8  # rightmost marked space, 0 is the start
    passed: Int8  # 1: the first seat whose tracks intersected, 2: the second, ..; 0: not yet
    roads: Annotated[Array1[Int8], terms.N_OF.cells]  # roads drawn on each province space; the residence has its printed ones
    goods: Annotated[Array1[Int8], terms.N_OF.goods]  # goods ever circled
    sold: Annotated[Array1[Int8], terms.N_OF.goods]  # of them, those crossed out
    palace: Annotated[Array1[Int8], terms.N_OF.people]  # boxes crossed out
    levels: Annotated[Array1[Int8], terms.N_OF.buildings]  # upgrades done per building type


class StateRecord(Record, Protocol):
    """A position."""

    seed: Int64  # the luck; a strategy sees another one
    n_decisions: Int32  # options played so far
    turns: Int16  # turns ended so far
    round_number: Int16
    turn_in_round: Int8  # 0 is the start player's first
    start_player: Int8
    seat_to_move: Int8
    n_met: Int8  # seats whose markers have met or passed each other
    first_met_in_round: Int16  # round in which the end was triggered, 0: not yet
    end_reason: Int8
    n_tasks: Int8
    tasks: Annotated[Array1[TaskRecord], MAX_TASKS]  # what is still to be resolved; the last one first
    faces: Annotated[Array1[Int8], terms.N_OF.dice]  # what each die shows (rules.faces)
    where: Annotated[Array1[Int8], terms.N_OF.dice]  # terms.MIDDLE, ELEPHANT or DEPOT + seat
    seats: Annotated[Array1[SeatRecord], terms.MAX_PLAYERS]


RULES = layout_of(RulesRecord)
STATE = layout_of(StateRecord)
