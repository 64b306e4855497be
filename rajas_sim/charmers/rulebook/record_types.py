"""Records as mypy sees them; written by ``python -m tests.every_game.record_protocols``."""

from __future__ import annotations

from typing import Protocol

from rajas_sim.core.engine.kernel import Array1, Array2, Record
from rajas_sim.core.engine.record_types import EarningRecord, LuckRecord, TaskRecord


class RestrictedRecord(Record, Protocol):
    """The field ``restricted``."""

    province: int
    river: int
    palace: int
    market: int
    upgrades: int
    karma: int
    places: int


class ReadingsRecord(Record, Protocol):
    """The field ``readings``."""

    meeting: int
    first_die: int
    bonuses: int
    goods_die: int


class RulesRecord(Record, Protocol):
    """The layout ``RULES`` of charmers.rulebook.layout."""

    players: int
    dice_a_round: int
    round_limit: int
    setup_karma: int
    karma_limit: int
    meeting_line: int
    money_per_fame: int
    faces: Array2[int]
    are_alike: Array1[int]
    cells: Array1[int]
    residence: int
    residence_roads: int
    building_values: Array1[int]
    market_goods: int
    n_columns: int
    prices: Array1[int]
    tent_ends: Array1[int]
    maharani_steps: int
    portuguese_steps: int
    trader_goods: int
    raja_money: int
    raja_upgrades: int
    master_builder_half_roads: int
    n_river: int
    symbols: Array1[int]
    river: Array2[EarningRecord]
    places: Array1[EarningRecord]
    fame_spaces: Array1[int]
    money_spaces: Array1[int]
    restricted: Array1[RestrictedRecord]
    luck: LuckRecord
    readings: ReadingsRecord


class SeatRecord(Record, Protocol):
    """The layout ``SEAT`` of charmers.rulebook.layout."""

    released: int
    pending: int
    river_marks: int
    fame: int
    money: int
    karma_collected: int
    karma_used: int
    position: int
    river: int
    passed: int
    roads: Array1[int]
    goods: Array1[int]
    sold: Array1[int]
    palace: Array1[int]
    levels: Array1[int]


class StateRecord(Record, Protocol):
    """The layout ``STATE`` of charmers.rulebook.layout."""

    seed: int
    n_decisions: int
    turns: int
    round_number: int
    turn_in_round: int
    start_player: int
    seat_to_move: int
    n_passed: int
    passed_in_round: int
    end_reason: int
    n_tasks: int
    tasks: Array1[TaskRecord]
    faces: Array1[int]
    where: Array1[int]
    seats: Array1[SeatRecord]
