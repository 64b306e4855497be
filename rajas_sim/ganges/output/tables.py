"""The rows that become the tables of a run, filled from the log while a game is played."""

from __future__ import annotations

from typing import Annotated, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.board import fame_part, has_bit, n_upgrades, rotated
from rajas_sim.core.engine.course import NOT_OVER
from rajas_sim.core.engine.kernel import Array1, Array2, Record, kernel
from rajas_sim.core.engine.loop import Scratch
from rajas_sim.core.engine.record_types import GAME_ROW, MAX_EVENTS, GameRow, LogRecord
from rajas_sim.core.engine.records import Bool, Float32, Int16, UInt8, UInt16, UInt32, layout_of
from rajas_sim.core.engine.rows import count_lead_change, fill_game_row, next_row
from rajas_sim.core.playing.tables import counts_table, events_table, games_table, seats_table
from rajas_sim.ganges.board.dice import hand_size
from rajas_sim.ganges.board.tracks import overlap_of
from rajas_sim.ganges.board.yield_tiles import leads_to_yield
from rajas_sim.ganges.course.standings import write_ranks
from rajas_sim.ganges.rulebook.layout import (
    FIRST_THING,
    MAX_BONUSES,
    MAX_YIELDS,
    THINGS,
    RulesRecord,
    SeatRecord,
    StateRecord,
    Things,
)
from rajas_sim.ganges.rulebook.terms import (
    BUILDER_YIELDS_PAY_WHEN_NEW,
    CAUSES,
    CONNECTED_SLOT_PAYS_AT_ONCE,
    EVENT,
    FIRST_SPACE,
    MAX_PLAYERS,
    N_OF,
    WORKER_SOURCES,
)


class SeatRow(Record, Protocol):
    """A seat at the end of the game; each number is a column. `core.playing.tables` adds position, strategy and win share."""

    board: UInt8
    rank: UInt8
    fame: Int16
    money: Int16
    overlap: Int16
    karma: UInt8
    workers: UInt8
    river: UInt8
    n_tiles: UInt8
    n_upgrades: UInt8
    n_yield_tiles: UInt8  # on slots of the province board
    passed: UInt8
    met_by: UInt8  # core.board.MET_BY
    fame_part: Float32
    money_paid: Int16
    worker_round: Annotated[Array1[UInt16], N_OF.worker_sources]
    fame_from: Annotated[Array1[Int16], len(CAUSES)]
    money_from: Annotated[Array1[Int16], len(CAUSES)]
    dice_from: Annotated[Array1[Int16], len(CAUSES)]
    used: Annotated[Array1[UInt8], THINGS.count]  # how often it used each thing
    slots: Annotated[Array1[UInt8], MAX_YIELDS]  # yield tile on each slot so far, 0: none, otherwise its number + 1; no column


class _TimedRow(Record, Protocol):
    """A row that says in which game and round something happened."""

    index: UInt32  # of the game in the batch
    round: UInt16


class RoundRow(_TimedRow, Protocol):
    """A seat at the end of a round."""

    position: UInt8
    fame: Int16
    money: Int16
    overlap: Int16
    dice: UInt8
    karma: UInt8
    workers: UInt8
    river: UInt8


class SpaceRow(_TimedRow, Protocol):
    """A worker placed on a space."""

    stage: UInt8
    position: UInt8
    space: UInt8


class TileRow(_TimedRow, Protocol):
    """A tile laid."""

    position: UInt8
    tile: UInt8
    cell: UInt8
    rotation_of_tile: UInt8
    covering: Bool


N_KINDS_OF_ROWS = 3
ROUND_ROWS, SPACE_ROWS, TILE_ROWS = range(N_KINDS_OF_ROWS)


class Rows(NamedTuple):
    """Rows of the games of one batch; `counts` (3,) says how many rounds, spaces and tiles are filled."""

    games: Array1[GameRow]  # (n,)
    seats: Array2[SeatRow]  # (n, MAX_PLAYERS)
    rounds: Array1[RoundRow]
    spaces: Array1[SpaceRow]
    tiles: Array1[TileRow]
    counts: NDArray[np.int64]


def new_rows(n_games: int, rules: RulesRecord) -> Rows:
    """Return empty rows, enough for the longest possible games under these rules.

    The largest number of rows follows from the round limit, the workers and the cells (each laid on once and covered once).
    """
    seat_rounds = n_games * int(rules.players) * int(rules.round_limit)
    most_workers = int(np.max(np.asarray(rules.setup_workers))) + int(rules.extra_workers)
    return Rows(
        np.zeros(n_games, GAME_ROW),
        np.zeros((n_games, MAX_PLAYERS), layout_of(SeatRow)),
        np.zeros(seat_rounds, layout_of(RoundRow)),
        np.zeros(seat_rounds * most_workers, layout_of(SpaceRow)),
        np.zeros(n_games * int(rules.players) * 2 * N_OF.cells, layout_of(TileRow)),
        np.zeros(N_KINDS_OF_ROWS, np.int64),
    )


@kernel
def _write_yields(seat_row: SeatRow, seat: SeatRecord, rules: RulesRecord, restricted_yields: int, tile_row: TileRow) -> None:
    """Count the special yields that a tile connects for the first time, and the yield tiles received in place of them."""
    roads = rotated(int(rules.tiles[tile_row.tile].roads), int(tile_row.rotation_of_tile))
    board = rules.boards[seat.board]
    for i in range(board.n_yields):
        special_yield, number = board.yields[i], int(seat.board) * MAX_YIELDS + i
        if special_yield.cell != tile_row.cell or not roads & (1 << special_yield.side) or has_bit(restricted_yields, number):
            continue
        if seat_row.used[FIRST_THING.special_yield + number] == 0:
            seat_row.used[FIRST_THING.special_yield + number] = 1
            if seat_row.slots[i] > 0:
                seat_row.used[FIRST_THING.yield_tile + int(seat_row.slots[i]) - 1] = 1


@kernel
def _write_events(state: StateRecord, rules: RulesRecord, log: LogRecord, rows: Rows, game_index: int) -> None:  # noqa: C901 - one case a kind of event
    """Add the events of the log to the rows of seats, spaces and tiles, and clear the log.

    The things that an event uses are counted in the row of its seat.
    """
    round_number, stage = int(log.round_number), int(log.stage)
    for i in range(min(log.n, MAX_EVENTS)):
        event = log.events[i]
        seat_row = rows.seats[game_index, event.seat]
        restrictions = rules.restricted[event.seat]
        event_code = event.what
        if event_code == EVENT.money:
            if event.change >= 0:
                seat_row.money_from[event.cause] += event.change
            else:
                seat_row.money_paid -= event.change
        elif event_code == EVENT.fame:
            seat_row.fame_from[event.cause] += event.change
        elif event_code == EVENT.die:
            if event.change > 0:
                seat_row.dice_from[event.cause] += 1
        elif event_code == EVENT.worker:
            seat_row.worker_round[event.detail] = round_number
            seat_row.used[FIRST_THING.worker + event.detail] += 1
        elif event_code == EVENT.placement:
            space_row = next_row(rows.spaces, rows.counts, SPACE_ROWS, game_index, round_number, event.seat + 1)
            space_row.stage = stage
            space_row.space = event.detail
            is_chamber = FIRST_SPACE.chamber <= event.detail < FIRST_SPACE.harbour
            seat_row.used[event.detail + (FIRST_THING.chamber - FIRST_SPACE.chamber if is_chamber else FIRST_THING.space)] += 1
        elif event_code == EVENT.chamber:
            seat_row.used[FIRST_THING.chamber + event.detail] += 1
        elif event_code == EVENT.markers_passed:
            seat_row.met_by = event.detail
        elif event_code == EVENT.upgrade:
            seat_row.used[FIRST_THING.upgrade + event.detail] += 1
        elif event_code == EVENT.river:
            tile = int(state.river_tiles[event.after])
            thing = FIRST_THING.river_tile + tile - 1 if tile > 0 else FIRST_THING.river + event.after
            seat_row.used[thing] += 1
        elif event_code == EVENT.yield_tile:
            if not has_bit(restrictions.yield_tile, event.detail):
                seat_row.used[FIRST_THING.yield_tile + event.detail] += 1
        elif event_code == EVENT.slot:
            seat = state.seats[event.seat]
            seat_row.slots[event.after] = event.detail + 1
            number = int(seat.board) * MAX_YIELDS + event.after
            if rules.readings.connected_slot == CONNECTED_SLOT_PAYS_AT_ONCE and leads_to_yield(seat, rules, event.after):
                if not has_bit(restrictions.special_yield, number):
                    seat_row.used[FIRST_THING.yield_tile + event.detail] = 1
        elif event_code in (EVENT.tile, EVENT.covering_tile):
            tile_row = next_row(rows.tiles, rows.counts, TILE_ROWS, game_index, round_number, event.seat + 1)
            tile_row.tile = event.detail
            tile_row.cell = event.after
            tile_row.rotation_of_tile = event.change
            tile_row.covering = event_code == EVENT.covering_tile
            seat_row.used[FIRST_THING.tile + event.detail] += 1
            if not tile_row.covering or rules.readings.builder_yields == BUILDER_YIELDS_PAY_WHEN_NEW:
                _write_yields(seat_row, state.seats[event.seat], rules, restrictions.special_yield, tile_row)
    log.n = 0


@kernel
def _write_round(state: StateRecord, rules: RulesRecord, rows: Rows, game_index: int, round_number: int) -> None:
    """Write a row for each seat at the end of a round, and count a change of the lead."""
    for i in range(rules.players):
        seat = state.seats[i]
        row = next_row(rows.rounds, rows.counts, ROUND_ROWS, game_index, round_number, i + 1)
        row.fame = seat.fame
        row.money = seat.money
        row.overlap = overlap_of(seat, rules)
        row.dice = hand_size(seat)
        row.karma = seat.karma
        row.workers = seat.workers
        row.river = seat.river
    count_lead_change(rows.games[game_index], rows.rounds, rows.counts[ROUND_ROWS], rules.players)


@kernel
def _write_bonuses(row: SeatRow, seat: SeatRecord, rules: RulesRecord, restrictions: Things) -> None:
    """Count the bonuses received on the tracks, which the end of the game shows."""
    for i in range(MAX_BONUSES):
        if 0 < rules.fame_bonuses[i].space <= seat.fame and not has_bit(restrictions.fame_bonus, i):
            row.used[FIRST_THING.fame_bonus + i] = 1
        if i < seat.next_money_bonus and not has_bit(restrictions.money_bonus, i):
            row.used[FIRST_THING.money_bonus + i] = 1


@kernel
def _write_end(state: StateRecord, rules: RulesRecord, rows: Rows, game_index: int) -> None:
    """Write the row of a finished game, and what each of its seats has in the end."""
    ranks = np.zeros(MAX_PLAYERS, np.int16)
    write_ranks(state, rules, ranks)
    for i in range(rules.players):
        seat = state.seats[i]
        row = rows.seats[game_index, i]
        row.rank = ranks[i]
        row.board = seat.board
        row.passed = seat.passed
        row.fame = seat.fame
        row.money = seat.money
        row.overlap = overlap_of(seat, rules)
        row.fame_part = fame_part(seat.fame, seat.money, rules.money_per_fame)
        row.karma = seat.karma
        row.workers = seat.workers
        row.river = seat.river
        for cell in range(N_OF.cells):
            if seat.tiles[cell] >= 0:
                row.n_tiles += 1
        row.n_upgrades = n_upgrades(seat)
        for slot in range(MAX_YIELDS):
            if seat.slots[slot] > 0:
                row.n_yield_tiles += 1
        _write_bonuses(row, seat, rules, rules.restricted[i])
    fill_game_row(rows.games[game_index], state, rows.seats[game_index], rules.players)


@kernel
def fill_set_up(scratch: Scratch, rules: RulesRecord, rows: Rows, game_index: int) -> None:
    """Fill the rows of the set-up of a game, which is round 0, from the events in the log."""
    _write_events(scratch.states[0], rules, scratch.log[0], rows, game_index)


@kernel
def fill_rows(scratch: Scratch, rules: RulesRecord, rows: Rows, game_index: int) -> None:
    """Fill the rows of a game with the events of the log, all of one round and stage, and clear the log."""
    state, round_number = scratch.states[0], int(scratch.log[0].round_number)
    _write_events(state, rules, scratch.log[0], rows, game_index)
    is_over = state.end_reason != NOT_OVER
    if is_over or state.round_number != round_number:
        _write_round(state, rules, rows, game_index, round_number)
    if is_over:
        _write_end(state, rules, rows, game_index)


#: The tables of a run, made from the rows of a batch.
TABLES = {
    "games": games_table,
    "seats": seats_table(
        ("worker_round", "{}_worker_round", WORKER_SOURCES),
        ("fame_from", "fame_from_{}", CAUSES),
        ("money_from", "money_from_{}", CAUSES),
        ("dice_from", "dice_from_{}", CAUSES),
    ),
    "rounds": events_table("rounds", ROUND_ROWS),
    "spaces": events_table("spaces", SPACE_ROWS),
    "tiles": events_table("tiles", TILE_ROWS),
    "things": counts_table("used"),
}
