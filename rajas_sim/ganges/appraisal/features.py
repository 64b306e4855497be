"""What a learned strategy looks at: a few numbers of the position, and the kinds of options whose worth they may correct."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import Array, Record, kernel
from rajas_sim.core.engine.tasks import mover
from rajas_sim.ganges.appraisal.earnings import earnings_worth
from rajas_sim.ganges.appraisal.outlook import Outlook
from rajas_sim.ganges.appraisal.tiles import tile_worth
from rajas_sim.ganges.board.market import assorted_income
from rajas_sim.ganges.board.province import road_ends_at
from rajas_sim.ganges.board.river import earnings_at
from rajas_sim.ganges.board.tracks import overlap_of
from rajas_sim.ganges.course.placement import area_of
from rajas_sim.ganges.rulebook.terms import AREA, AREAS, CHAMBERS, COLOURS, FIRST, FREE_CELL, PASS, TASK, WORKER_FROM, N

#: The numbers, each roughly between -2 and 2, in the order of `write_features`.
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
#: Kinds of options: spaces for workers by area, the palace by chamber; chambers as an action; dice by colour; tiles.
KINDS = (*AREAS, *CHAMBERS, *(f"action_{chamber}" for chamber in CHAMBERS), *(f"take_{colour}" for colour in COLOURS), "tile")
_CHAMBER_SPACE = len(AREAS)
_ACTION = _CHAMBER_SPACE + len(CHAMBERS)
_TAKE = _ACTION + len(CHAMBERS)
_TILE = _TAKE + len(COLOURS)


@kernel
def kind_of(task: Record, option: int) -> int:
    """Return the kind of an option, an index of `KINDS`; -1 if its worth is not corrected."""
    if task.kind == TASK.place and option != PASS:
        area = area_of(option)
        return _CHAMBER_SPACE + option - FIRST.chamber if area == AREA.chamber else area
    if task.kind == TASK.palace_action:
        return _ACTION + option
    if task.kind == TASK.take_die and option < N.colours:
        return _TAKE + option
    return _TILE if task.kind == TASK.choose_tile else -1


@kernel
def _best_tile(view: Outlook, must_be_payable: bool) -> float:
    """Return what the best tile on display is worth, before its dice are paid."""
    best = 0.0
    for stack in range(N.stacks):
        tile = int(view.state.open_tiles[stack])
        if tile < 0:
            continue
        face = view.rules.tiles[tile]
        if not must_be_payable or face.cost <= view.held.payable[face.colour]:
            best = max(best, tile_worth(view, tile))
    return best


@kernel
def _n_cells_ahead(view: Outlook) -> int:
    n = 0
    for cell in range(N.cells):
        if view.rules.cells[cell] == FREE_CELL and view.seat.tiles[cell] < 0 and road_ends_at(view.seat, view.rules, cell) != 0:
            n += 1
    return n


@kernel
def _best_river_space(view: Outlook) -> float:
    best = 0.0
    for space in range(view.seat.river + 1, min(view.seat.river + 4, view.rules.n_river + 1)):
        best = max(best, earnings_worth(view, earnings_at(view.state, view.rules, space)))
    return best


@kernel
def _best_rival(state: Record, rules: Record, i: int) -> int:
    """Return the seat whose overlap is the largest of the others'."""
    best = -1
    for j in range(rules.players):
        if j != i and (best < 0 or overlap_of(state.seats[j], rules) > overlap_of(state.seats[best], rules)):
            best = j
    return best


@kernel
def write_features(view: Outlook, x: Array) -> None:
    """Write the numbers a position is looked at by, as the seat to move sees it, into `x` (len(FEATURES),)."""
    state, rules, seat = view.state, view.rules, mover(view.state)
    i = int(state.seat_to_move)
    rival = state.seats[_best_rival(state, rules, i)]
    x[0] = 1.0
    x[1] = view.rest
    x[2] = view.rest * view.rest
    x[3] = overlap_of(seat, rules) / 20.0 + 1.5
    x[4] = seat.money / 40.0
    x[5] = seat.karma / 2.0
    x[6] = seat.river / 15.0
    x[7] = (seat.workers - seat.placed) / 2.0
    x[8] = seat.inactive[WORKER_FROM.fame] * (rules.worker_at[WORKER_FROM.fame] - seat.fame) / 10.0
    x[9] = seat.inactive[WORKER_FROM.money] * (rules.worker_at[WORKER_FROM.money] - seat.money) / 15.0
    x[10] = seat.inactive[WORKER_FROM.river] * (rules.worker_at[WORKER_FROM.river] - seat.river) / 15.0
    gap = 0
    if seat.next_money_bonus < len(rules.money_bonuses):
        gap = max(0, int(rules.money_bonuses[seat.next_money_bonus].space) - seat.money)
    x[11] = gap / 12.0
    x[12] = _best_tile(view, True) / 8.0
    x[13] = _best_tile(view, False) / 8.0
    x[14] = assorted_income(seat, rules, N.goods) / 5.0
    x[15] = view.held.n_dice / 4.0
    ones, twos = 0, 0
    for colour in range(N.colours):
        ones += seat.dice[colour, 0]
        twos += seat.dice[colour, 1]
    x[16] = ones / 2.0
    x[17] = twos / 2.0
    x[18] = _n_cells_ahead(view) / 2.0
    x[19] = _best_river_space(view) / 4.0
    x[20] = overlap_of(rival, rules) / 20.0 + 1.5
    x[21] = rival.money / 40.0
    x[22] = state.round_number / 8.0
    x[23] = 1.0 if state.next_start_player == i else 0.0
