"""The river: how far a boat gets, the bridge, and the space where it stops."""

from __future__ import annotations

from rajas_sim.core.kernel import Options, Record, kernel
from rajas_sim.core.recorder import note
from rajas_sim.ganges.tasks import count_down, push_earnings
from rajas_sim.ganges.words import BY_RIVER, FROM_RIVER, MOVE, RIVER, STAY
from rajas_sim.ganges.workers import activate_worker


@kernel
def space_ahead(state: Record, rules: Record, steps: int) -> int:
    """Return the river space exactly `steps` unoccupied spaces ahead, or -1 if the river ends before.

    Spaces with another boat are skipped and not counted; the final space has room for all (rulebook: Harbor).
    """
    here = int(state.seats[state.seat_to_move].river)
    while steps > 0:
        here += 1
        if here > rules.n_river:
            return -1
        is_free = True
        if here < rules.n_river:
            for other in range(rules.players):
                if other != state.seat_to_move and state.seats[other].river == here:
                    is_free = False
        if is_free:
            steps -= 1
    return here


@kernel
def sail_to(state: Record, rules: Record, log: Record, space: int) -> None:
    """Stop the boat on a space: the worker at the bridge if it was passed, then the earnings of the space."""
    seat = state.seats[state.seat_to_move]
    steps = space - int(seat.river)
    seat.river = space
    note(log, RIVER, 0, steps, space)
    if seat.inactive[FROM_RIVER] and space > rules.worker_at[FROM_RIVER]:
        activate_worker(state, rules, log, FROM_RIVER)
    push_earnings(state, rules.river[space], BY_RIVER)


@kernel
def has_arrived(state: Record, rules: Record) -> bool:
    """Return whether the boat of the seat to move rests on the final space."""
    return state.seats[state.seat_to_move].river >= rules.n_river


@kernel
def move_boat_options(options: Options) -> int:
    """List the two answers to "you may move your boat to the next unoccupied space"."""
    options[0] = STAY
    options[1] = MOVE
    return 2


@kernel
def move_boat(state: Record, rules: Record, log: Record, option: int) -> None:
    """Move the boat to the next unoccupied space, or leave it."""
    count_down(state)
    if option == MOVE:
        sail_to(state, rules, log, space_ahead(state, rules, 1))
