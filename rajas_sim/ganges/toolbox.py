"""Tools with which authors of strategies examine a position; docs/toolbox.md lists them by question.

A compiled strategy passes the flat records, ``tile_places(state, rules, seat, tile)``; plain Python leaves out the rules,
``tile_places(state, seat, tile)``. Seats, cells, tiles and colours are numbers from 0. No tool changes the position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rajas_sim.core.board import N_LEVELS, N_SIDES, neighbour, overlap_in_money, rotated
from rajas_sim.core.engine.course import copy_with_no_tasks, pop, push, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.memory import new_record
from rajas_sim.core.engine.record_types import LOG, LogRecord
from rajas_sim.core.judging.turn_ends import TurnEnds, TurnKernels
from rajas_sim.core.playing.tools import ending_turns, tools
from rajas_sim.ganges.board.dice import effective_value
from rajas_sim.ganges.board.earnings import is_void, receive
from rajas_sim.ganges.board.province import cell_options, fame_of_buildings, place_tile, road_ends_at
from rajas_sim.ganges.board.quarry import most_payable
from rajas_sim.ganges.board.river import sail_to, space_ahead
from rajas_sim.ganges.board.tracks import overlap_of
from rajas_sim.ganges.course.decisions import list_options, play_option
from rajas_sim.ganges.rulebook.layout import MAX_OPTIONS, N_TILES, STATE, RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import CAUSE, COLUMNS, FLIPPED, FREE_CELL, N_OF, ROWS, TASK, WORKER_SOURCE

__all__ = [
    "Connections",
    "Gains",
    "Score",
    "ToMeeting",
    "ToNextWorker",
    "can_pay",
    "effective_value",
    "end_of_turn",
    "payment",
    "river_gains",
    "river_space",
    "tile_connects",
    "tile_gains",
    "tile_places",
    "tile_scores",
    "to_meeting",
    "to_next_worker",
]

tool = tools(colour=N_OF.colours, tile=N_TILES, place=N_OF.cells * N_SIDES)


class Gains(NamedTuple):
    """What a move brings at once, including bonuses and workers that it reaches on the tracks.

    Things that still have to be chosen or rolled are counted, not valued. Dice are counted as if the hand limit and the supply
    did not matter.
    """

    fame: int
    money: int
    karma: int
    workers: int
    dice: int
    upgrades: int
    boat_moves: int
    palace_actions: int
    yield_tiles: int
    others: int  # further decisions it leads to


class Score(NamedTuple):
    """What a tile pays for what is printed on it."""

    fame: int  # for its buildings, with the upgrades that count this turn
    money: int  # for its market tents


class Connections(NamedTuple):
    """What the roads of a tile lead to from a place."""

    yields: int  # special yields that no road led to before
    road_ends: int  # empty cells beside it that its roads lead to
    new_cells: int  # those of them that no road led to before


class ToNextWorker(NamedTuple):
    """How many spaces are missing to each inactive worker; -1 if there is none."""

    fame: int
    money: int
    river: int  # until the boat has passed the bridge


class ToMeeting(NamedTuple):
    """The fame, or instead the money, that a seat still needs until its markers meet; 0 and 0 once they have met."""

    fame: int
    money: int


# --- paying with dice


@tool
@kernel
def can_pay(state: StateRecord, rules: RulesRecord, seat: int, colour: int, cost: int) -> bool:
    """Return whether the dice of a colour reach a cost, with all the karma the seat has."""
    return bool(most_payable(state.seats[seat], colour) >= cost)


#: A set of dice as one number: the number of dice in the lowest bits, then how many dice have each key, in four bits per key. A
#: key is twice the value that counts, plus 1 if the die is not turned over. -1 means that there is no set.
_BITS_PER_KEY = 4
_N_DICE_MASK = (1 << 2 * _BITS_PER_KEY) - 1


@kernel
def _with_die(dice_set: int, key: int) -> int:
    """Return a set of dice with one more die; no set (-1) stays none."""
    return -1 if dice_set < 0 else dice_set + 1 + (1 << (_BITS_PER_KEY * key))


@kernel
def _smaller_set(first_set: int, second_set: int) -> int:
    """Return the set with fewer dice, of equal ones the first; -1 is never preferred to a set."""
    is_first_smaller = first_set >= 0 and (first_set & _N_DICE_MASK) <= (second_set & _N_DICE_MASK)
    return first_set if second_set < 0 or is_first_smaller else second_set


@kernel
def _die_codes(dice_set: int, colour: int) -> Options:
    """Return the codes of a set of dice, the highest first."""
    codes = np.empty(max(dice_set, 0) & _N_DICE_MASK, np.int16)
    n = 0
    for key in range(2 * N_OF.faces + 1, 2, -1):
        value = key // 2
        code = colour * N_OF.faces + (value - 1 if key % 2 else N_OF.faces - value + FLIPPED)
        for _ in range((max(dice_set, 0) >> (_BITS_PER_KEY * key)) % (1 << _BITS_PER_KEY)):
            codes[n] = code
            n += 1
    return codes


@tool
@kernel
def payment(state: StateRecord, rules: RulesRecord, seat: int, colour: int, cost: int, most_karma: int) -> Options:  # noqa: PLR0913 - what the kernel computes with
    """Return the dice of a colour that pay a cost with the smallest total.

    Of several such sets, the one with the least karma is returned, then the one with the fewest dice. As in the payments that the
    game offers, karma only turns dice to a higher value.

    Parameters
    ----------
    most_karma
        The most karma that may be used; the seat's karma is the limit in any case.

    Returns
    -------
    int16, shape (n,)
        Codes of the dice in the order in which the game asks for them, the highest value first: ``colour * 6 + value - 1``, plus
        ``FLIPPED`` (24) for a die that karma turns over. At most 15 dice of a value are considered. Empty if the cost is 0 or
        cannot be paid.
    """
    hand = state.seats[seat].dice[colour]
    usable_karma = max(0, min(most_karma, int(state.seats[seat].karma)))
    cost = max(cost, 0)
    totals_end = cost + N_OF.faces  # the set contains no die that is not needed, so its total is below this
    smallest_sets = np.full((totals_end, usable_karma + 1), -1, np.int64)  # by total and karma
    smallest_sets[0, 0] = 0
    for value in range(1, N_OF.faces + 1):
        opposite = N_OF.faces + 1 - value
        for _ in range(min(int(hand[value - 1]), (1 << _BITS_PER_KEY) - 1)):
            for total in range(totals_end - 1, value - 1, -1):
                for karma in range(usable_karma, -1, -1):
                    smallest_sets[total, karma] = _smaller_set(
                        smallest_sets[total, karma], _with_die(smallest_sets[total - value, karma], 2 * value + 1)
                    )
                    if karma > 0 and value < opposite <= total:
                        with_turned_die = _with_die(smallest_sets[total - opposite, karma - 1], 2 * opposite)
                        smallest_sets[total, karma] = _smaller_set(smallest_sets[total, karma], with_turned_die)
    for total in range(cost, totals_end):
        for karma in range(usable_karma + 1):
            if smallest_sets[total, karma] >= 0:
                return _die_codes(int(smallest_sets[total, karma]), colour)
    return _die_codes(0, colour)


# --- moves on a copy of the position


@kernel
def _do_upgrades(seat_record: SeatRecord, n: int) -> int:
    """Do up to n upgrades of any buildings, since later earnings only count upgrades; return how many were done."""
    n_done = 0
    for building in range(N_OF.buildings):
        while n_done < n and seat_record.levels[building] < N_LEVELS - 1:
            seat_record.levels[building] += 1
            n_done += 1
    return n_done


@kernel
def _gains_of_move(state: StateRecord, copy: StateRecord, rules: RulesRecord, seat: int, log: LogRecord) -> Gains:
    """Receive all that a move on the copy has left to be received; return what the copy has more than the position."""
    dice, upgrades, boat_moves, palace_actions, yield_tiles, others = 0, 0, 0, 0, 0, 0
    while copy.n_tasks > 0:
        task = top(copy)
        kind, amount = int(task.kind), int(task.amount)
        if kind == TASK.earn:
            log.n = 0
            receive(copy, rules, log)
            continue
        if not is_void(copy, rules):
            if kind == TASK.take_die:
                dice += amount
            elif kind == TASK.upgrade:
                upgrades += _do_upgrades(copy.seats[seat], amount)
            elif kind == TASK.move_boat:
                boat_moves += amount
            elif kind == TASK.palace_action:
                palace_actions += amount
            elif kind == TASK.draw_yield_tile or kind == TASK.take_yield_tile:
                yield_tiles += 1
            elif kind != TASK.roll and kind != TASK.choose_order:
                others += 1
        pop(copy)
    seat_before, seat_after = state.seats[seat], copy.seats[seat]
    return Gains(
        int(seat_after.fame) - int(seat_before.fame),
        int(seat_after.money) - int(seat_before.money),
        int(seat_after.karma) - int(seat_before.karma),
        int(seat_after.workers) - int(seat_before.workers),
        dice,
        upgrades,
        boat_moves,
        palace_actions,
        yield_tiles,
        others,
    )


# --- tiles


@tool
@kernel
def tile_places(state: StateRecord, rules: RulesRecord, seat: int, tile: int) -> Options:
    """Return where a tile (-1: none) may be added to a province: cell * 4 + quarter turns clockwise, int16, shape (n,)."""
    copy, places = new_record(STATE), np.empty(MAX_OPTIONS, np.int16)
    if tile < 0:  # the stack is empty
        return places[:0]
    copy_with_no_tasks(copy, state, int(seat))
    push(copy, TASK.choose_cell, CAUSE.tile, 0, tile)
    return places[: cell_options(copy, rules, places)]


@tool
@kernel
def tile_scores(state: StateRecord, rules: RulesRecord, seat: int, tile: int) -> Score:
    """Return what the buildings and the markets of a tile pay, wherever it is laid; no tile (-1) pays nothing."""
    fame, money = 0, 0
    if tile >= 0:
        fame, money = int(fame_of_buildings(state.seats[seat], rules, tile)), int(rules.tiles[tile].market_money)
    return Score(fame, money)


@tool
@kernel
def tile_connects(state: StateRecord, rules: RulesRecord, seat: int, tile: int, place: int) -> Connections:
    """Return what a tile connects at a place, which is cell * 4 + quarter turns as in `tile_places`."""
    seat_record, cell = state.seats[seat], place // N_SIDES
    roads = rotated(int(rules.tiles[tile].roads), place % N_SIDES)
    board = rules.boards[seat_record.board]
    yields, road_ends, new_cells = 0, 0, 0
    for i in range(board.n_yields):
        special_yield = board.yields[i]
        if special_yield.cell == cell and roads & (1 << special_yield.side) and not seat_record.yields_connected & (1 << i):
            yields += 1
    for side in range(N_SIDES):
        other_cell = neighbour(cell, side, COLUMNS, ROWS)
        if roads & (1 << side) and other_cell >= 0 and rules.cells[other_cell] == FREE_CELL and seat_record.tiles[other_cell] < 0:
            road_ends += 1
            if road_ends_at(seat_record, rules, other_cell) == 0:
                new_cells += 1
    return Connections(yields, road_ends, new_cells)


@tool
@kernel
def tile_gains(state: StateRecord, rules: RulesRecord, seat: int, tile: int, place: int) -> Gains:
    """Return what laying a tile brings at once: its score, the special yields it connects, and what these lead to.

    If the cell has a tile, the new one covers it, as with the Master Builder. The cost of the tile is not counted.
    """
    copy, log = new_record(STATE), new_record(LOG)
    copy_with_no_tasks(copy, state, int(seat))
    place_tile(copy, rules, log, int(place) // N_SIDES, int(tile), int(place) % N_SIDES)
    return _gains_of_move(state, copy, rules, int(seat), log)


# --- the river


@tool
@kernel
def river_space(state: StateRecord, rules: RulesRecord, seat: int, steps: int) -> int:
    """Return the river space `steps` unoccupied spaces ahead of a seat's boat, or -1 if the river ends before."""
    copy = new_record(STATE)
    copy_with_no_tasks(copy, state, int(seat))
    return int(space_ahead(copy, rules, steps))


@tool
@kernel
def river_gains(state: StateRecord, rules: RulesRecord, seat: int, steps: int) -> Gains:
    """Return what advancing a boat by `steps` unoccupied spaces brings, including the worker at the bridge.

    A move beyond the end of the river brings nothing.
    """
    copy, log = new_record(STATE), new_record(LOG)
    copy_with_no_tasks(copy, state, int(seat))
    space = space_ahead(copy, rules, int(steps))
    if space >= 0 and steps > 0:
        sail_to(copy, rules, log, space)
    return _gains_of_move(state, copy, rules, int(seat), log)


# --- what is missing


@kernel
def _spaces_missing(seat_record: SeatRecord, source: int, space: int, goal: int) -> int:
    """Return how many spaces a marker or boat is short of the goal at which a worker waits; -1 if none waits."""
    return max(0, goal - space) if seat_record.inactive[source] else -1


@tool
@kernel
def to_next_worker(state: StateRecord, rules: RulesRecord, seat: int) -> ToNextWorker:
    """Return how many spaces are missing to each inactive worker of a seat; -1 if there is none."""
    seat_record = state.seats[seat]
    return ToNextWorker(
        _spaces_missing(seat_record, WORKER_SOURCE.fame, int(seat_record.fame), int(rules.worker_at[WORKER_SOURCE.fame])),
        _spaces_missing(seat_record, WORKER_SOURCE.money, int(seat_record.money), int(rules.worker_at[WORKER_SOURCE.money])),
        _spaces_missing(seat_record, WORKER_SOURCE.river, int(seat_record.river), int(rules.worker_at[WORKER_SOURCE.river]) + 1),
    )


@tool
@kernel
def to_meeting(state: StateRecord, rules: RulesRecord, seat: int) -> ToMeeting:
    """Return what is missing until the markers of a seat meet, in fame spaces and in money spaces.

    A money marker anywhere on a fame space counts for all of it, so the last half of a fame space need not be earned.
    """
    seat_record = state.seats[seat]
    money_apart = -overlap_in_money(seat_record.fame, seat_record.money, rules.money_per_fame, rules.meeting_line)
    return ToMeeting(max(0, -int(overlap_of(seat_record, rules))), max(0, money_apart - int(rules.money_per_fame) + 1))


# --- the rest of the turn


def end_of_turn(evaluate: Callable[..., float]) -> TurnEnds:
    """Return the tools that play a turn to its end, each time with the option after which the position is worth most.

    An option is judged where the next choice comes; decisions without a choice belong to the option before them. The turn is over
    when its seat places the next worker, another seat is to move, or the game ends. What is rolled or drawn on the way comes from
    the seed in the position, so a strategy that uses these tools must declare ``uses_chance=True``.

    Parameters
    ----------
    evaluate
        ``(state, rules, seat, parameters) -> float``: the worth of a position for a seat. It must be a function of flat records
        that can be compiled, at the top of its file.

    Returns
    -------
    TurnEnds
        ``value(state, rules, code, parameters)`` is the worth of the position at the end of the turn, which goes on with a given
        option. ``best(state, rules, options, parameters)`` is the code of the option of the highest value. In plain Python they
        are ``value(state, option, parameters)`` and ``best(state, parameters)``.

    Raises
    ------
    ValueError
        If `evaluate` is a lambda or stands within another function.
    """
    return ending_turns(TurnKernels(STATE, MAX_OPTIONS, list_options, play_option, TASK.place), evaluate)
