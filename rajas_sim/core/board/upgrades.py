"""Building upgrades: every building type rises level by level; ``seat.levels`` counts the upgrades done of each."""

from __future__ import annotations

from rajas_sim.core.board.restrictions import has_bit
from rajas_sim.core.engine.any_game import AnySeat
from rajas_sim.core.engine.kernel import Options, kernel

#: Levels of a building type: without an upgrade, and after one or two.
N_LEVELS = 3


@kernel
def n_upgrades(seat: AnySeat) -> int:
    """Return how many upgrades the seat has done."""
    n = 0
    for building in range(len(seat.levels)):
        n += seat.levels[building]
    return n


@kernel
def can_upgrade(seat: AnySeat, building: int, restricted: int) -> bool:
    """Return whether a building type can be upgraded: it is not at its highest level, nor among those that may not be."""
    return seat.levels[building] < N_LEVELS - 1 and not has_bit(restricted, building)


@kernel
def has_upgrade_left(seat: AnySeat, restricted: int) -> bool:
    """Return whether some building type can still be upgraded; `restricted` is the set of those that may not be."""
    for building in range(len(seat.levels)):
        if can_upgrade(seat, building, restricted):
            return True
    return False


@kernel
def upgrade_options(seat: AnySeat, restricted: int, options: Options) -> int:
    """List the building types that can still be upgraded; `restricted` is the set of those that may not be."""
    n = 0
    for building in range(len(seat.levels)):
        if can_upgrade(seat, building, restricted):
            options[n] = building
            n += 1
    return n
