"""Karma: one level turns a die that is given up to its opposite side."""

from __future__ import annotations

from rajas_sim.core.engine.course import mover, note
from rajas_sim.core.engine.kernel import kernel
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.ganges.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.terms import EVENT


@kernel
def gain_karma(state: StateRecord, rules: RulesRecord, log: LogRecord, amount: int) -> None:
    """Raise the karma, at most to the highest level."""
    seat = mover(state)
    n_levels = min(amount, rules.karma_limit - seat.karma)
    if n_levels > 0:
        seat.karma += n_levels
        note(log, EVENT.karma, 0, n_levels, seat.karma)


@kernel
def use_karma(state: StateRecord, log: LogRecord) -> None:
    """Lower the karma by one level."""
    seat = mover(state)
    seat.karma -= 1
    note(log, EVENT.karma, 0, -1, seat.karma)
