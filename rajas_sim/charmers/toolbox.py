"""Tools with which authors of strategies examine a position; docs/toolbox.md lists them by question.

A compiled strategy passes the flat records, ``road_places(state, rules, seat, roads)``; plain Python leaves out the rules,
``road_places(state, seat, roads)``. Seats, spaces, goods and sides are numbers from 0. No tool changes the position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rajas_sim.charmers.course.decisions import list_options, play_option
from rajas_sim.charmers.rulebook.layout import MAX_OPTIONS, STATE, RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import CAUSE, COLUMNS, EARN, FIRST_EXTENSION, MUST_PASS, N_OF, ROWS, TASK
from rajas_sim.charmers.sheet.earnings import receive
from rajas_sim.charmers.sheet.market import income
from rajas_sim.charmers.sheet.province import (
    BEND,
    STRAIGHT,
    draw_road,
    edge_bonus_number,
    half_road_options,
    open_sides,
    road_options,
)
from rajas_sim.charmers.sheet.river import mark_space
from rajas_sim.charmers.sheet.tracks import seat_overlap_in_money
from rajas_sim.core.board import ALL_ROADS, N_SIDES, neighbour, rotated
from rajas_sim.core.engine.chance import count_bits
from rajas_sim.core.engine.course import copy_with_no_tasks, pop, push, top
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.memory import new_record
from rajas_sim.core.engine.record_types import LOG, LogRecord
from rajas_sim.core.judging.turn_ends import TurnEnds, TurnKernels
from rajas_sim.core.playing.tools import ending_turns, tools

__all__ = [
    "BEND",
    "STRAIGHT",
    "Connections",
    "Gains",
    "ToMeeting",
    "end_of_turn",
    "half_road_places",
    "river_gains",
    "river_space",
    "road_connects",
    "road_gains",
    "road_places",
    "sale_income",
    "to_meeting",
]

tool = tools(roads=ALL_ROADS + 1, place=N_OF.cells * N_SIDES, good=N_OF.goods)


class Gains(NamedTuple):
    """What a move brings at once, including what it releases on the tracks.

    Bonuses are counted, not used. Things that still have to be chosen are counted, not valued.
    """

    fame: int
    money: int
    karma: int
    bonuses: int  # circled, to be used at the end of the action
    upgrades: int
    goods: int  # to be circled by choice
    sales: int  # goods that may be sold
    half_roads: int
    palace_actions: int
    others: int  # further decisions it leads to


class Connections(NamedTuple):
    """What a road leads to from the space it is drawn in."""

    bonuses: int  # at the edge, not released before
    road_ends: int  # spaces without a road beside it that it leads to
    new_spaces: int  # those of them that no road led to before


class ToMeeting(NamedTuple):
    """The fame, or instead the money, that a seat still needs until its tracks intersect; 0 and 0 once they do."""

    fame: int
    money: int


# --- moves on a copy of the position


@kernel
def _gains(state: StateRecord, copy: StateRecord, rules: RulesRecord, seat: int, log: LogRecord) -> Gains:
    """Receive all that a move on the copy has left to be received; return what the copy has more than the position."""
    spare_options = np.empty(MAX_OPTIONS, np.int16)
    upgrades, goods, sales, half_roads, palace_actions, others = 0, 0, 0, 0, 0, 0
    while copy.n_tasks > 0:
        task = top(copy)
        kind, amount = int(task.kind), int(task.amount)
        if kind == TASK.earn:
            log.n = 0
            receive(copy, rules, log)
            continue
        if list_options(copy, rules, spare_options) > 0:
            if kind == TASK.upgrade:
                upgrades += amount
            elif kind == TASK.take_good:
                goods += amount
            elif kind == TASK.sell:
                sales += amount
            elif kind == TASK.half_roads:
                half_roads += amount
            elif kind == TASK.palace_action:
                palace_actions += 1
            else:
                others += 1
        pop(copy)
    seat_before, seat_after = state.seats[seat], copy.seats[seat]
    return Gains(
        int(seat_after.fame) - int(seat_before.fame),
        int(seat_after.money) - int(seat_before.money),
        int(seat_after.karma_collected) - int(seat_before.karma_collected),
        count_bits(int(seat_after.pending) & ~int(seat_before.pending)),
        upgrades,
        goods,
        sales,
        half_roads,
        palace_actions,
        others,
    )


# --- roads


@tool
@kernel
def road_places(state: StateRecord, rules: RulesRecord, seat: int, roads: int) -> Options:
    """Return where a road may be drawn in a new space: space * 4 + quarter turns clockwise, int16, shape (n,).

    Parameters
    ----------
    roads
        `STRAIGHT` or `BEND`, or any other set of sides (core.board), in its unrotated position.
    """
    copy, codes = new_record(STATE), np.empty(MAX_OPTIONS, np.int16)
    copy_with_no_tasks(copy, state, int(seat))
    push(copy, TASK.build_road, CAUSE.die, 1, roads)
    return codes[: road_options(copy, rules, codes)]


@tool
@kernel
def half_road_places(state: StateRecord, rules: RulesRecord, seat: int) -> Options:
    """Return where one half-road may be added to a road that is drawn already: space * 4 + side, int16, shape (n,)."""
    copy, codes = new_record(STATE), np.empty(MAX_OPTIONS, np.int16)
    copy_with_no_tasks(copy, state, int(seat))
    push(copy, TASK.half_roads, CAUSE.die, 1, 0)
    n = half_road_options(copy, rules, codes)
    for i in range(n):
        codes[i] -= FIRST_EXTENSION
    return codes[:n]


@tool
@kernel
def road_connects(state: StateRecord, rules: RulesRecord, seat: int, roads: int, place: int) -> Connections:
    """Return what a road connects at a place, which is space * 4 + quarter turns as in `road_places`."""
    seat_record, cell = state.seats[seat], place // N_SIDES
    turned_roads = rotated(roads, place % N_SIDES)
    bonuses, road_ends, new_spaces = 0, 0, 0
    for side in range(N_SIDES):
        if not turned_roads & (1 << side):
            continue
        neighbour_cell, bonus_place = neighbour(cell, side, COLUMNS, ROWS), edge_bonus_number(cell, side)
        if neighbour_cell >= 0 and seat_record.roads[neighbour_cell] == 0:
            road_ends += 1
            if open_sides(seat_record, rules, neighbour_cell) == 0:
                new_spaces += 1
        if (
            bonus_place >= 0
            and rules.places[bonus_place].kind != EARN.nothing
            and not (int(seat_record.released) >> bonus_place) & 1
        ):
            bonuses += 1
    return Connections(bonuses, road_ends, new_spaces)


@tool
@kernel
def road_gains(state: StateRecord, rules: RulesRecord, seat: int, roads: int, place: int) -> Gains:
    """Return what drawing a road in a new space brings at once: building or market, edge bonuses, and bonuses of the tracks."""
    copy, log = new_record(STATE), new_record(LOG)
    copy_with_no_tasks(copy, state, int(seat))
    draw_road(copy, rules, log, int(place) // N_SIDES, rotated(int(roads), int(place) % N_SIDES))
    return _gains(state, copy, rules, int(seat), log)


# --- goods


@tool
@kernel
def sale_income(state: StateRecord, rules: RulesRecord, seat: int, good: int, n: int) -> int:
    """Return the money for the next `n` goods of a kind, or for all in stock if there are fewer."""
    return int(income(state.seats[seat], rules, good, n))


# --- the river


@tool
@kernel
def river_space(state: StateRecord, rules: RulesRecord, seat: int, steps: int) -> int:
    """Return the river space `steps` ahead of a seat's position, or -1 if the river ends before."""
    space = int(state.seats[seat].river) + steps
    return space if space <= rules.n_river else -1


@tool
@kernel
def river_gains(state: StateRecord, rules: RulesRecord, seat: int, steps: int) -> Gains:
    """Return what marking the space `steps` ahead brings; a move beyond the end of the river brings nothing."""
    copy, log = new_record(STATE), new_record(LOG)
    copy_with_no_tasks(copy, state, int(seat))
    space = int(copy.seats[seat].river) + steps
    if steps > 0 and space <= rules.n_river:
        mark_space(copy, rules, log, space)
    return _gains(state, copy, rules, int(seat), log)


# --- what is missing


@tool
@kernel
def to_meeting(state: StateRecord, rules: RulesRecord, seat: int) -> ToMeeting:
    """Return what is missing until the tracks of a seat intersect, in fame points and in money (reading `meeting`)."""
    least_overlap = 1 if rules.readings.meeting == MUST_PASS else 0
    money = max(0, least_overlap - int(seat_overlap_in_money(state.seats[seat], rules)))
    return ToMeeting(-(-money // int(rules.money_per_fame)), money)


# --- the rest of the turn


def end_of_turn(evaluate: Callable[..., float]) -> TurnEnds:
    """Return the tools that play a turn to its end, each time with the option after which the position is worth most.

    An option is judged where the next choice comes; decisions without a choice belong to the option before them. The turn is over
    when a die is to be taken for the next turn, another seat is to move, or the game ends. What is rolled on the way comes from
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
    return ending_turns(TurnKernels(STATE, MAX_OPTIONS, list_options, play_option, TASK.take_die), evaluate)
