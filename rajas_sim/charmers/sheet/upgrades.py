"""The building upgrade table."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, SeatRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import EVENT, FIRST_BONUS_PLACE, N_OF
from rajas_sim.charmers.sheet.release import release_bonus
from rajas_sim.core.board import N_LEVELS, has_bit
from rajas_sim.core.engine.course import count_down, mover, note
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import LogRecord


@kernel
def restricted_buildings(seat: SeatRecord, rules: RulesRecord) -> int:
    """Return the set of building types whose next upgrade the seat may not mark."""
    restricted_boxes = rules.restricted[seat.position].upgrades
    buildings = 0
    for building in range(N_OF.buildings):
        if has_bit(restricted_boxes, building * (N_LEVELS - 1) + int(seat.levels[building])):
            buildings |= 1 << building
    return buildings


@kernel
def upgrade(state: StateRecord, rules: RulesRecord, log: LogRecord, building: int) -> None:
    """Mark the next upgrade of a building type; once a column is marked for all types, its bonus is released."""
    count_down(state)
    seat = mover(state)
    seat.levels[building] += 1
    level = int(seat.levels[building])
    note(log, EVENT.upgrade, building, 1, level)
    for building_in_column in range(N_OF.buildings):
        if seat.levels[building_in_column] < level:
            return
    release_bonus(state, rules, log, FIRST_BONUS_PLACE.upgrade_column + level - 1)
