"""The building upgrade table."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.terms import FIRST_UPGRADE_COLUMN, N_BUILDINGS, N_LEVELS, UPGRADED
from rajas_sim.charmers.sheet.release import release
from rajas_sim.core.engine.events import note
from rajas_sim.core.engine.kernel import Options, Record, kernel
from rajas_sim.core.engine.tasks import count_down


@kernel
def n_upgrades(seat: Record) -> int:
    """Return how many upgrades the seat has done."""
    n = 0
    for building in range(N_BUILDINGS):
        n += seat.levels[building]
    return n


@kernel
def has_upgrade_left(seat: Record) -> bool:
    """Return whether some building type is not yet at its highest value."""
    return n_upgrades(seat) < N_BUILDINGS * (N_LEVELS - 1)


@kernel
def upgrade_options(seat: Record, options: Options) -> int:
    """List the building types that can still be upgraded."""
    n = 0
    for building in range(N_BUILDINGS):
        if seat.levels[building] < N_LEVELS - 1:
            options[n] = building
            n += 1
    return n


@kernel
def upgrade(state: Record, rules: Record, log: Record, building: int) -> None:
    """Mark the next value of a building type; once a column is marked for all types, it releases its bonus."""
    count_down(state)
    seat = state.seats[state.seat_to_move]
    seat.levels[building] += 1
    level = int(seat.levels[building])
    note(log, UPGRADED, building, 1, level)
    for other in range(N_BUILDINGS):
        if seat.levels[other] < level:
            return
    release(state, rules, log, FIRST_UPGRADE_COLUMN + level - 1)
