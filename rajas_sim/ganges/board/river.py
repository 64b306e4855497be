"""The river: how far a boat gets, the bridge, and the space where it stops."""

from __future__ import annotations

from rajas_sim.core.board import has_bit
from rajas_sim.core.engine.chance import below, draw, random_set_bit, seed_for
from rajas_sim.core.engine.course import count_down, mover, note
from rajas_sim.core.engine.kernel import Array1, Options, kernel
from rajas_sim.core.engine.record_types import EarningRecord, LogRecord
from rajas_sim.ganges.board.order import push_orderable_earnings
from rajas_sim.ganges.board.tracks import activate_worker
from rajas_sim.ganges.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.streams import FIRST_LUCK_SOURCE, RIVER_DIE_STREAM, RIVER_TILE_STREAM
from rajas_sim.ganges.rulebook.terms import CAUSE, EVENT, MOVE, N_OF, STAY, WORKER_SOURCE

#: Where the boats begin; this space pays nothing.
START_SPACE = 0


@kernel
def lay_river_tiles(state: StateRecord, rules: RulesRecord, log: LogRecord) -> None:
    """Lay the tiles of the Ganga module: a die says how many spaces after the last one, and a tile is drawn for that space.

    This stops when all tiles are laid or the river ends; the final space gets no tile (rulebook: Ganga module).
    """
    tiles_left = (1 << int(rules.n_river_tiles)) - 1
    seed = seed_for(rules, state.seed, 0, 1 << FIRST_LUCK_SOURCE.river_tiles)
    space = START_SPACE
    n_laid = 0
    while tiles_left:
        space += below(draw(seed, RIVER_DIE_STREAM, n_laid), N_OF.faces) + 1
        if space >= rules.n_river:
            return
        tile = random_set_bit(tiles_left, draw(seed, RIVER_TILE_STREAM, n_laid))
        tiles_left &= ~(1 << tile)
        n_laid += 1
        state.river_tiles[space] = tile + 1
        note(log, EVENT.river_tile, tile, 1, space)


@kernel
def space_ahead(state: StateRecord, rules: RulesRecord, steps: int) -> int:
    """Return the river space exactly `steps` unoccupied spaces ahead, or -1 if the river ends before.

    Spaces with another boat are skipped and not counted; the final space has room for all (rulebook: Harbor).
    """
    space = int(mover(state).river)
    while steps > 0:
        space += 1
        if space > rules.n_river:
            return -1
        is_free = True
        if space < rules.n_river:
            for other_seat in range(rules.players):
                if other_seat != state.seat_to_move and state.seats[other_seat].river == space:
                    is_free = False
        if is_free:
            steps -= 1
    return space


@kernel
def earnings_at(state: StateRecord, rules: RulesRecord, space: int) -> Array1[EarningRecord]:
    """Return what a space pays the seat to move: the river tile on it, or what is printed; nothing if restricted."""
    restrictions = rules.restricted[state.seat_to_move]
    tile = int(state.river_tiles[space]) - 1
    if tile >= 0:
        return rules.river[START_SPACE] if has_bit(restrictions.river_tile, tile) else rules.river_tiles[tile]
    return rules.river[START_SPACE] if has_bit(restrictions.river, space) else rules.river[space]


@kernel
def has_passed_the_bridge(rules: RulesRecord, space: int) -> bool:
    """Return whether a space lies beyond the bridge at which a worker waits."""
    return space > rules.worker_at[WORKER_SOURCE.river]


@kernel
def sail_to(state: StateRecord, rules: RulesRecord, log: LogRecord, space: int) -> None:
    """Stop the boat on a space: activate the worker at the bridge if the boat passed it, then receive what the space pays."""
    seat = mover(state)
    steps = space - int(seat.river)
    seat.river = space
    note(log, EVENT.river, 0, steps, space)
    if seat.inactive[WORKER_SOURCE.river] and has_passed_the_bridge(rules, space):
        activate_worker(state, rules, log, WORKER_SOURCE.river)
    cause = CAUSE.river_tile if state.river_tiles[space] > 0 else CAUSE.river
    push_orderable_earnings(state, rules, earnings_at(state, rules, space), cause)


@kernel
def has_arrived(state: StateRecord, rules: RulesRecord) -> bool:
    """Return whether the boat of the seat to move rests on the final space."""
    return mover(state).river >= rules.n_river


@kernel
def move_boat_options(options: Options) -> int:
    """List the two answers to "you may move your boat to the next unoccupied space"."""
    options[0] = STAY
    options[1] = MOVE
    return 2


@kernel
def move_boat(state: StateRecord, rules: RulesRecord, log: LogRecord, option: int) -> None:
    """Move the boat to the next unoccupied space, or leave it."""
    count_down(state)
    if option == MOVE:
        sail_to(state, rules, log, space_ahead(state, rules, 1))
