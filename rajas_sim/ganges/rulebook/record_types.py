"""Records as mypy sees them; written by ``python -m tests.every_game.record_protocols``."""

from __future__ import annotations

from typing import Protocol

from rajas_sim.core.engine.kernel import Array1, Array2, Record
from rajas_sim.core.engine.record_types import EarningRecord, LuckRecord, TaskRecord


class BonusRecord(Record, Protocol):
    """The layout ``BONUS`` of ganges.rulebook.layout."""

    space: int
    earnings: Array1[EarningRecord]


class TileFaceRecord(Record, Protocol):
    """The layout ``TILE_FACE`` of ganges.rulebook.layout."""

    colour: int
    stack: int
    cost: int
    roads: int
    n_buildings: Array1[int]
    market_values: Array2[int]
    market_money: int


class SpecialYieldRecord(Record, Protocol):
    """The layout ``SPECIAL_YIELD`` of ganges.rulebook.layout."""

    cell: int
    side: int
    slot: int
    earnings: Array1[EarningRecord]


class BoardRecord(Record, Protocol):
    """The layout ``BOARD`` of ganges.rulebook.layout."""

    hand_limit: int
    n_yields: int
    yields: Array1[SpecialYieldRecord]


class YieldTileRecord(Record, Protocol):
    """The layout ``YIELD_TILE`` of ganges.rulebook.layout."""

    colour: int
    first_alike: int
    earnings: Array1[EarningRecord]


class RestrictedRecord(Record, Protocol):
    """The field ``restricted``."""

    space: int
    chamber: int
    tile: int
    river: int
    river_tile: int
    fame_bonus: int
    money_bonus: int
    worker: int
    upgrade: int
    special_yield: int
    yield_tile: int


class ReadingsRecord(Record, Protocol):
    """The field ``readings``."""

    finish: int
    tie: int
    start_player: int
    one_kind_market: int
    master_builder: int
    fame_upgrade: int
    harbour_one: int
    passing: int
    connected_slot: int
    builder_yields: int
    gained_dice: int
    missing_workers: int
    dancer_on_river: int
    order: int


class RulesRecord(Record, Protocol):
    """The layout ``RULES`` of ganges.rulebook.layout."""

    yield_tiles_in_play: int
    players: int
    setup_money: Array1[int]
    setup_karma: int
    setup_workers: int
    setup_dice: int
    dice_per_colour: int
    boards: Array1[BoardRecord]
    karma_limit: int
    extra_workers: int
    round_limit: int
    meeting_line: int
    money_per_fame: int
    worker_at: Array1[int]
    fame_bonuses: Array1[BonusRecord]
    money_bonuses: Array1[BonusRecord]
    building_values: Array1[int]
    n_quarry: int
    quarry_prices: Array1[int]
    n_harbour: int
    harbour_prices: Array1[int]
    harbour_highest_die: int
    n_assorted: int
    assorted_per_round: int
    one_kind_per_round: int
    n_outer_terraces: int
    outer_terrace_money: int
    terrace_dice: int
    balcony_gives: Array1[int]
    balcony_dice: int
    chamber_dice: Array1[int]
    great_mogul_fame: int
    dancer_dice: int
    yogi_karma: int
    yogi_dice: int
    raja_upgrades: int
    raja_money: int
    portuguese_steps: int
    n_river: int
    river: Array2[EarningRecord]
    n_river_tiles: int
    river_tiles: Array2[EarningRecord]
    cells: Array1[int]
    residence_roads: int
    yield_tiles: Array1[YieldTileRecord]
    chooses_yield_tiles: int
    river_spaces_per_fame: int
    tiles: Array1[TileFaceRecord]
    stack_sizes: Array1[int]
    stacks: Array2[int]
    restricted: Array1[RestrictedRecord]
    luck: LuckRecord
    readings: ReadingsRecord


class SeatRecord(Record, Protocol):
    """The layout ``SEAT`` of ganges.rulebook.layout."""

    fame: int
    money: int
    board: int
    karma: int
    river: int
    workers: int
    placed: int
    inactive: Array1[int]
    next_money_bonus: int
    turns_missed: int
    assorted_used: int
    one_kind_used: int
    passed: int
    levels: Array1[int]
    levels_from_next_turn: Array1[int]
    dice: Array2[int]
    rolls: Array1[int]
    tiles: Array1[int]
    roads: Array1[int]
    covered: Array1[int]
    yields_connected: int
    slots: Array1[int]


class StateRecord(Record, Protocol):
    """The layout ``STATE`` of ganges.rulebook.layout."""

    seed: int
    yield_tiles_left: int
    n_decisions: int
    turns: int
    round_number: int
    stage: int
    start_player: int
    next_start_player: int
    seat_to_move: int
    placed_in_stage: int
    placed_in_round: int
    n_passed: int
    passed_in_round: int
    end_reason: int
    n_tasks: int
    tasks: Array1[TaskRecord]
    pending: Array1[int]
    supply: Array1[int]
    open_tiles: Array1[int]
    hidden_tiles: Array1[int]
    yield_tiles_drawn: int
    river_tiles: Array1[int]
    spaces: Array1[int]
    seats: Array1[SeatRecord]
