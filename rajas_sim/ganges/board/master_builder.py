"""The Master Builder: covering a tile of the province with a more expensive one."""

from __future__ import annotations

from rajas_sim.core.board import N_SIDES, facing_roads, rotated
from rajas_sim.core.engine.course import mover, pop
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.ganges.board.province import stays_connected
from rajas_sim.ganges.board.quarry import KEY_ABOVE_ALL_DICE, NONE_LEFT_OUT, best_total, push_acquisition, tile_on_offer
from rajas_sim.ganges.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import CAUSE, COLUMNS, FLIPPED, N_OF, ROWS

#: "No die is given up for the chamber": the Master Builder acts from a river space, or the die is already paid.
NO_DIE = -1
NO_COVER = -1


@kernel
def most_payable_after_opening(seat: SeatRecord, colour: int, opening_die: int) -> int:
    """Return the highest total that dice of a colour can pay.

    `opening_die` is the option of the die given up for the chamber itself, which cannot pay again; `NO_DIE` for none.
    """
    left_out_value, karma = NONE_LEFT_OUT, int(seat.karma)
    if opening_die != NO_DIE:
        if opening_die >= FLIPPED:
            karma -= 1
        die = opening_die % FLIPPED
        if die // N_OF.faces == colour:
            left_out_value = die % N_OF.faces + 1
    return best_total(seat, colour, KEY_ABOVE_ALL_DICE, karma, left_out_value)


@kernel
def can_cover(seat: SeatRecord, rules: RulesRecord, cell: int, tile: int) -> bool:
    """Return whether some rotation of the tile keeps every tile of the province connected.

    Rotations that keep all connected roads of the tile below are tried first, since one of them is usually enough.
    """
    roads = int(rules.tiles[tile].roads)
    used_roads = int(seat.roads[cell]) & facing_roads(seat.roads, cell, COLUMNS, ROWS)
    for keeps_used_roads in (True, False):
        for turns in range(N_SIDES):
            turned_roads = rotated(roads, turns)
            if (used_roads & ~turned_roads == 0) == keeps_used_roads and stays_connected(seat, cell, turned_roads):
                return True
    return False


@kernel
def next_cover_option(state: StateRecord, rules: RulesRecord, opening_die: int, first_option: int) -> int:
    """Return the lowest option of covering a tile (cell * N_OF.stacks + stack) from `first_option` on; `NO_COVER` if none.

    A cell that was covered once is not covered again (rulebook: Master builder).
    """
    seat = mover(state)
    payable_by_colour = 0  # 8 bits each
    for colour in range(N_OF.colours):
        payable_by_colour |= min(most_payable_after_opening(seat, colour, opening_die), 255) << (8 * colour)
    for cell in range(first_option // N_OF.stacks, N_OF.cells):
        old_tile = seat.tiles[cell]
        if old_tile < 0 or seat.covered[cell]:
            continue
        old_cost = int(rules.tiles[old_tile].cost)
        for stack in range(max(0, first_option - cell * N_OF.stacks), N_OF.stacks):
            new_tile = tile_on_offer(state, rules, stack)
            if new_tile < 0:
                continue
            face = rules.tiles[new_tile]
            if 0 < face.cost - old_cost <= (payable_by_colour >> (8 * int(face.colour))) & 255 and can_cover(
                seat, rules, cell, new_tile
            ):
                return cell * N_OF.stacks + stack
    return NO_COVER


@kernel
def cover_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the options of covering (cell * N_OF.stacks + stack): each tile that may be covered, with each that may cover it."""
    n = 0
    option = next_cover_option(state, rules, NO_DIE, 0)
    while option != NO_COVER:
        options[n] = option
        n += 1
        option = next_cover_option(state, rules, NO_DIE, option + 1)
    return n


@kernel
def cover_tile(state: StateRecord, rules: RulesRecord, option: int) -> None:
    """Choose a tile and the tile it covers; then the difference in cost is paid, and the new tile is turned and laid."""
    cell, stack = option // N_OF.stacks, option % N_OF.stacks
    old_tile, new_tile = mover(state).tiles[cell], state.open_tiles[stack]
    pop(state)
    push_acquisition(state, rules, CAUSE.master_builder, stack, rules.tiles[new_tile].cost - rules.tiles[old_tile].cost, cell)
