"""How rules and states lie in memory: one flat record each, every field explained where it stands.

After a change, ``python -m tests.every_game.record_protocols`` writes the protocols of ``record_types.py``.
"""

from __future__ import annotations

import numpy as np

from rajas_sim.charmers.rulebook import terms
from rajas_sim.core.board import N_LEVELS
from rajas_sim.core.engine.chance import LUCK
from rajas_sim.core.engine.course import EARNING_RECORD, EARNINGS_AT_ONE_PLACE, TASK_RECORD
from rajas_sim.core.engine.records import record_type
from rajas_sim.core.rulebook.restrictions import ThingGroups

MAX_TASKS = 32
#: Most options any decision can have: two half-roads, 2 x 80 new roads and 80 extensions.
MAX_OPTIONS = 256

#: A seat can be restricted from every box of the sheet; the areas are the groups, and things have the numbers of boxes.
THINGS = ThingGroups(terms.Boxes()._asdict())

RULES = record_type(
    [
        ("players", np.int16),
        ("dice_a_round", np.int16),  # turns of each player in a round: 2 with two players, otherwise 1
        ("round_limit", np.int16),
        ("setup_karma", np.int16),
        ("karma_limit", np.int16),
        ("meeting_line", np.int16),
        ("money_per_fame", np.int16),
        ("faces", np.int8, (terms.N.dice, terms.N.faces)),  # goods pair, road face, symbol or person, by the colour of the die
        ("are_alike", np.int8, (terms.N.colours,)),  # 1: both dice of the colour have the same faces
        ("cells", np.int8, (terms.N.cells,)),  # what is printed on each province space (terms.CELLS)
        ("residence", np.int16),
        ("residence_roads", np.int16),
        ("building_values", np.int16, (N_LEVELS,)),  # fame by level
        ("market_goods", np.int16),  # most goods a market of the province buys
        ("n_columns", np.int16),  # boxes of each good
        ("prices", np.int16, (terms.MAX_COLUMNS,)),  # by column
        ("tent_ends", np.int8, (terms.MAX_TENTS,)),  # goods of a kind that are sold when a tent is empty; 0: no such tent
        ("maharani_steps", np.int16),
        ("portuguese_steps", np.int16),
        ("trader_goods", np.int16),
        ("raja_money", np.int16),
        ("raja_upgrades", np.int16),
        ("master_builder_half_roads", np.int16),
        ("n_river", np.int16),
        ("symbols", np.int8, (terms.MAX_RIVER + 1,)),  # by river space from 1
        ("river", EARNING_RECORD, (terms.MAX_RIVER + 1, EARNINGS_AT_ONE_PLACE)),
        ("places", EARNING_RECORD, (terms.N.places,)),  # bonus at each place of the sheet
        ("fame_spaces", np.int16, (terms.MAX_TRACK_BONUSES,)),  # rising; 0 ends the list
        ("money_spaces", np.int16, (terms.MAX_TRACK_BONUSES,)),
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
        ("released", np.int64),  # bit set over places: bonuses ever circled
        ("pending", np.int64),  # of them, those still to be used on this turn
        ("river_marks", np.int32),  # bit set over river spaces
        ("fame", np.int16),
        ("money", np.int16),
        ("karma_collected", np.int8),
        ("karma_used", np.int8),
        ("position", np.int8),  # at the table, 0 is the start player of round 1
        ("river", np.int8),  # rightmost marked space, 0 is the start
        ("passed", np.int8),  # 1: the first seat whose tracks intersected, 2: the second, ..; 0: not yet
        ("roads", np.int8, (terms.N.cells,)),  # roads drawn on each province space; the residence has its printed ones
        ("goods", np.int8, (terms.N.goods,)),  # goods ever circled
        ("sold", np.int8, (terms.N.goods,)),  # of them, those crossed out
        ("palace", np.int8, (terms.N.people,)),  # boxes crossed out
        ("levels", np.int8, (terms.N.buildings,)),  # upgrades done per building type
    ]
)

STATE = record_type(
    [
        ("seed", np.int64),  # the luck; a strategy sees another one
        ("n_decisions", np.int32),  # options played so far
        ("turns", np.int16),  # turns ended so far
        ("round_number", np.int16),
        ("turn_in_round", np.int8),  # 0 is the start player's first
        ("start_player", np.int8),
        ("seat_to_move", np.int8),
        ("n_passed", np.int8),
        ("passed_in_round", np.int16),  # round in which the end was triggered, 0: not yet
        ("end_reason", np.int8),
        ("n_tasks", np.int8),
        ("tasks", TASK_RECORD, (MAX_TASKS,)),  # what is still to be resolved; the last one first
        ("faces", np.int8, (terms.N.dice,)),  # what each die shows (rules.faces)
        ("where", np.int8, (terms.N.dice,)),  # terms.MIDDLE, ELEPHANT or DEPOT + seat
        ("seats", SEAT, (terms.MAX_PLAYERS,)),
    ]
)
