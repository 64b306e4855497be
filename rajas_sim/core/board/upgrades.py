"""Building upgrades: every building type rises level by level; ``seat.levels`` counts the upgrades done of each."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import Options, Record, kernel

#: Levels of a building type: without an upgrade, and after one or two.
N_LEVELS = 3


@kernel
def n_upgrades(seat: Record) -> int:
    """Return how many upgrades the seat has done."""
    n = 0
    for building in range(len(seat.levels)):
        n += seat.levels[building]
    return n


@kernel
def has_upgrade_left(seat: Record) -> bool:
    """Return whether some building type is not yet at its highest level."""
    return n_upgrades(seat) < len(seat.levels) * (N_LEVELS - 1)


@kernel
def upgrade_options(seat: Record, options: Options) -> int:
    """List the building types that can still be upgraded."""
    n = 0
    for building in range(len(seat.levels)):
        if seat.levels[building] < N_LEVELS - 1:
            options[n] = building
            n += 1
    return n
