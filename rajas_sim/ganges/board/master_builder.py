"""The Master Builder: covering a tile of the province with a more expensive one."""

from __future__ import annotations

from rajas_sim.core.board import N_SIDES, facing_roads, rotated
from rajas_sim.core.engine.course import mover, pop
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.ganges.board.province import stays_connected
from rajas_sim.ganges.board.quarry import NO_KEY, NONE_LEFT_OUT, best_total, push_acquisition, tile_on_offer
from rajas_sim.ganges.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import CAUSE, COLUMNS, FLIPPED, ROWS, N

#: "No die was given up for the chamber": he came by a river space, or it is paid already.
NO_DIE = -1
NO_COVER = -1


@kernel
def payable_after(seat: SeatRecord, colour: int, opening_die: int) -> int:
    """Return the highest total that dice of a colour can pay.

    `opening_die` is the die option given up for the chamber itself, which cannot be paid twice; `NO_DIE` for none.
    """
    left_out, karma = NONE_LEFT_OUT, int(seat.karma)
    if opening_die != NO_DIE:
        if opening_die >= FLIPPED:
            karma -= 1
        die = opening_die % FLIPPED
        if die // N.faces == colour:
            left_out = die % N.faces + 1
    return best_total(seat, colour, NO_KEY, karma, left_out)


@kernel
def can_cover(seat: SeatRecord, rules: RulesRecord, cell: int, tile: int) -> bool:
    """Return whether some rotation of the tile keeps every tile of the province connected.

    Rotations that keep all roads of the tile below that lead on are tried first: one of them will do, as a rule.
    """
    roads = int(rules.tiles[tile].roads)
    used = int(seat.roads[cell]) & facing_roads(seat.roads, cell, COLUMNS, ROWS)
    for keeps_all in (True, False):
        for turns in range(N_SIDES):
            turned = rotated(roads, turns)
            if (used & ~turned == 0) == keeps_all and stays_connected(seat, cell, turned):
                return True
    return False


@kernel
def next_cover(state: StateRecord, rules: RulesRecord, opening_die: int, first: int) -> int:
    """Return the lowest option, from `first` on, of covering a tile: cell * 12 + stack; -1 if there is none.

    A tile already covered stays as it is (rulebook: Master builder).
    """
    seat = mover(state)
    payable = 0  # by colour, 8 bits each
    for colour in range(N.colours):
        payable |= min(payable_after(seat, colour, opening_die), 255) << (8 * colour)
    for cell in range(first // N.stacks, N.cells):
        old = seat.tiles[cell]
        if old < 0 or seat.covered[cell]:
            continue
        old_cost = int(rules.tiles[old].cost)
        for stack in range(max(0, first - cell * N.stacks), N.stacks):
            new = tile_on_offer(state, rules, stack)
            if new < 0:
                continue
            face = rules.tiles[new]
            if 0 < face.cost - old_cost <= (payable >> (8 * int(face.colour))) & 255 and can_cover(seat, rules, cell, new):
                return cell * N.stacks + stack
    return NO_COVER


@kernel
def cover_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List cell * 12 + stack for every tile that the Master Builder may cover, and with what."""
    n = 0
    option = next_cover(state, rules, NO_DIE, 0)
    while option != NO_COVER:
        options[n] = option
        n += 1
        option = next_cover(state, rules, NO_DIE, option + 1)
    return n


@kernel
def cover_tile(state: StateRecord, rules: RulesRecord, option: int) -> None:
    """Decide on a tile and the one it covers; the difference is paid next, then it is turned and laid."""
    cell, stack = option // N.stacks, option % N.stacks
    old, new = mover(state).tiles[cell], state.open_tiles[stack]
    pop(state)
    push_acquisition(state, rules, CAUSE.master_builder, stack, rules.tiles[new].cost - rules.tiles[old].cost, cell)
