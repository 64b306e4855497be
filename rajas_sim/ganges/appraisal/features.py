"""The inputs of a learned strategy: a few features of the position, and the kinds of options whose worth it may correct."""

from __future__ import annotations

from rajas_sim.core.board import N_SIDES
from rajas_sim.core.engine.course import mover
from rajas_sim.core.engine.kernel import Floats, kernel
from rajas_sim.core.engine.record_types import TaskRecord
from rajas_sim.core.judging.correction_network import NO_KIND
from rajas_sim.ganges.appraisal.earnings import earnings_worth
from rajas_sim.ganges.appraisal.position_view import PositionView
from rajas_sim.ganges.appraisal.tiles import best_payable_tile, tile_worth
from rajas_sim.ganges.board.market import assorted_income
from rajas_sim.ganges.board.province import road_ends_at
from rajas_sim.ganges.board.quarry import tile_on_offer
from rajas_sim.ganges.board.river import earnings_at
from rajas_sim.ganges.board.tracks import overlap_of
from rajas_sim.ganges.course.placement import area_of
from rajas_sim.ganges.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import (
    AREA,
    AREAS,
    BUILDINGS,
    CHAMBER,
    CHAMBERS,
    COLOURS,
    FIRST_SPACE,
    FREE_CELL,
    N_OF,
    PASS,
    TASK,
    WORKER_SOURCE,
)

#: The features, between -2 and 3 in most positions, in the order of `write_features`.
FEATURES = (
    "one",
    "rest of the game",
    "rest of the game, squared",
    "overlap",
    "money",
    "karma",
    "river space",
    "workers at home",
    "fame to the next worker",
    "money to the next worker",
    "river spaces to the next worker",
    "money to the next bonus",
    "best tile that can be paid",
    "best tile on display",
    "income of assorted goods",
    "dice",
    "dice that show 1",
    "dice that show 2",
    "cells a road leads to",
    "best river space of the next three",
    "overlap of the best rival",
    "money of the best rival",
    "round",
    "starts the next round",
)
#: The kinds of tiles, by what they show.
_TILE_KINDS = ("markets", "buildings", "both")
#: Kinds of options: spaces for workers, by area; the quarry, by the tile it would bring; the palace, by chamber; chambers as an
#: action; dice to take and to give; tiles, cells of the province and building types; and how far to sail.
KINDS = (
    *(area for area in AREAS if area not in ("quarry", "chamber")),
    *(f"quarry_for_{tile_kind}" for tile_kind in _TILE_KINDS),
    *CHAMBERS,
    *(f"action_{chamber}" for chamber in CHAMBERS[CHAMBER.dancer :]),
    *(f"take_{colour}" for colour in COLOURS),
    *(f"give_a_{value}" for value in range(1, N_OF.faces + 1)),
    *(f"tile_with_{tile_kind}" for tile_kind in _TILE_KINDS),
    *(f"cell_{cell}" for cell in range(N_OF.cells)),
    *(f"upgrade_{building}" for building in BUILDINGS),
    *(f"sail_{steps}" for steps in range(4)),
)
(
    _HARBOUR_KIND,
    _FIRST_QUARRY_KIND,
    _FIRST_CHAMBER_KIND,
    _FIRST_ACTION_KIND,
    _FIRST_TAKE_KIND,
    _FIRST_GIVE_KIND,
    _FIRST_TILE_KIND,
    _FIRST_CELL_KIND,
    _FIRST_UPGRADE_KIND,
    _FIRST_SAIL_KIND,
) = (
    KINDS.index(name)
    for name in (
        "harbour",
        f"quarry_for_{_TILE_KINDS[0]}",
        CHAMBERS[0],
        f"action_{CHAMBERS[CHAMBER.dancer]}",
        f"take_{COLOURS[0]}",
        "give_a_1",
        f"tile_with_{_TILE_KINDS[0]}",
        "cell_0",
        f"upgrade_{BUILDINGS[0]}",
        "sail_0",
    )
)


@kernel
def _kind_of_tile(view: PositionView, tile: int) -> int:
    """Return the kind of a tile, an index of `_TILE_KINDS`."""
    face = view.rules.tiles[tile]
    if face.market_money == 0:
        return 1
    for building in range(N_OF.buildings):
        if face.n_buildings[building] > 0:
            return 2
    return 0


@kernel
def _kind_of_space(view: PositionView, space: int) -> int:
    """Return the kind of an option that places a worker on a space."""
    area = area_of(space)
    if area == AREA.quarry:
        tile, _ = best_payable_tile(view)
        return _FIRST_QUARRY_KIND + _kind_of_tile(view, tile) if tile >= 0 else NO_KIND
    if area == AREA.chamber:
        return _FIRST_CHAMBER_KIND + space - FIRST_SPACE.chamber
    return _HARBOUR_KIND if area == AREA.harbour else area - AREA.assorted


@kernel
def kind_of_option(view: PositionView, task: TaskRecord, option: int) -> int:
    """Return the kind of an option, an index of `KINDS`; -1 if it belongs to no kind.

    `output/options.py` says what the options of each task stand for.
    """
    task_kind = task.kind
    if task_kind == TASK.place and option != PASS:
        return _kind_of_space(view, option)
    if task_kind == TASK.palace_action:
        return _FIRST_ACTION_KIND + option - CHAMBER.dancer
    if task_kind == TASK.take_die and option < N_OF.colours:
        return _FIRST_TAKE_KIND + option
    if task_kind == TASK.pay_die or task_kind == TASK.pay_for_tile:
        return _FIRST_GIVE_KIND + option % N_OF.faces
    if task_kind == TASK.choose_tile:
        return _FIRST_TILE_KIND + _kind_of_tile(view, int(view.state.open_tiles[option]))
    if task_kind == TASK.choose_cell:
        return _FIRST_CELL_KIND + option // N_SIDES
    if task_kind == TASK.upgrade:
        return _FIRST_UPGRADE_KIND + option
    return _FIRST_SAIL_KIND + option if task_kind == TASK.sail and option < 4 else NO_KIND


@kernel
def _best_tile_worths(view: PositionView) -> tuple[float, float]:
    """Return the worth of the best tile that can be paid and of the best one on display, without the price in dice."""
    best_payable_worth, best_worth = 0.0, 0.0
    for stack in range(N_OF.stacks):
        tile = tile_on_offer(view.state, view.rules, stack)
        if tile >= 0:
            face, worth = view.rules.tiles[tile], tile_worth(view, tile)
            best_worth = max(best_worth, worth)
            if face.cost <= view.held.payable[face.colour]:
                best_payable_worth = max(best_payable_worth, worth)
    return best_payable_worth, best_worth


@kernel
def _n_cells_with_road_end(view: PositionView) -> int:
    """Return how many free cells a road leads to."""
    n = 0
    for cell in range(N_OF.cells):
        if view.rules.cells[cell] == FREE_CELL and view.seat.tiles[cell] < 0 and road_ends_at(view.seat, view.rules, cell) != 0:
            n += 1
    return n


@kernel
def _best_river_space_worth(view: PositionView) -> float:
    """Return the worth of what the best of the next three river spaces pays; 0 if the boat is at the end."""
    best_worth = 0.0
    for space in range(view.seat.river + 1, min(view.seat.river + 4, view.rules.n_river + 1)):
        best_worth = max(best_worth, earnings_worth(view, earnings_at(view.state, view.rules, space)))
    return best_worth


@kernel
def _best_rival_seat(state: StateRecord, rules: RulesRecord, i: int) -> int:
    """Return the seat with the largest overlap among those other than i; of equal ones the first."""
    best = -1
    for j in range(rules.players):
        if j != i and (best < 0 or overlap_of(state.seats[j], rules) > overlap_of(state.seats[best], rules)):
            best = j
    return best


@kernel
def write_features(view: PositionView, x: Floats) -> None:
    """Write the features of a position, from the view of the seat to move, into `x` (len(FEATURES),)."""
    state, rules, seat = view.state, view.rules, mover(view.state)
    i = int(state.seat_to_move)
    rival = state.seats[_best_rival_seat(state, rules, i)]
    x[0] = 1.0
    x[1] = view.game_left
    x[2] = view.game_left * view.game_left
    x[3] = overlap_of(seat, rules) / 20.0 + 1.5
    x[4] = seat.money / 40.0
    x[5] = seat.karma / 2.0
    x[6] = seat.river / 15.0
    x[7] = (seat.workers - seat.placed) / 2.0
    x[8] = seat.inactive[WORKER_SOURCE.fame] * (rules.worker_at[WORKER_SOURCE.fame] - seat.fame) / 10.0
    x[9] = seat.inactive[WORKER_SOURCE.money] * (rules.worker_at[WORKER_SOURCE.money] - seat.money) / 15.0
    x[10] = seat.inactive[WORKER_SOURCE.river] * (rules.worker_at[WORKER_SOURCE.river] - seat.river) / 15.0
    money_to_bonus = 0
    if seat.next_money_bonus < len(rules.money_bonuses):
        money_to_bonus = max(0, int(rules.money_bonuses[seat.next_money_bonus].space) - seat.money)
    x[11] = money_to_bonus / 12.0
    best_payable_worth, best_worth = _best_tile_worths(view)
    x[12] = min(best_payable_worth / 8.0, 3.0)
    x[13] = min(best_worth / 8.0, 3.0)
    x[14] = assorted_income(seat, rules, N_OF.goods) / 5.0
    x[15] = view.held.n_dice / 4.0
    ones, twos = 0, 0
    for colour in range(N_OF.colours):
        ones += seat.dice[colour, 0]
        twos += seat.dice[colour, 1]
    x[16] = ones / 2.0
    x[17] = twos / 2.0
    x[18] = _n_cells_with_road_end(view) / 2.0
    x[19] = min(_best_river_space_worth(view) / 4.0, 3.0)
    x[20] = overlap_of(rival, rules) / 20.0 + 1.5
    x[21] = rival.money / 40.0
    x[22] = state.round_number / 8.0
    x[23] = 1.0 if state.next_start_player == i else 0.0
