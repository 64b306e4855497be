"""The rows that become the tables of a run, filled from the log while a game is played."""

from __future__ import annotations

from typing import Annotated, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rajas_sim.charmers.course.standings import write_ranks
from rajas_sim.charmers.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import CAUSES, CELL, EVENT, FIRST_BOX, MAX_COLUMNS, MAX_PLAYERS, NO_DIE, N
from rajas_sim.charmers.sheet.karma import karma_left
from rajas_sim.charmers.sheet.province import n_roads, n_roads_on
from rajas_sim.charmers.sheet.river import n_marked
from rajas_sim.charmers.sheet.tracks import overlap_of
from rajas_sim.core.board import N_LEVELS, n_upgrades
from rajas_sim.core.engine.course import NOT_OVER
from rajas_sim.core.engine.kernel import Array1, Array2, Record, kernel
from rajas_sim.core.engine.loop import Scratch
from rajas_sim.core.engine.record_types import GAME_ROW, MAX_EVENTS, EventRecord, GameRow, LogRecord
from rajas_sim.core.engine.records import Float32, Int16, UInt8, UInt16, UInt32, layout_of
from rajas_sim.core.engine.rows import close_game, follow_lead, next_row
from rajas_sim.core.playing.tables import events_table, games_table, once_table, seats_table


class TurnRecord(Record, Protocol):
    """What a seat has done on the turn that is being played."""

    die: UInt8
    karma_used: UInt8
    n_bonuses: UInt8
    fame: Int16
    money: Int16


class SeatRow(Record, Protocol):
    """A seat at the end of the game."""

    rank: UInt8
    passed: UInt8
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


class _When(Record, Protocol):
    """When something happened, and to whom."""

    index: UInt32
    round: UInt16
    position: UInt8


class RoundRow(_When, Protocol):
    """A seat at the end of a round."""

    fame: Int16
    money: Int16
    overlap: Float32
    karma: UInt8
    river: UInt8
    n_roads: UInt8


class TurnRow(TurnRecord, _When, Protocol):
    """A turn; its fields come after those that say when."""


class BoxRow(_When, Protocol):
    """A box of the sheet that is filled."""

    box: UInt8


N_KINDS_OF_ROWS = 3
ROUNDS, TURNS, BOXES = range(N_KINDS_OF_ROWS)


class Rows(NamedTuple):
    """Rows of the games of one batch; `counts` (3,) says how many rounds, turns and boxes are filled."""

    games: Array1[GameRow]  # (n,)
    seats: Array2[SeatRow]  # (n, MAX_PLAYERS)
    rounds: Array1[RoundRow]
    turns: Array1[TurnRow]
    boxes: Array1[BoxRow]
    counts: NDArray[np.int64]


def new_rows(n_games: int, rules: RulesRecord) -> Rows:
    """Return empty rows, enough for the longest possible games under these rules."""
    seats = n_games * int(rules.players)
    rounds = seats * int(rules.round_limit)
    return Rows(
        np.zeros(n_games, GAME_ROW),
        np.zeros((n_games, MAX_PLAYERS), layout_of(SeatRow)),
        np.zeros(rounds, layout_of(RoundRow)),
        np.zeros(rounds * int(rules.dice_a_round), layout_of(TurnRow)),
        np.zeros(seats * N.boxes, layout_of(BoxRow)),
        np.zeros(N_KINDS_OF_ROWS, np.int64),
    )


@kernel
def box_of(event: EventRecord) -> int:
    """Return the box that an event fills, -1 for none."""
    what = event.what
    if what == EVENT.road:
        return FIRST_BOX.province + event.detail if event.change == event.after else -1
    if what == EVENT.river:
        return FIRST_BOX.river + event.after - 1
    if what == EVENT.palace:
        return FIRST_BOX.palace + event.detail * N.palace_columns + event.after - 1
    if what == EVENT.good:
        return FIRST_BOX.market + event.detail * MAX_COLUMNS + event.after - 1
    if what == EVENT.upgrade:
        return FIRST_BOX.upgrades + event.detail * (N_LEVELS - 1) + event.after - 1
    if what == EVENT.karma:
        return FIRST_BOX.karma + event.after - 1
    return FIRST_BOX.places + event.detail if what == EVENT.bonus else -1


@kernel
def _end_turn(seat: SeatRow, rows: Rows, g: int, round_number: int, position: int) -> None:
    turn = seat.turn
    row = next_row(rows.turns, rows.counts, TURNS, g, round_number, position)
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
def _write_events(log: LogRecord, rows: Rows, g: int) -> None:  # noqa: C901 - one case a kind of event
    round_number = int(log.round_number)
    for i in range(min(log.n, MAX_EVENTS)):
        event = log.events[i]
        seat = rows.seats[g, event.seat]
        what = event.what
        if what == EVENT.money:
            seat.money_from[event.cause] += event.change
            seat.turn.money += event.change
        elif what == EVENT.fame:
            seat.fame_from[event.cause] += event.change
            seat.turn.fame += event.change
        elif what == EVENT.bonus_used:
            seat.n_bonuses += 1
            seat.turn.n_bonuses += 1
        elif what == EVENT.bonus_lost:
            seat.n_lost += 1
        elif what == EVENT.no_action:
            seat.n_no_action += 1
        elif what == EVENT.karma_used:
            seat.turn.karma_used += 1
        elif what == EVENT.die_taken:
            seat.turn.die = event.detail // N.dice_per_colour
        elif what == EVENT.turn_ended:
            _end_turn(seat, rows, g, round_number, event.seat + 1)
        box = box_of(event)
        if box >= 0:
            next_row(rows.boxes, rows.counts, BOXES, g, round_number, event.seat + 1).box = box
    log.n = 0


@kernel
def _write_round(state: StateRecord, rules: RulesRecord, rows: Rows, g: int, round_number: int) -> None:
    for i in range(rules.players):
        seat = state.seats[i]
        row = next_row(rows.rounds, rows.counts, ROUNDS, g, round_number, i + 1)
        row.fame = seat.fame
        row.money = seat.money
        row.overlap = overlap_of(seat, rules) / rules.money_per_fame
        row.karma = karma_left(seat)
        row.river = seat.river
        row.n_roads = n_roads(seat, rules)
    follow_lead(rows.games[g], rows.rounds, rows.counts[ROUNDS], rules.players)


@kernel
def _write_seat(row: SeatRow, seat: SeatRecord, rules: RulesRecord) -> None:
    row.passed = seat.passed
    row.fame = seat.fame
    row.money = seat.money
    row.overlap = overlap_of(seat, rules) / rules.money_per_fame
    row.karma = karma_left(seat)
    row.karma_collected = seat.karma_collected
    row.karma_used = seat.karma_used
    row.river = seat.river
    row.n_river = n_marked(seat)
    row.n_roads = n_roads(seat, rules)
    row.n_buildings = n_roads_on(seat, rules, CELL.temple, CELL.mill)
    row.n_markets = n_roads_on(seat, rules, CELL.market_same, CELL.market_different)
    row.n_upgrades = n_upgrades(seat)
    for person in range(N.people):
        row.n_palace += seat.palace[person]
    for good in range(N.goods):
        row.n_goods += seat.goods[good]
        row.n_sold += seat.sold[good]


@kernel
def _write_end(state: StateRecord, rules: RulesRecord, rows: Rows, g: int) -> None:
    ranks = np.zeros(MAX_PLAYERS, np.int16)
    write_ranks(state, rules, ranks)
    for i in range(rules.players):
        row = rows.seats[g, i]
        row.rank = ranks[i]
        _write_seat(row, state.seats[i], rules)
    close_game(rows.games[g], state, rows.seats[g], rules.players)


@kernel
def fill_set_up(scratch: Scratch, rows: Rows, g: int) -> None:
    """Fill the rows of the set-up of game g, whose events lie in the log: round 0."""
    for i in range(MAX_PLAYERS):
        rows.seats[g, i].turn.die = NO_DIE
    _write_events(scratch.log[0], rows, g)


@kernel
def fill_rows(scratch: Scratch, rules: RulesRecord, rows: Rows, g: int) -> None:
    """Fill the rows of game g with the events of the log, all of one round, and empty it."""
    state, round_number = scratch.states[0], int(scratch.log[0].round_number)
    _write_events(scratch.log[0], rows, g)
    is_over = state.end_reason != NOT_OVER
    if is_over or state.round_number != round_number:
        _write_round(state, rules, rows, g, round_number)
    if is_over:
        _write_end(state, rules, rows, g)


#: The tables of a run, made from the rows of a batch.
TABLES = {
    "games": games_table,
    "seats": seats_table(("fame_from", "fame_from_{}", CAUSES), ("money_from", "money_from_{}", CAUSES)),
    "rounds": events_table("rounds", ROUNDS),
    "turns": events_table("turns", TURNS),
    "boxes": events_table("boxes", BOXES),
    "things": once_table("boxes", BOXES, "box", "thing"),
}
