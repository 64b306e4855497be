"""The rows that become the tables of a run, filled from the log while a game is played."""

from __future__ import annotations

from typing import Annotated, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rajas_sim.charmers.course.standings import write_ranks
from rajas_sim.charmers.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import (
    CAUSES,
    CELL,
    EVENT,
    FIRST_SHEET_BOX,
    MAX_MARKET_COLUMNS,
    MAX_PLAYERS,
    N_OF,
    NO_DIE,
)
from rajas_sim.charmers.sheet.karma import karma_left
from rajas_sim.charmers.sheet.province import n_roads, n_roads_on_kinds_between
from rajas_sim.charmers.sheet.river import n_marked_spaces
from rajas_sim.charmers.sheet.tracks import seat_overlap_in_money
from rajas_sim.core.board import N_LEVELS, fame_part, n_upgrades
from rajas_sim.core.engine.course import NOT_OVER
from rajas_sim.core.engine.kernel import Array1, Array2, Record, kernel
from rajas_sim.core.engine.loop import Scratch
from rajas_sim.core.engine.record_types import GAME_ROW, MAX_EVENTS, EventRecord, GameRow, LogRecord
from rajas_sim.core.engine.records import Float32, Int16, UInt8, UInt16, UInt32, layout_of
from rajas_sim.core.engine.rows import count_lead_change, fill_game_row, next_row
from rajas_sim.core.playing.tables import events_table, games_table, seats_table, single_use_table


class TurnRecord(Record, Protocol):
    """What a seat has done in the turn that is being played."""

    die: UInt8
    karma_used: UInt8
    n_bonuses: UInt8
    fame: Int16
    money: Int16


class SeatRow(Record, Protocol):
    """A seat at the end of the game; each number is a column. `core.playing.tables` adds position, strategy and win share."""

    rank: UInt8
    passed: UInt8
    met_by: UInt8  # core.board.MET_BY
    fame_part: Float32
    fame: Int16
    money: Int16
    overlap: Float32
    karma: UInt8
    karma_collected: UInt8
    karma_used: UInt8
    river: UInt8
    n_river: UInt8
    n_roads: UInt8
    n_buildings: UInt8
    n_markets: UInt8
    n_upgrades: UInt8
    n_palace: UInt8
    n_goods: UInt8
    n_sold: UInt8
    n_bonuses: UInt8
    n_lost: UInt8
    n_no_action: UInt16  # up to two turns in each round
    fame_from: Annotated[Array1[Int16], len(CAUSES)]
    money_from: Annotated[Array1[Int16], len(CAUSES)]
    turn: TurnRecord


class _TimedRow(Record, Protocol):
    """A row that says when something happened, and to which seat."""

    index: UInt32  # of the game in the batch
    round: UInt16
    position: UInt8


class RoundRow(_TimedRow, Protocol):
    """A seat at the end of a round."""

    fame: Int16
    money: Int16
    overlap: Float32
    karma: UInt8
    river: UInt8
    n_roads: UInt8


class TurnRow(TurnRecord, _TimedRow, Protocol):
    """A turn; its fields come after those that say when it was."""


class SheetBoxRow(_TimedRow, Protocol):
    """A box of the sheet that is filled."""

    box: UInt8


N_KINDS_OF_ROWS = 3
ROUND_ROWS, TURN_ROWS, SHEET_BOX_ROWS = range(N_KINDS_OF_ROWS)


class Rows(NamedTuple):
    """Rows of the games of one batch; `counts` (3,) says how many rounds, turns and boxes are filled."""

    games: Array1[GameRow]  # (n,)
    seats: Array2[SeatRow]  # (n, MAX_PLAYERS)
    rounds: Array1[RoundRow]
    turns: Array1[TurnRow]
    boxes: Array1[SheetBoxRow]
    counts: NDArray[np.int64]


def new_rows(n_games: int, rules: RulesRecord) -> Rows:
    """Return empty rows, enough for the longest possible games under these rules."""
    n_seats = n_games * int(rules.players)
    n_rounds = n_seats * int(rules.round_limit)
    return Rows(
        np.zeros(n_games, GAME_ROW),
        np.zeros((n_games, MAX_PLAYERS), layout_of(SeatRow)),
        np.zeros(n_rounds, layout_of(RoundRow)),
        np.zeros(n_rounds * int(rules.dice_a_round), layout_of(TurnRow)),
        np.zeros(n_seats * N_OF.sheet_boxes, layout_of(SheetBoxRow)),
        np.zeros(N_KINDS_OF_ROWS, np.int64),
    )


@kernel
def sheet_box_of(event: EventRecord) -> int:
    """Return the box of the sheet that an event fills; -1 if it fills none."""
    event_code = event.what
    if event_code == EVENT.road:
        return FIRST_SHEET_BOX.province + event.detail if event.change == event.after else -1
    if event_code == EVENT.river:
        return FIRST_SHEET_BOX.river + event.after - 1
    if event_code == EVENT.palace:
        return FIRST_SHEET_BOX.palace + event.detail * N_OF.palace_columns + event.after - 1
    if event_code == EVENT.good:
        return FIRST_SHEET_BOX.market + event.detail * MAX_MARKET_COLUMNS + event.after - 1
    if event_code == EVENT.upgrade:
        return FIRST_SHEET_BOX.upgrades + event.detail * (N_LEVELS - 1) + event.after - 1
    if event_code == EVENT.karma:
        return FIRST_SHEET_BOX.karma + event.after - 1
    return FIRST_SHEET_BOX.places + event.detail if event_code == EVENT.bonus else -1


@kernel
def _write_turn(seat_row: SeatRow, rows: Rows, game_index: int, round_number: int, position: int) -> None:
    """Write the row of the turn that a seat has ended, and clear the seat's record for its next turn."""
    turn = seat_row.turn
    row = next_row(rows.turns, rows.counts, TURN_ROWS, game_index, round_number, position)
    row.die = turn.die
    row.karma_used = turn.karma_used
    row.n_bonuses = turn.n_bonuses
    row.fame = turn.fame
    row.money = turn.money
    turn.die = NO_DIE
    turn.karma_used = 0
    turn.n_bonuses = 0
    turn.fame = 0
    turn.money = 0


@kernel
def _write_events(log: LogRecord, rows: Rows, game_index: int) -> None:  # noqa: C901 - one case a kind of event
    """Add the events of the log to the rows of seats, turns and boxes, and clear the log."""
    round_number = int(log.round_number)
    for i in range(min(log.n, MAX_EVENTS)):
        event = log.events[i]
        seat_row = rows.seats[game_index, event.seat]
        event_code = event.what
        if event_code == EVENT.money:
            seat_row.money_from[event.cause] += event.change
            seat_row.turn.money += event.change
        elif event_code == EVENT.fame:
            seat_row.fame_from[event.cause] += event.change
            seat_row.turn.fame += event.change
        elif event_code == EVENT.markers_passed:
            seat_row.met_by = event.detail
        elif event_code == EVENT.bonus_used:
            seat_row.n_bonuses += 1
            seat_row.turn.n_bonuses += 1
        elif event_code == EVENT.bonus_lost:
            seat_row.n_lost += 1
        elif event_code == EVENT.no_action:
            seat_row.n_no_action += 1
        elif event_code == EVENT.karma_used:
            seat_row.turn.karma_used += 1
        elif event_code == EVENT.die_taken:
            seat_row.turn.die = event.detail // N_OF.dice_per_colour
        elif event_code == EVENT.turn_ended:
            _write_turn(seat_row, rows, game_index, round_number, event.seat + 1)
        sheet_box = sheet_box_of(event)
        if sheet_box >= 0:
            next_row(rows.boxes, rows.counts, SHEET_BOX_ROWS, game_index, round_number, event.seat + 1).box = sheet_box
    log.n = 0


@kernel
def _write_round(state: StateRecord, rules: RulesRecord, rows: Rows, game_index: int, round_number: int) -> None:
    """Write a row for each seat at the end of a round, and count a change of the lead."""
    for i in range(rules.players):
        seat = state.seats[i]
        row = next_row(rows.rounds, rows.counts, ROUND_ROWS, game_index, round_number, i + 1)
        row.fame = seat.fame
        row.money = seat.money
        row.overlap = seat_overlap_in_money(seat, rules) / rules.money_per_fame
        row.karma = karma_left(seat)
        row.river = seat.river
        row.n_roads = n_roads(seat, rules)
    count_lead_change(rows.games[game_index], rows.rounds, rows.counts[ROUND_ROWS], rules.players)


@kernel
def _write_seat(row: SeatRow, seat: SeatRecord, rules: RulesRecord) -> None:
    """Write what a seat has when the game ends; its rank and what its events count are written elsewhere."""
    row.passed = seat.passed
    row.fame = seat.fame
    row.money = seat.money
    row.overlap = seat_overlap_in_money(seat, rules) / rules.money_per_fame
    row.fame_part = fame_part(seat.fame, seat.money, rules.money_per_fame)
    row.karma = karma_left(seat)
    row.karma_collected = seat.karma_collected
    row.karma_used = seat.karma_used
    row.river = seat.river
    row.n_river = n_marked_spaces(seat)
    row.n_roads = n_roads(seat, rules)
    row.n_buildings = n_roads_on_kinds_between(seat, rules, CELL.temple, CELL.mill)
    row.n_markets = n_roads_on_kinds_between(seat, rules, CELL.market_same, CELL.market_different)
    row.n_upgrades = n_upgrades(seat)
    for person in range(N_OF.people):
        row.n_palace += seat.palace[person]
    for good in range(N_OF.goods):
        row.n_goods += seat.goods[good]
        row.n_sold += seat.sold[good]


@kernel
def _write_end(state: StateRecord, rules: RulesRecord, rows: Rows, game_index: int) -> None:
    """Write the row of a finished game, and what each of its seats has in the end."""
    ranks = np.zeros(MAX_PLAYERS, np.int16)
    write_ranks(state, rules, ranks)
    for i in range(rules.players):
        row = rows.seats[game_index, i]
        row.rank = ranks[i]
        _write_seat(row, state.seats[i], rules)
    fill_game_row(rows.games[game_index], state, rows.seats[game_index], rules.players)


@kernel
def fill_set_up(scratch: Scratch, rows: Rows, game_index: int) -> None:
    """Fill the rows of the set-up of a game, which is round 0, from the events in the log."""
    for i in range(MAX_PLAYERS):
        rows.seats[game_index, i].turn.die = NO_DIE
    _write_events(scratch.log[0], rows, game_index)


@kernel
def fill_rows(scratch: Scratch, rules: RulesRecord, rows: Rows, game_index: int) -> None:
    """Fill the rows of a game with the events of the log, all of one round, and clear the log."""
    state, round_number = scratch.states[0], int(scratch.log[0].round_number)
    _write_events(scratch.log[0], rows, game_index)
    is_over = state.end_reason != NOT_OVER
    if is_over or state.round_number != round_number:
        _write_round(state, rules, rows, game_index, round_number)
    if is_over:
        _write_end(state, rules, rows, game_index)


#: The tables of a run, made from the rows of a batch.
TABLES = {
    "games": games_table,
    "seats": seats_table(("fame_from", "fame_from_{}", CAUSES), ("money_from", "money_from_{}", CAUSES)),
    "rounds": events_table("rounds", ROUND_ROWS),
    "turns": events_table("turns", TURN_ROWS),
    "boxes": events_table("boxes", SHEET_BOX_ROWS),
    "things": single_use_table("boxes", SHEET_BOX_ROWS, "box"),
}
